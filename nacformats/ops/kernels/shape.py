"""Other shapes and orders of the same elements. What is a view in PyTorch is one here where NumPy has one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

import numpy as np

from nacformats.ops.dtypes import Array, Ints, check_sizes, normalize_dim, normalize_dims
from nacformats.ops.kernels._schemas import aten, bound
from nacformats.ops.promotion import as_scalar

_Arrays: TypeAlias = tuple[Array, ...]


@aten("view", "reshape")
def _reshape(x: Array, size: Ints) -> Array:
    """Return the elements in another shape; one size may be -1, which is what is left. ValueError when
    they do not fit.
    """
    return x.reshape(tuple(size))


@aten("squeeze.dim", "squeeze.dims", "squeeze_.dim", "squeeze_.dims")
def _squeeze_dims(x: Array, dim: int | Ints) -> Array:
    """Return x without those of the dimensions that have size 1."""
    axes = (dim,) if isinstance(dim, int) else dim
    ones = tuple(axis for axis in (normalize_dim(axis, x.ndim) for axis in axes) if x.ndim and x.shape[axis] == 1)
    return x.squeeze(ones) if ones else x


@aten("unsqueeze", "unsqueeze_")
def _unsqueeze(x: Array, dim: int) -> Array:
    """Return x with a dimension of size 1 more, which becomes dimension `dim`."""
    part: Array = x[(slice(None),) * normalize_dim(dim, x.ndim + 1) + (None, ...)]
    return part


@aten("transpose.int", "transpose_")
def _transpose(x: Array, dim0: int, dim1: int) -> Array:
    """Return x with two dimensions exchanged."""
    first, second = normalize_dim(dim0, x.ndim), normalize_dim(dim1, x.ndim)
    return x.swapaxes(first, second) if x.ndim else x


@aten("permute")
def _permute(x: Array, dims: Ints) -> Array:
    """Return x with all dimensions in another order; ValueError unless each is named once."""
    if len(dims) != x.ndim:
        raise ValueError(f"an order of {len(dims)} dimensions for an array of rank {x.ndim}")
    return x.transpose(normalize_dims(dims, x.ndim))


@aten("movedim.int", "movedim.intlist")
def _movedim(x: Array, source: int | Ints, destination: int | Ints) -> Array:
    """Return x with dimensions moved to other places, the others in their order."""
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
    """Return x with dimensions of size 1 repeated without a copy, new ones in front; -1 keeps a size.
    ValueError for other sizes.
    """
    added = len(size) - x.ndim
    if added < 0:
        raise ValueError(f"sizes {list(size)} for an array of rank {x.ndim}: expected at least as many")
    shape = tuple(x.shape[i - added] if i >= added and n == -1 else n for i, n in enumerate(size))
    check_sizes(shape)
    return np.broadcast_to(x, shape)


@aten("repeat")
def _repeat(x: Array, repeats: Ints) -> Array:
    """Return the array beside itself, so often along each dimension; more numbers than dimensions add dimensions in
    front.
    """
    if len(repeats) < x.ndim:
        raise ValueError(f"{len(repeats)} numbers of repeats for an array of rank {x.ndim}")
    check_sizes(repeats)
    return np.tile(x, tuple(repeats))


@aten("repeat_interleave.self_int", "repeat_interleave.self_Tensor")
def _repeat_interleave(x: Array, repeats: int | Array, dim: int | None, output_size: int | None) -> Array:
    """Return each entry of a dimension (None: of the flattened array) repeated in place, all alike or each as given."""
    x, dim = (x.reshape(-1), 0) if dim is None or x.ndim == 0 else (x, normalize_dim(dim, x.ndim))
    counts = np.broadcast_to(repeats, x.shape[dim])
    total = sum(counts.tolist())  # in Python: a sum that wraps around would let NumPy write past the end
    if (counts < 0).any() or output_size not in {None, total}:
        raise ValueError(f"repeats that sum to {total}: expected none below 0 and a sum of {output_size}")
    shape = (*x.shape[:dim], total, *x.shape[dim + 1 :])
    return np.repeat(x, counts, dim) if x.size else np.empty(shape, x.dtype)


def _at_least(function: Callable[[Array], Array], x: Any) -> Any:
    """Return an array, or each of several, with some dimensions at least, by the function of NumPy that does it."""
    return function(x) if isinstance(x, np.ndarray) else tuple(map(function, x))


for _rank, _function in enumerate((np.atleast_1d, np.atleast_2d, np.atleast_3d), 1):
    aten(f"atleast_{_rank}d", f"atleast_{_rank}d.Sequence")(bound(_at_least, _function))


@aten("flip")
def _flip(x: Array, dims: Ints) -> Array:
    """Return x with dimensions in reverse."""
    return np.asarray(np.flip(x, normalize_dims(dims, x.ndim) if dims else ()))


@aten("roll")
def _roll(x: Array, shifts: int | Ints, dims: int | Ints) -> Array:
    """Return entries moved along dimensions, those past the end to the start; without dimensions as a
    flattened array.
    """
    steps = (shifts,) if isinstance(shifts, int) else tuple(shifts)
    axes = (dims,) if isinstance(dims, int) else tuple(dims)
    if len(steps) != (len(axes) or 1):
        raise ValueError(f"{len(steps)} shifts along {len(axes)} dimensions")
    return np.roll(x, steps, [normalize_dim(axis, x.ndim) for axis in axes]) if axes else np.roll(x, steps[0])


@aten("meshgrid", "meshgrid.indexing")
def _meshgrid(tensors: Sequence[Array], indexing: str = "ij") -> _Arrays:
    """Return the coordinates of a grid from vectors, in their order ("ij") or with the first two exchanged ("xy")."""
    if indexing not in {"ij", "xy"} or any(tensor.ndim > 1 for tensor in tensors):
        raise ValueError(f"a grid indexed {indexing!r}: expected vectors, and 'ij' or 'xy'")
    return tuple(np.meshgrid(*tensors, indexing="xy" if indexing == "xy" else "ij", copy=False))


@aten("pad_sequence")
def _pad_sequence(sequences: Sequence[Array], batch_first: bool, padding_value: float, padding_side: str) -> Array:
    """Return arrays of different lengths as one (longest, count, ...), or (count, longest, ...), padded at one side."""
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


aten("squeeze", "squeeze_")(lambda x: x.squeeze())
aten("broadcast_tensors")(lambda tensors: tuple(np.broadcast_arrays(*tensors)))
