# Generated from schemas/stb.ksy (sha256 31e6bc78261a3f78922ec08e97a25dc0fc01477d67c5139cfae15978e6450078) by `nacformats generate`. Do not edit.
"""Columns of SVG-Tensor Binary Format (STB) v0.1."""

from nacformats.codec.columns.record import RecordCodec

tensor_descriptor: RecordCodec
