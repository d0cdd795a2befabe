"""Two tensors as numbers, and their distance. They are read in pieces: tensors may be larger than memory."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from nacformats.comparing.document import ComparedHistogram

_AnyArray = npt.NDArray[Any]
#: Elements that are looked at in one step.
_PIECE = 1 << 20
#: An odd number, so that differences of nearly zero are in the middle.
_BINS = 33


@dataclass(frozen=True, slots=True)
class NumbersApart:
    """Two arrays of one shape; see `ComparedParameter`.

    Attributes:
        at: index of the elements that differ most, () where none differs.
        left, right: these elements, None where none differs.
        largest: how far these are apart; infinite where one of them is not a number.
    """

    elements: int
    different: int
    nmse: float | None
    cosine: float | None
    largest: float
    at: tuple[int, ...]
    left: object
    right: object
    histogram: ComparedHistogram | None


def numbers_apart(left: _AnyArray, right: _AnyArray) -> NumbersApart:
    """Return how far the elements of two arrays of one shape are apart. A NaN equals a NaN."""
    one, other, size = *_flat(left, right), 2 if "c" in (left.dtype.kind, right.dtype.kind) else 1
    sums = np.zeros(4)  # of squares of the differences, of the left, of the right, and of the products
    different, largest, place = 0, 0.0, -1
    with np.errstate(all="ignore"):
        for start, first, second, apart in _pieces(one, other):
            numbers = first.astype(np.float64)
            square = _dot(numbers, numbers)
            if apart is None:
                sums += [0, square, square, square]
                continue
            others = second.astype(np.float64)
            different += int(np.count_nonzero(apart.reshape(-1, size).any(1)))
            sums += [_dot(apart, apart), square, _dot(others, others), _dot(numbers, others)]
            distances = np.abs(apart)
            distances[np.isnan(distances)] = np.inf
            at = int(np.argmax(distances))
            if distances[at] > largest:
                largest, place = float(distances[at]), start + at
    index = () if place < 0 else tuple(map(int, np.unravel_index(place // size, left.shape)))
    values = (None, None) if place < 0 else (_value(one[place]), _value(other[place]))
    nmse, cosine = _relative(sums, bool(different))
    return NumbersApart(
        left.size,
        different,
        nmse,
        cosine,
        largest,
        index,
        *values,
        _histogram(one, other, largest) if different else None,
    )


def _flat(left: _AnyArray, right: _AnyArray) -> tuple[_AnyArray, _AnyArray]:
    """Return the elements of both in a row; complex numbers as two."""
    if "c" not in (left.dtype.kind, right.dtype.kind):
        return left.reshape(-1), right.reshape(-1)
    one, other = (np.ascontiguousarray(each, np.complex128).reshape(-1).view(np.float64) for each in (left, right))
    return one, other


def _pieces(one: _AnyArray, other: _AnyArray) -> Iterator[tuple[int, _AnyArray, _AnyArray, _AnyArray | None]]:
    """Yield pieces of both, with the index of the first element, and how far the right ones are from the left ones.

    Of equal pieces that is None. A difference is never 0 where elements differ: integers of 64 bits may be the same as
    floats.
    """
    for start in range(0, len(one), _PIECE):
        first, second = one[start : start + _PIECE], other[start : start + _PIECE]
        equal = first == second
        if equal.all():
            yield start, first, second, None
            continue
        equal |= (first != first) & (second != second)
        apart = second.astype(np.float64) - first.astype(np.float64)
        apart[equal] = 0
        apart[~equal & (apart == 0)] = np.finfo(np.float64).tiny
        yield start, first, second, apart


def _dot(one: _AnyArray, other: _AnyArray) -> float:
    return float(np.dot(one, other))


def _relative(sums: npt.NDArray[np.float64], differ: bool) -> tuple[float | None, float | None]:
    """Return the relative mean square of the differences, and the cosine; None for what is not finite."""
    apart, left, right, product = map(float, sums)
    if not differ:
        return 0.0, 1.0 if left and math.isfinite(left) else None
    if not all(map(math.isfinite, (apart, left, right, product))):
        return None, None
    cosine = product / math.sqrt(left) / math.sqrt(right) if left and right else None
    larger = max(left, right)
    return (apart / larger if larger else None), None if cosine is None else max(-1.0, min(1.0, cosine))


def _histogram(one: _AnyArray, other: _AnyArray, largest: float) -> ComparedHistogram | None:
    """Return how many finite differences there are of each size."""
    span = largest
    if not math.isfinite(span):
        with np.errstate(all="ignore"):
            parts = (apart for *_, apart in _pieces(one, other) if apart is not None)
            finite = [np.abs(apart[np.isfinite(apart)]).max(initial=0) for apart in parts]
        span = float(max(finite, default=0.0))
    if not 0 < span < np.finfo(np.float64).max / 4:
        return None
    edges = np.linspace(-span, span, _BINS + 1)
    if not (np.diff(edges) > 0).all():
        return None
    counts = np.zeros(_BINS, np.int64)
    with np.errstate(all="ignore"):
        for _, first, _, apart in _pieces(one, other):
            if apart is None:
                counts[_BINS // 2] += len(first)
            else:
                counts += np.histogram(apart[np.isfinite(apart)], edges)[0]
    return ComparedHistogram(edges.tolist(), counts.tolist())


def _value(element: np.generic) -> object:
    """Return an element with as many digits as it has."""
    return float(str(element)) if element.dtype.kind in "fV" else element.item()
