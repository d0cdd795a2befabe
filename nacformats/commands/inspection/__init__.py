"""The content of a file: its tables, and every field with offset, size and value; as text or as JSON."""

from __future__ import annotations

from nacformats.commands.inspection.core import MAX_READS, SECTION_READS, SHOWN_READS, Inspection, inspect_source
from nacformats.commands.inspection.document import inspection_document
from nacformats.commands.inspection.tables import ShownTable
from nacformats.commands.inspection.text import inspection_lines

__all__ = [
    "MAX_READS",
    "SECTION_READS",
    "SHOWN_READS",
    "Inspection",
    "ShownTable",
    "inspect_source",
    "inspection_document",
    "inspection_lines",
]
