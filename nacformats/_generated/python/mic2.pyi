# Generated from schemas/mic2.ksy (sha256 d3ccddff2284fc7ea29448ad0980d4f3c0f72130e486f8eb11711a2345ef830a) by `nacformats generate`. Do not edit.
"""Records of mic@2, text form of Mind IR graphs, lines and tokens."""

from enum import IntEnum
from typing import Any

class LineKind(IntEnum):
    symbol = 0
    tensor_type = 1
    arg = 2
    param = 3
    node = 4
    output = 5
    comment = 6

def __getattr__(name: str) -> Any: ...
