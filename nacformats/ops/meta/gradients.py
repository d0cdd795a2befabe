"""Types and shapes of gradients: those of the operands, mostly."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

from nacformats.ops.meta.layout import not_negative
from nacformats.ops.meta.sizes import Size
from nacformats.ops.meta.values import TensorMeta, meta

_Gradients: TypeAlias = tuple[TensorMeta | None, ...]


@meta
def like(place: int, *arguments: Any) -> TensorMeta:
    """Type and shape of the operand at a place."""
    operand: TensorMeta = arguments[place]
    return operand


@meta
def like_each(places: Sequence[int], *arguments: Any) -> tuple[TensorMeta, ...]:
    """Types and shapes of the operands at some places."""
    return tuple([arguments[place] for place in places])


@meta
def of_sizes(place: int, *arguments: Any) -> TensorMeta:
    """The type of the first operand; the argument at a place has the shape."""
    first: TensorMeta = arguments[0]
    return first.with_shape(map(not_negative, arguments[place]))


@meta
def of_rows(place: int, *arguments: Any) -> TensorMeta:
    """The type and the last dimension of the first operand; the argument at a place is the number of rows."""
    first: TensorMeta = arguments[0]
    rows: Size = not_negative(arguments[place])
    return first.with_shape((rows, first.shape[-1]))


def _asked_for(wanted: Sequence[bool], *results: TensorMeta) -> _Gradients:
    """Each of the gradients that is asked for."""
    return tuple([each if asked else None for each, asked in zip(results, wanted, strict=True)])


@meta
def convolution_gradients(grad: TensorMeta, x: TensorMeta, weight: TensorMeta, *options: Any) -> _Gradients:
    """The gradients of the operand, of the weights, and of the bias."""
    return _asked_for(options[-1], x, weight, grad.with_shape(grad.shape[1:2]))


@meta
def sampled_gradients(_grad: Any, x: TensorMeta, grid: TensorMeta, *options: Any) -> _Gradients:
    """The gradients of images where it is asked for, and of a grid."""
    return (x if options[-1][0] else None), grid
