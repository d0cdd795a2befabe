"""Operations on more tensors than a signature has codes for, done in steps."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from nacformats.formats.nac.columns.instructions import LONGEST_SIGNATURE
from nacformats.graph.graph import Graph, GraphOperand, GraphValue, Operation, Ref, ValueType

#: Operations that join a list of tensors along an axis; what joins the parts of such a list is aten.cat.
_JOINS = frozenset({"aten.cat.default", "aten.concat.default", "aten.concatenate.default", "aten.stack.default"})
#: Tensors that are joined at a time; the axis is one more argument.
MOST = LONGEST_SIGNATURE - 1


def with_short_lists(graph: Graph) -> Graph:
    """The same graph, in which no list of tensors is joined that is longer than a signature; results are the same."""
    if not any(_is_long(operation) for operation in graph.every(Operation)):
        return graph
    shortener = _Shortener()
    for value in graph.values:
        shortener.add(value)
    outputs = tuple(shortener.places[ref.index] for ref in graph.outputs)
    return replace(graph, values=shortener.values, outputs=outputs)


def _is_long(operation: Operation) -> bool:
    return operation.operator in _JOINS and len(_tensors(operation)) > MOST


def _tensors(operation: Operation) -> list[GraphOperand]:
    found = operation.operands[0] if operation.operands else operation.attributes.get("tensors")
    return list(found) if isinstance(found, list | tuple) else []


class _Shortener:
    def __init__(self) -> None:
        self.values: list[GraphValue] = []
        self.places: list[Ref] = []  # old index -> new value

    def add(self, value: GraphValue) -> None:
        moved = replace(value, index=len(self.values))
        if isinstance(moved, Operation):
            moved.operands = tuple(map(self._moved, moved.operands))
            moved.attributes = {name: self._moved(argument) for name, argument in moved.attributes.items()}
            if _is_long(moved):
                self.places.append(self._joined(moved))
                return
        self.places.append(self._append(moved))

    def _append(self, value: GraphValue) -> Ref:
        value.index = len(self.values)
        self.values.append(value)
        return Ref(value.index)

    def _moved(self, operand: GraphOperand) -> GraphOperand:
        if isinstance(operand, Ref):
            return replace(self.places[operand.index], part=operand.part)
        return [self._moved(item) for item in operand] if isinstance(operand, list | tuple) else operand

    def _joined(self, operation: Operation) -> Ref:
        """Join as many at a time as there is room for, and then the results, along the same axis."""
        tensors: list[Any] = _tensors(operation)
        dim = operation.operands[1] if len(operation.operands) > 1 else operation.attributes.get("dim", 0)
        operator = operation.operator
        while len(tensors) > MOST:
            parts = [tensors[start : start + MOST] for start in range(0, len(tensors), MOST)]
            tensors = [self._append(_join(operation, operator, part, dim)) for part in parts]
            operator = "aten.cat.default"
        return self._append(replace(_join(operation, operator, tensors, dim), type=operation.type))


def _join(operation: Operation, operator: str, tensors: list[Any], dim: Any) -> Operation:
    known = ValueType(operation.type.dtype)
    return replace(operation, operator=operator, operands=(tensors, dim), attributes={}, type=known)
