"""Gradients of normalizations, from the statistics that the forward pass kept."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np

from nacformats.ops.dtypes import Array
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
