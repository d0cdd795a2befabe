# Generated from schemas/binary32.ksy (sha256 72cc69472cbf2b8b3cc4d591e8bfb8f2c932db52630b2c2aa8c91e29f1e3800b) by `nacformats generate`. Do not edit.
"""Construct structs of A number of IEEE 754 binary32: they parse and they build."""

from __future__ import annotations

from nacformats.codec.constructs import Record as _Record
from nacformats._generated.python import binary32 as _records

__all__ = ["binary32"]

# A floating point number of 32 bits.
binary32 = _Record(_records.Binary32, 4)
