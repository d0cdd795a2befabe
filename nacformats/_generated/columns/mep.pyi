# Generated from schemas/mep.ksy (sha256 86346db96f45d7e92e5a5ac3560c3076988d502fb0adcbb8e7ee2d1d2c4f273d) by `nacformats generate`. Do not edit.
"""Columns of Model Execution Plan (MEP) bytecode of NAC v1.6."""

from nacformats.codec.columns.record import RecordCodec

plan_instruction: RecordCodec
