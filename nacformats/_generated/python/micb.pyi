# Generated from schemas/micb.ksy (sha256 5db39ae95eb084788db5a0f8e59b114c46942db28d4c596042ca4fa5d2ad37b2) by `nacformats generate`. Do not edit.
# It imports schemas/uleb128.ksy (sha256 94a08bd38c22b22d5945f850a28504b5fc32944d26824efa10279ce8866c0c94).
"""Records of MIC-B v2, binary form of Mind IR graphs."""

from enum import IntEnum
from typing import Any

class Dtype(IntEnum):
    f16 = 0
    f32 = 1
    f64 = 2
    bf16 = 3
    i8 = 4
    i16 = 5
    i32 = 6
    i64 = 7
    u8 = 8
    u16 = 9
    u32 = 10
    u64 = 11
    bool = 12
class Tag(IntEnum):
    arg = 0
    param = 1
    node = 2
class Opcode(IntEnum):
    matmul = 0
    add = 1
    sub = 2
    mul = 3
    div = 4
    relu = 5
    softmax = 6
    sigmoid = 7
    tanh = 8
    gelu = 9
    layernorm = 10
    transpose = 11
    reshape = 12
    sum = 13
    mean = 14
    max = 15
    concat = 16
    split = 17
    gather = 18
    custom = 255

def __getattr__(name: str) -> Any: ...
