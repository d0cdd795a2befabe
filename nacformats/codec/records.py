"""Questions to the values of a tree, which may be records, lists, or anything else."""

from __future__ import annotations

from typing import Any

from nacformats.codec.elements import RecordElements
from nacformats.codec.tables import SchemaTable, TypeEntry


def is_record(value: Any) -> bool:
    """Return True if a value has fields."""
    return hasattr(type(value), "_type")


def is_list(value: Any) -> bool:
    """Return True for the value of a repeated field."""
    return isinstance(value, list | RecordElements)


def type_of(record: Any) -> TypeEntry:
    """Return the schema's description of the type of a record."""
    return record._type  # type: ignore[no-any-return]


def schema_of(record: Any) -> SchemaTable:
    """Return the table of the schema that describes a record."""
    return record._schema  # type: ignore[no-any-return]


def member_value(record: Any, name: str) -> Any:
    """Return a field, an instance, `_parent`, `_root` or `_io`. What reading it raises is not caught here."""
    if isinstance(record, int) and name == "value":
        return record
    return record[name] if name[0] != "_" and is_record(record) else getattr(record, name)


def is_there(record: Any, name: str) -> bool:
    """Return True if a field or an instance was read."""
    return record._known(record.FIELDS.get(name) or record.PLACED.get(name, name)) is not None
