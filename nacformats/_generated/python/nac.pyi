# Generated from schemas/nac.ksy (sha256 97986397b1cdb9bf9bec323551b8ae63a8935d8b50c81953c62549041af00cd9) by `nacformats generate`. Do not edit.
# It imports schemas/binary32.ksy (sha256 72cc69472cbf2b8b3cc4d591e8bfb8f2c932db52630b2c2aa8c91e29f1e3800b).
# It imports schemas/mep.ksy (sha256 a8c6c4d7b52001da2ce8f018edcee55aadee3cbdea27b4e1d549633e74516e48).
# It imports schemas/tisa.ksy (sha256 010d7b6397249762ae8e8ada8f310f3071b11f8fc9f07eda69deacff2fa65769).
"""Records of Neural Architecture Code (NAC) v1.6, v1.7 and v1.8."""

from enum import IntEnum
from typing import Any

class HeaderSize(IntEnum):
    v1_6 = 88
    v1_7 = 92
    v1_8 = 100
class Quantization(IntEnum):
    none = 0
    fp16 = 1
    int8_tensor = 2
    int8_channel = 3
    block_fp8 = 4
class Operation(IntEnum):
    input = 2
    output = 3
    control_flow = 6
    convergence = 7
    nac_pass = 10
    nac_add = 11
    nac_sub = 12
    nac_gt = 13
    nac_neg = 14
    nac_where = 15
    nac_clone = 16
    nac_view = 17
    nac_le = 18
    nac_arange = 19
    nac_mul = 20
    nac_div = 21
    nac_matmul = 22
    nac_transpose = 23
    nac_zeros = 24
    nac_zeros_like = 25
    nac_new_zeros = 26
    nac_ones = 27
    nac_ones_like = 28
    nac_new_ones = 29
    nac_full = 30
    nac_full_like = 31
class InstructionLayout(IntEnum):
    input = 2
    output = 3
    control_flow = 6
    convergence = 7
    call = 10
    element = 20
    update = 33
    finish = 34
class LookupKey(IntEnum):
    signature = 0
    operation = 1
    element = 2
class InputSource(IntEnum):
    user = 0
    parameter = 1
    state = 2
    constant = 3
    saved = 4
    target = 5
class OutputKind(IntEnum):
    result = 0
    subgraph = 1
    update = 3
    finish = 4
class MemoryAction(IntEnum):
    save_result = 10
    save_for_grad = 15
    free = 20
    free_after_trng = 25
    forward = 30
    preload = 40
class ArgumentKind(IntEnum):
    axis = 65
    bias = 66
    key = 75
    mask = 77
    parameter = 80
    query = 81
    shape = 83
    tensor = 84
    value = 86
    weight = 87
    boolean = 98
    other = 99
    floating = 102
    integer = 105
    text = 115
class ConstantKind(IntEnum):
    none = 0
    truth = 1
    int64 = 2
    float64 = 3
    text = 4
    int32_list = 5
    float32_list = 6
class Dtype(IntEnum):
    float32 = 0
    float64 = 1
    float16 = 2
    bfloat16 = 3
    int32 = 4
    int64 = 5
    int16 = 6
    int8 = 7
    uint8 = 8
    bool = 9
    unknown = 255

def __getattr__(name: str) -> Any: ...
