# Generated from schemas/nac.ksy (sha256 22ec6e6a8385f20003b8c5abea71d8a6245bc0b57e78dc7b949c37b44066bd07) by `nacformats generate`. Do not edit.
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
