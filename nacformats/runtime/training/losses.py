"""The loss of the forward pass, read off the operation with which a training program begins.

A training program holds gradients only. Its first one is that of the loss with respect to what the loss compares, and
such an operation has all the arguments of the loss itself.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace

from nacformats.graph.graph import Graph, Input, Operation, Ref, Saved, refs_of
from nacformats.runtime.aliasing import base_name

#: Gradient of a loss -> the loss, and how many of the arguments after the first one it takes.
_LOSSES = {
    "nll_loss_backward": ("aten.nll_loss.default", 5),
    "nll_loss2d_backward": ("aten.nll_loss2d.default", 5),
    "mse_loss_backward": ("aten.mse_loss.default", 3),
    "smooth_l1_loss_backward": ("aten.smooth_l1_loss.default", 4),
    "huber_loss_backward": ("aten.huber_loss.default", 4),
    "soft_margin_loss_backward": ("aten.soft_margin_loss.default", 3),
    "binary_cross_entropy_backward": ("aten.binary_cross_entropy.default", 4),
}
#: Operations that give the numbers of their first operand.
_SAME_NUMBERS = frozenset(
    {"view", "reshape", "expand", "squeeze", "unsqueeze", "clone", "pass", "alias", "detach", "type_as"}
)
_OUTPUT = "<OUTPUT>"


@dataclass(frozen=True)
class LossProgram:
    """The operations that compute the loss.

    Attributes:
        graph: the training program with further values, of which the last one is the loss and the output.
        shape: that the first output of the forward pass has to have; None where any will do.
    """

    graph: Graph
    shape: list[int] | None = None


def loss_of(graph: Graph, forward: Graph) -> LossProgram | None:
    """Return the program of the forward pass's loss; None if the training program does not show it.

    It shows it where one operation is the gradient of a loss, and all that follows from the 1 at the start goes through
    that operation; or where that 1 is expanded to the shape of the first output, whose elements are summed up then.
    """
    found = [operation for operation in graph.every(Operation) if base_name(operation.operator) in _LOSSES]
    if not found:
        return _sum(graph, forward)
    if len(found) > 1 or not _begins(graph, found[0]):
        return None
    (gradient,) = found
    operator, count = _LOSSES[base_name(gradient.operator)]
    operands = gradient.operands[1 : 1 + count]
    if len(operands) < count or isinstance(_value(graph, operands[0]), Input | None):
        return None
    return LossProgram(_with(graph, replace(gradient, operator=operator, operands=operands)))


def _sum(graph: Graph, forward: Graph) -> LossProgram | None:
    expanded = [
        each for each in graph.every(Operation) if base_name(each.operator) == "expand" and _begins(graph, each)
    ]
    if len(expanded) != 1 or not forward.outputs or forward.outputs[0].part is not None:
        return None
    sizes = expanded[0].operands[1] if len(expanded[0].operands) > 1 else None
    if not isinstance(sizes, list | tuple) or not all(isinstance(size, int) for size in sizes):
        return None
    users = [graph.values[index] for index in _users(graph, {expanded[0].index})]
    if any(isinstance(user, Operation) and math.prod(sizes) in user.operands for user in users):
        return None  # divided by the number of elements: it may be their mean
    output = Saved(len(graph.values), source=forward.outputs[0].index)
    saved = replace(graph, values=[*graph.values, output])
    total = replace(expanded[0], operator="aten.sum.default", operands=(Ref(output.index),))
    return LossProgram(_with(saved, total), list(sizes))


def _with(graph: Graph, loss: Operation) -> Graph:
    """Return a program with one more operation, which is its output."""
    index = len(graph.values)
    return replace(graph, values=[*graph.values, replace(loss, index=index)], outputs=(Ref(index),))


def _begins(graph: Graph, gradient: Operation) -> bool:
    """True if the first operand of an operation is the 1 at the start, which nothing else takes."""
    chain: set[int] = set()
    value = _value(graph, gradient.operands[0]) if gradient.operands else None
    while isinstance(value, Operation) and _is_same(value) and value.operands:
        chain.add(value.index)
        value = _value(graph, value.operands[0])
    if not isinstance(value, Input) or value.default != 1:
        return False
    chain.add(value.index)
    others = (ref for ref in refs_of(replace(gradient, operands=gradient.operands[1:])))
    return set(_users(graph, chain)) <= {*chain, gradient.index} and chain.isdisjoint(ref.index for ref in others)


def _is_same(operation: Operation) -> bool:
    name = operation.operator
    return (base_name(name) or name.removeprefix("nac.")) in _SAME_NUMBERS


def _users(graph: Graph, chain: set[int]) -> Iterator[int]:
    for operation in graph.every(Operation):
        if operation.operator != _OUTPUT and any(ref.index in chain for ref in refs_of(operation)):
            yield operation.index


def _value(graph: Graph, operand: object) -> object:
    return graph.values[operand.index] if isinstance(operand, Ref) else None
