"""The operations of a graph as the model had them."""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from nacformats.graph.graph import Graph, Input, Operation, Ref, refs_of
from nacformats.ops.kernels.elementwise import WHERE_OR_FILL
from nacformats.ops.names import ATEN

#: Operations with several results, of which the exporter drops the selection of the first when nothing else is used.
_SEVERAL_RESULTS = re.compile(r"native_\w*norm|_batch_norm_with_update|cudnn_batch_norm|\._scaled_dot_product_\w+")

#: Operations that give floats for a float and an integer, and integers for integers alone.
_PROMOTING = re.compile(
    r"(nac|aten)\.(add|sub|rsub|mul|div|pow|neg|eq|ne|lt|le|gt|ge|remainder|floor_divide)\b|<OUTPUT>"
)


def restore(graph: Graph, *, training: bool = False) -> Graph:
    """Return the graph of a NAC file, changed to what the model had before it was exported; any other graph as it is.

    training: it is that of a training program.
    """
    if graph.format != "nac":
        return graph
    for operation in graph.every(Operation):
        (restore_training_operation if training else restore_operation)(operation)
    if training:
        _restore_ones(graph)
    _select_first_results(graph)
    return graph


def restore_operation(operation: Operation) -> None:
    """Restore one operation of a NAC file, whatever is around it."""
    operation.operands = tuple(_unrounded(operand) for operand in operation.operands)
    _put_back_mask_fill(operation)


def _unrounded(operand: Any) -> Any:
    """A file rounds the numbers of a list to float32: the shortest decimal that rounds to the same is what the model
    had, such as the scale factor 0.7.
    """
    if not isinstance(operand, list):
        return operand
    return [float(str(np.float32(item))) if isinstance(item, float) else item for item in operand]


def _put_back_mask_fill(operation: Operation) -> None:
    """The exporter writes aten.masked_fill as nac.where, mask and value first; its result has the type of x."""
    match operation:
        case Operation(operator="nac.where", operands=(Ref() as mask, bool() | int() | float() as value, Ref() as x)):
            operation.operator, operation.operands = ATEN.masked_fill.Scalar, (x, mask, value)


def restore_training_operation(operation: Operation) -> None:
    """Restore one operation of a training program (NAC v1.7).

    There the exporter keeps the order of the arguments of aten.masked_fill: the tensor, the mask, the value. An
    aten.where with a number last looks the same; the dtypes of the operands tell when it runs.
    """
    restore_operation(operation)
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
        if not _PROMOTING.match(operation.operator):
            for ref in refs_of(operation):
                if ref.index in ones:
                    ones[ref.index].default = 1.0


def _select_first_results(graph: Graph) -> None:
    """Restore the selection of the first element of a tuple where the exporter left it out."""
    several = {value.index for value in graph.every(Operation) if _SEVERAL_RESULTS.search(value.operator)}
    if not several:
        return
    for value in graph.every(Operation):
        if value.operator != "getitem":
            value.operands = tuple(_first(operand, several) for operand in value.operands)
    graph.outputs = tuple(_first(ref, several) for ref in graph.outputs)


def _first(operand: Any, several: set[int]) -> Any:
    return Ref(operand.index, part=0) if isinstance(operand, Ref) and operand.index in several else operand
