# Generated from schemas/tisa.ksy (sha256 2b355f8c3897145f7d57c2d4ac495edb72ac0745a3f10f1a65df878095b6e83c) by `nacformats generate`. Do not edit.
"""NumPy dtypes of the records of fixed size of TISA, tokenizer manifest of NAC v1.6."""

from __future__ import annotations

__all__ = []
