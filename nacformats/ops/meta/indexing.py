"""Results that are entries of their operands by indices, and numbers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from nacformats.ops.dtypes import BOOL, INT64, normalize_dim
from nacformats.ops.kernels.nac import ON_NUMBERS
from nacformats.ops.meta.elementwise import broadcast_shape
from nacformats.ops.meta.layout import with_axis
from nacformats.ops.meta.sizes import MetaError, Size, SymbolicSize, differ, largest_size, smallest_size, unknown_size
from nacformats.ops.meta.values import MetaShape, TensorMeta, UnknownNumber, meta


@meta
def indexed(x: TensorMeta, indices: Sequence[TensorMeta | None]) -> TensorMeta:
    """Describe entries by arrays of indices, which broadcast, or by masks; None leaves an axis as it is."""
    places: list[tuple[int, MetaShape]] = []
    axis = 0
    for index in indices:
        if index is None:
            axis += 1
        elif index.dtype == BOOL or index.dtype == "uint8":
            masked = x.shape[axis : axis + index.ndim]
            if len(masked) < index.ndim or any(map(differ, masked, index.shape)):
                raise IndexError(f"a mask of shape {list(index.shape)} for {list(x.shape)} at axis {axis}")
            count = unknown_size(at_most=index.size)
            places += [(axis + place, (count,)) for place in range(index.ndim)] or [(axis, (count,))]
            axis += index.ndim
        else:
            places.append((axis, index.shape))
            axis += 1
    if axis > x.ndim and any(place >= x.ndim for place, _ in places):
        raise IndexError(f"{axis} indices for an array of rank {x.ndim}")
    if not places:
        return x
    axes = [place for place, _ in places]
    shape = broadcast_shape(shape for _, shape in places)
    kept = [size for place, size in enumerate(x.shape) if place not in axes]
    lead = axes[0] if axes[-1] - axes[0] == len(axes) - 1 else 0
    return TensorMeta(x.dtype, (*kept[:lead], *shape, *kept[lead:]))


@meta
def _gathered(x: TensorMeta, dim: int, index: TensorMeta, *_rest: Any) -> TensorMeta:
    """Describe the shape of the indices."""
    normalize_dim(dim, x.ndim)
    return TensorMeta(x.dtype, index.shape)


@meta
def selected_entries(x: TensorMeta, dim: int, index: TensorMeta) -> TensorMeta:
    """Describe an entry of an axis for each index."""
    axis = normalize_dim(dim, x.ndim)
    if index.ndim > 1:
        raise IndexError(f"index_select: indices of rank {index.ndim}")
    return TensorMeta(x.dtype, with_axis(x.shape, axis, index.size) if x.ndim else ())


@meta
def embedded(weight: TensorMeta, indices: TensorMeta, *_rest: Any) -> TensorMeta:
    """Describe a row of a table for each index."""
    if weight.ndim != 2:
        raise ValueError(f"embedding: weight must have 2 dimensions, its shape is {list(weight.shape)}")
    return TensorMeta(weight.dtype, (*indices.shape, weight.shape[1]))


@meta
def embedded_bags(weight: TensorMeta, indices: TensorMeta, offsets: TensorMeta, *rest: Any) -> tuple[TensorMeta, ...]:
    """Describe a row for each bag; the bag of each index; the rows of each bag; for the maximum, the row of each
    element.
    """
    _scaled, mode, _sparse, _weights, include_last, *_padding = rest
    bags = offsets.shape[0] - bool(include_last)
    sizes = TensorMeta(INT64, (bags,))
    most = TensorMeta(INT64, (bags, weight.shape[1])) if mode == 2 else sizes
    return TensorMeta(weight.dtype, (bags, weight.shape[1])), TensorMeta(INT64, indices.shape), sizes, most


# Numbers


@meta
def nothing(*_arguments: Any) -> None:
    """Return no result."""


@meta
def one_number(x: TensorMeta) -> Any:
    """Describe the one element of a tensor."""
    if differ(x.size, 1):
        raise ValueError(f"item: a tensor of {x.size} elements")
    kind = {"b": bool, "i": int, "u": int, "c": complex}.get(x.dtype.kind, float)
    return unknown_size() if kind is int else UnknownNumber(kind)


@meta
def one_size(x: TensorMeta, dim: int) -> Size:
    """Describe the size of an axis."""
    return x.shape[normalize_dim(dim, x.ndim)] if x.ndim else x.shape[dim]


def number_function(name: str) -> Callable[..., Any] | None:
    """Return what computes an operation on numbers and sizes, such as `mul`; None where there is no such operation."""
    if name == "getitem":
        return _item
    return partial(_computed, name, ON_NUMBERS[name]) if name in ON_NUMBERS else None


def _item(values: Any, index: int) -> Any:
    return TensorMeta(values.dtype, values.shape[1:]) if isinstance(values, TensorMeta) else values[index]


def _computed(name: str, function: Callable[..., Any], *numbers: Any) -> Any:
    if any(isinstance(number, TensorMeta | str | list | tuple) for number in numbers):
        raise TypeError(f"{name}: expected numbers")
    kinds = {type(number) for number in numbers}
    if not kinds & {UnknownNumber, SymbolicSize}:
        return function(*numbers)
    if kinds <= {int, bool, SymbolicSize}:
        try:
            return _ON_SIZES.get(name, function)(*numbers)
        except (MetaError, TypeError):  # Python has no such operation on a size, or symbols decide
            pass
    if name in _TRUTHS:
        return UnknownNumber(bool)
    floats = any(number.kind is float for number in numbers if isinstance(number, UnknownNumber)) or float in kinds
    return UnknownNumber(float) if name in _FLOATS or (floats and name not in _WHOLE) else unknown_size()


def _equal(a: Any, b: Any) -> Any:
    if differ(a, b):
        return False
    return True if a == b else UnknownNumber(bool)


def _negated(truth: Any) -> Any:
    return UnknownNumber(bool) if isinstance(truth, UnknownNumber) else not truth


_ON_SIZES: dict[str, Callable[..., Any]] = {
    "eq": _equal,
    "ne": lambda a, b: _negated(_equal(a, b)),
    "sym_int": lambda a: a,
    "ceil": lambda a: a,
    "floor": lambda a: a,
    "trunc": lambda a: a,
    "sym_max": largest_size,
    "sym_min": smallest_size,
}
_TRUTHS = frozenset(("eq", "ne", "lt", "le", "gt", "ge", "and_", "or_", "not_", "sym_not"))
_WHOLE = frozenset(("sym_int", "ceil", "floor", "trunc", "round"))
_FLOATS = frozenset(("truediv", "sqrt", "sym_sqrt", "sym_float"))
