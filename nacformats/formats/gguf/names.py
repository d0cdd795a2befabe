"""The public names of GGUF."""

from __future__ import annotations

from nacformats.formats.gguf.metadata import GgufMetadata, GgufTexts
from nacformats.formats.gguf.model import GgufFile
from nacformats.formats.gguf.tensor import GgufTensor

__all__ = ["GgufFile", "GgufMetadata", "GgufTensor", "GgufTexts"]
