# Generated from schemas/gguf.ksy (sha256 14b79c3a1959e01c00550c972a954d7522d4c51fa35a7ad2f5211e13c5ab75d3) by `nacformats generate`. Do not edit.
"""Construct structs of GGUF v2 and v3: they parse and they build."""

from __future__ import annotations

from nacformats.codec.constructs import Record as _Record
from nacformats._generated.python import gguf as _records
from nacformats._generated.python.gguf import TensorType, ValueType

__all__ = [
    "TensorType", "ValueType", "bool_list", "bool_value", "data_region", "float32_list", "float32_value",
    "float64_list", "float64_value", "gguf", "int16_list", "int16_value", "int32_list", "int32_value", "int64_list",
    "int64_value", "int8_list", "int8_value", "list_value", "metadata_entry", "nested_list", "tensor_info", "text",
    "text_list", "uint16_list", "uint16_value", "uint32_list", "uint32_value", "uint64_list", "uint64_value",
    "uint8_list", "uint8_value",
]

# A model in one file: a header, metadata as keys with typed values (what the model is, its sizes, its tokenizer), a
# table of tensors, and their elements.
gguf = _Record(_records.Gguf)
# A text.
text = _Record(_records.Text)
# A key and its value.
metadata_entry = _Record(_records.MetadataEntry)
# A value of this type.
uint8_value = _Record(_records.Uint8Value, 1)
# A value of this type.
int8_value = _Record(_records.Int8Value, 1)
# A value of this type.
uint16_value = _Record(_records.Uint16Value, 2)
# A value of this type.
int16_value = _Record(_records.Int16Value, 2)
# A value of this type.
uint32_value = _Record(_records.Uint32Value, 4)
# A value of this type.
int32_value = _Record(_records.Int32Value, 4)
# A value of this type.
float32_value = _Record(_records.Float32Value, 4)
# A value of this type.
bool_value = _Record(_records.BoolValue, 1)
# A value of this type.
uint64_value = _Record(_records.Uint64Value, 8)
# A value of this type.
int64_value = _Record(_records.Int64Value, 8)
# A value of this type.
float64_value = _Record(_records.Float64Value, 8)
# An array of values of one type, which may be arrays.
list_value = _Record(_records.ListValue)
# Values of this type.
uint8_list = _Record(_records.Uint8List)
# Values of this type.
int8_list = _Record(_records.Int8List)
# Values of this type.
uint16_list = _Record(_records.Uint16List)
# Values of this type.
int16_list = _Record(_records.Int16List)
# Values of this type.
uint32_list = _Record(_records.Uint32List)
# Values of this type.
int32_list = _Record(_records.Int32List)
# Values of this type.
float32_list = _Record(_records.Float32List)
# Values of this type.
bool_list = _Record(_records.BoolList)
# Values of this type.
uint64_list = _Record(_records.Uint64List)
# Values of this type.
int64_list = _Record(_records.Int64List)
# Values of this type.
float64_list = _Record(_records.Float64List)
# Texts.
text_list = _Record(_records.TextList)
# Arrays.
nested_list = _Record(_records.NestedList)
# What a tensor is, and where its payload is.
tensor_info = _Record(_records.TensorInfo)
# Padding up to a multiple of the alignment, counted from the start of the file, then the payloads, each padded
# likewise.
data_region = _Record(_records.DataRegion)
