# Generated from schemas/mep.ksy (sha256 86346db96f45d7e92e5a5ac3560c3076988d502fb0adcbb8e7ee2d1d2c4f273d) by `nacformats generate`. Do not edit.
"""Construct structs of Model Execution Plan (MEP) bytecode of NAC v1.6."""

from enum import IntEnum

from nacformats.codec.constructs import Record

class Opcode(IntEnum):
    src_user_prompt = 2
    src_constant = 4
    res_load_model = 16
    res_load_datafile = 17
    res_load_extern = 18
    res_load_dynamic = 19
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
class Manipulation(IntEnum):
    pad = 1
class Combination(IntEnum):
    concat = 0
class TensorProperty(IntEnum):
    shape = 0
    size = 1
    item = 2
class UnaryOperation(IntEnum):
    softmax = 0
class BinaryOperation(IntEnum):
    add = 0
    sub = 1
    mul = 2
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
aggregate_operands: Record
binary_operands: Record
branch_operands: Record
combination_operands: Record
comparison_operands: Record
constant_operands: Record
copy_operands: Record
creation_operands: Record
datafile_operands: Record
debug_operands: Record
dynamic_operands: Record
extern_operands: Record
extraction_operands: Record
format_operands: Record
info_operands: Record
loop_operands: Record
manipulation_operands: Record
mep: Record
model_operands: Record
no_operands: Record
plan_instruction: Record
processing_operands: Record
prompt_operands: Record
repetition_operands: Record
return_operands: Record
run_operands: Record
sampling_operands: Record
serialization_operands: Record
token_operands: Record
top_k_operands: Record
unary_operands: Record
unload_operands: Record
write_operands: Record
