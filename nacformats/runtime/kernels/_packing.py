"""Weights in the order in which BLAS is fast, made once for arrays that never change."""

from __future__ import annotations

import weakref
from functools import partial
from typing import Any

import numpy as np

from nacformats.runtime.kernels._promotion import Array

#: Weights of more bytes are not packed: their products gain little, and memory counts.
MOST_BYTES = 4 << 20

#: By the id of a matrix: the matrix, and its columns.
_COLUMNS: dict[int, tuple[weakref.ref[Array], Array]] = {}


def by_columns(matrix: Array) -> Array:
    """The transposed matrix, laid out anew where that is done only once: OpenBLAS has a fast way for small ones.

    What has more than two dimensions is a matrix of as many rows as the first one says.
    """
    if matrix.ndim < 2:
        return matrix
    key = id(matrix)
    known = _COLUMNS.get(key)
    if known is not None and known[0]() is matrix:
        return known[1]
    if matrix.flags.writeable or matrix.nbytes > MOST_BYTES or not _is_constant(matrix):
        return matrix.reshape(len(matrix), -1).T
    columns = np.ascontiguousarray(matrix.reshape(len(matrix), -1).T)
    _COLUMNS[key] = weakref.ref(matrix, partial(_forget, _COLUMNS, key)), columns
    return columns


def _forget(columns: dict[int, Any], key: int, _reference: object) -> None:
    columns.pop(key, None)


def _is_constant(x: Array) -> bool:
    """Whether nobody can write to the memory of an array, as to that of a file."""
    base: object = x
    while isinstance(base, np.ndarray):
        if base.flags.writeable:
            return False
        base = base.base
    return True
