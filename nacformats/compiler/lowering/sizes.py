"""The size of the hidden state of a model (specification 2.2.4)."""

from __future__ import annotations

from nacformats.compiler.lowering.arrangement import StoredParameters
from nacformats.formats.nac.builder import LARGEST_D_MODEL
from nacformats.graph.graph import Graph, Operation, Ref, Weight

#: Operations of a linear layer: the place of its weight among the operands, and the axis of the inputs there.
_LINEAR = {
    "aten.linear.default": (1, -1),
    "aten.addmm.default": (2, 0),
    "aten.mm.default": (1, 0),
    "aten.matmul.default": (1, -2),
}


def width_of(graph: Graph, parameters: StoredParameters) -> int:
    """How many inputs the last linear layer has; 0 when there is none, or more than the header can say."""
    for operation in reversed(list(graph.every(Operation))):
        place, axis = _LINEAR.get(operation.operator, (len(operation.operands), 0))
        weight = operation.operands[place] if place < len(operation.operands) else None
        value = graph.values[weight.index] if isinstance(weight, Ref) else None
        if isinstance(value, Weight) and value.index in parameters.names:
            array = parameters.arrays[parameters.names[value.index]]
            if array.ndim >= 2:
                width = array.shape[axis]
                return width if width <= LARGEST_D_MODEL else 0
    return 0
