# Generated from schemas/uleb128.ksy (sha256 7f8186add90b8dbb561b7475dbf873f7412752189f1e2acac510fc34dd3cce21) by `nacformats generate`. Do not edit.
"""Construct of Unsigned LEB128 integer of at most 64 bits: it parses and it builds."""

from __future__ import annotations

from nacformats.codec.constructs.numbers import Uleb128

__all__ = ["uleb128"]

# Variable-length unsigned integer: 7 bits a byte, least significant group first. The high bit of a byte says that
# another one follows. At most 10 bytes; the tenth one holds bit 63 only, so that every number fits 64 bits.
#
# Encodings padded with zero groups are read as well: `is_minimal` tells them apart. `value` is exact in languages with
# 64-bit integers; JavaScript has 53 bits.
uleb128 = Uleb128()
