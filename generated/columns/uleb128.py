# Generated from schemas/uleb128.ksy (sha256 0e970d61a753e9c984440ccd5e973c10752d3c63d78463209af26d2f125713f7) by `nacformats generate`. Do not edit.
"""Columns of Unsigned LEB128 integer of at most 64 bits: each repeated record as arrays. See nacformats.columns."""

from __future__ import annotations


__all__ = []
