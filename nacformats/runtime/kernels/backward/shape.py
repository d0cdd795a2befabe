"""Gradients of views: zeros in the shape of the operand, with the gradient where the view lay."""

from __future__ import annotations

import math

import numpy as np

from nacformats.runtime.kernels._arguments import check_shape
from nacformats.runtime.kernels._promotion import BOOL, Array, Ints, check_sizes, normalize_dim, wide_type
from nacformats.runtime.kernels._schemas import aten
from nacformats.runtime.kernels.parts import diagonal, select, slice_dim


def _zeros(sizes: Ints, like: Array) -> Array:
    check_sizes(sizes)
    return np.zeros(tuple(sizes), like.dtype)


def _filled(operation: str, out: Array, view: Array, grad: Array) -> Array:
    """The array with the gradient in a view of it."""
    check_shape(operation, "grad_output", grad, view.shape)
    if not view.flags.writeable:  # as a diagonal is in NumPy
        view.flags.writeable = True
    view[...] = grad
    return out


@aten("slice_backward")
def _slice_backward(grad: Array, input_sizes: Ints, dim: int, start: int, end: int, step: int) -> Array:
    """The gradient of a slice of one dimension."""
    out = _zeros(input_sizes, grad)
    return _filled("slice_backward", out, slice_dim(out, dim, start, end, step), grad)


@aten("select_backward")
def _select_backward(grad: Array, input_sizes: Ints, dim: int, index: int) -> Array:
    """The gradient of one entry of a dimension; IndexError for one that is not there."""
    out = _zeros(input_sizes, grad)
    return _filled("select_backward", out, select(out, dim, index), grad)


@aten("diagonal_backward")
def _diagonal_backward(grad: Array, input_sizes: Ints, offset: int, dim1: int, dim2: int) -> Array:
    """The gradient of a diagonal of two dimensions."""
    out = _zeros(input_sizes, grad)
    return _filled("diagonal_backward", out, diagonal(out, offset, dim1, dim2), grad)


@aten("unfold_backward")
def _unfold_backward(grad: Array, input_sizes: Ints, dim: int, size: int, step: int) -> Array:
    """The sum of the gradients of the windows of one dimension, where they overlap."""
    check_sizes(input_sizes)
    axis = normalize_dim(dim, len(input_sizes))
    shape = list(input_sizes) or [1]
    if step < 1 or not 0 <= size <= shape[axis]:
        raise ValueError(f"unfold_backward: windows of {size} every {step} elements of {shape[axis]}")
    count = (shape[axis] - size) // step + 1
    lead = [count if place == axis else length for place, length in enumerate(shape)] if input_sizes else []
    check_shape("unfold_backward", "grad_in", grad, (*lead, size))
    wide = grad.astype(wide_type(grad.dtype), copy=False)
    out = np.zeros(shape, wide.dtype)
    before = (slice(None),) * axis
    for position in range(size):
        part = slice(position, position + (count - 1) * step + 1, step)
        out[(*before, part)] += wide[..., position]
    return out.astype(grad.dtype, copy=False).reshape(tuple(input_sizes))


@aten("masked_scatter_backward")
def _masked_scatter_backward(grad: Array, mask: Array, sizes: Ints) -> Array:
    """The gradients under a mask in their order, then zeros, in the shape of what was scattered."""
    if mask.dtype != BOOL:
        raise TypeError(f"a mask of type {mask.dtype}: expected bool")
    out = _zeros(sizes, grad)
    chosen = grad[np.broadcast_to(mask, grad.shape)]
    if len(chosen) > math.prod(sizes):
        raise ValueError(f"masked_scatter_backward: {len(chosen)} elements for a source of shape {list(sizes)}")
    out.reshape(-1)[: len(chosen)] = chosen
    return out
