"""Functions that expressions of a schema call: operators within bounds, and what depends on the type of a value."""

from __future__ import annotations

from collections.abc import Callable, Sized
from operator import index
from typing import Any

from nacformats.codec.trees.record import TreeRecord
from nacformats.codec.trees.values import VARINTS, Varint
from nacformats.limits import MAX_COMPUTED_BITS, MAX_JOINED


def bounded_sum(left: Any, right: Any) -> Any:
    """Return `left + right`: of numbers, texts or bytes."""
    if isinstance(left, Sized) and isinstance(right, Sized):
        if len(left) + len(right) > MAX_JOINED:
            raise ValueError(f"more than {MAX_JOINED:,} elements are joined")
        left, right = (bytes(side) if isinstance(side, memoryview) else side for side in (left, right))
    return left + right


def bounded_product(left: Any, right: Any) -> Any:
    """Return `left * right`, of numbers only."""
    bits = _bits(left) + _bits(right)
    if bits > MAX_COMPUTED_BITS:
        raise OverflowError(f"a product of {bits} bits")
    return left * right


def bounded_remainder(left: Any, right: Any) -> Any:
    """Return `left % right`, of numbers only: for texts, Python means something else."""
    _bits(left)
    return left % right


def bounded_shift(number: Any, bits: Any) -> Any:
    """Return `number << bits`."""
    if number and _bits(number) + bits > MAX_COMPUTED_BITS:
        raise OverflowError(f"a shift by {bits} bits")
    return number << bits if number else number


def _bits(number: Any) -> int:
    """Return the length of a number in bits."""
    if isinstance(number, float):
        return 0
    return index(number).bit_length()


def quotient(left: Any, right: Any) -> Any:
    """Return `left / right`: rounded down for integers."""
    return left / right if isinstance(left, float) or isinstance(right, float) else left // right


def as_varint(number: int, kind: str) -> Varint:
    """Return a number of variable length as what knows how it was written."""
    return number if isinstance(number, Varint) else VARINTS[kind](number)


#: Attributes that the language gives to texts, bytes, lists, numbers and enum members.
_ATTRIBUTES: dict[str, Callable[..., Any]] = {
    "length": len,
    "size": len,
    "first": lambda of: of[0],
    "last": lambda of: of[-1],
    "min": min,
    "max": max,
    "reverse": lambda of: of[::-1],
    "to_i": lambda of, base=None: int(of) if base is None else int(of, base),
    "to_s": lambda of, encoding=None: str(of) if encoding is None else str(of, encoding),
    "substring": lambda of, start, stop: of[start:stop],
    "value": lambda of: of,
}


def value_attribute(of: Any, name: str, attribute_name: str, *arguments: Any) -> Any:
    """Return a member of a record, or what the language gives to any other value."""
    if isinstance(of, TreeRecord) or name not in _ATTRIBUTES:
        return getattr(of, attribute_name)
    return _ATTRIBUTES[name](of, *arguments)
