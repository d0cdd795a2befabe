# Generated from schemas/nac.ksy (sha256 02ecaf0eb7488ecf19cc8e76349a53df0d170cef870f663a00b54934111a21b5) by `nacformats generate`. Do not edit.
"""Layout of Neural Architecture Code (NAC) v1.6: in which order numbers and tables come.

There is none: /seq/2 is no unsigned number.
"""

from __future__ import annotations

from nacformats.codec.layouts import Layout

__all__ = ["LAYOUT"]

LAYOUT: Layout | None = None
