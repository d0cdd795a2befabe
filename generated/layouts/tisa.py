# Generated from schemas/tisa.ksy (sha256 2b355f8c3897145f7d57c2d4ac495edb72ac0745a3f10f1a65df878095b6e83c) by `nacformats generate`. Do not edit.
"""Layout of TISA, tokenizer manifest of NAC v1.6: in which order numbers and tables come.

There is none: /seq/2 is neither a number nor a table.
"""

from __future__ import annotations

from nacformats.codec.layouts import Layout

__all__ = ["LAYOUT"]

LAYOUT: Layout | None = None
