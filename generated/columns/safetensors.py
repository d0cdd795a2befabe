# Generated from schemas/safetensors.ksy (sha256 fc4d78d8e2c3d057667c7fff19aa14c6c9c951a8bc11b47849959c3c33a57025) by `nacformats generate`. Do not edit.
"""Columns of safetensors: each repeated record as arrays. See nacformats.columns."""

from __future__ import annotations


__all__ = []
