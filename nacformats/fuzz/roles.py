"""Roles of fields in a schema: which are counts, lengths or offsets, and which decide between cases."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field

from nacformats.schema import expressions as ex
from nacformats.schema.model import NATIVE, Field, SwitchKind, Type, TypeUse, uses
from nacformats.schema.scopes import find_enum
from nacformats.schema.types import ANY, AnyType, RecordType, type_of
from nacformats.schema.writing import reached_from

#: A field of a type.
Leaf = tuple[Type, str]


@dataclass
class Role:
    """The uses of a field.

    Attributes:
        counts: whether a count or a size depends on it.
        positions: whether a position depends on it.
        decides: whether other fields are there, or are valid, depending on it.
        cases: values that a switch asks for; leaves: those after which a record holds none of its own type.
        base: of a text that is a number, in which base.
        constants: values that a comparison asks for.
    """

    counts: bool = False
    positions: bool = False
    decides: bool = False
    base: int | None = None
    cases: list[int | str | bool | bytes] = field(default_factory=list)
    leaves: list[int | str | bool | bytes] = field(default_factory=list)
    constants: list[int | str | bool | bytes] = field(default_factory=list)

    @property
    def is_structural(self) -> bool:
        """True if anything else depends on it."""
        return self.counts or self.positions or self.decides


class Roles:
    """The roles of all fields of a schema and of those that it imports."""

    def __init__(self, types: list[Type]) -> None:
        self._types = types
        self._users: dict[int, list[tuple[Type, TypeUse, Field]]] = defaultdict(list)
        for owner in types:
            for member in (*owner.fields, *owner.placed):
                for use in uses(member.kind):
                    self._users[id(use.type)].append((owner, use, member))
        self._reaches: dict[int, frozenset[int]] = {}
        self._roles: dict[tuple[int, str], Role] = defaultdict(Role)
        for owner in types:
            for member in (*owner.fields, *owner.placed):
                self._note(owner, member)
            for value in owner.values:
                self._compare(owner, value.value)
            if owner.endian is not None:
                keys = [constant for key, _ in owner.endian.cases for constant in self._constants(owner, key)]
                for leaf in self.leaves(owner, owner.endian.on):
                    _add(self.of(*leaf).cases, keys)

    def of(self, owner: Type, name: str) -> Role:
        """Return the role of a field."""
        return self._roles[id(owner), name]

    def reach(self, target: Type) -> frozenset[int]:
        """Return the types that records of a type may hold, and itself."""
        if id(target) not in self._reaches:
            self._reaches[id(target)] = frozenset(map(id, reached_from([target])))
        return self._reaches[id(target)]

    def _note(self, owner: Type, member: Field) -> None:
        for expression in (member.count, member.size):
            self._compare(owner, expression)
            for leaf in self.leaves(owner, expression):
                self.of(*leaf).counts = True
        for leaf in self.leaves(owner, member.pos):
            self.of(*leaf).positions = True
        if isinstance(member.kind, SwitchKind):
            keys = [constant for key, _ in member.kind.cases for constant in self._constants(owner, key)]
            ends = [
                constant
                for key, kind in member.kind.cases
                if not any(id(owner) in self.reach(use.type) for use in uses(kind))
                for constant in self._constants(owner, key)
            ]
            for leaf in self.leaves(owner, member.kind.on):
                _add(self.of(*leaf).cases, keys)
                _add(self.of(*leaf).leaves, ends)
            self._compare(owner, member.kind.on)
        for expression in (member.condition, member.until):
            self._compare(owner, expression, member)
        for leaf in self._deciding(owner, member):
            self.of(*leaf).decides = True

    def _deciding(self, owner: Type, member: Field) -> Iterator[Leaf]:
        """Yield the fields that decide whether a field is there, what it is and whether it is valid."""
        on = member.kind.on if isinstance(member.kind, SwitchKind) else None
        operands = [operand for rule in member.valid for operand in rule.operands]
        for expression in (member.condition, member.until, on, *operands):
            yield from self.leaves(owner, expression)
        yield from self._compared(owner, ex.Name("_"), member if member.until is not None else None)

    def _compare(self, owner: Type, expression: ex.Expression | None, member: Field | None = None) -> None:
        """Note the constants that fields are compared with, and the texts that are numbers."""
        for part in ex.walk(expression) if expression is not None else ():
            match part:
                case ex.Attribute(of, "to_i", arguments):
                    for leaf in self.leaves(owner, of):
                        self.of(*leaf).base = next((int(base) for base in self._constants(owner, *arguments)), 10)
                case ex.Binary("==" | "!=" | "<" | ">" | "<=" | ">=", left, right):
                    for one, other in ((left, right), (right, left)):
                        constants = list(self._constants(owner, other))
                        for leaf in self._compared(owner, one, member) if constants else ():
                            _add(self.of(*leaf).constants, constants)

    def _compared(self, owner: Type, expression: ex.Expression, member: Field | None) -> Iterator[Leaf]:
        match expression:
            case ex.Attribute(ex.Name("_"), name) if member is not None:
                for use in uses(member.kind):
                    yield from self.leaves(use.type, ex.Name(name))
            case ex.Name("_") if member is not None:
                yield owner, member.id
                for use in uses(member.kind):
                    yield from ((use.type, each.id) for each in use.type.fields)
            case _:
                yield from self.leaves(owner, expression)

    def _constants(self, owner: Type, expression: ex.Expression | None = None) -> Iterator[int | str | bool | bytes]:
        match expression:
            case ex.Literal(int() | str() as value):
                yield value
            case ex.Unary("-", ex.Literal(int() as value)):
                yield -value
            case ex.ArrayLiteral(items):
                numbers = [number for item in items for number in self._constants(owner, item)]
                if all(isinstance(number, int) and 0 <= number < 256 for number in numbers):
                    yield bytes(numbers)  # type: ignore[arg-type]
            case ex.Member(names, name):
                enum = find_enum(owner, names)
                yield from (each.number for each in enum.members if each.id == name) if enum is not None else ()

    # Which fields an expression depends on

    def leaves(self, owner: Type, expression: ex.Expression | None) -> list[Leaf]:
        """Return the fields whose values an expression is computed from, through instances and params."""
        found: list[Leaf] = []
        if expression is not None:
            self._collect(owner, expression, found, set())
        return found

    def causes(self, owner: Type, expression: ex.Expression | None) -> list[Leaf]:
        """Return the same, and those that conditions in it, and whether and what they are, depend on."""
        found = self.leaves(owner, expression)
        for part in ex.walk(expression) if expression is not None else ():
            match part:
                case ex.Conditional(inner) | ex.Index(_, inner):
                    found += self.leaves(owner, inner)
                case ex.Name(name):
                    placed = [member for member in owner.placed if member.id == name]
                    found += [each for member in placed for each in self._presence(owner, member)]
        for target, name in list(found):
            for member in target.fields:
                if member.id == name:
                    found += self._presence(target, member)
        return found

    def _presence(self, owner: Type, member: Field) -> list[Leaf]:
        """Return the fields that say whether and what a field is."""
        on = member.kind.on if isinstance(member.kind, SwitchKind) else None
        return self.leaves(owner, member.condition) + self.leaves(owner, on)

    def _collect(self, owner: Type, expression: ex.Expression, found: list[Leaf], seen: set[tuple[int, str]]) -> None:
        match expression:
            case ex.Name(name):
                self._member(owner, name, found, seen)
            case ex.Attribute(of, name, arguments):
                targets = [target for target in self.types_of(owner, of) if name in target.by_id]
                for target in targets:
                    self._member(target, name, found, seen)
                for part in (*((of,) if not targets else ()), *arguments):
                    self._collect(owner, part, found, seen)
            case ex.FormatString(parts) | ex.ArrayLiteral(parts):
                for part in parts:
                    self._collect(owner, part, found, seen)
            case ex.Conditional(_, one, other) | ex.Binary(_, one, other):
                self._collect(owner, one, found, seen)
                self._collect(owner, other, found, seen)
            case ex.Index(of, _) | ex.Cast(of, _) | ex.Unary(_, of):
                self._collect(owner, of, found, seen)

    def _member(self, owner: Type, name: str, found: list[Leaf], seen: set[tuple[int, str]]) -> None:
        if (id(owner), name) in seen:
            return
        seen.add((id(owner), name))
        if any(each.id == name for each in owner.fields):
            found.append((owner, name))
        for value in owner.values:
            if value.id == name:
                self._collect(owner, value.value, found, seen)
        for position, param in enumerate(owner.params):
            if param.id == name:
                for user, use, _ in self._users[id(owner)]:
                    self._collect(user, use.arguments[position], found, seen)

    def types_of(self, owner: Type, expression: ex.Expression) -> list[Type]:
        """Return the types that an expression may be a record of; all, where it may be one of several."""
        try:
            found = type_of(expression, owner, ANY)
        except ex.ExpressionError:
            return []
        if isinstance(found, RecordType) and found.type is not None:
            return [] if found.type.schema in NATIVE else [found.type]
        return self._types if isinstance(found, RecordType | AnyType) else []


def _add(listed: list[int | str | bool | bytes], values: list[int | str | bool | bytes]) -> None:
    listed.extend(value for value in values if value not in listed)
