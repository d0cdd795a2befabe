"""Fuzzers from schemas."""

from __future__ import annotations

from nacformats.fuzz.maker import Maker
from nacformats.fuzz.output import Sample, Span

__all__ = ["Maker", "Sample", "Span"]
