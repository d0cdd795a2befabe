# Generated from schemas/nac.ksy (sha256 f4e2694ed63c49d1469ecb91743395274d3485deab2521279859c7fe8902b174) by `nacformats generate`. Do not edit.
"""Columns of Neural Architecture Code (NAC) v1.6."""

from nacformats.codec.columns.record import RecordCodec

constant: RecordCodec
input_name: RecordCodec
instruction: RecordCodec
operation_name: RecordCodec
parameter_name: RecordCodec
resource: RecordCodec
schedule_record: RecordCodec
signature: RecordCodec
tensor: RecordCodec
tensor_meta: RecordCodec
