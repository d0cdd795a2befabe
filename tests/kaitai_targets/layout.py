"""The members of all records, by the names that each language gives them: what the drivers read trees by."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from nacformats.codec.tables import class_name
from nacformats.schema import types
from nacformats.schema.model import Field, Schema, Type, TypeParam, ValueInstance
from nacformats.schema.types import (
    BoolType,
    BytesType,
    DataType,
    EnumType,
    FloatType,
    IntType,
    ListType,
    RecordType,
    StrType,
)
from tests.kaitai_targets.casts import is_plain_number
from tests.kaitai_targets.ranges import NumberRanges

Member = Field | ValueInstance

_KINDS: dict[type, str] = {FloatType: "real", BoolType: "truth", StrType: "text", BytesType: "bytes", EnumType: "enum"}
_KINDS |= {RecordType: "record", IntType: "number"}


@dataclass(frozen=True)
class Shown:
    """A member in a tree.

    Attributes:
        id: in the schema.
        kind: number, unsigned (of 64 bits), truth, real, text, bytes, enum, record; is_list: of such.
        type: what it holds.
        member: of the schema.
    """

    id: str
    kind: str
    is_list: bool
    type: DataType
    member: Member


class Layout:
    """The trees of some schemas, with what they import."""

    def __init__(self, schemas: Iterable[Schema], *, is_portable: bool = False) -> None:
        self.schemas = list(schemas)
        self._is_portable = is_portable
        self._ranges = NumberRanges()
        self.types = [target for schema in self.schemas for target in schema.types]
        self.by_path = {path_of(target): target for target in self.types}

    def shown(self, target: Type) -> Iterator[Shown]:
        """Yield the members of a type that are part of a tree; a computed member that names a record is none."""
        for member in (*target.fields, *target.placed, *target.values):
            found = types.type_of_member(member, target)
            of = found.of if isinstance(found, ListType) else found
            if not (isinstance(member, ValueInstance) and isinstance(of, RecordType)):
                kind = "unsigned" if self._is_unsigned(member, target) else _KINDS.get(type(of), "record")
                if self._is_portable and is_plain_number(member, target):
                    of, kind = IntType(), "number"
                yield Shown(member.id, kind, isinstance(found, ListType), of, member)

    def _is_unsigned(self, member: Member | TypeParam, target: Type) -> bool:
        if isinstance(member, ValueInstance):
            number = self._ranges.of_instance(member, target)
            return number is not None and number.type == "u8"
        return types.element_type(member) == IntType(8, is_signed=False) if isinstance(member, Field) else False

    def table(self, naming: Naming) -> str:
        """Return the table that a driver reads."""
        lines = [f"ROOT\t{schema.name}\t{naming.type_name(path_of(schema.root))}" for schema in self.schemas]
        for target in self.types:
            lines.append(f"TYPE\t{naming.type_name(path_of(target))}")
            for each in self.shown(target):
                enum = naming.enum_name(self._enum_path(each.type)) if isinstance(each.type, EnumType) else ""
                lines.append(f"MEMBER\t{each.id}\t{naming.member_name(each)}\t{each.kind}\t{enum}")
        return "\n".join(lines) + "\n"

    def _enum_path(self, found: EnumType) -> tuple[str, ...]:
        owner = next(target for target in self.types if found.enum in target.enums.values())
        return (*path_of(owner), found.enum.id)


def path_of(target: Type) -> tuple[str, ...]:
    """Return the names of the types around a type, and its own."""
    return (target.id,) if target.outer is None else (*path_of(target.outer), target.id)


@dataclass(frozen=True)
class Naming:
    """The names of types, members and enums in a language; names are paths of ids."""

    type_name: Callable[[tuple[str, ...]], str]
    member_name: Callable[[Shown], str]
    enum_name: Callable[[tuple[str, ...]], str] = lambda _: ""


def joined(separator: str, before: str = "", after_first: str = "") -> Callable[[tuple[str, ...]], str]:
    """Return a function that joins classes by a separator, another one after the first if given."""

    def name(path: tuple[str, ...]) -> str:
        first, *rest = map(class_name, path)
        head = f"{before}{first}"
        return head + (after_first or separator) + separator.join(rest) if rest else head

    return name


def lower_camel(shown: Shown) -> str:
    name = class_name(shown.id)
    return name[:1].lower() + name[1:]


def upper_camel(shown: Shown) -> str:
    return class_name(shown.id)


def constant(path: tuple[str, ...]) -> str:
    """Return the map of an enum in Ruby."""
    return "::".join((*map(class_name, path[:-1]), f"I__{path[-1].upper()}"))
