# Generated from schemas/mic2.ksy (sha256 d3ccddff2284fc7ea29448ad0980d4f3c0f72130e486f8eb11711a2345ef830a) by `nacformats generate`. Do not edit.
"""Columns of mic@2, text form of Mind IR graphs, lines and tokens: each repeated record as arrays. See nacformats.columns.

Left to the parser: /types/line, because /types/line/seq/1: a type up to a terminator cannot be columns.
"""

from __future__ import annotations


__all__ = []
