"""Loops that read and write the records of a list as columns, in the neutral language.

A record type has a function that reads its records and checks their rules in one pass; that of Python has another one,
which writes them. What is wrong, no Int, or longer than needed makes the first give up: then the machine reads the
records one by one, which tells what is wrong and where. `read_table` calls it by the number of the loop.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property

from nacformats.languages.loop_terms import LoopTerms
from nacformats.schema import expressions as ex
from nacformats.schema.flat import steps as ir
from nacformats.schema.flat.lowering import flatten, parts_of_type, repeated
from nacformats.schema.model import Field, Schema, SchemaError, Type, TypeUse


@dataclass(frozen=True)
class LoopColumn:
    """A column of a table.

    Attributes:
        key: the path of its field; "path@" and "path#" are where bytes start and how many they are, "path[]" where the
            elements of the list of each record begin.
        kind: unsigned, signed, real, starts, sizes or rows; width: bytes of each number.
        rows: the key of the rows of the elements of a list, else "".
    """

    key: str
    kind: str
    width: int
    rows: str


@dataclass(frozen=True)
class TableLoop:
    """The loop of a record type.

    Attributes:
        name: of its functions; number: by which it is called, of all schemas a different one.
        has_instances: there are instances with a position in its records.
        places: bytes of each number that is a place in the file, or how many of something there are.
    """

    name: str
    number: int
    record: ir.FlatRecord
    has_instances: bool
    places: int = 4

    @property
    def size(self) -> int:
        """Bytes of a record, 0 where they differ."""
        return ir.fixed(self.record.steps) or 0

    @cached_property
    def columns(self) -> tuple[LoopColumn, ...]:
        return tuple(self.column(column.key, column.dtype, column.rows) for column in self.record.columns)

    def column(self, key: str, dtype: str, rows: str) -> LoopColumn:
        kinds = {"@": "starts", "#": "sizes", "]": "rows"}
        if key[-1] in kinds:
            return LoopColumn(key, kinds[key[-1]], self.places, "")
        kind = "unsigned" if dtype[0] == "u" else "signed" if dtype[0] == "i" else "real"
        return LoopColumn(key, kind, int(dtype.lstrip("uintfloa")) // 8, rows)

    def arguments(self, member: Field) -> Iterator[tuple[ex.Expression, str]]:
        """Yield what a list gives the loop: an expression of the record that has it, and what is asked of a table."""
        for argument in self.record.arguments:
            first, *steps = argument.path.split(".")
            whole: ex.Expression
            if first.startswith("$"):
                assert isinstance(member.kind, TypeUse)
                whole = member.kind.arguments[int(first[1:])]
            elif first == "_parent":
                whole = ex.Name(steps.pop(0))
            else:
                whole = ex.Attribute(ex.Name("_root"), first)
            for step in steps:
                whole = ex.Attribute(whole, step)
            yield whole, argument.attribute


@cache
def table_loops(schema: Schema) -> dict[Type, TableLoop]:
    """Return the loops of a schema, by the types whose records its lists hold."""
    found: dict[Type, TableLoop] = {}
    for owner, member in repeated(schema):
        target = _listed(schema, owner, member)
        if target is None or target in found or target.schema != schema.name:
            continue
        try:
            record = flatten(schema, target)
            LoopTerms.of(record)
        except SchemaError:
            continue
        if any(blob.child for blob in record.blobs.values()):
            continue
        name = f"{schema.name}_{record.type_path.replace('::', '_')}"
        number = zlib.crc32(f"{schema.name}/{record.type_path}".encode())
        found[target] = TableLoop(name, number, record, any(part.placed for part in parts_of_type(target)))
    return found


@cache
def _elements(schema: Schema) -> set[Type]:
    """Return the types whose records are in those of lists."""
    uses = (member.kind for _, member in repeated(schema))
    return {part for use in uses if isinstance(use, TypeUse) for part in parts_of_type(use.type)}


def _listed(schema: Schema, owner: Type, member: Field) -> Type | None:
    """Return the type of which a field is a list that a loop may read; lists in the records of another one are not."""
    if owner in _elements(schema):
        return None
    told = (member.size, member.terminator, member.process, member.parent, member.until, member.contents)
    if member.to_end or member.valid or any(each is not None for each in told):
        return None
    return member.kind.type if isinstance(member.kind, TypeUse) else None


def table_loop(schema: Schema, owner: Type, member: Field) -> TableLoop | None:
    """Return the loop that reads a list; one to the end of its part has records of one size."""
    target = _listed(schema, owner, member)
    found = None if target is None else table_loops(schema).get(target)
    if found is None or (member.repeat == "eos" and not found.size):
        return None
    return found
