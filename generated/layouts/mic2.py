# Generated from schemas/mic2.ksy (sha256 d3ccddff2284fc7ea29448ad0980d4f3c0f72130e486f8eb11711a2345ef830a) by `nacformats generate`. Do not edit.
"""Layout of mic@2, text form of Mind IR graphs, lines and tokens: in which order numbers and tables come.

There is none: /seq/1 is neither a number nor a table.
"""

from __future__ import annotations

from nacformats.codec.layouts import FileLayout

__all__ = ["LAYOUT"]

LAYOUT: FileLayout | None = None
