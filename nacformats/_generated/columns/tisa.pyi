# Generated from schemas/tisa.ksy (sha256 c3b89d09ea42458e8c2c33593a0175e05e3ca06df4cb9ed94f29e194014906cb) by `nacformats generate`. Do not edit.
"""Columns of TISA v1 (tokenizer manifest)."""

from nacformats.codec.columns.record import RecordCodec

partition_rule: RecordCodec
