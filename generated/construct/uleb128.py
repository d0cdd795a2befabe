# Generated from schemas/uleb128.ksy (sha256 94a08bd38c22b22d5945f850a28504b5fc32944d26824efa10279ce8866c0c94) by `nacformats generate`. Do not edit.
"""Construct of Unsigned LEB128 integer of at most 64 bits: it parses and it builds."""

from __future__ import annotations

from nacformats.codec.constructs import Number as _Number

__all__ = ["uleb128"]

# Variable-length unsigned integer: 7 bits a byte, least significant group first.
uleb128 = _Number("uleb128")
