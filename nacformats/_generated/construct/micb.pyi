# Generated from schemas/micb.ksy (sha256 5db39ae95eb084788db5a0f8e59b114c46942db28d4c596042ca4fa5d2ad37b2) by `nacformats generate`. Do not edit.
# It imports schemas/uleb128.ksy (sha256 0e970d61a753e9c984440ccd5e973c10752d3c63d78463209af26d2f125713f7).
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
