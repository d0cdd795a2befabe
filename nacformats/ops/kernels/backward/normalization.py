"""Gradients of normalizations, from the statistics that the forward pass kept."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TypeAlias

import numpy as np

from nacformats.ops.dtypes import Array, Ints, normalize_dim
from nacformats.ops.kernels._arguments import check_float, check_shape
from nacformats.ops.kernels._schemas import aten
from nacformats.ops.kernels.normalization import native_batch_norm
from nacformats.ops.promotion import widened

#: The gradients of the input, of the weight and of the bias, each where it is asked for.
Gradients: TypeAlias = tuple[Array | None, Array | None, Array | None]


def _check(operation: str, grad: Array, x: Array, mask: Sequence[bool]) -> None:
    check_float(operation, x)
    check_float(operation, grad)
    check_shape(operation, "grad_out", grad, x.shape)
    if len(mask) != 3:
        raise ValueError(f"{operation}: output_mask must have 3 entries, got {list(mask)}")


def _of_rows(grad: Array, normal: Array, inverse: Array) -> Array:
    """The gradient of rows that were brought to zero mean and unit variance; `normal` is the result."""
    size = max(grad.shape[-1], 1)
    mean = grad.sum(axis=-1, keepdims=True) / size
    along = np.vecdot(grad, normal)[..., None] / size
    result = grad - mean
    result -= normal * along
    result *= inverse
    return np.asarray(result)


@aten("native_layer_norm_backward")
def _native_layer_norm_backward(
    grad: Array,
    x: Array,
    normalized_shape: Ints,
    mean: Array,
    rstd: Array,
    weight: Array | None,
    _bias: Array | None,
    output_mask: Sequence[bool],
) -> Gradients:
    """Gradients of the input and of weight and bias (of the normalized shape)."""
    name = "native_layer_norm_backward"
    _check(name, grad, x, output_mask)
    shape = tuple(normalized_shape)
    if not shape or x.shape[-len(shape) :] != shape:
        raise ValueError(f"{name}: normalized_shape {list(shape)} does not end the input shape {list(x.shape)}")
    check_shape(name, "weight", weight, shape)
    lead, size = x.shape[: x.ndim - len(shape)], math.prod(shape)
    rows = (math.prod(lead), size)
    for label, statistic in {"mean": mean, "rstd": rstd}.items():
        if statistic.size != rows[0]:
            raise ValueError(f"{name}: {label} must have {rows[0]} elements, its shape is {list(statistic.shape)}")
    inverse = widened(rstd).reshape(-1, 1)
    normal = (widened(x).reshape(rows) - widened(mean).reshape(-1, 1)) * inverse
    wide = widened(grad).reshape(rows)
    of_x = None
    if output_mask[0]:
        weighted = wide if weight is None else wide * widened(weight).reshape(size)
        of_x = _of_rows(weighted, normal, inverse).reshape(x.shape).astype(x.dtype, copy=False)
    dtype = x.dtype if weight is None else weight.dtype
    of_weight = (wide * normal).sum(axis=0).reshape(shape).astype(dtype, copy=False) if output_mask[1] else None
    of_bias = wide.sum(axis=0).reshape(shape).astype(dtype, copy=False) if output_mask[2] else None
    return of_x, of_weight, of_bias


@aten("native_group_norm_backward")
def _native_group_norm_backward(
    grad: Array,
    x: Array,
    mean: Array,
    rstd: Array,
    weight: Array | None,
    batch: int,
    channels: int,
    places: int,
    group: int,
    output_mask: Sequence[bool],
) -> Gradients:
    """Gradients of the input (N, C, ...) and of weight and bias (C,); mean and rstd are (N, groups)."""
    name = "native_group_norm_backward"
    _check(name, grad, x, output_mask)
    if x.ndim < 2 or x.shape[:2] != (batch, channels) or math.prod(x.shape[2:]) != places:
        raise ValueError(f"{name}: N={batch}, C={channels}, HxW={places} are not those of {list(x.shape)}")
    if group < 1 or channels % group:
        raise ValueError(f"{name}: {channels} channels are not {group} groups")
    check_shape(name, "mean", mean, (batch, group))
    check_shape(name, "rstd", rstd, (batch, group))
    check_shape(name, "weight", weight, (channels,))
    rows = (batch, group, channels // group * places)
    inverse = widened(rstd)[..., None]
    normal = (widened(x).reshape(rows) - widened(mean)[..., None]) * inverse
    wide = widened(grad).reshape(batch, channels, places)
    of_x = None
    if output_mask[0]:
        weighted = wide if weight is None else wide * widened(weight).reshape(1, -1, 1)
        of_x = _of_rows(weighted.reshape(rows), normal, inverse).reshape(x.shape).astype(x.dtype, copy=False)
    dtype = x.dtype if weight is None else weight.dtype
    products = wide * normal.reshape(wide.shape) if output_mask[1] else wide
    of_weight = products.sum(axis=(0, 2)).astype(dtype, copy=False) if output_mask[1] else None
    of_bias = wide.sum(axis=(0, 2)).astype(dtype, copy=False) if output_mask[2] else None
    return of_x, of_weight, of_bias


@aten("native_batch_norm_backward")
def _native_batch_norm_backward(
    grad: Array,
    x: Array,
    weight: Array | None,
    running_mean: Array | None,
    running_var: Array | None,
    save_mean: Array | None,
    save_invstd: Array | None,
    train: bool,
    eps: float,
    output_mask: Sequence[bool],
) -> Gradients:
    """Gradients of the input (N, C, ...) and of weight and bias (C,).

    In training the statistics of the batch are operands of the input, outside of it the running ones are constants.
    """
    name = "native_batch_norm_backward"
    _check(name, grad, x, output_mask)
    if x.ndim < 2:
        raise ValueError(f"{name}: input must have at least 2 dimensions, its shape is {list(x.shape)}")
    channels = x.shape[1]
    mean, spread = (save_mean, save_invstd) if train else (running_mean, running_var)
    if mean is None or spread is None:
        needed = "save_mean and save_invstd" if train else "running_mean and running_var"
        raise ValueError(f"{name}: {needed} are needed")
    for label, each in {"weight": weight, "the mean": mean, "the deviation": spread}.items():
        check_shape(name, label, each, (channels,))
    inverse = widened(spread)[:, None] if train else 1 / np.sqrt(widened(spread) + eps)[:, None]
    rows = (channels, x.size // max(channels, 1))
    wide = np.moveaxis(widened(grad), 1, 0).reshape(rows)
    normal = (np.moveaxis(widened(x), 1, 0).reshape(rows) - widened(mean)[:, None]) * inverse
    of_x = None
    if output_mask[0]:
        weighted = wide if weight is None else wide * widened(weight)[:, None]
        result = _of_rows(weighted, normal, inverse) if train else weighted * inverse
        moved = np.moveaxis(result.reshape(channels, x.shape[0], *x.shape[2:]), 0, 1)
        of_x = np.ascontiguousarray(moved.astype(x.dtype, copy=False))
    dtype = x.dtype if weight is None else weight.dtype
    of_weight = np.vecdot(wide, normal).astype(dtype, copy=False) if output_mask[1] else None
    of_bias = wide.sum(axis=1).astype(dtype, copy=False) if output_mask[2] else None
    return of_x, of_weight, of_bias


@aten("_native_batch_norm_legit_functional")
def _native_batch_norm_legit_functional(
    x: Array,
    weight: Array | None,
    bias: Array | None,
    running_mean: Array,
    running_var: Array,
    training: bool,
    momentum: float,
    eps: float,
) -> tuple[Array, Array, Array, Array, Array]:
    """Batch normalization, the mean and the inverse deviation of the batch, and the new running statistics."""
    out, mean, inverse = native_batch_norm(x, weight, bias, running_mean, running_var, training, momentum, eps)
    if not training:
        return out, mean, inverse, running_mean.copy(), running_var.copy()
    count = x.size // max(x.shape[1], 1)
    variance = (1 / np.square(widened(inverse)) - eps) * (count / max(count - 1, 1))
    new_mean = momentum * widened(mean) + (1 - momentum) * widened(running_mean)
    new_var = momentum * variance + (1 - momentum) * widened(running_var)
    dtype = running_mean.dtype
    return out, mean, inverse, new_mean.astype(dtype, copy=False), new_var.astype(dtype, copy=False)


@aten("_weight_norm_interface_backward")
def _weight_norm_interface_backward(
    grad: Array, direction: Array, magnitude: Array, norms: Array, dim: int
) -> tuple[Array, Array]:
    """Gradients of the direction and of the magnitudes, one for each index of the first or the last dimension."""
    name = "_weight_norm_interface_backward"
    for array in (grad, direction, magnitude, norms):
        check_float(name, array, real=True)
    check_shape(name, "grad_w", grad, direction.shape)
    kept = normalize_dim(dim, direction.ndim)
    if direction.ndim == 0:
        raise ValueError(f"{name}: saved_v must have at least 1 dimension")
    shape = [size if axis == kept else 1 for axis, size in enumerate(direction.shape)]
    check_shape(name, "saved_g", magnitude, shape)
    check_shape(name, "saved_norms", norms, shape)
    wide, v, g, lengths = map(widened, (grad, direction, magnitude, norms))
    others = tuple(axis for axis in range(direction.ndim) if axis != kept)
    along = (wide * v).sum(axis=others, keepdims=True)
    of_direction = (wide - v * (along / (lengths * lengths))) * (g / lengths)
    of_magnitude = np.asarray(along / lengths)
    return of_direction.astype(direction.dtype, copy=False), of_magnitude.astype(magnitude.dtype, copy=False)
