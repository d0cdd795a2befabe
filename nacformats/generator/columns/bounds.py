"""The bounds of the expressions of a schema: nothing that columns compute may exceed 64 bits."""

from __future__ import annotations

import re
from collections.abc import Callable

from nacformats.generator import expressions as ex
from nacformats.generator.columns.steps import I64_MAX, VARINT

Bounds = tuple[int, int]
I64: Bounds = (-(2**63), I64_MAX)
TRUTH: Bounds = (0, 1)
_CODE = re.compile(r"[us][1248]")


class TooWideError(ValueError):
    """The value may exceed 64 bits."""


def bounds_of_code(code: str) -> Bounds:
    """Return the bounds of a type; a large unsigned number counts as the largest signed one of 64 bits."""
    if code in (VARINT, "u8"):
        return 0, I64_MAX
    bits = 8 * int(code[1])
    return (-(1 << bits - 1), (1 << bits - 1) - 1) if code[0] == "s" else (0, (1 << bits) - 1)


def bounds(expression: ex.Expression, of_name: Callable[[ex.Expression], Bounds]) -> Bounds:
    """Return the bounds of the value.

    Args:
        of_name: the same for what is neither an operation nor a literal.

    Raises:
        TooWideError: it, or an intermediate result, may exceed 64 bits.
    """
    match expression:
        case ex.Literal(bool(value)):
            return int(value), int(value)
        case ex.Literal(int(value)):
            return _narrow((value, value))
        case ex.Cast(of, code) if _CODE.fullmatch(code):
            return _cast(of, code, of_name)
        case ex.Conditional(_, yes, no):
            first, second = bounds(yes, of_name), bounds(no, of_name)
            return min(first[0], second[0]), max(first[1], second[1])
        case ex.Binary("and" | "or" | "<" | "<=" | ">" | ">=" | "==" | "!=", left, right):
            bounds(left, of_name)
            bounds(right, of_name)
            return TRUTH
        case ex.Binary(operator, left, right):
            return _narrow(_arithmetic(operator, bounds(left, of_name), bounds(right, of_name)))
        case ex.Unary("not", _):
            return TRUTH
        case ex.Unary("-", of):
            low, high = bounds(of, of_name)
            return _narrow((-high, -low))
    return of_name(expression)


def _cast(of: ex.Expression, code: str, of_name: Callable[[ex.Expression], Bounds]) -> Bounds:
    """Return a cast gives a value a type, which may bound it more tightly."""
    low, high = bounds_of_code(code)
    try:
        inner = bounds(of, of_name)
    except (TooWideError, LookupError):
        return low, high
    return max(low, inner[0]), min(high, inner[1])


def _narrow(value: Bounds) -> Bounds:
    if value[0] < I64[0] or value[1] > I64[1]:
        raise TooWideError
    return value


def _arithmetic(operator: str, left: Bounds, right: Bounds) -> Bounds:
    match operator:
        case "+":
            return left[0] + right[0], left[1] + right[1]
        case "-":
            return left[0] - right[1], left[1] - right[0]
        case "*":
            ends = [a * b for a in left for b in right]
            return min(ends), max(ends)
        case "/" if left[0] >= 0 and right[0] > 0:
            return left[0] // right[1], left[1] // right[0]
        case "%" if left[0] >= 0 and right[0] > 0:
            return 0, min(left[1], right[1] - 1)
        case "&" if left[0] >= 0 and right[0] >= 0:
            return 0, min(left[1], right[1])
    raise TooWideError
