# Generated from schemas/gguf.ksy (sha256 14b79c3a1959e01c00550c972a954d7522d4c51fa35a7ad2f5211e13c5ab75d3) by `nacformats generate`. Do not edit.
"""Construct structs of GGUF v2 and v3."""

from nacformats.codec.constructs import Record

from nacformats._generated.python.gguf import ValueType as ValueType
from nacformats._generated.python.gguf import TensorType as TensorType
bool_list: Record
bool_value: Record
data_region: Record
float32_list: Record
float32_value: Record
float64_list: Record
float64_value: Record
gguf: Record
int16_list: Record
int16_value: Record
int32_list: Record
int32_value: Record
int64_list: Record
int64_value: Record
int8_list: Record
int8_value: Record
list_value: Record
metadata_entry: Record
nested_list: Record
tensor_info: Record
text: Record
text_list: Record
uint16_list: Record
uint16_value: Record
uint32_list: Record
uint32_value: Record
uint64_list: Record
uint64_value: Record
uint8_list: Record
uint8_value: Record
