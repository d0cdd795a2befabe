# Generated from schemas/uleb128.ksy (sha256 7f8186add90b8dbb561b7475dbf873f7412752189f1e2acac510fc34dd3cce21) by `nacformats generate`. Do not edit.
"""Layout of Unsigned LEB128 integer of at most 64 bits: in which order numbers and tables come.

There is none: /seq/0 is neither a number nor a table.
"""

from __future__ import annotations

from nacformats.codec.layouts import FileLayout

__all__ = ["LAYOUT"]

LAYOUT: FileLayout | None = None
