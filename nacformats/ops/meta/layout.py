"""Results that have the elements of one operand in another shape or order."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from nacformats.ops.dtypes import normalize_dim, normalize_dims
from nacformats.ops.meta.sizes import Size, below, differ, largest_size, product, smallest_size, unknown_size
from nacformats.ops.meta.values import MetaShape, TensorMeta, UnknownNumber, meta

_Sizes = Sequence[Size]


def with_axis(shape: MetaShape, axis: int, *sizes: Size) -> MetaShape:
    """Return a shape with other sizes, or none, in the place of an axis."""
    return (*shape[:axis], *sizes, *shape[axis + 1 :])


def whole_size(size: Any) -> Size:
    """Return a size that is a number, or one that data decides."""
    return unknown_size() if isinstance(size, UnknownNumber) else size


def unified(a: Size, b: Size, operation: str) -> Size:
    """Return the one size of two axes that have to agree; ValueError where they never do."""
    if differ(a, b):
        raise ValueError(f"{operation}: sizes {a} and {b} differ")
    return b if isinstance(b, int) else a


def sum_of(sizes: Iterable[Size]) -> Size:
    """Return the sum of sizes."""
    total: Size = 0
    for size in sizes:
        total = size + total
    return total


def without(shape: MetaShape, dims: Iterable[int], keepdim: bool = False) -> MetaShape:
    """Return a shape without some dimensions, or with the size 1 for each of them."""
    axes = {normalize_dim(dim, len(shape)) for dim in dims}
    if keepdim:
        return tuple(1 if axis in axes else size for axis, size in enumerate(shape))
    return tuple(size for axis, size in enumerate(shape) if axis not in axes)


def size_per_axis(value: Any, rank: int) -> list[Size]:
    """Return one size for each of some axes, from one for all of them or one each."""
    given = list(value) if isinstance(value, list | tuple) else [value]
    given *= rank if len(given) == 1 else 1
    if len(given) != rank:
        raise ValueError(f"{given}: expected {rank} sizes")
    return given


def check_equal(size: Size, other: Size) -> None:
    """Refuse sizes that are known to differ with a ValueError."""
    if differ(size, other):
        raise ValueError(f"sizes {size} and {other} differ")


def not_negative(size: Size) -> Size:
    """Return a size; ValueError for a number below 0."""
    if isinstance(size, int) and size < 0:
        raise ValueError(f"the size {size} is negative")
    return size


def _listed(values: Any) -> list[Any]:
    return list(values) if isinstance(values, list | tuple) else [values]


# Reshaping


def reshaped(shape: MetaShape, sizes: Iterable[Any]) -> MetaShape:
    """Return the shape that as many elements take; one size may be -1."""
    wanted = [whole_size(size) for size in sizes]
    elements = product(shape)
    if any(size != -1 and below(size, 0) for size in wanted):
        raise ValueError(f"{elements} elements cannot take the shape {wanted}")
    if -1 not in wanted:
        if differ(product(wanted), elements):
            raise ValueError(f"{elements} elements cannot take the shape {wanted}")
        return tuple(wanted)
    place = wanted.index(-1)
    given = product(wanted[:place] + wanted[place + 1 :])
    if -1 in wanted[place + 1 :] or given == 0 or differ(elements % given, 0):
        raise ValueError(f"{elements} elements cannot take the shape {wanted}")
    wanted[place] = elements // given
    return tuple(wanted)


@meta
def viewed(x: TensorMeta, size: _Sizes, *_stride: Any) -> TensorMeta:
    """Describe x in another shape."""
    return TensorMeta(x.dtype, reshaped(x.shape, size))


@meta
def _expanded(x: TensorMeta, size: _Sizes, *_implicit: Any) -> TensorMeta:
    """Describe axes of size 1 that become longer, new ones coming first; -1 keeps a size."""
    lead = len(size) - x.ndim
    pairs = list(zip(size, (*(1,) * lead, *x.shape), strict=lead >= 0))
    if lead < 0 or -1 in size[:lead] or any(each != -1 and was != 1 and differ(each, was) for each, was in pairs):
        raise ValueError(f"shape {list(x.shape)} does not expand to {list(size)}")
    return TensorMeta(
        x.dtype, tuple(was if isinstance(each, int) and each == -1 else whole_size(each) for each, was in pairs)
    )


@meta
def _repeated(x: TensorMeta, repeats: _Sizes) -> TensorMeta:
    """Describe each axis so many times; new axes come first."""
    if len(repeats) < x.ndim:
        raise ValueError(f"repeat: {len(repeats)} numbers for {x.ndim} dimensions")
    own = (*(1,) * (len(repeats) - x.ndim), *x.shape)
    return TensorMeta(x.dtype, tuple(a * b for a, b in zip(own, map(whole_size, repeats), strict=True)))


@meta
def repeated_each(x: TensorMeta, repeats: Any, dim: int | None, output_size: Any = None) -> TensorMeta:
    """Describe each entry of an axis, or of all elements, some times."""
    shape = (x.size,) if dim is None else x.shape
    axis = normalize_dim(dim or 0, len(shape))
    own: Size = shape[axis] if shape else 1
    if output_size is not None:
        size = whole_size(output_size)
    else:
        size = unknown_size() if isinstance(repeats, TensorMeta) else own * whole_size(repeats)
    return TensorMeta(x.dtype, with_axis(shape, axis, size))


@meta
def _squeezed(x: TensorMeta, dim: Any = None) -> TensorMeta:
    """Describe x without axes of size 1: all, or some; a symbolic size is not 1."""
    axes = normalize_dims(dim, x.ndim) if dim is not None and dim != [] else () if dim == [] else tuple(range(x.ndim))
    return TensorMeta(x.dtype, tuple(size for axis, size in enumerate(x.shape) if axis not in axes or size != 1))


@meta
def at_least(rank: int, x: Any) -> Any:
    """Describe axes of size 1 where there are fewer axes than a rank: in front, and around for three."""
    if isinstance(x, TensorMeta):
        return TensorMeta(x.dtype, _of_rank(rank, x.shape))
    return tuple(TensorMeta(each.dtype, _of_rank(rank, each.shape)) for each in x)


def _of_rank(rank: int, shape: MetaShape) -> MetaShape:
    if rank == 3:
        return {0: (1, 1, 1), 1: (1, *shape, 1), 2: (*shape, 1)}.get(len(shape), shape)
    return (*(1,) * (rank - len(shape)), *shape)


# The order of axes


def _ordered(x: TensorMeta, order: Iterable[int]) -> TensorMeta:
    return TensorMeta(x.dtype, tuple(x.shape[axis] for axis in order))


@meta
def permuted(x: TensorMeta, dims: Sequence[int]) -> TensorMeta:
    """Describe the axes in another order."""
    order = normalize_dims(dims, x.ndim) if dims else ()
    if len(order) != x.ndim:
        raise ValueError(f"a permutation of {len(order)} axes for {x.ndim}")
    return _ordered(x, order)


def reversed_axes(x: TensorMeta) -> TensorMeta:
    """Return the axes from the last to the first."""
    return _ordered(x, reversed(range(x.ndim)))


@meta
def moved(x: TensorMeta, source: Any, destination: Any) -> TensorMeta:
    """Describe x with axes at other places; the others keep their order."""
    sources = [normalize_dim(dim, x.ndim) for dim in _listed(source)]
    places = [normalize_dim(dim, x.ndim) for dim in _listed(destination)]
    if len(sources) != len(places) or len(set(sources)) + len(set(places)) < 2 * len(sources):
        raise ValueError("movedim: as many different sources as destinations are needed")
    if not x.ndim:
        return x
    order = [axis for axis in range(x.ndim) if axis not in sources]
    for place, axis in sorted(zip(places, sources, strict=True)):
        order.insert(place, axis)
    return _ordered(x, order)


# Diagonals


def _diagonal_length(rows: Size, columns: Size, offset: int) -> Size:
    return largest_size(smallest_size(rows + min(offset, 0), columns - max(offset, 0)), 0)


@meta
def diagonal_of(x: TensorMeta, offset: int, dim1: int, dim2: int) -> TensorMeta:
    """Describe a diagonal of two axes, in a new last axis."""
    first, second = normalize_dim(dim1, x.ndim), normalize_dim(dim2, x.ndim)
    if first == second or not x.ndim:
        raise ValueError(f"diagonal: axes {dim1} and {dim2} of {x.ndim}")
    length = _diagonal_length(x.shape[first], x.shape[second], offset)
    others = (size for axis, size in enumerate(x.shape) if axis not in (first, second))
    return TensorMeta(x.dtype, (*others, length))


@meta
def _padded(x: TensorMeta, pad: _Sizes, *_rest: Any) -> TensorMeta:
    """Describe the last axes longer, or shorter, at both ends."""
    pairs = len(pad) // 2
    if len(pad) % 2 or pairs > x.ndim:
        raise ValueError(f"pad: {len(pad)} numbers for {x.ndim} dimensions")
    shape = list(x.shape)
    for place in range(pairs):
        before, after = pad[2 * place : 2 * place + 2]
        shape[-1 - place] = whole_size(before) + shape[-1 - place] + whole_size(after)
    if any(below(size, 0) for size in shape):
        raise ValueError(f"pad: {list(pad)} leaves nothing of {list(x.shape)}")
    return TensorMeta(x.dtype, tuple(shape))
