# Generated from schemas/stb.ksy (sha256 31e6bc78261a3f78922ec08e97a25dc0fc01477d67c5139cfae15978e6450078) by `nacformats generate`. Do not edit.
"""Construct structs of SVG-Tensor Binary Format (STB) v0.1."""

from nacformats.codec.constructs import Record

from nacformats._generated.python.stb import Dtype as Dtype
from nacformats._generated.python.stb import Layout as Layout
data_region: Record
stb: Record
tensor_descriptor: Record
