"""Losses and distances, forward only. `reduction` is 0 for none, 1 for the mean, 2 for the sum."""

from __future__ import annotations

import numpy as np

from nacformats.ops.dtypes import Array
from nacformats.ops.kernels._arguments import check_float, check_shape
from nacformats.ops.kernels._schemas import aten_in_float32


def _reduced(losses: Array, reduction: int) -> Array:
    if reduction not in (0, 1, 2):
        raise ValueError(f"no reduction {reduction}: 0 is none, 1 the mean, 2 the sum")
    if reduction == 0:
        return losses
    total = losses.sum(dtype=losses.dtype)
    return np.asarray(np.divide(total, losses.dtype.type(losses.size)) if reduction == 1 else total)


@aten_in_float32("binary_cross_entropy")
def _binary_cross_entropy(x: Array, target: Array, weight: Array | None, reduction: int) -> Array:
    """Return -(target * log(x) + (1 - target) * log(1 - x)) of probabilities, each logarithm at least -100."""
    check_float("binary_cross_entropy", x)
    check_shape("binary_cross_entropy", "target", target, x.shape)
    if x.size and not (x.min() >= 0 and x.max() <= 1):
        raise ValueError("binary_cross_entropy: the input must lie between 0 and 1")
    with np.errstate(divide="ignore"):
        losses = (target - 1) * np.maximum(np.log1p(-x), -100) - target * np.maximum(np.log(x), -100)
    return _reduced(losses if weight is None else losses * weight, reduction)


def _nll(
    operation: str, log_probabilities: Array, target: Array, weight: Array | None, reduction: int, ignore_index: int
) -> tuple[Array, Array]:
    """Return the negative logarithms of the targets' classes, and the sum of the weights of the targets that count."""
    check_float(operation, log_probabilities)
    axis = min(1, log_probabilities.ndim - 1)
    classes = log_probabilities.shape[axis]
    check_shape(operation, "target", target, (*log_probabilities.shape[:axis], *log_probabilities.shape[axis + 1 :]))
    check_shape(operation, "weight", weight, (classes,))
    counts = target != ignore_index
    chosen = np.where(counts, target, 0)
    if chosen.size and not 0 <= chosen.min() <= chosen.max() < classes:
        raise ValueError(f"{operation}: targets from {chosen.min()} to {chosen.max()} for {classes} classes")
    weights = counts.astype(log_probabilities.dtype)
    if weight is not None:
        weights *= weight[chosen]
    picked = np.take_along_axis(log_probabilities, np.expand_dims(chosen, axis), axis).squeeze(axis)
    losses = np.where(counts, -picked * weights, log_probabilities.dtype.type(0))
    total = weights.sum(dtype=weights.dtype)
    if reduction == 1:
        return np.asarray(np.divide(losses.sum(dtype=losses.dtype), total)), np.asarray(total)
    return _reduced(losses, reduction), np.asarray(total if reduction == 2 else weights.dtype.type(0))


@aten_in_float32("nll_loss_forward", "nll_loss2d_forward")
def _nll_loss_forward(
    x: Array, target: Array, weight: Array | None, reduction: int, ignore_index: int
) -> tuple[Array, Array]:
    """Return what nll_loss does, with the sum of the weights of the targets that count."""
    return _nll("nll_loss_forward", x, target, weight, reduction, ignore_index)


@aten_in_float32("cross_entropy_loss")
def cross_entropy_loss(
    x: Array,
    target: Array,
    weight: Array | None = None,
    reduction: int = 1,
    ignore_index: int = -100,
    label_smoothing: float = 0.0,
) -> Array:
    """Return nll_loss of log_softmax(x); the target holds classes, or (in the shape of x) their probabilities."""
    check_float("cross_entropy_loss", x)
    axis = min(1, x.ndim - 1)
    shifted = x - x.max(axis=axis, keepdims=True)
    logs = shifted - np.log(np.exp(shifted).sum(axis=axis, keepdims=True))
    if target.shape == x.shape and target.dtype.kind not in "biu":
        soft = target * (1 - label_smoothing) + label_smoothing / x.shape[axis]
        return _reduced(_expected_nll(logs, soft, weight, axis), reduction)
    hard, total = _nll("cross_entropy_loss", logs, target, weight, reduction, ignore_index)
    if not label_smoothing:
        return hard
    even = _expected_nll(logs, np.full_like(logs, 1 / x.shape[axis]), weight, axis)
    even = np.where(target == ignore_index, x.dtype.type(0), even)
    spread = np.divide(even.sum(), total) if reduction == 1 else _reduced(even, reduction)
    return np.asarray(hard * (1 - label_smoothing) + spread * label_smoothing, x.dtype)


def _expected_nll(logs: Array, probabilities: Array, weight: Array | None, axis: int) -> Array:
    """Return the negative logarithms of all classes, weighed by probability and by class."""
    terms = logs * probabilities.astype(logs.dtype)
    if weight is not None:
        terms *= weight.reshape(-1, *(1,) * (logs.ndim - 1 - axis))
    return np.asarray(-terms.sum(axis=axis))
