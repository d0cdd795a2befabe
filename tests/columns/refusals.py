"""Why records of a schema cannot be columns."""

from __future__ import annotations

from nacformats.schema.flat.lowering import repeated
from nacformats.schema.model import Schema, SchemaError
from nacformats.targets.columns.lists import record_of_list
from nacformats.targets.columns.module import record_lines


def list_refusals(schema: Schema) -> dict[str, str]:
    """Return why records cannot be columns, by the paths of the fields that repeat them."""
    found: dict[str, str] = {}
    for owner, member in repeated(schema):
        try:
            record_lines(record_of_list(schema, owner, member))
        except SchemaError as error:
            found[member.path] = str(error)
    return found
