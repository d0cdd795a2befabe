"""Results that are other shapes of their operands, or parts of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any

from nacformats.ops.kernels._arguments import normalize_dim, normalize_dims
from nacformats.ops.meta.elementwise import broadcast_shape, promoted_type
from nacformats.ops.meta.sizes import (
    MetaError,
    Size,
    SymbolicSize,
    below,
    differ,
    largest_size,
    product,
    smallest_size,
    unknown_size,
)
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
    """Another shape."""
    return TensorMeta(x.dtype, reshaped(x.shape, size))


@meta
def flattened(x: TensorMeta, start_dim: int = 0, end_dim: int = -1) -> TensorMeta:
    """Axes from one to another become one."""
    start, end = normalize_dim(start_dim, x.ndim), normalize_dim(end_dim, x.ndim)
    if start > end:
        raise ValueError(f"flatten: axis {start_dim} comes after {end_dim}")
    return TensorMeta(x.dtype, (*x.shape[:start], product(x.shape[start : end + 1]), *x.shape[end + 1 :]))


@meta
def unflattened(x: TensorMeta, dim: int, sizes: _Sizes) -> TensorMeta:
    """One axis becomes several."""
    axis = normalize_dim(dim, x.ndim)
    return TensorMeta(x.dtype, with_axis(x.shape, axis, *reshaped((x.shape[axis],), sizes)))


@meta
def _expanded(x: TensorMeta, size: _Sizes, *_implicit: Any) -> TensorMeta:
    """Axes of size 1 become longer, new ones come first; -1 keeps a size."""
    lead = len(size) - x.ndim
    pairs = list(zip(size, (*(1,) * lead, *x.shape), strict=lead >= 0))
    if lead < 0 or -1 in size[:lead] or any(each != -1 and was != 1 and differ(each, was) for each, was in pairs):
        raise ValueError(f"shape {list(x.shape)} does not expand to {list(size)}")
    return TensorMeta(
        x.dtype, tuple(was if isinstance(each, int) and each == -1 else whole_size(each) for each, was in pairs)
    )


@meta
def expanded_as(x: TensorMeta, other: TensorMeta) -> TensorMeta:
    """The shape of another operand."""
    return _expanded(x, other.shape)


@meta
def _repeated(x: TensorMeta, repeats: _Sizes) -> TensorMeta:
    """Each axis so many times; new axes come first."""
    if len(repeats) < x.ndim:
        raise ValueError(f"repeat: {len(repeats)} numbers for {x.ndim} dimensions")
    return tiled(x, repeats)


@meta
def tiled(x: TensorMeta, dims: _Sizes) -> TensorMeta:
    """Each axis so many times, the last ones first."""
    rank = max(x.ndim, len(dims))
    own = (*(1,) * (rank - x.ndim), *x.shape)
    times = (*(1,) * (rank - len(dims)), *map(whole_size, dims))
    return TensorMeta(x.dtype, tuple(a * b for a, b in zip(own, times, strict=True)))


@meta
def repeated_each(x: TensorMeta, repeats: Any, dim: int | None, output_size: Any = None) -> TensorMeta:
    """Each entry of an axis, or of all elements, some times."""
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
    """Axes of size 1 disappear: all, or some; a symbolic size is not 1."""
    axes = normalize_dims(dim, x.ndim) if dim is not None and dim != [] else () if dim == [] else tuple(range(x.ndim))
    return TensorMeta(x.dtype, tuple(size for axis, size in enumerate(x.shape) if axis not in axes or size != 1))


@meta
def unsqueezed(x: TensorMeta, dim: int) -> TensorMeta:
    """A new axis of size 1."""
    axis = normalize_dim(dim, x.ndim + 1)
    return TensorMeta(x.dtype, (*x.shape[:axis], 1, *x.shape[axis:]))


@meta
def at_least_1d(x: Any) -> Any:
    """An axis of size 1 where there is none."""
    return _each_at_least(x, lambda shape: shape or (1,))


@meta
def at_least_2d(x: Any) -> Any:
    """Axes of size 1 in front."""
    return _each_at_least(x, lambda shape: (*(1,) * (2 - len(shape)), *shape))


@meta
def at_least_3d(x: Any) -> Any:
    """Axes of size 1 around."""
    return _each_at_least(x, lambda shape: {0: (1, 1, 1), 1: (1, *shape, 1), 2: (*shape, 1)}.get(len(shape), shape))


def _each_at_least(x: Any, shape_of: Any) -> Any:
    if isinstance(x, TensorMeta):
        return TensorMeta(x.dtype, shape_of(x.shape))
    return tuple(TensorMeta(each.dtype, shape_of(each.shape)) for each in x)


# The order of axes


def _ordered(x: TensorMeta, order: Iterable[int]) -> TensorMeta:
    return TensorMeta(x.dtype, tuple(x.shape[axis] for axis in order))


@meta
def permuted(x: TensorMeta, dims: Sequence[int]) -> TensorMeta:
    """The axes in another order."""
    order = normalize_dims(dims, x.ndim) if dims else ()
    if len(order) != x.ndim:
        raise ValueError(f"a permutation of {len(order)} axes for {x.ndim}")
    return _ordered(x, order)


@meta
def swapped(x: TensorMeta, dim0: int, dim1: int) -> TensorMeta:
    """Two axes change places."""
    order = list(range(x.ndim))
    a, b = normalize_dim(dim0, x.ndim), normalize_dim(dim1, x.ndim)
    if order:
        order[a], order[b] = order[b], order[a]
    return _ordered(x, order)


@meta
def reversed_axes(x: TensorMeta) -> TensorMeta:
    """The axes from the last to the first."""
    return _ordered(x, reversed(range(x.ndim)))


@meta
def moved(x: TensorMeta, source: Any, destination: Any) -> TensorMeta:
    """Axes at other places; the others keep their order."""
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


@meta
def pixels_shuffled(x: TensorMeta, upscale_factor: int) -> TensorMeta:
    """Channels become pixels."""
    *lead, channels, height, width = x.shape
    share = upscale_factor**2
    if differ(channels % share, 0):
        raise ValueError(f"pixel_shuffle: {channels} channels for a factor of {upscale_factor}")
    return TensorMeta(x.dtype, (*lead, channels // share, height * upscale_factor, width * upscale_factor))


@meta
def pixels_unshuffled(x: TensorMeta, downscale_factor: int) -> TensorMeta:
    """Pixels become channels."""
    *lead, channels, height, width = x.shape
    if differ(height % downscale_factor, 0) or differ(width % downscale_factor, 0):
        raise ValueError(f"pixel_unshuffle: a factor of {downscale_factor} for {list(x.shape)}")
    return TensorMeta(
        x.dtype, (*lead, channels * downscale_factor**2, height // downscale_factor, width // downscale_factor)
    )


# Several operands


@meta
def broadcast_together(tensors: Sequence[TensorMeta]) -> tuple[TensorMeta, ...]:
    """All in the shape that they broadcast to."""
    shape = broadcast_shape(each.shape for each in tensors)
    return tuple(TensorMeta(each.dtype, shape) for each in tensors)


@meta
def grid(tensors: Sequence[TensorMeta], indexing: str = "ij") -> tuple[TensorMeta, ...]:
    """A grid of the elements of several."""
    sizes = [each.size for each in tensors]
    if indexing == "xy" and len(sizes) > 1:
        sizes[:2] = sizes[1::-1]
    return tuple(TensorMeta(each.dtype, tuple(sizes)) for each in tensors)


@meta
def all_pairs(tensors: Sequence[TensorMeta]) -> TensorMeta:
    """Rows of one element of each."""
    count = product(each.size for each in tensors)
    return TensorMeta(promoted_type(*tensors), (count, len(tensors)) if len(tensors) > 1 else (count,))


@meta
def padded_together(sequences: Sequence[TensorMeta], batch_first: bool, _value: float, _side: str) -> TensorMeta:
    """Sequences of different lengths, one after the other."""
    length, count = largest_size(*(each.shape[0] for each in sequences)), len(sequences)
    lead = (count, length) if batch_first else (length, count)
    return TensorMeta(sequences[0].dtype, (*lead, *sequences[0].shape[1:]))


@meta
def _joined(tensors: Sequence[TensorMeta], dim: int = 0) -> TensorMeta:
    """One after the other along an axis; empty vectors add nothing."""
    if not tensors:
        raise ValueError("cat: no tensors")
    parts = [each for each in tensors if each.shape != (0,)] or list(tensors[:1])
    first, dtype = parts[0], promoted_type(*tensors)
    if not first.ndim or len({each.ndim for each in parts}) > 1:
        raise ValueError(f"cat: tensors of shapes {', '.join(str(list(each.shape)) for each in parts)}")
    axis = normalize_dim(dim, first.ndim)
    return TensorMeta(dtype, joined_sizes([each.shape for each in parts], axis))


def joined_sizes(shapes: Sequence[MetaShape], axis: int) -> MetaShape:
    """Return the shape of arrays of one rank, one after the other along an axis; ValueError where sizes differ."""
    joined = list(shapes[0])
    for shape in shapes[1:]:
        for place, size in enumerate(shape):
            joined[place] = joined[place] + size if place == axis else unified(joined[place], size, "cat")
    return tuple(joined)


@meta
def stacked(tensors: Sequence[TensorMeta], dim: int = 0) -> TensorMeta:
    """One after the other along a new axis."""
    if not tensors:
        raise ValueError("stack: no tensors")
    axis = normalize_dim(dim, tensors[0].ndim + 1)
    shapes = {each.shape for each in tensors}
    if len(shapes) > 1:
        shapes = {broadcast_together(tensors)[0].shape} if not _conflict(shapes) else shapes
    if len(shapes) > 1:
        raise ValueError(f"stack: shapes {', '.join(str(list(shape)) for shape in shapes)} differ")
    shape = shapes.pop()
    return TensorMeta(promoted_type(*tensors), (*shape[:axis], len(tensors), *shape[axis:]))


def _conflict(shapes: Iterable[MetaShape]) -> bool:
    first, *rest = shapes
    return any(len(shape) != len(first) or any(map(differ, shape, first)) for shape in rest)


@meta
def joined_across(tensors: Sequence[TensorMeta]) -> TensorMeta:
    """Along the second axis, vectors along their one."""
    parts = at_least_1d(tensors)
    return _joined(parts, 0 if parts and parts[0].ndim == 1 else 1)


@meta
def joined_down(tensors: Sequence[TensorMeta]) -> TensorMeta:
    """Along the first axis of matrices."""
    return _joined(at_least_2d(tensors), 0)


@meta
def joined_deep(tensors: Sequence[TensorMeta]) -> TensorMeta:
    """Along the third axis."""
    return _joined(at_least_3d(tensors), 2)


@meta
def joined_columns(tensors: Sequence[TensorMeta]) -> TensorMeta:
    """Along the second axis, vectors as columns."""
    parts = [TensorMeta(x.dtype, (x.size, 1)) if x.ndim < 2 else x for x in tensors]
    return _joined(parts, 1)


@meta
def on_diagonal(tensors: Sequence[TensorMeta]) -> TensorMeta:
    """Matrices along the diagonal of a larger one."""
    shapes = [each.shape for each in at_least_2d(tensors)]
    rows, columns = (sum_of(shape[axis] for shape in shapes) for axis in (0, 1))
    return TensorMeta(promoted_type(*tensors), (rows, columns))


def sum_of(sizes: Iterable[Size]) -> Size:
    """Return the sum of sizes."""
    total: Size = 0
    for size in sizes:
        total = size + total
    return total


# Parts


@meta
def selected(x: TensorMeta, dim: int, index: Any) -> TensorMeta:
    """One entry of an axis, which disappears."""
    if not x.ndim:
        raise IndexError("a scalar has nothing to select from")
    axis = normalize_dim(dim, x.ndim)
    size = x.shape[axis]
    if isinstance(index, int) and isinstance(size, int) and not -size <= index < size:
        raise IndexError(f"index {index} of an axis of size {size}")
    return TensorMeta(x.dtype, with_axis(x.shape, axis))


def place_in(value: Any, size: Size, default: Size) -> Size:
    """Return where a slice of an axis begins or ends: counted from the front, and inside."""
    if value is None:
        return default
    place = whole_size(value)
    if isinstance(place, int):
        if place >= 2**62:
            return size
        return largest_size(size + place, 0) if place < 0 else smallest_size(place, size)
    return smallest_size(place, size)


@meta
def sliced(x: TensorMeta, dim: int, start: Any, end: Any, step: Any) -> TensorMeta:
    """A part of an axis."""
    if not x.ndim or (isinstance(step, int) and step < 1):
        raise ValueError(f"slice: step {step} of an array of rank {x.ndim}")
    axis = normalize_dim(dim, x.ndim)
    size = x.shape[axis]
    first, last = place_in(start, size, 0), place_in(end, size, size)
    length = largest_size(last - first, 0)
    if _is_open(start) or _is_open(end):
        length = unknown_size(at_most=size)
    return TensorMeta(x.dtype, with_axis(x.shape, axis, length if step == 1 else (length + step - 1) // step))


def _is_open(value: Any) -> bool:
    return isinstance(value, TensorMeta | UnknownNumber)


@meta
def narrowed_axis(x: TensorMeta, dim: int, start: Any, length: Any) -> TensorMeta:
    """A number of entries of an axis."""
    axis = normalize_dim(dim, x.ndim)
    size, wanted = x.shape[axis], whole_size(length)
    if below(wanted, 0) or below(size, wanted):
        raise ValueError(f"narrow: {wanted} entries of an axis of size {size}")
    if isinstance(start, int) and isinstance(size, int) and not -size <= start <= size - wanted * (start >= 0):
        raise IndexError(f"narrow: {wanted} entries from {start} of an axis of size {size}")
    return TensorMeta(x.dtype, with_axis(x.shape, axis, wanted))


@meta
def strided(x: TensorMeta, size: _Sizes, *_rest: Any) -> TensorMeta:
    """The shape that is given."""
    return TensorMeta(x.dtype, tuple(map(whole_size, size)))


def _pieces(x: TensorMeta, axis: int, sizes: Iterable[Size]) -> tuple[TensorMeta, ...]:
    return tuple(TensorMeta(x.dtype, with_axis(x.shape, axis, size)) for size in sizes)


@meta
def split_up(x: TensorMeta, split_size: Any, dim: int) -> tuple[TensorMeta, ...]:
    """Parts of one size, the last may be smaller; or of the sizes that are given."""
    if not x.ndim:
        raise ValueError("split: an array of rank 0")
    axis = normalize_dim(dim, x.ndim)
    size = x.shape[axis]
    if isinstance(split_size, list | tuple):
        sizes = [whole_size(each) for each in split_size]
        if differ(sum_of(sizes), size):
            raise ValueError(f"split: sizes {sizes} of an axis of size {size}")
        return _pieces(x, axis, sizes)
    if below(split_size, 0) or (split_size == 0 and size != 0):
        raise ValueError(f"split: parts of size {split_size} of an axis of size {size}")
    count = size // split_size if split_size != 0 else 1
    if not isinstance(count, int):
        raise MetaError(f"the number of parts of size {split_size} of {size} is not known")
    rest = size - split_size * count
    return _pieces(x, axis, [split_size] * count + ([] if rest == 0 and count else [rest]))


@meta
def chunked(x: TensorMeta, chunks: int, dim: int) -> tuple[TensorMeta, ...]:
    """A number of parts of one size, or fewer; the last may be smaller."""
    if chunks < 1:
        raise ValueError(f"chunk: {chunks} parts")
    if not x.ndim:
        raise ValueError("chunk: an array of rank 0")
    axis = normalize_dim(dim, x.ndim)
    size = x.shape[axis]
    if size == 0:
        return _pieces(x, axis, [0] * chunks)
    if isinstance(size, SymbolicSize) and size % chunks == 0:
        return _pieces(x, axis, [size // chunks] * chunks)
    return split_up(x, (size + chunks - 1) // chunks, dim)


@meta
def split_at(x: TensorMeta, places: Any, dim: int) -> tuple[TensorMeta, ...]:
    """A number of parts whose sizes differ by one at most; or parts between places."""
    axis = normalize_dim(dim, x.ndim)
    if not x.ndim:
        raise ValueError("tensor_split: an array of rank 0")
    size = x.shape[axis]
    if isinstance(places, TensorMeta):
        if places.ndim != 1 or not isinstance(places.shape[0], int):
            raise MetaError("data decides the number of parts")
        return _pieces(x, axis, [unknown_size(at_most=size) for _ in range(places.shape[0] + 1)])
    if not isinstance(places, list | tuple):
        if places < 1:
            raise ValueError(f"tensor_split: {places} parts")
        rest = size % places
        more = [
            part < rest if isinstance(rest, int) else smallest_size(1, largest_size(rest - part, 0))
            for part in range(places)
        ]
        return _pieces(x, axis, [size // places + one for one in more])
    marks = [0, *(place_in(place, size, 0) for place in places), size]
    return _pieces(x, axis, [largest_size(end - start, 0) for start, end in pairwise(marks)])


def _split_even(x: TensorMeta, places: Any, axis: int) -> tuple[TensorMeta, ...]:
    axis = normalize_dim(axis, x.ndim)
    if isinstance(places, int) and (places < 1 or not x.ndim or differ(x.shape[axis] % places, 0)):
        raise ValueError(f"shape {list(x.shape)} has no {places} equal parts")
    return split_at(x, places, axis)


@meta
def unbound_axis(x: TensorMeta, dim: int) -> tuple[TensorMeta, ...]:
    """Each entry of an axis, which disappears."""
    if not x.ndim:
        raise ValueError("unbind: an array of rank 0")
    axis = normalize_dim(dim, x.ndim)
    size = x.shape[axis]
    if not isinstance(size, int):
        raise MetaError(f"unbind: the number of entries, {size}, is not known")
    return (TensorMeta(x.dtype, with_axis(x.shape, axis)),) * size


@meta
def unfolded(x: TensorMeta, dimension: int, size: int, step: int) -> TensorMeta:
    """Windows of an axis, in a new last axis."""
    axis = normalize_dim(dimension, x.ndim)
    own: Size = x.shape[axis] if x.shape else 1
    if below(own, size) or below(size, 0) or step < 1:
        raise ValueError(f"unfold: windows of {size} in steps of {step} of an axis of size {own}")
    if not x.ndim:
        return TensorMeta(x.dtype, (size,))
    return TensorMeta(x.dtype, (*with_axis(x.shape, axis, (own - size) // step + 1), size))


# Diagonals


def _diagonal_length(rows: Size, columns: Size, offset: int) -> Size:
    return largest_size(smallest_size(rows + min(offset, 0), columns - max(offset, 0)), 0)


@meta
def diagonal_of(x: TensorMeta, offset: int, dim1: int, dim2: int) -> TensorMeta:
    """A diagonal of two axes, in a new last axis."""
    first, second = normalize_dim(dim1, x.ndim), normalize_dim(dim2, x.ndim)
    if first == second or not x.ndim:
        raise ValueError(f"diagonal: axes {dim1} and {dim2} of {x.ndim}")
    length = _diagonal_length(x.shape[first], x.shape[second], offset)
    others = (size for axis, size in enumerate(x.shape) if axis not in (first, second))
    return TensorMeta(x.dtype, (*others, length))


@meta
def diagonal_made(x: TensorMeta, offset: int, dim1: int, dim2: int) -> TensorMeta:
    """The last axis as a diagonal of two new ones."""
    rank = x.ndim + 1
    first, second = normalize_dim(dim1, rank), normalize_dim(dim2, rank)
    if first == second:
        raise ValueError(f"diag_embed: axes {dim1} and {dim2}")
    shape = list(x.shape[:-1])
    for axis in sorted((first, second)):
        shape.insert(axis, x.shape[-1] + abs(offset))
    return TensorMeta(x.dtype, tuple(shape))


@meta
def _padded(x: TensorMeta, pad: _Sizes, *_rest: Any) -> TensorMeta:
    """The last axes longer, or shorter, at both ends."""
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
