# Generated from schemas/stb.ksy (sha256 148b6aaa4ad61793baf0b22348422530692743543abcc363ec60369af70fe689) by `nacformats generate`. Do not edit.
"""Layout of SVG-Tensor Binary Format (STB) v0.1: in which order numbers and tables come.

There is none: /seq/6 has a rule that depends on more than a number.
"""

from __future__ import annotations

from nacformats.codec.layouts import Layout

__all__ = ["LAYOUT"]

LAYOUT: Layout | None = None
