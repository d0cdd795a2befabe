"""Columns: repeated records read, checked and written as arrays.

The modules of generated/columns/ hold one RecordCodec for each record type. Integers of variable length are as they
are stored: `unzigzag` decodes those that are zigzag encoded.
"""

from __future__ import annotations

from nacformats.codec.columns.arrays import unzigzag, zigzag
from nacformats.codec.columns.record import RecordCodec
from nacformats.codec.columns.table import Columns

__all__ = ["Columns", "RecordCodec", "unzigzag", "zigzag"]
