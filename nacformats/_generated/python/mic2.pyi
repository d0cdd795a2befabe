# Generated from schemas/mic2.ksy (sha256 d3ccddff2284fc7ea29448ad0980d4f3c0f72130e486f8eb11711a2345ef830a) by `nacformats generate`. Do not edit.
"""Generated from mic2.ksy."""

from typing import Any

def __getattr__(name: str) -> Any: ...
