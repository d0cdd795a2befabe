"""Lifetimes: dropping values early never changes a result, and the peak that is reported is what was held."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from nacformats.graph.graph import Ref
from nacformats.runtime import Session
from tests.runtime.programs import Program, floats

SHAPE = (4, 6)
#: By the names of ATen: a nac.add that nobody uses may have been a method that changes its operand.
STEPS: list[tuple[str, tuple[Any, ...], int, Callable[..., Any]]] = [
    ("aten.neg.default", (), 1, lambda x: -x),
    ("nac.pass", (), 1, lambda x: x),
    ("aten.tanh.default", (), 1, np.tanh),
    ("aten.add.Tensor", (), 2, lambda x, y: x + y),
    ("aten.sub.Tensor", (), 2, lambda x, y: x - y),
    ("nac.clone", (), 1, lambda x: x.copy()),
    ("aten.flip.default", ([0],), 1, lambda x: x[::-1]),
    ("nac.view", ([*SHAPE],), 1, lambda x: x),
]


@st.composite
def programs(draw: st.DrawFn) -> tuple[Program, list[Any], list[int]]:
    """A program, what naive evaluation gives for each value, and the values that are returned."""
    program = Program()
    values = []
    for seed in range(draw(st.integers(1, 3))):
        program.input()
        values.append(floats(*SHAPE, seed=seed))
    for _ in range(draw(st.integers(1, 25))):
        name, constants, arity, function = draw(st.sampled_from(STEPS))
        sources = [draw(st.integers(0, len(values) - 1)) for _ in range(arity)]
        program(name, *map(Ref, sources), *constants)
        values.append(function(*(values[source] for source in sources)))
    outputs = draw(st.lists(st.integers(0, len(values) - 1), min_size=1, max_size=4))
    program.output(*map(Ref, outputs))
    return program, values, outputs


@given(programs())
def test_dropping_values_never_changes_a_result(case: tuple[Program, list[Any], list[int]]) -> None:
    program, values, outputs = case
    session = Session(program)
    inputs = values[: len(session.inputs)]
    for _ in range(2):
        for result, index in zip(session.run(inputs), outputs, strict=True):
            np.testing.assert_allclose(result, values[index], rtol=1e-5, atol=1e-6)
    session.run(inputs, intermediate=range(len(values)))
    for index, kept in session.last_run.intermediate.items():
        np.testing.assert_allclose(kept, values[index], rtol=1e-5, atol=1e-6)
    held = sum({id(array): array.nbytes for array in values[len(inputs) :]}.values())
    assert session.last_run.peak_bytes <= held


def chain(length: int, operator: str = "aten.tanh.default") -> Program:
    program = Program()
    value = program.input()
    for _ in range(length):
        value = program(operator, value)
    return program.output(value)


def test_a_chain_holds_two_results_at_a_time() -> None:
    session = Session(chain(50))
    session.run([np.zeros(1000, np.float32)])
    assert session.last_run.peak_bytes == 8000


def test_views_and_inputs_are_no_new_memory() -> None:
    program = Program()
    value = program.input()
    for _ in range(10):
        value = program("aten.transpose.int", value, 0, 1)
    session = Session(program.output(value))
    session.run([floats(100, 100)])
    assert session.last_run.peak_bytes == 0


def test_a_view_keeps_the_memory_that_it_views_alive() -> None:
    program = Program()
    x = program.input()
    view = program("aten.transpose.int", program("nac.neg", x), 0, 1)
    other = program("nac.neg", x)
    session = Session(program.output(program("nac.add", view, program("aten.transpose.int", other, 0, 1))))
    session.run([np.zeros((100, 100), np.float32)])
    assert session.last_run.peak_bytes == 3 * 40_000


def test_parts_of_a_split_count_once() -> None:
    program = Program()
    parts = program("aten.split.Tensor", program("nac.neg", program.input()), 2)
    total = program("nac.add", program("getitem", parts, 0), program("getitem", parts, 1))
    session = Session(program.output(total))
    session.run([np.zeros((4, 256), np.float32)])
    assert session.last_run.peak_bytes == 4096 + 2048


def test_weights_are_not_counted() -> None:
    program = Program()
    weight = program.parameter("w", np.zeros((512, 512), np.float32))
    transposed = program("aten.transpose.int", weight, 0, 1)
    session = Session(program.output(program("aten.matmul.default", program.input(), transposed)))
    session.run([np.zeros((1, 512), np.float32)])
    assert session.last_run.peak_bytes == 2048


def test_operations_that_no_output_needs_are_left_out() -> None:
    program = chain(3)
    program("nac.neg", Ref(0))
    assert Session(program).operation_count == 3


def test_runs_do_not_share_values() -> None:
    session = Session(chain(5))
    first, second = session.run([floats(8)]), session.run([floats(8, seed=1)])
    again = session.run([floats(8)])
    np.testing.assert_array_equal(first[0], again[0])
    assert not np.array_equal(first[0], second[0])
