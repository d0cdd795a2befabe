"""The operations of Mind IR that differ from ATen's; relu, sigmoid, tanh and gelu (with erf) are ATen's.

The specifications name the operations and leave their meaning to the reader. Here: broadcasting as NumPy; operands of
two types meet in the smaller type that holds both, where a float beats every integer; what is a float by nature (div,
mean, softmax, layernorm) makes float32 of integers; half precision is computed in float32 and rounded once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce
from typing import Any

import numpy as np

from nacformats.ops.dtypes import Array, DType, Ints, normalize_dim, normalize_dims
from nacformats.ops.kernels._schemas import in_float32
from nacformats.ops.promotion import float_type, promote_types
from nacformats.ops.schemas import kernel

#: layernorm: what is added to the variance.
EPSILON = 1e-5


def common_type(*dtypes: DType) -> DType:
    """Return the type in which operands meet; TypeError when there is none."""
    return reduce(promote_types, dtypes)


def sum_type(dtype: DType) -> DType:
    """Return the type of a sum: 64 bits for integers and bool, floats as they are."""
    return np.dtype(np.uint64 if dtype.kind == "u" else np.int64) if dtype.kind in "bui" else dtype


def _met(*operands: Array) -> list[Array]:
    dtype = common_type(*(operand.dtype for operand in operands))
    return [operand.astype(dtype, copy=False) for operand in operands]


def _floats(*operands: Array) -> list[Array]:
    return [_as_float(operand) for operand in _met(*operands)]


def _as_float(x: Array) -> Array:
    return x.astype(float_type(x.dtype), copy=False)


def _elementwise(name: str, function: Callable[..., Any], operands: Callable[..., list[Array]]) -> None:
    @kernel(f"mind.{name}(Tensor x, Tensor y)")
    def apply(x: Array, y: Array) -> Array:
        return np.asarray(function(*operands(x, y)))


_elementwise("add", np.add, _met)
_elementwise("sub", np.subtract, _met)
_elementwise("mul", np.multiply, _met)
_elementwise("div", np.true_divide, _floats)


@kernel("mind.matmul(Tensor x, Tensor y)")
def matmul(x: Array, y: Array) -> Array:
    """Return the product of vectors, matrices, or stacks of matrices that broadcast."""
    return _matmul(*_met(x, y))


@in_float32
def _matmul(x: Array, y: Array) -> Array:
    return np.asarray(np.matmul(x, y))


@kernel("mind.softmax(Tensor x, *, int axis=-1)")
@in_float32
def softmax(x: Array, axis: int = -1) -> Array:
    """Return exponentials along an axis, divided by their sum."""
    normalize_dim(axis, x.ndim)
    x, along = _as_float(x), axis if x.ndim else None
    if not x.size:
        return x
    exponentials = np.exp(x - x.max(along, keepdims=True))
    exponentials /= exponentials.sum(along, keepdims=True)
    return np.asarray(exponentials)


@kernel("mind.layernorm(Tensor x)")
@in_float32
def layernorm(x: Array) -> Array:
    """Return the last axis with mean 0 and (biased) variance 1; no scale and no shift."""
    if not x.ndim:
        raise ValueError("layernorm needs at least one axis")
    x = _as_float(x)
    if not x.shape[-1]:
        return x
    centered: Array = x - x.mean(-1, keepdims=True)
    variance = np.square(centered).mean(-1, keepdims=True)
    centered /= np.sqrt(variance + EPSILON, dtype=x.dtype)
    return centered


@kernel("mind.transpose(Tensor x, *, int[] perm=[])")
def _transpose(x: Array, perm: Ints = ()) -> Array:
    """Return the axes in another order; none given reverses them."""
    order = normalize_dims(perm, x.ndim) if perm else tuple(reversed(range(x.ndim)))
    if len(order) != x.ndim:
        raise ValueError(f"a permutation of {len(order)} axes for an array of rank {x.ndim}")
    return x.transpose(order)


@kernel("mind.reshape(Tensor x, *, int[] shape)")
def _reshape(x: Array, shape: Ints) -> Array:
    """Return the elements in another shape; one size may be -1, for what is left."""
    return x.reshape(shape)


@kernel("mind.sum(Tensor x, *, int[] axes=[])")
@in_float32
def _sum_(x: Array, axes: Ints = ()) -> Array:
    """Return the sum over the axes, which disappear; none given sums over all."""
    return np.asarray(x.sum(normalize_dims(axes, x.ndim), dtype=sum_type(x.dtype)))


@kernel("mind.mean(Tensor x, *, int[] axes=[])")
@in_float32
def mean(x: Array, axes: Ints = ()) -> Array:
    """Return the mean over the axes, which disappear; none given takes it over all."""
    return np.asarray(_as_float(x).mean(normalize_dims(axes, x.ndim)))


@kernel("mind.max(Tensor x, *, int[] axes=[])")
def _max_(x: Array, axes: Ints = ()) -> Array:
    """Return the largest element over the axes, which disappear; none given takes it over all."""
    return np.asarray(x.max(normalize_dims(axes, x.ndim)))


@kernel("mind.concat(Tensor[] tensors, *, int axis)")
def _concat(tensors: Sequence[Array], axis: int) -> Array:
    """Return the arrays one after the other along an axis."""
    return np.concatenate(_met(*tensors), axis)


@kernel("mind.split(Tensor x, *, int axis=0, int count=2)")
def _split(x: Array, axis: int = 0, count: int = 2) -> tuple[Array, ...]:
    """Return `count` parts of one size along an axis; ValueError when they would not be of one size."""
    size = x.shape[normalize_dim(axis, x.ndim)] if x.ndim else 0
    if not x.ndim or not 1 <= count <= max(size, 1) or size % count:
        raise ValueError(f"axis {axis} of shape {list(x.shape)} cannot be split into {count} equal parts")
    return tuple(np.split(x, count, axis))


@kernel("mind.gather(Tensor x, Tensor indices, *, int axis=0)")
def _gather(x: Array, indices: Array, axis: int = 0) -> Array:
    """Return the entries of an axis at the indices, whose shape takes the place of the axis (numpy.take); -1 is the
    last.
    """
    if indices.dtype.kind not in "iu":
        raise TypeError(f"indices are of type {indices.dtype}: expected integers")
    return np.asarray(np.take(x, indices, axis))
