# Generated from schemas/vocab.ksy (sha256 ab00ae5d009815e4de6bf1001a2dce5766649c2084e408d592535163284b689e) by `nacformats generate`. Do not edit.
# It imports schemas/binary32.ksy (sha256 72cc69472cbf2b8b3cc4d591e8bfb8f2c932db52630b2c2aa8c91e29f1e3800b).
"""Construct structs of Vocabulary of a tokenizer (vocab.b) of NAC v1.6: they parse and they build."""

from __future__ import annotations

from nacformats.codec.constructs.expressions import count_of, length_of
from nacformats.codec.constructs.fields import AtMost, Derived
from nacformats.codec.constructs.lists import Repeat
from nacformats.codec.constructs.numbers import Integer
from nacformats.codec.constructs.records import Record
from nacformats.codec.constructs.texts import Size, Text
from nacformats._generated.construct import binary32 as binary32_schema

__all__ = ["entry", "entry_offset", "vocab"]


# Where an entry is.
entry_offset = Record(
    # In bytes, from the first entry on.
    "ofs_entry" / Integer("<", "L"),
)


# A token.
entry = Record(
    "len_token" / Derived(Integer("<", "H"), length_of("token")),
    "token" / Text(Size(lambda this: this.len_token), "UTF-8"),
    "id_token" / Integer("<", "l"),
    # Logarithm of its probability, for UNIGRAM_ENCODE. Writers of v1.6 write 0 for all tokens.
    "score" / binary32_schema.binary32,
)


# The tokens, in the order of their code points, so that one can be found by bisection, with their ids and scores.
# `vidx` finds a token by its id.
#
# Nothing in the file says that it is one; it goes by its name, vocab.b.
#
# See NAC v1.6, section 6.3.
vocab = Record(
    # Number of tokens.
    "num_entries" / Derived(AtMost(Integer("<", "L"), 16777216), count_of("offsets")),
    # Where each entry is.
    "offsets" / Repeat(entry_offset, lambda this: this.num_entries),
    # One after the other, as the offsets say.
    "entries" / Repeat(entry, lambda this: this.num_entries),
    is_root=True,
)
