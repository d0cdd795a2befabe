"""A factor for each channel of a layer, such as the layer scale of vision transformers, becomes part of its weights."""

from __future__ import annotations

import numpy as np

from nacformats.compiler.passes.facts import array_of, changes_in_place, first, named, number, same_type
from nacformats.compiler.passes.inverse import PERMUTATIONS, order_of
from nacformats.compiler.passes.layers import Layer, layer_of
from nacformats.compiler.passes.rewriting import Rewriter, rewrite
from nacformats.graph.graph import Array, Graph, Operand, Operation, Ref


def fold_scales(graph: Graph) -> Graph:
    """Put factors into the weights of the layers before them, also where dimensions are permuted in between."""
    if changes_in_place(graph):
        return graph

    def rule(rewriter: Rewriter, operation: Operation) -> Operand | None:
        if operation.operator != "aten.mul.Tensor":
            return None
        left, right = (named(operation).get(name) for name in ("self", "other"))
        found = _scaled(rewriter, operation, left, right)
        return _scaled(rewriter, operation, right, left) if found is None else found

    return rewrite(graph, rule)


def _scaled(rewriter: Rewriter, operation: Operation, value: Operand, factor: Operand) -> Ref | None:
    if not isinstance(value, Ref) or not same_type(rewriter.type(value), operation.type):
        return None
    permuted = rewriter.operation(value, *PERMUTATIONS)
    if permuted is not None and not rewriter.used_once(value):
        return None
    layer = layer_of(rewriter, value if permuted is None else first(permuted))
    rank = len(operation.type.shape or ())
    order = tuple(range(rank)) if permuted is None else order_of(permuted)
    channels = None if layer is None else _channel_axis(layer)
    if layer is None or order is None or channels is None:
        return None
    factors = _factors(rewriter, factor, layer, order.index(channels), rank)
    if factors is None:
        return None
    if permuted is None:
        return layer.with_affine(rewriter, factors)
    scaled = layer.with_affine(rewriter, factors, known=layer.operation.type)
    return rewriter.add(permuted.operator, scaled, *permuted.operands[1:], **permuted.attributes)


def _channel_axis(layer: Layer) -> int | None:
    """The axis of the result that the channels are; None where that is not known."""
    rank = len(layer.operation.type.shape or ())
    if layer.operation.operator == "aten.linear.default":
        return rank - 1 if rank else None
    return 1 if rank == layer.weight.ndim else None


def _factors(rewriter: Rewriter, factor: Operand, layer: Layer, axis: int, rank: int) -> Array | None:
    """The factors of the channels: a number for all, or a weight that has them along one axis and no other."""
    constant = number(rewriter, factor)
    if constant is not None:
        return np.full(layer.channels, constant, layer.weight.dtype) if np.isfinite(constant) else None
    array = array_of(rewriter, factor)
    if array is None or array.dtype != layer.weight.dtype or array.ndim > rank:
        return None
    sizes = [1] * (rank - array.ndim) + list(array.shape)
    if sizes != [layer.channels if i == axis else 1 for i in range(rank)] or not np.isfinite(array).all():
        return None
    return array.reshape(-1)
