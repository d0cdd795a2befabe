"""Hostile ONNX files: whatever they hold, a typed error comes soon, and the onnx package cannot end this process."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from nacformats.errors import FormatError, InvalidError, LimitError
from tests.partners import partner

onnx = partner("onnx")

from nacformats.compiler import compile as compiled_from
from nacformats.onnx.reading import graph_of_onnx, library
from nacformats.onnx.reading.library import OnnxLibrary
from tests.onnx_campaign.attacks import GROWTHS
from tests.onnx_campaign.damage import damaged
from tests.onnx_campaign.seeds import INT64, held, model, node, own_seeds, port, write_external
from tests.onnx_campaign.worker import outcome

posix = pytest.mark.skipif(sys.platform == "win32", reason="limits of processes are those of POSIX")


def _gather_nd(last: int) -> Any:
    return model([node("GatherND", "x i", "y")], [port("x", [2, 2]), port("i", [1, last], INT64)], [port("y", None)])


def _split(parts: int) -> Any:
    split = node("Split", "x", "a b", num_outputs=parts)
    return model([split], [port("x", [4])], [port("a", None), port("b", None)])


@posix
def test_a_crash_of_the_library_is_an_error(tmp_path: Path) -> None:
    path = tmp_path / "small.onnx"
    path.write_bytes(_gather_nd(-3).SerializeToString())
    with pytest.raises(InvalidError, match=r"crashes \(SIG\w+\) while it infers the shapes of small.onnx"):
        graph_of_onnx(path)


@posix
@pytest.mark.skipif(sys.platform == "darwin", reason="macOS does not limit the memory of a process")
def test_the_memory_of_the_library_is_limited() -> None:
    with pytest.raises(LimitError, match="takes too much memory while it infers"):
        graph_of_onnx(_split(2**31))


def test_the_time_of_the_library_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where the system does not limit it: a process that does nothing stands for one that never ends."""
    started = library._started
    words = [sys.executable, "-c", "import time; time.sleep(60)"]
    monkeypatch.setattr(library, "_started", lambda _words: started(words))
    with OnnxLibrary(0, "the model") as waiting:
        waiting._clock.cancel()
        waiting._give_up()
        with pytest.raises(LimitError, match="takes too long while it checks the model"):
            waiting.check(onnx.ModelProto())


@posix
def test_computing_time_that_is_over_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    started = library._started
    words = [sys.executable, "-c", f"import os; os.kill(os.getpid(), {int(signal.SIGXCPU)})"]
    monkeypatch.setattr(library, "_started", lambda _words: started(words))
    with OnnxLibrary(0, "the model") as over, pytest.raises(LimitError, match="takes too long"):
        over.check(onnx.ModelProto())


def test_no_process_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[subprocess.Popen[bytes]] = []
    started = library._started

    def kept(words: list[str]) -> subprocess.Popen[bytes]:
        made.append(started(words))
        return made[-1]

    monkeypatch.setattr(library, "_started", kept)
    graph_of_onnx(_gather_nd(2))
    assert [process.returncode is not None for process in made] == [True]


@pytest.mark.parametrize("last", [2**40, 2**62])
def test_tables_of_indices_end(last: int) -> None:
    with pytest.raises(FormatError):
        graph_of_onnx(_gather_nd(last))


@pytest.mark.sample("scan-many", "loop-of-names", "constants-matmul", "windows", "functions-wide", "lists-of-sizes")
@pytest.mark.parametrize(
    "name",
    [
        "scan-many",
        "nested-loops",
        "loop-of-names",
        "constants-matmul",
        "windows",
        "functions-wide",
        "lists-of-sizes",
        "long-chain-mul",
    ],
)
def test_what_grows_ends(name: str) -> None:
    started = time.process_time()
    with suppress(FormatError):
        compiled_from(GROWTHS[name]())
    assert time.process_time() - started < 20


@pytest.mark.parametrize("dims", [[2**62, 0, 4], [0, 2**63 - 1], [2**32, 2**32, 0]])
def test_sizes_that_overflow_although_nothing_is_there_are_refused(dims: list[int]) -> None:
    """NumPy counts the elements as if no size were 0."""
    for kind in (INT64, onnx.TensorProto.COMPLEX128):
        for held_raw in ({"raw_data": b""}, {}):
            tensor = onnx.TensorProto(name="t", data_type=kind, dims=dims, **held_raw)
            of_file = model([node("Add", "t t", "y")], [], [port("y", None)], [tensor])
            of_node = model([node("Constant", "", "t", value=tensor), node("Add", "t t", "y")], [], [port("y", None)])
            for made in (of_file, of_node):
                with pytest.raises(FormatError):
                    compiled_from(made)


def test_text_that_is_not_utf8_is_refused_with_its_path(tmp_path: Path) -> None:
    made = model([node("Relu", "x", "marked")], [port("x", [2])], [port("marked", [2])])
    for old, path in ((b"marked", "model.graph.node.output"), (b"the_Relu", "model.graph.node.name")):
        data = made.SerializeToString().replace(old, b"\xff" * len(old))
        (tmp_path / "model.onnx").write_bytes(data)
        with pytest.raises(InvalidError, match="not UTF-8") as caught:
            graph_of_onnx(tmp_path / "model.onnx")
        assert caught.value.path == path


def test_a_location_that_is_not_utf8_is_refused(tmp_path: Path) -> None:
    made = next(seed for seed in own_seeds() if any(tensor.external_data for tensor in seed.graph.initializer))
    (tmp_path / "model.onnx").write_bytes(made.SerializeToString().replace(b"weights.bin", b"\xff" * 11))
    with pytest.raises(InvalidError, match="not UTF-8"):
        graph_of_onnx(tmp_path / "model.onnx")


def test_documentation_need_not_be_utf8() -> None:
    made = model([node("Relu", "x", "y")], [port("x", [2])], [port("y", [2])])
    made.graph.node[0].doc_string = "latin"
    data = made.SerializeToString().replace(b"latin", b"\xe9\xe8\xea\xeb\xe0")
    graph_of_onnx(onnx.ModelProto.FromString(data))


def test_large_initializers_are_not_sent_to_the_library() -> None:
    """Neither time nor memory of the process grow with weights."""
    weights = held("w", np.ones((1000, 1000)))
    made = model([node("MatMul", "x w", "y")], [port("x", [1, 1000])], [port("y", None)], [weights])
    graph = graph_of_onnx(made)
    assert graph.values[graph.outputs[0].index].type.shape == (1, 1000)


def test_damaged_files_compile_or_are_refused(tmp_path: Path) -> None:
    seeds = list(own_seeds())
    write_external(tmp_path)
    path = tmp_path / "model.onnx"
    for number in range(15):
        path.write_bytes(damaged(seeds[number % len(seeds)], seeds, Random(number)))
        found = outcome(path)
        assert found["verdict"] not in {"DEFECT", "TOO LONG"}, found["text"]
