"""Losses and distances, forward only. `reduction` is 0 for none, 1 for the mean, 2 for the sum."""

from __future__ import annotations

import math

import numpy as np

from nacformats.ops.dtypes import Array
from nacformats.ops.kernels._arguments import check_float, check_shape, normalize_dim
from nacformats.ops.kernels._schemas import aten_in_float32
from nacformats.ops.promotion import result_type


def _reduced(losses: Array, reduction: int) -> Array:
    if reduction not in (0, 1, 2):
        raise ValueError(f"no reduction {reduction}: 0 is none, 1 the mean, 2 the sum")
    if reduction == 0:
        return losses
    total = losses.sum(dtype=losses.dtype)
    return np.asarray(np.divide(total, losses.dtype.type(losses.size)) if reduction == 1 else total)


def _pair(operation: str, x: Array, target: Array) -> tuple[Array, Array]:
    """Both tensors in their common type; it must be a floating one."""
    dtype = result_type(x, target)
    x, target = x.astype(dtype, copy=False), target.astype(dtype, copy=False)
    check_float(operation, x)
    return x, target


@aten_in_float32("mse_loss")
def mse_loss(x: Array, target: Array, reduction: int = 1) -> Array:
    """The square of the difference."""
    x, target = _pair("mse_loss", x, target)
    return _reduced(np.square(x - target), reduction)


@aten_in_float32("l1_loss")
def _l1_loss(x: Array, target: Array, reduction: int = 1) -> Array:
    """The magnitude of the difference."""
    x, target = _pair("l1_loss", x, target)
    return _reduced(np.abs(x - target), reduction)


@aten_in_float32("smooth_l1_loss")
def _smooth_l1_loss(x: Array, target: Array, reduction: int = 1, beta: float = 1.0) -> Array:
    """Half the square over beta for differences below beta, the magnitude less half of beta above."""
    if beta == 0:
        return _l1_loss(x, target, reduction)
    return _reduced(_huber_loss(x, target, 0, beta) / np.float32(beta), reduction)


@aten_in_float32("huber_loss")
def _huber_loss(x: Array, target: Array, reduction: int = 1, delta: float = 1.0) -> Array:
    """Half the square for differences up to delta, delta times (magnitude - delta / 2) above."""
    if delta <= 0:
        raise ValueError(f"huber_loss: delta must be positive, got {delta}")
    x, target = _pair("huber_loss", x, target)
    magnitude = np.abs(x - target)
    losses = np.where(magnitude <= delta, 0.5 * magnitude * magnitude, delta * (magnitude - 0.5 * delta))
    return _reduced(losses, reduction)


@aten_in_float32("binary_cross_entropy")
def _binary_cross_entropy(x: Array, target: Array, weight: Array | None = None, reduction: int = 1) -> Array:
    """-(target * log(x) + (1 - target) * log(1 - x)) of probabilities, each logarithm at least -100."""
    check_float("binary_cross_entropy", x)
    check_shape("binary_cross_entropy", "target", target, x.shape)
    if x.size and not (x.min() >= 0 and x.max() <= 1):
        raise ValueError("binary_cross_entropy: the input must lie between 0 and 1")
    with np.errstate(divide="ignore"):
        losses = (target - 1) * np.maximum(np.log1p(-x), -100) - target * np.maximum(np.log(x), -100)
    return _reduced(losses if weight is None else losses * weight, reduction)


@aten_in_float32("binary_cross_entropy_with_logits")
def _binary_cross_entropy_with_logits(
    x: Array, target: Array, weight: Array | None = None, pos_weight: Array | None = None, reduction: int = 1
) -> Array:
    """binary_cross_entropy of sigmoid(x), without the overflow; pos_weight multiplies the term of the target."""
    x, target = _pair("binary_cross_entropy_with_logits", x, target)
    log_sigmoid = np.minimum(x, 0) - np.log1p(np.exp(-np.abs(x)))
    factor = 1 if pos_weight is None else 1 + (pos_weight - 1) * target
    losses = (1 - target) * x - factor * log_sigmoid
    return _reduced(losses if weight is None else losses * weight, reduction)


@aten_in_float32("kl_div")
def _kl_div(x: Array, target: Array, reduction: int = 1, log_target: bool = False) -> Array:
    """target * (log(target) - x), x being logarithms of probabilities; 0 where the target is 0."""
    x, target = _pair("kl_div", x, target)
    if log_target:
        return _reduced(np.exp(target) * (target - x), reduction)
    logs = np.log(np.where(target > 0, target, 1))
    return _reduced(target * logs - target * x, reduction)


def _nll(
    operation: str, log_probabilities: Array, target: Array, weight: Array | None, reduction: int, ignore_index: int
) -> tuple[Array, Array]:
    """The negative logarithms of the targets' classes, and the sum of the weights of the targets that count."""
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


@aten_in_float32("nll_loss", "nll_loss_nd", "nll_loss2d")
def _nll_loss(
    x: Array, target: Array, weight: Array | None = None, reduction: int = 1, ignore_index: int = -100
) -> Array:
    """The negative logarithm of the probability of the target's class; x is (N, C, ...) or (C,)."""
    return _nll("nll_loss", x, target, weight, reduction, ignore_index)[0]


@aten_in_float32("nll_loss_forward", "nll_loss2d_forward")
def _nll_loss_forward(
    x: Array, target: Array, weight: Array | None, reduction: int, ignore_index: int
) -> tuple[Array, Array]:
    """As nll_loss, with the sum of the weights of the targets that count."""
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
    """nll_loss of log_softmax(x); the target holds classes, or (in the shape of x) their probabilities."""
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
    """The negative logarithms of all classes, weighed by probability and by class."""
    terms = logs * probabilities.astype(logs.dtype)
    if weight is not None:
        terms *= weight.reshape(-1, *(1,) * (logs.ndim - 1 - axis))
    return np.asarray(-terms.sum(axis=axis))


@aten_in_float32("cosine_similarity")
def _cosine_similarity(x: Array, y: Array, dim: int = 1, eps: float = 1e-8) -> Array:
    """The cosine of the angle between the vectors along one dimension; lengths count as at least eps."""
    x, y = np.broadcast_arrays(*_pair("cosine_similarity", x, y))
    axis = normalize_dim(dim, x.ndim)
    lengths = (np.maximum(np.sqrt(np.square(each).sum(axis=axis, keepdims=True)), eps) for each in (x, y))
    return np.asarray(math.prod(each / length for each, length in zip((x, y), lengths, strict=True)).sum(axis=axis))


@aten_in_float32("pairwise_distance")
def _pairwise_distance(x: Array, y: Array, p: float = 2.0, eps: float = 1e-6, keepdim: bool = False) -> Array:
    """The p-norm along the last dimension of the difference plus eps."""
    x, y = _pair("pairwise_distance", x, y)
    magnitudes = np.abs(x - y + eps)
    if math.isinf(p):
        return np.asarray(magnitudes.max(axis=-1, keepdims=keepdim))
    if p == 0:
        return np.asarray((magnitudes != 0).sum(axis=-1, keepdims=keepdim, dtype=x.dtype))
    return np.asarray((magnitudes**p).sum(axis=-1, keepdims=keepdim) ** (1 / p))


@aten_in_float32("triplet_margin_loss")
def _triplet_margin_loss(
    anchor: Array,
    positive: Array,
    negative: Array,
    margin: float = 1.0,
    p: float = 2.0,
    eps: float = 1e-6,
    swap: bool = False,
    reduction: int = 1,
) -> Array:
    """max(margin + |anchor - positive| - |anchor - negative|, 0); `swap` takes the nearer of the others."""
    far = _pairwise_distance(anchor, negative, p, eps)
    if swap:
        far = np.minimum(far, _pairwise_distance(positive, negative, p, eps))
    return _reduced(np.maximum(margin + _pairwise_distance(anchor, positive, p, eps) - far, 0), reduction)


@aten_in_float32("margin_ranking_loss")
def _margin_ranking_loss(x: Array, y: Array, target: Array, margin: float = 0.0, reduction: int = 1) -> Array:
    """max(margin - target * (x - y), 0), with a target of 1 or -1."""
    check_float("margin_ranking_loss", x)
    return _reduced(np.maximum(-target * (x - y) + margin, 0).astype(x.dtype, copy=False), reduction)


@aten_in_float32("hinge_embedding_loss")
def _hinge_embedding_loss(x: Array, target: Array, margin: float = 1.0, reduction: int = 1) -> Array:
    """x where the target is 1, what x lacks to a margin where it is -1."""
    check_float("hinge_embedding_loss", x)
    below, zero = np.maximum(margin - x, 0), x.dtype.type(0)
    return _reduced(np.where(target != 1, below, zero) + np.where(target != -1, x, zero), reduction)


@aten_in_float32("cosine_embedding_loss")
def _cosine_embedding_loss(x: Array, y: Array, target: Array, margin: float = 0.0, reduction: int = 1) -> Array:
    """1 less the cosine of rows where the target is 1, the cosine above a margin where it is -1."""
    x, y = _pair("cosine_embedding_loss", x, y)
    lengths = np.sqrt((np.vecdot(x, x) + 1e-12) * (np.vecdot(y, y) + 1e-12))
    cosine, zero = np.vecdot(x, y) / lengths, x.dtype.type(0)
    losses = np.where(target == 1, 1 - cosine, zero)
    return _reduced(losses + np.where(target == -1, np.maximum(cosine - margin, 0), zero), reduction)


@aten_in_float32("soft_margin_loss")
def _soft_margin_loss(x: Array, target: Array, reduction: int = 1) -> Array:
    """log(1 + exp(-target * x))."""
    x, target = _pair("soft_margin_loss", x, target)
    return _reduced(np.log1p(np.exp(-target * x)), reduction)
