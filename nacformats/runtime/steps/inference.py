"""Types of the values of a Mind IR graph, from those of its inputs and parameters, before anything runs.

A size is a number, the name of a symbolic size, or None when it is not known. The type of a split is that of each of
its parts. A NAC graph declares no types: there is nothing to infer.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from itertools import zip_longest
from typing import Any

import numpy as np

from nacformats.errors import FormatError, InvalidError, UnsupportedError
from nacformats.graph.graph import Dim, Graph, Operation, ValueType, refs_of
from nacformats.ops.kernels._arguments import normalize_dim, normalize_dims
from nacformats.ops.kernels.mind import common_type, sum_type
from nacformats.ops.promotion import float_type

_Rule = Callable[..., ValueType]
_Shape = tuple[Dim, ...]

#: Element type by element type, the type of the result.
DTypeRule = Callable[..., np.dtype[Any]]


def infer(graph: Graph) -> None:
    """Set the type of every value that a Mind IR operation computes, as far as it follows from the declared types.

    Raises:
        InvalidError: the shapes or element types of an operation do not fit; it names the value and its place.
        UnsupportedError: a reshape has no target shape.
    """
    for value in graph.every(Operation):
        rule = _RULES.get(value.operator)
        if rule is None:
            continue
        operands = [graph.values[ref.index].type for ref in refs_of(value)]
        try:
            value.type = rule(*operands, **value.attributes)
        except FormatError as error:
            raise graph.located(error, value) from None
        except (ValueError, TypeError, IndexError) as error:
            shown = ", ".join(map(str, operands))
            raise graph.error(InvalidError, value, str(error), actual=f"operands {shown}") from None


def _broadcast(*shapes: _Shape | None) -> _Shape | None:
    """The shape of operands that are combined element by element, as NumPy has it; ValueError when there is none."""
    known = [shape for shape in shapes if shape is not None]
    if len(known) < len(shapes):
        return None
    reversed_dims = zip_longest(*(reversed(shape) for shape in known), fillvalue=1)
    return tuple(_broadcast_dim(dims) for dims in reversed_dims)[::-1]


def _broadcast_dim(dims: Sequence[Dim]) -> Dim:
    """Numbers decide, ones yield; a symbol with another symbol gives a size that only the run knows."""
    numbers = {dim for dim in dims if isinstance(dim, int) and dim != 1}
    if len(numbers) > 1:
        raise ValueError(f"sizes {' and '.join(map(str, sorted(numbers)))} do not broadcast")
    if numbers:
        return numbers.pop()
    open_dims = {dim for dim in dims if not isinstance(dim, int)}
    if not open_dims:
        return 1
    return open_dims.pop() if len(open_dims) == 1 else None


def _dtype(rule: DTypeRule, *types: ValueType) -> np.dtype[Any] | None:
    dtypes = [each.dtype for each in types if each.dtype is not None]  # to NumPy float64 == None is true
    return rule(*dtypes) if len(dtypes) == len(types) else None


def _to_float(*dtypes: np.dtype[Any]) -> np.dtype[Any]:
    return float_type(common_type(*dtypes))


def _elementwise(dtype_rule: DTypeRule) -> _Rule:
    def rule(*operands: ValueType, **_attributes: Any) -> ValueType:
        return ValueType(_dtype(dtype_rule, *operands), _broadcast(*(operand.shape for operand in operands)))

    return rule


def _matmul(x: ValueType, y: ValueType) -> ValueType:
    dtype = _dtype(common_type, x, y)
    if x.shape is None or y.shape is None:
        return ValueType(dtype)
    if not x.shape or not y.shape:
        raise ValueError("a scalar has no matrix product")
    rows, columns = x.shape[-2:-1], y.shape[-1:] if len(y.shape) > 1 else ()
    inner, other = x.shape[-1], y.shape[-2] if len(y.shape) > 1 else y.shape[0]
    if isinstance(inner, int) and isinstance(other, int) and inner != other:
        raise ValueError(f"{inner} columns cannot be multiplied with {other} rows")
    stack = _broadcast(x.shape[:-2], y.shape[:-2])
    return ValueType(dtype, (*(stack or ()), *rows, *columns))


def _softmax(x: ValueType, axis: int = -1) -> ValueType:
    if x.shape is not None:
        normalize_dim(axis, len(x.shape))
    return ValueType(_dtype(_to_float, x), x.shape)


def _layernorm(x: ValueType) -> ValueType:
    if x.shape == ():
        raise ValueError("layernorm needs at least one axis")
    return ValueType(_dtype(_to_float, x), x.shape)


def _transpose(x: ValueType, perm: Sequence[int] = ()) -> ValueType:
    if x.shape is None:
        return ValueType(x.dtype, (None,) * len(perm) if perm else None)
    order = normalize_dims(perm, len(x.shape)) if perm else tuple(reversed(range(len(x.shape))))
    if len(order) != len(x.shape):
        raise ValueError(f"a permutation of {len(order)} axes for {len(x.shape)}")
    return ValueType(x.dtype, tuple(x.shape[axis] for axis in order))


def _reshape(x: ValueType, shape: Sequence[int] | None = None) -> ValueType:
    if shape is None:
        raise UnsupportedError(
            "neither form of Mind IR records the target shape of a reshape",
            hint="give it: shapes={value: (2, 3)}, or --reshape VALUE=2x3",
        )
    if x.shape is None or not all(isinstance(dim, int) for dim in x.shape):
        return ValueType(x.dtype, tuple(None if size == -1 else size for size in shape))
    return ValueType(x.dtype, _reshaped([int(dim or 0) for dim in x.shape], shape))


def _reshaped(sizes: Sequence[int], shape: Sequence[int]) -> _Shape:
    elements, given = math.prod(sizes), math.prod(size for size in shape if size != -1)
    open_sizes = list(shape).count(-1)
    fits = elements == given if not open_sizes else open_sizes == 1 and given > 0 and elements % given == 0
    if not fits or min(shape, default=0) < -1:
        raise ValueError(f"{elements} elements cannot take the shape {list(shape)}")
    return tuple(elements // given if size == -1 else size for size in shape)


def _reduction(dtype_rule: DTypeRule) -> _Rule:
    def rule(x: ValueType, axes: Sequence[int] = ()) -> ValueType:
        dtype = _dtype(dtype_rule, x)
        if x.shape is None:
            return ValueType(dtype, () if not axes else None)
        removed = normalize_dims(axes, len(x.shape))
        return ValueType(dtype, tuple(dim for axis, dim in enumerate(x.shape) if axis not in removed))

    return rule


def _concat(*operands: ValueType, axis: int) -> ValueType:
    dtype = _dtype(common_type, *operands)
    shapes = [operand.shape for operand in operands if operand.shape is not None]
    if len(shapes) < len(operands):
        return ValueType(dtype)
    if len({len(shape) for shape in shapes}) > 1 or not shapes[0]:
        raise ValueError("only arrays of the same rank, at least 1, can be concatenated")
    axis = normalize_dim(axis, len(shapes[0]))
    joined = [_joined_dim(dims, position == axis) for position, dims in enumerate(zip(*shapes, strict=True))]
    return ValueType(dtype, tuple(joined))


def _joined_dim(dims: Sequence[Dim], along: bool) -> Dim:
    numbers = [dim for dim in dims if isinstance(dim, int)]
    if along:
        return sum(numbers) if len(numbers) == len(dims) else dims[0] if len(dims) == 1 else None
    if len(set(numbers)) > 1:
        raise ValueError(f"sizes {' and '.join(map(str, sorted(set(numbers))))} differ outside the joined axis")
    return numbers[0] if numbers else dims[0] if len(set(dims)) == 1 else None


def _split(x: ValueType, axis: int = 0, count: int = 2) -> ValueType:
    if x.shape is None:
        return ValueType(x.dtype)
    if not x.shape:
        raise ValueError("a scalar cannot be split")
    axis = normalize_dim(axis, len(x.shape))
    size = x.shape[axis]
    part: Dim = None
    if isinstance(size, int):
        if not 1 <= count <= max(size, 1) or size % count:
            raise ValueError(f"size {size} cannot be split into {count} equal parts")
        part = size // count
    return ValueType(x.dtype, (*x.shape[:axis], part, *x.shape[axis + 1 :]))


def _gather(x: ValueType, indices: ValueType, axis: int = 0) -> ValueType:
    if indices.dtype is not None and indices.dtype.kind not in "iu":
        raise TypeError("indices have to be integers")
    if x.shape is None:
        return ValueType(x.dtype)
    if not x.shape:
        raise ValueError("a scalar has nothing to gather from")
    axis = normalize_dim(axis, len(x.shape))
    shape = None if indices.shape is None else (*x.shape[:axis], *indices.shape, *x.shape[axis + 1 :])
    return ValueType(x.dtype, shape)


_RULES: dict[str, _Rule] = {
    "mind.matmul": _matmul,
    **{f"mind.{name}": _elementwise(common_type) for name in ("add", "sub", "mul", "relu")},
    **{f"mind.{name}": _elementwise(_to_float) for name in ("div", "sigmoid", "tanh", "gelu")},
    "mind.softmax": _softmax,
    "mind.layernorm": _layernorm,
    "mind.transpose": _transpose,
    "mind.reshape": _reshape,
    "mind.sum": _reduction(sum_type),
    "mind.mean": _reduction(_to_float),
    "mind.max": _reduction(common_type),
    "mind.concat": _concat,
    "mind.split": _split,
    "mind.gather": _gather,
}
