"""Batch normalization at inference is a factor and an offset for each channel, which fit into the layer before it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from nacformats.compiler.passes.algebra import RESHAPING
from nacformats.compiler.passes.facts import array_of, changes_in_place, first, named
from nacformats.compiler.passes.layers import layer_of
from nacformats.compiler.passes.rewriting import Rewriter, rewrite
from nacformats.graph.graph import Array, Graph, Operand, Operation
from nacformats.runtime.kernels._promotion import FLOAT64


@dataclass
class _Affine:
    """What a normalization does to each channel: x * factor + offset, in float64."""

    factor: Array
    offset: Array


def fold_batch_norms(graph: Graph) -> Graph:
    """Put batch normalizations into the weights of the convolutions and linear layers before them."""
    if changes_in_place(graph):
        return graph

    def rule(rewriter: Rewriter, operation: Operation) -> Operand | None:
        if operation.operator == "aten.batch_norm.default":
            return _absorbed(rewriter, operation)
        if operation.operator == "getitem" and operation.operands[1:] == (0,):
            norm = rewriter.operation(first(operation), "aten._native_batch_norm_legit_no_training.default")
            return _absorbed(rewriter, norm) if norm is not None and rewriter.used_once(first(operation)) else None
        return None

    return rewrite(graph, rule)


def _absorbed(rewriter: Rewriter, norm: Operation) -> Operand | None:
    """The layer before a normalization with other weights, in place of both; its rows may be joined in between."""
    affine, rank = _affine(rewriter, norm), len(rewriter.origin.type.shape or ())
    reshaped = rewriter.operation(first(norm), *RESHAPING)
    joined = reshaped is not None and rewriter.used_once(first(norm))
    layer = layer_of(rewriter, first(reshaped) if reshaped is not None and joined else first(norm))
    if layer is None or affine is None or layer.channels != affine.factor.size:
        return None
    if reshaped is None:
        # The channels are the second axis of a batch; without a batch they are the first.
        return layer.with_affine(rewriter, affine.factor, affine.offset) if rank == layer.weight.ndim else None
    if layer.operation.operator != "aten.linear.default" or rank != 2:
        return None
    if (rewriter.type(first(norm)).shape or (None,))[-1] != layer.channels:
        return None
    folded = layer.with_affine(rewriter, affine.factor, affine.offset, known=layer.operation.type)
    return rewriter.add(reshaped.operator, folded, *reshaped.operands[1:], **reshaped.attributes)


def _affine(rewriter: Rewriter, norm: Operation) -> _Affine | None:
    """Factor and offset of each channel, when all that they follow from is known."""
    arguments = named(norm)
    if arguments.get("training") or not isinstance(arguments.get("eps"), float | int):
        return None
    mean, variance = array_of(rewriter, arguments["running_mean"]), array_of(rewriter, arguments["running_var"])
    scale, shift = array_of(rewriter, arguments["weight"]), array_of(rewriter, arguments["bias"])
    unknown = (scale is None) != (arguments["weight"] is None) or (shift is None) != (arguments["bias"] is None)
    if mean is None or variance is None or unknown:
        return None
    with np.errstate(all="ignore"):
        factor = 1 / np.sqrt(variance.astype(FLOAT64) + arguments["eps"])
        factor = factor if scale is None else factor * scale
        offset = -mean * factor if shift is None else shift - mean * factor
    if not (np.isfinite(factor).all() and np.isfinite(offset).all()):
        return None
    return _Affine(factor, offset)
