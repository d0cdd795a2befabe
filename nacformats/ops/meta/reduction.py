"""Results of reductions, statistics and sorting."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from nacformats.ops.dtypes import BOOL, FLOAT64, INT32, INT64, DType, category, normalize_dim, normalize_dims
from nacformats.ops.meta.elementwise import promoted_type
from nacformats.ops.meta.layout import with_axis, without
from nacformats.ops.meta.sizes import Size, below, differ, largest_size, unknown_size
from nacformats.ops.meta.values import MetaShape, TensorMeta, UnknownNumber, meta
from nacformats.ops.promotion import dtype_of, float_type


def reduced_shape(shape: MetaShape, dim: Any = None, keepdim: bool = False) -> MetaShape:
    """Return a shape without some axes, or with 1 in their places; None and [] mean all."""
    return without(shape, normalize_dims(dim, len(shape)), keepdim)


def _sum_type(dtype: DType) -> DType:
    return dtype if category(dtype) >= 2 else INT64


@meta
def _reduced(x: TensorMeta, *along: Any) -> TensorMeta:
    """Describe the operand without some axes."""
    return TensorMeta(x.dtype, reduced_shape(x.shape, *along))


@meta
def reduced_truth(x: TensorMeta, *along: Any) -> TensorMeta:
    """Describe True or False without some axes; uint8 stays."""
    return TensorMeta(x.dtype if x.dtype == "uint8" else BOOL, reduced_shape(x.shape, *along))


@meta
def located(x: TensorMeta, *along: Any) -> TensorMeta:
    """Describe indices or numbers without some axes."""
    return TensorMeta(INT64, reduced_shape(x.shape, *along))


@meta
def reduced_located(x: TensorMeta, *along: Any) -> tuple[TensorMeta, TensorMeta]:
    """Describe values without an axis, and their indices."""
    return _reduced(x, *along), located(x, *along)


@meta
def reduced_kth(x: TensorMeta, k: Any, *along: Any) -> tuple[TensorMeta, TensorMeta]:
    """Describe values without an axis, and their indices."""
    axis = normalize_dim(along[0] if along else -1, x.ndim)
    if isinstance(k, int) and x.ndim and (k < 1 or below(x.shape[axis], k)):
        raise ValueError(f"kthvalue: {k} of an axis of size {x.shape[axis]}")
    return reduced_located(x, *along)


@meta
def summed(x: TensorMeta, *rest: Any) -> TensorMeta:
    """Describe the operand without some axes; integers become int64 where no type is named, which is
    the last argument.
    """
    *along, dtype = rest
    return TensorMeta(dtype_of(dtype, _sum_type(x.dtype)), reduced_shape(x.shape, *along))


@meta
def accumulated(x: TensorMeta, dim: int, dtype: Any) -> TensorMeta:
    """Describe results for each element; integers become int64 where no type is named."""
    normalize_dim(dim, x.ndim)
    return TensorMeta(dtype_of(dtype, _sum_type(x.dtype)), x.shape)


@meta
def with_indices(x: TensorMeta, *rest: Any) -> tuple[TensorMeta, TensorMeta]:
    """Describe values, and their indices along an axis, which comes before the last argument, or alone."""
    normalize_dim(rest[-2:][0], x.ndim)
    return x, TensorMeta(INT64, x.shape)


@meta
def differences(x: TensorMeta, n: int, dim: int, prepend: Any, append: Any) -> TensorMeta:
    """Describe differences of neighbors, n times; what is put before and after counts."""
    axis = normalize_dim(dim, x.ndim)
    if not x.ndim:
        raise ValueError("diff: an array of rank 0")
    given = [each for each in (x, prepend, append) if each is not None]
    size: Size = x.shape[axis]
    for each in given[1:]:
        size = size + (each.shape[axis] if each.ndim else 1)
    return TensorMeta(promoted_type(*given), with_axis(x.shape, axis, largest_size(size - n, 0)))


@meta
def summed_to(x: TensorMeta, size: Sequence[Size]) -> TensorMeta:
    """Describe the shape that is given, to which the operand is summed up."""
    lead = x.ndim - len(size)
    if lead < 0 or any(each != 1 and differ(each, own) for each, own in zip(size, x.shape[lead:], strict=True)):
        raise ValueError(f"sum_to_size: {list(x.shape)} to {list(size)}")
    return TensorMeta(x.dtype if tuple(size) == x.shape else _sum_type(x.dtype), tuple(size))


# Statistics


@meta
def covariance(x: TensorMeta, *_rest: Any) -> TensorMeta:
    """Describe a matrix of the rows of the operand; a scalar of a vector."""
    if x.ndim > 2:
        raise ValueError(f"cov: an array of rank {x.ndim}")
    return TensorMeta(float_type(x.dtype), (x.shape[0], x.shape[0]) if x.ndim == 2 else ())


@meta
def combined(x: TensorMeta, r: int, with_replacement: bool) -> TensorMeta:
    """Describe the ways to choose r elements of a vector, in rows."""
    if x.ndim != 1 or r < 0:
        raise ValueError(f"combinations: {r} of an array of rank {x.ndim}")
    if r == 0:
        return TensorMeta(x.dtype, (0,))
    count = x.shape[0] + (r - 1 if with_replacement else 0)
    if isinstance(count, int):
        return TensorMeta(x.dtype, (math.comb(max(count, 0), r), r))
    rows: Size = 1
    for place in range(r):
        rows = rows * (count - place)
    return TensorMeta(x.dtype, (rows // math.factorial(r), r))


@meta
def histogram_bins(x: TensorMeta, bins: int, *_range: Any) -> TensorMeta:
    """Describe a count for each bin."""
    return TensorMeta(x.dtype, (bins,))


@meta
def quantiles(x: TensorMeta, q: Any, dim: int | None, keepdim: bool, _interpolation: str) -> TensorMeta:
    """Describe the operand without an axis, once for each of the levels."""
    lead = q.shape if isinstance(q, TensorMeta) else ()
    shape = reduced_shape(x.shape, dim, keepdim)
    return TensorMeta(x.dtype, (*lead, *shape))


# Sorting


@meta
def topmost(x: TensorMeta, k: Any, dim: int, *_rest: Any) -> tuple[TensorMeta, TensorMeta]:
    """Describe the k best of an axis, and their indices."""
    axis = normalize_dim(dim, x.ndim)
    size: Size = x.shape[axis] if x.ndim else 1
    count = unknown_size(at_most=size) if isinstance(k, UnknownNumber) else k
    if below(count, 0) or below(size, count):
        raise ValueError(f"topk: {k} of an axis of size {size}")
    shape = with_axis(x.shape, axis, count) if x.ndim else ()
    return TensorMeta(x.dtype, shape), TensorMeta(INT64, shape)


@meta
def places_of_nonzero(x: TensorMeta) -> TensorMeta:
    """Describe a row of indices for each element that is not 0."""
    return TensorMeta(INT64, (unknown_size(at_most=x.size), x.ndim))


@meta
def different(places: Sequence[int], x: TensorMeta, *options: Any) -> tuple[TensorMeta, ...]:
    """Describe the different elements, or entries of an axis; where each went; how often each is there.

    places: those of the options that ask for the last two, and of the axis where there is one.
    """
    inverse, counts, dim = (*(options[place] for place in places), None)[:3]
    axis = None if dim is None else normalize_dim(dim, x.ndim)
    size = x.size if axis is None else x.shape[axis]
    count = unknown_size(at_most=size)
    shape = (count,) if axis is None else with_axis(x.shape, axis, count)
    where = (x.shape if axis is None else (size,)) if inverse else (0,)
    return TensorMeta(x.dtype, shape), TensorMeta(INT64, where), TensorMeta(INT64, (count,) if counts else (0,))


@meta
def histogram_of_numbers(x: TensorMeta, weights: TensorMeta | None, _minlength: Any) -> TensorMeta:
    """Describe the count of each number, or the sum of its weights."""
    if x.ndim != 1:
        raise ValueError(f"bincount: an array of rank {x.ndim}")
    if weights is None:
        return TensorMeta(INT64, (unknown_size(),))
    return TensorMeta(weights.dtype if weights.dtype == "float32" else FLOAT64, (unknown_size(),))


@meta
def bucketed(place: int, *arguments: Any) -> TensorMeta:
    """Describe the bucket of each element of the operand at a place."""
    x = arguments[place]
    return TensorMeta(INT32 if arguments[2] else INT64, x.shape if isinstance(x, TensorMeta) else ())
