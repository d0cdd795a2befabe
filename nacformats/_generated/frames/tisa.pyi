# Generated from schemas/tisa.ksy (sha256 2b355f8c3897145f7d57c2d4ac495edb72ac0745a3f10f1a65df878095b6e83c) by `nacformats generate`. Do not edit.
"""Generated from tisa.ksy."""

from typing import Any

def __getattr__(name: str) -> Any: ...
