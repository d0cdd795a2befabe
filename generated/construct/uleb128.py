# Generated from schemas/uleb128.ksy (sha256 0e970d61a753e9c984440ccd5e973c10752d3c63d78463209af26d2f125713f7) by `nacformats generate`. Do not edit.
"""Construct of Unsigned LEB128 integer of at most 64 bits: it parses and it builds."""

from __future__ import annotations

from nacformats.codec.constructs import Number as _Number

__all__ = ["uleb128"]

# Variable-length unsigned integer: 7 bits a byte, least significant group first.
uleb128 = _Number("uleb128")
