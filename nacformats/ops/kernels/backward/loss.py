"""Gradients of losses and distances. `reduction` is 0 for none, 1 for the mean, 2 for the sum."""

from __future__ import annotations

import math

import numpy as np

from nacformats.ops.dtypes import Array
from nacformats.ops.kernels._arguments import check_float, check_rank, check_same_type, check_shape
from nacformats.ops.kernels._schemas import aten_in_float32, aten_named, in_float32
from nacformats.ops.kernels.linear import CDIST_BLOCK


@aten_named("nll_loss_backward", "nll_loss2d_backward")
@in_float32
def _nll_loss_backward(
    operation: str,
    grad: Array,
    x: Array,
    target: Array,
    weight: Array | None,
    reduction: int,
    ignore_index: int,
    total_weight: Array,
) -> Array:
    """Return minus the weight of the target's class at its place, 0 elsewhere; x is (N, C, ...) or (C,).

    The mean divides by total_weight, the sum of the weights of the targets that count. ValueError for a target
    that is no class.
    """
    check_rank(operation, 4 if operation == "nll_loss2d_backward" else (1, 2), self=x)
    if reduction not in (0, 1, 2):
        raise ValueError(f"no reduction {reduction}: 0 is none, 1 the mean, 2 the sum")
    check_float(operation, x)
    check_same_type(operation, grad_output=grad, self=x, weight=weight)
    axis = min(1, x.ndim - 1)
    classes = x.shape[axis]
    places = (*x.shape[:axis], *x.shape[axis + 1 :])
    check_shape(operation, "target", target, places)
    check_shape(operation, "weight", weight, (classes,))
    if reduction == 0:
        check_shape(operation, "grad_output", grad, places)
    elif grad.size != 1 or total_weight.size != 1:
        raise ValueError(f"{operation}: grad_output and total_weight must be of one element each")
    if target.dtype.kind not in "iu":
        raise ValueError(f"{operation}: targets must be integers, not {target.dtype}")
    counts = target != ignore_index
    chosen = np.where(counts, target, 0)
    if chosen.size and not 0 <= chosen.min() <= chosen.max() < classes:
        if counts.any():
            raise ValueError(f"{operation}: targets from {chosen.min()} to {chosen.max()} for {classes} classes")
        return np.zeros_like(x)
    share = grad if reduction == 0 else grad.reshape(())
    if reduction == 1:
        share = share / total_weight.reshape(()).astype(x.dtype)
    taken = np.where(counts, -share if weight is None else -share * weight[chosen], x.dtype.type(0))
    out = np.zeros_like(x, order="C")
    np.put_along_axis(out, np.expand_dims(chosen, axis), np.expand_dims(taken.astype(x.dtype), axis), axis)
    return out


@aten_in_float32("_cdist_backward")
def _cdist_backward(grad: Array, x: Array, y: Array, p: float, distances: Array) -> Array:
    """Return the gradient of x (..., P, M) from those of its distances (..., P, R) from the rows of y (..., R, M)."""
    name = "_cdist_backward"
    check_same_type(name, grad=grad, x1=x, x2=y, cdist=distances)
    check_float(name, x)
    if x.ndim < 2 or y.ndim != x.ndim or x.shape[-1] != y.shape[-1] or x.shape[:-2] != y.shape[:-2]:
        raise ValueError(f"{name}: shapes {list(x.shape)} and {list(y.shape)} are not rows of one length")
    if not p >= 0:
        raise ValueError(f"{name}: p must be at least 0, got {p}")
    check_shape(name, "grad", grad, (*x.shape[:-1], y.shape[-2]))
    check_shape(name, "cdist", distances, grad.shape)
    out = np.zeros_like(x, order="C")
    if p == 0:
        return out
    rows = max(1, CDIST_BLOCK // max(1, math.prod(y.shape)))
    for start in range(0, x.shape[-2], rows):
        part = (..., slice(start, start + rows), slice(None))
        difference = x[part][..., None, :] - y[..., None, :, :]
        slope = _slope(difference, distances[part][..., None], p)
        out[part] = np.matmul(grad[part][..., None, :], slope)[..., 0, :]
    return out


def _slope(difference: Array, distance: Array, p: float) -> Array:
    """Return the derivative of the p-norm by each component of a difference; 0 where the norm is."""
    sign, zero = np.sign(difference), difference.dtype.type(0)
    if p == 1:
        return sign
    if math.isinf(p):
        return np.where(np.abs(difference) == distance, sign, zero)
    # Below 1 the slope of 0 is not finite.
    known = (distance != 0) & ((difference != 0) | (p >= 1))
    safe = np.where(distance == 0, difference.dtype.type(1), distance)
    if p == 2:
        return np.asarray(difference / safe)
    return np.where(known, sign * (np.abs(difference) / safe) ** (p - 1), zero)
