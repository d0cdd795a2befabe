# Generated from schemas/tisa.ksy (sha256 2b355f8c3897145f7d57c2d4ac495edb72ac0745a3f10f1a65df878095b6e83c) by `nacformats generate`. Do not edit.
"""Construct structs of TISA, tokenizer manifest of NAC v1.6."""

from enum import IntEnum

from nacformats.codec.constructs import Record

class Opcode(IntEnum):
    lowercase = 1
    unicode_norm = 2
    replace = 3
    filter_category = 4
    prepend = 7
    partition_rules = 16
    byte_encode = 21
    bpe_encode = 32
    wordpiece_encode = 33
    unigram_encode = 34
    compose = 48
class Behavior(IntEnum):
    remove = 1
    isolate = 2
category: Record
compose_operands: Record
filter_category_operands: Record
no_operands: Record
partition_operands: Record
partition_rule: Record
prepend_operands: Record
replace_operands: Record
step: Record
template_item: Record
tisa: Record
unicode_norm_operands: Record
unknown_operands: Record
wordpiece_operands: Record
