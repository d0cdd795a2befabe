"""The resources of a tokenizer: vocabulary and merges, compiled (`vocab.b`, `merges.b`) or as text and JSON."""

from __future__ import annotations

from nacformats.tokenizer.resources.building import build_resources
from nacformats.tokenizer.resources.reading import read_merges, read_vocabulary

__all__ = ["build_resources", "read_merges", "read_vocabulary"]
