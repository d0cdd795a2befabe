"""Limits of what PyTorch may take to trace a stranger's program: few nodes may ask for any number of steps.

While it traces, it computes with tensors that have no elements. All of these computations go through one method of
the mode that a program's tensors were made in; there they are counted, before each is done.
"""

from __future__ import annotations

import operator
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from itertools import chain
from typing import Any

import torch

from nacformats import limits
from nacformats.compiler.frontends.torch_export.stored import TRUST_HINT
from nacformats.errors import LimitError

_ELEMENT = operator.getitem
_UNBOUNDED = float("inf")
#: Parameters of operators that are the number of tensors that they make.
_COUNTS = ("chunks", "sections", "r")
_HINT = f"export it, call run_decompositions() on that, and save the result; {TRUST_HINT}"


def check_numbers(graph: Any) -> None:
    """Refuse arithmetic whose results may grow without bound: PyTorch computes it in Python, in one step.

    Raises:
        LimitError: a number may get too many bits, or a list takes part, which products and sums make longer.
    """
    bits: dict[Any, float] = {}
    for node in graph.nodes:
        if node.op != "call_function" or isinstance(node.target, torch._ops.OperatorBase) or node.target is _ELEMENT:
            continue
        operands = node.args[0] if node.target is torch.sym_sum else (*node.args, *node.kwargs.values())
        sizes = [_bits(each, bits) for each in operands]
        bits[node] = sum(sizes) if node.target is operator.mul else max(sizes, default=0) + len(sizes)
        if node.target is operator.pow:
            exponent = node.args[-1]
            bits[node] = sizes[0] * abs(exponent) if isinstance(exponent, int | float) else _UNBOUNDED
        if bits[node] > limits.MAX_COMPUTED_BITS:
            raise LimitError(
                f"the numbers that {node.name} gives may be of any length",
                expected=f"at most {limits.MAX_COMPUTED_BITS:,} bits",
                hint=_HINT,
            )


def _bits(operand: Any, known: dict[Any, float]) -> float:
    """Return the most bits that a number has: 64 for fractions, sizes and elements of tensors."""
    if isinstance(operand, torch.fx.Node):
        return _UNBOUNDED if _gives_list(operand) else known.get(operand, 64)
    if isinstance(operand, int):
        return operand.bit_length()
    return 64 if isinstance(operand, float) else _UNBOUNDED


def _gives_list(node: Any) -> bool:
    schema = getattr(node.target, "_schema", None)
    return schema is not None and any("List" in str(result.type) for result in schema.returns)


@contextmanager
def limited_tracing(program: Any) -> Iterator[None]:
    """Within this block, tracing the program ends with a LimitError when it takes too much."""
    values = [value for node in program.graph.nodes for value in _tensors(node.meta.get("val"))]
    modes = {id(value.fake_mode): value.fake_mode for value in values}
    allowance = _TracingAllowance(len(program.graph.nodes))
    graphs = [each.graph for each in program.graph_module.modules() if isinstance(each, torch.fx.GraphModule)]
    for graph in graphs:
        check_numbers(graph)
    for node in chain.from_iterable(graph.nodes for graph in graphs):
        allowance.take(_parts(node))
    with ExitStack() as stack:
        for mode in modes.values():
            mode.dispatch = allowance.counting(mode.dispatch)
            stack.callback(delattr, mode, "dispatch")
        yield


class _TracingAllowance:
    """The computations that are left to a program of so many nodes."""

    def __init__(self, nodes: int) -> None:
        self._most = limits.TRACED_CALLS + limits.TRACED_CALLS_PER_NODE * nodes
        self._left = self._most
        self._end = time.thread_time() + limits.TRACED_SECONDS + limits.TRACED_SECONDS_PER_NODE * nodes

    def counting(self, dispatch: Any) -> Any:
        """Return the method that computes, after what it computes is taken."""

        def counted_dispatch(operation: Any, types: Any, args: Sequence[Any] = (), kwargs: Any = None) -> Any:
            self.take(_results(operation, args))
            return dispatch(operation, types, args, kwargs or {})

        return counted_dispatch

    def take(self, count: int) -> None:
        """Spend computations, or the tensors that one of them gives."""
        self._left -= count
        if self._left < 0 or time.thread_time() > self._end:
            reason = "PyTorch takes too many steps, or too long, to make the program functional"
            raise LimitError(reason, expected=f"at most {self._most:,} steps for a program of its size", hint=_HINT)


def _parts(node: Any) -> int:
    """Return the tensors that a node claims to give: PyTorch makes lists of that length before it computes anything."""
    if not isinstance(node.target, torch._ops.OpOverload):
        return 0
    names = [argument.name for argument in node.target._schema.arguments]
    given = {**dict(zip(names, node.args, strict=False)), **node.kwargs}
    counts = [given[name] for name in _COUNTS if name in given]
    if not all(type(count) is int for count in counts):
        reason = f"the number of parts of {node.target} is computed"
        raise LimitError(reason, expected="a number in the program", hint=_HINT)
    return max(counts, default=0)


def _results(operation: Any, args: Sequence[Any]) -> int:
    """Return an upper bound of the tensors that a call gives: some give one for each element along an axis."""
    if not any("List" in str(result.type) for result in operation._schema.returns):
        return 1
    numbers = [each for each in args[1:2] if type(each) is int]
    sizes = [size for value in _tensors(args[:1]) for size in value.shape if type(size) is int]
    largest = max(sizes, default=1)
    if "split" in operation._schema.name and operation._overloadname == "Tensor":
        return largest // max(*numbers, 1)
    return max(largest if "unbind" in operation._schema.name else 1, *numbers, 1)


def _tensors(value: Any) -> list[Any]:
    found = value if isinstance(value, list | tuple) else [value]
    return [each for each in found if hasattr(each, "fake_mode")]
