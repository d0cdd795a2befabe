"""GGUF v2 and v3: tensors by name, many of them quantized, with typed metadata and a tokenizer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nacformats.formats.base import Format
from nacformats.lazy import names_of

if TYPE_CHECKING:
    from nacformats.formats.gguf.model import *
else:
    __getattr__ = names_of(__name__, "model")

FORMAT = Format.of_schema("gguf", __name__, "model")
