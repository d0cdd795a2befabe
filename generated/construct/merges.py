# Generated from schemas/merges.ksy (sha256 da3f2e4390a052398605c9bfd862235886c0eb1b04704f2894791cd6896fc11a) by `nacformats generate`. Do not edit.
"""Construct structs of Merges of a tokenizer (merges.b) of NAC v1.6: they parse and they build."""

from __future__ import annotations

from nacformats.codec.constructs import Record as _Record
from nacformats._generated.python import merges as _records

__all__ = ["merges", "pair"]

# Which neighbours BPE_ENCODE joins: pairs in the order of their rank, the best one first.
merges = _Record(_records.Merges)
# Two tokens that become one.
pair = _Record(_records.Pair)
