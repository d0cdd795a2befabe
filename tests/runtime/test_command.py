"""The command `nacformats run`."""

from __future__ import annotations

import io
import json
import os
import re
import subprocess
import sys
import warnings
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner, Result

from nacformats import dump
from nacformats.cli import main
from nacformats.formats.mic.graph import MicGraph
from nacformats.formats.nac.builder import NacBuilder
from nacformats.ops.schemas import KERNELS
from tests.runtime.programs import floats

WEIGHT = floats(4, 3)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a NAC file, a Mind IR graph, and arrays for both, which is the current one."""
    monkeypatch.chdir(tmp_path)
    builder = NacBuilder()
    x, unnamed = builder.input("x"), builder.input()
    product = builder.operation("aten.linear.default", x, builder.parameter("fc.weight", WEIGHT))
    builder.output(builder.operation("nac.add", product, unnamed), product)
    dump(builder.build(), "model.nac")
    graph = MicGraph()
    matrix = graph.add_type("f32", 2, 3)
    reshaped = graph.node("reshape", graph.node("add", graph.arg("x", matrix), graph.param("w", matrix)))
    graph.output = reshaped
    dump(graph, "graph.mic2")
    large = MicGraph()
    large.output = large.arg("x", large.add_type("f32", 100000, 100000, 100))
    dump(large, "large.mic2")
    np.savez("inputs.npz", x=floats(2, 3), in1=floats(2, 4, seed=1))
    np.savez("weights.npz", w=floats(2, 3))
    np.save("x.npy", floats(2, 3))
    np.save("y.npy", floats(2, 4, seed=1))
    return tmp_path


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["run", *arguments])


def outputs(file: str = "out.npz") -> dict[str, Any]:
    with np.load(file) as archive:
        return {name: archive[name] for name in archive.files}


@pytest.mark.parametrize(
    "inputs",
    [
        ["--inputs", "inputs.npz"],
        ["--input", "x=x.npy", "--input", "in1=y.npy"],
        ["--input", "in0=x.npy", "--input", "in1=y.npy"],
    ],
)
def test_inputs_from_files_outputs_to_a_file(folder: Path, inputs: list[str]) -> None:
    result = run("model.nac", *inputs, "--output", "out.npz")
    assert (result.exit_code, result.output) == (0, "")
    product = floats(2, 3) @ WEIGHT.T
    found = outputs()
    assert list(found) == ["out0", "out1"]
    np.testing.assert_allclose(found["out0"], product + floats(2, 4, seed=1), rtol=1e-5)
    np.testing.assert_allclose(found["out1"], product, rtol=1e-5)


def test_an_existing_target_stays_unless_forced(folder: Path) -> None:
    arguments = ["model.nac", "--inputs", "inputs.npz", "-o", "out.npz"]
    Path("out.npz").write_bytes(b"precious")
    result = run(*arguments)
    assert result.exit_code == 2
    assert "--force" in result.output
    assert Path("out.npz").read_bytes() == b"precious"
    assert run(*arguments, "--force").exit_code == 0
    assert list(outputs()) == ["out0", "out1"]


def test_without_a_target_the_outputs_are_described(folder: Path) -> None:
    result = run("model.nac", "--inputs", "inputs.npz")
    assert result.exit_code == 0
    assert re.search(r"out0\W+float32\[2, 4\]\W+\d", result.output)


def test_random_inputs_need_shapes_that_the_file_does_not_have(folder: Path) -> None:
    result = run("model.nac", "--random")
    assert result.exit_code == 2
    assert "--shape x=2x3" in result.output
    arguments = ["model.nac", "--random", "--shape", "x=5x3", "--shape", "in1=4:float64", "-o", "out.npz", "--force"]
    assert run(*arguments).exit_code == 0
    first = outputs()["out0"]
    assert first.shape == (5, 4)
    assert first.dtype == np.float64
    assert run(*arguments).exit_code == 0
    np.testing.assert_array_equal(outputs()["out0"], first)
    assert run(*arguments, "--seed", "1").exit_code == 0
    assert not np.array_equal(outputs()["out0"], first)


def test_trace_and_profile(folder: Path) -> None:
    result = run("model.nac", "--inputs", "inputs.npz", "--trace", "--profile")
    assert result.exit_code == 0
    assert re.search(r"^ +3 aten.linear.default +float32\[2, 4\] -?\d", result.stderr, re.MULTILINE)
    assert re.search(r"^ +4 nac.add +float32\[2, 4\]", result.stderr, re.MULTILINE)
    assert re.search(r"aten.linear.default\W+1\W+\d", result.stdout)
    assert "peak 0.00 MiB" in result.stdout


def test_a_mind_ir_graph_with_weights_and_a_target_shape(folder: Path) -> None:
    result = run(
        "graph.mic2", "--inputs", "inputs.npz", "--parameters", "weights.npz", "--reshape", "3=3x2", "-o", "out.npz"
    )
    assert result.exit_code == 2
    assert "there is no input 'in1'" in result.output
    result = run(
        "graph.mic2", "--input", "x=x.npy", "--parameters", "weights.npz", "--reshape", "3=3x2", "-o", "out.npz"
    )
    assert (result.exit_code, result.output) == (0, "")
    np.testing.assert_allclose(outputs()["out0"], 2 * floats(2, 3).reshape(3, 2), rtol=1e-6)
    assert run("graph.mic2", "--random", "--reshape", "3=-1").exit_code == 0
    result = run("graph.mic2", "--random")
    assert result.exit_code == 2
    assert "value 3 (mind.reshape) (line 6)" in result.output
    assert "--reshape" in result.output


@pytest.mark.parametrize(
    ("arguments", "code", "text"),
    [
        (["model.nac"], 2, "model.nac: nac: inputs: no value for input 'x' (instruction 0), 'in1' (instruction 1)"),
        (["model.nac", "--input", "x=y.npy", "--input", "in1=y.npy"], 1, "instruction 3 (aten.linear.default)"),
        (["model.nac", "--input", "z=x.npy"], 2, "there is no input 'z'"),
        (["model.nac", "--inputs", "model.nac"], 2, "model.nac: is neither an .npy nor an .npz file\n"),
        (["model.nac", "--random", "--shape", "x=-3"], 2, "'-3' is not a shape: a size is at least 0\n"),
        (["model.nac", "--random", "--shape", f"x={'9' * 23}"], 1, "is too large to be filled at random"),
        (["model.nac", "--random", "--shape", f"x={'9' * 5000}"], 2, "is not a shape"),
        (["model.nac", "--random", "--shape", f"x={'x'.join('1' * 65)}"], 2, "'x' cannot be filled at random: "),
        (["large.mic2", "--random"], 1, "large.mic2: 'x' of shape 100000x100000x100 is too large to be filled"),
        (["model.nac", "--random", "--seed", "-1"], 2, "-1 is not in the range"),
        (["graph.mic2", "--input", "x=x.npy", "--reshape", "3=3x2"], 2, "the file holds no tensor for it"),
        (["model.nac", "--input", "x"], 2, "not of the form NAME=VALUE"),
        (["model.nac", "--input", "x=none.npy"], 2, "none.npy: No such file"),
        (["model.nac", "--input", "x=inputs.npz"], 2, "holds several arrays"),
        (["model.nac", "--inputs", "x.npy"], 2, "holds one array"),
        (["model.nac", "--random", "--shape", "x=2,3"], 2, "is not a shape"),
        (["model.nac", "--random", "--shape", "x=2x3:quux"], 2, "is not an element type"),
        (["model.nac", "--reshape", "a=2x3"], 2, "is not the number of a value"),
        (["none.nac"], 2, "none.nac: No such file"),
        (["inputs.npz"], 1, "NumPy arrays (.npz): none of the formats"),
        (["model.nac", "--engine", "abacus"], 2, "abacus"),
    ],
)
def test_what_goes_wrong_is_said_in_one_line(folder: Path, arguments: list[str], code: int, text: str) -> None:
    result = run(*arguments)
    assert result.exit_code == code, result.output
    assert text in result.stderr
    assert "Traceback" not in result.output


def test_operations_come_from_a_module(folder: Path) -> None:
    builder = NacBuilder()
    builder.output(builder.operation("mylib.triple.default", builder.input("x")))
    dump(builder.build(), "custom.nac")
    Path("mylib_operations.py").write_text(
        "from nacformats.runtime import register_operation\n"
        "@register_operation('mylib::triple(Tensor x) -> Tensor')\n"
        "def triple(x):\n"
        "    return 3 * x\n"
    )
    try:
        assert run("custom.nac", "--input", "x=x.npy").exit_code == 1
        assert run("custom.nac", "--input", "x=x.npy", "--import", "mylib_operations", "-o", "out.npz").exit_code == 0
        np.testing.assert_allclose(outputs()["out0"], 3 * floats(2, 3))
    finally:
        KERNELS.pop("mylib.triple.default", None)
        sys.modules.pop("mylib_operations", None)
    result = run("custom.nac", "--import", "no_such_module")
    assert result.exit_code == 2
    assert "--import no_such_module: ModuleNotFoundError" in result.stderr


def test_an_engine_that_is_not_installed_is_a_matter_of_usage(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    monkeypatch.delitem(sys.modules, "nacformats.runtime.engines.torch_engine", raising=False)
    result = run("model.nac", "--inputs", "inputs.npz", "--engine", "torch")
    assert result.exit_code == 2
    assert 'pip install "nacformats[torch]"' in result.stderr


def test_the_archive_may_go_to_standard_output(folder: Path) -> None:
    result = run("model.nac", "--inputs", "inputs.npz", "--output", "-", "--profile")
    assert result.exit_code == 0
    Path("piped.npz").write_bytes(result.stdout_bytes)
    assert list(outputs("piped.npz")) == ["out0", "out1"]
    assert "aten.linear.default" in result.stderr


def test_the_parts_of_a_tuple_are_written_one_by_one(folder: Path) -> None:
    builder = NacBuilder()
    builder.output(builder.operation("aten.split.Tensor", builder.input("x"), 1, 1))
    dump(builder.build(), "split.nac")
    assert run("split.nac", "--input", "x=x.npy", "-o", "out.npz").exit_code == 0
    found = outputs()
    assert list(found) == ["out0.0", "out0.1", "out0.2"]
    np.testing.assert_array_equal(found["out0.2"], floats(2, 3)[:, 2:])


# what the caller gives


def npy(descr: str, shape: str, body: bytes = b"") -> bytes:
    header = f"{{'descr': {descr}, 'fortran_order': False, 'shape': {shape}, }}\n".encode()
    return b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header + body


FLOAT = "'<f4'"
BAD_ARRAYS = {
    "huge": (npy(FLOAT, f"({1 << 50},)"), "takes 4.0 PiB"),
    "cut": (npy(FLOAT, "(100,)", b"1234"), "is cut off"),
    "negative": (npy(FLOAT, "(-3, -1)", b"1" * 12), "has no sizes in its shape: (-3, -1)"),
    "bool": (npy(FLOAT, "(True, 8)", b"1" * 32), "has no sizes in its shape: (True, 8)"),
    "objects": (npy("'|O'", "(1,)", b"1" * 8), "holds objects"),
    "structures": (npy("[('a', '<f4')]", "(1,)", b"1" * 8), "not numbers"),
    "dates": (npy("'<M8[s]'", "(1,)", b"1" * 8), "not numbers"),
    "text": (npy("'<U2'", "(1,)", b"1" * 8), "not numbers"),
    "empty but long": (npy(FLOAT, f"(0, {1 << 62}, {1 << 62})"), "a shape that no array has"),
    "rank": (npy(FLOAT, f"({'1, ' * 100})", b"1" * 4), "a shape that no array has"),
    "a program": (npy("__import__('os').system('true')", "(1,)"), "has no header"),
    "parentheses": (b"\x93NUMPY\x01\x00\x88\x13" + b"(" * 5000, "has no header"),
    "a long header": (b"\x93NUMPY\x02\x00\xff\xff\xff\x7f" + bytes(99), "a header of more than"),
    "version 3": (b"\x93NUMPY\x03\x00\x00\x00", "version 3.0"),
    "magic alone": (b"\x93NUMPY", "cannot be read"),
    "nothing": (b"", "is neither an .npy nor an .npz file"),
}


@pytest.mark.parametrize("kind", BAD_ARRAYS)
def test_an_array_that_is_none_is_a_usage_error(kind: str, folder: Path) -> None:
    data, message = BAD_ARRAYS[kind]
    Path("bad.npy").write_bytes(data)
    result = run("model.nac", "--input", "x=bad.npy")
    assert (result.exit_code, message in result.stderr) == (2, True), result.stderr
    with zipfile.ZipFile("bad.npz", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("x.npy", data)
    assert run("model.nac", "--inputs", "bad.npz").exit_code == 2


def archive_of(*members: tuple[str, bytes], method: int = zipfile.ZIP_DEFLATED, flags: int = 0) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", method) as archive, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for name, data in members:
            archive.writestr(name, data)
    data = bytearray(buffer.getvalue())
    directory = data.find(b"PK\x01\x02")
    data[6] |= flags
    data[directory + 8] |= flags
    return bytes(data)


ARRAY = npy(FLOAT, "(1,)", b"1234")
ZEROS = npy(FLOAT, "(25000000,)", bytes(100_000_000))
BAD_ARCHIVES = {
    "twice": (archive_of(("x.npy", ARRAY), ("x", ARRAY)), "'x' is there twice"),
    "encrypted": (archive_of(("x.npy", ARRAY), flags=1), "is encrypted"),
    "bzip2": (archive_of(("x.npy", ARRAY), method=zipfile.ZIP_BZIP2), "compressed in an unusual way"),
    "lzma": (archive_of(("x.npy", ARRAY), method=zipfile.ZIP_LZMA), "compressed in an unusual way"),
    "text": (archive_of(("x.txt", b"text")), "cannot be read"),
    "a bomb": (archive_of(("x.npy", ZEROS)), "takes 95.4 MiB: 64.0 MiB of 64.0 MiB are left"),
    "cut": (archive_of(("x.npy", ARRAY))[:60], "cannot be read"),
    "a name": (archive_of(("\x1b[31m\u202e.npy", ARRAY)), r"\x1b[31m\u202e"),
}


@pytest.mark.parametrize("kind", BAD_ARCHIVES)
def test_an_archive_that_is_none_is_a_usage_error(kind: str, folder: Path) -> None:
    data, message = BAD_ARCHIVES[kind]
    Path("bad.npz").write_bytes(data)
    result = run("model.nac", "--inputs", "bad.npz", "--max-memory", "64MiB")
    assert (result.exit_code, message in result.stderr) == (2, True), result.stderr


def test_only_regular_files_hold_arrays(folder: Path) -> None:
    Path("folder").mkdir()
    assert "is a folder" in run("model.nac", "--input", "x=folder").stderr
    if hasattr(os, "mkfifo"):
        os.mkfifo("pipe")
        assert "is no regular file" in run("model.nac", "--input", "x=pipe").stderr


@pytest.mark.parametrize(
    "options",
    [
        ("--max-memory", "much"),
        ("--max-memory", "-1"),
        ("--max-memory", "1XB"),
        ("--timeout", "0"),
        ("--timeout", "nan"),
        ("--timeout", "soon"),
    ],
)
def test_a_budget_that_is_none_is_a_usage_error(options: tuple[str, str], folder: Path) -> None:
    result = run("model.nac", "--inputs", "inputs.npz", *options)
    assert (result.exit_code, options[1] in result.stderr) == (2, True)


def test_a_model_beyond_the_budget_is_refused(folder: Path) -> None:
    assert run("model.nac", "--inputs", "inputs.npz", "--max-memory", "1GiB", "--timeout", "600").exit_code == 0
    result = run("model.nac", "--random", "--shape", "x=3x3", "--shape", "in1=4x3", "--max-memory", "100")
    assert (result.exit_code, "--max-memory" in result.stderr) == (1, True)


def test_the_process_ends_in_time_although_an_operation_does_not(folder: Path) -> None:
    Path("slow_operations.py").write_text(
        "import time\nfrom nacformats.runtime import register_operation\n"
        "@register_operation('slow.sleep(Tensor x) -> Tensor')\n"
        "def sleep(x):\n    time.sleep(600)\n    return x\n"
    )
    builder = NacBuilder()
    builder.output(builder.operation("slow.sleep", builder.input("x")))
    dump(builder.build(), "slow.nac")
    command = [sys.executable, "-m", "nacformats", "run", "slow.nac", "--input", "x=x.npy", "--timeout", "0.5"]
    command += ["--import", "slow_operations"]
    result = subprocess.run(command, check=False, capture_output=True, text=True, timeout=300)
    assert result.returncode == 1
    assert "(slow.sleep)" in result.stderr
    assert "longer than 0.5 s" in result.stderr
    assert "Traceback" not in result.stderr


def test_random_inputs_of_symbolic_sizes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a file says of its inputs is enough; a size of one input is that of the others."""
    monkeypatch.chdir(tmp_path)
    builder = NacBuilder()
    x, y = builder.input("x"), builder.input("y")
    builder.output(builder.operation("nac.add", x, y))
    ports = [{"name": name, "dtype": "int64", "shape": shape} for name, shape in (("x", ["n", 3]), ("y", ["n", 1]))]
    builder.resource("interface.json", json.dumps({"inputs": ports, "outputs": [{"name": "sum"}]}).encode())
    dump(builder.build(), "model.nac")
    for options, shape in (([], (2, 3)), (["--shape", "y=5x1"], (5, 3))):
        assert run("model.nac", "--random", *options, "-o", "out.npz", "--force").exit_code == 0
        found = np.load("out.npz")["sum"]
        assert (found.shape, found.dtype) == (shape, np.int64)
