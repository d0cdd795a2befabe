# Generated from schemas/stb.ksy (sha256 0345ed56f9b45f3379da906e1e825d701fcda049dcced3694875ac7626347a8d) by `nacformats generate`. Do not edit.
"""Layout of SVG-Tensor Binary Format (STB) v0.1: in which order numbers and tables come.

There is none: /seq/6 has a rule that a layout does not have.
"""

from __future__ import annotations

from nacformats.codec.layouts import FileLayout

__all__ = ["LAYOUT"]

LAYOUT: FileLayout | None = None
