# Generated from schemas/micb.ksy (sha256 5db39ae95eb084788db5a0f8e59b114c46942db28d4c596042ca4fa5d2ad37b2) by `nacformats generate`. Do not edit.
# It imports schemas/uleb128.ksy (sha256 7f8186add90b8dbb561b7475dbf873f7412752189f1e2acac510fc34dd3cce21).
"""Construct structs of MIC-B v2, binary form of Mind IR graphs: they parse and they build."""

from __future__ import annotations

from enum import IntEnum

from nacformats.codec.constructs.expressions import count_of, length_of
from nacformats.codec.constructs.fields import Derived, Fixed, InEnum, Switch, Valid
from nacformats.codec.constructs.lists import Repeat
from nacformats.codec.constructs.numbers import Enumerated, Integer, Uleb128
from nacformats.codec.constructs.records import Call, Computed, Record
from nacformats.codec.constructs.texts import Contents, Raw, Rest, Size, Text

__all__ = [
    "Dtype",
    "Opcode",
    "Tag",
    "axis_param",
    "binding",
    "custom_param",
    "graph_value",
    "interned_string",
    "list_param",
    "micb",
    "no_params",
    "node",
    "split_params",
    "string_ref",
    "tensor_type",
    "type_ref",
    "value_ref",
    "zigzag",
]


class Dtype(IntEnum):
    f16 = 0  # IEEE 754 binary16
    f32 = 1  # IEEE 754 binary32
    f64 = 2  # IEEE 754 binary64
    bf16 = 3  # bfloat16, the upper half of a binary32
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
    arg = 0  # Input of the graph, different in every run.
    param = 1  # Weight, the same in every run.
    node = 2  # Computed from earlier values.


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


# One entry of the string table, without a terminator.
interned_string = Record(
    # Bytes, not characters.
    "len_text" / Derived(Uleb128(), length_of("text")),
    "text" / Text(Size(lambda this: this.len_text.value), "UTF-8"),
)


# Reference to an entry of the string table.
string_ref = Record(
    "idx" / Valid(
        Uleb128(),
        lambda it, this: it.value < this._root.num_strings.value,
        "`_.value < _root.num_strings.value`",
    ),
    # The string itself.
    "text" / Computed(lambda this: this._root.strings[this.idx.value].text),
)


# Reference to an entry of the type table.
type_ref = Record(
    "idx" / Valid(
        Uleb128(),
        lambda it, this: it.value < this._root.num_types.value,
        "`_.value < _root.num_types.value`",
    ),
    # The type itself.
    "target" / Computed(lambda this: this._root.types[this.idx.value]),
)


# Reference to a value by its position in the value table.
value_ref = Record(
    "idx" / Valid(Uleb128(), lambda it, this: it.value < this.limit, "`_.value < limit`"),
    params=("limit",),
)


# Element type and shape of a tensor. Dimensions are text as in mic@2: a number, a symbol or `?`.
tensor_type = Record(
    "dtype" / InEnum(Enumerated(Integer("<", "B"), Dtype), Dtype),
    # The rank; 0 is a scalar.
    "num_dims" / Derived(Uleb128(), count_of("dims")),
    "dims" / Repeat(string_ref, lambda this: this.num_dims.value),
)


# A value that comes from outside, with its name and its type.
#
# See MIC-B v2, Arg/Param Payload.
binding = Record(
    "name" / string_ref,
    "type_ref" / type_ref,
)


# Signed integer of 64 bits: 0, -1, 1, -2, ... are written as the unsigned 0, 1, 2, 3, ...
#
# See MIC-B v2, Zigzag Encoding.
zigzag = Record(
    "raw" / Uleb128(),
    # The signed number.
    "value" / Computed(lambda this: this.raw.zigzag),
)


axis_param = Record(
    # Negative axes count from the last dimension.
    "axis" / zigzag,
)


# A permutation (transpose) or axes (reductions); may be empty.
list_param = Record(
    "num_elements" / Derived(Uleb128(), count_of("elements")),
    "elements" / Repeat(zigzag, lambda this: this.num_elements.value),
)


split_params = Record(
    "axis" / zigzag,
    # Number of pieces.
    "count" / Uleb128(),
)


custom_param = Record(
    # Name of an operation that the opcode table does not have.
    "name" / string_ref,
)


# An operation that takes no parameters.
no_params = Record()


# A value that an operation computes from earlier values.
#
# See MIC-B v2, Node Payload.
node = Record(
    "opcode" / InEnum(Enumerated(Integer("<", "B"), Opcode), Opcode),
    "params" / Switch(
        lambda this: this.opcode,
        {
            Opcode.softmax: axis_param,
            Opcode.transpose: list_param,
            Opcode.sum: list_param,
            Opcode.mean: list_param,
            Opcode.max: list_param,
            Opcode.concat: axis_param,
            Opcode.split: split_params,
            Opcode.gather: axis_param,
            Opcode.custom: custom_param,
        },
        otherwise=no_params,
    ),
    "num_inputs" / Derived(Uleb128(), count_of("inputs")),
    "inputs" / Repeat(Call(value_ref, lambda this: this.id), lambda this: this.num_inputs.value),
    params=("id",),
)


# One value of the graph.
graph_value = Record(
    "tag" / InEnum(Enumerated(Integer("<", "B"), Tag), Tag),
    "body" / Switch(
        lambda this: this.tag,
        {Tag.arg: binding, Tag.param: binding, Tag.node: Call(node, lambda this: this.id)},
    ),
    params=("id",),
)


# A dataflow graph of tensors, the binary twin of the text format mic@2: a table of strings, then symbols, types and
# values that refer to it, then the value that is the result. Values have no written ids; they count from 0 in file
# order, and a node takes earlier values only, so the graph has no cycles.
#
# Every number but the version, the tags, the dtypes and the opcodes is an unsigned LEB128; signed ones are zigzag
# encoded first. The specification calls those sleb128, which is not the signed LEB128 of DWARF.
#
# The canonical form of a graph has shortest varints, and a string table without duplicates in order of first use:
# symbols, dimensions of all types, then the names of the values in order. This schema checks neither that nor how many
# inputs an operation takes.
#
# See MIC-B v2 Binary Format.
micb = Record(
    "magic" / Contents(b"MICB"),
    # A plain byte. Version 2.1 keeps it and appends a section.
    "version" / Fixed(Integer("<", "B"), 2),
    "num_strings" / Derived(Uleb128(), count_of("strings")),
    "strings" / Repeat(interned_string, lambda this: this.num_strings.value),
    "num_symbols" / Derived(Uleb128(), count_of("symbols")),
    # Names of symbolic dimensions. Advisory, nothing refers to them.
    "symbols" / Repeat(string_ref, lambda this: this.num_symbols.value),
    "num_types" / Derived(Uleb128(), count_of("types")),
    "types" / Repeat(tensor_type, lambda this: this.num_types.value),
    "num_values" / Derived(Uleb128(), count_of("values")),
    "values" / Repeat(Call(graph_value, lambda this: this._index), lambda this: this.num_values.value),
    # The result of the graph. A graph without values has none and is invalid.
    "output" / Call(value_ref, lambda this: this.num_values.value),
    # Nothing follows the output. (MIC 2.1 appends a section that begins with 0x4d, which is not part of this version.)
    "trailing" / Valid(Raw(Rest()), lambda it, this: len(it) == 0, "`_.length == 0`"),
    is_root=True,
)
