"""Runs like earlier ones: their calls are made without the accounts, and give what the first run gave."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from time import perf_counter
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from nacformats import InvalidError, LimitError
from nacformats.graph.graph import Graph, GraphValue, Weight
from nacformats.runtime import Budget, Session
from nacformats.runtime.steps.replays import RunReplay, RunReplays
from tests.runtime.programs import Program, floats

#: So many runs of one kind: the second one is taken down, the others are replays.
RUNS = 4


def replays_of(session: Session) -> list[RunReplay]:
    """The replays that a session keeps."""
    (steps,) = session._steps.values()
    return [replay for replay in steps.replays._last[1].values() if replay is not None]


def chain() -> Program:
    """Arithmetic with numbers, views, and a product with a weight."""
    program = Program()
    x = program.input("x")
    y = program("nac.mul", program("nac.add", x, 0.5), program("aten.tanh.default", x))
    y = program("aten.linear.default", y, program.parameter("w", floats(3, 4, seed=2)), None)
    y = program("aten.relu.default", program("aten.transpose.int", y, 0, 1))
    return program.output(program("nac.sub", 1.0, y), program("aten.sum.default", y))


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_every_run_gives_the_same(dtype: Any) -> None:
    program = chain()
    session = Session(program, parameters={"w": floats(3, 4, seed=2).astype(dtype)})
    reports = []
    for seed in range(RUNS):
        x = floats(5, 4, seed=seed).astype(dtype)
        outputs = session.run([x])
        reports.append((session.last_run.peak_bytes, session.last_run.live_bytes))
        expected = Session(program, parameters={"w": floats(3, 4, seed=2).astype(dtype)}).run([x])
        for one, other in zip(outputs, expected, strict=True):
            np.testing.assert_array_equal(one, other, strict=True)
    assert len(set(reports)) == 1
    assert len(replays_of(session)) == 1


def test_each_layout_of_the_inputs_has_its_own_replay() -> None:
    session = Session(chain())
    for _ in range(RUNS):
        for x in (floats(5, 4), floats(6, 4), np.asfortranarray(floats(5, 4)), floats(5, 4).astype(np.float32)):
            np.testing.assert_array_equal(session.run([x])[0], Session(chain()).run([x])[0])
    assert len(replays_of(session)) == 3


def test_other_weights_make_an_end_of_replays() -> None:
    session, x = Session(chain()), floats(5, 4)
    for _ in range(RUNS):
        session.run([x])
    other = floats(3, 4, seed=7)
    for weights in (other, other, other, other.astype(np.float64), floats(3, 4, seed=8)):
        given = x.astype(weights.dtype)
        expected = Session(chain(), parameters={"w": weights}).run([given])[0]
        np.testing.assert_array_equal(session.run([given], named={"w": weights})[0], expected, strict=True)
    assert replays_of(session) == []


def test_results_whose_size_elements_decide() -> None:
    program = Program()
    x = program.input()
    found = program("aten.masked_select.default", x, program("aten.gt.Scalar", x, 0.0))
    program.output(program("aten.exp.default", found))
    session = Session(program)
    for x in (floats(40), floats(40), floats(40), floats(40, seed=1), floats(40, seed=2), -np.abs(floats(40))):
        (result,) = session.run([x])
        np.testing.assert_allclose(result, np.exp(x[x > 0]), rtol=1e-6)
        assert session.last_run.live_bytes == result.nbytes


def test_what_numbers_ask_for_is_weighed_in_every_run() -> None:
    program = Program()
    n = program.input()
    program.output(program("aten.zeros.default", [program("aten.item.default", n)]))
    session = Session(program, budget=Budget(memory=1 << 20))
    for _ in range(RUNS):
        assert session.run([np.array(1000)])[0].shape == (1000,)
    with pytest.raises(LimitError, match="instruction 2"):
        session.run([np.array(1 << 30)])
    assert session.run([np.array(10)])[0].shape == (10,)


def test_an_error_names_its_operation() -> None:
    program = Program()
    x, places = program.input(), program.input()
    program.output(program("nac.neg", program("aten.embedding.default", x, places)))
    session = Session(program)
    for _ in range(RUNS):
        session.run([floats(5, 4), np.array([0, 4])])
    with pytest.raises(InvalidError, match=r"embedding.*indices from 0 to 5"):
        session.run([floats(5, 4), np.array([0, 5])])
    np.testing.assert_array_equal(session.run([floats(5, 4), np.array([0, 4])])[0], -floats(5, 4)[[0, 4]])


def test_operations_of_others_are_run_step_by_step() -> None:
    program = Program()
    program.output(program("my.op", program.input()))
    session = Session(program, operations={"my.op": lambda x: x[: int(x[0])]})
    for length in (1, 1, 1, 3, 2):
        assert session.run([np.full(4, length)])[0].shape == (length,)
    assert replays_of(session) == []


def test_changes_in_place_leave_the_inputs_alone() -> None:
    program = Program()
    x = program.input()
    y = program("aten.select.int", x, 0, 0)
    program.output(program("aten.add_.Tensor", y, 1.0), x)
    session, given = Session(program), floats(3, 4)
    for _ in range(RUNS):
        changed, whole = session.run([given])
        np.testing.assert_array_equal(changed, floats(3, 4)[0] + 1)
        np.testing.assert_array_equal(whole[1:], floats(3, 4)[1:])
        np.testing.assert_array_equal(given, floats(3, 4))


def test_memory_is_taken_from_what_nothing_else_needs() -> None:
    """Operands that are inputs, outputs, used again, or seen by a view keep their elements."""
    program = Program()
    x = program.input()
    y = program("nac.add", x, 1.0)
    view = program("aten.unfold.default", program("nac.view", y, [-1]), 0, 8, 8)
    z = program("nac.mul", y, 2.0)
    kept = program("nac.add", program("nac.neg", z), program("nac.neg", z))
    program.output(program("nac.sub", program("nac.mul", z, z), 1.0), view, kept, program("aten.relu.default", kept))
    session, given = Session(program), floats(128, 64)
    outputs = [session.run([given]) for _ in range(RUNS)]
    assert any(call.function is np.subtract for call in replays_of(session)[0].calls)
    for found in outputs:
        for one, other in zip(found, outputs[0], strict=True):
            np.testing.assert_array_equal(one, other, strict=True)
    np.testing.assert_array_equal(given, floats(128, 64))
    assert not any(np.shares_memory(one, other) for one, other in zip(outputs[2], outputs[3], strict=True))


def test_several_threads_replay_at_once() -> None:
    session = Session(chain())
    session.run([floats(5, 4)])
    expected = [Session(chain()).run([floats(5, 4, seed=seed)])[0] for seed in range(20)]
    with ThreadPoolExecutor(4) as threads:
        found = list(threads.map(lambda seed: session.run([floats(5, 4, seed=seed)])[0], range(20)))
    for one, other in zip(found, expected, strict=True):
        np.testing.assert_array_equal(one, other)


def test_many_weights_take_time_by_their_number() -> None:
    values: list[GraphValue] = [Weight(index, f"w{index}") for index in range(20_000)]
    steps = SimpleNamespace(outside=range(len(values)), sequence=[])
    started = perf_counter()
    RunReplays(Graph("nac", "instruction", values), steps)  # type: ignore[arg-type]
    assert perf_counter() - started < 2
