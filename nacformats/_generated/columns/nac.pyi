# Generated from schemas/nac.ksy (sha256 02ecaf0eb7488ecf19cc8e76349a53df0d170cef870f663a00b54934111a21b5) by `nacformats generate`. Do not edit.
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
