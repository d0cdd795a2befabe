# Generated from schemas/tisa.ksy (sha256 010d7b6397249762ae8e8ada8f310f3071b11f8fc9f07eda69deacff2fa65769) by `nacformats generate`. Do not edit.
"""Construct structs of TISA v1 (tokenizer manifest)."""

from nacformats.codec.constructs import Record

from nacformats._generated.python.tisa import Opcode as Opcode
from nacformats._generated.python.tisa import Behavior as Behavior
bare_operands: Record
bpe_operands: Record
category: Record
compose_operands: Record
filter_category_operands: Record
partition_operands: Record
partition_rule: Record
prepend_operands: Record
replace_operands: Record
step: Record
template_item: Record
tisa: Record
unicode_norm_operands: Record
unknown_operands: Record
word_suffix: Record
wordpiece_operands: Record
