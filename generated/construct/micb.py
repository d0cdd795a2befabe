# Generated from schemas/micb.ksy (sha256 5db39ae95eb084788db5a0f8e59b114c46942db28d4c596042ca4fa5d2ad37b2) by `nacformats generate`. Do not edit.
# It imports schemas/uleb128.ksy (sha256 94a08bd38c22b22d5945f850a28504b5fc32944d26824efa10279ce8866c0c94).
"""Construct structs of MIC-B v2, binary form of Mind IR graphs: they parse and they build."""

from __future__ import annotations

from nacformats.codec.constructs import Record as _Record
from nacformats._generated.python import micb as _records
from nacformats._generated.python.micb import Dtype, Opcode, Tag

__all__ = [
    "Dtype", "Opcode", "Tag", "axis_param", "binding", "custom_param", "graph_value", "interned_string", "list_param",
    "micb", "no_params", "node", "split_params", "string_ref", "tensor_type", "type_ref", "value_ref", "zigzag",
]

# A dataflow graph of tensors, the binary twin of the text format mic@2: a table of strings, then symbols, types and
# values that refer to it, then the value that is the result.
micb = _Record(_records.Micb)
# One entry of the string table, without a terminator.
interned_string = _Record(_records.InternedString)
# Reference to an entry of the string table.
string_ref = _Record(_records.StringRef)
# Reference to an entry of the type table.
type_ref = _Record(_records.TypeRef)
# Reference to a value by its position in the value table.
value_ref = _Record(_records.ValueRef)
# Element type and shape of a tensor.
tensor_type = _Record(_records.TensorType)
# One value of the graph.
graph_value = _Record(_records.GraphValue)
# A value that comes from outside, with its name and its type.
binding = _Record(_records.Binding)
# A value that an operation computes from earlier values.
node = _Record(_records.Node)
# An operation that takes no parameters.
no_params = _Record(_records.NoParams, 0)
axis_param = _Record(_records.AxisParam)
# A permutation (transpose) or axes (reductions); may be empty.
list_param = _Record(_records.ListParam)
split_params = _Record(_records.SplitParams)
custom_param = _Record(_records.CustomParam)
# Signed integer of 64 bits: 0, -1, 1, -2, ... are written as the unsigned 0, 1, 2, 3, ...
zigzag = _Record(_records.Zigzag)
