# Generated from schemas/stb.ksy (sha256 eaf254f3cb930b468430abf4bc0b2fbe5fa5c91bde49129c6f12458958113058) by `nacformats generate`. Do not edit.
"""Layout of SVG-Tensor Binary Format (STB) v0.1: in which order numbers and tables come.

There is none: /seq/6 has a rule that a layout does not have.
"""

from __future__ import annotations

from nacformats.codec.layouts import Layout

__all__ = ["LAYOUT"]

LAYOUT: Layout | None = None
