# Generated from schemas/micb.ksy (sha256 5db39ae95eb084788db5a0f8e59b114c46942db28d4c596042ca4fa5d2ad37b2) by `nacformats generate`. Do not edit.
# It imports schemas/uleb128.ksy (sha256 94a08bd38c22b22d5945f850a28504b5fc32944d26824efa10279ce8866c0c94).
"""Construct structs of MIC-B v2, binary form of Mind IR graphs."""

from nacformats.codec.constructs import Record

from nacformats._generated.python.micb import Dtype as Dtype
from nacformats._generated.python.micb import Tag as Tag
from nacformats._generated.python.micb import Opcode as Opcode
axis_param: Record
binding: Record
custom_param: Record
graph_value: Record
interned_string: Record
list_param: Record
micb: Record
no_params: Record
node: Record
split_params: Record
string_ref: Record
tensor_type: Record
type_ref: Record
value_ref: Record
zigzag: Record
