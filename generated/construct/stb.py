# Generated from schemas/stb.ksy (sha256 0345ed56f9b45f3379da906e1e825d701fcda049dcced3694875ac7626347a8d) by `nacformats generate`. Do not edit.
"""Construct structs of SVG-Tensor Binary Format (STB) v0.1: they parse and they build."""

from __future__ import annotations

from nacformats.codec.constructs import Record as _Record
from nacformats._generated.python import stb as _records
from nacformats._generated.python.stb import Dtype, Layout

__all__ = ["Dtype", "Layout", "data_region", "stb", "tensor_descriptor"]

# A container of raw tensors that a runtime maps into memory and uses in place: a header of 32 bytes, a table with one
# descriptor of 32 bytes for each tensor, and a data region that holds the payloads.
stb = _Record(_records.Stb, 32)
# What one tensor is and where its payload is.
tensor_descriptor = _Record(_records.TensorDescriptor, 32)
# Where the payloads are.
data_region = _Record(_records.DataRegion, 0)
