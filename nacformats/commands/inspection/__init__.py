"""What is in a file: its tables, and every field with offset, size and value; as text or as JSON."""

from __future__ import annotations

from nacformats.commands.inspection.core import (
    MAX_READS,
    SECTION_READS,
    SHOWN_READS,
    Inspection,
    Table,
    inspect,
)
from nacformats.commands.inspection.document import document
from nacformats.commands.inspection.text import lines

__all__ = [
    "MAX_READS",
    "SECTION_READS",
    "SHOWN_READS",
    "Inspection",
    "Table",
    "document",
    "inspect",
    "lines",
]
