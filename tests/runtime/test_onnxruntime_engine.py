"""The engine onnxruntime: results, parts, what stays on the NumPy kernels, weights, and what is said about failures."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from nacformats import InvalidError, LimitError, UnsupportedError
from nacformats.fuzz.choices import Choices, RandomChoices
from nacformats.graph.graph import Ref, ValueType
from nacformats.ops.schemas import KERNELS
from nacformats.runtime import Budget, Session, SessionOptions, register_operation
from tests.partners import partner
from tests.programs.making import RunnableProgram as Generated
from tests.programs.making import make_mind_program, make_program
from tests.runtime.programs import Program, floats

partner("onnx")
partner("onnxruntime")

F32 = np.dtype(np.float32)


def agree(program: Program, inputs: list[Any], **options: Any) -> Session:
    """Run a program on both engines, compare, and give the session of onnxruntime after a profiled run."""
    expected = Session(program, **options).run(inputs)
    session = Session(program, engine="onnxruntime", **options)
    for profile in (False, False, True):  # the second one goes a shorter way
        found = session.run(inputs, profile=profile)
        for each, wanted in zip(found, expected, strict=True):
            np.testing.assert_allclose(each, wanted, rtol=1e-5, atol=1e-5)
            assert (each.dtype, each.shape) == (wanted.dtype, wanted.shape)
    return session


def layers(count: int = 2) -> Program:
    program = Program()
    value = program.input("x")
    for layer in range(count):
        value = program("aten.linear.default", value, program.parameter(f"w{layer}", floats(8, 8, seed=layer)))
        value = program("aten.relu.default", value)
    return program.output(value)


def test_a_graph_is_one_part() -> None:
    session = agree(layers(), [floats(3, 8)])
    assert list(session.last_run.operations) == ["onnxruntime: 4 operations, instruction 2 to 6"]
    assert session.last_run.notes == []


def test_other_sizes_take_the_same_model_and_other_ranks_another() -> None:
    program = layers()
    session = agree(program, [floats(3, 8)])
    for shape in ((5, 8), (1, 8), (0, 8), (2, 3, 8)):
        expected = Session(program).run([floats(*shape)])
        np.testing.assert_allclose(session.run([floats(*shape)])[0], expected[0], rtol=1e-5, atol=1e-5)
    assert session._runner is not None
    (case,) = session._runner._cases.values()
    assert len(case.variants) == 2


def custom_in_the_middle() -> Program:
    program = Program()
    x = program.input("x")
    hidden = program("aten.linear.default", x, program.parameter("w", floats(8, 8)))
    rows = program("aten.sym_size.int", hidden, 0)
    odd = program("my.odd.default", hidden, rows)
    after = program("aten.add.Tensor", odd, program("aten.relu.default", hidden))
    return program.output(program("aten.softmax.int", after, -1), odd)


def test_what_onnx_cannot_say_runs_between_the_parts() -> None:
    def odd(x: Any, rows: Any) -> Any:
        assert type(rows) is int
        return x * rows

    session = agree(custom_in_the_middle(), [floats(3, 8)], operations={"my.odd.default": odd})
    names = list(session.last_run.operations)
    assert [name.split(",")[0] for name in names] == [
        "onnxruntime: 3 operations",
        "my.odd.default",
        "onnxruntime: 2 operations",
    ]
    (note,) = session.last_run.notes
    assert note.startswith("my.odd.default (1x) on the NumPy kernels")


def test_no_part_waits_for_itself() -> None:
    program = Program()
    x = program.input("x")
    first = program("aten.relu.default", x)
    other = program("my.half.default", first)
    second = program("aten.exp.default", first)
    third = program("aten.add.Tensor", second, other)
    fourth = program("my.half.default", third)
    program.output(program("aten.mul.Tensor", fourth, second))
    agree(program, [floats(4)], operations={"my.half.default": lambda x: x * np.float32(0.5)})


def test_tuples_stay_within_a_part() -> None:
    program = Program()
    x = program.input("x")
    pieces = program("aten.split.Tensor", program("aten.relu.default", x), 2, 1)
    odd = program("my.first.default", pieces)
    best = program("aten.max.dim", x, 1)
    program.output(odd, Ref(best.index, 0), Ref(best.index, 1), Ref(pieces.index, 1))
    agree(program, [floats(3, 4)], operations={"my.first.default": lambda parts: parts[0] + 1})


def test_an_output_may_be_a_tuple_an_input_or_a_weight() -> None:
    program = Program()
    x = program.input("x")
    w = program.parameter("w", floats(3))
    program.output(x, w, program("aten.add.Tensor", x, w), program("aten.sym_size.int", x, 0))
    agree(program, [floats(3)])


def test_a_run_like_an_earlier_one_takes_what_it_is_given() -> None:
    program = Program()
    x, _, y = (program.input(name) for name in "xuy")
    total = program("aten.sub.Tensor", y, x)
    program.output(y, total, program.parameter("w", floats(2)), total, program("aten.neg.default", total))
    session = Session(program, engine="onnxruntime")
    for number in range(3):
        one, other = floats(3, seed=number), floats(3, seed=number + 9)
        expected = [other, other - one, floats(2), other - one, one - other]
        np.testing.assert_equal(session.run([one, one, other]), expected)
        named = session.run({"y": other, "u": one, "x": one})
        np.testing.assert_equal(list(named.values()), expected)
        np.testing.assert_equal(session.run([one.tolist(), one, other]), expected)
        assert session.last_run.seconds > 0
        assert session.last_run.peak_bytes == 24


@pytest.mark.parametrize("given", [np.arange(3, dtype=np.int32), np.array([1, 2], ">i8"), np.array([True, False])])
def test_arguments_of_another_type_are_converted_in_every_run(given: np.ndarray) -> None:
    wanted = ValueType(np.dtype(bool if given.dtype == bool else np.int64), ("n",))
    program = Program()
    x = program.input("x", type=wanted)
    program.output(x, program("aten.add.Tensor", x, 1))
    session = agree(program, [given])
    if given.dtype == bool:
        np.testing.assert_equal(session.run([np.array([7, 0], np.uint8).view(bool)]), session.run([given]))


def test_an_operation_that_was_registered_anew_is_not_that_of_onnx() -> None:
    before = KERNELS["aten.relu.default"]
    try:
        register_operation("aten.relu.default(Tensor self)")(lambda x: x + 1)
        session = Session(layers(), engine="onnxruntime")
        np.testing.assert_array_equal(session.run([floats(3, 8)])[0], Session(layers()).run([floats(3, 8)])[0])
        assert any("caller's own" in note for note in session.last_run.notes)
    finally:
        KERNELS["aten.relu.default"] = before


def test_an_operation_of_the_callers_wins_under_the_name_in_the_file() -> None:
    program = Program()
    program.output(program("nac.add", program.input("x"), 1))
    session = Session(program, engine="onnxruntime", operations={"nac.add": lambda x, y: x - y})
    np.testing.assert_array_equal(session.run([np.float32([1, 2])])[0], [0, 1])


def test_values_weights_and_intermediates() -> None:
    program = layers()
    session = Session(program, engine="onnxruntime")
    x = floats(3, 8)
    plain = Session(program)
    for options in (
        {"values": {3: floats(3, 8, seed=9)}},
        {"named": {"w1": floats(8, 8, seed=7)}},
        {"intermediate": [2, 3]},
        {},
    ):
        found, wanted = session.run([x], **options), plain.run([x], **options)
        np.testing.assert_allclose(found[0], wanted[0], rtol=1e-5, atol=1e-5)
        kept, expected = session.last_run.intermediate, plain.last_run.intermediate
        assert kept.keys() == expected.keys()
        for index, value in kept.items():
            np.testing.assert_allclose(value, expected[index], rtol=1e-5, atol=1e-5)


def test_a_lost_value_is_an_input_of_the_part() -> None:
    program = Program()
    program.output(program("aten.add.Tensor", program.input("x"), program.lost()))
    session = Session(program, engine="onnxruntime")
    with pytest.raises(InvalidError, match="it was folded"):
        session.run([floats(3)])
    for seed in (1, 2):
        found = session.run([floats(3)], values={1: floats(3, seed=seed)})
        np.testing.assert_allclose(found[0], floats(3) + floats(3, seed=seed))
    assert session.last_run.notes == []


def test_a_graph_that_changes_tensors_in_place_runs_on_the_kernels() -> None:
    program = Program()
    copy = program("aten.clone.default", program.input("x"))
    row = program("aten.select.int", copy, 0, 0)
    program("aten.add_.Tensor", row, 1)
    program.output(program("aten.mul.Tensor", copy, 2))
    session = agree(program, [floats(3, 4)])
    (note,) = session.last_run.notes
    assert note.startswith("everything on the NumPy kernels")


def test_states_go_from_run_to_run() -> None:
    program = Program()
    program.output(program("aten.add.Tensor", program.state(0), program.input("x")))
    session = Session(
        program, engine="onnxruntime", options=SessionOptions(states={0: np.zeros(2, np.float32)}, next_states={0: 0})
    )
    for total in (1, 2, 3):
        np.testing.assert_array_equal(session.run([np.ones(2, np.float32)])[0], [total, total])


def test_a_trace_sees_every_operation() -> None:
    seen: list[str] = []
    Session(layers(), engine="onnxruntime").run(
        [floats(3, 8)], trace=lambda operation, _: seen.append(operation.operator)
    )
    assert seen == ["aten.linear.default", "aten.relu.default"] * 2


def test_large_weights_are_not_copied() -> None:
    program = Program()
    x = program.input("x")
    table, weight = floats(9000, 1024), floats(1024, 1024) / np.float32(32)
    rows = program("aten.embedding.default", program.parameter("table", table), program.input("i"))
    hidden = program("aten.linear.default", program("aten.add.Tensor", rows, x), program.parameter("w", weight))
    program.output(program("aten.linear.default", hidden, program.parameter("w2", weight), program.parameter("b")))
    session = agree(program, [floats(1, 2, 1024), np.array([[3, 4999]])], parameters={"b": floats(1024)})
    assert session._runner is not None
    (case,) = session._runner._cases.values()
    (variant,) = case.variants.values()
    (part,) = [step.function for step in variant.steps.sequence]
    pointers = {value.data_ptr() for value in part._shared.values()}
    assert pointers == {table.ctypes.data, weight.ctypes.data}


def test_what_a_run_takes_is_bounded() -> None:
    program = Program()
    x = program.input("x", type=ValueType(F32, ("n",)))
    wide = program("aten.unsqueeze.default", x, 1)
    program.output(program("aten.sum.default", program("aten.mul.Tensor", x, wide)))
    session = Session(program, engine="onnxruntime", budget=Budget(memory=200 * 2**20))
    session.run([floats(10)])
    with pytest.raises(LimitError, match="200"):
        session.run([floats(60_000)])
    assert session.run([floats(10)])[0].shape == ()


def test_a_run_of_limited_time_ends() -> None:
    program = layers(1)
    session = Session(program, engine="onnxruntime", budget=Budget(seconds=60))
    session.run([floats(3, 8)])
    with pytest.raises(LimitError, match="longer"):
        session.run([floats(3, 8)], timeout=1e-9)


def test_errors_name_the_instruction() -> None:
    session = Session(layers(), engine="onnxruntime")
    session.run([floats(3, 8)])
    with pytest.raises(InvalidError, match=r"instruction 2 \(aten.linear.default\)") as caught:
        session.run([floats(3, 9)])
    assert caught.value.offset == 102
    np.testing.assert_allclose(session.run([floats(3, 8)])[0], Session(layers()).run([floats(3, 8)])[0], rtol=1e-5)
    assert session.last_run.notes == []


def test_errors_of_a_first_run_name_the_instruction_too() -> None:
    with pytest.raises(InvalidError, match=r"instruction 2 \(aten.linear.default\)"):
        Session(layers(), engine="onnxruntime").run([floats(3, 9)])


def test_nothing_is_printed(capfd: pytest.CaptureFixture[str]) -> None:
    session = Session(layers(), engine="onnxruntime")
    session.run([floats(3, 8)])
    with pytest.raises(InvalidError):
        session.run([floats(3, 9)])
    assert capfd.readouterr() == ("", "")


def test_what_onnxruntime_does_not_take_runs_on_the_kernels(monkeypatch: pytest.MonkeyPatch) -> None:
    from nacformats.onnx.running import session as sessions

    def refuse(*_arguments: Any) -> Any:
        raise RuntimeError("[ONNXRuntimeError] : 9 : NOT_IMPLEMENTED : no such kernel")

    monkeypatch.setattr(sessions, "_made", refuse)
    session = agree(layers(1), [floats(3, 8)])
    assert list(session.last_run.operations) == ["aten.linear.default", "aten.relu.default"]
    assert all("no such kernel" in note for note in session.last_run.notes)


def test_a_part_that_gives_another_type_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    from nacformats.ops.onnx.emitter import RULES

    monkeypatch.setitem(RULES, "aten.sum.dim_IntList", lambda e, x, *_: e.op("ReduceSum", x, e.indices(0)))
    program = Program()
    program.output(program("aten.sum.dim_IntList", program.input("x"), [1]))
    session = agree(program, [floats(3, 4)])
    assert "instead of float32[3]" in session.last_run.notes[0]


def test_threads_share_a_session() -> None:
    session = Session(layers(), engine="onnxruntime")
    expected = Session(layers()).run([floats(3, 8)])[0]
    failures: list[Exception] = []

    def work() -> None:
        try:
            for _ in range(20):
                np.testing.assert_allclose(session.run([floats(3, 8)])[0], expected, rtol=1e-5, atol=1e-5)
        except Exception as error:  # noqa: BLE001
            failures.append(error)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []


@pytest.mark.parametrize("dtype", ["float16", "bfloat16", "float64", "int64", "int8", "uint8", "bool"])
def test_tensors_of_every_type_go_in_and_out(dtype: str) -> None:
    import ml_dtypes

    kind = np.dtype(getattr(ml_dtypes, dtype, None) or dtype)
    program = Program()
    x = program.input("x")
    program.output(program("aten.cat.default", [x, x], 0), program("my.same.default", program("aten.neg.default", x)))
    if dtype == "bool":
        program = Program()
        x = program.input("x")
        program.output(program("aten.logical_not.default", x))
    array = np.arange(6).reshape(2, 3).astype(kind)
    options = {"operations": {"my.same.default": lambda x: x}}
    expected = Session(program, **options).run([array])
    session = Session(program, engine="onnxruntime", **options)
    for _ in range(2):
        for found, wanted in zip(session.run([array]), expected, strict=True):
            assert found.dtype == wanted.dtype
            np.testing.assert_array_equal(found, wanted)


@pytest.mark.parametrize("make", [make_program, make_mind_program], ids=["nac", "mind"])
def test_generated_programs_give_the_same(make: Callable[[Choices], Generated]) -> None:
    compared = 0
    for seed in range(60):
        program = make(RandomChoices(random.Random(seed)))
        try:
            expected = program.run()
        except UnsupportedError:  # a change in place that a writer could have lost
            continue
        for found, wanted, tolerance in zip(program.run("onnxruntime"), expected, program.tolerances, strict=True):
            scale = max(1.0, float(np.abs(wanted.astype(float)).max(initial=0)))
            np.testing.assert_allclose(found.astype(float), wanted, rtol=0, atol=max(tolerance, 1e-5 * scale))
            assert (found.dtype, found.shape) == (wanted.dtype, wanted.shape)
            compared += 1
    assert compared > 50


def test_the_corpus_runs_in_parts(corpus: Path) -> None:
    with Session(corpus / "nac/transformer/model.nac", engine="onnxruntime") as session:
        with np.load(corpus / "nac/transformer/inputs.npz") as inputs:
            session.run([inputs[name] for name in inputs.files], profile=True)
        assert len(session.last_run.operations) == 1
