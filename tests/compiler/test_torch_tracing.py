"""Programs of strangers that PyTorch has to trace anew: few nodes may ask for any number of steps."""

from __future__ import annotations

import operator
import time
from typing import Any

import pytest

from nacformats import limits
from nacformats.errors import LimitError
from tests.partners import partner

torch = partner("torch")

from nacformats.compiler.frontends.torch_export.functional import check_numbers, functional, functional_of_stranger


class Recurrent(torch.nn.Module):  # type: ignore[misc]
    """A change in place and a layer that PyTorch unrolls."""

    def __init__(self) -> None:
        super().__init__()
        self.layer = torch.nn.RNN(2, 2)

    def forward(self, x: Any) -> Any:
        return self.layer(x.clone().add_(1))[0]


class Divided(torch.nn.Module):  # type: ignore[misc]
    """A change in place and one part of a divided tensor."""

    def __init__(self, operation: str, *arguments: int) -> None:
        super().__init__()
        self.operation, self.arguments = operation, arguments

    def forward(self, x: Any) -> Any:
        return getattr(x.expand(8).clone().add_(1), self.operation)(*self.arguments)[0]


def _recurrent(steps: int) -> Any:
    return torch.export.export(Recurrent().eval(), (torch.zeros(steps, 1, 2),))


def test_steps_are_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    program = _recurrent(16)
    functional_of_stranger(program)
    monkeypatch.setattr(limits, "TRACED_CALLS", 16)
    monkeypatch.setattr(limits, "TRACED_CALLS_PER_NODE", 0)
    with pytest.raises(LimitError, match=r"too many steps.*run_decompositions.*--trust"):
        functional_of_stranger(program)
    functional(program)  # of the caller's own


def test_time_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "TRACED_SECONDS", -100.0)
    with pytest.raises(LimitError, match="too long"):
        functional_of_stranger(_recurrent(4))


@pytest.mark.sample("unbind", "chunk")
@pytest.mark.parametrize(
    "module",
    [
        Divided("unbind"),
        Divided("split", 1),
        Divided("chunk", 8),
        Divided("tensor_split", 8),
        Divided("unsafe_chunk", 8),
        Divided("unsafe_split", 1),
    ],
    ids=lambda module: module.operation,
)
def test_tensors_are_not_divided_into_any_number_of_parts(module: Divided) -> None:
    program = torch.export.export(module, (torch.zeros(1),))
    functional_of_stranger(program)
    for node in program.graph.nodes:
        if node.op == "call_function":
            node.args = tuple(_grown(each) for each in node.args)
    started = time.process_time()
    with pytest.raises(LimitError):
        functional_of_stranger(program)
    assert time.process_time() - started < 2


def _grown(value: Any) -> Any:
    return [2**31] if value == [8] else 2**31 if value == 8 else value


@pytest.mark.parametrize(
    ("target", "operands"),
    [
        (operator.pow, (10**9, 10**9)),
        (operator.pow, (2, "n")),
        (operator.mul, ([1, 2], 10**9)),
        (operator.mul, ("text", 10**9)),
    ],
)
def test_numbers_of_any_length_are_refused(target: Any, operands: tuple[Any, ...]) -> None:
    graph = torch.fx.Graph()
    size = graph.placeholder("n")
    graph.output(graph.call_function(target, tuple(size if each == "n" else each for each in operands)))
    with pytest.raises(LimitError, match="of any length"):
        check_numbers(graph)


def test_numbers_do_not_grow_step_by_step() -> None:
    graph = torch.fx.Graph()
    number = graph.placeholder("n")
    for _ in range(2):
        number = graph.call_function(operator.mul, (number, number))
        number = graph.call_function(operator.pow, (graph.call_function(operator.add, (number, 1)), 2))
    check_numbers(graph)
    for _ in range(20):
        number = graph.call_function(operator.mul, (number, number))
    with pytest.raises(LimitError, match="of any length"):
        check_numbers(graph)


def test_lists_do_not_grow() -> None:
    graph = torch.fx.Graph()
    parts = graph.call_function(torch.ops.aten.unbind.int, (graph.placeholder("x"),))
    check_numbers(graph)
    graph.call_function(operator.add, (parts, parts))
    with pytest.raises(LimitError, match="of any length"):
        check_numbers(graph)
