"""The way in which passes change a graph: one walk over its values, in which a rule replaces operations.

A rule sees an operation with operands that refer to the new graph, so that what it replaces is seen by the rules of
later operations: a chain of any length collapses in one walk. A walk takes time in proportion to the graph.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from itertools import count
from typing import Any

from nacformats.graph.graph import (
    UNKNOWN,
    Array,
    Graph,
    GraphValue,
    Operand,
    Operation,
    Ref,
    ValueType,
    Weight,
    references,
)

#: What stands for an operation: a value of the new graph, a constant, or None to keep it.
_Rule = Callable[["Rewriter", Operation], Operand | None]


class Rewriter:
    """The new graph while it grows.

    Attributes:
        values: those of the new graph, up to now.
        origin: the value of the old graph that is being replaced.
    """

    def __init__(self, source: Graph) -> None:
        self.source = source
        self.values: list[GraphValue] = []
        self.origin: GraphValue = GraphValue(0)
        #: For each value of the new graph, the value of the old one that it came from.
        self._origins: list[int] = []
        self._uses: list[int] | None = None  # of the old graph; many walks never ask
        self._names: set[str] | None = None
        self._numbers = count()

    # what the new graph holds

    def value(self, operand: Operand) -> GraphValue | None:
        """What a reference stands for; None for a constant."""
        return self.values[operand.index] if isinstance(operand, Ref) else None

    def operation(self, operand: Operand, *operators: str) -> Operation | None:
        """The operation that an operand is the result of, when it is one of these."""
        value = self.value(operand)
        return value if isinstance(value, Operation) and value.operator in operators else None

    def weight(self, operand: Operand) -> Weight | None:
        """The weight that an operand is, when its array is known."""
        value = self.value(operand)
        return value if isinstance(value, Weight) and value.load is not None else None

    def type(self, operand: Operand) -> ValueType:
        """What is known of an operand."""
        value = self.value(operand)
        return UNKNOWN if value is None else value.type

    def used_once(self, operand: Operand) -> bool:
        """Whether nothing but one operand in the old graph refers to a value."""
        return self.used(operand, 1)

    def used(self, operand: Operand, times: int) -> bool:
        """Whether as many operands and outputs of the old graph refer to a value."""
        if self._uses is None:
            self._uses = use_counts(self.source)
        return isinstance(operand, Ref) and self._uses[self._origins[operand.index]] == times

    # making values

    def add(
        self,
        operator: str,
        *operands: Operand,
        known: ValueType | None = None,
        **attributes: Any,
    ) -> Ref:
        """A new operation in place of `origin`; its type is that of `origin` unless it is given."""
        origin = self.origin
        return self._append(
            Operation(
                len(self.values),
                origin.name,
                origin.type if known is None else known,
                origin.offset,
                origin.line,
                operator=operator,
                operands=operands,
                attributes=attributes,
            )
        )

    def add_weight(self, array: Array, name: str = "folded") -> Ref:
        """A new weight; a number is added to its name when the graph has that name."""
        if self._names is None:
            self._names = {value.name for value in self.source.values}
        unique = name
        while unique in self._names:
            unique = f"{name}.{next(self._numbers)}"
        self._names.add(unique)
        weight = Weight(len(self.values), unique, ValueType(array.dtype, array.shape), load=lambda: array)
        return self._append(weight)

    def _append(self, value: GraphValue) -> Ref:
        self.values.append(value)
        self._origins.append(self.origin.index)
        return Ref(value.index)

    # the walk

    def walk(self, rule: _Rule) -> Graph:
        """The graph in which a rule has replaced what it wants to; the old one when it wanted nothing."""
        source = self.source
        outputs = {ref.index for ref in source.outputs}
        places: list[Operand] = []
        changed = False
        for value in source.values:
            self.origin = value
            found: Operand | None = None
            if isinstance(value, Operation):
                if changed or self._is_moved(value):
                    value = _moved(value, places, len(self.values))
                found = rule(self, value)
                if self.origin.index in outputs and not isinstance(found, Ref):
                    found = None  # an output is a value
                changed = changed or found is not None
            places.append(self._append(_at(value, len(self.values))) if found is None else found)
        if not changed:
            return source
        moved = tuple(places[ref.index] for ref in source.outputs)
        return replace(source, values=self.values, outputs=moved)

    def _is_moved(self, operation: Operation) -> bool:
        """Whether an operation, before any is replaced, is not what it is in the old graph: a rule made values."""
        if len(self.values) != operation.index or _has_tuple(operation.operands):
            return True
        return bool(operation.attributes) and _has_tuple(operation.attributes.values())


def rewrite(graph: Graph, rule: _Rule) -> Graph:
    """The graph with the operations that a rule replaces; the graph itself when it replaces none."""
    return Rewriter(graph).walk(rule)


def keep_only(graph: Graph, kept: Sequence[bool]) -> Graph:
    """The graph without the values that are not kept; nothing that is kept may refer to them."""
    if all(kept):
        return graph
    places: list[Operand] = []
    values: list[GraphValue] = []
    for value, wanted in zip(graph.values, kept, strict=True):
        places.append(Ref(len(values)) if wanted else None)
        if wanted:
            moved = _moved(value, places, len(values)) if isinstance(value, Operation) else value
            values.append(_at(moved, len(values)))
    return replace(graph, values=values, outputs=tuple(places[ref.index] for ref in graph.outputs))


def use_counts(graph: Graph) -> list[int]:
    """How often each value is an operand, or an output."""
    uses = [0] * len(graph.values)
    for value in graph.values:
        for ref in references(value):
            uses[ref.index] += 1
    for ref in graph.outputs:
        uses[ref.index] += 1
    return uses


def _at(value: GraphValue, index: int) -> GraphValue:
    return value if value.index == index else replace(value, index=index)


def _has_tuple(operands: Collection[Operand]) -> bool:
    """Whether an operand is a tuple, or holds one: what is moved has lists."""
    if _NO_LISTS.issuperset(map(type, operands)):
        return False
    return any(isinstance(each, tuple) or (isinstance(each, list) and _has_tuple(each)) for each in operands)


#: Types of most operands.
_NO_LISTS = frozenset((Ref, int, float, bool, str, type(None)))


def _moved(operation: Operation, places: Sequence[Operand], index: int) -> Operation:
    """The operation with references to where its operands are now."""
    operands = tuple([_placed(operand, places) for operand in operation.operands])
    attributes = operation.attributes
    if attributes:
        attributes = {name: _placed(operand, places) for name, operand in attributes.items()}
    if index == operation.index and operands == operation.operands and attributes == operation.attributes:
        return operation
    return replace(operation, index=index, operands=operands, attributes=attributes)


def _placed(operand: Operand, places: Sequence[Operand]) -> Operand:
    if isinstance(operand, Ref):
        return places[operand.index]
    if isinstance(operand, list | tuple):
        return [_placed(item, places) for item in operand]
    return operand
