"""The torch engine: the operators of PyTorch on the memory of the arrays."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import ml_dtypes
import numpy as np
import pytest

from nacformats import InvalidError, LimitError, UnsupportedError
from nacformats.formats.mic.graph import MicGraph
from nacformats.ops.schemas import KERNELS
from nacformats.runtime import Session, register_operation
from tests.partners import partner
from tests.runtime.programs import Program, floats

torch = partner("torch")


def test_weights_are_shared_not_copied() -> None:
    program = Program()
    weight = program.parameter("w", floats(64, 64))
    array = floats(64, 64)
    program.values[weight.index].load = lambda: array  # type: ignore[attr-defined]
    session = Session(program.output(program("aten.linear.default", program.input(), weight)), engine="torch")
    x = floats(2, 64)
    before = session.run([x])[0]
    np.testing.assert_allclose(before, x @ array.T, rtol=1e-4, atol=1e-5)
    array *= 2
    np.testing.assert_allclose(session.run([x])[0], before * 2, rtol=1e-4, atol=1e-5)


def test_operators_that_numpy_lacks_run() -> None:
    program = Program()
    x = program.input()
    program.output(
        program("aten.special_bessel_j0.default", x),
        program("getitem", program("aten.linalg_qr.default", x), 1),
        program("aten._to_copy.default", x, "float64", "strided", "cpu", True),
    )
    given = floats(3, 3)
    results = Session(program, engine="torch").run([given])
    np.testing.assert_allclose(results[0], torch.special.bessel_j0(torch.from_numpy(given)).numpy())
    np.testing.assert_allclose(np.tril(results[1], -1), 0)
    assert results[2].dtype == np.float64


def test_operators_of_a_library_run_by_their_names() -> None:
    library = torch.library.Library("nactest_engine", "DEF")
    library.define("scaled(Tensor x, float by, str mode, int[] sizes) -> Tensor")
    library.impl("scaled", lambda x, by, mode, sizes: x * by * len(sizes), "CPU")
    program = Program()
    program.output(program("nactest_engine.scaled.default", program.input(), 0.5, "soft", [1, 2, 3]))
    hint = r'trust={"nactest_engine.scaled.default"}\) or trust="all" \(--trust\)'
    with pytest.raises(UnsupportedError, match=rf"instruction 1 \(nactest_engine.scaled.default\) .*{hint}"):
        Session(program, engine="torch")
    for trust in ("all", {"nactest_engine.scaled.default"}):
        assert Session(program, engine="torch", trust=trust).run([4.0]) == [6]


def test_operations_that_pytorch_lacks_run_on_the_numpy_kernels() -> None:
    @register_operation("nactest::halves(Tensor[] xs, *, dtype? dtype=None) -> Tensor[]")
    def halves(xs: Any, dtype: Any = None) -> Any:
        assert all(isinstance(x, np.ndarray) for x in xs)
        assert dtype == "float32"
        return [x[::-1] / 2 for x in xs]

    try:
        program = Program()
        x = program.input()
        pair = program("nactest.halves.default", x, x, "float32")
        program.output(program("nac.neg", program("getitem", pair, 1)))
        np.testing.assert_array_equal(Session(program, engine="torch").run([[2.0, 4.0]])[0], [-2, -1])
    finally:
        del KERNELS["nactest.halves.default"]


def test_operations_of_the_session_get_tensors() -> None:
    program = Program()
    program.output(program("my.op", program.input()))
    assert Session(program, engine="torch", operations={"my.op": lambda x: torch.relu(x) + 1}).run([-3.0]) == [1]


def test_mind_ir_graphs_run_as_well() -> None:
    graph = MicGraph()
    bf16 = graph.add_type("bf16", 4, 4)
    x, y = graph.arg("x", bf16), graph.arg("y", bf16)
    parts = graph.node("split", graph.node("matmul", x, y), axis=1, count=2)
    graph.output = graph.node("gelu", graph.node("concat", parts, parts, axis=0))
    inputs = [floats(4, 4).astype(ml_dtypes.bfloat16), floats(4, 4, seed=1).astype(ml_dtypes.bfloat16)]
    numpy_result, torch_result = (Session(graph, engine=engine).run(inputs)[0] for engine in ("numpy", "torch"))
    assert torch_result.dtype == ml_dtypes.bfloat16
    np.testing.assert_allclose(torch_result.astype(np.float32), numpy_result.astype(np.float32), rtol=2e-2, atol=1e-2)


def test_errors_name_the_instruction() -> None:
    program = Program()
    program.output(program("aten.matmul.default", program.input(), program.input()))
    with pytest.raises(InvalidError, match=r"instruction 2 \(aten.matmul.default\) \(byte 102\): .*float32\[2\]"):
        Session(program, engine="torch").run([floats(2), floats(3)])
    program.output(program("aten.no_such.default", program.input()))
    with pytest.raises(UnsupportedError, match="the torch engine has no operation"):
        Session(program, engine="torch")


def test_too_little_memory_is_a_limit() -> None:
    program = Program()
    program.output(program("aten.expand_copy.default", program.input(), [1 << 46]))
    with pytest.raises(LimitError, match=r"takes up to 256.0 TiB"):
        Session(program, engine="torch").run([floats(1)])


def test_operators_that_write_to_their_arguments_get_copies() -> None:
    program = Program()
    x, weight = program.input(), program.parameter("w", -floats(3))
    total = program("aten.add_.Tensor", weight, x)
    program.output(total, program("aten.relu_.default", x))
    given, session = floats(3), Session(program, engine="torch")
    for _ in range(2):
        results = session.run([given])
        for result, expected in zip(results, (np.zeros(3), np.maximum(floats(3), 0)), strict=True):
            np.testing.assert_array_equal(result, expected)
    np.testing.assert_array_equal(given, floats(3))


@pytest.mark.parametrize(
    ("operator", "rest"),
    [
        ("aten.batch_norm.default", [True, 0.5, 1e-5, False]),
        ("aten.instance_norm.default", [True, 0.5, 1e-5, False]),
        ("aten.native_batch_norm.default", [True, 0.5, 1e-5]),
        ("aten._native_batch_norm_legit.default", [True, 0.5, 1e-5]),
        ("aten._batch_norm_impl_index.default", [True, 0.5, 1e-5, False]),
    ],
)
def test_normalizations_that_train_leave_their_statistics_alone(operator: str, rest: list[Any]) -> None:
    program, kept = Program(), [np.zeros(3, np.float32), np.ones(3, np.float32)]
    mean, var = program.parameter("mean", kept[0]), program.parameter("var", kept[1])
    norm = program(operator, program.input(), None, None, mean, var, *rest)
    session = Session(program.output(norm, mean, var), engine="torch", trust={"aten._batch_norm_impl_index.default"})
    for _ in range(2):
        _, mean_after, var_after = session.run([floats(2, 3, 4)])
        np.testing.assert_array_equal(mean_after, np.zeros(3))
        np.testing.assert_array_equal(var_after, np.ones(3))


@pytest.mark.parametrize("dtype", [np.float32, ml_dtypes.bfloat16])
def test_outputs_that_are_views_of_weights_are_read_only(dtype: Any) -> None:
    program = Program()
    weight = program.parameter("w", floats(3, 4).astype(dtype))
    view = program("aten.select.int", program("aten.transpose.int", weight, 0, 1), 0, 1)
    program.output(weight, view, program("aten.neg.default", weight), program("aten.view.default", program.input(), -1))
    results = Session(program, engine="torch").run([floats(2, 2)])
    assert [result.flags.writeable for result in results] == [False, False, True, True]
    np.testing.assert_array_equal(results[1], floats(3, 4).astype(dtype)[:, 1])


def test_arrays_with_negative_strides_are_copied() -> None:
    given = floats(4).astype(ml_dtypes.bfloat16)[::-1]
    program = Program()
    np.testing.assert_array_equal(Session(program.output(program.input()), engine="torch").run([given])[0], given)


@pytest.mark.parametrize("operator", ["aten.save.default", "aten.from_file.default"])
def test_operators_that_touch_files_are_not_known(operator: str, tmp_path: Path) -> None:
    program = Program()
    program.output(program(operator, *([program.input()] if "save" in operator else []), str(tmp_path / "made")))
    for trust in (None, "all"):
        with pytest.raises(UnsupportedError, match=r"not among the operators|no operation"):
            Session(program, engine="torch", trust=trust)
    assert not list(tmp_path.iterdir())


def test_views_count_their_memory_once() -> None:
    program = Program()
    x = program("nac.neg", program.input())
    for _ in range(3):
        x = program("aten.transpose.int", x, 0, 1)
    session = Session(program.output(x), engine="torch")
    session.run([floats(32, 32)])
    assert session.last_run.peak_bytes == 4096


def test_without_pytorch_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    monkeypatch.setitem(sys.modules, "torch", None)
    monkeypatch.delitem(sys.modules, "nacformats.runtime.engines.torch_engine", raising=False)
    with pytest.raises(ImportError, match=r'pip install "nacformats\[torch\]"'):
        Session(Program().output(), engine="torch")
