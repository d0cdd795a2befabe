# Generated from schemas/nac.ksy (sha256 0633245ba11ec1316652a3a52f698b0ae7c264362a179e907afedf63510c32ad) by `nacformats generate`. Do not edit.
# It imports schemas/binary32.ksy (sha256 72cc69472cbf2b8b3cc4d591e8bfb8f2c932db52630b2c2aa8c91e29f1e3800b).
# It imports schemas/mep.ksy (sha256 f5e6c0d9a90892766e34198c379ccc32fbed3f369ec809c31f3c674f5b8c6a2c).
# It imports schemas/tisa.ksy (sha256 010d7b6397249762ae8e8ada8f310f3071b11f8fc9f07eda69deacff2fa65769).
"""Construct structs of Neural Architecture Code (NAC) v1.6, v1.7 and v1.8: they parse and they build."""

from __future__ import annotations

from enum import IntEnum

from nacformats.codec.constructs.expressions import argument_of, count_of, length_of, offset_of
from nacformats.codec.constructs.fields import (
    AtLeast,
    AtMost,
    Default,
    Derived,
    Fixed,
    If,
    InEnum,
    OneOf,
    Switch,
    Valid,
)
from nacformats.codec.constructs.lists import Repeat
from nacformats.codec.constructs.numbers import BitField, Enumerated, Integer, member
from nacformats.codec.constructs.records import At, Call, Computed, Record
from nacformats.codec.constructs.texts import Contents, Raw, Size, Text, Within
from nacformats._generated.construct import binary32 as binary32_schema
from nacformats._generated.construct import mep as mep_schema
from nacformats._generated.construct import tisa as tisa_schema

__all__ = [
    "ArgumentKind",
    "ConstantKind",
    "Dtype",
    "HeaderSize",
    "InputSource",
    "InstructionLayout",
    "MemoryAction",
    "Operation",
    "OutputKind",
    "Quantization",
    "argument_code",
    "binary32_list",
    "binary64",
    "block_scaling",
    "call_fields",
    "canonical_map",
    "channel_scaling",
    "constant",
    "constant_table",
    "control_flow_fields",
    "convergence_fields",
    "element_fields",
    "element_search",
    "finish_fields",
    "float32_list_body",
    "float64_body",
    "input_fields",
    "input_name",
    "instruction",
    "int32_list_body",
    "int64_body",
    "memory_command",
    "memory_map",
    "nac",
    "named_array",
    "named_arrays",
    "no_fields",
    "no_scaling",
    "null_body",
    "operation_name",
    "operations",
    "orchestrator",
    "output_fields",
    "parameter_data",
    "parameter_name",
    "permutations",
    "preprocessing",
    "resource",
    "resources",
    "schedule_record",
    "signature",
    "signature_lookup",
    "signature_run",
    "signature_slot",
    "tensor",
    "tensor_meta",
    "tensor_scaling",
    "text_body",
    "training",
    "truth_body",
    "update_fields",
]


class HeaderSize(IntEnum):
    v1_6 = 88  # Size of the header of v1.6 in bytes.
    v1_7 = 92  # Size of the header of v1.7, where its first section begins.
    v1_8 = 100  # Size of the header of v1.8, where its first section begins.


class Quantization(IntEnum):
    none = 0  # The elements are the numbers.
    fp16 = 1  # Stored as binary16.
    int8_tensor = 2  # Stored as 8-bit integers with one scale.
    int8_channel = 3  # Stored as 8-bit integers with one scale a channel.
    block_fp8 = 4  # Stored as 8-bit integers with one scale a block.


class Operation(IntEnum):
    input = 2  # Entry of data.
    output = 3  # Exit of data.
    control_flow = 6  # Conditional execution, reserved.
    convergence = 7  # Merging of branches, experimental.
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
    element = 20  # Of an operation that takes an element and has no signature.
    update = 33  # Of an OUTPUT that updates a parameter.
    finish = 34  # Of an OUTPUT that ends the program of gradients.


class InputSource(IntEnum):
    user = 0  # Given by the caller.
    parameter = 1  # A parameter of `data`.
    state = 2  # Kept from one run to the next.
    constant = 3  # Given by the caller, or a constant of `cnst`.
    saved = 4  # In `trng`, the result of an instruction of `ops`.
    target = 5  # In `trng`, what an output is to become, given by the caller.


class OutputKind(IntEnum):
    result = 0  # What the model returns.
    subgraph = 1  # What a part of the program returns.
    update = 3  # In `trng`, a step of gradient descent of a parameter.
    finish = 4  # In `trng`, its end.


class MemoryAction(IntEnum):
    save_result = 10  # Keep the result of this instruction in shared memory.
    save_for_grad = 15  # Keep the result of this instruction for `trng`.
    free = 20  # Release the memory of an earlier result or parameter.
    free_after_trng = 25  # Release the memory once `trng` has run.
    forward = 30  # Hand the result directly to the instruction that needs it.
    preload = 40  # Begin to load a parameter.


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
    other = 99  # Anything else, such as the name of a dtype.
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
    unknown = 255  # A type that the format has no number for.


# One thing for the coprocessor to do.
#
# See NAC v1.6, section 4.4.
memory_command = Record(
    "action" / Enumerated(Integer("<", "B"), MemoryAction),
    # Index of the instruction whose result the action is about.
    "target" / Integer("<", "H"),
)


# The commands of one tick.
#
# See NAC v1.6, section 4.3.
schedule_record = Record(
    # Index of the instruction at which the commands are due.
    "tick" / Integer("<", "H"),
    "num_commands" / Derived(Integer("<", "B"), count_of("commands")),
    "commands" / Repeat(memory_command, lambda this: this.num_commands),
)


# Commands for the memory coprocessor, by the instruction at which they are due.
#
# See NAC v1.6, section 4.2.
memory_map = Record(
    "magic" / Contents(b"MMAP"),
    # Number of records; there cannot be more than there are ticks.
    "num_records" / Derived(AtMost(Integer("<", "L"), 65536), count_of("records")),
    "records" / Repeat(schedule_record, lambda this: this.num_records),
)


# C of an INPUT; there is no D.
#
# See NAC v1.6, section 7.1.
input_fields = Record(
    # Number of words, 1 (without itself, as compilers write it) or 2.
    "prefix" / If(lambda this: this.has_id, OneOf(Integer("<", "h"), (1, 2,))),
    # Id of the parameter, of the state or of the constant; index of the instruction of `ops`; number of the target.
    "id" / If(lambda this: this.has_id, Integer("<", "h")),
    "source" / Computed(lambda this: member(InputSource, this.variant)),
    "has_id" / Computed(lambda this: this.variant >= 1 and this.variant <= (3 if this._root.version == 1 else 5)),
    params=("variant",),
)


# C and D of an OUTPUT.
#
# See NAC v1.6, section 7.2.
output_fields = Record(
    # Number of outputs (as compilers write it), or one more (the number of words of C, as the specification has it).
    "prefix" / AtLeast(Integer("<", "h"), 0),
    # The rest of C, zeros.
    "reserved" / Repeat(Integer("<", "h"), lambda this: this.num_outputs),
    # D, distances to the instructions whose results are the outputs.
    "distances" / Repeat(Integer("<", "h"), lambda this: this.num_outputs),
    "purpose" / Computed(lambda this: member(OutputKind, this.variant)),
    # The number of outputs in the header where the prefix agrees with it, otherwise the prefix.
    "num_outputs" / Computed(
        lambda this: this._root.num_outputs if this.prefix == this._root.num_outputs + 1 else this.prefix,
    ),
    # The first words of D, for the Web IDE.
    "distance_text" / Computed(
        lambda this: (
            "" if this.num_outputs < 1 else str(this.distances[0]) + ("" if this.num_outputs < 2 else "," +
            str(this.distances[1]) + ("" if this.num_outputs < 3 else "," + str(this.distances[2]) + ("" if
            this.num_outputs < 4 else "," + str(this.distances[3]) + ("" if this.num_outputs < 5 else ",..."))))
        ),
    ),
    params=("variant",),
)


# C and D of a CONTROL_FLOW.
#
# See NAC v1.6, section 7.3.1.
control_flow_fields = Record(
    # Number of words of C, 3.
    "prefix" / Integer("<", "h"),
    # Length of the branch that runs when the predicate holds.
    "len_true" / Integer("<", "h"),
    # Length of the other branch.
    "len_false" / Integer("<", "h"),
    # Distance to the instruction whose result is the predicate.
    "predicate" / Integer("<", "h"),
)


# C and D of a CONVERGENCE.
#
# See NAC v1.6, section 7.3.2.
convergence_fields = Record(
    # C, distance to the input of the branches.
    "input" / Integer("<", "h"),
    # Distance to the end of the block.
    "block_end" / Integer("<", "h"),
    "num_branches" / Derived(AtLeast(Integer("<", "h"), 0), count_of("branches")),
    # Distances to the branches.
    "branches" / Repeat(Integer("<", "h"), lambda this: this.num_branches),
)


# C and D of a regular operation.
#
# See NAC v1.6, sections 3.4 and 3.5.
call_fields = Record(
    # First word of C. Without constants in the signature there is no C.
    "num_constants" / If(
        lambda this: this.signature.has_constants,
        Derived(AtLeast(Integer("<", "h"), 0), count_of("constants")),
    ),
    # The rest of C, ids of constants.
    "constants" / If(
        lambda this: this.signature.has_constants,
        Repeat(Integer("<", "h"), lambda this: this.num_constants),
    ),
    # D, one word for each argument: the distance to the instruction whose result it is, or 0 for the next constant of
    # C.
    "distances" / Repeat(Integer("<", "h"), lambda this: this.signature.num_codes),
    "signature" / Computed(lambda this: this._root.signature_table[this.id_signature]),
    # The first words of D, for the Web IDE.
    "distance_text" / Computed(
        lambda this: (
            "" if this.signature.num_codes < 1 else str(this.distances[0]) + ("" if this.signature.num_codes < 2 else
            "," + str(this.distances[1]) + ("" if this.signature.num_codes < 3 else "," + str(this.distances[2]) + (""
            if this.signature.num_codes < 4 else "," + str(this.distances[3]) + ("" if this.signature.num_codes < 5 else
            ",..."))))
        ),
    ),
    params=("id_signature",),
)


# C and D of an operation that takes an element of a value and has no signature.
#
# See NAC v1.7.
element_fields = Record(
    # First word of C.
    "num_constants" / Derived(AtLeast(Integer("<", "h"), 0), count_of("constants")),
    # The rest of C, ids of constants.
    "constants" / Repeat(Integer("<", "h"), lambda this: this.num_constants),
    # D, the distance to the instruction whose result the element is of.
    "distance" / Integer("<", "h"),
)


# C and D of an OUTPUT that updates a parameter.
#
# See NAC v1.7.
update_fields = Record(
    # Number of words of C, 1 (without itself, as compilers write it) or 2.
    "prefix" / OneOf(Integer("<", "h"), (1, 2,)),
    # Id of the parameter.
    "id" / Integer("<", "h"),
    # Distance to the instruction whose result is the gradient of the parameter.
    "gradient" / Integer("<", "h"),
    # Distance to the instruction whose result is the learning rate.
    "rate" / Integer("<", "h"),
)


# D of an OUTPUT that ends the program of gradients; there is no C.
#
# See NAC v1.7.
finish_fields = Record(
    # Nothing depends on it.
    "distance" / Integer("<", "h"),
)


# A system operation without C and D.
no_fields = Record()


# One instruction: A and B, then C and D as the operation and its signature require. Others refer to its result by its
# index.
#
# See NAC v1.6, section 3.1.
instruction = Record(
    # The operation, see `operation` and `cmap`.
    "a" / Integer("<", "B"),
    # Signature id of a regular operation, variant of a system operation.
    "b" / Integer("<", "B"),
    # C and D. System operations that are not listed have neither.
    "fields" / Switch(
        lambda this: this.kind,
        {
            InstructionLayout.input: Call(input_fields, lambda this: this.b),
            InstructionLayout.output: Call(output_fields, lambda this: this.b),
            InstructionLayout.control_flow: control_flow_fields,
            InstructionLayout.convergence: convergence_fields,
            InstructionLayout.call: Call(call_fields, lambda this: this.b),
            InstructionLayout.element: element_fields,
            InstructionLayout.update: update_fields,
            InstructionLayout.finish: finish_fields,
        },
        otherwise=no_fields,
    ),
    # The operation; a number that has no fixed name is named by `cmap`.
    "operation" / Computed(lambda this: member(Operation, this.a)),
    # The layout of C and D. Regular operations share one.
    "kind" / Computed(
        lambda this: (
            member(InstructionLayout, (this.a if this.a < 10 else 10) if this._root.version == 1 else (20 if
            this.takes_element else 10) if this.a >= 10 else (30 + this.b) if this.a == 3 and (this.b == 3 or this.b ==
            4) else this.a)
        ),
    ),
    # Whether it takes an element of a value, and has no signature.
    "takes_element" / Computed(
        lambda this: (
            this._root.signature_table[this.b].num_codes == 0 and (this.a == this._root.id_getitem or this.a ==
            this._root.id_operator_getitem or this.a == this._root.id_select)
        ),
    ),
)


# The instructions, in the order of execution.
#
# See NAC v1.6, section 3.
operations = Record(
    "magic" / Contents(b"OPS "),
    # Number of instructions. The specification does not mention it.
    "num_instructions" / Derived(Integer("<", "L"), count_of("instructions")),
    "instructions" / Repeat(instruction, lambda this: this.num_instructions),
)


# The instructions that compute gradients, in the order of execution. They share the other sections with those of `ops`.
#
# See NAC v1.7.
training = Record(
    "magic" / Contents(b"TRNG"),
    # Number of instructions.
    "num_instructions" / Derived(Integer("<", "L"), count_of("instructions")),
    "instructions" / Repeat(instruction, lambda this: this.num_instructions),
)


# See NAC v1.6, section 5.1.2.
operation_name = Record(
    # What A of an instruction holds, 10 to 255.
    "id_operation" / Integer("<", "H"),
    "len_name" / Derived(Integer("<", "B"), length_of("name")),
    # Canonical name, such as aten.relu.default.
    "name" / Text(Size(lambda this: this.len_name), "UTF-8"),
    # Which of the operations it is that take an element of a value and may be without signature; 0 for others.
    "element" / Computed(
        lambda this: (
            1 if this.name == "getitem" else 2 if this.name == "operator.getitem" else 3 if this.name ==
            "aten.select.int" else 0
        ),
    ),
)


# Names of the operations whose number has no fixed name.
#
# See NAC v1.6, section 5.1.
canonical_map = Record(
    "magic" / Contents(b"CMAP"),
    # Number of names; there cannot be more than there are ids, and since v1.7, where names are searched, than A of an
    # instruction tells apart.
    "num_entries" / Derived(
        AtMost(Integer("<", "L"), lambda this: 65536 if this._root.version == 1 else 256),
        count_of("entries"),
    ),
    "entries" / Repeat(operation_name, lambda this: this.num_entries),
)


# The null constant has no bytes, whatever its length says.
null_body = Record()


truth_body = Record(
    # One byte, whatever the length says.
    "is_true" / OneOf(Integer("<", "B"), (0, 1,)),
)


int64_body = Record(
    "number" / Integer("<", "q"),
)


# A number of IEEE 754 binary64. Its bits count; `number` shows them.
binary64 = Record(
    "low_bits" / Integer("<", "L"),
    # Sign, exponent and the upper 20 bits of the significand.
    "high_bits" / Integer("<", "L"),
    # As it is stored, biased by 1023; 0 and 2047 are special.
    "exponent" / Computed(lambda this: this.high_bits // 1048576 % 2048),
    # As an integer.
    "significand" / Computed(
        lambda this: (
            (this.high_bits % 1048576 * 2 if this.exponent == 0 else this.high_bits % 1048576 + 1048576) * 4294967296.0
            + (this.low_bits * 2.0 if this.exponent == 0 else this.low_bits * 1.0)
        ),
    ),
    # Distance in bits from the lowest bit of the significand to the binary point.
    "shift" / Computed(lambda this: 1075 - this.exponent if this.exponent < 1075 else this.exponent - 1075),
    # 2 to the power of `shift`, of its lower ten bits.
    "scale" / Computed(
        lambda this: (
            (1.0 if this.shift % 2 == 0 else 2.0) * (1.0 if this.shift // 2 % 2 == 0 else 4.0) * (1.0 if this.shift // 4
            % 2 == 0 else 16.0) * (1.0 if this.shift // 8 % 2 == 0 else 256.0) * (1.0 if this.shift // 16 % 2 == 0 else
            65536.0) * (1.0 if this.shift // 32 % 2 == 0 else 4294967296.0) * (1.0 if this.shift // 64 % 2 == 0 else
            1.8446744073709552e+19) * (1.0 if this.shift // 128 % 2 == 0 else 3.402823669209385e+38) * (1.0 if
            this.shift // 256 % 2 == 0 else 1.157920892373162e+77) * (1.0 if this.shift // 512 % 2 == 0 else
            1.3407807929942597e+154)
        ),
    ),
    # The number; exact, but all NaNs look the same.
    "number" / Computed(
        lambda this: (
            (1.0 if this.high_bits < 2147483648 else -1.0) * ((this.exponent * 1e+308 if this.high_bits % 1048576 == 0
            and this.low_bits == 0 else this.exponent * 1e+308 - this.exponent * 1e+308) if this.exponent == 2047 else
            this.significand * this.scale if this.exponent >= 1075 else this.significand * (1.0 / this.scale) * (1.0 if
            this.shift < 1024 else 7.458340731200207e-155) * (1.0 if this.shift < 1024 else 7.458340731200207e-155))
        ),
    ),
)


float64_body = Record(
    "raw" / Within(Size(8), binary64),
)


text_body = Record(
    "text" / Text(Size(lambda this: this.length), "UTF-8"),
    params=("length",),
    derived={"length": length_of("text")},
)


int32_list_body = Record(
    # The elements. An empty list of any type is of this one.
    "numbers" / Repeat(Integer("<", "l"), lambda this: this.length),
    # The first elements, for the Web IDE.
    "number_text" / Computed(
        lambda this: (
            "" if this.length < 1 else str(this.numbers[0]) + ("" if this.length < 2 else "," + str(this.numbers[1]) +
            ("" if this.length < 3 else "," + str(this.numbers[2]) + ("" if this.length < 4 else "," +
            str(this.numbers[3]) + ("" if this.length < 5 else ",..."))))
        ),
    ),
    params=("length",),
    derived={"length": count_of("numbers")},
)


# Numbers of IEEE 754 binary32, as many as there is room for.
binary32_list = Record(
    "elements" / Repeat(binary32_schema.binary32),
)


float32_list_body = Record(
    # The elements.
    "raw" / Within(Size(lambda this: this.length * 4), binary32_list),
    params=("length",),
    derived={"length": length_of("raw", 4)},
)


# A constant of `cnst` or of `orch`.
#
# See NAC v1.6, section 5.3.2.
constant = Record(
    "id_constant" / Integer("<", "H"),
    # Type of the value. A value of an unknown type has an unknown size.
    "kind" / InEnum(Enumerated(Integer("<", "B"), ConstantKind), ConstantKind),
    # Number of bytes (int64, float64, string) or of elements (lists); null and boolean ignore it.
    "length" / Derived(
        Valid(
            Integer("<", "H"),
            lambda it, this: it == 8 or this.kind != ConstantKind.int64 and this.kind != ConstantKind.float64,
            "`_ == 8 or (kind != constant_kind::int64 and kind != constant_kind::float64)`",
        ),
        argument_of("body", "length"),
    ),
    "body" / Switch(
        lambda this: this.kind,
        {
            ConstantKind.none: null_body,
            ConstantKind.truth: truth_body,
            ConstantKind.int64: int64_body,
            ConstantKind.float64: float64_body,
            ConstantKind.text: Call(text_body, lambda this: this.length),
            ConstantKind.int32_list: Call(int32_list_body, lambda this: this.length),
            ConstantKind.float32_list: Call(float32_list_body, lambda this: this.length),
        },
    ),
)


# The constants that instructions refer to.
#
# See NAC v1.6, section 5.3.
constant_table = Record(
    "magic" / Contents(b"CNST"),
    # Number of constants; there cannot be more than there are ids.
    "num_entries" / Derived(AtMost(Integer("<", "L"), 65536), count_of("entries")),
    "entries" / Repeat(constant, lambda this: this.num_entries),
)


# A letter that says what an argument is.
#
# See NAC v1.6, section 5.2.3.
argument_code = Record(
    "code" / Enumerated(Integer("<", "B"), ArgumentKind),
    # Whether the argument is a constant unless D says otherwise.
    "is_constant" / Computed(
        lambda this: (
            this.code == ArgumentKind.axis or this.code == ArgumentKind.shape or this.code == ArgumentKind.integer or
            this.code == ArgumentKind.floating or this.code == ArgumentKind.boolean or this.code == ArgumentKind.text or
            this.code == ArgumentKind.other
        ),
    ),
    # Number of constants among the codes up to this one.
    "num_constants" / Computed(
        lambda this: (
            (0 if this.idx == 0 else this._parent.codes[this.idx - 1].num_constants) + (1 if this.is_constant else 0)
        ),
    ),
    params=("idx",),
)


# One code for each argument of an operation.
#
# See NAC v1.6, section 5.2.2.
signature = Record(
    # What B of an instruction holds; 0 means no signature.
    "id_signature" / Integer("<", "H"),
    "num_codes" / Derived(Integer("<", "B"), count_of("codes")),
    "codes" / Repeat(Call(argument_code, lambda this: this._index), lambda this: this.num_codes),
    # Whether any argument is a constant.
    "has_constants" / Computed(lambda this: False if this.num_codes == 0 else this.codes[-1].num_constants != 0),
)


# Signatures, what kinds of arguments operations take.
#
# See NAC v1.6, section 5.2.
permutations = Record(
    "magic" / Contents(b"PERM"),
    # Number of signatures; B of an instruction tells 256 apart.
    "num_entries" / Derived(AtMost(Integer("<", "L"), 256), count_of("entries")),
    "entries" / Repeat(signature, lambda this: this.num_entries),
)


# Counts the entries in a part of `perm` that break the run of consecutive ids which compilers write; by bisection, so
# that the depth stays small.
signature_run = Record(
    "upper" / If(
        lambda this: this.idx_end - this.idx_first > 1,
        Call(lambda: signature_run, lambda this: this.idx_middle, lambda this: this.idx_end),
    ),
    "lower" / If(
        lambda this: this.idx_end - this.idx_first > 1,
        Call(lambda: signature_run, lambda this: this.idx_first, lambda this: this.idx_middle),
    ),
    "idx_middle" / Computed(lambda this: this.idx_first + (this.idx_end - this.idx_first) // 2),
    "num_breaks" / Computed(
        lambda this: (
            this.upper.num_breaks + this.lower.num_breaks if this.idx_end - this.idx_first > 1 else 0 if this.idx_end ==
            this.idx_first else 0 if this._root.perm.entries[this.idx_first].id_signature ==
            this._root.perm.entries[0].id_signature + this.idx_first else 1
        ),
    ),
    params=("idx_first", "idx_end",),
)


# Search for an id in a part of `perm`, by bisection, so that the depth stays small. Of two entries with the same id,
# the last one is found.
signature_lookup = Record(
    "upper" / If(
        lambda this: this.idx_end - this.idx_first > 1,
        Call(
            lambda: signature_lookup,
            lambda this: this.id_signature,
            lambda this: this.idx_middle,
            lambda this: this.idx_end,
        ),
    ),
    "lower" / If(
        lambda this: this.upper.idx_entry < 0 if this.idx_end - this.idx_first > 1 else False,
        Call(
            lambda: signature_lookup,
            lambda this: this.id_signature,
            lambda this: this.idx_first,
            lambda this: this.idx_middle,
        ),
    ),
    "idx_middle" / Computed(lambda this: this.idx_first + (this.idx_end - this.idx_first) // 2),
    "is_match" / Computed(
        lambda this: (
            this._root.perm.entries[this.idx_first].id_signature == this.id_signature if this.idx_end - this.idx_first
            == 1 else False
        ),
    ),
    # Index in `perm`, or -1.
    "idx_entry" / Computed(
        lambda this: (
            (this.lower.idx_entry if this.upper.idx_entry < 0 else this.upper.idx_entry) if this.idx_end -
            this.idx_first > 1 else this.idx_first if this.is_match else -1
        ),
    ),
    params=("id_signature", "idx_first", "idx_end",),
)


# What `perm` says about one signature id.
signature_slot = Record(
    "lookup" / If(
        lambda this: (
            False if this.id_signature == 0 or this._root.ofs_perm == 0 else this._root.signature_order.num_breaks != 0
        ),
        Call(
            signature_lookup,
            lambda this: this.id_signature,
            lambda this: 0,
            lambda this: len(this._root.perm.entries),
        ),
    ),
    # Index in `perm`, or -1.
    "idx_entry" / Computed(
        lambda this: (
            -1 if this.id_signature == 0 or this._root.ofs_perm == 0 else this.lookup.idx_entry if
            this._root.signature_order.num_breaks != 0 else -1 if len(this._root.perm.entries) == 0 else -1 if
            this.id_signature < this._root.perm.entries[0].id_signature else -1 if this.id_signature -
            this._root.perm.entries[0].id_signature >= len(this._root.perm.entries) else (this.id_signature -
            this._root.perm.entries[0].id_signature)
        ),
    ),
    # Number of arguments; an unknown signature has none.
    "num_codes" / Computed(lambda this: 0 if this.idx_entry < 0 else this._root.perm.entries[this.idx_entry].num_codes),
    # Whether instructions with this signature have a C.
    "has_constants" / Computed(
        lambda this: False if this.idx_entry < 0 else this._root.perm.entries[this.idx_entry].has_constants,
    ),
    params=("id_signature",),
)


# Search for an operation in a part of `cmap`, by bisection as in `signature_lookup`.
element_search = Record(
    "upper" / If(
        lambda this: this.idx_end - this.idx_first > 1,
        Call(
            lambda: element_search,
            lambda this: this.element,
            lambda this: this.idx_middle,
            lambda this: this.idx_end,
        ),
    ),
    "lower" / If(
        lambda this: this.upper.idx_entry < 0 if this.idx_end - this.idx_first > 1 else False,
        Call(
            lambda: element_search,
            lambda this: this.element,
            lambda this: this.idx_first,
            lambda this: this.idx_middle,
        ),
    ),
    "idx_middle" / Computed(lambda this: this.idx_first + (this.idx_end - this.idx_first) // 2),
    "is_match" / Computed(
        lambda this: (
            this._root.cmap.entries[this.idx_first].element == this.element if this.idx_end - this.idx_first == 1 else
            False
        ),
    ),
    # Index in `cmap` of the last one, or -1.
    "idx_entry" / Computed(
        lambda this: (
            (this.lower.idx_entry if this.upper.idx_entry < 0 else this.upper.idx_entry) if this.idx_end -
            this.idx_first > 1 else this.idx_first if this.is_match else -1
        ),
    ),
    params=("element", "idx_first", "idx_end",),
)


# See NAC v1.6, section 6.1.
parameter_name = Record(
    "id_parameter" / Integer("<", "H"),
    "len_name" / Derived(Integer("<", "H"), length_of("name")),
    # Name in the original model, such as layers.0.weight.
    "name" / Text(Size(lambda this: this.len_name), "UTF-8"),
)


# See NAC v1.6, section 6.1.
input_name = Record(
    # Index of the INPUT instruction.
    "idx_instruction" / Integer("<", "H"),
    "len_name" / Derived(Integer("<", "H"), length_of("name")),
    "name" / Text(Size(lambda this: this.len_name), "UTF-8"),
)


# One scale for all elements.
tensor_scaling = Record(
    # The factor of every element.
    "scale" / Within(Size(4), binary32_schema.binary32),
)


# One scale for each index along an axis.
channel_scaling = Record(
    "axis" / Integer("<", "B"),
    "num_scales" / Derived(Integer("<", "L"), length_of("scales", 4)),
    # The scales.
    "scales" / Within(Size(lambda this: this.num_scales * 4), binary32_list),
)


# One scale for each run of elements. The tensor is stored flat, padded to whole blocks.
block_scaling = Record(
    # Number of elements of a block.
    "len_block" / Integer("<", "H"),
    "rank" / Derived(Integer("<", "B"), count_of("dims")),
    # Shape of the tensor.
    "dims" / Repeat(Integer("<", "L"), lambda this: this.rank),
    "num_scales" / Derived(Integer("<", "L"), length_of("scales", 4)),
    # The scales.
    "scales" / Within(Size(lambda this: this.num_scales * 4), binary32_list),
    # The first dimensions, for the Web IDE.
    "shape_text" / Computed(
        lambda this: (
            "" if this.rank < 1 else str(this.dims[0]) + ("" if this.rank < 2 else "," + str(this.dims[1]) + ("" if
            this.rank < 3 else "," + str(this.dims[2]) + ("" if this.rank < 4 else "," + str(this.dims[3]) + ("" if
            this.rank < 5 else ",..."))))
        ),
    ),
)


# Stored elements are the numbers.
no_scaling = Record()


# What the bytes of a tensor mean.
#
# See NAC v1.6, section 6.1.1.
tensor_meta = Record(
    # Type of a stored element. Writers use 255 for a type that the format has no number for.
    "dtype" / Enumerated(Integer("<", "B"), Dtype),
    "rank" / Derived(Integer("<", "B"), count_of("dims")),
    # Shape as stored.
    "dims" / Repeat(Integer("<", "L"), lambda this: this.rank),
    "quantization" / InEnum(Enumerated(Integer("<", "B"), Quantization), Quantization),
    # How stored elements become numbers. The specification does not describe it.
    "scaling" / Switch(
        lambda this: this.quantization,
        {
            Quantization.int8_tensor: tensor_scaling,
            Quantization.int8_channel: channel_scaling,
            Quantization.block_fp8: block_scaling,
        },
        otherwise=no_scaling,
    ),
    # The first dimensions, for the Web IDE.
    "shape_text" / Computed(
        lambda this: (
            "" if this.rank < 1 else str(this.dims[0]) + ("" if this.rank < 2 else "," + str(this.dims[1]) + ("" if
            this.rank < 3 else "," + str(this.dims[2]) + ("" if this.rank < 4 else "," + str(this.dims[3]) + ("" if
            this.rank < 5 else ",..."))))
        ),
    ),
)


# A parameter.
#
# See NAC v1.6, section 6.1.
tensor = Record(
    "id_parameter" / Integer("<", "H"),
    "len_meta" / Derived(Integer("<", "L"), length_of("meta")),
    "len_data" / Derived(Integer("<", "Q"), length_of("data")),
    "meta" / Within(Size(lambda this: this.len_meta), tensor_meta),
    # The elements in C order, little-endian.
    "data" / Raw(Size(lambda this: this.len_data)),
)


# Names of parameters, names of inputs, and the tensors.
#
# See NAC v1.6, section 6.1.
parameter_data = Record(
    "magic" / Contents(b"DATA"),
    # Number of names; there cannot be more than there are ids.
    "num_parameters" / Derived(AtMost(Integer("<", "L"), 65536), count_of("parameters")),
    "parameters" / Repeat(parameter_name, lambda this: this.num_parameters),
    # Number of names; there cannot be more than there are indices.
    "num_inputs" / Derived(AtMost(Integer("<", "L"), 65536), count_of("inputs")),
    "inputs" / Repeat(input_name, lambda this: this.num_inputs),
    # Number of tensors; there cannot be more than there are ids.
    "num_tensors" / If(
        lambda this: this._root.has_internal_weights,
        Derived(AtMost(Integer("<", "L"), 65536), count_of("tensors")),
    ),
    "tensors" / If(lambda this: this._root.has_internal_weights, Repeat(tensor, lambda this: this.num_tensors)),
)


# The tokenizer.
#
# See NAC v1.6, section 6.2.
preprocessing = Record(
    "magic" / Contents(b"PROC"),
    "len_manifest" / Derived(Integer("<", "L"), length_of("manifest")),
    # Compiled tokenizer manifest; a reader may refuse to use it, but not the file.
    "manifest" / Raw(Size(lambda this: this.len_manifest)),
)


# A program that runs models, and its constants.
#
# See NAC v1.6, section 9.2.
orchestrator = Record(
    "magic" / Contents(b"ORCH"),
    "len_bytecode" / Derived(Integer("<", "L"), length_of("bytecode")),
    # Number of constants; there cannot be more than there are ids.
    "num_constants" / Derived(AtMost(Integer("<", "L"), 65536), count_of("constants")),
    # The program; a reader may refuse to run it, but not the file.
    "bytecode" / Raw(Size(lambda this: this.len_bytecode)),
    "constants" / Repeat(constant, lambda this: this.num_constants),
)


# A file.
#
# See NAC v1.6, section 6.3.2.
resource = Record(
    "len_name" / Derived(Integer("<", "H"), length_of("name")),
    "name" / Text(Size(lambda this: this.len_name), "UTF-8"),
    "len_data" / Derived(Integer("<", "L"), length_of("data")),
    "data" / Raw(Size(lambda this: this.len_data)),
)


# Files that belong to the model.
#
# See NAC v1.6, section 6.3.
resources = Record(
    "magic" / Contents(b"RSRC"),
    # Number of files; a larger number is refused.
    "num_files" / Derived(AtMost(Integer("<", "L"), 65536), count_of("files")),
    "files" / Repeat(resource, lambda this: this.num_files),
)


# An array.
#
# See NAC v1.8.
named_array = Record(
    "len_name" / Derived(Integer("<", "H"), length_of("name")),
    "name" / Text(Size(lambda this: this.len_name), "UTF-8"),
    # Type of an element. Writers label types that the format has no number for as float32.
    "dtype" / Enumerated(Integer("<", "B"), Dtype),
    "rank" / Derived(Integer("<", "B"), count_of("dims")),
    # The shape.
    "dims" / Repeat(Integer("<", "L"), lambda this: this.rank),
    "len_data" / Derived(Integer("<", "Q"), length_of("data")),
    # The elements in C order, little-endian.
    "data" / Raw(Size(lambda this: this.len_data)),
    # The first dimensions, for the Web IDE.
    "shape_text" / Computed(
        lambda this: (
            "" if this.rank < 1 else str(this.dims[0]) + ("" if this.rank < 2 else "," + str(this.dims[1]) + ("" if
            this.rank < 3 else "," + str(this.dims[2]) + ("" if this.rank < 4 else "," + str(this.dims[3]) + ("" if
            this.rank < 5 else ",..."))))
        ),
    ),
)


# Arrays by name.
#
# See NAC v1.8.
named_arrays = Record(
    "magic" / Contents(b"ARRS"),
    # Number of arrays; a larger number is refused.
    "num_arrays" / Derived(AtMost(Integer("<", "L"), 65536), count_of("arrays")),
    "arrays" / Repeat(named_array, lambda this: this.num_arrays),
)


# A neural network as a program: a header with the offsets of up to eleven sections, and the sections, each of which
# begins with a tag of four letters. `ops` holds the instructions; the other sections hold what they refer to.
#
# v1.6 has nine sections. v1.7 adds `trng`, a program that computes gradients, and v1.8 adds `arrs`, arrays by name.
# Both have the same version number: where the first section begins tells them apart, see `header_size`.
#
# Sections carry no size: where one ends is only known after reading it. A reader has to check that sections do not
# overlap and have nothing but zeros between them, that the ids of a table differ, and that the ids in instructions
# exist.
#
# Instructions have no length either. How many words follow an instruction depends on its signature, which is in `perm`.
# `signature_table` looks up every possible id once, so that each instruction finds its signature in one step.
#
# Floating point numbers are kept as their bytes: reading a signalling NaN as a number and writing it again would change
# it.
#
# See NAC v1.6.
nac = Record(
    "magic" / Contents(b"NAC"),
    # Version of the format, 1 for v1.6, 2 for v1.7 and v1.8.
    "version" / Default(OneOf(Integer("<", "B"), (1, 2,)), 1),
    # Whether the tensors are in this file (`data`) or in a file of the same name with the suffix .safetensors beside
    # it.
    "has_internal_weights" / BitField(1),
    # Whether there is a program that computes gradients (`trng`).
    "has_training" / Default(
        Valid(BitField(1), lambda it, this: this.version != 1 or not it, "`version != 1 or not _`"),
        0,
    ),
    # How the weights were quantized; the metadata of a tensor decide for that tensor.
    "quantization_method" / InEnum(Enumerated(BitField(6), Quantization), Quantization),
    # Number of inputs that the caller gives.
    "num_inputs" / Integer("<", "H"),
    # Number of outputs that the model returns.
    "num_outputs" / Integer("<", "H"),
    "reserved1" / Fixed(Integer("<", "B"), 0),
    # Size of the embedding or hidden state; 0 when there is none.
    "d_model" / Integer("<", "H"),
    # Start of `mmap`, from the start of the file; 0 when there is none.
    "ofs_mmap" / Derived(Integer("<", "Q"), offset_of("mmap")),
    # Start of `ops`, or 0.
    "ofs_ops" / Derived(Integer("<", "Q"), offset_of("ops")),
    # Start of `cmap`, or 0.
    "ofs_cmap" / Derived(Integer("<", "Q"), offset_of("cmap")),
    # Start of `cnst`, or 0.
    "ofs_cnst" / Derived(Integer("<", "Q"), offset_of("cnst")),
    # Start of `perm`, or 0.
    "ofs_perm" / Derived(Integer("<", "Q"), offset_of("perm")),
    # Start of `data`, or 0.
    "ofs_data" / Derived(Integer("<", "Q"), offset_of("data")),
    # Start of `proc`, or 0.
    "ofs_proc" / Derived(Integer("<", "Q"), offset_of("proc")),
    # Start of `orch`, or 0.
    "ofs_orch" / Derived(Integer("<", "Q"), offset_of("orch")),
    # Start of `trng`, or 0.
    "ofs_trng" / If(lambda this: this.version != 1, Derived(Integer("<", "Q"), offset_of("trng"))),
    # Start of `rsrc`, or 0.
    "ofs_rsrc" / Derived(Integer("<", "Q"), offset_of("rsrc")),
    # Start of `arrs`, or 0. A header that is not followed by a section is of no version.
    "ofs_arrs" / If(
        lambda this: this.version != 1 and (not this.is_v1_7),
        Derived(Valid(Integer("<", "Q"), lambda it, this: this.is_v1_8, "`is_v1_8`"), offset_of("arrs")),
    ),
    "reserved2" / If(lambda this: this.version == 1, Fixed(Integer("<", "L"), 0)),
    # Schedule of a memory coprocessor.
    "mmap" / At(memory_map, lambda this: this.ofs_mmap, condition=lambda this: this.ofs_mmap != 0, offset="ofs_mmap"),
    # The program.
    "ops" / At(operations, lambda this: this.ofs_ops, condition=lambda this: this.ofs_ops != 0, offset="ofs_ops"),
    # Names of operations.
    "cmap" / At(
        canonical_map,
        lambda this: this.ofs_cmap,
        condition=lambda this: this.ofs_cmap != 0,
        offset="ofs_cmap",
    ),
    # Constant arguments.
    "cnst" / At(
        constant_table,
        lambda this: this.ofs_cnst,
        condition=lambda this: this.ofs_cnst != 0,
        offset="ofs_cnst",
    ),
    # Signatures of operations.
    "perm" / At(permutations, lambda this: this.ofs_perm, condition=lambda this: this.ofs_perm != 0, offset="ofs_perm"),
    # Names of parameters and inputs, and tensors.
    "data" / At(
        parameter_data,
        lambda this: this.ofs_data,
        condition=lambda this: this.ofs_data != 0,
        offset="ofs_data",
    ),
    # The tokenizer, which prepares the inputs.
    "proc" / At(
        preprocessing,
        lambda this: this.ofs_proc,
        condition=lambda this: this.ofs_proc != 0,
        offset="ofs_proc",
    ),
    # A plan that runs models.
    "orch" / At(orchestrator, lambda this: this.ofs_orch, condition=lambda this: this.ofs_orch != 0, offset="ofs_orch"),
    # Files that belong to the model.
    "rsrc" / At(resources, lambda this: this.ofs_rsrc, condition=lambda this: this.ofs_rsrc != 0, offset="ofs_rsrc"),
    # The program that computes gradients and updates parameters.
    "trng" / At(
        training,
        lambda this: this.ofs_trng,
        condition=lambda this: this.version != 1 and this.ofs_trng != 0,
        offset="ofs_trng",
    ),
    # Arrays by name, for plans.
    "arrs" / At(
        named_arrays,
        lambda this: this.ofs_arrs,
        condition=lambda this: this.version != 1 and (not this.is_v1_7) and this.ofs_arrs != 0,
        offset="ofs_arrs",
    ),
    # Whether `perm` can be indexed without a search. The entries that were read count: where `perm` is damaged, its
    # number of entries may be anything.
    "signature_order" / At(
        Call(signature_run, lambda this: 0, lambda this: len(this.perm.entries)),
        lambda this: 0,
        condition=lambda this: this.ofs_perm != 0,
    ),
    # What an instruction needs to know of its signature, by signature id.
    "signature_table" / At(Repeat(Call(signature_slot, lambda this: this._index), 256), lambda this: 0),
    # Where `cmap` has the operation getitem.
    "getitem_search" / At(
        Call(element_search, lambda this: 1, lambda this: 0, lambda this: len(this.cmap.entries)),
        lambda this: 0,
        condition=lambda this: this.version != 1 and this.ofs_cmap != 0,
    ),
    # Where `cmap` has the operation operator.getitem.
    "operator_getitem_search" / At(
        Call(element_search, lambda this: 2, lambda this: 0, lambda this: len(this.cmap.entries)),
        lambda this: 0,
        condition=lambda this: this.version != 1 and this.ofs_cmap != 0,
    ),
    # Where `cmap` has the operation aten.select.int.
    "select_search" / At(
        Call(element_search, lambda this: 3, lambda this: 0, lambda this: len(this.cmap.entries)),
        lambda this: 0,
        condition=lambda this: this.version != 1 and this.ofs_cmap != 0,
    ),
    # Whether a section begins where the header of v1.7 ends, inside that of v1.8.
    "is_v1_7" / Computed(
        lambda this: (
            this.version != 1 and (this.ofs_mmap == int(HeaderSize.v1_7) or this.ofs_ops == int(HeaderSize.v1_7) or
            this.ofs_cmap == int(HeaderSize.v1_7) or this.ofs_cnst == int(HeaderSize.v1_7) or this.ofs_perm ==
            int(HeaderSize.v1_7) or this.ofs_data == int(HeaderSize.v1_7) or this.ofs_proc == int(HeaderSize.v1_7) or
            this.ofs_orch == int(HeaderSize.v1_7) or this.ofs_trng == int(HeaderSize.v1_7) or this.ofs_rsrc ==
            int(HeaderSize.v1_7))
        ),
    ),
    # Whether a section begins where the header of v1.8 ends.
    "is_v1_8" / Computed(
        lambda this: (
            this.version != 1 and (this.ofs_mmap == int(HeaderSize.v1_8) or this.ofs_ops == int(HeaderSize.v1_8) or
            this.ofs_cmap == int(HeaderSize.v1_8) or this.ofs_cnst == int(HeaderSize.v1_8) or this.ofs_perm ==
            int(HeaderSize.v1_8) or this.ofs_data == int(HeaderSize.v1_8) or this.ofs_proc == int(HeaderSize.v1_8) or
            this.ofs_orch == int(HeaderSize.v1_8) or this.ofs_trng == int(HeaderSize.v1_8) or this.ofs_rsrc ==
            int(HeaderSize.v1_8))
        ),
    ),
    # Number of the operation getitem, or -1.
    "id_getitem" / Computed(
        lambda this: (
            -1 if this.version == 1 or this.ofs_cmap == 0 else -1 if this.getitem_search.idx_entry < 0 else
            this.cmap.entries[this.getitem_search.idx_entry].id_operation
        ),
    ),
    # Number of the operation operator.getitem, or -1.
    "id_operator_getitem" / Computed(
        lambda this: (
            -1 if this.version == 1 or this.ofs_cmap == 0 else -1 if this.operator_getitem_search.idx_entry < 0 else
            this.cmap.entries[this.operator_getitem_search.idx_entry].id_operation
        ),
    ),
    # Number of the operation aten.select.int, or -1.
    "id_select" / Computed(
        lambda this: (
            -1 if this.version == 1 or this.ofs_cmap == 0 else -1 if this.select_search.idx_entry < 0 else
            this.cmap.entries[this.select_search.idx_entry].id_operation
        ),
    ),
    is_root=True,
)
