# Generated from schemas/merges.ksy (sha256 da3f2e4390a052398605c9bfd862235886c0eb1b04704f2894791cd6896fc11a) by `nacformats generate`. Do not edit.
"""Construct structs of Merges of a tokenizer (merges.b) of NAC v1.6: they parse and they build."""

from __future__ import annotations

from nacformats.codec.constructs.expressions import length_of
from nacformats.codec.constructs.fields import AtMost, Derived
from nacformats.codec.constructs.lists import Repeat
from nacformats.codec.constructs.numbers import Integer
from nacformats.codec.constructs.records import Record
from nacformats.codec.constructs.texts import Size, Text

__all__ = ["merges", "pair"]


# Two tokens that become one.
pair = Record(
    "len_left" / Derived(Integer("<", "H"), length_of("left")),
    "left" / Text(Size(lambda this: this.len_left), "UTF-8"),
    "len_right" / Derived(Integer("<", "H"), length_of("right")),
    "right" / Text(Size(lambda this: this.len_right), "UTF-8"),
)


# Which neighbours BPE_ENCODE joins: pairs in the order of their rank, the best one first.
#
# Nothing in the file says that it is one; it goes by its name, merges.b.
#
# See NAC v1.6, section 6.3.
merges = Record(
    # Number of lines of the text that the pairs come from. Writers count lines that are no pair as well: there may be
    # fewer pairs.
    "num_lines" / AtMost(Integer("<", "L"), 16777216),
    "pairs" / Repeat(pair),
    is_root=True,
)
