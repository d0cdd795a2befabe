# Generated from schemas/glyph.ksy (sha256 3d6b6b4e58c73d3c4ef3f916c9e7d0ad19f7ca5b69f51bb94fb8f8f9200a40aa) by `nacformats generate`. Do not edit.
"""Records of KHΛNARY v0.2 instruction word of a glyph that uses STB files."""

from enum import IntEnum
from typing import Any

class Operation(IntEnum):
    g_load_bin_tensor = 48
    g_mmap_bin_region = 49
    g_prefetch_bin = 50

def __getattr__(name: str) -> Any: ...
