# Generated from schemas/uleb128.ksy (sha256 7f8186add90b8dbb561b7475dbf873f7412752189f1e2acac510fc34dd3cce21) by `nacformats generate`. Do not edit.
"""Construct of Unsigned LEB128 integer of at most 64 bits: it parses and it builds."""

from __future__ import annotations

from nacformats.codec.constructs import Number as _Number

__all__ = ["uleb128"]

# Variable-length unsigned integer: 7 bits a byte, least significant group first.
uleb128 = _Number("uleb128")
