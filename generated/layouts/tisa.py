# Generated from schemas/tisa.ksy (sha256 09f59e7504cc9af473735dbac554a4faddea59b5fb8ee2166af751dfce3886c7) by `nacformats generate`. Do not edit.
"""Layout of TISA v1 (tokenizer manifest): in which order numbers and tables come.

There is none: /seq/2 is neither a number nor a table.
"""

from __future__ import annotations

from nacformats.codec.layouts import Layout

__all__ = ["LAYOUT"]

LAYOUT: Layout | None = None
