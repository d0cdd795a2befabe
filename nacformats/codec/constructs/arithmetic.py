"""The operators of expressions whose results may be larger than what they are given, within bounds."""

from __future__ import annotations

from collections.abc import Sized
from operator import index
from typing import Any

from nacformats.limits import MAX_COMPUTED_BITS, MAX_JOINED


def bounded_sum(left: Any, right: Any) -> Any:
    """`left + right`: of numbers, texts or bytes."""
    if isinstance(left, Sized) and isinstance(right, Sized) and len(left) + len(right) > MAX_JOINED:
        raise ValueError(f"more than {MAX_JOINED:,} elements are joined")
    return left + right


def bounded_product(left: Any, right: Any) -> Any:
    """`left * right`, of numbers only."""
    bits = _bits(left) + _bits(right)
    if bits > MAX_COMPUTED_BITS:
        raise OverflowError(f"a product of {bits} bits")
    return left * right


def bounded_remainder(left: Any, right: Any) -> Any:
    """`left % right`, of numbers only: for texts, Python means something else."""
    _bits(left)
    return left % right


def bounded_shift(number: Any, bits: Any) -> Any:
    """`number << bits`."""
    if number and _bits(number) + bits > MAX_COMPUTED_BITS:
        raise OverflowError(f"a shift by {bits} bits")
    return number << bits if number else number


def _bits(number: Any) -> int:
    """How long a number is."""
    if isinstance(number, float):
        return 0
    return index(number).bit_length()
