# Generated from schemas/stb.ksy (sha256 0345ed56f9b45f3379da906e1e825d701fcda049dcced3694875ac7626347a8d) by `nacformats generate`. Do not edit.
"""Construct structs of SVG-Tensor Binary Format (STB) v0.1."""

from nacformats.codec.constructs import Record

from nacformats._generated.python.stb import Dtype as Dtype
from nacformats._generated.python.stb import Layout as Layout
data_region: Record
stb: Record
tensor_descriptor: Record
