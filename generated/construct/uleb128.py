# Generated from schemas/uleb128.ksy (sha256 533ed7fa132d0fc98f40f751a2673d47a06f324b044d1f58bdbda90503252712) by `nacformats generate`. Do not edit.
"""Construct of Unsigned LEB128 integer of at most 64 bits: it parses and it builds."""

from __future__ import annotations

from nacformats.codec.constructs import Uleb128

__all__ = ["uleb128"]

# Variable-length unsigned integer: 7 bits a byte, least significant group first. The high bit of a byte says that
# another one follows. At most 10 bytes; the tenth one holds bit 63 only, so that every number fits 64 bits.
#
# Encodings padded with zero groups are read as well: `is_minimal` tells them. `value` is exact in languages with 64-bit
# integers; JavaScript has 53 bits.
uleb128 = Uleb128()
