"""The gradient of the distances between rows."""

from __future__ import annotations

import math

import numpy as np

from nacformats.runtime.kernels._arguments import check_float, check_same_type, check_shape, in_float32
from nacformats.runtime.kernels._promotion import Array
from nacformats.runtime.kernels._schemas import aten
from nacformats.runtime.kernels.linear import CDIST_BLOCK


@aten("_cdist_backward")
@in_float32
def _cdist_backward(grad: Array, x: Array, y: Array, p: float, distances: Array) -> Array:
    """The gradient of x (..., P, M) from those of its distances (..., P, R) from the rows of y (..., R, M)."""
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
    """The derivative of the p-norm by each component of a difference; 0 where the norm is."""
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
