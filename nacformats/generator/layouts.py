"""Generates the layout of a schema (see nacformats.codec.layouts) as Python literals."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from nacformats.codec import layouts
from nacformats.generator import expressions as ex
from nacformats.generator.columns.lowering import choose
from nacformats.generator.model import Field, NumberKind, RawBytes, Schema, TypeUse
from nacformats.generator.pycode import lines_of, module_text, prefixed
from nacformats.generator.reading import schema_model
from nacformats.generator.tables import as_code, parts

#: The schema of numbers of variable length.
_VARINT = "uleb128"


def render_layout(name: str) -> str:
    """Return the module with the layout of a schema; None when the root is more than numbers and tables.

    Raises:
        SchemaError: the schema is outside the profile.
    """
    schema = schema_model(name)
    try:
        layout, reason = _describe(schema), ""
    except _OtherwiseError as error:
        layout, reason = None, f"\n\nThere is none: {error}.\n"
    used = sorted({type(part).__name__ for part in parts(layout)} | {"FileLayout"})
    title = f"Layout of {schema.title}: in which order numbers and tables come.{reason}"
    imports = [f"from nacformats.codec.layouts import {', '.join(used)}"]
    body = lines_of(prefixed("LAYOUT: FileLayout | None = ", as_code(layout)), "", "")
    return module_text(title, imports, ["LAYOUT"], body)


class _OtherwiseError(Exception):
    """The root is not what a layout describes."""


def _describe(schema: Schema) -> layouts.FileLayout:
    """Return the layout of a schema. _OtherwiseError if it has none."""
    records = {record.name for record in choose(schema).records}
    listed = [part for member in schema.root.fields for part in _parts(member, member.id, records)]
    if schema.root.placed or not any(isinstance(part, layouts.LayoutTable) for part in listed):
        raise _OtherwiseError(f"the root of {schema.name} has no tables, or has fields with a position of their own")
    return layouts.FileLayout(schema.name, tuple(listed))


def _parts(member: Field, path: str, records: set[str]) -> Iterator[layouts.LayoutPart]:
    if member.condition is not None:
        raise _OtherwiseError(f"{member.path} has a condition")
    match member:
        case Field(contents=bytes(data)):
            yield layouts.LayoutBytes(path, data)
        case Field(kind=TypeUse(target, _), repeat="expr") if target.name in records and member.count is not None:
            yield layouts.LayoutTable(path, target.name, _count(member))
        case Field(kind=TypeUse(target, _), repeat="eos") if target.name in records:
            yield layouts.LayoutTable(path, target.name, "")
        case Field(kind=RawBytes(), to_end=True) if [rule.words for rule in member.valid] == ["_.length == 0"]:
            yield layouts.LayoutEnd(path, "_.length == 0")
        case Field(repeat=None, size=None, to_end=False):
            yield from _numbers(member, path, {})
        case _:
            raise _OtherwiseError(f"{member.path} is neither a number nor a table")


def _numbers(member: Field, path: str, given: Mapping[str, str]) -> Iterator[layouts.LayoutPart]:
    match member.kind:
        case NumberKind("u", width, endian) if width == 1 or endian == "le":
            yield layouts.LayoutNumber(path, width, *_limits(member, given))
        case TypeUse(target, _) if target.schema == _VARINT:
            yield layouts.LayoutNumber(path, 0, *_limits(member, given))
        case TypeUse(target, arguments):
            numbers = {param.id: _number_id(value) for param, value in zip(target.params, arguments, strict=True)}
            for inner in target.fields:
                if inner.condition is not None or inner.repeat is not None:
                    raise _OtherwiseError(f"{inner.path} is not there exactly once")
                yield from _numbers(inner, f"{path}.{inner.id}", numbers)
        case _:
            raise _OtherwiseError(f"{member.path} is not an unsigned number")


def _limits(member: Field, given: Mapping[str, str]) -> tuple[int | None, str | None, int | None]:
    """Return the only value of a field, the path of the number that it has to be below, and its largest value."""
    match member.valid:
        case ():
            return None, None, None
        case (rule,) if rule.rule == "eq" and isinstance(rule.operands[0], ex.Literal):
            return int(rule.operands[0].value), None, None
        case (rule,) if rule.rule == "max" and isinstance(rule.operands[0], ex.Literal):
            return None, None, int(rule.operands[0].value)
        case (rule,) if rule.rule == "expr":
            match rule.operands[0]:
                case ex.Binary("<", ex.Name("_") | ex.Attribute(ex.Name("_"), "value", ()), ex.Name(limit)):
                    return None, given[limit], None
    raise _OtherwiseError(f"{member.path} has a rule that a layout does not have")


def _count(member: Field) -> str:
    assert member.count is not None
    return _number_id(member.count)


def _number_id(expression: ex.Expression) -> str:
    """Return the field whose number an expression is."""
    match expression:
        case ex.Name(id) | ex.Attribute(ex.Name(id), "value", ()):
            return id
    raise _OtherwiseError(f"{expression} is more than the number of a field")
