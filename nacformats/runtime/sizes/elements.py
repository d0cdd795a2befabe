"""The cost of operations whose result is as large as their operands, broadcast: elementwise, reductions, copies."""

from __future__ import annotations

import math
from typing import Any

from nacformats.ops.dtypes import DTYPES
from nacformats.runtime.sizes.measures import count, is_contiguous, is_engine_tensor, itemsize, tensors, width
from nacformats.runtime.sizes.shapes import axis_of, broadcast_sizes, elements_of, size_at
from nacformats.runtime.sizes.table import FAMILIES, FLOAT, INDEX, NOTHING, Cost, Estimate, by_numbers, by_operands

#: Bytes of an object of Python that describes a part of a tensor.
_PART_BYTES = 512


def _elementwise(copies: int) -> Estimate:
    """As many elements as the operands broadcast to, `copies` times: the result and what is made on the way."""

    def estimate(*arguments: Any, **options: Any) -> Cost:
        operands = list(tensors((*arguments, *options.values())))
        size = elements_of(broadcast_sizes(each.shape for each in operands))
        return Cost(size * width(*operands) * copies, size * copies)

    return estimate


def _largest(copies: int, work: int = 1, extra: int = 0) -> Estimate:
    """As many elements as the largest operand has, `copies` times; `extra` bytes an element for indices or masks."""

    def estimate(*arguments: Any, **options: Any) -> Cost:
        operands = list(tensors((*arguments, *options.values())))
        size = max((count(each) for each in operands), default=0)
        return Cost(size * (width(*operands) * copies + extra), size * work)

    return estimate


def _ordered(copies: int) -> Estimate:
    """Sorting: indices beside the elements, and a number of steps for each that grows with the logarithm."""
    base = _largest(copies, extra=copies * INDEX)

    def estimate(*arguments: Any, **options: Any) -> Cost:
        cost = base(*arguments, **options)
        return Cost(cost.bytes, cost.work * max(cost.work, 2).bit_length())

    return estimate


@by_operands("_to_copy to type_as")
def _converted(x: Any, *arguments: Any, dtype: Any = None, **_options: Any) -> Cost:
    """A copy in another type, which may be among the arguments, also as that of a tensor."""
    wanted = [dtype, *(each.dtype if is_engine_tensor(each) else each for each in arguments)]
    size = max([x.dtype.itemsize, *(itemsize(each) for each in wanted if _is_dtype(each))])
    # Between two half precisions, or from one to integers, the way leads through float32.
    return Cost(count(x) * (size + FLOAT), count(x))


def _is_dtype(value: Any) -> bool:
    return hasattr(value, "itemsize") or (isinstance(value, str) and value.removeprefix("torch.") in DTYPES)


@by_operands(
    "view reshape _unsafe_view _reshape_alias view_as reshape_as ravel flatten unflatten mind.reshape view_copy"
)
def _reshaped(x: Any, *_arguments: Any, **_options: Any) -> Cost:
    """Nothing for what lies in order in memory, else a copy."""
    return NOTHING if is_contiguous(x) else Cost(count(x) * x.dtype.itemsize, count(x))


def _joined(copies: int) -> Estimate:
    """The operands after each other."""

    def estimate(*arguments: Any, **options: Any) -> Cost:
        operands = list(tensors((*arguments, *options.values())))
        size = count(*operands)
        return Cost(size * width(*operands, least=1) * copies + len(operands) * _PART_BYTES, size)

    return estimate


@by_numbers("split unsafe_split split_copy split_with_sizes unsafe_split_with_sizes split_with_sizes_copy")
def _by_size(x: Any, size: Any, dim: int = 0, **_options: Any) -> Cost:
    """Views: so many that each has the size given, or one for each of the sizes."""
    if not isinstance(size, int):
        return Cost(len(size) * _PART_BYTES)
    length = x.shape[axis_of(dim, len(x.shape))] if len(x.shape) else 1
    return Cost(-(-length // max(size, 1)) * _PART_BYTES)


@by_numbers("chunk unsafe_chunk tensor_split hsplit vsplit dsplit")
def _by_number(_x: Any, number: Any = 1, *_arguments: Any, **_options: Any) -> Cost:
    """Views: as many as the number given, or one more than there are indices."""
    if isinstance(number, int):
        return Cost(max(number, 0) * _PART_BYTES)
    return Cost((count(number) if is_engine_tensor(number) else len(number)) * _PART_BYTES + _PART_BYTES)


@by_numbers("mind.split")
def _by_count(x: Any, *, axis: int = 0, count: int = 2) -> Cost:
    """Views: as many as the keyword says, but no more than there are entries, or it is refused."""
    return Cost(min(max(count, 0), size_at(x, axis)) * _PART_BYTES)


@by_numbers("unbind unbind_copy")
def _one_each(x: Any, dim: int = 0, **_options: Any) -> Cost:
    """Views: one for each entry of a dimension."""
    return Cost((x.shape[axis_of(dim, len(x.shape))] if len(x.shape) else 1) * _PART_BYTES)


@by_operands("sum amax amin max min aminmax any all trace sum_to_size mind.sum mind.max")
def _folded(x: Any, *_arguments: Any, dtype: Any = None, **_options: Any) -> Cost:
    """A sum or an extreme: a smaller result, perhaps with places; half precision and other types are converted."""
    size = count(x)
    wide = max(itemsize(dtype, 0), FLOAT) if dtype is not None or x.dtype.itemsize < FLOAT else 0
    left = size if 1 in x.shape or not len(x.shape) else size // 2
    return Cost(size * wide + left * (max(width(x), INDEX) + INDEX), size)


@by_numbers("diff")
def _differences(x: Any, times: int = 1, *arguments: Any, **options: Any) -> Cost:
    """Each of several differences has a result of its own, but no more of them than there are elements."""
    size = count(x, *tensors((*arguments, *options.values())))
    return Cost(size * width(x) * 4, size * max(1, min(times, size)))


@by_numbers("vander")
def _vandermonde(x: Any, columns: int | None = None, *_arguments: Any, **_options: Any) -> Cost:
    """Powers of a vector, as many as asked for."""
    size = count(x) * (count(x) if columns is None else max(columns, 0))
    return Cost(size * max(width(x), INDEX) * 3, size)


def log2(size: int) -> int:
    """Halvings until one is left, at least 1."""
    return max(1, math.ceil(math.log2(max(size, 2))))


#: The functions that make the estimates of the families in `families.toml`.
_KINDS = {"elementwise": _elementwise, "largest": _largest, "ordered": _ordered, "joined": _joined}

for _kind, _family in _KINDS.items():
    for _row in FAMILIES[_kind]:
        by_operands(_row.pop("names"))(_family(**_row))
by_numbers("_fft_r2c _fft_c2c")(_largest(12, work=20))
