# Generated from schemas/mic2.ksy (sha256 a0e142892a70e0f898fdb9486eb9cba28f260f8161eeccca3612e5b80fa2e82d) by `nacformats generate`. Do not edit.
"""Columns of mic@2, text form of Mind IR graphs, lines and tokens: each repeated record as arrays. See nacformats.columns.

Left to the parser: /types/line, because /types/line/seq/0/repeat: only `expr` can be columns.
"""

from __future__ import annotations


__all__ = []
