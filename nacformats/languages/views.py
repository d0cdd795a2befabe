"""The types of a schema as typed views of the machine's records: what every language makes classes of."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache

from nacformats.languages.columns import table_loop
from nacformats.languages.printing import FreeNames, camel
from nacformats.languages.tables import MachineTables, machine_tables
from nacformats.schema import model
from nacformats.schema.members import TableMember, derived_member, table_members
from nacformats.schema.model import NATIVE, Field, Schema, Type, TypeParam, ValueInstance
from nacformats.schema.reserved import reserved
from nacformats.schema.sizes import spans

#: Classes that sources of some language refer to: those of a schema have other names.
_TAKEN = reserved("views")
#: The same as names of files, some of which are one whatever the case of their letters.
_TAKEN_IN_FILES = frozenset(map(str.lower, _TAKEN))
#: Numbers of variable length that are signed.
_SIGNED = frozenset({"sleb128"})
#: What the value of a switch is, where it is not of the kind itself: it does not say how many bytes it has.
_CASES = {"varint": "unsigned", "svarint": "signed", "float": "real"}


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
class ViewCase:
    """One of what a switch may hold.

    Attributes:
        name: of the case among those of its switch: that of the class of a record, or Unsigned, Signed, Real, Bool,
            Text, Bytes.
        kind: record, unsigned, signed (both of 8 bytes), real, bool, text, or bytes.
        target: the class of a record, or "".
    """

    name: str
    kind: str
    target: str = ""


@dataclass(frozen=True)
class ViewMember:
    """A member of a record.

    Attributes:
        id: in the schema; slot: its place in the record; doc: its documentation; unit: what its numbers count.
        kind: unsigned, signed, real (of 8 bytes), float (of 4), bool, text, bytes, record, varint (unsigned), svarint,
            or value: any of them.
        width: of a number, in bytes: 1, 2, 4 or 8.
        target: the class of a record, or "".
        is_list: it is a list of them; is_optional: a reader has to expect that it is absent; is_conditional: it has an
            `if`; is_instance: it is read or computed when asked for; is_stored: it can be set; is_derived: the writer
            finds it, so that nobody has to give it.
        enum: the name of the enum that the number is one of, or "".
        switch: the name of the type that is one of its cases, or "": of a switch, whose kind is value.
        cases: of a switch, each once, in the order of the schema.
        default: what a new record has, or None.
        offset: the byte of the record where it begins, where that is always the same one, or None.
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
    is_conditional: bool = False
    is_instance: bool = False
    is_stored: bool = True
    is_derived: bool = False
    enum: str = ""
    switch: str = ""
    cases: tuple[ViewCase, ...] = ()
    default: int | None = None
    unit: str = ""
    offset: int | None = None
    columns: tuple[ViewColumn, ...] = ()

    @property
    def facts(self) -> str:
        """Return what a comment says besides the documentation: unit, byte, default, whether the writer finds it."""
        facts = [f"Unit: {self.unit}."] if self.unit else []
        facts += [f"Byte {self.offset} of the record."] if self.offset is not None else []
        facts += [f"Default: {self.default}."] if self.default is not None else []
        facts += ["Found by the writer."] if self.is_derived else []
        return " ".join(facts)


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
    """An enum: its members by id, with their numbers and documentation.

    Attributes: is_signed, width: of numbers that hold those of all its members, and of all fields that have it.
    """

    name: str
    members: tuple[tuple[str, int, str], ...]
    is_signed: bool = False
    width: int = 1


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
    names = _Names(schema, tables.types)
    views = [_view(target, tables, names) for target in names.classes]
    members = [member for view in views for member in view.members]
    made = [_enum(enum, name, members) for enum, name in names.enums.items()]
    return SchemaViews(schema.name, schema.title, schema.extension, tables, tuple(views), tuple(made))


def _enum(enum: model.Enum, name: str, members: Iterable[ViewMember]) -> ViewEnum:
    """Return an enum, with room for every number that a field of it may have."""
    numbers = [each.number for each in enum.members]
    users = [each for each in members if each.enum == name and each.kind != "value"]
    is_signed = any(each.kind in ("signed", "svarint") for each in users) or min(numbers, default=0) < 0
    least = next(each for each in (1, 2, 4, 8) if each == 8 or _fits(numbers, each, is_signed))
    listed = tuple((each.id, each.number, each.doc) for each in enum.members)
    return ViewEnum(name, listed, is_signed, max([least, *(each.width for each in users)]))


def _fits(numbers: Iterable[int], width: int, is_signed: bool) -> bool:
    bits = 8 * width - is_signed
    return all(-(1 << bits if is_signed else 0) <= each < 1 << bits for each in numbers)


class _Names:
    """The schema, the names of its classes, and of the enums that are made types.

    No two types differ in case alone, since Java has a file for each.
    """

    def __init__(self, schema: Schema, types: Iterable[Type]) -> None:
        self.schema, self._taken = schema, set(_TAKEN_IN_FILES)
        self.enums = {enum: self._free(camel(enum.name), "Enum") for enum in schema.enums}
        own = (target for target in types if target.schema not in NATIVE or target is schema.root)
        self.classes = {target: self._free(self._class(target), "Record") for target in own}

    def _class(self, target: Type) -> str:
        if target.outer is None:
            return camel(target.schema)
        return camel(target.schema) * (target.schema != self.schema.name) + camel(target.name)

    def switch(self, target: Type, member: Field) -> str:
        """Return a name for the type of a switch."""
        return self._free(self.classes[target] + camel(member.id), "Value")

    def _free(self, name: str, more: str) -> str:
        while name.lower() in self._taken:
            name += more
        self._taken.add(name.lower())
        return name


def _view(target: Type, tables: MachineTables, names: _Names) -> View:
    offsets = {span.field.id: span.start for span in spans(target)}
    members = tuple(
        _member(member, slot, target, names, offsets.get(member.id))
        for slot, member in enumerate(table_members(target))
    )
    return View(names.classes[target], tables.types[target], target.doc, members, target is names.schema.root)


def _member(member: TableMember, slot: int, target: Type, names: _Names, bit: int | None) -> ViewMember:
    enum = "" if isinstance(member, TypeParam) or member.enum is None else names.enums.get(member.enum, "")
    if not isinstance(member, Field):
        is_instance = isinstance(member, ValueInstance)
        return ViewMember(member.id, slot, "value", member.doc, is_instance=is_instance, is_stored=False, enum=enum)
    kind, width, target_name = _kind(member.kind, names.classes)
    is_placed = any(member is each for each in target.placed)
    is_conditional = member.condition is not None
    cases = tuple(_cases(member, names.classes))
    derived = derived_member(target, member)
    return ViewMember(
        member.id,
        slot,
        kind,
        member.doc,
        width,
        target_name,
        is_list=member.repeat is not None,
        is_optional=is_conditional or is_placed or kind == "value",
        is_conditional=is_conditional,
        is_instance=is_placed,
        is_derived=member.contents is not None or (derived is not None and derived.is_sure),
        enum=enum,
        switch=names.switch(target, member) if cases else "",
        cases=cases,
        default=member.default,
        unit=member.unit,
        offset=None if bit is None or is_placed or bit % 8 else bit // 8,
        columns=tuple(_columns(names.schema, target, member)),
    )


def _cases(member: Field, classes: dict[Type, str]) -> Iterator[ViewCase]:
    """Yield what a switch may hold; bytes where a size says how many there are without a case."""
    if not isinstance(member.kind, model.SwitchKind):
        return
    kinds = [_kind(each, classes) for each in model.switched_kinds(member.kind)]
    is_total = any(key is None for key, _ in member.kind.cases)
    if not is_total and (member.size is not None or member.to_end or member.terminator is not None):
        kinds.append(("bytes", 0, ""))
    names = FreeNames(target for _, _, target in kinds if target)
    for kind, target in dict.fromkeys((_CASES.get(kind, kind), target) for kind, _, target in kinds):
        yield ViewCase(target or names.free(camel(kind)), kind, target)


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
