"""Other shapes and orders of the same elements. What is a view in PyTorch is one here where NumPy has one."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy as np

from nacformats.ops.dtypes import INT64, Array, Ints, category, check_sizes
from nacformats.ops.kernels._arguments import normalize_dim, normalize_dims
from nacformats.ops.kernels._schemas import KernelTable, aten, aten_table
from nacformats.ops.promotion import as_scalar, narrowed, wide_type

_Arrays: TypeAlias = tuple[Array, ...]


@aten("view", "reshape", "_unsafe_view")
def _reshape(x: Array, size: Ints) -> Array:
    """The elements in another shape; one size may be -1, which is what is left. ValueError when they do not fit."""
    return x.reshape(tuple(size))


@aten("_reshape_alias")
def _reshape_alias(x: Array, size: Ints, _stride: Ints) -> Array:
    """The elements in another shape."""
    return _reshape(x, size)


@aten("flatten.using_ints")
def _flatten(x: Array, start_dim: int = 0, end_dim: int = -1) -> Array:
    """The dimensions from start_dim to end_dim, both included, in one."""
    start, end = normalize_dim(start_dim, x.ndim), normalize_dim(end_dim, x.ndim)
    if start > end:
        raise ValueError(
            f"dimensions {start_dim} to {end_dim} of an array of rank {x.ndim}: they are in the wrong order"
        )
    joined = math.prod(x.shape[start : end + 1])
    return x.reshape(*x.shape[:start], joined, *x.shape[end + 1 :])


@aten("unflatten.int")
def _unflatten(x: Array, dim: int, sizes: Ints) -> Array:
    """One dimension split into several, of which one size may be -1."""
    axis = normalize_dim(dim, x.ndim)
    parts = x.reshape(-1) if x.ndim == 0 else np.empty(x.shape[axis], np.bool_)
    inner = parts.reshape(tuple(sizes)).shape
    return x.reshape(*x.shape[:axis], *inner, *x.shape[axis + 1 :])


@aten("squeeze.dim", "squeeze.dims", "squeeze_.dim", "squeeze_.dims")
def _squeeze_dims(x: Array, dim: int | Ints) -> Array:
    """Without those of the dimensions that have size 1."""
    axes = (dim,) if isinstance(dim, int) else dim
    ones = tuple(axis for axis in (normalize_dim(axis, x.ndim) for axis in axes) if x.ndim and x.shape[axis] == 1)
    return x.squeeze(ones) if ones else x


@aten("unsqueeze", "unsqueeze_")
def _unsqueeze(x: Array, dim: int) -> Array:
    """With a dimension of size 1 more, which becomes dimension `dim`."""
    part: Array = x[(slice(None),) * normalize_dim(dim, x.ndim + 1) + (None, ...)]
    return part


@aten("transpose.int", "transpose_", "swapaxes", "swapdims")
def _transpose(x: Array, dim0: int, dim1: int) -> Array:
    """Two dimensions exchanged."""
    first, second = normalize_dim(dim0, x.ndim), normalize_dim(dim1, x.ndim)
    return x.swapaxes(first, second) if x.ndim else x


@aten("permute")
def _permute(x: Array, dims: Ints) -> Array:
    """All dimensions in another order; ValueError unless each is named once."""
    if len(dims) != x.ndim:
        raise ValueError(f"an order of {len(dims)} dimensions for an array of rank {x.ndim}")
    return x.transpose(normalize_dims(dims, x.ndim))


@aten("t", "t_")
def _transpose_matrix(x: Array) -> Array:
    """A matrix transposed; what has less than two dimensions stays as it is."""
    if x.ndim > 2:
        raise ValueError(f"the transpose of an array of rank {x.ndim}: expected at most 2 dimensions")
    return x.T


@aten("mT")
def _transpose_matrices(x: Array) -> Array:
    """The last two dimensions exchanged; ValueError for less than two."""
    if x.ndim < 2:
        raise ValueError(f"the transpose of matrices in an array of rank {x.ndim}: expected at least 2 dimensions")
    return x.swapaxes(-1, -2)


@aten("adjoint", "mH")
def _adjoint(x: Array) -> Array:
    """The last two dimensions exchanged and complex numbers conjugated; ValueError for less than two."""
    return np.asarray(np.conj(_transpose_matrices(x))) if np.iscomplexobj(x) else _transpose_matrices(x)


@aten("matrix_H")
def _matrix_adjoint(x: Array) -> Array:
    """The adjoint of a matrix; ValueError for an array of another rank."""
    if x.ndim != 2:
        raise ValueError(f"the adjoint of an array of rank {x.ndim}: expected a matrix")
    return _adjoint(x)


@aten("movedim.int", "movedim.intlist")
def _movedim(x: Array, source: int | Ints, destination: int | Ints) -> Array:
    """Dimensions moved to other places, the others in their order."""
    if x.ndim == 0:
        return x
    sources, targets = ((dims,) if isinstance(dims, int) else tuple(dims) for dims in (source, destination))
    if len(sources) != len(targets):
        raise ValueError(f"{len(sources)} dimensions moved to {len(targets)} places")
    if not sources:
        return x
    return np.moveaxis(x, normalize_dims(sources, x.ndim), normalize_dims(targets, x.ndim))


@aten("expand")
def _expand(x: Array, size: Ints, _implicit: bool = False) -> Array:
    """Dimensions of size 1 repeated without a copy, new ones in front; -1 keeps a size. ValueError for other sizes."""
    added = len(size) - x.ndim
    if added < 0:
        raise ValueError(f"sizes {list(size)} for an array of rank {x.ndim}: expected at least as many")
    shape = tuple(x.shape[i - added] if i >= added and n == -1 else n for i, n in enumerate(size))
    check_sizes(shape)
    return np.broadcast_to(x, shape)


@aten("repeat")
def _repeat(x: Array, repeats: Ints) -> Array:
    """The array beside itself, so often along each dimension; more numbers than dimensions add dimensions in front."""
    if len(repeats) < x.ndim:
        raise ValueError(f"{len(repeats)} numbers of repeats for an array of rank {x.ndim}")
    return _tile(x, repeats)


@aten("tile")
def _tile(x: Array, dims: Ints) -> Array:
    """The array repeated, as often as given along each of the last dimensions."""
    shape = (1,) * (len(dims) - x.ndim) + x.shape
    counts = (1,) * (len(shape) - len(dims)) + tuple(dims)
    check_sizes(counts)
    return np.tile(x, counts)


@aten("repeat_interleave.self_int", "repeat_interleave.self_Tensor")
def _repeat_interleave(x: Array, repeats: int | Array, dim: int | None = None, output_size: int | None = None) -> Array:
    """Each entry of a dimension (None: of the flattened array) repeated in place, all alike or each as given."""
    x, dim = (x.reshape(-1), 0) if dim is None or x.ndim == 0 else (x, normalize_dim(dim, x.ndim))
    counts = np.broadcast_to(repeats, x.shape[dim])
    total = sum(counts.tolist())  # in Python: a sum that wraps around would let NumPy write past the end
    if (counts < 0).any() or output_size not in {None, total}:
        raise ValueError(f"repeats that sum to {total}: expected none below 0 and a sum of {output_size}")
    shape = (*x.shape[:dim], total, *x.shape[dim + 1 :])
    return np.repeat(x, counts, dim) if x.size else np.empty(shape, x.dtype)


@aten("repeat_interleave.Tensor")
def _repeat_indices(repeats: Array, output_size: int | None = None) -> Array:
    """Each index repeated as often as the number at that index says."""
    return _repeat_interleave(np.arange(repeats.size), repeats, 0, output_size)


@aten("atleast_1d", "atleast_1d.Sequence")
def atleast_1d(x: Any) -> Any:
    """An array, or each of several, with at least one dimension."""
    return np.atleast_1d(x) if isinstance(x, np.ndarray) else tuple(np.atleast_1d(item) for item in x)


@aten("atleast_2d", "atleast_2d.Sequence")
def atleast_2d(x: Any) -> Any:
    """An array, or each of several, with at least two dimensions; a vector becomes a row."""
    return np.atleast_2d(x) if isinstance(x, np.ndarray) else tuple(np.atleast_2d(item) for item in x)


@aten("atleast_3d", "atleast_3d.Sequence")
def atleast_3d(x: Any) -> Any:
    """An array, or each of several, with at least three dimensions; the third of a matrix has size 1."""
    return np.atleast_3d(x) if isinstance(x, np.ndarray) else tuple(np.atleast_3d(item) for item in x)


@aten("flip")
def _flip(x: Array, dims: Ints) -> Array:
    """Dimensions in reverse."""
    return np.asarray(np.flip(x, normalize_dims(dims, x.ndim) if dims else ()))


@aten("roll")
def _roll(x: Array, shifts: int | Ints, dims: int | Ints = ()) -> Array:
    """Entries moved along dimensions, those past the end to the start; without dimensions as a flattened array."""
    steps = (shifts,) if isinstance(shifts, int) else tuple(shifts)
    axes = (dims,) if isinstance(dims, int) else tuple(dims)
    if len(steps) != (len(axes) or 1):
        raise ValueError(f"{len(steps)} shifts along {len(axes)} dimensions")
    return np.roll(x, steps, [normalize_dim(axis, x.ndim) for axis in axes]) if axes else np.roll(x, steps[0])


@aten("rot90")
def _rot90(x: Array, k: int = 1, dims: Ints = (0, 1)) -> Array:
    """k quarter turns in a plane, from the first of its dimensions towards the second."""
    if len(dims) != 2:
        raise ValueError(f"a turn in dimensions {list(dims)}: expected two")
    first, second = normalize_dims(dims, x.ndim)
    return np.rot90(x, k, (first, second))


@aten("pixel_shuffle")
def _pixel_shuffle(x: Array, factor: int) -> Array:
    """(..., C * r², H, W) as (..., C, H * r, W * r) for a factor r."""
    if x.ndim < 3 or factor < 1 or x.shape[-3] % factor**2:
        raise ValueError(f"pixels shuffled by {factor} in an array of shape {x.shape}: expected channels in multiples")
    *batch, channels, height, width = x.shape
    parts = x.reshape(*batch, channels // factor**2, factor, factor, height, width)
    return _interleaved(parts, (-5, -2, -4, -1, -3), (*batch, -1, height * factor, width * factor))


@aten("pixel_unshuffle")
def _pixel_unshuffle(x: Array, factor: int) -> Array:
    """(..., C, H * r, W * r) as (..., C * r², H, W) for a factor r."""
    if x.ndim < 3 or factor < 1 or x.shape[-2] % factor or x.shape[-1] % factor:
        raise ValueError(f"pixels unshuffled by {factor} in an array of shape {x.shape}: expected sizes in multiples")
    *batch, channels, height, width = x.shape
    parts = x.reshape(*batch, channels, height // factor, factor, width // factor, factor)
    return _interleaved(parts, (-5, -3, -1, -4, -2), (*batch, -1, height // factor, width // factor))


@aten("channel_shuffle", "native_channel_shuffle")
def _channel_shuffle(x: Array, groups: int) -> Array:
    """The channels, dimension 1, dealt out anew: the first of each group, then the second of each, and so on."""
    if x.ndim < 3 or groups < 1 or x.shape[1] % groups:
        raise ValueError(f"channels shuffled in {groups} groups in an array of shape {x.shape}: expected a multiple")
    return x.reshape(x.shape[0], groups, -1, *x.shape[2:]).swapaxes(1, 2).reshape(x.shape)


def _interleaved(parts: Array, order: Ints, shape: Ints) -> Array:
    """The last dimensions in another order and joined to a shape whose one -1 is the number of channels."""
    batch = tuple(range(parts.ndim - len(order)))
    channels = parts.size // max(-math.prod(shape), 1)
    moved = parts.transpose(*batch, *(axis + parts.ndim for axis in order))
    return moved.reshape([channels if size == -1 else size for size in shape])


@aten("meshgrid", "meshgrid.indexing")
def _meshgrid(tensors: Sequence[Array], indexing: str = "ij") -> _Arrays:
    """The coordinates of a grid from vectors, in their order ("ij") or with the first two exchanged ("xy")."""
    if indexing not in {"ij", "xy"} or any(tensor.ndim > 1 for tensor in tensors):
        raise ValueError(f"a grid indexed {indexing!r}: expected vectors, and 'ij' or 'xy'")
    return tuple(np.meshgrid(*tensors, indexing="xy" if indexing == "xy" else "ij", copy=False))


@aten("flipud")
def _flipud(x: Array) -> Array:
    """The first dimension in reverse; IndexError for a 0-d array."""
    if x.ndim == 0:
        raise IndexError("a 0-d array has no dimension to reverse")
    return _flip(x, [0])


@aten("cartesian_prod")
def _cartesian_prod(tensors: Sequence[Array]) -> Array:
    """Every combination of the elements of vectors, a row each; one vector stays as it is."""
    grids = _meshgrid(tensors)
    return grids[0] if len(grids) == 1 else np.stack([grid.reshape(-1) for grid in grids], 1)


@aten("pad_sequence")
def _pad_sequence(
    sequences: Sequence[Array], batch_first: bool = False, padding_value: float = 0.0, padding_side: str = "right"
) -> Array:
    """Arrays of different lengths as one (longest, count, ...), or (count, longest, ...), padded at one side."""
    if not sequences or sequences[0].ndim == 0 or any(each.shape[1:] != sequences[0].shape[1:] for each in sequences):
        raise ValueError(
            f"sequences of shapes {[each.shape for each in sequences]}: expected some, alike but in length"
        )
    if padding_side not in {"left", "right"}:
        raise ValueError(f"padding_side {padding_side!r}: expected 'left' or 'right'")
    longest = max(len(each) for each in sequences)
    shape = (len(sequences), longest, *sequences[0].shape[1:])
    padded = np.full(shape, as_scalar(padding_value, sequences[0].dtype))
    for row, each in zip(padded, sequences, strict=True):
        row[longest - len(each) if padding_side == "left" else 0 :][: len(each)] = each
    return padded if batch_first else padded.swapaxes(0, 1)


@aten("vander")
def _vander(x: Array, columns: int | None = None, increasing: bool = False) -> Array:
    """The powers of the elements of a vector, one column each; they fall from left to right unless `increasing`."""
    count = x.size if columns is None else columns
    if x.ndim != 1 or count < 0:
        raise ValueError(f"{count} powers of an array of shape {x.shape}: expected a vector, and 0 or more")
    dtype = x.dtype if category(x.dtype) >= 2 else INT64
    check_sizes((count,))
    powers = narrowed(np.power(x.astype(wide_type(dtype), copy=False)[:, None], np.arange(count)), dtype)
    return powers if increasing else powers[:, ::-1]


#: Kernels of one expression, by the names of their operations.
_ROWS: KernelTable = {
    "view_as reshape_as": lambda x, other: x.reshape(other.shape),
    "ravel": lambda x: x.reshape(-1),
    "squeeze squeeze_": lambda x: x.squeeze(),
    "numpy_T": lambda x: x.T,
    "broadcast_to": _expand,
    "expand_as": lambda x, other: _expand(x, other.shape),
    "broadcast_tensors": lambda tensors: tuple(np.broadcast_arrays(*tensors)),
    "fliplr": lambda x: _flip(x, [1]),
}
aten_table(_ROWS)
