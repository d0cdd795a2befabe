# Generated from schemas/mic2.ksy (sha256 c6d57015c3c2e02025f06b8837e70b3bf4e0cfebae374bd6c130eac27e768bfb) by `nacformats generate`. Do not edit.
"""Columns of mic@2, text form of Mind IR graphs, lines and tokens: each repeated record as arrays. See nacformats.columns.

Left to the parser: /types/line, because /types/line/seq/0: contents, size-eos and terminators cannot be columns.
"""

from __future__ import annotations


__all__ = []
