"""Pooling: the maximum or the mean of windows.

Windows are boxes, so each is reduced along one axis after the other: a 3 x 3 maximum is two maxima of three.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from nacformats.ops.dtypes import BOOL, INT64, Array, DType, Ints, PerAxis, category
from nacformats.ops.kernels._arguments import check_float, check_rank, check_shape, last_axes, per_axis
from nacformats.ops.kernels._schemas import aten_by_rank, in_float32
from nacformats.ops.kernels.windows import pad_spatial


@dataclass(frozen=True)
class _PoolingAxis:
    """The windows along one axis of `length` elements: `count` windows of `size`, the first at -padding."""

    length: int
    size: int
    stride: int
    padding: int
    dilation: int
    count: int

    @property
    def margins(self) -> tuple[int, int]:
        """The extent of the first window before the axis, and of the last one past its end."""
        end = (self.count - 1) * self.stride + (self.size - 1) * self.dilation + 1
        return self.padding, max(0, end - self.length - self.padding)

    @property
    def is_filled(self) -> bool:
        """True if no window goes on past the padding."""
        return (self.count - 1) * self.stride + self.size <= self.length + 2 * self.padding

    def part(self, position: int) -> slice:
        """Return the elements, in the axis with its margins, at one position of every window."""
        start = position * self.dilation
        return slice(start, start + (self.count - 1) * self.stride + 1, self.stride)

    def positions(self) -> Array:
        """Return the element at every position of every window (size, count); outside the axis in the margins."""
        starts = np.arange(self.count) * self.stride - self.padding
        return np.asarray(starts + np.arange(self.size)[:, None] * self.dilation)

    def divisors(self, include_padding: bool) -> Array:
        """Return the number of elements that every window averages over; a window is cut where the padding ends."""
        starts = np.arange(self.count) * self.stride - self.padding
        ends = np.minimum(starts + self.size, self.length + self.padding)
        if not include_padding:
            starts, ends = np.maximum(starts, 0), np.minimum(ends, self.length)
        return np.asarray(ends - starts)


def pooling_axes(
    operation: str,
    x: Array,
    rank: int,
    kernel_size: PerAxis,
    stride: PerAxis = (),
    padding: PerAxis = 0,
    dilation: PerAxis = 1,
    ceil_mode: bool = False,
) -> list[_PoolingAxis]:
    """Return the windows along each spatial axis; an empty stride means the size of the windows."""
    _check_input(operation, x, rank)
    sizes = per_axis(operation, "kernel_size", kernel_size, rank, least=1)
    strides = sizes if isinstance(stride, Sequence) and not stride else per_axis(operation, "stride", stride, rank, 1)
    paddings = per_axis(operation, "padding", padding, rank)
    dilations = per_axis(operation, "dilation", dilation, rank, least=1)
    parameters = zip(x.shape[-rank:], sizes, strides, paddings, dilations, strict=True)
    return [_axis(operation, *each, ceil_mode) for each in parameters]


@lru_cache(maxsize=512)
def _axis(
    operation: str, length: int, size: int, stride: int, padding: int, dilation: int, ceil_mode: bool
) -> _PoolingAxis:
    span = (size - 1) * dilation + 1
    if padding > size // 2:
        raise ValueError(f"{operation}: padding {padding} is more than half of a window of {size}")
    free = length + 2 * padding - span
    count = (-(-free // stride) if ceil_mode else free // stride) + 1
    if ceil_mode and (count - 1) * stride >= length + padding:
        count -= 1  # the last window would start in the margin past the axis
    if count < 1:
        raise ValueError(f"{operation}: a window of {span} does not fit into {length} elements padded by {padding}")
    return _PoolingAxis(length, size, stride, padding, dilation, count)


def _check_input(operation: str, x: Array, rank: int) -> None:
    check_rank(operation, (rank + 1, rank + 2), self=x)
    if x.dtype == BOOL:
        raise ValueError(f"{operation}: not defined for bool")
    if 0 in x.shape[-rank:]:
        raise ValueError(f"{operation}: the input of shape {list(x.shape)} has an empty spatial dimension")


def _lowest(dtype: DType) -> float:
    """Return the value that every other is greater than or equal to."""
    return -math.inf if category(dtype) == 2 else int(np.iinfo(dtype).min)


def _reduce(function: np.ufunc, x: Array, axes: Sequence[_PoolingAxis], margin: float) -> Array:
    """Apply a function of two elements to all elements of each window, axis by axis, the margins filled
    with one value.
    """
    result = pad_spatial(x, [axis.margins for axis in axes], margin)
    for number, axis in enumerate(axes):
        after = [slice(None)] * (len(axes) - number - 1)
        first = result[last_axes([axis.part(0), *after])]
        if axis.size == 1:
            result = first
            continue
        reduced = function(first, result[last_axes([axis.part(1), *after])])
        for position in range(2, axis.size):
            function(reduced, result[last_axes([axis.part(position), *after])], out=reduced)
        result = reduced
    return np.array(result) if np.may_share_memory(result, x) else np.ascontiguousarray(result)


def _max_with_indices(x: Array, tables: Sequence[Array], steps: Ints) -> tuple[Array, Array]:
    """Return the maximum of each window and its place in the flattened spatial dimensions.

    A table gives, for each axis, the element at every position of every window, one step after that of the previous
    position; elements outside the axis do not count. As in PyTorch, the first of equal elements is the maximum, and
    the last NaN if there is one.
    """
    best, places, pitch = x, None, 1
    for axis in range(-1, -len(tables) - 1, -1):
        best, elements = _max_along(best, axis, tables[axis], steps[axis])
        offsets = elements * pitch
        places = offsets if places is None else _gather(places, axis, elements) + offsets
        pitch *= x.shape[axis]
    assert places is not None
    return best, places


def _max_along(values: Array, axis: int, table: Array, step: int) -> tuple[Array, Array]:
    """Return the maxima along one axis, and which elements they are."""
    length = values.shape[axis]
    before, after = max(0, -int(table.min(initial=0))), max(0, int(table.max(initial=0)) - length + 1)
    padded = pad_spatial(values, [(before, after), *[(0, 0)] * (-axis - 1)], _lowest(values.dtype))
    shape = [*values.shape]
    shape[axis] = table.shape[1]
    column = (-1, *(1,) * (-axis - 1))
    best = np.full(shape, _lowest(values.dtype), values.dtype)
    choice = np.empty(shape, np.min_scalar_type(len(table)))
    choice[...] = np.argmax(table >= 0, axis=0).reshape(column)
    for position, elements in enumerate(table + before):
        candidates = _pick(padded, axis, elements)
        better = candidates > best
        if category(values.dtype) == 2:
            better |= candidates != candidates
        np.maximum(best, candidates, out=best)
        np.maximum(choice, better * choice.dtype.type(position), out=choice)
    return best, choice * np.int64(step) + table[0].reshape(column)


def _gather(x: Array, axis: int, elements: Array) -> Array:
    """Return the elements at indices along one axis; np.take_along_axis, several times faster.

    A window that lies outside the axis names an element past its end, and is given one that exists.
    """
    length, rest = x.shape[axis], math.prod(x.shape[axis:][1:])
    chosen = elements.reshape(math.prod(x.shape[:axis]), elements.shape[axis], rest)
    rows = (np.arange(len(chosen)) * length)[:, None, None] + chosen
    return np.asarray(x.reshape(-1).take(rows * rest + np.arange(rest), mode="clip").reshape(elements.shape))


def _pick(x: Array, axis: int, elements: Array) -> Array:
    """Return elements of one axis: a view where they are evenly spaced, else a copy."""
    steps = set(np.diff(elements).tolist())
    if len(steps) != 1 or min(steps) < 1:
        return x.take(elements, axis=axis)
    part = slice(int(elements[0]), int(elements[-1]) + 1, steps.pop())
    return np.asarray(x[last_axes([part, *[slice(None)] * (-axis - 1)])])


@aten_by_rank("avg_pool{}d")
@in_float32
def _avg_pool(
    operation: str,
    rank: int,
    x: Array,
    kernel_size: PerAxis,
    stride: PerAxis,
    padding: PerAxis,
    ceil_mode: bool,
    count_include_pad: bool,
    divisor_override: int | None = None,
) -> Array:
    """Return the means of windows."""
    if category(x.dtype) < 2 and x.dtype != INT64:
        raise ValueError(f"{operation}: not defined for {x.dtype}")
    if divisor_override == 0:
        raise ValueError(f"{operation}: divisor_override must not be 0")
    axes = pooling_axes(operation, x, rank, kernel_size, stride, padding, 1, ceil_mode)
    result = _reduce(np.add, x, axes, 0)
    if divisor_override is not None:
        return _divided(result, np.asarray(divisor_override))
    return _divided(result, _divisors(axes, count_include_pad))


def _divisors(axes: Sequence[_PoolingAxis], include_padding: bool) -> Array:
    """Return the number of elements that every window averages over; one number where all have as many."""
    if all(include_padding or not axis.padding for axis in axes) and all(axis.is_filled for axis in axes):
        return np.asarray(math.prod(axis.size for axis in axes))
    divisors: Array = np.ones((), INT64)
    for axis in axes:
        divisors = divisors[..., None] * axis.divisors(include_padding)
    return divisors


def _divided(sums: Array, divisors: Array) -> Array:
    """Return means; those of integers are rounded towards zero."""
    if category(sums.dtype) == 2:
        sums /= divisors.astype(sums.dtype)
        return sums
    return np.asarray(np.sign(sums) * np.sign(divisors) * (np.abs(sums) // np.abs(divisors)))


def adaptive_table(length: int, count: int) -> Array:
    """Return the element at every position of `count` windows that cover an axis evenly; -1 past the
    end of shorter ones.
    """
    numbers = np.arange(count)
    starts = numbers * length // max(count, 1)
    ends = -(-(numbers + 1) * length // max(count, 1))
    positions = starts + np.arange((ends - starts).max(initial=1))[:, None]
    return np.where(positions < ends, positions, -1)


def _adaptive_sizes(operation: str, x: Array, rank: int, output_size: PerAxis) -> tuple[int, ...]:
    _check_input(operation, x, rank)
    check_float(operation, x)
    return per_axis(operation, "output_size", output_size, rank)


@aten_by_rank("adaptive_avg_pool{}d", ranks=[1])
@aten_by_rank("adaptive_avg_pool{}d", "_adaptive_avg_pool{}d", ranks=[2, 3])
@in_float32
def _adaptive_avg_pool(operation: str, rank: int, x: Array, output_size: PerAxis) -> Array:
    """Return the means of as many windows as asked for, which cover the input evenly."""
    counts = _adaptive_sizes(operation, x, rank, output_size)
    sizes = x.shape[-rank:]
    if all(count and size % count == 0 for size, count in zip(sizes, counts, strict=True)):
        boxes = [part for size, count in zip(sizes, counts, strict=True) for part in (count, size // count)]
        return np.asarray(x.reshape(*x.shape[:-rank], *boxes).mean(axis=tuple(range(-2 * rank + 1, 0, 2))))
    for axis, (size, count) in enumerate(zip(sizes, counts, strict=True), start=-rank):
        x = _mean_along(x, axis, adaptive_table(size, count))
    return x


def _mean_along(x: Array, axis: int, table: Array) -> Array:
    """Return the means along one axis of the elements that a table (positions, windows) names; -1 names none."""
    column = (-1, *(1,) * (-axis - 1))
    total = np.zeros((), x.dtype)
    for elements in table:
        total = total + np.where((elements >= 0).reshape(column), x.take(elements, axis=axis), x.dtype.type(0))
    total /= (table >= 0).sum(axis=0).astype(x.dtype).reshape(column)
    return total


@aten_by_rank("adaptive_max_pool{}d")
def _adaptive_max_pool(operation: str, rank: int, x: Array, output_size: PerAxis) -> tuple[Array, Array]:
    """Return the maxima of as many windows as asked for, which cover the input evenly, and their places."""
    counts = _adaptive_sizes(operation, x, rank, output_size)
    tables = [adaptive_table(size, count) for size, count in zip(x.shape[-rank:], counts, strict=True)]
    return _max_with_indices(x, tables, [1] * rank)


@aten_by_rank("max_unpool{}d", ranks=[2, 3])
def _max_unpool(operation: str, rank: int, x: Array, indices: Array, output_size: PerAxis, *_windows: PerAxis) -> Array:
    """Return the maxima of a pooling put back to their places in the flattened spatial dimensions, among zeros."""
    check_rank(operation, (rank + 1, rank + 2), self=x)
    check_shape(operation, "indices", indices, x.shape)
    sizes = per_axis(operation, "output_size", output_size, rank)
    lead, places = x.shape[:-rank], math.prod(sizes)
    if indices.size and not 0 <= indices.min() <= indices.max() < places:
        raise ValueError(f"{operation}: indices from {indices.min()} to {indices.max()} for {list(sizes)}")
    out = np.zeros((*lead, places), x.dtype)
    rows = math.prod(x.shape[-rank:])
    np.put_along_axis(out, indices.reshape(*lead, rows), x.reshape(*lead, rows), axis=-1)
    return out.reshape(*lead, *sizes)


@aten_by_rank("max_pool{}d")
def _max_pool(operation: str, rank: int, x: Array, *windows: Any) -> Array:
    """Return the maxima of windows, which are given as `pooling_axes` takes them."""
    return _reduce(np.maximum, x, pooling_axes(operation, x, rank, *windows), _lowest(x.dtype))


@aten_by_rank("max_pool{}d_with_indices")
def _max_pool_with_indices(operation: str, rank: int, x: Array, *windows: Any) -> tuple[Array, Array]:
    """Return the maxima of windows, and their places in the flattened spatial dimensions."""
    axes = pooling_axes(operation, x, rank, *windows)
    return _max_with_indices(x, [axis.positions() for axis in axes], [axis.dilation for axis in axes])
