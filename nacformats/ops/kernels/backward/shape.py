"""Gradients of views and of padding: the gradient where the view lay, or folded back from the margins."""

from __future__ import annotations

import numpy as np

from nacformats.ops.dtypes import Array, Ints, check_sizes, normalize_dim
from nacformats.ops.kernels._arguments import check_same_type, check_shape, last_axes
from nacformats.ops.kernels._schemas import aten, aten_by_rank, bound, in_float32
from nacformats.ops.kernels.padding import SourceOf, check_padding, padding_pairs, reflected, replicated
from nacformats.ops.promotion import widened


@aten("unfold_backward")
def _unfold_backward(grad: Array, input_sizes: Ints, dim: int, size: int, step: int) -> Array:
    """Return the sum of the gradients of the windows of one dimension, where they overlap; other
    dimensions broadcast.
    """
    check_sizes(input_sizes)
    axis = normalize_dim(dim, len(input_sizes))
    shape = list(input_sizes) or [1]
    if step < 1 or not 0 <= size <= shape[axis]:
        raise ValueError(f"unfold_backward: windows of {size} every {step} elements of {shape[axis]}")
    count = (shape[axis] - size) // step + 1
    lead = [count if place == axis else length for place, length in enumerate(shape)] if input_sizes else []
    for place, given in enumerate(grad.shape[: len(lead)]):
        if given == 1 and place != axis:
            lead[place] = 1
    check_shape("unfold_backward", "grad_in", grad, (*lead, size))
    wide = widened(grad)
    out = np.zeros(shape, wide.dtype)
    before = (slice(None),) * axis
    for position in range(size):
        part = slice(position, position + (count - 1) * step + 1, step)
        out[(*before, part)] += wide[..., position]
    return out.astype(grad.dtype, copy=False).reshape(tuple(input_sizes))


@in_float32
def _folded(source: SourceOf, operation: str, rank: int, grad: Array, x: Array, pad: Ints) -> Array:
    """Return the gradient (N, C, *sizes) or (C, *sizes), its margins added to the elements that `source` names for
    them.
    """
    check_padding(operation, rank, x, pad)
    pairs = padding_pairs(operation, x, pad)
    padded = [size + before + after for size, (before, after) in zip(x.shape[-rank:], pairs, strict=True)]
    check_same_type(operation, grad_output=grad, self=x)
    check_shape(operation, "grad_output", grad, (*x.shape[:-rank], *padded))
    result = grad
    for axis, (size, (before, after)) in enumerate(zip(x.shape[-rank:], pairs, strict=True), start=-rank):
        places = source(np.arange(-before, size + after), size)
        result = _added(result, axis, places, size, before)
    return result.copy() if result is grad else result


def _added(grad: Array, axis: int, places: Array, size: int, before: int) -> Array:
    """Add up along one axis what belongs to the same element; what lies inside belongs to itself."""
    shape = list(grad.shape)
    shape[axis] = size
    out = np.zeros(shape, grad.dtype)
    rest: list[slice | int] = [slice(None)] * (-axis - 1)
    first, stop = max(before, 0), min(before + size, len(places))
    out[last_axes([slice(first - before, stop - before), *rest])] = grad[last_axes([slice(first, stop), *rest])]
    for margin in (slice(0, first), slice(max(stop, first), None)):
        if targets := places[margin].tolist():
            part = grad[last_axes([margin, *rest])]
            if targets[0] == targets[-1]:  # one element for all of them
                out[last_axes([targets[0], *rest])] += part.sum(axis=axis, dtype=part.dtype)
            else:
                out[(..., targets, *rest)] += part
    return out


aten_by_rank("reflection_pad{}d_backward")(bound(_folded, reflected))
aten_by_rank("replication_pad{}d_backward")(bound(_folded, replicated))
