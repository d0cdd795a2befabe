"""Generates the tables of a schema: what nacformats.codec.tables describes, as Python literals."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import fields, is_dataclass
from typing import Any

from nacformats.codec import tables
from nacformats.schema import expressions as ex
from nacformats.schema.expressions import quoted
from nacformats.schema.model import Bits, Enum, Field, NumberKind, Schema, SchemaError, SwitchKind, Type, TypeUse
from nacformats.schema.reading import schema_model
from nacformats.schema.scopes import member_number
from nacformats.schema.sizes import spans
from nacformats.schema.texts import in_docstring
from nacformats.targets.pycode import Code, flat_code, lines_of, module_text, prefixed, quoted_bytes


def render_tables(name: str) -> str:
    """Return the module with the table of a schema.

    Raises:
        SchemaError: the schema is outside the profile.
    """
    table = table_of_schema(schema_model(name))
    return _module(f" of {in_docstring(table.title)}", "SCHEMA", table)


def tables_module(schemas: Iterable[Schema]) -> str:
    """Return a module with the tables of several schemas, by name."""
    return _module("", "TABLES", {schema.name: table_of_schema(schema) for schema in schemas})


def _module(of: str, name: str, value: Any) -> str:
    """Return a module that holds a value under a name."""
    used = sorted({type(part).__name__ for part in parts(value)})
    imports = [f"from nacformats.codec.tables import {', '.join(used)}"]
    lines = lines_of(prefixed(f"{name} = ", as_code(value)), "", "")
    return module_text(f"Fields, rules, enums and representations{of}.", imports, [name], lines)


def render_index(names: Iterable[str]) -> str:
    """Render the module of the package: the named schemas that describe files. One that is wrong is left out."""
    rows = []
    for name in names:
        with suppress(SchemaError):
            table = table_of_schema(schema_model(name))
            entry = quoted(table.title), quoted(table.suffix or ""), quoted_bytes(table.magic)
            rows += [f"    {quoted(name)}: ({', '.join(entry)}),\n"] if table.suffix is not None else []
    return f"#: Title, suffix and leading bytes by the name of the schema.\nFILES = {{\n{''.join(rows)}}}\n"


def table_of_schema(schema: Schema) -> tables.SchemaTable:
    """Return the table of a schema."""
    first = schema.root.fields[0] if schema.root.fields else None
    return tables.SchemaTable(
        schema.name,
        schema.title,
        f".{schema.extension}" if schema.extension else None,
        (first.contents or b"") if first is not None else b"",
        schema.imports,
        {target.qualified: _type(target, schema) for target in schema.types},
        {enum.name: _enum(enum) for enum in schema.enums},
    )


def _type(target: Type, schema: Schema) -> tables.TypeEntry:
    fixed = spans(target) if target is schema.root else ()
    places = {span.field.id: span.start // 8 for span in fixed if span.start is not None}
    return tables.TypeEntry(
        target.name,
        target.representation,
        tuple(_field(schema, target, member, places) for member in target.fields),
        tuple(_field(schema, target, member, {}) for member in target.placed),
        tuple(value.id for value in target.values),
    )


def _field(schema: Schema, owner: Type, member: Field, places: Mapping[str, int]) -> tables.FieldEntry:
    """Return the entry of a field; places: the first byte of each field that has the same in every file."""
    at = places.get(member.id) if member.condition is None else None
    return tables.FieldEntry(
        member.id,
        member.kind.width if isinstance(member.kind, Bits) else 0,
        None if member.enum is None else member.enum.name,
        tuple(tables.RuleEntry(rule.rule, rule.listed) for rule in member.valid),
        member.io is not None,
        member.align,
        member.role,
        member.holds,
        member.since,
        at,
        "" if at is None else _dtype(member),
        dict(_cases(owner, member)),
        member.pos.id if isinstance(member.pos, ex.Name) else "",
        member.kind.type.qualified
        if isinstance(member.kind, TypeUse) and member.kind.type.schema == schema.name
        else "",
    )


#: NumPy's letters of numbers and of byte orders.
_KINDS, _ORDERS = {"u": "u", "s": "i", "f": "f"}, {"le": "<", "be": ">"}


def _dtype(member: Field) -> str:
    match member:
        case Field(kind=NumberKind(sign, width, endian), repeat=None):
            return f"{_ORDERS.get(endian, '|') if width > 1 else ''}{_KINDS[sign]}{width}"
    return ""


def _cases(owner: Type, member: Field) -> Iterator[tuple[int, str]]:
    """Return the type of each case of a switch that a number chooses."""
    for key, kind in member.kind.cases if isinstance(member.kind, SwitchKind) else ():
        number = member_number(owner, key) if isinstance(key, ex.Member) else getattr(key, "value", None)
        if isinstance(number, int) and isinstance(kind, TypeUse):
            yield int(number), kind.type.qualified


def _enum(enum: Enum) -> tables.EnumEntry:
    members = (
        tables.MemberEntry(each.number, each.id, " ".join(each.doc.split()), each.since) for each in enum.members
    )
    return tables.EnumEntry(enum.id, tuple(members))


# Literals


def parts(value: Any) -> Iterator[Any]:
    """Return every dataclass and named tuple in a value."""
    if is_dataclass(value):
        yield value
        value = [getattr(value, name) for name in _defaults(value)]
    for inner in value.values() if isinstance(value, dict) else value if isinstance(value, list | tuple) else ():
        yield from parts(inner)


def as_code(value: Any) -> Code | str:
    """Return a value of dataclasses, named tuples, dicts, tuples, texts and numbers as Python."""
    if is_dataclass(value):
        return Code(type(value).__name__, tuple(_arguments(value)))
    if isinstance(value, dict):
        return Code(
            "",
            tuple(prefixed(f"{flat_code(as_code(key))}: ", as_code(item)) for key, item in value.items()),
            brackets="{}",
        )
    if isinstance(value, tuple):
        return Code("", tuple(map(as_code, value)))
    if isinstance(value, bytes):
        return quoted_bytes(value)
    return quoted(value) if isinstance(value, str) else repr(value)


def _arguments(value: Any) -> Iterator[Code | str]:
    """Return the arguments that make a value, by position up to the first that is left out; those with defaults are."""
    skipped = False
    for name, default in _defaults(value).items():
        item = getattr(value, name)
        if item == default:
            skipped = True
        else:
            yield prefixed(f"{name}=" if skipped else "", as_code(item))


def _defaults(value: Any) -> dict[str, Any]:
    """Return the names of the fields, and their defaults; MISSING where there is none."""
    return {
        each.name: each.default_factory() if callable(each.default_factory) else each.default for each in fields(value)
    }
