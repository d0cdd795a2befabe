"""An inspection as one JSON document: the same tree and tables, complete but for long payloads."""

from __future__ import annotations

import math
from collections.abc import Sequence
from enum import IntEnum
from typing import Any

import numpy as np
from kaitaistruct import KaitaiStruct

from nacformats.inspection.core import Inspection, Table
from nacformats.inspection.representation import is_number, number_of, represent
from nacformats.inspection.text import is_flat
from nacformats.walk import Node, Walk

#: Bytes of a field that stand in the document, as hexadecimal.
DOCUMENTED_BYTES = 64


def document(inspection: Inspection, tables: list[Table], node: Node | None) -> dict[str, Any]:
    """The whole inspection, or the tables and the node that were chosen."""
    return {
        "format": inspection.format.name,
        "size": inspection.size,
        "valid": inspection.valid,
        "findings": [plain(vars(finding)) for finding in inspection.findings],
        "tables": {table.name: [_row_document(table, row) for row in table.rows] for table in tables},
        "tree": None if node is None else node_document(inspection.walk, node),
        "complete": not inspection.walk.stopped,
    }


def node_document(walk: Walk, node: Node) -> dict[str, Any]:
    """A node with everything below it."""
    found: dict[str, Any] = {"name": node.name, "path": node.path, "offset": node.offset, "size": node.size}
    if is_flat(node.value):
        return {**found, **_value(node.value)}
    text = represent(node.value) if isinstance(node.value, KaitaiStruct) else None
    children = [node_document(walk, child) for child in walk.children(node)]
    return {**found, **({"text": text} if text else {}), "children": children}


def _row_document(table: Table, row: Sequence[Any]) -> dict[str, Any]:
    return dict(zip(table.columns, plain(list(row)), strict=True))


def plain(value: Any) -> Any:
    """A value in the types of JSON; bytes as hexadecimal, numbers that JSON has not as text."""
    if isinstance(value, bytes | bytearray | memoryview):
        return bytes(value[:DOCUMENTED_BYTES]).hex()
    if isinstance(value, KaitaiStruct):
        return plain(number_of(value)) if is_number(value) else None
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    if isinstance(value, dict):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, np.generic):
        return plain(value.item())
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    return value if value is None or isinstance(value, bool | int | float | str) else str(value)


def _value(value: Any) -> dict[str, Any]:
    if isinstance(value, IntEnum):
        return {"value": int(value), "label": value.name}
    if isinstance(value, bytes | bytearray | memoryview) and len(value) > DOCUMENTED_BYTES:
        return {"value": plain(value), "omitted_bytes": len(value) - DOCUMENTED_BYTES}
    return {"value": plain(value)}
