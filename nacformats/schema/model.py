"""A schema as typed objects: types, their fields and instances, and enums; nacformats.schema.reading makes them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from nacformats.codec.tables import class_name
from nacformats.codec.trees.values import VARINTS
from nacformats.schema import expressions as ex


class SchemaError(ValueError):
    """A schema is outside the profile; the message begins with the path of the key, such as /types/node/seq/2.

    Attributes: path, reason; file: the path of the schema, where it has one: the message begins with it; place: the
        line and the column in the file, 1-based, where they are known.
    """

    def __init__(self, path: str, reason: str, file: str = "", place: tuple[int, ...] = ()) -> None:
        where = ":".join(map(str, (file, *place)))
        super().__init__(f"{where}: {path}: {reason}" if file else f"{path}: {reason}")
        self.path, self.reason, self.file, self.place = path, reason, file, place


@dataclass(frozen=True)
class NumberKind:
    """An integer or a floating point number: kind "u", "s" or "f", width in bytes.

    `endian` is "le", "be", or "switched": decided for each record, by `Type.endian` of its type or of one around it.
    """

    kind: str
    width: int
    endian: str


@dataclass(frozen=True)
class Bits:
    """A bit field; one of a single bit is a boolean."""

    width: int
    endian: str


@dataclass(frozen=True)
class TextKind:
    """A text; as a case of a switch, one with a terminator of its own has it here."""

    encoding: str
    terminator: Terminator | None = None


@dataclass(frozen=True)
class RawBytes:
    """Bytes as they are."""


#: Schemas of one number, which is read and written as that; vlq_base128_le and vlq_base128_be are in Kaitai's gallery.
NATIVE = frozenset(VARINTS)


@dataclass(frozen=True)
class TypeUse:
    """A type of the schema or of an imported one, with its arguments."""

    type: Type
    arguments: tuple[ex.Expression, ...] = ()


@dataclass(frozen=True)
class SwitchKind:
    """One of several kinds; the key None is the case for all others, and `listed` has the keys as they are written."""

    on: ex.Expression
    cases: tuple[tuple[ex.Expression | None, FieldKind], ...]
    listed: tuple[str, ...] = ()

    @property
    def keyed(self) -> list[tuple[ex.Expression, FieldKind]]:
        """The cases but for the one for all others."""
        return [(key, kind) for key, kind in self.cases if key is not None]

    @property
    def otherwise(self) -> FieldKind | None:
        """The kind for all other values, if there is one."""
        return dict(self.cases).get(None)


FieldKind = NumberKind | Bits | TextKind | RawBytes | TypeUse | SwitchKind


def switched_kinds(kind: FieldKind) -> list[FieldKind]:
    """Return the kinds of a switch; a list of any other one."""
    return [case for _, case in kind.cases] if isinstance(kind, SwitchKind) else [kind]


def uses(kind: FieldKind) -> list[TypeUse]:
    """Return the types that a field may hold."""
    return [each for each in switched_kinds(kind) if isinstance(each, TypeUse)]


@dataclass(frozen=True)
class Terminator:
    """The terminator of a field.

    Attributes:
        byte: its value.
        include: whether it belongs to the value; consume: whether it is passed over.
        required: whether the end of the stream may not take its place.
        width: how many bytes it takes, that of a code unit of the text: it is found at multiples of this only.
    """

    byte: int
    include: bool
    consume: bool
    required: bool
    width: int = 1

    @property
    def unit(self) -> bytes:
        """All its bytes; a wide one is 0."""
        return bytes([self.byte]) if self.width == 1 else bytes(self.width)


@dataclass(frozen=True)
class ValidRule:
    """A key of `valid`: `rule` is its name (eq, min, max, any-of, in-enum, expr), `operands` its values.

    `listed` has the operands as they are written in the schema, without casts.
    """

    rule: str
    operands: tuple[ex.Expression, ...] = ()
    listed: tuple[str, ...] = ()
    path: str = ""

    @property
    def words(self) -> str:
        return ", ".join(self.listed)

    @property
    def conditions(self) -> Iterator[ex.Expression]:
        """The parts of an `expr`, all of which have to hold."""
        return ex.conjuncts(self.operands[0]) if self.rule == "expr" else iter(())

    @property
    def right_values(self) -> Iterator[ex.Expression]:
        """The values that the rule requires, where it pins the field down."""
        if self.rule == "eq":
            yield self.operands[0]
        for part in self.conditions:
            match part:
                case ex.Binary("==", ex.Name("_"), value):
                    yield value


@dataclass(frozen=True)
class EndianSwitch:
    """The byte order of a type that an expression chooses: "le" or "be"; the key None is the case for all others."""

    path: str
    on: ex.Expression
    cases: tuple[tuple[ex.Expression | None, str], ...]
    listed: tuple[str, ...] = ()


@dataclass(frozen=True)
class Process:
    """A change to the bytes of a field before they are taken apart: name is xor, rol, ror or zlib."""

    name: str
    arguments: tuple[ex.Expression, ...] = ()


@dataclass(frozen=True)
class Checksum:
    """A number that follows from bytes: the kind, of nacformats.codec.checksums, and the fields that it is over.

    A field is one of the same type, or by a path through records one of theirs (`body.data`). `_io` is the whole
    stream, in which the bytes of the number itself count as zeros.
    """

    kind: str
    over: tuple[str, ...]


@dataclass(frozen=True)
class Field:
    """A field of `seq`, or an instance that is read.

    Attributes:
        id, path: its name, and its path in the schema. One without an id is called `_unnamed` and its place in `seq`.
        kind: what it holds; of a repeated field, what an element holds.
        contents: the only bytes allowed.
        size, to_end, terminator: how it ends, for bytes, strings, and types that are read from a part of the stream.
            With a size (or to_end) and a terminator, the value ends at the terminator inside of so many bytes.
        pad_right: the byte that fills up what a value leaves of the size, which is no part of the value.
        process: what is done to the bytes first.
        parent: the record that is `_parent` of what it holds, in place of the one at hand; False: there is none.
        is_hidden: whether the schema gives it no id.
        checksum: what the number is a checksum of.
        enum: whose members the number is.
        valid: what values are allowed.
        repeat, count, until: "expr" with count, "until" with until, "eos", or None.
        condition: when the field is present.
        align: what its value, an offset, is a multiple of when the builder chooses it.
        default: what a builder takes where a tree leaves it out; None where it has to be given.
        since: the first version of the format that has it, empty for all.
        role: what its value is for, in a word that the schema defines; empty where it says nothing.
        unit: what its numbers count, such as ms; empty where it says nothing.
        holds: the schema of the file that its bytes are, or {field} for what a file of the name in that field is.
        pos, io: where an instance is; without pos, it is read where the stream stands.
        doc, doc_ref: documentation.
    """

    id: str
    path: str
    kind: FieldKind
    contents: bytes | None = None
    size: ex.Expression | None = None
    to_end: bool = False
    terminator: Terminator | None = None
    enum: Enum | None = None
    valid: tuple[ValidRule, ...] = ()
    repeat: str | None = None
    count: ex.Expression | None = None
    until: ex.Expression | None = None
    condition: ex.Expression | None = None
    align: int = 1
    default: int | None = None
    since: str = ""
    role: str = ""
    unit: str = ""
    holds: str = ""
    pos: ex.Expression | None = None
    io: ex.Expression | None = None
    doc: str = ""
    doc_ref: str = ""
    pad_right: int | None = None
    process: Process | None = None
    parent: ex.Expression | bool | None = None
    is_hidden: bool = False
    checksum: Checksum | None = None

    @property
    def is_placed(self) -> bool:
        """True for an instance."""
        return self.path.rpartition("/")[0].endswith("/instances")

    @property
    def has_extent(self) -> bool:
        """True if a key says where it ends, so that what it holds may be read from a part of the stream."""
        return self.size is not None or self.to_end or self.terminator is not None

    @property
    def pinned(self) -> ex.Expression | None:
        """The first value that a rule requires, where one pins the field down."""
        return next((value for rule in self.valid for value in rule.right_values), None)


@dataclass(frozen=True)
class ValueInstance:
    """An instance with `value`: computed, not stored."""

    id: str
    path: str
    value: ex.Expression
    enum: Enum | None = None
    condition: ex.Expression | None = None
    doc: str = ""


@dataclass(frozen=True)
class TypeParam:
    """A param of a type. `kind` is its type as it is declared: u4, bool, struct, a type, with [] behind it a list."""

    id: str
    path: str
    doc: str = ""
    kind: str = ""
    enum: Enum | None = None


@dataclass(frozen=True)
class EnumMember:
    id: str
    number: int
    doc: str = ""
    orig_id: str = ""
    since: str = ""


@dataclass(frozen=True)
class Enum:
    """Attributes: id; name: unique in the schema; members in the order of the schema."""

    id: str
    name: str
    members: tuple[EnumMember, ...]

    @cached_property
    def numbers(self) -> dict[str, int]:
        """The numbers of the members, by their ids."""
        return {member.id: member.number for member in self.members}


@dataclass(eq=False)
class Type:
    """A type of a schema.

    Attributes:
        id: its name in the schema; name: the same, after the names of the enclosing types: unique in the schema.
        schema: name of the schema.
        representation: the template of `-webide-representation`.
        outer: the type in which it is declared, None for the root.
        columns: whether it has to be one of the record types that are read as columns.
        views: instances with `pos` that only the Kaitai Web IDE shows: other fields hold their bytes, or none does.
        endian: how it chooses its byte order; types inside of it take that of the record around them.
        to_string: its text.
        imports: of the root of a schema, the roots of the schemas that it imports, by the name that types have there.
        others: of the root of a schema, all that are loaded with it, by their names: it may use them as well.
        inferred: types of members that are known already; for nacformats.schema.types alone.
    """

    id: str
    name: str
    path: str
    schema: str
    outer: Type | None
    doc: str = ""
    doc_ref: str = ""
    columns: bool = False
    representation: str | None = None
    params: tuple[TypeParam, ...] = ()
    fields: tuple[Field, ...] = ()
    placed: tuple[Field, ...] = ()
    views: tuple[Field, ...] = ()
    values: tuple[ValueInstance, ...] = ()
    types: dict[str, Type] = field(default_factory=dict)
    enums: dict[str, Enum] = field(default_factory=dict)
    endian: EndianSwitch | None = None
    to_string: ex.Expression | None = None
    imports: dict[str, Type] = field(default_factory=dict)
    others: dict[str, Schema] = field(default_factory=dict, repr=False)
    inferred: dict[str, Any] = field(default_factory=dict, repr=False)

    @cached_property
    def by_id(self) -> dict[str, TypeParam | Field | ValueInstance]:
        """The members; not to be asked for before all are there."""
        return {member.id: member for member in self.members}

    @property
    def is_number(self) -> bool:
        """True for a schema of one number, which is read and written as that."""
        return self.schema in NATIVE

    @cached_property
    def root(self) -> Type:
        """The outermost type around it."""
        return self if self.outer is None else self.outer.root

    @property
    def is_switched(self) -> bool:
        """True where numbers may have a byte order that is chosen for each record."""
        return self.endian is not None or (self.outer is not None and self.outer.is_switched)

    @property
    def qualified(self) -> str:
        """The name of its class in the parsers of the Kaitai compiler, after those of the classes around it."""
        outer = "" if self.outer is None else f"{self.outer.qualified}."
        return outer + class_name(self.id)

    @property
    def stored(self) -> tuple[Field, ...]:
        """The fields, and the instances that have a position."""
        return self.fields + self.placed

    @property
    def held(self) -> list[Type]:
        """The types that these may hold."""
        return [use.type for member in self.stored for use in uses(member.kind)]

    @property
    def all_types(self) -> Iterator[Type]:
        """Return the type and all that are declared in it, in the order of the schema."""
        yield self
        for inner in self.types.values():
            yield from inner.all_types

    @property
    def member_ids(self) -> Iterator[str]:
        yield from (member.id for member in self.members)

    @property
    def members(self) -> Iterator[TypeParam | Field | ValueInstance]:
        for group in (self.params, self.fields, self.placed, self.views, self.values):
            yield from group


@dataclass(frozen=True)
class Schema:
    """A whole schema.

    Attributes:
        name: its id and the name of its file.
        root: the type of the whole file.
        imported: the schemas that it imports, by name. They may import each other.
        extension: of the files that it describes, the first one of several; empty when it describes none.
        warnings: what is not wrong and better written in another way, each with its path.
        ksy: what its YAML holds, for what shows the words of the schema.
    """

    name: str
    title: str
    doc: str
    doc_ref: str
    root: Type
    extension: str = ""
    imported: dict[str, Schema] = field(default_factory=dict, compare=False, repr=False)
    warnings: list[tuple[str, str]] = field(default_factory=list, compare=False)
    ksy: dict[str, Any] = field(default_factory=dict, compare=False, repr=False)

    @property
    def imports(self) -> tuple[str, ...]:
        """The names of the schemas that it imports."""
        return tuple(self.imported)

    @property
    def types(self) -> list[Type]:
        return list(self.root.all_types)

    @property
    def enums(self) -> list[Enum]:
        return [enum for kind in self.types for enum in kind.enums.values()]
