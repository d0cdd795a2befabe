"""Expressions of a schema as terms of the machine, and the constants, texts and encodings that these share."""

from __future__ import annotations

import codecs
import struct
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from nacformats.languages.machine import model as codes
from nacformats.languages.machine import names
from nacformats.languages.machine.model import NONE, ConstantRow, EncodingRow, TermRow
from nacformats.languages.machine.schema import CONSTANTS
from nacformats.schema import expressions as ex
from nacformats.schema.members import byte_values, number_of_name, upper_half
from nacformats.schema.model import Enum, SchemaError, Type

#: Operators of two terms in the order of their codes.
_BINARY = ("==", "!=", "<", ">", "<=", ">=", "+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>")
_OPERATIONS = {operator: code for code, operator in enumerate(_BINARY, names.OP_EQUAL)}
_OPERATIONS |= {"and": names.OP_AND, "or": names.OP_OR}
_UNARY = {"not": names.OP_NOT, "-": names.OP_MINUS, "~": names.OP_INVERT}
_OWN = ("_root", "_parent", "_io")
#: Encodings with units of several bytes: how many, and whether the highest comes first.
_WIDE = {"utf-16-le": (2, False), "utf-16-be": (2, True), "utf-32-le": (4, False), "utf-32-be": (4, True)}

Row = TypeVar("Row", bound=Hashable)


@dataclass
class RowPool(Generic[Row]):
    """RowPool of which each is there once."""

    places: dict[Row, int] = field(default_factory=dict)

    def number(self, row: Row) -> int:
        """Return where a row is; it is added if it is new."""
        return self.places.setdefault(row, len(self.places))


def predefined_names() -> list[str]:
    """Return the names that have the numbers ID_...: those of every record have an underscore."""
    ids = [id_of.removeprefix("ID_").lower() for id_of in vars(names) if id_of.startswith("ID_")]
    return [f"_{name}" if number <= names.ID_INDEX else name for number, name in enumerate(ids)]


@dataclass
class TermPool:
    """Expressions of one schema, and what they refer to."""

    members: dict[tuple[Type, str], int] = field(default_factory=dict)
    texts: RowPool[str] = field(default_factory=RowPool)
    terms: RowPool[TermRow] = field(default_factory=RowPool)
    encodings: RowPool[EncodingRow] = field(default_factory=RowPool)
    #: Those of an enum stand in a row, so one may be there twice.
    constants: list[ConstantRow] = field(default_factory=list)
    lists: list[int] = field(default_factory=list)
    octets: bytearray = field(default_factory=bytearray)

    def __post_init__(self) -> None:
        for name in predefined_names():
            self.texts.number(name)

    def of(self, expression: ex.Expression | None, scope: Type, path: str) -> int:
        """Return the term that computes an expression for a record of a type, or NONE.

        Raises:
            SchemaError: the machine cannot compute it.
        """
        return NONE if expression is None else _Scope(self, scope, path).of(expression)

    def constant(self, value: float | str | bytes | bool | None) -> int:
        """Return the number of a constant."""
        made = self.value(value)
        if made not in self.constants:
            self.constants.append(made)
        return self.constants.index(made)

    def value(self, value: float | str | bytes | bool | None) -> ConstantRow:
        match value:
            case None:
                return ConstantRow(codes.NOTHING, False, 0, 0, 0, 0, 0, NONE)
            case bool():
                return ConstantRow(codes.BOOL, False, 0, int(value), 0, 0, 0, NONE)
            case int():
                return ConstantRow(codes.INT, value < 0, *divmod(abs(value), 1 << 32), 0, 0, 0, NONE)
            case float():
                high, low = struct.unpack(">II", struct.pack(">d", value))
                return ConstantRow(codes.REAL, False, high, low, 8, 0, 0, NONE)
        octets = value.encode() if isinstance(value, str) else value
        at = self.octets.find(octets)
        if at < 0:
            at = len(self.octets)
            self.octets += octets
        kind = codes.TEXT if isinstance(value, str) else codes.BYTES
        return ConstantRow(kind, False, 0, 0, CONSTANTS, at, len(octets), NONE)

    def listed(self, numbers: Sequence[int]) -> int:
        """Return the place of numbers in the lists."""
        at = len(self.lists)
        self.lists += numbers
        return at

    def encoding(self, encoding: str, path: str) -> int:
        """Return the number of an encoding; NONE for UTF-8.

        Raises:
            SchemaError: the machine does not know it.
        """
        name = codecs.lookup(encoding).name
        if name == "utf-8":
            return NONE
        known = next((row for row in self.encodings.places if row.name == self.texts.number(name.upper())), None)
        if known is None:
            known = self._encoding(name)
        if known is None:
            raise SchemaError(f"{path}/encoding", f"this language does not know the encoding {encoding}")
        return self.encodings.number(known)

    def _encoding(self, name: str) -> EncodingRow | None:
        text = self.texts.number(name.upper())
        if name == "ascii":
            return EncodingRow(text, 1, False, True, NONE)
        if name in _WIDE:
            return EncodingRow(text, *_WIDE[name], False, NONE)
        points = upper_half(name)
        return EncodingRow(text, 1, False, True, self.listed(points)) if points else None

    def in_enum(self, enum: Enum) -> int:
        """Return the term that says whether `_` is a member of an enum."""
        numbers = sorted({each.number for each in enum.members})
        made = [self.value(number) for number in numbers]
        last = len(self.constants) - len(made)
        first = next((at for at in range(last + 1) if self.constants[at : at + len(made)] == made), None)
        if first is None:
            first = len(self.constants)
            self.constants += made
        it = self.terms.number(TermRow(names.OP_IT, 0, 0, 0))
        return self.terms.number(TermRow(names.OP_IN_ENUM, it, first, len(made)))


@dataclass(frozen=True)
class _Scope:
    """A type whose members an expression names."""

    terms: TermPool
    scope: Type
    path: str

    def of(self, expression: ex.Expression) -> int:
        match expression:
            case ex.Literal(value):
                return self.constant(value)
            case ex.Name(name):
                return self.name(name)
            case ex.Member():
                return self.constant(number_of_name(self.scope, expression, self.path))
            case ex.Attribute(of, name, arguments):
                return self.attribute(of, name, arguments)
            case ex.Cast(of, _):
                return self.of(of)
            case ex.ArrayLiteral(items):
                octets = byte_values(expression)
                return self.many(names.OP_LIST, items) if octets is None else self.constant(octets)
            case ex.FormatString(parts):
                return self.many(names.OP_JOINED, parts)
        return self.operation(expression)

    def operation(self, expression: ex.Expression) -> int:
        match expression:
            case ex.Index(of, at):
                return self.term(names.OP_ELEMENT, self.of(of), self.of(at))
            case ex.Conditional(condition, yes, no):
                return self.term(names.OP_IF, self.of(condition), self.of(yes), self.of(no))
            case ex.Unary(operator, operand):
                return self.term(_UNARY[operator], self.of(operand))
            case ex.Binary(operator, left, right):
                return self.term(_OPERATIONS[operator], self.of(left), self.of(right))
        raise AssertionError(expression)

    def term(self, op: int, a: int = 0, b: int = 0, c: int = 0) -> int:
        return self.terms.terms.number(TermRow(op, a, b, c))

    def constant(self, value: float | str | bytes | bool | None) -> int:
        if isinstance(value, int) and not -(1 << 64) < value < 1 << 64:
            raise SchemaError(self.path, f"{value} takes more than 64 bits")
        return self.term(names.OP_CONSTANT, self.terms.constant(value))

    def name(self, name: str) -> int:
        """Return the term of a name; one that only the Web IDE shows is nothing."""
        if name == "_":
            return self.term(names.OP_IT)
        if name == "_index":
            return self.term(names.OP_INDEX)
        if name in _OWN:
            return self.term(names.OP_OWN, self.terms.texts.number(name))
        number = self.terms.members.get((self.scope, name))
        return self.constant(None) if number is None else self.term(names.OP_GET, number)

    def many(self, op: int, items: Iterable[ex.Expression]) -> int:
        made = [self.of(each) for each in items]
        return self.term(op, self.terms.listed(made), len(made))

    def attribute(self, of: ex.Expression, name: str, arguments: Sequence[ex.Expression]) -> int:
        whole = self.of(of)
        match name, arguments:
            case _, []:
                return self.term(names.OP_ATTRIBUTE, whole, self.terms.texts.number(name))
            case "to_s", [ex.Literal(str(encoding))]:
                return self.term(names.OP_TO_S, whole, self.terms.encoding(encoding, self.path))
            case "to_i", [base]:
                return self.term(names.OP_TO_I, whole, self.of(base))
            case "substring", [first, last]:
                return self.term(names.OP_SUBSTRING, whole, self.of(first), self.of(last))
        raise SchemaError(self.path, f"this language has no method `.{name}` with {len(arguments)} arguments")
