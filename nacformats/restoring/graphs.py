"""The operations of a graph as the model had them."""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from nacformats.graph.graph import Graph, Operation, Ref
from nacformats.ops.names import ATEN

#: Operations with several results, of which the exporter drops the selection of the first when nothing else is used.
_SEVERAL_RESULTS = re.compile(r"native_\w*norm|_batch_norm_with_update|cudnn_batch_norm|\._scaled_dot_product_\w+")


def restore(graph: Graph) -> Graph:
    """Return the graph of a NAC file, changed to what the model had before its export; any other graph as it is."""
    if graph.format == "nac":
        for operation in graph.every(Operation):
            restore_operation(operation)
        _select_first_results(graph)
    return graph


def restore_operation(operation: Operation) -> None:
    """Restore one operation of a NAC file, whatever is around it."""
    operation.operands = tuple(_unrounded(operand) for operand in operation.operands)
    _put_back_mask_fill(operation)


def _unrounded(operand: Any) -> Any:
    """Return numbers of a list as a file rounds them, to float32: the shortest decimal that rounds to the
    same is what the
    model had, such as the scale factor 0.7.
    """
    if not isinstance(operand, list):
        return operand
    return [float(str(np.float32(item))) if isinstance(item, float) else item for item in operand]


def _put_back_mask_fill(operation: Operation) -> None:
    """The exporter writes aten.masked_fill as nac.where, mask and value first; its result has the type of x."""
    match operation:
        case Operation(operator="nac.where", operands=(Ref() as mask, bool() | int() | float() as value, Ref() as x)):
            operation.operator, operation.operands = ATEN.masked_fill.Scalar, (x, mask, value)


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
