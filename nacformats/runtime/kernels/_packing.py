"""Weights in the order in which BLAS is fast, made once for arrays that never change."""

from __future__ import annotations

import weakref
from collections.abc import Callable

import numpy as np

from nacformats.runtime.kernels._promotion import Array

#: Weights of more bytes are not packed: their products gain little, and memory counts.
MOST_BYTES = 4 << 20

#: By the id of an array: the array, and what was made of it.
_Packed = dict[int, tuple["weakref.ref[Array]", Array]]


def is_constant(x: Array) -> bool:
    """Whether nobody can write to the memory of an array, as to that of a file."""
    base: object = x
    while isinstance(base, np.ndarray):
        if base.flags.writeable:
            return False
        base = base.base
    return True


def packed(pack: Callable[[Array], Array]) -> Callable[[Array], Array]:
    """The function, with its results kept as long as its argument lives, if that is constant and not too large."""
    kept: _Packed = {}

    def apply(x: Array) -> Array:
        key = id(x)
        found = kept.get(key)
        if found is not None and found[0]() is x:
            return found[1]
        result = pack(x)
        if x.nbytes <= MOST_BYTES and is_constant(x):
            kept[key] = weakref.ref(x, lambda _: kept.pop(key, None)), result
        return result

    return apply


_columns = packed(lambda matrix: np.ascontiguousarray(matrix.T))


def by_columns(matrix: Array) -> Array:
    """The transposed matrix, laid out anew where that is done only once: OpenBLAS has a fast way for small ones."""
    if matrix.ndim != 2 or matrix.nbytes > MOST_BYTES or matrix.flags.writeable:
        return matrix.T
    return _columns(matrix) if is_constant(matrix) else matrix.T
