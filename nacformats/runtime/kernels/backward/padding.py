"""Gradients of padding with elements of the input: what was copied outside adds to where it came from."""

from __future__ import annotations

import numpy as np

from nacformats.runtime.kernels._arguments import check_rank, check_same_type, check_shape, in_float32, last_axes
from nacformats.runtime.kernels._promotion import Array, Ints
from nacformats.runtime.kernels._schemas import aten
from nacformats.runtime.kernels.padding import SourceOf, padding_pairs, reflected, replicated


def _folded(operation: str, grad: Array, x: Array, pad: Ints, source: SourceOf) -> Array:
    """The gradient with its margins added to the elements that `source` names for them."""
    pairs = padding_pairs(operation, x, pad)
    rank = len(pairs)
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


def _declare(rank: int) -> None:
    """Register the gradients of the paddings of (N, C, *sizes) or (C, *sizes)."""

    def check(operation: str, x: Array, padding: Ints) -> None:
        check_rank(operation, (rank + 1, rank + 2), self=x)
        if len(padding) != 2 * rank:
            raise ValueError(f"{operation}: padding must have {2 * rank} entries, got {list(padding)}")

    reflection, replication = f"reflection_pad{rank}d_backward", f"replication_pad{rank}d_backward"

    @aten(reflection)
    @in_float32
    def reflection_pad_backward(grad: Array, x: Array, padding: Ints) -> Array:
        """Fold the margins back at the first and the last elements."""
        check(reflection, x, padding)
        return _folded(reflection, grad, x, padding, reflected)

    @aten(replication)
    @in_float32
    def replication_pad_backward(grad: Array, x: Array, padding: Ints) -> Array:
        """Add the margins to the first and the last elements."""
        check(replication, x, padding)
        return _folded(replication, grad, x, padding, replicated)


for _rank in (1, 2, 3):
    _declare(_rank)
