"""The way in which passes change a graph: one walk over its values, in which a rule replaces operations.

Another walk leaves out what nothing needs.

A rule sees an operation with operands that refer to the new graph, so that what it replaces is seen by the rules of
later operations: a chain of any length collapses in one walk. A walk takes time in proportion to the graph.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import count
from typing import Any

import numpy as np

from nacformats.codec.columns.arrays import Array
from nacformats.graph.graph import (
    FOLDED,
    UNKNOWN,
    Graph,
    GraphOperand,
    GraphValue,
    Operation,
    Ref,
    ValueType,
    Weight,
    needed_values,
    refs_of,
)
from nacformats.ops import kernels  # noqa: F401  importing it fills the table
from nacformats.ops.dtypes import category
from nacformats.ops.schemas import KERNELS
from nacformats.ops.table import functional_name, operators

#: Returns the replacement of an operation: a value of the new graph, a constant, or None to keep it.
RewriteRule = Callable[["Rewriter", Operation], GraphOperand | None]


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
        #: The value of the old graph that each value of the new one came from.
        self._origins: list[int] = []
        self._uses: list[int] | None = None  # of the old graph; many walks never ask
        self._names: set[str] | None = None
        self._numbers = count()

    # what the new graph holds

    def value(self, operand: GraphOperand) -> GraphValue | None:
        """Return the value that a reference stands for; None for a constant."""
        return self.values[operand.index] if isinstance(operand, Ref) else None

    def operation(self, operand: GraphOperand, *operators: str) -> Operation | None:
        """Return the operation that an operand is the result of, when it is one of these."""
        value = self.value(operand)
        return value if isinstance(value, Operation) and value.operator in operators else None

    def weight(self, operand: GraphOperand) -> Weight | None:
        """Return the weight that an operand is, when its array is known."""
        value = self.value(operand)
        return value if isinstance(value, Weight) and value.load is not None else None

    def array(self, operand: GraphOperand) -> Array | None:
        """Return the elements of a weight; None for what is not one."""
        weight = self.weight(operand)
        return None if weight is None or weight.load is None else np.asarray(weight.load())

    def number(self, operand: GraphOperand) -> bool | int | float | None:
        """Return the number that an operand is: a constant, or a weight of one element; None for anything else."""
        if isinstance(operand, bool | int | float):
            return operand
        weight = self.weight(operand)
        if weight is None or weight.type.shape is None or any(size != 1 for size in weight.type.shape):
            return None
        array = self.array(operand)
        if array is None or (array.dtype.kind not in "biuf" and category(array.dtype) != 2):
            return None
        value: bool | int | float = array.reshape(-1)[0].item()
        return value

    def type(self, operand: GraphOperand) -> ValueType:
        """Return what is known of an operand's type."""
        value = self.value(operand)
        return UNKNOWN if value is None else value.type

    def used_once(self, operand: GraphOperand) -> bool:
        """True if a single operand or output of the old graph refers to a value."""
        return self.used(operand, 1)

    def used(self, operand: GraphOperand, times: int) -> bool:
        """True if exactly that many operands and outputs of the old graph refer to a value."""
        if self._uses is None:
            self._uses = use_counts(self.source)
        return isinstance(operand, Ref) and self._uses[self._origins[operand.index]] == times

    # making values

    def add(self, operator: str, *operands: GraphOperand, known: ValueType | None = None, **attributes: Any) -> Ref:
        """Return a new operation in place of `origin`; its type is that of `origin` unless it is given."""
        origin, known = self.origin, self.origin.type if known is None else known
        made = Operation(len(self.values), origin.name, known, origin.offset, origin.line)
        made.operator, made.operands, made.attributes = operator, operands, attributes
        return self._append(made)

    def add_weight(self, array: Array, name: str = FOLDED) -> Ref:
        """Return a new weight; a number is added to its name when the graph has that name."""
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

    def walk(self, rule: RewriteRule) -> Graph:
        """Return the graph in which a rule has replaced what it wants to; the old one when it wanted nothing."""
        source = self.source
        outputs = {ref.index for ref in source.outputs}
        places: list[GraphOperand] = []
        changed = False
        for value in source.values:
            self.origin = value
            found: GraphOperand | None = None
            if isinstance(value, Operation):
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


def rewrite(graph: Graph, rule: RewriteRule) -> Graph:
    """Return the graph with the operations that a rule replaces; the graph itself when it replaces none."""
    return Rewriter(graph).walk(rule)


def by_operator(rules: Mapping[str, RewriteRule]) -> RewriteRule:
    """Return the rule that applies the one of an operation's operator."""

    def rule(rewriter: Rewriter, operation: Operation) -> GraphOperand | None:
        found = rules.get(operation.operator)
        return None if found is None else found(rewriter, operation)

    return rule


def replace_operations(graph: Graph, rules: Mapping[str, RewriteRule]) -> Graph:
    """Replace operations by the rule of their operator; a graph with changes in place stays as it is."""
    return graph if changes_in_place(graph) else rewrite(graph, by_operator(rules))


def use_counts(graph: Graph) -> list[int]:
    """Return how often each value is an operand, or an output."""
    uses = [0] * len(graph.values)
    for value in graph.values:
        for ref in refs_of(value):
            uses[ref.index] += 1
    for ref in graph.outputs:
        uses[ref.index] += 1
    return uses


def remove_dead(graph: Graph) -> Graph:
    """Drop operations that no output depends on; inputs stay, whether they are used or not."""
    needed = needed_values(graph.values, graph.outputs)
    return _keep_only(graph, [not isinstance(value, Operation) or value.index in needed for value in graph.values])


def remove_unused_weights(graph: Graph) -> Graph:
    """Drop parameters, buffers and tensor constants that nothing refers to."""
    uses = use_counts(graph)
    return _keep_only(graph, [not isinstance(value, Weight) or uses[value.index] > 0 for value in graph.values])


def _keep_only(graph: Graph, kept: Sequence[bool]) -> Graph:
    """Return the graph without the values that are not kept; nothing that is kept may refer to them."""
    if all(kept):
        return graph
    places: list[GraphOperand] = []
    values: list[GraphValue] = []
    for value, wanted in zip(graph.values, kept, strict=True):
        places.append(Ref(len(values)) if wanted else None)
        if wanted:
            moved = _moved(value, places, len(values)) if isinstance(value, Operation) else value
            values.append(_at(moved, len(values)))
    return replace(graph, values=values, outputs=tuple(places[ref.index] for ref in graph.outputs))


def _at(value: GraphValue, index: int) -> GraphValue:
    return value if value.index == index else replace(value, index=index)


def _moved(operation: Operation, places: Sequence[GraphOperand], index: int) -> Operation:
    """Return the operation with references to where its operands are now, and lists in the place of tuples."""
    operands = tuple([_placed(operand, places) for operand in operation.operands])
    attributes = operation.attributes
    if attributes:
        attributes = {name: _placed(operand, places) for name, operand in attributes.items()}
    if index == operation.index and operands == operation.operands and attributes == operation.attributes:
        return operation
    return replace(operation, index=index, operands=operands, attributes=attributes)


def _placed(operand: GraphOperand, places: Sequence[GraphOperand]) -> GraphOperand:
    if isinstance(operand, Ref):
        return places[operand.index]
    if isinstance(operand, list | tuple):
        return [_placed(item, places) for item in operand]
    return operand


@cache
def is_pure(operator: str) -> bool:
    """True if an operation gives the same result whenever it is applied to the same operands, and does nothing else.

    An operation that the runtime does not know is not trusted to.
    """
    row = operators().get(operator)
    return operator in KERNELS and (row is None or row.is_pure)


def changes_in_place(graph: Graph) -> bool:
    """True if an operation of the graph changes a tensor: then values are not what their operations say."""
    return any(map(functional_name, {value.operator for value in graph.every(Operation)}))


@cache
def _parameters(operator: str) -> tuple[tuple[str, ...], Mapping[str, Any]]:
    """Return the names of the positional parameters of an operation, and the defaults of all parameters."""
    kernel = KERNELS.get(operator)
    parameters = () if kernel is None or kernel.parameters is None else kernel.parameters
    positional = tuple(parameter.name for parameter in parameters if not parameter.keyword_only)
    return positional, {parameter.name: parameter.default for parameter in parameters if not parameter.required}


def arguments_of(operation: Operation) -> dict[str, Any]:
    """Return the arguments of an operation by the names of its parameters, with those that it leaves out at their
    defaults.

    It is empty for operations without a schema, and for more operands than the schema has.
    """
    positional, defaults = _parameters(operation.operator)
    if len(operation.operands) > len(positional):
        return {}
    return {**defaults, **dict(zip(positional, operation.operands, strict=False)), **operation.attributes}


def first(operation: Operation | None) -> Ref | None:
    """Return the first operand of an operation, if there is one and it is a value of the graph."""
    operand = operation.operands[0] if operation is not None and operation.operands else None
    return operand if isinstance(operand, Ref) else None


def same_type(first: ValueType, second: ValueType) -> bool:
    """True if two tensors are known to have one dtype and one shape, symbolic sizes by their names."""
    return first.dtype is not None and first.dtype == second.dtype and same_shape(first, second)


def same_shape(first: ValueType, second: ValueType) -> bool:
    """True if two tensors are known to have one shape."""
    return first.shape is not None and first.shape == second.shape and None not in first.shape


def is_float(known: ValueType) -> bool:
    """True if a tensor is known to hold real floating point numbers."""
    return known.dtype is not None and category(known.dtype) == 2


def is_real(known: ValueType) -> bool:
    """True if a tensor is known not to hold complex numbers."""
    return known.dtype is not None and category(known.dtype) < 3


def is_integer(known: ValueType) -> bool:
    """True if a tensor is known to hold integers, bool not being one."""
    return known.dtype is not None and category(known.dtype) == 1
