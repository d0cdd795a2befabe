# Generated from schemas/micb.ksy (sha256 5db39ae95eb084788db5a0f8e59b114c46942db28d4c596042ca4fa5d2ad37b2) by `nacformats generate`. Do not edit.
# It imports schemas/uleb128.ksy (sha256 0e970d61a753e9c984440ccd5e973c10752d3c63d78463209af26d2f125713f7).
"""Columns of MIC-B v2, binary form of Mind IR graphs."""

from nacformats.codec.columns.record import RecordCodec

graph_value: RecordCodec
interned_string: RecordCodec
string_ref: RecordCodec
tensor_type: RecordCodec
