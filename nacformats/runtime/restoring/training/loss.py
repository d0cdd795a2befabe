"""The loss that a training program starts from, as operations behind the forward graph."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from nacformats.graph.graph import Graph, GraphOperand, GraphValue, Operation, Ref, Target
from nacformats.runtime.restoring.training.sides import Training


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


def loss_of(training: Training, forward: Graph) -> Loss | None:
    """The loss of a program: cross entropy, mean squared error or the sum of the first output; None for any other.

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
    build("aten.sum.default", self=output)


def _mse(build: _Builder, output: Ref, *_: object) -> None:
    build("aten.mse_loss.default", self=output, target=build.target())


def _nll(build: _Builder, output: Ref, training: Training, head: int) -> None:
    """Of two dimensions, or of one without a batch: then the program says that the classes are the first."""
    gradients = (row[2:3] for user, row in enumerate(training.operands) if _is_log_softmax(training, user, head))
    dim = 0 if [0] in gradients else 1
    logs = build("aten._log_softmax.default", self=output, dim=dim, half_to_float=False)
    build("aten.nll_loss.default", self=logs, target=build.target(), weight=None)


def _is_log_softmax(training: Training, index: int, head: int) -> bool:
    """Whether an operation is the gradient of a log_softmax, and takes that of the loss."""
    (first,) = training.operands[index][:1] or [None]
    return training.names[index] == "_log_softmax_backward_data" and isinstance(first, Ref) and first.index == head


def _nll2d(build: _Builder, output: Ref, training: Training, head: int) -> None:
    """Of four dimensions as it is; of three it is taken in another shape, so that a view follows."""
    has_three = any(
        isinstance(operand, Ref) and operand.index == head and training.names[index] == "view"
        for index, row in enumerate(training.operands)
        for operand in row[:1]
    )
    if has_three:
        output = build("aten.transpose.int", self=output, dim0=1, dim1=2)
    logs = build("aten._log_softmax.default", self=output, dim=1, half_to_float=False)
    name = "aten.nll_loss_nd.default" if has_three else "aten.nll_loss2d.default"
    build(name, self=logs, target=build.target(), weight=None)


_LOSSES: dict[str, Callable[[_Builder, Ref, Training, int], None]] = {
    "nll_loss_backward": _nll,
    "nll_loss2d_backward": _nll2d,
    "mse_loss_backward": _mse,
}
