# Generated from schemas/stb.ksy (sha256 31e6bc78261a3f78922ec08e97a25dc0fc01477d67c5139cfae15978e6450078) by `nacformats generate`. Do not edit.
"""Records of SVG-Tensor Binary Format (STB) v0.1."""

from enum import IntEnum
from typing import Any

class Dtype(IntEnum):
    float32 = 0
    float16 = 1
    int8 = 2
    int32 = 3
class Layout(IntEnum):
    row_major = 0
    col_major = 1
    channels_last = 2

def __getattr__(name: str) -> Any: ...
