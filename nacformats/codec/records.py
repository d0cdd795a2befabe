"""The records of a tree that was read, by either kind of parser: what both can be asked.

A parser of the Kaitai Struct compiler makes objects of classes of its own; one that was generated in debug mode keeps
their positions in `_debug`. A construct struct makes Nodes, which keep theirs in the same form when a Trace asks for
it. Positions are {"start": ..., "end": ..., "arr": [...]}, without "end" where the parser gave up; a
bit field of a Node that shares its first byte then has "read", up to where its stream was read.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kaitaistruct import KaitaiStruct

from nacformats.codec.elements import RecordElements
from nacformats.codec.tables import SchemaTable, TypeEntry, table_of


def is_record(value: Any) -> bool:
    """Return True if a value has fields."""
    return isinstance(value, KaitaiStruct) or hasattr(type(value), "_type")


def is_list(value: Any) -> bool:
    """Return True for the value of a repeated field: a list, or Elements, which know their positions."""
    return isinstance(value, list | RecordElements) or hasattr(type(value), "position")


def type_of(record: Any) -> TypeEntry:
    """Return the schema's description of the type of a record."""
    if isinstance(record, KaitaiStruct):
        return schema_of(record).types[type(record).__qualname__]
    return record._type  # type: ignore[no-any-return]


def schema_of(record: Any) -> SchemaTable:
    """Return the table of the schema that describes a record."""
    if isinstance(record, KaitaiStruct):
        return table_of(type(record).__module__.rpartition(".")[2])
    return record._schema  # type: ignore[no-any-return]


def member_value(record: Any, name: str) -> Any:
    """Return a field, an instance, `_parent`, `_root` or `_io`. What reading it raises is not caught here."""
    if isinstance(record, int) and name == "value":
        return record
    if isinstance(record, KaitaiStruct) or name[0] == "_" or not is_record(record):
        return getattr(record, name)
    return record[name]


def span(record: Any, name: str) -> Mapping[str, Any] | None:
    """Return the span of a field or an instance in its stream; None if it was not read."""
    if hasattr(type(record), "_known"):
        attribute = record.FIELDS.get(name) or record.PLACED.get(name, name)
        return {"start": 0} if record._known(attribute) is not None else None
    found = record._debug
    return found.get(name) or found.get(f"_m_{name}") or None


def base(record: Any, whole: memoryview, *, elsewhere: bool = False) -> int:
    """Return the offset in the file of a record's stream or, with `elsewhere`, of its root's stream."""
    stream = (record._root if elsewhere else record)._io
    if isinstance(record, KaitaiStruct):
        return int(stream._io.offset_in(whole))
    return int(stream.base)


def is_whole(record: Any, whole: memoryview) -> bool:
    """Return True if a record is read from the file itself rather than from a sized field in it."""
    size = record._io.size
    return bool((size() if callable(size) else size) == len(whole))
