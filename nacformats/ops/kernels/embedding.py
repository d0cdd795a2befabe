"""Rows of a table by their numbers, alone or summed up in bags."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from nacformats.ops.dtypes import INT64, Array
from nacformats.ops.kernels._arguments import check_rank, check_shape
from nacformats.ops.kernels._schemas import aten, aten_in_float32


def _rows(operation: str, weight: Array, indices: Array) -> Array:
    """Return the rows that the indices name; an index outside the table is refused, also a negative one."""
    check_rank(operation, 2, weight=weight)
    if indices.dtype.kind != "i":
        raise ValueError(f"{operation}: indices must be int32 or int64, not {indices.dtype}")
    if indices.size and not 0 <= indices.min() <= indices.max() < len(weight):
        raise ValueError(
            f"{operation}: indices from {indices.min()} to {indices.max()} for a table of {len(weight)} rows"
        )
    return weight.take(indices, axis=0)


@aten("embedding")
def _embedding(weight: Array, indices: Array, *_gradient_options: int | bool) -> Array:
    """Return the rows (..., D) of a table (rows, D) by indices (...); the other arguments concern gradients."""
    return _rows("embedding", weight, indices)


@aten_in_float32("embedding_bag", "embedding_bag.padding_idx")
def _embedding_bag(
    weight: Array,
    indices: Array,
    offsets: Array,
    _scale_grad_by_freq: bool = False,
    mode: int = 0,
    _sparse: bool = False,
    per_sample_weights: Array | None = None,
    include_last_offset: bool = False,
    padding_idx: int | None = None,
) -> tuple[Array, Array, Array, Array]:
    """Return the sum (mode 0), mean (1) or maximum (2) of the rows of each bag; offsets say where the bags begin.

    The other results are the bag of each index, the number of rows in each bag, and (mode 2) the row of each maximum.
    """
    check_rank("embedding_bag", 1, indices=indices, offsets=offsets)
    check_shape("embedding_bag", "per_sample_weights", per_sample_weights, indices.shape)
    if mode not in (0, 1, 2) or (mode and per_sample_weights is not None):
        raise ValueError(f"embedding_bag: no mode {mode}" + (" with per_sample_weights" if mode in (1, 2) else ""))
    lengths = np.empty(len(offsets), INT64)
    np.subtract(offsets[1:], offsets[:-1], out=lengths[:-1])
    lengths[-1:] = len(indices) - offsets[-1:]
    if offsets.size and (offsets[0] != 0 or lengths.min() < 0):
        raise ValueError(f"embedding_bag: offsets must rise from 0 to at most {len(indices)}")
    starts = offsets[:-1] if include_last_offset else offsets
    if include_last_offset:  # what follows the last offset belongs to the last bag
        lengths[-2:-1] += lengths[-1:]
        lengths = lengths[:-1]
    rows = _rows("embedding_bag", weight, indices)
    if per_sample_weights is not None:
        rows *= per_sample_weights[:, None]
    bags = np.repeat(np.arange(len(starts)), lengths)
    sizes = lengths
    if padding_idx is not None and (left_out := indices == padding_idx % max(len(weight), 1)).any():
        rows[left_out] = -math.inf if mode == 2 else 0
        sizes = np.bincount(bags[~left_out], minlength=len(starts)).astype(INT64)
    out = _reduced(np.maximum if mode == 2 else np.add, rows, starts, lengths)
    if mode == 1:
        out /= np.maximum(sizes, 1)[:, None].astype(weight.dtype)
    if not sizes.all():
        out[sizes == 0] = 0
    if mode != 2:
        return out, bags, sizes, sizes
    return out, bags, sizes, _maxima(out, rows, indices, starts, lengths)


@aten_in_float32("_embedding_bag", "_embedding_bag_forward_only")
def _plain_embedding_bag(*arguments: Any) -> tuple[Array, Array, Array, Array]:
    """Return what embedding_bag does; the last argument, padding_idx, counts no rows from the end:
    below 0 there is none.
    """
    return _embedding_bag(*arguments[:-1], *(each if each >= 0 else None for each in arguments[-1:]))


def _reduced(function: np.ufunc, rows: Array, starts: Array, lengths: Array) -> Array:
    """Return the rows (n, D) of each bag reduced to one, (bags, D); the row of an empty bag may hold anything."""
    if not len(rows) or not len(starts):
        return np.zeros((len(starts), rows.shape[1]), rows.dtype)
    if (lengths == lengths[0]).all():
        bags = rows.reshape(len(lengths), lengths[0], rows.shape[1])
        if len(lengths) < lengths[0]:
            total: Array = function.reduce(bags, axis=1)
            return total
        total = bags[:, 0].copy()
        for place in range(1, bags.shape[1]):
            function(total, bags[:, place], out=total)
        return total
    out = np.empty((len(starts), rows.shape[1]), rows.dtype)
    filled = np.flatnonzero(lengths)
    out[filled] = function.reduceat(rows, starts[filled], axis=0)
    return out


def _maxima(out: Array, rows: Array, indices: Array, starts: Array, lengths: Array) -> Array:
    """Return the row of the table that each maximum is from, the first of several; -1 in an empty bag."""
    past = len(indices)
    bags = np.repeat(np.arange(len(starts)), lengths)
    places = np.where((rows == out[bags]) & (rows != -math.inf), np.arange(past)[:, None], past)
    first = _reduced(np.minimum, places, starts, lengths)
    first[lengths == 0] = past
    return np.append(indices, -1).astype(INT64)[first]
