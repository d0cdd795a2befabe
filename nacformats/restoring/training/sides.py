"""Both programs as the search for meanings sees them: short names, operands in one row, values up to views."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple

from nacformats.graph.graph import Graph, GraphOperand, GraphValue, Operation, Ref, Target, Weight, refs_in, refs_of
from nacformats.ops.derivatives import DERIVATIVES, ONE_NAME, ORDERLY, PERMUTING
from nacformats.ops.names import ATEN
from nacformats.ops.schemas import KERNELS


def short_name(operator: str) -> str:
    """Return the name of an operation without its namespace and overload."""
    namespace, _, rest = operator.partition(".")
    return rest.partition(".")[0] if namespace in ("aten", "nac") else operator.rpartition(".")[2]


def with_list_items(operands: Iterable[GraphOperand]) -> Iterator[GraphOperand]:
    """Yield operands, with the items of lists that hold results one by one."""
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
        operands = list(with_list_items(value.operands)) or [None] if isinstance(value, Operation) else []
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
        name = ONE_NAME.get(name, name)
        return "t" if name == "transpose" and len(operands) == 1 else name

    def _undone(self, name: str, operands: list[GraphOperand]) -> int:
        """Return the root of a transposition, which may undo another one."""
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
        arguments: gives the arguments of an operation by parameter, defaults included.
        differentiable: gives its operands that a gradient flows to, by parameter; all of one that is not known.
        tuples: the values of which one of several results is taken.
        weights: the parameters, by id or name.
    """

    def __init__(self, values: list[GraphValue], trained: Mapping[int | str, int]) -> None:
        self.values = values
        self.names = [short_name(value.operator) if isinstance(value, Operation) else "" for value in values]
        self.arguments = cache(self._arguments)
        self.differentiable = cache(self._differentiable)
        self.roots: list[int] = []
        self.needs: list[int] = []
        for value in values:
            self.roots.append(self._root(value))
            self.needs.append(self._needs(value, trained))
        self.uses = self._uses()
        self.weights = {parameter_key(value): value.index for value in reversed(values) if isinstance(value, Weight)}
        self.tuples = {ref.index for value in values if self.names[value.index] == "getitem" for ref in refs_of(value)}

    def _root(self, value: GraphValue) -> int:
        if self.names[value.index] not in ORDERLY:
            return value.index
        taken = [ref for ref in refs_of(value) if self.names[ref.index] != "sym_size"]
        return self.roots[taken[0].index] if len(taken) == 1 else value.index

    def _needs(self, value: GraphValue, trained: Mapping[int | str, int]) -> int:
        if isinstance(value, Weight):
            return trained.get(parameter_key(value), 0)
        needs = 0
        for ref in refs_in(self.differentiable(value.index).values()):
            needs |= self.needs[ref.index]
        return needs

    def _uses(self) -> list[int]:
        uses = [0] * len(self.values)
        taken = {len(self.values) - 1}
        for value in reversed(self.values):
            if value.index in taken:
                refs = list(refs_in(self.differentiable(value.index).values()))
                taken |= {ref.index for ref in refs}
                for ref in refs if self.names[value.index] not in ORDERLY else ():
                    uses[self.roots[ref.index]] += 1
        return uses

    def _arguments(self, index: int) -> Mapping[str, GraphOperand]:
        """Return the arguments of an operation by parameter, defaults included."""
        value = self.values[index]
        assert isinstance(value, Operation)
        kernel = KERNELS.get(value.operator)
        defaults = {} if kernel is None else {each.name: each.default for each in kernel.parameters or ()}
        return defaults | _given(value)

    def _differentiable(self, index: int) -> dict[str, Any]:
        """Return the operands of an operation that a gradient flows to, by parameter; all of one that is not known."""
        value = self.values[index]
        if not isinstance(value, Operation):
            return {}
        given = _given(value)
        row = DERIVATIVES.get(self.names[index])
        names = given if row is None or value.operands else [name for name in row if name in given]
        return {name: given[name] for name in names if any(refs_in([given[name]]))}


def _given(operation: Operation) -> dict[str, GraphOperand]:
    """Return the arguments that an operation has, by parameter or place."""
    return {str(place): each for place, each in enumerate(operation.operands)} | dict(operation.attributes)


def parameter_key(weight: Weight) -> int | str:
    """Return the key of a parameter: its id, or its name if the format has no ids."""
    return weight.name if weight.parameter is None else weight.parameter


class Loss(NamedTuple):
    """A loss.

    Attributes:
        values: behind the forward graph; the last one is the loss.
        head: the operation of the training program that comes first.
        seed: its first operand, the gradient of the loss.
    """

    values: list[GraphValue]
    head: int
    seed: Ref


class _Builder:
    def __init__(self, start: int) -> None:
        self.start = start
        self.values: list[GraphValue] = []

    def target(self) -> Ref:
        return self._append(Target(-1, number=0))

    def __call__(build, operator: str, /, **attributes: GraphOperand) -> Ref:  # noqa: N805  "self" is an attribute
        return build._append(Operation(-1, operator=operator, attributes=attributes))

    def _append(self, value: GraphValue) -> Ref:
        value.index = self.start + len(self.values)
        self.values.append(value)
        return Ref(value.index)


def loss_behind(training: Training, forward: Graph) -> Loss | None:
    """Return the loss of a program: cross entropy, mean squared error or the sum of the first output; None for any
    other.

    Cross entropy of an output of three dimensions is that of the output with the last two exchanged.
    """
    heads = [index for index, name in enumerate(training.names) if name in _LOSSES]
    if not heads:
        heads = [
            index for index, name in enumerate(training.names) if name == "expand" and _is_constant(training, index)
        ]
    if len(heads) != 1 or not forward.outputs:
        return None
    (head,) = heads
    operands = training.operands[head]
    if not operands or not isinstance(operands[0], Ref):
        return None
    build = _Builder(len(forward.values))
    _LOSSES.get(training.names[head], _sum)(build, forward.outputs[0], training, head)
    return Loss(build.values, head, operands[0])


def _is_constant(training: Training, index: int) -> bool:
    operand = training.operands[index][0]
    return isinstance(operand, Ref) and not training.operands[training.roots[operand.index]]


def _sum(build: _Builder, output: Ref, *_: object) -> None:
    build(ATEN.sum.default, self=output)


def _mse(build: _Builder, output: Ref, *_: object) -> None:
    build(ATEN.mse_loss.default, self=output, target=build.target())


def _nll(build: _Builder, output: Ref, training: Training, head: int) -> None:
    """Append the loss of two dimensions, or of one without a batch, if the program says that the classes come first."""
    gradients = (row[2:3] for user, row in enumerate(training.operands) if _is_log_softmax(training, user, head))
    dim = 0 if [0] in gradients else 1
    logs = build(ATEN._log_softmax.default, self=output, dim=dim, half_to_float=False)
    build(ATEN.nll_loss.default, self=logs, target=build.target(), weight=None)


def _is_log_softmax(training: Training, index: int, head: int) -> bool:
    """True if an operation is the gradient of a log_softmax, and takes that of the loss."""
    (first,) = training.operands[index][:1] or [None]
    return training.names[index] == "_log_softmax_backward_data" and isinstance(first, Ref) and first.index == head


def _nll2d(build: _Builder, output: Ref, training: Training, head: int) -> None:
    """Append the loss of four dimensions as it is, or of three in another shape, so that a view follows."""
    has_three = any(
        isinstance(operand, Ref) and operand.index == head and training.names[index] == "view"
        for index, row in enumerate(training.operands)
        for operand in row[:1]
    )
    if has_three:
        output = build(ATEN.transpose.int, self=output, dim0=1, dim1=2)
    logs = build(ATEN._log_softmax.default, self=output, dim=1, half_to_float=False)
    name = ATEN.nll_loss_nd.default if has_three else ATEN.nll_loss2d.default
    build(name, self=logs, target=build.target(), weight=None)


_LOSSES: dict[str, Callable[[_Builder, Ref, Training, int], None]] = {
    short_name(ATEN.nll_loss_backward.default): _nll,
    short_name(ATEN.nll_loss2d_backward.default): _nll2d,
    short_name(ATEN.mse_loss_backward.default): _mse,
}
