# Generated from schemas/tisa.ksy (sha256 1f5ad2c85503ff265a4c707b3a5a2dd8a1b777fa53213ee2813644bd181cdaca) by `nacformats generate`. Do not edit.
"""Columns of TISA v1 (tokenizer manifest)."""

from nacformats.codec.columns.record import RecordCodec

partition_rule: RecordCodec
