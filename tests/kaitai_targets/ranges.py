"""The numbers that an expression may give, and the type that the Kaitai Struct compiler computes with."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from nacformats.schema import expressions as ex
from nacformats.schema import types
from nacformats.schema.expressions import Expression
from nacformats.schema.model import NATIVE, Bits, Field, NumberKind, Type, TypeParam, ValueInstance
from nacformats.schema.scopes import find_enum
from nacformats.schema.types import DataType, FloatType, IntType, RecordType, StreamType


@dataclass(frozen=True)
class NumberRange:
    """Attributes: low, high; type: of the value in Kaitai's words, empty where languages differ; whether a literal."""

    low: int
    high: int
    type: str = ""
    is_literal: bool = False

    def fits(self, named: str) -> bool:
        low, high = RANGES[named]
        return low <= self.low and self.high <= high


RANGES = {f"u{width}": (0, (1 << 8 * width) - 1) for width in (1, 2, 4, 8)}
RANGES |= {f"s{width}": (-1 << 8 * width - 1, (1 << 8 * width - 1) - 1) for width in (1, 2, 4, 8)}
#: What is computed with, from the narrowest type.
COMPUTED = ("s4", "s8", "u8")
FLOAT = NumberRange(0, 0, "f8")
#: Numbers of the runtime, and of expressions that name themselves.
SIZE, ANY_SIZE, ANY = NumberRange(0, RANGES["s4"][1]), NumberRange(0, RANGES["s8"][1]), NumberRange(*RANGES["s8"])
_OF_NATIVE = {"value": NumberRange(*RANGES["u8"], "u8"), "len": SIZE}


def of_type(named: str) -> NumberRange:
    return FLOAT if named[0] == "f" else NumberRange(*RANGES[named], named)


def common(*numbers: NumberRange) -> str:
    """Return the narrowest type that holds all of several numbers."""
    if any(each.type[:1] == "f" for each in numbers):
        return "f8"
    if found := next((named for named in COMPUTED if all(each.fits(named) for each in numbers)), None):
        return found
    return "u8" if max(each.high for each in numbers) > 1 << 63 else "s8"


class NumberRanges:
    """The numbers of the expressions of a schema."""

    def __init__(self) -> None:
        self._known: dict[tuple[int, str], NumberRange | None] = {}

    def of(self, expression: Expression, scope: Type, it: DataType | None = None) -> NumberRange | None:
        """Return what is known of a number; None where it is none."""
        found = types.type_of(expression, scope, it)
        if isinstance(found, FloatType):
            return FLOAT
        if not isinstance(found, IntType):
            return None
        match expression:
            case ex.Literal(int(value)):
                return NumberRange(value, value, is_literal=True)
            case ex.Unary("-", operand):
                number = self.of(operand, scope, it) or ANY
                return NumberRange(-number.high, -number.low)
            case ex.Cast(of, named) if named in RANGES:
                inner = self.of(of, scope, it)
                is_kept = inner is not None and inner.fits(named) and inner.type[:1] != "f"
                return NumberRange(inner.low, inner.high, named) if is_kept and inner else of_type(named)
            case ex.Cast():
                return ANY
            case ex.Conditional(_, yes, no):
                return self._either(yes, no, scope, it)
            case ex.Binary(operator, left, right):
                return _result(operator, *(self.of(side, scope, it) or ANY for side in (left, right)))
            case ex.Unary():
                return ANY
        return self._stored(expression, scope, it, found)

    def _either(self, yes: Expression, no: Expression, scope: Type, it: DataType | None) -> NumberRange:
        first, second = (self.of(each, scope, it) or ANY for each in (yes, no))
        named = first.type if first.type == second.type else ""
        return NumberRange(min(first.low, second.low), max(first.high, second.high), named)

    def _stored(self, expression: Expression, scope: Type, it: DataType | None, found: IntType) -> NumberRange:
        """Return what is known of something that is named."""
        match expression:
            case ex.Name("_index"):
                return SIZE
            case ex.Name("_" | "_on"):
                return _read(found)
            case ex.Name(name):
                return self._member(scope, name, found)
            case ex.Member(enum, name):
                numbers = getattr(find_enum(scope, enum), "numbers", {})
                return NumberRange(numbers.get(name, ANY.low), numbers.get(name, ANY.high))
            case ex.Attribute(of, "to_i", ()):
                number = self._stored(of, scope, it, found)
                return NumberRange(number.low, number.high)
            case ex.Attribute(of, ("first" | "last" | "min" | "max"), ()):
                return self._element(of, scope, it, found)
            case ex.Attribute(of, name, _):
                owner = types.type_of(of, scope, it)
                if isinstance(owner, RecordType) and owner.type is not None:
                    return self._member(owner.type, name, found)
                return ANY_SIZE if isinstance(owner, StreamType) else SIZE if name in ("size", "length") else ANY
            case ex.Index(of, _):
                return self._element(of, scope, it, found)
        return _read(found)

    def _element(self, of: Expression, scope: Type, it: DataType | None, found: IntType) -> NumberRange:
        match of:
            case ex.Name(name):
                return self._member(scope, name, found)
            case ex.Attribute(owner, name, ()):
                record = types.type_of(owner, scope, it)
                if isinstance(record, RecordType) and record.type is not None:
                    return self._member(record.type, name, found)
        return _read(found)

    def _member(self, target: Type, name: str, found: IntType) -> NumberRange:
        """Return what is known of a member, or of its elements."""
        if target.schema in NATIVE and name in _OF_NATIVE:
            return _OF_NATIVE[name]
        member = target.by_id.get(name)
        match member:
            case Field(kind=NumberKind(sign, width, _), condition=condition):
                number = of_type(f"{sign}{width}")
                return number if condition is None else NumberRange(number.low, number.high)  # it may be absent
            case Field(kind=Bits(width)):
                return NumberRange(0, (1 << width) - 1, "u8")
            case TypeParam(kind=kind):
                return of_type(kind[:2]) if kind[:2] in RANGES else _read(found)
            case ValueInstance():
                return self.of_instance(member, target) or ANY
        return _read(found)

    def of_instance(self, member: ValueInstance, target: Type) -> NumberRange | None:
        """Return what is known of a computed member, whose type is that of its value."""
        key = id(target), member.id
        if key not in self._known:
            self._known[key] = ANY
            number = self.of(member.value, target)
            self._known[key] = number and NumberRange(number.low, number.high, number.type or common(number))
        return self._known[key]


def _read(found: IntType) -> NumberRange:
    """Return what a type alone says."""
    return of_type(f"{'s' if found.is_signed else 'u'}{found.width}") if found.width in (1, 2, 4, 8) else ANY


# What operators give


def _result(operator: str, left: NumberRange, right: NumberRange) -> NumberRange:
    """Return what an operation gives; what is too large for any type wraps in that of the operands."""
    low, high = _BOUNDS[operator](left, right)
    if RANGES["s8"][0] <= low and high <= RANGES["u8" if low >= 0 else "s8"][1]:
        return NumberRange(low, high)
    return NumberRange(*RANGES[common(left, right)])


_Bounds = Callable[[NumberRange, NumberRange], tuple[int, int]]


def _corners(apply: Callable[[int, int], int]) -> _Bounds:
    def bounds(left: NumberRange, right: NumberRange) -> tuple[int, int]:
        found = [apply(one, other) for one in (left.low, left.high) for other in (right.low, right.high)]
        return min(found), max(found)

    return bounds


def _quotient(left: NumberRange, right: NumberRange) -> tuple[int, int]:
    return _corners(lambda one, other: one // other)(left, NumberRange(max(right.low, 1), max(right.high, 1)))


def _remainder(left: NumberRange, right: NumberRange) -> tuple[int, int]:
    most = max(abs(right.low), abs(right.high)) - 1
    return 0, max(min(most, left.high) if left.low >= 0 else most, 0)


def _bits(left: NumberRange, right: NumberRange) -> tuple[int, int]:
    if min(left.low, right.low) < 0:
        return ANY.low, ANY.high
    return 0, (1 << max(left.high, right.high).bit_length()) - 1


def _shifted(left: NumberRange, right: NumberRange) -> tuple[int, int]:
    return _corners(lambda one, other: one << other)(left, NumberRange(max(right.low, 0), min(max(right.high, 0), 64)))


_BOUNDS: dict[str, Any] = {
    "+": _corners(lambda one, other: one + other),
    "-": _corners(lambda one, other: one - other),
    "*": _corners(lambda one, other: one * other),
    "/": _quotient,
    "%": _remainder,
    "&": _bits,
    "|": _bits,
    "^": _bits,
    "<<": _shifted,
    ">>": lambda left, _: (min(left.low, 0), max(left.high, 0)),
}
