"""Graphs of any format in one spelling: canonical ATen names, every argument by its parameter's name."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, NamedTuple

from nacformats.errors import InvalidError
from nacformats.graph.graph import UNKNOWN, Graph, GraphOperand, GraphValue, Operation, Ref, ValueType
from nacformats.runtime.operators import KERNELS, Kernel, ScalarRef
from nacformats.runtime.restoring.arguments import bind, by_name
from nacformats.runtime.restoring.mind import RULES
from nacformats.runtime.restoring.mutation import refuse_lost_mutations
from nacformats.runtime.restoring.names import Names, principal_name


def resolved(graph: Graph) -> Graph:
    """Return the same graph with one spelling for every operation; it can be run, and takes linear time.

    - Operators have canonical ATen names: no standard NAC names, second names or in-place forms; the operations of Mind
      IR are spelled out in ATen's, whose types must have been inferred.
    - Every argument is among the attributes, by the parameter's name; those that equal the default are left out.
      Operations without a schema (of the caller's own, arithmetic of sizes, getitem) keep their operands.
    - One of several results is taken by "getitem" (operands: Ref, int); Ref.part is not used.

    Args:
        graph: verified, and restored when it is that of a NAC file. It is not changed.

    Raises:
        InvalidError: arguments do not fit their operation.
        UnsupportedError: an operation changes a tensor in place that is used again.
    """
    return resolved_with_origins(graph)[0]


def resolved_with_origins(graph: Graph) -> tuple[Graph, list[int]]:
    """`resolved`, and for each value of the result the index of the value that it comes from."""
    resolution = resolution_of(graph)
    return resolution.graph, resolution.origins


class Resolution(NamedTuple):
    """A graph in one spelling, and which values of it belong to which of the graph that it comes from.

    Attributes:
        graph: see `resolved`.
        origins: new index -> old index.
        places: old index -> new index.
    """

    graph: Graph
    origins: list[int]
    places: list[int]


def resolution_of(graph: Graph) -> Resolution:
    """`resolved`, and where every value of it comes from and every value of the graph went."""
    refuse_lost_mutations(graph)
    resolver = _Resolver(graph)
    for value in graph.values:
        resolver.add(value)
    outputs = tuple(resolver.ref(ref) for ref in graph.outputs)
    new = Graph(graph.format, graph.unit, resolver.values, outputs, graph.output_names)
    return Resolution(new, resolver.origins, [place.index for place in resolver.places])


class _Resolver:
    """Builds the values of the new graph, in order; it is the emitter of the rules for Mind IR."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        self.values: list[GraphValue] = []
        self.origins: list[int] = []
        self.places: list[Ref] = []  # old index -> new value
        self.parts: dict[Ref, Ref] = {}  # what selects a part
        self.names = Names()  # of the new graph
        self.value: GraphValue = GraphValue(-1)  # the one that is being resolved

    def add(self, value: GraphValue) -> None:
        self.value = value
        if not isinstance(value, Operation):
            self.places.append(self._append(replace(value, index=len(self.values))))
            return
        rule = RULES.get(value.operator)
        found = rule(self, *map(self._moved, value.operands), **value.attributes) if rule is not None else None
        place = self._operation(value) if found is None else found
        self.values[place.index].type = value.type
        self.places.append(place)

    def _append(self, value: GraphValue) -> Ref:
        self.values.append(value)
        self.origins.append(self.value.index)
        return Ref(value.index)

    def __call__(self, operator: str, /, **arguments: GraphOperand) -> Ref:
        return self._new(operator, attributes=arguments)

    def _new(self, operator: str, **details: Any) -> Ref:
        place = self.value
        return self._append(Operation(len(self.values), "", UNKNOWN, place.offset, place.line, operator, **details))

    def type(self, ref: Ref) -> ValueType:
        return self.values[ref.index].type

    def ref(self, ref: Ref) -> Ref:
        """Return a value of the old graph in the new one."""
        place = self.places[ref.index]
        if ref.part is None:
            return place
        if ref not in self.parts:
            self.parts[ref] = self._new("getitem", operands=(place, ref.part))
            self.values[-1].type = self._type_of_part(place)
        return self.parts[ref]

    def _type_of_part(self, place: Ref) -> ValueType:
        """Type inference gives a split the type of each of its parts; the parts of others are not known."""
        return self.type(place) if self.graph.format != "nac" else UNKNOWN

    def _moved(self, operand: GraphOperand) -> GraphOperand:
        if isinstance(operand, ScalarRef):
            operand = operand.ref
        if isinstance(operand, Ref):
            return self.ref(operand)
        return [self._moved(item) for item in operand] if isinstance(operand, list | tuple) else operand

    def _operation(self, value: Operation) -> Ref:
        moved = replace(
            value,
            operands=tuple(map(self._moved, value.operands)),
            attributes={name: self._moved(argument) for name, argument in value.attributes.items()},
        )
        moved.index = len(self.values)
        name, aten = self.names.of(moved)
        kernel = KERNELS.get(name) or KERNELS.get(aten)
        if kernel is not None:
            moved.operator = principal_name(kernel.name)
            if kernel.parameters is not None:
                moved.attributes = self._by_name(kernel, moved)
                moved.operands = ()
        return self._append(moved)

    def _by_name(self, kernel: Kernel, operation: Operation) -> dict[str, GraphOperand]:
        try:
            binding = bind(kernel, operation, self.names.is_number)
        except ValueError as error:  # BindingError
            raise self.graph.error(InvalidError, self.value, str(error)) from None
        return by_name(kernel, binding)
