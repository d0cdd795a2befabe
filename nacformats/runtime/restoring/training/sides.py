"""Both programs as the search for meanings sees them: short names, operands in one row, values up to views."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from nacformats.graph.graph import Graph, GraphOperand, GraphValue, Operation, Ref, Weight, refs_of
from nacformats.runtime.operators import KERNELS
from nacformats.runtime.restoring.training.formulas import DERIVATIVES, words

#: Operations that keep the elements of their first operand in their order.
ORDERLY = words(
    "view reshape _unsafe_view unsafe_view _reshape_alias flatten unflatten ravel unsqueeze squeeze clone contiguous "
    "alias detach pass lift_fresh_copy dropout"
)
#: Operations that only change the order of the axes of their first operand.
PERMUTING = frozenset({"t", "transpose", "permute"})
#: What several operations are called here.
_SHORT = {
    **dict.fromkeys(("mm", "bmm", "mv"), "matmul"),
    **dict.fromkeys(("numpy_T", "mT", "adjoint"), "t"),
    "slice_copy": "slice",
}


def short_name(operator: str) -> str:
    """The name of an operation without its namespace and overload."""
    namespace, _, rest = operator.partition(".")
    return rest.partition(".")[0] if namespace in ("aten", "nac") else operator.rpartition(".")[2]


def flat(operands: Iterable[GraphOperand]) -> Iterator[GraphOperand]:
    """Operands, with the items of lists that hold results one by one."""
    for operand in operands:
        if isinstance(operand, list | tuple) and any(isinstance(item, Ref) for item in operand):
            yield from operand
        else:
            yield operand


class Training:
    """The training program.

    Attributes:
        values: of its graph.
        names: short ones, "" for what is no operation.
        operands: of each value, in one row; an operation without operands has a None there.
        roots: of each value, the first one that holds the same elements in the same order.
        below: of each value, what is below all views of that kind, and the one of them that takes it, if any.
        users: by root, the operations (no views) that take it, and at which operand.
    """

    def __init__(self, graph: Graph) -> None:
        self.values = graph.values
        self.names: list[str] = []
        self.operands: list[list[GraphOperand]] = []
        self.roots: list[int] = []
        self.below: list[tuple[int, int | None]] = []
        self.users: dict[int, list[tuple[int, int]]] = defaultdict(list)
        for value in graph.values:
            self._add(value)

    def _add(self, value: GraphValue) -> None:
        operands = list(flat(value.operands)) or [None] if isinstance(value, Operation) else []
        name = self._name(value, operands)
        self.names.append(name)
        self.operands.append(operands)
        viewed = operands[0] if name in ORDERLY and sum(isinstance(each, Ref) for each in operands) == 1 else None
        if isinstance(viewed, Ref):
            self.roots.append(self.roots[viewed.index])
            below, viewer = self.below[viewed.index]
            self.below.append((below, value.index if viewer is None else viewer))
            return
        self.below.append((value.index, None))
        self.roots.append(self._undone(name, operands) if name in PERMUTING else value.index)
        for position, operand in enumerate(operands):
            if isinstance(operand, Ref):
                self.users[self.roots[operand.index]].append((value.index, position))

    def _name(self, value: GraphValue, operands: list[GraphOperand]) -> str:
        if not isinstance(value, Operation) or value.operator.startswith("<"):
            return ""
        name = short_name(value.operator)
        name = _SHORT.get(name, name)
        return "t" if name == "transpose" and len(operands) == 1 else name

    def _undone(self, name: str, operands: list[GraphOperand]) -> int:
        """The root of a transposition, which may undo another one."""
        place = len(self.names) - 1
        if name == "permute" or not isinstance(operands[0], Ref):
            return place
        root = self.roots[operands[0].index]
        if self.names[root] == name and self.operands[root][1:] == operands[1:]:
            inner = self.operands[root][0]
            return self.roots[inner.index] if isinstance(inner, Ref) else place
        return place


class Forward:
    """The forward graph in one spelling, with the loss behind it.

    Attributes:
        values: of the graph.
        names: short ones, "" for what is no operation.
        roots: of each value, the first one that holds the same elements in the same order.
        needs: of each value, the parameters that are trained and that its value depends on, as bits.
        uses: by root, how many operands (of operations that are no views) that the loss depends on take it.
        tuples: the values of which one of several results is taken.
        weights: the parameters, by id or name.
    """

    def __init__(self, values: list[GraphValue], trained: Mapping[int | str, int]) -> None:
        self.values = values
        self.names = [short_name(value.operator) if isinstance(value, Operation) else "" for value in values]
        self._arguments: dict[int, Mapping[str, GraphOperand]] = {}
        self._differentiable: dict[int, dict[str, Any]] = {}
        self.roots: list[int] = []
        self.needs: list[int] = []
        for value in values:
            self.roots.append(self._root(value))
            self.needs.append(self._needs(value, trained))
        self.uses = self._uses()
        self.weights = {key_of(value): value.index for value in reversed(values) if isinstance(value, Weight)}
        self.tuples = {ref.index for value in values if self.names[value.index] == "getitem" for ref in refs_of(value)}

    def _root(self, value: GraphValue) -> int:
        if self.names[value.index] not in ORDERLY:
            return value.index
        taken = [ref for ref in refs_of(value) if self.names[ref.index] != "sym_size"]
        return self.roots[taken[0].index] if len(taken) == 1 else value.index

    def _needs(self, value: GraphValue, trained: Mapping[int | str, int]) -> int:
        if isinstance(value, Weight):
            return trained.get(key_of(value), 0)
        needs = 0
        for operand in self.differentiable(value.index).values():
            for ref in flat([operand]):
                needs |= self.needs[ref.index] if isinstance(ref, Ref) else 0
        return needs

    def _uses(self) -> list[int]:
        uses = [0] * len(self.values)
        taken = {len(self.values) - 1}
        for value in reversed(self.values):
            if value.index in taken:
                operands = flat(self.differentiable(value.index).values())
                refs = [ref for ref in operands if isinstance(ref, Ref)]
                taken |= {ref.index for ref in refs}
                for ref in refs if self.names[value.index] not in ORDERLY else ():
                    uses[self.roots[ref.index]] += 1
        return uses

    def arguments(self, index: int) -> Mapping[str, GraphOperand]:
        """The arguments of an operation by parameter, defaults included."""
        if index not in self._arguments:
            value = self.values[index]
            assert isinstance(value, Operation)
            kernel = KERNELS.get(value.operator)
            defaults = {} if kernel is None else {each.name: each.default for each in kernel.parameters or ()}
            self._arguments[index] = defaults | _given(value)
        return self._arguments[index]

    def differentiable(self, index: int) -> dict[str, Any]:
        """The operands of an operation that a gradient flows to, by parameter; all of one that is not known."""
        if index not in self._differentiable:
            self._differentiable[index] = self._flown_to(index)
        return self._differentiable[index]

    def _flown_to(self, index: int) -> dict[str, Any]:
        value = self.values[index]
        if not isinstance(value, Operation):
            return {}
        given = _given(value)
        row = DERIVATIVES.get(self.names[index])
        names = given if row is None or value.operands else [name for name in row if name in given]
        return {name: given[name] for name in names if any(isinstance(each, Ref) for each in flat([given[name]]))}


def _given(operation: Operation) -> dict[str, GraphOperand]:
    """The arguments that an operation has, by parameter or place."""
    return {str(place): each for place, each in enumerate(operation.operands)} | dict(operation.attributes)


def key_of(weight: Weight) -> int | str:
    """What identifies a parameter: its id, or its name where the format has no ids."""
    return weight.name if weight.parameter is None else weight.parameter
