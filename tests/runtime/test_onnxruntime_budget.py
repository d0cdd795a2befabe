"""The budget of runs in onnxruntime: refused from sizes as on the NumPy engine, and ended in time."""

from __future__ import annotations

import subprocess
import sys
import time
import tracemalloc
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from nacformats.errors import LimitError
from nacformats.graph.graph import ValueType
from nacformats.runtime import Budget, Session
from nacformats.runtime.budget import still_running
from tests.partners import partner
from tests.runtime.programs import Program, floats

partner("onnx")
partner("onnxruntime")

from nacformats.onnx.running import session as sessions

MEMORY = 64 << 20


def outer_product() -> Program:
    """The sum of a product of n times n elements."""
    program = Program()
    x = program.input("x", type=ValueType(np.dtype(np.float32), ("n",)))
    product = program("aten.mul.Tensor", x, program("aten.unsqueeze.default", x, 1))
    return program.output(program("aten.sum.default", product))


@pytest.fixture
def native_runs(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The shapes of what onnxruntime was given, run by run."""
    given: list[Any] = []
    made = sessions._made

    class Noted:
        def __init__(self, *arguments: Any) -> None:
            self.session = made(*arguments)

        def run(self, outputs: Any, inputs: dict[str, Any], options: Any) -> Any:
            given.append([np.shape(array) for array in inputs.values()])
            return self.session.run(outputs, inputs, options)

    monkeypatch.setattr(sessions, "_made", Noted)
    return given


def test_sizes_that_take_too_much_are_refused_before_onnxruntime_starts(native_runs: list[Any]) -> None:
    session = Session(outer_product(), engine="onnxruntime", budget=Budget(memory=MEMORY))
    session.run([floats(10)])
    assert native_runs == [[(10,)]]
    for size in (5_000, 100_000):  # 100 MB, and more than any machine has
        errors = []
        for each in (session, Session(outer_product(), budget=Budget(memory=MEMORY))):
            with pytest.raises(LimitError, match="instruction") as caught:
                each.run([floats(size)])
            errors.append(caught.value)
        assert str(errors[0]) == str(errors[1])
    assert native_runs == [[(10,)]]
    session.run([floats(1000)])
    assert native_runs[-1] == [(1000,)]


def test_sizes_that_fit_are_looked_at_once(monkeypatch: pytest.MonkeyPatch, native_runs: list[Any]) -> None:
    from nacformats.onnx.running import runner

    looked: list[Any] = []
    observed = runner.observed
    monkeypatch.setattr(runner, "observed", lambda *arguments: looked.append(1) or observed(*arguments))
    session = Session(several(), engine="onnxruntime", budget=Budget(memory=MEMORY))
    for size in (10, 20, 2_000_000, 2_000_000, 1_900_000, 1_900_000):  # the large ones leave no room for an arena
        session.run([floats(size)])
    assert (len(looked), len(native_runs)) == (3, 6)


def test_an_arena_has_to_fit() -> None:
    """onnxruntime keeps what it once had: without room for that, it gives back what is not in use."""
    options = []
    for size in (100, 2_000_000):
        session = Session(several(), engine="onnxruntime", budget=Budget(memory=MEMORY))
        session.run([floats(size)])
        assert session._runner is not None
        (case,) = session._runner._cases.values()
        (variant,) = case.variants.values()
        options.append(variant.arena)
    assert options == [True, False]


def several() -> Program:
    """Five results that are there at a time, each as large as the input."""
    program = Program()
    x = program.input("x", type=ValueType(np.dtype(np.float32), ("n",)))
    return program.output(*(program("aten.mul.Tensor", x, float(number)) for number in range(5)))


def constants(count: int) -> Program:
    """The sum of constants of 16 MB each, one after the other."""
    program = Program()
    total = program.input("x")
    for number in range(count):
        whole = program("aten.full.default", [2048, 2048], float(number))
        total = program("aten.add.Tensor", total, program("aten.sum.default", whole))
    return program.output(total)


def test_a_constant_that_takes_too_much_is_refused() -> None:
    for engine in ("numpy", "onnxruntime"):
        with pytest.raises(LimitError, match="instruction"):
            Session(constants(1), engine=engine, budget=Budget(memory=8 << 20)).run([floats(1)])


def test_constants_that_fit_one_by_one_are_not_folded(monkeypatch: pytest.MonkeyPatch) -> None:
    disabled: list[Any] = []
    made = sessions._made

    def noted(model: Any, options: Any, names: Any) -> Any:
        disabled.append(names)
        return made(model, options, names)

    monkeypatch.setattr(sessions, "_made", noted)
    (found,) = Session(constants(6), engine="onnxruntime", budget=Budget(memory=MEMORY)).run([np.zeros(1, np.float32)])
    assert found == 15 * 2048 * 2048
    Session(constants(2), engine="onnxruntime", budget=Budget(memory=4 * MEMORY)).run([floats(1)])
    assert disabled == [["ConstantFolding"], []]


def test_copies_of_weights_have_to_fit() -> None:
    program = Program()
    weight = floats(1024, 1024)
    program.output(program("aten.linear.default", program.input("x"), program.parameter("w", weight)))
    tight = Session(program, engine="onnxruntime", budget=Budget(memory=6 << 20))
    np.testing.assert_allclose(tight.run([weight[:2]])[0], weight[:2] @ weight.T, rtol=1e-3)
    assert "copies of weights take 16.0 MiB" in tight.last_run.notes[0]
    roomy = Session(program, engine="onnxruntime", budget=Budget(memory=MEMORY))
    roomy.run([weight[:2]])
    assert roomy.last_run.notes == []


@pytest.mark.nightly
def test_a_run_that_is_given_up_ends_in_onnxruntime() -> None:
    program = Program()
    value = program.input("x", type=ValueType(np.dtype(np.float32), ("n", "n")))
    for _ in range(400):
        value = program("aten.matmul.default", value, value)
    session = Session(program.output(value), engine="onnxruntime")
    session.run([np.zeros((2, 2), np.float32)], timeout=60)  # imports take time as well
    with pytest.raises(LimitError, match=r"longer than|no computer does in"):
        session.run([np.zeros((1500, 1500), np.float32)], timeout=2)  # of 400 products of 7e9 steps each
    deadline = time.monotonic() + 10
    while still_running() and time.monotonic() < deadline:
        time.sleep(0.01)
    assert not still_running()


_MEASURED = """
import sys
import numpy as np
from pathlib import Path
from nacformats.runtime import Budget, Session
from tests.runtime.test_onnxruntime_budget import outer_product

def peak():
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) << 10 for line in lines if line.startswith("VmHWM"))

session = Session(outer_product(), engine="onnxruntime", budget=Budget(memory=64 << 20))
session.run([np.ones(10, np.float32)])
before = peak()
try:
    session.run([np.ones(12_000, np.float32)])
except ValueError:
    pass
print(peak() - before)
"""


@pytest.mark.nightly
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="the system does not say what a process had")
def test_the_process_stays_within_the_budget() -> None:
    words = [sys.executable, "-c", _MEASURED]
    root = Path(__file__).resolve().parents[2]
    done = subprocess.run(words, cwd=root, capture_output=True, text=True, timeout=60, check=True)
    assert int(done.stdout) < MEMORY


def test_weights_that_are_shared_are_packed_where_memory_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sessions, "COPIED_BYTES", 0)
    entries: list[Any] = []
    made = sessions._made

    def noted(model: Any, options: Any, names: Any) -> Any:
        entries.append(options.get_session_config_entry("session.disable_prepacking"))
        return made(model, options, names)

    monkeypatch.setattr(sessions, "_made", noted)
    program, weight = Program(), floats(512, 512)
    program.output(program("aten.linear.default", program.input("x"), program.parameter("w", weight)))
    for memory in (3 << 20, MEMORY):
        session = Session(program, engine="onnxruntime", budget=Budget(memory=memory))
        for _ in range(2):
            np.testing.assert_allclose(session.run([weight[:2]])[0], weight[:2] @ weight.T, rtol=1e-3, atol=1e-3)
        assert session.last_run.notes == []
    assert entries == ["1", "0"]


def test_a_run_that_is_repeated_holds_nothing_of_the_first_one() -> None:
    """The error of the first run kept its results alive, which took as much again."""
    program = Program()
    x = program.input("x", type=ValueType(np.dtype(np.float32), ("n",)))
    product = program("aten.mul.Tensor", x, program("aten.unsqueeze.default", x, 1))
    program.output(program("aten.cat.default", [product] * 5))
    session = Session(program, engine="onnxruntime", budget=Budget(memory=MEMORY))
    tracemalloc.start()
    with pytest.raises(LimitError, match="instruction"):
        session.run([floats(2000)])
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 1.5 * 2000 * 2000 * 4
