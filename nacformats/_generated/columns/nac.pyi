# Generated from schemas/nac.ksy (sha256 97986397b1cdb9bf9bec323551b8ae63a8935d8b50c81953c62549041af00cd9) by `nacformats generate`. Do not edit.
# It imports schemas/binary32.ksy (sha256 72cc69472cbf2b8b3cc4d591e8bfb8f2c932db52630b2c2aa8c91e29f1e3800b).
# It imports schemas/mep.ksy (sha256 a8c6c4d7b52001da2ce8f018edcee55aadee3cbdea27b4e1d549633e74516e48).
# It imports schemas/tisa.ksy (sha256 010d7b6397249762ae8e8ada8f310f3071b11f8fc9f07eda69deacff2fa65769).
"""Columns of Neural Architecture Code (NAC) v1.6, v1.7 and v1.8."""

from nacformats.codec.columns.record import RecordCodec

constant: RecordCodec
input_name: RecordCodec
instruction: RecordCodec
named_array: RecordCodec
operation_name: RecordCodec
parameter_name: RecordCodec
resource: RecordCodec
schedule_record: RecordCodec
signature: RecordCodec
tensor: RecordCodec
tensor_meta: RecordCodec
