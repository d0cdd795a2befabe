"""Convolutions with kernels of 3 x 3 by tiles of the output (Winograd), which multiply less."""

from __future__ import annotations

import itertools

import numpy as np

from nacformats.ops.blocks import COLUMN_BYTES
from nacformats.ops.dtypes import FLOAT32, Array, Ints
from nacformats.ops.kernels._packing import MOST_BYTES, kept_form
from nacformats.ops.kernels.windows import Margins, pad_spatial

#: Kernels of 3 x 3 are applied by tiles from so many channels of inputs and outputs, and places along each axis, on.
TILED_CHANNELS, TILED_PLACES = 64, 8


def pays_by_tiles(x: Array, weight: Array, counts: Ints) -> bool:
    """Return True if there are channels and places enough, and the weights, which are prepared for it, are constant."""
    enough = min(weight.shape[:2]) >= TILED_CHANNELS and min(counts) >= TILED_PLACES
    is_kept = not weight.flags.writeable and weight.nbytes * 16 <= MOST_BYTES * 9
    return enough and is_kept and x.dtype is weight.dtype is FLOAT32


def convolve_by_tiles(x: Array, weight: Array, bias: Array | None, margins: Margins, counts: Ints) -> Array:
    """Return convolve with kernels of 3 x 3 by tiles of 2 x 2 outputs, as Winograd has it: 16 products instead of 36.

    The even and the odd rows and columns of the padded input lie apart: neighbours are at one distance, and every sum
    over tiles is one over a long run.
    """
    matrices = kept_form(weight, _matrices_of_tiles)
    outputs, depth = weight.shape[:2]
    rows, columns = (-(-count // 2) for count in counts)
    pitch, lengths = columns + 1, (2 * rows + 2, 2 * columns + 2)
    edges = zip(margins, lengths, x.shape[2:], strict=True)
    padded = pad_spatial(x, [(before, length - size - before) for (before, _), length, size in edges])
    out = np.empty((len(x), outputs, *counts), x.dtype)
    room = max(2 * COLUMN_BYTES // (32 * (depth + outputs) * x.itemsize * pitch), 2)
    items_at_once, rows_at_once = max(room // (rows + 1), 1), min(room - 1, rows)
    for item, row in itertools.product(range(0, len(x), items_at_once), range(0, rows, rows_at_once)):
        items, last = slice(item, item + items_at_once), min(row + rows_at_once, rows)
        part = padded[items, :, 2 * row : 2 * last + 2]
        phases = part.reshape(len(part), depth, last - row + 1, 2, pitch, 2).transpose(3, 5, 1, 0, 2, 4)
        sums = _sums_of_tiles(np.ascontiguousarray(phases).reshape(2, 2, depth, -1), matrices, pitch)
        for (i, j), each in zip(np.ndindex(2, 2), sums, strict=True):
            place = out[items, :, 2 * row + i : 2 * last : 2, j::2]
            whole = each.reshape(outputs, len(part), last - row + 1, pitch).swapaxes(0, 1)
            chosen = whole[:, :, : place.shape[2], : place.shape[3]]
            np.add(chosen, 0.0 if bias is None else bias[:, None, None], out=place)
    return out


def _sums_of_tiles(phases: Array, matrices: Array, pitch: int) -> list[Array]:
    """Return the four outputs of tiles, arrays of (O, places), from the phases (2, 2, C, places) of rows and of
    columns.
    """
    depth, places = phases.shape[2:]
    flat = phases.reshape(2, 2, depth * places)
    size = flat.shape[2] - 1
    along = np.empty((2, 4, size), flat.dtype)
    for (even, odd), terms in zip(flat, along, strict=True):
        _terms_of_tiles(even[:-1], odd[:-1], even[1:], odd[1:], terms)
    tiles = np.empty((4, 4, size + 1), flat.dtype)
    tiles[:, :, size - pitch :] = 0
    here, below = along[:, :, : size - pitch], along[:, :, pitch:]
    _terms_of_tiles(here[0], here[1], below[0], below[1], tiles[:, :, : size - pitch])
    products = np.matmul(matrices, tiles.reshape(16, depth, places)).reshape(4, 4, -1)
    return [each for row in _outputs_of_tiles(products) for each in _outputs_of_tiles(row)]


def _terms_of_tiles(first: Array, second: Array, third: Array, fourth: Array, out: Array) -> None:
    np.subtract(first, third, out=out[0])
    np.add(second, third, out=out[1])
    np.subtract(third, second, out=out[2])
    np.subtract(second, fourth, out=out[3])


def _outputs_of_tiles(x: Array) -> tuple[Array, Array]:
    first, second = x[1] + x[2], x[1] - x[2]
    first += x[0]
    second -= x[3]
    return first, second


def _matrices_of_tiles(weight: Array) -> Array:
    """Return the matrices (16, O, C) of weights (O, C, 3, 3)."""
    terms = np.array([[1, 0, 0], [0.5, 0.5, 0.5], [0.5, -0.5, 0.5], [0, 0, 1]])
    spread = np.einsum("ij,ocjk,lk->iloc", terms, weight.astype(np.float64), terms, optimize=True)
    return np.asarray(spread.reshape(16, *weight.shape[:2]), weight.dtype)
