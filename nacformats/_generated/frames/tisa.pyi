# Generated from schemas/tisa.ksy (sha256 6c031895c5d17ed76870336cb88b8513374c2770222afde705725fb6acf0b29b) by `nacformats generate`. Do not edit.
"""Generated from tisa.ksy."""

from typing import Any

def __getattr__(name: str) -> Any: ...
