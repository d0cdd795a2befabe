# Generated from schemas/tisa.ksy (sha256 010d7b6397249762ae8e8ada8f310f3071b11f8fc9f07eda69deacff2fa65769) by `nacformats generate`. Do not edit.
"""Construct structs of TISA v1 (tokenizer manifest): they parse and they build."""

from __future__ import annotations

from nacformats.codec.constructs import Record as _Record
from nacformats._generated.python import tisa as _records
from nacformats._generated.python.tisa import Behavior, Opcode

__all__ = [
    "Behavior", "Opcode", "bare_operands", "bpe_operands", "category", "compose_operands", "filter_category_operands",
    "partition_operands", "partition_rule", "prepend_operands", "replace_operands", "step", "template_item", "tisa",
    "unicode_norm_operands", "unknown_operands", "word_suffix", "wordpiece_operands",
]

# How text becomes token ids: steps that run one after another, first on the text, then on the fragments into which a
# partition cuts it, then on ids.
tisa = _Record(_records.Tisa)
# One step.
step = _Record(_records.Step)
# A step that needs nothing but its name.
bare_operands = _Record(_records.BareOperands, 0)
# What UNICODE_NORM takes.
unicode_norm_operands = _Record(_records.UnicodeNormOperands)
# What REPLACE takes.
replace_operands = _Record(_records.ReplaceOperands)
# What FILTER_CATEGORY takes.
filter_category_operands = _Record(_records.FilterCategoryOperands)
# A category of characters that are dropped.
category = _Record(_records.Category)
# What PREPEND takes.
prepend_operands = _Record(_records.PrependOperands)
# What PARTITION_RULES takes: the alternatives of one regular expression, of which the leftmost one wins.
partition_operands = _Record(_records.PartitionOperands)
# An alternative.
partition_rule = _Record(_records.PartitionRule)
# What BPE_ENCODE takes.
bpe_operands = _Record(_records.BpeOperands)
# What the last symbol of every fragment ends with, such as `</w>`.
word_suffix = _Record(_records.WordSuffix)
# What WORDPIECE_ENCODE takes.
wordpiece_operands = _Record(_records.WordpieceOperands)
# What COMPOSE takes.
compose_operands = _Record(_records.ComposeOperands)
# A part of the result.
template_item = _Record(_records.TemplateItem)
# Operands of a step that is not known.
unknown_operands = _Record(_records.UnknownOperands)
