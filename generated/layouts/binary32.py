# Generated from schemas/binary32.ksy (sha256 72cc69472cbf2b8b3cc4d591e8bfb8f2c932db52630b2c2aa8c91e29f1e3800b) by `nacformats generate`. Do not edit.
"""Layout of A number of IEEE 754 binary32: in which order numbers and tables come.

There is none: the root of binary32 has no tables, or has fields with a position of their own.
"""

from __future__ import annotations

from nacformats.codec.layouts import FileLayout

__all__ = ["LAYOUT"]

LAYOUT: FileLayout | None = None
