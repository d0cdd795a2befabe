"""Files as tables: the columns of every format, and of any schema, as arrays and for queries in SQL."""

from __future__ import annotations

from nacformats.querying.columns import ColumnTable, FileTables
from nacformats.querying.models import tables

__all__ = ["ColumnTable", "FileTables", "tables"]
