# Generated from schemas/glyph.ksy (sha256 3d6b6b4e58c73d3c4ef3f916c9e7d0ad19f7ca5b69f51bb94fb8f8f9200a40aa) by `nacformats generate`. Do not edit.
"""Generated from glyph.ksy."""

from typing import Any

def __getattr__(name: str) -> Any: ...
