"""The base of the parsers that the Kaitai Struct compiler makes: its runtime library, with types."""

from __future__ import annotations

from kaitaistruct import KaitaiStream, KaitaiStruct

__all__ = ["KaitaiStream", "KaitaiStruct"]
