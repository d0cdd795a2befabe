# Generated from schemas/stb.ksy (sha256 31e6bc78261a3f78922ec08e97a25dc0fc01477d67c5139cfae15978e6450078) by `nacformats generate`. Do not edit.
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
