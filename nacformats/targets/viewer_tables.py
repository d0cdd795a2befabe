"""Schemas as the page of `nacformats view` takes them: tables of the machine, and what is said to people."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from nacformats.languages.tables import machine_tables
from nacformats.schema import model
from nacformats.schema.members import TableMember, table_members
from nacformats.schema.model import Field, Schema, Type

#: The file in generated/viewer/ that has the schemas of this package.
SCHEMAS = "schemas.json"


def viewer_tables(schema: Schema) -> dict[str, Any]:
    """Return a schema as data: `SchemaTables` in viewer/src/protocol.ts.

    Raises:
        SchemaError: the schema has something that the machine cannot do; the message begins with its path.
    """
    tables = machine_tables(schema)
    return {
        "name": schema.name,
        "title": schema.title,
        "suffix": f".{schema.extension}" if schema.extension else "",
        "numbers": tables.numbers,
        "texts": tables.texts,
        "types": [_type(target) for target in tables.types],
    }


def render_schemas(schemas: Iterable[Schema]) -> str:
    """Return the tables of schemas, as JSON with a line for each."""
    lines = (json.dumps(viewer_tables(each), separators=(",", ":")) for each in schemas)
    return "[\n" + ",\n".join(lines) + "\n]\n"


def _type(target: Type) -> dict[str, Any]:
    return {
        "id": target.id,
        "doc": _paragraph(target.doc),
        "shown": target.representation or "",
        "members": [_member(each) for each in table_members(target)],
    }


def _member(member: TableMember) -> dict[str, Any]:
    found: dict[str, Any] = {"id": member.id, "doc": _paragraph(member.doc)}
    if member.enum is not None:
        found["names"] = _names(member.enum)
    if isinstance(member, Field) and member.holds:
        found["holds"] = member.holds
    return found


def _names(enum: model.Enum) -> dict[str, str]:
    return {str(each.number): each.id for each in enum.members}


def _paragraph(text: str) -> str:
    """Return a text whose lines are joined; an empty one separates paragraphs."""
    return "\n\n".join(" ".join(each.split()) for each in text.strip().split("\n\n"))
