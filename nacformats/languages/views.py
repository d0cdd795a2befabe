"""The types of a schema as typed views of the machine's records: what every language makes classes of."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from nacformats.languages.columns import table_loop
from nacformats.languages.printing import camel
from nacformats.languages.tables import MachineTables, machine_tables
from nacformats.schema import model
from nacformats.schema.members import table_members
from nacformats.schema.model import NATIVE, Field, Schema, Type, TypeParam, ValueInstance
from nacformats.schema.reserved import reserved

#: Classes that sources of some language refer to: those of a schema have other names.
_TAKEN = reserved("views")
#: The same as names of files, some of which are one whatever the case of their letters.
_TAKEN_IN_FILES = frozenset(map(str.lower, _TAKEN))
#: Numbers of variable length that are signed.
_SIGNED = frozenset({"sleb128"})


@dataclass(frozen=True)
class ViewColumn:
    """A column of a list.

    Attributes:
        name: of its field, such as body_idx; kind: unsigned, signed, real, or starts, sizes (of bytes) and rows (where
            the elements of the list of each record begin), which are unsigned; width: of a number, in bytes.
    """

    name: str
    kind: str
    width: int


@dataclass(frozen=True)
class ViewMember:
    """A member of a record.

    Attributes:
        id: in the schema; slot: its place in the record; doc: its documentation.
        kind: unsigned, signed, real (of 8 bytes), float (of 4), bool, text, bytes, record, varint (unsigned), svarint,
            or value: any of them.
        width: of a number, in bytes: 1, 2, 4 or 8.
        target: the class of a record, or "".
        is_list: it is a list of them; is_optional: it may be absent; is_instance: it is read or computed when asked
            for; is_stored: it can be set.
        enum: the name of the constants that the number is one of, or "".
        columns: of a list that can be read as columns, in the order of its table.
    """

    id: str
    slot: int
    kind: str
    doc: str = ""
    width: int = 8
    target: str = ""
    is_list: bool = False
    is_optional: bool = False
    is_instance: bool = False
    is_stored: bool = True
    enum: str = ""
    columns: tuple[ViewColumn, ...] = ()


@dataclass(frozen=True)
class View:
    """A class of records. Attributes: name: NameOfTheType; type: its number in the tables; is_root: of a whole file."""

    name: str
    type: int
    doc: str
    members: tuple[ViewMember, ...]
    is_root: bool


@dataclass(frozen=True)
class ViewEnum:
    """An enum: its members by id, with their numbers and documentation."""

    name: str
    members: tuple[tuple[str, int, str], ...]


@dataclass(frozen=True)
class SchemaViews:
    """All that a language makes of a schema.

    Attributes:
        name, title, extension: of the schema; tables: its data; views: the root first.
    """

    name: str
    title: str
    extension: str
    tables: MachineTables
    views: tuple[View, ...]
    enums: tuple[ViewEnum, ...]


@cache
def views_of(schema: Schema) -> SchemaViews:
    """Return the views of a schema, those of imported types included.

    Raises:
        SchemaError: the machine cannot do something of it.
    """
    tables = machine_tables(schema)
    names = _class_names(schema, tables)
    enums = _enum_names(schema)
    views = [_view(target, tables, _Names(schema, names, enums)) for target in names]
    constants = [
        ViewEnum(name, tuple((each.id, each.number, each.doc) for each in enum.members)) for enum, name in enums.items()
    ]
    return SchemaViews(schema.name, schema.title, schema.extension, tables, tuple(views), tuple(constants))


def _class_names(schema: Schema, tables: MachineTables) -> dict[Type, str]:
    """Return the names of the classes: each is there once, and no enum has it."""
    taken = _TAKEN_IN_FILES | {name.lower() for name in _enum_names(schema).values()}
    names: dict[Type, str] = {}
    for target in tables.types:
        if target.schema in NATIVE and target is not schema.root:
            continue
        name = camel(target.schema if target.outer is None else target.name)
        if target.schema != schema.name and target.outer is not None:
            name = camel(target.schema) + name
        while name.lower() in taken:
            name += "Record"
        taken |= {name.lower()}
        names[target] = name
    return names


def _enum_names(schema: Schema) -> dict[model.Enum, str]:
    """Return the names of the enums: no two differ in case alone, since Java has a file for each."""
    taken, names = set(_TAKEN_IN_FILES), {}
    for enum in schema.enums:
        name = camel(enum.name)
        while name.lower() in taken:
            name += "Enum"
        taken.add(name.lower())
        names[enum] = name
    return names


@dataclass(frozen=True)
class _Names:
    """The schema, the names of the classes, and of the enums that are made constants."""

    schema: Schema
    classes: dict[Type, str]
    enums: dict[model.Enum, str]


def _view(target: Type, tables: MachineTables, names: _Names) -> View:
    members = [_member(member, slot, target, names) for slot, member in enumerate(table_members(target))]
    return View(names.classes[target], tables.types[target], target.doc, tuple(members), target is names.schema.root)


def _member(member: TypeParam | Field | ValueInstance, slot: int, target: Type, names: _Names) -> ViewMember:
    enum = "" if member.enum is None else names.enums.get(member.enum, "")
    if not isinstance(member, Field):
        is_instance = isinstance(member, ValueInstance)
        return ViewMember(member.id, slot, "value", member.doc, is_instance=is_instance, is_stored=False, enum=enum)
    kind, width, target_name = _kind(member.kind, names.classes)
    is_placed = any(member is each for each in target.placed)
    return ViewMember(
        member.id,
        slot,
        kind,
        member.doc,
        width,
        target_name,
        is_list=member.repeat is not None,
        is_optional=member.condition is not None or is_placed or kind == "value",
        is_instance=is_placed,
        enum=enum,
        columns=tuple(_columns(names.schema, target, member)),
    )


def _columns(schema: Schema, owner: Type, member: Field) -> Iterator[ViewColumn]:
    loop = table_loop(schema, owner, member) if member.repeat is not None else None
    for column in loop.columns if loop is not None else ():
        name = column.key.rstrip("@#[]").replace(".", "_")
        is_plain = column.kind in ("unsigned", "signed", "real")
        yield ViewColumn(name if is_plain else f"{name}_{column.kind}", column.kind, column.width)


def _kind(kind: model.FieldKind, names: dict[Type, str]) -> tuple[str, int, str]:
    """Return the kind of a field, its width, and the class of a record."""
    match kind:
        case model.NumberKind(sign, width, _):
            return {"u": "unsigned", "s": "signed", "f": "real" if width == 8 else "float"}[sign], width, ""
        case model.Bits(1, _):
            return "bool", 1, ""
        case model.Bits(width, _):
            return "unsigned", next(each for each in (1, 2, 4, 8) if 8 * each >= width), ""
        case model.TextKind():
            return "text", 0, ""
        case model.RawBytes():
            return "bytes", 0, ""
        case model.TypeUse(target, _) if target.schema in NATIVE:
            return "svarint" if target.schema in _SIGNED else "varint", 8, ""
        case model.TypeUse(target, _):
            return "record", 0, names[target]
    return "value", 0, ""
