"""Types and shapes of the operations of Mind IR, from their operands and attributes.

Operands of two types meet in the smaller type that holds both, whatever their ranks are (see ops/kernels/mind.py).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from nacformats.errors import UnsupportedError
from nacformats.ops.dtypes import DType, normalize_dim
from nacformats.ops.kernels.mind import common_type, sum_type
from nacformats.ops.meta.elementwise import as_float, broadcast_shape
from nacformats.ops.meta.layout import permuted, reversed_axes, viewed, with_axis
from nacformats.ops.meta.parts import joined_sizes
from nacformats.ops.meta.reduction import reduced_shape
from nacformats.ops.meta.sizes import Size, below, differ
from nacformats.ops.meta.values import TensorMeta
from nacformats.ops.promotion import float_type


def _met(*operands: TensorMeta) -> TensorMeta:
    return TensorMeta(common_type(*(x.dtype for x in operands)), broadcast_shape(x.shape for x in operands))


def _float(*operands: TensorMeta) -> TensorMeta:
    return as_float(_met(*operands))


def _matmul(x: TensorMeta, y: TensorMeta) -> TensorMeta:
    if not x.shape or not y.shape:
        raise ValueError("a scalar has no matrix product")
    columns = y.shape[-1:] if y.ndim > 1 else ()
    if differ(x.shape[-1], y.shape[-2:][0]):
        raise ValueError(f"{x.shape[-1]} columns cannot be multiplied with {y.shape[-2:][0]} rows")
    stack = broadcast_shape((x.shape[:-2], y.shape[:-2]))
    return TensorMeta(common_type(x.dtype, y.dtype), (*stack, *x.shape[-2:-1], *columns))


def _softmax(x: TensorMeta, axis: int = -1) -> TensorMeta:
    normalize_dim(axis, x.ndim)
    return as_float(x)


def _layernorm(x: TensorMeta) -> TensorMeta:
    if not x.shape:
        raise ValueError("layernorm needs at least one axis")
    return as_float(x)


def _transpose(x: TensorMeta, perm: Sequence[int] = ()) -> TensorMeta:
    return permuted(x, perm) if perm else reversed_axes(x)


def _reshape(x: TensorMeta, shape: Sequence[Size] | None = None) -> TensorMeta:
    if shape is None:
        raise UnsupportedError(
            "neither form of Mind IR records the target shape of a reshape",
            hint="give it: shapes={value: (2, 3)}, or --reshape VALUE=2x3",
        )
    return viewed(x, shape)


def _over(dtype_rule: Callable[[DType], DType]) -> Callable[..., TensorMeta]:
    def reduction(x: TensorMeta, axes: Sequence[int] = ()) -> TensorMeta:
        return TensorMeta(dtype_rule(x.dtype), reduced_shape(x.shape, axes))

    return reduction


def _concat(*tensors: TensorMeta, axis: int) -> TensorMeta:
    if len({x.ndim for x in tensors}) > 1 or not tensors[0].ndim:
        raise ValueError("only arrays of the same rank, at least 1, can be concatenated")
    place = normalize_dim(axis, tensors[0].ndim)
    return TensorMeta(common_type(*(x.dtype for x in tensors)), joined_sizes([x.shape for x in tensors], place))


def _split(x: TensorMeta, axis: int = 0, count: int = 2) -> TensorMeta:
    """Return one of the parts, which are alike."""
    if not x.shape:
        raise ValueError("a scalar cannot be split")
    place = normalize_dim(axis, x.ndim)
    size = x.shape[place]
    if count < 1 or differ(size % count, 0) or (size != 0 and below(size, count)):
        raise ValueError(f"size {size} cannot be split into {count} equal parts")
    return TensorMeta(x.dtype, with_axis(x.shape, place, size // count))


def _gather(x: TensorMeta, indices: TensorMeta, axis: int = 0) -> TensorMeta:
    if indices.dtype.kind not in "iu":
        raise TypeError("indices have to be integers")
    if not x.shape:
        raise ValueError("a scalar has nothing to gather from")
    return TensorMeta(x.dtype, with_axis(x.shape, normalize_dim(axis, x.ndim), *indices.shape))


#: By the names that operations have in graphs; the parts of a split are alike, and it gives one of them.
MIND_META: dict[str, Callable[..., TensorMeta]] = {
    "mind.matmul": _matmul,
    **dict.fromkeys(("mind.add", "mind.sub", "mind.mul", "mind.relu"), _met),
    **dict.fromkeys(("mind.div", "mind.sigmoid", "mind.tanh", "mind.gelu"), _float),
    "mind.softmax": _softmax,
    "mind.layernorm": _layernorm,
    "mind.transpose": _transpose,
    "mind.reshape": _reshape,
    "mind.sum": _over(sum_type),
    "mind.mean": _over(float_type),
    "mind.max": _over(common_type),
    "mind.concat": _concat,
    "mind.split": _split,
    "mind.gather": _gather,
}
