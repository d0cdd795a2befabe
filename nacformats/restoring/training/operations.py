"""The operations of a training program as the model had them, each by itself."""

from __future__ import annotations

from nacformats.graph.graph import Graph, Input, Operation, Ref, refs_of
from nacformats.ops.derivatives import PROMOTING
from nacformats.ops.kernels.elementwise import WHERE_OR_FILL
from nacformats.restoring.graphs import restore
from nacformats.restoring.training.sides import short_name


def restore_operations(graph: Graph) -> Graph:
    """Return the graph of a training program, changed to what the model had as far as single operations tell."""
    restore(graph)
    for operation in graph.every(Operation):
        restore_training_operation(operation)
    _restore_ones(graph)
    return graph


def restore_training_operation(operation: Operation) -> None:
    """Restore one operation of a training program (NAC v1.7).

    There the exporter keeps the order of the arguments of aten.masked_fill: the tensor, the mask, the value. An
    aten.where with a number last looks the same; the dtypes of the operands tell when it runs.
    """
    match operation:
        case Operation(operator="nac.where", operands=(Ref(), Ref(), bool() | int() | float())):
            operation.operator = WHERE_OR_FILL


def _restore_ones(graph: Graph) -> None:
    """Make the constant 1 a float where it is a gradient.

    The exporter writes 1.0 for the gradient of the loss, and numbers constants by their value: where the model has an
    axis 1 or a True, that constant is the one in the file. An integer in arithmetic alone may be meant as one.
    """
    ones = {
        value.index: value
        for value in graph.every(Input)
        if value.lifted and isinstance(value.default, int) and value.default == 1
    }
    if not ones:
        return
    for operation in graph.every(Operation):
        if short_name(operation.operator) not in PROMOTING and operation.operator != "<OUTPUT>":
            for ref in refs_of(operation):
                if ref.index in ones:
                    ones[ref.index].default = 1.0
