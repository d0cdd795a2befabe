# Generated from schemas/gguf.ksy (sha256 14b79c3a1959e01c00550c972a954d7522d4c51fa35a7ad2f5211e13c5ab75d3) by `nacformats generate`. Do not edit.
"""Records of GGUF v2 and v3."""

from enum import IntEnum
from typing import Any

class ValueType(IntEnum):
    uint8 = 0
    int8 = 1
    uint16 = 2
    int16 = 3
    uint32 = 4
    int32 = 5
    float32 = 6
    bool = 7
    string = 8
    array = 9
    uint64 = 10
    int64 = 11
    float64 = 12
class TensorType(IntEnum):
    f32 = 0
    f16 = 1
    q4_0 = 2
    q4_1 = 3
    q5_0 = 6
    q5_1 = 7
    q8_0 = 8
    q8_1 = 9
    q2_k = 10
    q3_k = 11
    q4_k = 12
    q5_k = 13
    q6_k = 14
    q8_k = 15
    iq2_xxs = 16
    iq2_xs = 17
    iq3_xxs = 18
    iq1_s = 19
    iq4_nl = 20
    iq3_s = 21
    iq2_s = 22
    iq4_xs = 23
    i8 = 24
    i16 = 25
    i32 = 26
    i64 = 27
    f64 = 28
    iq1_m = 29
    bf16 = 30
    tq1_0 = 34
    tq2_0 = 35
    mxfp4 = 39
    nvfp4 = 40
    q1_0 = 41

def __getattr__(name: str) -> Any: ...
