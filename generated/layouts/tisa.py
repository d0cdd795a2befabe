# Generated from schemas/tisa.ksy (sha256 1f5ad2c85503ff265a4c707b3a5a2dd8a1b777fa53213ee2813644bd181cdaca) by `nacformats generate`. Do not edit.
"""Layout of TISA v1 (tokenizer manifest): in which order numbers and tables come.

There is none: /seq/2 is neither a number nor a table.
"""

from __future__ import annotations

from nacformats.codec.layouts import Layout

__all__ = ["LAYOUT"]

LAYOUT: Layout | None = None
