"""Lists of records of any schema as columns: what nacformats.codec.columns.lists reads them with.

`LISTS` of a generated module reads the records of the fields that can be columns; `lists_in_memory` makes the same when
a list is met, without a file.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from types import ModuleType
from typing import TYPE_CHECKING

from nacformats.codec.columns.lists import RecordList, RecordLists
from nacformats.schema import expressions as ex
from nacformats.schema.expressions import quoted
from nacformats.schema.flat import steps as ir
from nacformats.schema.flat.lowering import flatten, repeated
from nacformats.schema.model import Field, Schema, SchemaError, Type, TypeUse
from nacformats.schema.texts import in_docstring
from nacformats.targets.columns.module import UntilEmitter, import_text, record_lines

if TYPE_CHECKING:
    from nacformats.codec.columns.native import NativeScanner


def record_of_list(schema: Schema, owner: Type, member: Field) -> ir.FlatRecord:
    """Return the steps of the records of a field.

    Raises:
        SchemaError: they cannot be columns; the message begins with the path of the reason in the schema.
    """
    if not isinstance(member.kind, TypeUse):
        raise SchemaError(member.path, "records of several types cannot be columns")
    if member.to_end or member.terminator is not None or member.pad_right is not None:
        raise SchemaError(member.path, "records up to a terminator or padding, or to the end, cannot be columns")
    if member.process is not None or member.parent is not None:
        raise SchemaError(member.path, "what is processed, or has another parent, cannot be columns")
    if member.valid:
        raise SchemaError(f"{member.path}/valid", "a rule on a whole type cannot be columns")
    record = flatten(schema, member.kind.type, (owner, member))
    return replace(record, type_path=f"{owner.name}_{member.id}")


def render_lists(schema: Schema) -> str:
    """Return the module of the lists of a schema; nothing where none of them can be columns."""
    records: dict[str, ir.FlatRecord] = {}
    bodies: list[str] = []
    for owner, member in repeated(schema):
        try:
            record = record_of_list(schema, owner, member)
            bodies += _list_lines(record)
        except SchemaError:
            continue
        records[member.path] = record
    return _module(schema, records, bodies) if records else ""


def lists_in_memory(
    schema: Schema, native: Callable[[ir.FlatRecord], Callable[[bool], NativeScanner | None]] | None = None
) -> RecordLists:
    """Return what reads the lists of a schema; the code for each is made when it is met.

    Args:
        schema: its model.
        native: gives, for some records, what gives the compiled loop that finds them (`ListedCodec.scanner`).
    """
    fields = {member.path: (owner, member) for owner, member in repeated(schema)}

    def load(path: str) -> RecordList | None:
        try:
            record = record_of_list(schema, *fields[path])
            text = _module(schema, {path: record}, _list_lines(record))
        except (KeyError, SchemaError):
            return None
        module = ModuleType(f"{schema.name} {path} (in memory)")
        code = compile(text, module.__name__, "exec", dont_inherit=True)
        exec(code, vars(module))  # noqa: S102  no text of a schema gets here but ids, numbers and quoted strings
        lists: RecordLists = module.LISTS
        found = lists.load(path)
        if found is None or native is None:
            return found
        return replace(found, codec=replace(found.codec, scanner=native(record)))

    return RecordLists(load)


def _module(schema: Schema, records: dict[str, ir.FlatRecord], body: Sequence[str]) -> str:
    title = f"Lists of records of {in_docstring(schema.title)}: as columns."
    lines = [f'"""{title}"""', "", "from __future__ import annotations", ""]
    lines += import_text([*body, "RecordLists("])
    lines += ["", '__all__ = ["LISTS"]', *body, "", "", "_BY_PATH = {"]
    lines += [f"    {quoted(path)}: {record.name}_list," for path, record in records.items()]
    return "\n".join([*lines, "}", "LISTS = RecordLists(_BY_PATH.get)", ""])


def _list_lines(record: ir.FlatRecord) -> list[str]:
    lines = record_lines(record)
    given = [record.name]
    if ir.fixed(record.steps) is not None:
        given.append(f"fields={dtype_text(record.steps)}")
    if record.until is not None:
        lines += ["", "", *UntilEmitter(record).lines()]
        given.append(f"until=until_{record.name}")
    if len(record.steps) == 1 and isinstance(record.steps[0], ir.SizedPart) and not record.steps[0].path:
        given.append("is_parted=True")
    return [*lines, "", "", f"{record.name}_list = RecordList({', '.join(given)})"]


# The dtype of records of fixed size

_Place = tuple[tuple[str, ...], str, int, int]  # names, format, offset and bytes


def dtype_text(steps: Sequence[ir.FlatStep]) -> str:
    """Return Python for the dtype of records of fixed size; bit fields have no place in it."""
    places, size = _places(steps, 0, 0)
    return _dtype(places, 0, size)


def _places(steps: Sequence[ir.FlatStep], start: int, depth: int) -> tuple[list[_Place], int]:
    """Return where everything in some steps is, and where they end."""
    found: list[_Place] = []
    for step in steps:
        match step:
            case ir.Scalar():
                if not step.bits:
                    found.append((_names(step.path, depth), f"'{_stored(step)}'", start, step.width))
                start += step.width
            case ir.Blob(size=size):
                found.append((_names(step.path, depth), f"('u1', ({size.value},))", start, size.value))
                start += size.value
            case ir.SizedPart(ex.Literal(int(size))):
                found += _places(step.body, start, depth)[0]
                start += size
            case ir.ListStep():
                names = _names(step.path, depth)
                found.append((names, _array(step, depth + len(names)), start, step.width * step.count.value))
                start += step.width * step.count.value
    return found, start


def _array(step: ir.ListStep, depth: int) -> str:
    places, _ = _places(step.body, 0, depth)
    is_number = len(places) == 1 and not places[0][0]
    return f"({places[0][1] if is_number else _dtype(places, 0, step.width)}, ({step.count.value},))"


def _names(path: str, depth: int) -> tuple[str, ...]:
    return tuple(path.split(".")[depth:])


def _stored(step: ir.Scalar) -> str:
    sign = {"s": "i"}.get(step.code[0], step.code[0])
    return f"{'>' if step.is_big else '<'}{sign}{step.width}"


def _dtype(places: Sequence[_Place], start: int, size: int) -> str:
    """Return the dtype of what is from an offset on; what has a name in common is a dtype of its own."""
    names = list(dict.fromkeys(place[0][0] for place in places))
    formats, offsets = [], []
    for name in names:
        inner = [place for place in places if place[0][0] == name]
        first, end = inner[0][2], max(place[2] + place[3] for place in inner)
        offsets.append(first - start)
        if inner[0][0][1:]:
            below = [(place[0][1:], *place[1:]) for place in inner]
            formats.append(_dtype(below, first, end - first))
        else:
            formats.append(inner[0][1])
    listed = f"'names': {names!r}, 'formats': [{', '.join(formats)}], 'offsets': {offsets!r}, 'itemsize': {size}"
    return f"np.dtype({{{listed}}})"
