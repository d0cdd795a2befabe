# Generated from schemas/safetensors.ksy (sha256 fc4d78d8e2c3d057667c7fff19aa14c6c9c951a8bc11b47849959c3c33a57025) by `nacformats generate`. Do not edit.
"""Construct structs of safetensors: they parse and they build."""

from __future__ import annotations

from nacformats.codec.constructs import Record as _Record
from nacformats._generated.python import safetensors as _records

__all__ = ["safetensors"]

# Tensors by name: the length of a header, the header, and the elements of the tensors one after the other.
safetensors = _Record(_records.Safetensors)
