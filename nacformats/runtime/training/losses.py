"""The loss of the forward pass, read off the operation with which a training program begins.

A training program holds gradients only. Its first one is that of the loss with respect to what the loss compares, and
such an operation has all the arguments of the loss itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from nacformats.formats.nac.aliasing import base_name
from nacformats.graph import Graph, Input, Operation, Ref, references

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
#: What gives the numbers of its first operand.
_SAME_NUMBERS = frozenset({"view", "reshape", "expand", "squeeze", "unsqueeze", "clone", "pass", "alias", "detach"})
_OUTPUT = "<OUTPUT>"


def loss_of(graph: Graph) -> Graph | None:
    """A training program with one more value, the loss, which is its output; None where it does not show the loss.

    It shows it where one operation is the gradient of a loss, and all that follows from the 1 at the start goes through
    that operation.
    """
    found = [operation for operation in graph.every(Operation) if base_name(operation.operator) in _LOSSES]
    if len(found) != 1 or not _begins(graph, found[0]):
        return None
    (gradient,) = found
    operator, count = _LOSSES[base_name(gradient.operator)]
    operands = gradient.operands[1 : 1 + count]
    if len(operands) < count or isinstance(_value(graph, operands[0]), Input | None):
        return None
    index = len(graph.values)
    loss = replace(gradient, index=index, number=_number(gradient), operator=operator, operands=operands)
    return replace(graph, values=[*graph.values, loss], outputs=(Ref(index),))


def _begins(graph: Graph, gradient: Operation) -> bool:
    """Whether the first operand of an operation is the 1 at the start, which nothing else takes."""
    chain: set[int] = set()
    value = _value(graph, gradient.operands[0]) if gradient.operands else None
    while isinstance(value, Operation) and _is_same(value) and value.operands:
        chain.add(value.index)
        value = _value(graph, value.operands[0])
    if not isinstance(value, Input) or value.default != 1:
        return False
    chain.add(value.index)
    return set(_users(graph, chain)) <= {*chain, gradient.index}


def _is_same(operation: Operation) -> bool:
    name = operation.operator
    return (base_name(name) or name.removeprefix("nac.")) in _SAME_NUMBERS


def _users(graph: Graph, chain: set[int]) -> Iterator[int]:
    for operation in graph.every(Operation):
        if operation.operator != _OUTPUT and any(ref.index in chain for ref in references(operation)):
            yield operation.index


def _value(graph: Graph, operand: object) -> object:
    return graph.values[operand.index] if isinstance(operand, Ref) else None


def _number(operation: Operation) -> int:
    return operation.index if operation.number is None else operation.number
