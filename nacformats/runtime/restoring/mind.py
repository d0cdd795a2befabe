"""The operations of Mind IR in those of ATen (runtime/kernels/mind.py says what they mean).

What they do differently is spelled out: operands of two types are cast to the type in which Mind IR lets them meet, and
integers to float32 where the result is a float by nature. The types must have been inferred.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

import numpy as np

from nacformats.graph.graph import GraphOperand, Ref, ValueType
from nacformats.runtime.kernels._types import INT64
from nacformats.runtime.kernels.mind import EPSILON, common_type, sum_type


class _Emitter(Protocol):
    """The graph that operations are appended to."""

    def __call__(self, operator: str, /, **arguments: GraphOperand) -> Ref:
        """Append an operation with these arguments by name."""

    def type(self, ref: Ref) -> ValueType:
        """Return what is known about a value's type."""


#: Appends what stands for one operation; None: it has no equal, and stays what it is.
_Rule = Callable[..., Ref | None]


def _cast(emit: _Emitter, x: Ref, dtype: np.dtype[Any] | None) -> Ref:
    if dtype is None or emit.type(x).dtype == dtype:
        return x
    return emit("aten._to_copy.default", self=x, dtype=dtype.name)


def _met(emit: _Emitter, operands: Sequence[Ref]) -> list[Ref]:
    """Return the operands in the type in which they meet, where all types are known."""
    dtypes = [emit.type(operand).dtype for operand in operands]
    known = [dtype for dtype in dtypes if dtype is not None]  # to NumPy float64 == None is true
    common = common_type(*known) if len(known) == len(dtypes) else None
    return [_cast(emit, operand, common) for operand in operands]


def _float_name(emit: _Emitter, x: Ref) -> dict[str, str]:
    """Return the argument that makes float32 of integers."""
    dtype = emit.type(x).dtype
    return {"dtype": "float32"} if dtype is not None and dtype.kind in "bui" else {}


def _rank(emit: _Emitter, x: Ref) -> int | None:
    shape = emit.type(x).shape
    return None if shape is None else len(shape)


def _binary(operator: str) -> _Rule:
    def rule(emit: _Emitter, x: Ref, y: Ref) -> Ref:
        first, second = _met(emit, (x, y))
        return emit(operator, self=first, other=second)

    return rule


def _softmax(emit: _Emitter, x: Ref, axis: int = -1) -> Ref:
    return emit("aten.softmax.int", self=x, dim=axis, **_float_name(emit, x))


def _layernorm(emit: _Emitter, x: Ref) -> Ref:
    shape = emit.type(x).shape
    if _float_name(emit, x):
        x = _cast(emit, x, np.dtype(np.float32))
    last = shape[-1] if shape else None
    size = last if isinstance(last, int) else emit("aten.sym_size.int", self=x, dim=-1)
    return emit("aten.layer_norm.default", input=x, normalized_shape=[size], eps=EPSILON)


def _transpose(emit: _Emitter, x: Ref, perm: Sequence[int] = ()) -> Ref | None:
    rank = _rank(emit, x)
    if not perm and rank is None:
        return None
    return emit("aten.permute.default", self=x, dims=list(perm) or list(reversed(range(rank or 0))))


def _reshape(emit: _Emitter, x: Ref, shape: Sequence[int] | None = None) -> Ref | None:
    return None if shape is None else emit("aten.reshape.default", self=x, shape=list(shape))


def _sum(emit: _Emitter, x: Ref, axes: Sequence[int] = ()) -> Ref:
    dtype = emit.type(x).dtype
    wide = {"dtype": sum_type(dtype).name} if dtype is not None and dtype.kind == "u" else {}
    if not axes:
        return emit("aten.sum.default", self=x, **wide)
    return emit("aten.sum.dim_IntList", self=x, dim=list(axes), **wide)


def _mean(emit: _Emitter, x: Ref, axes: Sequence[int] = ()) -> Ref:
    if not axes:
        return emit("aten.mean.default", self=x, **_float_name(emit, x))
    return emit("aten.mean.dim", self=x, dim=list(axes), **_float_name(emit, x))


def _max(emit: _Emitter, x: Ref, axes: Sequence[int] = ()) -> Ref:
    return emit("aten.amax.default", self=x, **({"dim": list(axes)} if axes else {}))


def _concat(emit: _Emitter, *operands: Ref, axis: int) -> Ref:
    return emit("aten.cat.default", tensors=_met(emit, operands), dim=axis)


def _split(emit: _Emitter, x: Ref, axis: int = 0, count: int = 2) -> Ref:
    return emit("aten.chunk.default", self=x, chunks=count, dim=axis)


def _gather(emit: _Emitter, x: Ref, indices: Ref, axis: int = 0) -> Ref | None:
    rank = _rank(emit, x)
    if axis < 0 and rank is None:
        return None
    before = axis if axis >= 0 else axis + (rank or 0)
    return emit("aten.index.Tensor", self=x, indices=[None] * before + [_cast(emit, indices, INT64)])


RULES: dict[str, _Rule] = {
    "mind.matmul": _binary("aten.matmul.default"),
    "mind.add": _binary("aten.add.Tensor"),
    "mind.sub": _binary("aten.sub.Tensor"),
    "mind.mul": _binary("aten.mul.Tensor"),
    "mind.div": _binary("aten.div.Tensor"),
    "mind.softmax": _softmax,
    "mind.layernorm": _layernorm,
    "mind.transpose": _transpose,
    "mind.reshape": _reshape,
    "mind.sum": _sum,
    "mind.mean": _mean,
    "mind.max": _max,
    "mind.concat": _concat,
    "mind.split": _split,
    "mind.gather": _gather,
}
