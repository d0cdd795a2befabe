"""Layers with known weights: what follows them channel by channel goes into their weights."""

from __future__ import annotations

from dataclasses import dataclass

from nacformats.compiler.passes.facts import array_of, first, named
from nacformats.compiler.passes.rewriting import Rewriter
from nacformats.graph.graph import Array, Operand, Operation, Ref, ValueType
from nacformats.runtime.kernels._promotion import FLOAT32, FLOAT64

#: Layers that give channels from a weight with one slice for each, and the axis of these.
CHANNEL_AXES = {
    **{f"aten.conv{rank}d.default": 0 for rank in (1, 2, 3)},
    **{f"aten.conv{rank}d.padding": 0 for rank in (1, 2, 3)},
    "aten.convolution.default": 0,
    "aten.linear.default": 0,
    "aten.conv_transpose1d.default": 1,
    "aten.conv_transpose2d.input": 1,
    "aten.conv_transpose3d.input": 1,
}


@dataclass
class Layer:
    """A layer, its weight and bias, and the axis of the weight that its channels are."""

    operation: Operation
    name: str
    weight: Array
    bias: Array | None
    axis: int

    @property
    def channels(self) -> int:
        size: int = self.weight.shape[self.axis]
        return size

    def with_affine(
        self, rewriter: Rewriter, factor: Array, offset: Array | None = None, *, known: ValueType | None = None
    ) -> Ref:
        """The layer that gives what this one gives times a factor, and plus an offset, for each channel."""
        factors = factor.reshape([-1 if i == self.axis else 1 for i in range(self.weight.ndim)])
        bias = None if self.bias is None else self.bias * factor
        if offset is not None:
            bias = offset if bias is None else bias + offset
        dtype, layer = self.weight.dtype, self.operation
        weight = rewriter.add_weight((self.weight * factors).astype(dtype), f"{self.name}.folded")
        vector = None if bias is None else rewriter.add_weight(bias.astype(dtype), f"{self.name}.folded_bias")
        operands = first(layer), weight, vector, *layer.operands[3:]
        return rewriter.add(layer.operator, *operands, known=known, **layer.attributes)


def layer_of(rewriter: Rewriter, operand: Operand) -> Layer | None:
    """The layer that a tensor is the result of, when nothing else uses either of them, and its weights are known."""
    operation = rewriter.operation(operand, *CHANNEL_AXES)
    if operation is None or not rewriter.used_once(operand) or operation.attributes.keys() & {"weight", "bias"}:
        return None
    arguments = named(operation)
    weight, bias = array_of(rewriter, arguments["weight"]), array_of(rewriter, arguments["bias"])
    if weight is None or weight.dtype not in (FLOAT32, FLOAT64) or not rewriter.used_once(arguments["weight"]):
        return None
    axis = 1 if arguments.get("transposed") else CHANNEL_AXES[operation.operator]
    if (bias is None) != (arguments["bias"] is None) or (axis == 1 and arguments["groups"] != 1):
        return None
    return Layer(operation, rewriter.values[arguments["weight"].index].name, weight, bias, axis)
