# Generated from schemas/mep.ksy (sha256 a8c6c4d7b52001da2ce8f018edcee55aadee3cbdea27b4e1d549633e74516e48) by `nacformats generate`. Do not edit.
"""Records of Model Execution Plan (MEP) bytecode of NAC v1.6 to v1.8."""

from enum import IntEnum
from typing import Any

class Opcode(IntEnum):
    src_user_prompt = 2
    src_constant = 4
    src_exec_mode = 5
    res_load_model = 16
    res_load_datafile = 17
    res_load_extern = 18
    res_load_dynamic = 19
    res_load_array = 20
    res_unload = 31
    preproc_encode = 32
    preproc_decode = 33
    preproc_get_id = 34
    string_format = 42
    tensor_create = 48
    tensor_manipulate = 56
    tensor_combine = 57
    tensor_info = 58
    tensor_extract = 59
    sys_copy = 89
    sys_debug_print = 95
    math_unary = 96
    math_binary = 97
    math_aggregate = 98
    logic_compare = 104
    analysis_top_k = 112
    analysis_sample = 113
    model_run_static = 128
    model_train_step = 130
    model_zero_grad = 131
    model_save_weights = 133
    flow_loop_start = 160
    flow_loop_end = 161
    flow_branch_if = 168
    flow_break_loop_if = 169
    serialize_object = 224
    io_write = 240
    exec_return = 254
    exec_halt = 255
class ValueKind(IntEnum):
    text = 0
    integer = 1
    number = 2
class FileKind(IntEnum):
    array = 2
    image = 3
class ExternKind(IntEnum):
    tokenizer = 0
    constant = 1
class LossKind(IntEnum):
    cross_entropy = 0
    mse = 1
    none = 255
class WeightsKind(IntEnum):
    nac = 0
class UnloadKind(IntEnum):
    model = 0
    slot = 1
class Dtype(IntEnum):
    float32 = 0
    int64 = 5
class Creation(IntEnum):
    values = 0
    arange = 1
    ones = 2
    zeros = 3
class Manipulation(IntEnum):
    pad = 1
    unsqueeze = 2
    squeeze = 3
class Combination(IntEnum):
    concat = 0
class TensorProperty(IntEnum):
    shape = 0
    size = 1
    item = 2
class UnaryOperation(IntEnum):
    softmax = 0
    sqrt = 1
    abs = 2
    neg = 3
    exp = 4
    reciprocal = 5
class BinaryOperation(IntEnum):
    add = 0
    sub = 1
    mul = 2
    div = 3
    pow = 4
    max = 5
    min = 6
class Aggregation(IntEnum):
    argmax = 0
class Comparison(IntEnum):
    eq = 0
    ne = 1
    gt = 2
    lt = 3
class Serialization(IntEnum):
    text = 0
    json = 1
    png = 2
class Destination(IntEnum):
    stdout = 0
    stderr = 1
    file = 2
class WriteMode(IntEnum):
    plain = 0
    append = 1
    no_newline = 2

def __getattr__(name: str) -> Any: ...
