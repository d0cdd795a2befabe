"""Weights in the order in which BLAS is fast, made once for arrays that never change."""

from __future__ import annotations

import weakref
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from nacformats.ops.dtypes import Array

#: Weights of more bytes are not packed: their products gain little, and memory counts.
MOST_BYTES = 4 << 20

#: By the id of an array and the way of packing: the array, and what was made of it.
_PACKED: dict[tuple[Any, ...], tuple[weakref.ref[Array], Array]] = {}


def by_columns(matrix: Array) -> Array:
    """Return the transposed matrix, laid out anew where that is done only once: OpenBLAS has a fast way for small ones.

    What has more than two dimensions is a matrix of as many rows as the first one says.
    """
    if matrix.ndim < 2:
        return matrix
    return kept_form(matrix, _columns)


def by_taps(weight: Array) -> Array:
    """Return the matrices (elements of the kernel, O, C) of the weights (O, C, *kernel) of a convolution."""
    return np.ascontiguousarray(kept_form(weight, _taps))


def _columns(matrix: Array) -> Array:
    return matrix.reshape(len(matrix), -1).T


def _taps(weight: Array) -> Array:
    return np.moveaxis(weight.reshape(*weight.shape[:2], -1), -1, 0)


def kept_form(x: Array, view: Callable[..., Array], *options: Any) -> Array:
    """Return a view of an array, or what else a function makes of it, laid out anew; kept if constant and not too
    large.
    """
    key = id(x), view, *options
    known = _PACKED.get(key)
    if known is not None and known[0]() is x:
        return known[1]
    made = view(x, *options)
    if x.flags.writeable or made.nbytes > MOST_BYTES or not _is_constant(x):
        return made
    made = np.ascontiguousarray(made)
    _PACKED[key] = weakref.ref(x, partial(_forget, _PACKED, key)), made
    return made


def _forget(kept: dict[Any, Any], key: Any, _reference: object) -> None:
    kept.pop(key, None)


def _is_constant(x: Array) -> bool:
    """Return True if nobody can write to the memory of an array, as to that of a file."""
    base: object = x
    while isinstance(base, np.ndarray):
        if base.flags.writeable:
            return False
        base = base.base
    return True
