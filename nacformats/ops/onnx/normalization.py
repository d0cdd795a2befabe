"""Normalizations."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from nacformats.ops.dtypes import FLOAT32
from nacformats.ops.onnx.emitter import Emitter, Inexpressible, OnnxSize, Symbol, rule
from nacformats.ops.onnx.reductions import moments


def _scaled_and_shifted(e: Emitter, x: Symbol, scale: Symbol | None, shift: Symbol | None) -> Symbol:
    x = x if scale is None else e.op("Mul", x, e.cast(scale, x.dtype))
    return x if shift is None else e.op("Add", x, e.cast(shift, x.dtype))


@rule("native_layer_norm")
def _native_layer_norm(
    e: Emitter, x: Symbol, shape: Sequence[OnnxSize], weight: Symbol | None, bias: Symbol | None, eps: float
) -> tuple[Symbol, ...]:
    axis = e.rank(x) - len(shape)
    variance, mean = moments(e, x, list(range(axis, e.rank(x))), 0, True)
    inverse = e.op("Reciprocal", e.op("Sqrt", e.op("Add", variance, e.const(eps, variance.dtype))))
    (wide,) = e.floats(x)
    scale, shift = (None if each is None else e.cast(each, wide.dtype) for each in (weight, bias))
    if scale is None:
        scale = e.expand(e.const(1, wide.dtype), e.ints(list(shape)), len(shape))
        if all(isinstance(size, int) for size in shape):
            scale = e.const(np.ones([int(size) for size in shape], wide.dtype))  # type: ignore[arg-type]
    result = e.op("LayerNormalization", wide, scale, shift, axis=axis, epsilon=float(eps))
    return result, mean, inverse


@rule("_fused_rms_norm")
def _rms_norm(
    e: Emitter, x: Symbol, shape: Sequence[OnnxSize], weight: Symbol | None, eps: float | None
) -> tuple[Symbol]:
    """Emit the nodes of a root mean square normalization that onnxruntime fuses."""
    axes = range(e.rank(x) - len(shape), e.rank(x))
    eps = float(np.finfo(np.float32 if x.dtype.itemsize < 8 else x.dtype).eps) if eps is None else eps
    (wide,) = e.floats(x)
    squares = e.op("ReduceMean", e.op("Pow", wide, e.const(2, wide.dtype)), e.indices(*axes), keepdims=1)
    root = e.op("Sqrt", e.op("Add", squares, e.const(eps, wide.dtype)))
    result = e.op("Div", wide, root)
    return (result if weight is None else e.op("Mul", result, e.cast(weight, wide.dtype)),)


def _per_channel(e: Emitter, x: Symbol | None, rank: int) -> Symbol | None:
    """Emit one number for each entry of dimension 1, to be broadcast."""
    return None if x is None else e.reshape(x, [1, -1, *[1] * (rank - 2)])


def _group_norm(e: Emitter, x: Symbol, groups: int, weight: Any, bias: Any, eps: float, *_settings: Any) -> Symbol:
    """Emit an instance normalization of the groups, taken for channels of one dimension each."""
    rank = e.rank(x)
    (wide,) = e.single(x)
    shape = e.shape(x)
    grouped = e.op("Reshape", wide, e.indices(0, groups, -1))
    ones, zeros = e.const(np.ones(groups, np.float32)), e.const(np.zeros(groups, np.float32))
    normal = e.op("InstanceNormalization", grouped, ones, zeros, epsilon=float(eps))
    result = e.op("Reshape", normal, shape)
    return _scaled_and_shifted(e, result, _per_channel(e, weight, rank), _per_channel(e, bias, rank))


def _by_statistics(e: Emitter, x: Symbol, weight: Symbol | None, bias: Symbol | None, *statistics: Any) -> Symbol:
    """Normalize with the statistics of the training."""
    mean, variance, eps = statistics
    if mean is None or variance is None:
        raise Inexpressible("a batch normalization without statistics")
    (wide,) = e.floats(x)
    rank = e.rank(x)
    scale = e.expand(e.const(1, wide.dtype), e.shape(mean), 1) if weight is None else e.cast(weight, wide.dtype)
    shift = e.expand(e.const(0, wide.dtype), e.shape(mean), 1) if bias is None else e.cast(bias, wide.dtype)
    statistics = (e.cast(mean, wide.dtype), e.cast(variance, wide.dtype))
    if rank < 2:
        raise Inexpressible(f"a batch normalization of rank {rank}")
    return e.op("BatchNormalization", wide, scale, shift, *statistics, epsilon=float(eps))


def _batch_norm(e: Emitter, x: Symbol, weight: Symbol | None, bias: Symbol | None, *given: Any) -> Symbol:
    mean, variance, training, _momentum, eps = given[:5]
    if training:
        return _statistics_of_batch(e, x, weight, bias, eps)
    return _by_statistics(e, x, weight, bias, mean, variance, eps)


def _statistics_of_batch(
    e: Emitter, x: Symbol, weight: Symbol | None, bias: Symbol | None, eps: float, *, whole: bool = True
) -> Symbol:
    """Normalize with the statistics of the whole batch, or of each of its entries."""
    variance, mean = moments(e, x, [*([0] if whole else []), *range(2, e.rank(x))], 0, True)
    (wide,) = e.floats(x)
    root = e.op("Sqrt", e.op("Add", variance, e.const(eps, wide.dtype)))
    result = e.op("Div", e.op("Sub", wide, mean), root)
    rank = e.rank(x)
    return _scaled_and_shifted(e, result, _per_channel(e, weight, rank), _per_channel(e, bias, rank))


@rule("instance_norm")
def _instance_norm(e: Emitter, x: Symbol, weight: Symbol | None, bias: Symbol | None, *given: Any) -> Symbol:
    mean, variance, use_input_stats, _momentum, eps = given[:5]
    if not use_input_stats:
        return _by_statistics(e, x, weight, bias, mean, variance, eps)
    if e.rank(x) < 3 or x.dtype.itemsize > 4 or weight is None or bias is None:
        return _statistics_of_batch(e, x, weight, bias, eps, whole=False)
    (wide,) = e.single(x)
    return e.op("InstanceNormalization", wide, e.cast(weight, FLOAT32), e.cast(bias, FLOAT32), epsilon=float(eps))


rule("native_group_norm")(lambda e, x, w, b, _n, _c, _space, groups, eps: (_group_norm(e, x, groups, w, b, eps),))
rule("native_batch_norm")(lambda e, *given: (_batch_norm(e, *given),))
rule("_batch_norm_no_update")(lambda e, x, w, b, *given: (_by_statistics(e, x, w, b, *given[:2], given[3]),))
