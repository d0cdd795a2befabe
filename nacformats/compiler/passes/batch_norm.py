"""Batch normalization at inference is a factor and an offset for each channel, which fit into the layer before it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from nacformats.compiler.passes.facts import array_of, changes_in_place, first, named
from nacformats.compiler.passes.rewriting import Rewriter, rewrite
from nacformats.graph import Array, Graph, Operand, Operation
from nacformats.runtime.kernels._promotion import FLOAT32, FLOAT64

#: Layers that give channels from a weight with one slice for each, and the axis of these.
_CHANNEL_AXES = {
    **{f"aten.conv{rank}d.default": 0 for rank in (1, 2, 3)},
    **{f"aten.conv{rank}d.padding": 0 for rank in (1, 2, 3)},
    "aten.convolution.default": 0,
    "aten.linear.default": 0,
    "aten.conv_transpose1d.default": 1,
    "aten.conv_transpose2d.input": 1,
    "aten.conv_transpose3d.input": 1,
}
_NORMS = frozenset({"aten.batch_norm.default", "aten._native_batch_norm_legit_no_training.default"})


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
    """The layer before a normalization with other weights, in place of both."""
    layer = rewriter.operation(first(norm), *_CHANNEL_AXES)
    affine = _affine(rewriter, norm)
    if (
        layer is None
        or affine is None
        or not rewriter.used_once(first(norm))
        or layer.attributes.keys() & {"weight", "bias"}
    ):
        return None
    arguments = named(layer)
    weight, bias = array_of(rewriter, arguments["weight"]), array_of(rewriter, arguments["bias"])
    if weight is None or weight.dtype not in (FLOAT32, FLOAT64) or not rewriter.used_once(arguments["weight"]):
        return None
    # The channels are the second axis of a batch; without a batch they are the first.
    if (bias is None) != (arguments["bias"] is None) or len(rewriter.origin.type.shape or ()) != weight.ndim:
        return None
    transposed = arguments.get("transposed")
    axis = 1 if transposed else _CHANNEL_AXES[layer.operator]
    if weight.shape[axis] != affine.factor.size or (axis == 1 and arguments["groups"] != 1):
        return None
    factors = affine.factor.reshape([-1 if i == axis else 1 for i in range(weight.ndim)])
    offset = affine.offset if bias is None else affine.offset + bias * affine.factor
    name = rewriter.values[arguments["weight"].index].name
    new_weight = rewriter.add_weight((weight * factors).astype(weight.dtype), f"{name}.folded")
    new_bias = rewriter.add_weight(offset.astype(weight.dtype), f"{name}.folded_bias")
    return rewriter.add(layer.operator, first(layer), new_weight, new_bias, *layer.operands[3:], **layer.attributes)


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
