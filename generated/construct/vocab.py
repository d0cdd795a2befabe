# Generated from schemas/vocab.ksy (sha256 ab00ae5d009815e4de6bf1001a2dce5766649c2084e408d592535163284b689e) by `nacformats generate`. Do not edit.
# It imports schemas/binary32.ksy (sha256 72cc69472cbf2b8b3cc4d591e8bfb8f2c932db52630b2c2aa8c91e29f1e3800b).
"""Construct structs of Vocabulary of a tokenizer (vocab.b) of NAC v1.6: they parse and they build."""

from __future__ import annotations

from nacformats.codec.constructs import Record as _Record
from nacformats._generated.python import vocab as _records

__all__ = ["entry", "entry_offset", "vocab"]

# The tokens, in the order of their code points, so that one can be found by bisection, with their ids and scores.
vocab = _Record(_records.Vocab)
# Where an entry is.
entry_offset = _Record(_records.EntryOffset, 4)
# A token.
entry = _Record(_records.Entry)
