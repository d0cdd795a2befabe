"""Parts of arrays, and arrays joined. What is a view in PyTorch is a view here."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import accumulate
from typing import Any, TypeAlias

import numpy as np
from numpy.lib import stride_tricks

from nacformats import limits
from nacformats.errors import LimitError
from nacformats.ops.dtypes import Array, Ints, normalize_dim
from nacformats.ops.kernels._schemas import aten
from nacformats.ops.promotion import result_type

_Arrays: TypeAlias = tuple[Array, ...]


@aten("cat")
def _cat(tensors: Sequence[Array], dim: int = 0) -> Array:
    """Return arrays one after the other along a dimension, in the type that all promote to.

    An array of shape (0,) fits any. ValueError for 0-d arrays and shapes that do not fit.
    """
    given = [tensor for tensor in tensors if tensor.shape != (0,)] or list(tensors[:1])
    dtype = result_type(*tensors)
    axis = normalize_dim(dim, given[0].ndim)
    return np.concatenate([tensor.astype(dtype, copy=False) for tensor in given], axis)


@aten("stack")
def _stack(tensors: Sequence[Array], dim: int) -> Array:
    """Return arrays of one shape along a new dimension, in the type that all promote to."""
    dtype = result_type(*tensors)
    return np.stack([tensor.astype(dtype, copy=False) for tensor in tensors], normalize_dim(dim, tensors[0].ndim + 1))


@aten("column_stack")
def _column_stack(tensors: Sequence[Array]) -> Array:
    """Return arrays side by side; a vector is a column."""
    return _cat([tensor.reshape(-1, 1) if tensor.ndim < 2 else tensor for tensor in tensors], 1)


@aten("split_with_sizes")
def _split_with_sizes(x: Array, sizes: Ints, dim: int) -> _Arrays:
    """Return parts of the given sizes along a dimension; ValueError unless they are the whole of it."""
    axis = _sized_dim(x, dim)
    _check_parts(len(sizes))
    if min(sizes, default=0) < 0 or sum(sizes) != x.shape[axis]:
        raise ValueError(f"parts of sizes {list(sizes)} of a dimension of size {x.shape[axis]}")
    ends = list(accumulate(sizes))
    whole = (slice(None),) * axis
    return tuple(x[(*whole, slice(end - size, end))] for size, end in zip(sizes, ends, strict=True))


@aten("split.Tensor")
def _split(x: Array, size: int, dim: int = 0) -> _Arrays:
    """Return parts of equal size along a dimension; the last one has what is left."""
    axis = _sized_dim(x, dim)
    total = x.shape[axis]
    if size < 0 or (size == 0 and total):
        raise ValueError(f"parts of size {size} of a dimension of size {total}")
    if size >= total:
        return (x,)
    _check_parts(-(-total // size))
    whole = (slice(None),) * axis
    return tuple(x[(*whole, slice(start, start + size))] for start in range(0, total, size))


@aten("chunk")
def _chunk(x: Array, chunks: int, dim: int) -> _Arrays:
    """Return at most `chunks` parts of equal size along a dimension; the last one has what is left."""
    total = x.shape[_sized_dim(x, dim)]
    if chunks < 1:
        raise ValueError(f"{chunks} parts: expected at least 1")
    _check_parts(chunks)
    return _split(x, -(-total // chunks), dim) if total else _split_with_sizes(x, [0] * chunks, dim)


@aten("tensor_split.sections", "tensor_split.indices", "tensor_split.tensor_indices_or_sections")
def _tensor_split(x: Array, where: int | Ints | Array, dim: int) -> _Arrays:
    """Return parts, as many as given, whose sizes differ by at most one, or the parts between indices."""
    axis = _sized_dim(x, dim)
    places = where.tolist() if isinstance(where, np.ndarray) else where
    if isinstance(places, int) and places < 1:
        raise ValueError(f"{places} parts: expected at least 1")
    _check_parts(places if isinstance(places, int) else len(places) + 1)
    return tuple(np.array_split(x, places, axis))


@aten("unbind.int")
def _unbind(x: Array, dim: int) -> _Arrays:
    """Return the entries of a dimension, which disappears."""
    axis = _sized_dim(x, dim)
    _check_parts(x.shape[axis])
    return tuple(x[dim_index(x, axis, place)] for place in range(x.shape[axis]))


def _check_parts(count: int) -> None:
    if count > limits.MAX_PARTS:
        raise LimitError("an array split into too many parts", expected=f"at most {limits.MAX_PARTS}", actual=count)


def _sized_dim(x: Array, dim: int) -> int:
    if x.ndim == 0:
        raise ValueError("a 0-d array has no dimension to take parts of")
    return normalize_dim(dim, x.ndim)


@aten("slice.Tensor")
def slice_dim(x: Array, dim: int, start: int | None, end: int | None, step: int = 1) -> Array:
    """Return the entries of a dimension from start up to, without, end; bounds outside are moved to the edge."""
    part: Array = x[dim_slice(x, dim, start, end, step)]
    return part


def dim_slice(x: Array, dim: int, start: int | None, end: int | None, step: int) -> tuple[Any, ...]:
    """Return the index that slices one dimension; ValueError for a step below 1."""
    axis = _sized_dim(x, dim)
    if step < 1:
        raise ValueError(f"a slice in steps of {step}: expected at least 1")
    return (slice(None),) * axis + (slice(start, end, step),)


@aten("select.int")
def select(x: Array, dim: int, index: int) -> Array:
    """Return one entry of a dimension, which disappears; IndexError when it is not there."""
    part: Array = x[dim_index(x, dim, index)]
    return part


def dim_index(x: Array, dim: int, index: int) -> tuple[Any, ...]:
    """Return the index that takes one entry of one dimension, as a view; IndexError when it is not there."""
    axis = _sized_dim(x, dim)
    if not -x.shape[axis] <= index < x.shape[axis]:
        raise IndexError(f"index {index} of dimension {axis}, which has size {x.shape[axis]}")
    return (slice(None),) * axis + (index, ...)


@aten("diagonal")
def diagonal(x: Array, offset: int = 0, dim1: int = 0, dim2: int = 1) -> Array:
    """Return a diagonal of two dimensions, as the last dimension."""
    return np.diagonal(x, _bounded(offset), normalize_dim(dim1, x.ndim), normalize_dim(dim2, x.ndim))


def _bounded(offset: int) -> int:
    """Return the number of a diagonal within what NumPy computes without an overflow; there are no
    diagonals out there.
    """
    return max(-(2**30), min(offset, 2**30))


@aten("tril")
def _tril(x: Array, diagonal: int) -> Array:
    """Return matrices with 0 above a diagonal; ValueError for less than two dimensions."""
    _check_matrices(x)
    return np.tril(x, _bounded(diagonal))


@aten("triu")
def _triu(x: Array, diagonal: int) -> Array:
    """Return matrices with 0 below a diagonal; ValueError for less than two dimensions."""
    _check_matrices(x)
    return np.triu(x, _bounded(diagonal))


def _check_matrices(x: Array) -> None:
    if x.ndim < 2:
        raise ValueError(f"a triangle of an array of rank {x.ndim}: expected at least 2 dimensions")


@aten("unfold")
def _unfold(x: Array, dimension: int, size: int, step: int) -> Array:
    """Return windows of a dimension, `step` apart, each along a new last dimension, without a copy."""
    if step < 1 or not 0 <= size <= (x.shape[normalize_dim(dimension, x.ndim)] if x.ndim else 1):
        raise ValueError(f"windows of size {size}, {step} apart, along dimension {dimension} of shape {x.shape}")
    if x.ndim == 0:
        return x.reshape(1)[:size]
    axis = normalize_dim(dimension, x.ndim)
    count = (x.shape[axis] - size) // step + 1
    shape = (*x.shape[:axis], count, *x.shape[axis + 1 :], size)
    strides = (*x.strides[:axis], x.strides[axis] * step, *x.strides[axis + 1 :], x.strides[axis])
    return stride_tricks.as_strided(x, shape, strides, writeable=False)


@aten("as_strided")
def _as_strided(x: Array, size: Ints, stride: Ints, storage_offset: int | None) -> Array:
    """Return a view of the elements in row-major order at an offset plus the index times the strides, which count
    elements.

    Raises ValueError when it would reach outside the array.
    """
    offset = storage_offset or 0
    described = f"sizes {list(size)} with strides {list(stride)} from {offset} on"
    if len(size) != len(stride) or min((*size, *stride, offset), default=0) < 0:
        raise ValueError(f"{described}: expected none below 0")
    if math.prod(size) == 0:
        return np.empty(tuple(size), x.dtype)
    last = offset + sum((n - 1) * step for n, step in zip(size, stride, strict=True))
    if last >= x.size:
        raise ValueError(f"{described} reach element {last} of {x.size}")
    steps = [step * x.itemsize if n > 1 else 0 for n, step in zip(size, stride, strict=True)]
    return stride_tricks.as_strided(x.reshape(-1)[offset:], tuple(size), steps, writeable=False)


@aten("block_diag")
def _block_diag(tensors: Sequence[Array]) -> Array:
    """Return a matrix with matrices along its diagonal and 0 elsewhere; a vector is a row."""
    blocks = [np.atleast_2d(tensor) for tensor in tensors]
    if any(block.ndim != 2 for block in blocks):
        raise ValueError("blocks of a diagonal: expected matrices")
    dtype = result_type(*tensors)
    ends = np.cumsum([(0, 0), *(block.shape for block in blocks)], axis=0)
    result = np.zeros(tuple(ends[-1]), dtype)
    for block, (row, column), (last_row, last_column) in zip(blocks, ends, ends[1:], strict=False):
        result[row:last_row, column:last_column] = block
    return result


@aten("vsplit.int", "vsplit.array")
def _vsplit(x: Array, where: int | Ints) -> _Arrays:
    """Return equal parts, or the parts between the indices, along the first dimension of a matrix."""
    normalize_dim(1, x.ndim)
    return _split_evenly(x, where, 0)


def _split_evenly(x: Array, where: int | Ints, dim: int) -> _Arrays:
    size = x.shape[_sized_dim(x, dim)]
    if isinstance(where, int) and (where < 1 or size % where):
        raise ValueError(f"a dimension of size {size} in {where} equal parts")
    return _tensor_split(x, where, dim)


aten("hsplit.int", "hsplit.array")(lambda x, where: _split_evenly(x, where, min(x.ndim - 1, 1)))
aten("dsplit.int", "dsplit.array")(lambda x, where: _split_evenly(x, where, 2))
