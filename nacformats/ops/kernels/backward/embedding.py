"""Gradients of tables whose rows were taken by their numbers: sums over all places that took a row."""

from __future__ import annotations

import numpy as np

from nacformats.ops.dtypes import INT64, Array, check_sizes
from nacformats.ops.kernels._arguments import check_float, check_rank, check_shape
from nacformats.ops.kernels._schemas import aten, aten_in_float32
from nacformats.ops.kernels.indexing import check_range


def _numbers(operation: str, indices: Array) -> Array:
    if indices.dtype.kind not in "iu":
        raise ValueError(f"{operation}: indices must be integers, not {indices.dtype}")
    return indices.astype(INT64, copy=False).reshape(-1)


def _add_rows(out: Array, numbers: Array, rows: Array) -> None:
    """Add rows (n, D) to the rows of a table that n numbers name; each row of the table is written once."""
    if not len(numbers):
        return
    order = np.argsort(numbers, kind="stable")
    ordered = numbers[order]
    starts = np.flatnonzero(np.concatenate(([True], ordered[1:] != ordered[:-1])))
    out[ordered[starts]] += np.add.reduceat(rows[order], starts, axis=0)


@aten_in_float32("embedding_dense_backward")
def _embedding_dense_backward(
    grad: Array, indices: Array, num_weights: int, padding_idx: int, scale_grad_by_freq: bool
) -> Array:
    """Return the sums (num_weights, D) of the gradients (..., D) by indices (...), none for padding_idx.

    scale_grad_by_freq divides each by how often its index occurs. IndexError for an index that is not there.
    """
    name = "embedding_dense_backward"
    check_float(name, grad)
    check_sizes([num_weights])
    if grad.ndim < 1:
        raise ValueError(f"{name}: grad_output must have at least 1 dimension")
    check_shape(name, "grad_output", grad, (*indices.shape, grad.shape[-1]))
    numbers = _numbers(name, indices)
    rows = grad.reshape(len(numbers), grad.shape[-1])
    kept = numbers != padding_idx
    if not kept.all():
        numbers, rows = numbers[kept], rows[kept]
    check_range(numbers, num_weights)
    if scale_grad_by_freq and len(numbers):
        _, places, counts = np.unique(numbers, return_inverse=True, return_counts=True)
        rows = rows / counts[places].astype(grad.dtype)[:, None]
    out = np.zeros((num_weights, grad.shape[-1]), grad.dtype)
    _add_rows(out, numbers, rows)
    return out


def _sizes(operation: str, bag_size: Array, grad: Array) -> Array:
    """Return the number of rows of each bag."""
    sizes = _numbers(operation, bag_size)
    check_shape(operation, "bag_size", sizes, (len(grad),))
    return sizes


@aten_in_float32("_embedding_bag_dense_backward")
def _embedding_bag_dense_backward(
    grad: Array,
    indices: Array,
    offset2bag: Array,
    bag_size: Array,
    maximum_indices: Array,
    num_weights: int,
    scale_grad_by_freq: bool,
    mode: int,
    per_sample_weights: Array | None,
    padding_idx: int = -1,
) -> Array:
    """Return the sums (num_weights, D) of the gradients (bags, D) of what was summed (mode 0), averaged (1) or largest
    (2).
    """
    name = "_embedding_bag_dense_backward"
    check_float(name, grad)
    check_rank(name, 2, grad=grad)
    check_sizes([num_weights])
    out = np.zeros((num_weights, grad.shape[1]), grad.dtype)
    if mode == 2:
        largest = _numbers(name, maximum_indices).reshape(maximum_indices.shape)
        check_shape(name, "maximum_indices", largest, grad.shape)
        check_range(largest, num_weights, -1)
        sizes = _sizes(name, bag_size, grad)
        bags, columns = np.nonzero((largest >= 0) & (sizes > 0)[:, None])
        np.add.at(out, (largest[bags, columns], columns), grad[bags, columns])
        return out
    if mode not in (0, 1):
        raise ValueError(f"{name}: no mode {mode}")
    numbers, bags = _numbers(name, indices), _numbers(name, offset2bag)
    check_shape(name, "offset2bag", bags, numbers.shape)
    check_shape(name, "per_sample_weights", per_sample_weights, numbers.shape)
    check_range(numbers, num_weights)
    check_range(bags, len(grad))
    rows = grad[bags]
    if mode == 1:
        rows /= np.maximum(_sizes(name, bag_size, grad), 1)[bags].astype(grad.dtype)[:, None]
    elif per_sample_weights is not None:
        rows *= per_sample_weights[:, None]
    if scale_grad_by_freq and len(numbers):
        _, places, counts = np.unique(numbers, return_inverse=True, return_counts=True)
        rows /= counts[places].astype(grad.dtype)[:, None]
    kept = numbers != padding_idx
    _add_rows(out, numbers[kept], rows[kept])
    return out


@aten("_embedding_bag_backward")
def _embedding_bag_backward(
    grad: Array,
    indices: Array,
    offsets: Array,
    offset2bag: Array,
    bag_size: Array,
    maximum_indices: Array,
    num_weights: int,
    scale_grad_by_freq: bool,
    mode: int,
    sparse: bool,
    per_sample_weights: Array | None,
    padding_idx: int,
) -> Array:
    """Return what _embedding_bag_dense_backward does; where nothing says which bag an index is in, the offsets do."""
    if sparse:
        raise ValueError("_embedding_bag_backward: sparse gradients are not computed")
    if offset2bag.size != indices.size:
        starts = _numbers("_embedding_bag_backward", offsets)
        offset2bag = np.searchsorted(starts, np.arange(indices.size), side="right") - 1
    settings = bag_size, maximum_indices, num_weights, scale_grad_by_freq, mode, per_sample_weights, padding_idx
    return _embedding_bag_dense_backward(grad, indices, offset2bag, *settings)
