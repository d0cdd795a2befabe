"""Which types of a schema become columns: those of the records that it repeats."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache

from nacformats.generator.columns.lowering import flatten, type_path
from nacformats.generator.columns.steps import FlatRecord
from nacformats.generator.model import Field, Schema, Type, uses
from nacformats.generator.reading import SchemaError


@dataclass
class _Chosen:
    """The records of a schema, and the types that are left to the parser with the reason for each."""

    records: list[FlatRecord] = field(default_factory=list)
    left: list[tuple[Type, SchemaError]] = field(default_factory=list)


@cache
def choose(schema: Schema) -> _Chosen:
    """Lower what can be columns. Do not change it: it is shared.

    Raises:
        SchemaError: a type says `-columns: true` and cannot be columns.
    """
    chosen = _Chosen()
    for target in _candidates(schema):
        try:
            chosen.records.append(flatten(schema, target))
        except SchemaError as error:
            if target.columns:
                raise
            chosen.left.append((target, error))
    known = {record.type_path for record in chosen.records}
    children = {blob.child for record in chosen.records for blob in record.blobs.values()} - known
    chosen.records += [flatten(schema, target) for target in schema.types if type_path(target) in children - {""}]
    return chosen


def _candidates(schema: Schema) -> list[Type]:
    """The types that the schema repeats, except those that only records repeat."""
    repeated = {use.type for _, member in _members(schema) if member.repeat for use in uses(member.kind)}
    outside = {
        use.type
        for owner, member in _members(schema)
        if member.repeat and not _inside(owner, repeated)
        for use in uses(member.kind)
    }
    return [target for target in schema.types if target.columns or target in outside]


def _inside(owner: Type, repeated: set[Type]) -> bool:
    """Whether a type is only a part of repeated records."""
    return any(owner in _parts(target) for target in repeated)


def _parts(target: Type, seen: set[Type] | None = None) -> set[Type]:
    """A type and what it is made of."""
    seen = set() if seen is None else seen
    if target not in seen:
        seen.add(target)
        for member in (*target.fields, *target.placed):
            for use in uses(member.kind):
                _parts(use.type, seen)
    return seen


def _members(schema: Schema) -> Iterator[tuple[Type, Field]]:
    for owner in schema.types:
        for member in (*owner.fields, *owner.placed):
            yield owner, member
