"""Normalizations, and the dropout family as inference sees it.

Statistics are those of one pass in float32 (float64 for float64), the variance from deviations and biased. The running
statistics of a batch normalization are read and never updated: a file has no place to keep them.
"""

from __future__ import annotations

import math

import numpy as np

from nacformats.ops.dtypes import FLOAT32, HALVES, Array, DType, Ints
from nacformats.ops.kernels._arguments import check_float, check_shape
from nacformats.ops.kernels._schemas import aten
from nacformats.ops.promotion import widened


def _check(operation: str, x: Array, shape: Ints, **parameters: Array | None) -> None:
    """Refuse an input that is not a float, and parameters of another shape or type (half precision takes float32)."""
    check_float(operation, x)
    for name, parameter in parameters.items():
        if parameter is None:
            continue
        check_shape(operation, name, parameter, shape)
        if parameter.dtype != x.dtype and not (x.dtype in HALVES and parameter.dtype == FLOAT32):
            raise ValueError(f"{operation}: input is {x.dtype}, but {name} is {parameter.dtype}")


def _statistics_type(x: Array, *parameters: Array | None) -> DType:
    """Return the type of the statistics beside the result: that of the parameters, if there are any."""
    given = [parameter.dtype for parameter in parameters if parameter is not None]
    return given[0] if given else x.dtype


def _standardize(rows: Array, eps: float) -> tuple[Array, Array, Array]:
    """Return (rows - mean) / sqrt(variance + eps) of each row along the last axis, with mean and 1 / sqrt(variance +
    eps).
    """
    size = max(rows.shape[-1], 1)
    mean = rows.sum(axis=-1, keepdims=True) / size
    deviations = rows - mean
    variance = np.vecdot(deviations, deviations)[..., None] / size
    inverse = 1 / np.sqrt(variance + eps)
    deviations *= inverse
    return deviations, mean, inverse


def _transform(x: Array, weight: Array | None, bias: Array | None, shape: Ints) -> Array:
    """Return x * weight + bias in place, the parameters reshaped so that they broadcast."""
    if weight is not None:
        x *= weight.reshape(shape)
    if bias is not None:
        x += bias.reshape(shape)
    return x


@aten("native_layer_norm")
def _layer_norm(
    x: Array, normalized_shape: Ints, weight: Array | None, bias: Array | None, eps: float
) -> tuple[Array, Array, Array]:
    """Return what layer_norm does, with the mean and the inverse deviation."""
    shape = _trailing_shape("native_layer_norm", x, normalized_shape)
    _check("native_layer_norm", x, shape, weight=weight, bias=bias)
    lead = x.shape[: x.ndim - len(shape)]
    rows, mean, inverse = _standardize(widened(x).reshape(*lead, math.prod(shape)), eps)
    out = _transform(rows.reshape(x.shape), weight, bias, shape).astype(x.dtype, copy=False)
    kept = (*lead, *(1 for _ in shape))
    dtype = _statistics_type(x, weight, bias)
    return out, mean.reshape(kept).astype(dtype, copy=False), inverse.reshape(kept).astype(dtype, copy=False)


def _trailing_shape(operation: str, x: Array, normalized_shape: Ints) -> tuple[int, ...]:
    shape = (normalized_shape,) if isinstance(normalized_shape, int) else tuple(normalized_shape)
    if not shape or x.shape[-len(shape) :] != shape:
        raise ValueError(f"{operation}: normalized_shape {list(shape)} does not end the input shape {list(x.shape)}")
    return shape


@aten("_fused_rms_norm")
def _rms_norm(x: Array, normalized_shape: Ints, weight: Array | None, eps: float | None) -> tuple[Array, Array]:
    """Return what rms_norm does, with the inverse root mean square."""
    shape = _trailing_shape("_fused_rms_norm", x, normalized_shape)
    _check("_fused_rms_norm", x, shape, weight=weight)
    lead = x.shape[: x.ndim - len(shape)]
    rows = widened(x).reshape(*lead, math.prod(shape))
    eps = float(np.finfo(rows.dtype).eps) if eps is None else eps
    mean_square = np.vecdot(rows, rows)[..., None] / max(rows.shape[-1], 1)
    inverse = 1 / np.sqrt(mean_square + eps)
    out = _transform((rows * inverse).reshape(x.shape), weight, None, shape)
    return out.astype(x.dtype, copy=False), inverse.reshape(*lead, *(1 for _ in shape))


@aten("native_group_norm")
def _native_group_norm(
    x: Array, weight: Array | None, bias: Array | None, batch: int, channels: int, places: int, group: int, eps: float
) -> tuple[Array, Array, Array]:
    """Return what group_norm does, with the mean and the inverse deviation of each group (N, groups)."""
    name = "native_group_norm"
    if x.shape[:2] != (batch, channels) or math.prod(x.shape[2:]) != places:
        raise ValueError(f"{name}: N={batch}, C={channels}, HxW={places} are not those of {list(x.shape)}")
    if group < 1 or channels % group:
        raise ValueError(f"{name}: the channels of an input of shape {list(x.shape)} are not {group} groups")
    _check(name, x, x.shape[1:2], weight=weight, bias=bias)
    size = math.prod(x.shape[1:]) // group
    rows, mean, inverse = _standardize(widened(x).reshape(batch, group, size), eps)
    out = _transform(rows.reshape(x.shape), weight, bias, (-1, *(1,) * (x.ndim - 2))).astype(x.dtype, copy=False)
    dtype = _statistics_type(x, weight, bias)
    return out, mean[..., 0].astype(dtype, copy=False), inverse[..., 0].astype(dtype, copy=False)


@aten("native_batch_norm", "_native_batch_norm_legit")
def native_batch_norm(
    x: Array,
    weight: Array | None,
    bias: Array | None,
    running_mean: Array | None,
    running_var: Array | None,
    training: bool,
    _momentum: float,
    eps: float,
) -> tuple[Array, Array, Array]:
    """Normalize as batch_norm does, with the mean and the inverse deviation of the batch, which are empty when the
    running ones serve.
    """
    name = "native_batch_norm"
    if x.ndim < 2:
        raise ValueError(f"{name}: input must have at least 2 dimensions, its shape is {list(x.shape)}")
    given = {"running_mean": running_mean, "running_var": running_var}
    _check(name, x, x.shape[1:2], weight=weight, bias=bias, **given)
    dtype = _statistics_type(x, weight, running_mean)
    if training:
        rows = np.moveaxis(widened(x), 1, 0).reshape(x.shape[1], x.size // max(x.shape[1], 1))
        normal, mean, inverse = _standardize(rows, eps)
        normal = np.moveaxis(normal.reshape(x.shape[1], x.shape[0], *x.shape[2:]), 0, 1)
        out = _transform(np.ascontiguousarray(normal), weight, bias, (-1, *(1,) * (x.ndim - 2)))
        return out.astype(x.dtype, copy=False), mean[:, 0].astype(dtype), inverse[:, 0].astype(dtype)
    if running_mean is None or running_var is None:
        raise ValueError(f"{name}: running_mean and running_var are needed outside of training")
    scale = 1 / np.sqrt(widened(running_var) + eps)
    if weight is not None:
        scale *= weight
    shift = -running_mean * scale
    if bias is not None:
        shift += bias
    column = (-1, *(1,) * (x.ndim - 2))
    out = widened(x) * scale.reshape(column)
    out += shift.reshape(column)
    return out.astype(x.dtype, copy=False), np.empty(0, dtype), np.empty(0, dtype)
