# Generated from schemas/mep.ksy (sha256 f5e6c0d9a90892766e34198c379ccc32fbed3f369ec809c31f3c674f5b8c6a2c) by `nacformats generate`. Do not edit.
"""Construct structs of Model Execution Plan (MEP) bytecode of NAC v1.6 to v1.8: they parse and they build."""

from __future__ import annotations

from enum import IntEnum

from nacformats.codec.constructs.expressions import count_of
from nacformats.codec.constructs.fields import Derived, If, InEnum, Switch
from nacformats.codec.constructs.lists import Repeat
from nacformats.codec.constructs.numbers import Enumerated, Integer
from nacformats.codec.constructs.records import Record

__all__ = [
    "Aggregation",
    "BinaryOperation",
    "Combination",
    "Comparison",
    "Creation",
    "Destination",
    "Dtype",
    "ExternKind",
    "FileKind",
    "LossKind",
    "Manipulation",
    "Opcode",
    "Serialization",
    "TensorProperty",
    "UnaryOperation",
    "UnloadKind",
    "ValueKind",
    "WeightsKind",
    "WriteMode",
    "aggregate_operands",
    "array_operands",
    "binary_operands",
    "branch_operands",
    "combination_operands",
    "comparison_operands",
    "constant_operands",
    "copy_operands",
    "creation_operands",
    "datafile_operands",
    "debug_operands",
    "dynamic_operands",
    "extern_operands",
    "extraction_operands",
    "format_operands",
    "gradient_operands",
    "info_operands",
    "loop_operands",
    "manipulation_operands",
    "mep",
    "mode_operands",
    "model_operands",
    "no_operands",
    "plan_instruction",
    "processing_operands",
    "prompt_operands",
    "repetition_operands",
    "return_operands",
    "run_operands",
    "sampling_operands",
    "saving_operands",
    "serialization_operands",
    "token_operands",
    "top_k_operands",
    "training_operands",
    "unary_operands",
    "unload_operands",
    "write_operands",
]


class Opcode(IntEnum):
    src_user_prompt = 2  # Ask the user.
    src_constant = 4  # A constant of the pool.
    src_exec_mode = 5  # What the program was started for.
    res_load_model = 16  # Load a model.
    res_load_datafile = 17  # Load a file that the program names.
    res_load_extern = 18  # Take something that belongs to the file.
    res_load_dynamic = 19  # Load a file whose name was computed.
    res_load_array = 20  # An array that the file of the program holds.
    res_unload = 31  # Release a model or empty a slot.
    preproc_encode = 32  # Text to token ids.
    preproc_decode = 33  # Token ids to text, without special tokens.
    preproc_get_id = 34  # The id of a token.
    string_format = 42  # Put values into a template.
    tensor_create = 48  # Make a tensor.
    tensor_manipulate = 56  # Change the shape of a tensor.
    tensor_combine = 57  # Join tensors.
    tensor_info = 58  # Shape, size or value of a tensor.
    tensor_extract = 59  # A part of a tensor: [0, index, :] of three axes, [0, index] of two, [index] of one.
    sys_copy = 89  # The same value in another slot.
    sys_debug_print = 95  # Show a value to whoever debugs the program.
    math_unary = 96  # A function of one tensor.
    math_binary = 97  # Arithmetic.
    math_aggregate = 98  # A reduction of the last axis.
    logic_compare = 104  # A comparison.
    analysis_top_k = 112  # The largest elements, in descending order.
    analysis_sample = 113  # Draw an index with the probabilities of a softmax.
    model_run_static = 128  # Run a model.
    model_train_step = 130  # Run a model and its training program, which updates parameters.
    model_zero_grad = 131  # Forget the gradients of a model.
    model_save_weights = 133  # Write a model with the parameters that it has now.
    flow_loop_start = 160  # Begin a loop; a count of 0 or less skips it.
    flow_loop_end = 161  # End of the body: once more, or on.
    flow_branch_if = 168  # Jump when a condition holds.
    flow_break_loop_if = 169  # Leave a loop when a condition holds.
    serialize_object = 224  # A value as text or as an image file.
    io_write = 240  # Write a value.
    exec_return = 254  # End with results: one as it is, several as a list.
    exec_halt = 255  # End without a result.


class ValueKind(IntEnum):
    text = 0
    integer = 1
    number = 2


class FileKind(IntEnum):
    array = 2  # A file of NumPy (.npy).
    image = 3  # A picture, scaled to 256, cut to 224 and normalised as for ImageNet.


class ExternKind(IntEnum):
    tokenizer = 0
    constant = 1


class LossKind(IntEnum):
    cross_entropy = 0
    mse = 1
    none = 255  # No loss is asked for.


class WeightsKind(IntEnum):
    nac = 0  # A NAC file like that of the model.


class UnloadKind(IntEnum):
    model = 0
    slot = 1


class Dtype(IntEnum):
    float32 = 0
    int64 = 5


class Creation(IntEnum):
    values = 0  # Of a number or a list, with shape [1, n].
    arange = 1  # Numbers from 0 on, with shape [1, n].
    ones = 2  # Of the shape that is given.
    zeros = 3  # Of the shape that is given.


class Manipulation(IntEnum):
    pad = 1  # Put a value in front along the last axis.
    unsqueeze = 2  # One more axis, of size 1.
    squeeze = 3  # Without an axis of size 1.


class Combination(IntEnum):
    concat = 0  # One after another.


class TensorProperty(IntEnum):
    shape = 0  # All sizes.
    size = 1  # The size of one axis.
    item = 2  # The only element.


class UnaryOperation(IntEnum):
    softmax = 0  # Along the last axis.
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
    max = 5  # The larger one.
    min = 6  # The smaller one.


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
    plain = 0  # A line; a file is replaced.
    append = 1  # At the end of a file.
    no_newline = 2  # Text without a newline after it.


# What SRC_USER_PROMPT takes.
prompt_operands = Record(
    "out" / Integer("<", "B"),
    # What the answer is read as. Runtimes of v1.6 ignore it.
    "kind" / Enumerated(Integer("<", "B"), ValueKind),
    # The question.
    "prompt" / Integer("<", "H"),
)


# What SRC_CONSTANT takes.
constant_operands = Record(
    "out" / Integer("<", "B"),
    "constant" / Integer("<", "H"),
)


# What SRC_EXEC_MODE takes.
mode_operands = Record(
    # Gets the text `infer`, `train` or `infer_train`.
    "out" / Integer("<", "B"),
)


# What RES_LOAD_MODEL takes.
model_operands = Record(
    # The number by which the program refers to the model.
    "model" / Integer("<", "B"),
    # The file; the model in the same file when it is empty or that file's name.
    "path" / Integer("<", "H"),
)


# What RES_LOAD_DATAFILE takes.
datafile_operands = Record(
    "out" / Integer("<", "B"),
    # What the file holds.
    "kind" / Enumerated(Integer("<", "B"), FileKind),
    "path" / Integer("<", "H"),
)


# What RES_LOAD_EXTERN takes.
extern_operands = Record(
    "out" / Integer("<", "B"),
    "kind" / Enumerated(Integer("<", "B"), ExternKind),
    # The number of the model whose tokenizer it is, or the value itself.
    "resource" / Integer("<", "H"),
)


# What RES_LOAD_DYNAMIC takes.
dynamic_operands = Record(
    "out" / Integer("<", "B"),
    "name" / Integer("<", "B"),
    # What the file holds.
    "kind" / Enumerated(Integer("<", "B"), FileKind),
)


# What RES_LOAD_ARRAY takes.
array_operands = Record(
    "out" / Integer("<", "B"),
    # The name that the array has in the file.
    "array" / Integer("<", "H"),
)


# What RES_UNLOAD takes.
unload_operands = Record(
    "kind" / InEnum(Enumerated(Integer("<", "B"), UnloadKind), UnloadKind),
    "model" / If(lambda this: this.kind == UnloadKind.model, Integer("<", "B")),
    # The slot, which is empty afterwards.
    "slot" / If(lambda this: this.kind == UnloadKind.slot, Integer("<", "B")),
)


# What PREPROC_ENCODE and PREPROC_DECODE take.
processing_operands = Record(
    # The tokenizer.
    "processor" / Integer("<", "B"),
    "source" / Integer("<", "B"),
    "out" / Integer("<", "B"),
)


# What PREPROC_GET_ID takes.
token_operands = Record(
    # The tokenizer.
    "processor" / Integer("<", "B"),
    "token" / Integer("<", "H"),
    "out" / Integer("<", "B"),
)


# What STRING_FORMAT takes.
format_operands = Record(
    "out" / Integer("<", "B"),
    # Text with `{}` for each value.
    "template" / Integer("<", "H"),
    "num_values" / Derived(Integer("<", "B"), count_of("values")),
    "values" / Repeat(Integer("<", "B"), lambda this: this.num_values),
)


# What TENSOR_CREATE takes.
creation_operands = Record(
    "out" / Integer("<", "B"),
    # Any other number means float32.
    "dtype" / Enumerated(Integer("<", "B"), Dtype),
    "kind" / Enumerated(Integer("<", "B"), Creation),
    "source" / Integer("<", "B"),
)


# What TENSOR_MANIPULATE takes.
manipulation_operands = Record(
    # What to do; it decides what follows.
    "operation" / InEnum(Enumerated(Integer("<", "B"), Manipulation), Manipulation),
    "out" / Integer("<", "B"),
    "tensor" / Integer("<", "B"),
    # Number of elements to pad with.
    "width" / If(lambda this: this.operation == Manipulation.pad, Integer("<", "B")),
    # What to pad with.
    "value" / If(lambda this: this.operation == Manipulation.pad, Integer("<", "B")),
    # The axis that is made or removed; from the end when it is negative.
    "dim" / If(lambda this: this.operation != Manipulation.pad, Integer("<", "B")),
)


# What TENSOR_COMBINE takes.
combination_operands = Record(
    "operation" / Enumerated(Integer("<", "B"), Combination),
    "out" / Integer("<", "B"),
    "num_tensors" / Derived(Integer("<", "B"), count_of("tensors")),
    "tensors" / Repeat(Integer("<", "B"), lambda this: this.num_tensors),
    "axis" / Integer("<", "B"),
)


# What TENSOR_INFO takes.
info_operands = Record(
    # What is asked for; it decides what follows.
    "property" / InEnum(Enumerated(Integer("<", "B"), TensorProperty), TensorProperty),
    "out" / Integer("<", "B"),
    "tensor" / Integer("<", "B"),
    # The axis whose size is asked for.
    "axis" / If(lambda this: this.property == TensorProperty.size, Integer("<", "B")),
)


# What TENSOR_EXTRACT takes.
extraction_operands = Record(
    "out" / Integer("<", "B"),
    "tensor" / Integer("<", "B"),
    "index" / Integer("<", "B"),
)


# What SYS_COPY takes.
copy_operands = Record(
    "out" / Integer("<", "B"),
    "source" / Integer("<", "B"),
)


# What SYS_DEBUG_PRINT takes.
debug_operands = Record(
    "source" / Integer("<", "B"),
    "message" / Integer("<", "H"),
)


# What MATH_UNARY takes.
unary_operands = Record(
    "operation" / Enumerated(Integer("<", "B"), UnaryOperation),
    "out" / Integer("<", "B"),
    "source" / Integer("<", "B"),
)


# What MATH_BINARY takes.
binary_operands = Record(
    "operation" / Enumerated(Integer("<", "B"), BinaryOperation),
    "out" / Integer("<", "B"),
    "left" / Integer("<", "B"),
    "right" / Integer("<", "B"),
)


# What MATH_AGGREGATE takes.
aggregate_operands = Record(
    "operation" / Enumerated(Integer("<", "B"), Aggregation),
    "out" / Integer("<", "B"),
    "source" / Integer("<", "B"),
)


# What LOGIC_COMPARE takes.
comparison_operands = Record(
    "operation" / Enumerated(Integer("<", "B"), Comparison),
    "out" / Integer("<", "B"),
    "left" / Integer("<", "B"),
    "right" / Integer("<", "B"),
)


# What ANALYSIS_TOP_K takes.
top_k_operands = Record(
    "source" / Integer("<", "B"),
    # How many.
    "count" / Integer("<", "B"),
    # Where they are, in the flat tensor.
    "indices" / Integer("<", "B"),
    # The elements.
    "elements" / Integer("<", "B"),
)


# What ANALYSIS_SAMPLE takes.
sampling_operands = Record(
    "logits" / Integer("<", "B"),
    # What the logits are divided by when it is positive.
    "temperature" / Integer("<", "B"),
    # How many of the largest logits take part.
    "top_k" / Integer("<", "B"),
    "out" / Integer("<", "B"),
)


# What MODEL_RUN_STATIC takes.
run_operands = Record(
    "model" / Integer("<", "B"),
    "num_inputs" / Derived(Integer("<", "B"), count_of("inputs")),
    "inputs" / Repeat(Integer("<", "B"), lambda this: this.num_inputs),
    "num_outputs" / Derived(Integer("<", "B"), count_of("outputs")),
    "outputs" / Repeat(Integer("<", "B"), lambda this: this.num_outputs),
)


# What MODEL_TRAIN_STEP takes.
training_operands = Record(
    "model" / Integer("<", "B"),
    # What is computed of the outputs and the targets.
    "loss" / Enumerated(Integer("<", "B"), LossKind),
    "num_inputs" / Derived(Integer("<", "B"), count_of("inputs")),
    "inputs" / Repeat(Integer("<", "B"), lambda this: this.num_inputs),
    "num_targets" / Derived(Integer("<", "B"), count_of("targets")),
    "targets" / Repeat(Integer("<", "B"), lambda this: this.num_targets),
    # Gets the loss before the update.
    "out" / Integer("<", "B"),
    # The learning rate.
    "rate" / Integer("<", "B"),
    # Where the program keeps the output of the model, for runtimes that need it.
    "logits" / Integer("<", "B"),
    # Name of the weight of the last layer, for runtimes that train nothing else.
    "weight" / Integer("<", "H"),
    # Name of the bias of the last layer.
    "bias" / Integer("<", "H"),
)


# What MODEL_ZERO_GRAD takes.
gradient_operands = Record(
    "model" / Integer("<", "B"),
)


# What MODEL_SAVE_WEIGHTS takes.
saving_operands = Record(
    "model" / Integer("<", "B"),
    # Name of the file; empty for that of the model.
    "name" / Integer("<", "B"),
    "kind" / Enumerated(Integer("<", "B"), WeightsKind),
)


# What FLOW_LOOP_START takes.
loop_operands = Record(
    # How often to run the body.
    "count" / Integer("<", "B"),
)


# What FLOW_LOOP_END takes.
repetition_operands = Record(
    # To the first instruction of the body.
    "jump" / Integer("<", "h"),
)


# What FLOW_BRANCH_IF and FLOW_BREAK_LOOP_IF take.
branch_operands = Record(
    "condition" / Integer("<", "B"),
    "jump" / Integer("<", "h"),
)


# What SERIALIZE_OBJECT takes.
serialization_operands = Record(
    "out" / Integer("<", "B"),
    "source" / Integer("<", "B"),
    "format" / Enumerated(Integer("<", "B"), Serialization),
)


# What IO_WRITE takes.
write_operands = Record(
    "source" / Integer("<", "B"),
    "destination" / Enumerated(Integer("<", "B"), Destination),
    # Name of the file.
    "name" / If(lambda this: this.destination == Destination.file, Integer("<", "B")),
    # A slot that means nothing, since no file is named.
    "unused" / If(lambda this: this.destination != Destination.file, Integer("<", "B")),
    "mode" / Enumerated(Integer("<", "B"), WriteMode),
)


# What EXEC_RETURN takes.
return_operands = Record(
    "num_values" / Derived(Integer("<", "B"), count_of("values")),
    "values" / Repeat(Integer("<", "B"), lambda this: this.num_values),
)


# EXEC_HALT stands alone.
no_operands = Record()


# One instruction.
plan_instruction = Record(
    # What to do. An instruction with an unknown opcode has an unknown size.
    "opcode" / InEnum(Enumerated(Integer("<", "B"), Opcode), Opcode),
    "operands" / Switch(
        lambda this: this.opcode,
        {
            Opcode.src_user_prompt: prompt_operands,
            Opcode.src_constant: constant_operands,
            Opcode.src_exec_mode: mode_operands,
            Opcode.res_load_model: model_operands,
            Opcode.res_load_datafile: datafile_operands,
            Opcode.res_load_extern: extern_operands,
            Opcode.res_load_dynamic: dynamic_operands,
            Opcode.res_load_array: array_operands,
            Opcode.res_unload: unload_operands,
            Opcode.preproc_encode: processing_operands,
            Opcode.preproc_decode: processing_operands,
            Opcode.preproc_get_id: token_operands,
            Opcode.string_format: format_operands,
            Opcode.tensor_create: creation_operands,
            Opcode.tensor_manipulate: manipulation_operands,
            Opcode.tensor_combine: combination_operands,
            Opcode.tensor_info: info_operands,
            Opcode.tensor_extract: extraction_operands,
            Opcode.sys_copy: copy_operands,
            Opcode.sys_debug_print: debug_operands,
            Opcode.math_unary: unary_operands,
            Opcode.math_binary: binary_operands,
            Opcode.math_aggregate: aggregate_operands,
            Opcode.logic_compare: comparison_operands,
            Opcode.analysis_top_k: top_k_operands,
            Opcode.analysis_sample: sampling_operands,
            Opcode.model_run_static: run_operands,
            Opcode.model_train_step: training_operands,
            Opcode.model_zero_grad: gradient_operands,
            Opcode.model_save_weights: saving_operands,
            Opcode.flow_loop_start: loop_operands,
            Opcode.flow_loop_end: repetition_operands,
            Opcode.flow_branch_if: branch_operands,
            Opcode.flow_break_loop_if: branch_operands,
            Opcode.serialize_object: serialization_operands,
            Opcode.io_write: write_operands,
            Opcode.exec_return: return_operands,
            Opcode.exec_halt: no_operands,
        },
    ),
)


# A program that prepares inputs, runs models and shows what comes out: the bytecode of section ORCH of a NAC file. It
# works on 256 slots, which are empty at first, and takes constants from the pool of the section by their ids.
#
# Instructions have no length of their own: the opcode decides what follows, so nothing behind an unknown one can be
# read. Jumps are in bytes, from the end of the instruction.
#
# `-role` says what the number in an operand is: `result` (a slot that is written), `slot` (one that is read),
# `constant` (an id in the pool), `model` (the number that RES_LOAD_MODEL gave), `jump`, or a `literal`. With `_or_none`
# behind it, 0 means that there is none.
#
# `-since` names the first version of NAC that has an instruction or a choice; what has no such hint is in v1.6 already.
#
# See NAC v1.6, section 9.
mep = Record(
    # In the order of the bytes; execution begins with the first one.
    "instructions" / Repeat(plan_instruction),
    is_root=True,
)
