"""Weights in a safetensors file beside the .nac file."""

from __future__ import annotations

import json
import math
import os
import random
import socket
import stat
from pathlib import Path
from typing import Any

import ml_dtypes
import numpy as np
import pytest
import safetensors.numpy
from click.testing import CliRunner

import nacformats
from nacformats import FormatError, InvalidError, UnsupportedError
from nacformats.cli import main
from nacformats.findings import Finding
from nacformats.formats.nac import NacBuilder, NacFile, Quantization
from nacformats.formats.nac.file.external import ExternalWeights
from tests.effort import effort
from tests.nac.samples import Case, changed

WEIGHT = np.linspace(-1, 1, 12, dtype=np.float32).reshape(4, 3)


def model(**options: Any) -> NacFile:
    b = NacBuilder(external_weights=True, **options)
    x = b.input("x")
    w = b.parameter("fc.weight", WEIGHT)
    m = b.parameter("mask", np.array([True, False]))
    b.output(b.operation("aten.linear.default", x, w, m))
    return b.build()


@pytest.fixture
def written(tmp_path: Path) -> Path:
    path = tmp_path / "model.nac"
    nacformats.dump(model(), path)
    return path


def test_two_files_are_written(written: Path) -> None:
    assert sorted(path.name for path in written.parent.iterdir()) == ["model.nac", "model.safetensors"]
    with nacformats.load(written) as file:
        assert not file.internal_weights
        assert file.sections.data.tensors is None
        assert not [finding for finding in nacformats.validate(written) if finding.severity == "error"]
        weight, mask = file.parameters["fc.weight"], file.parameters[2]
        assert (weight.shape, weight.dtype, weight.quantization) == ((4, 3), np.float32, Quantization.none)
        np.testing.assert_array_equal(weight.array(), WEIGHT)
        np.testing.assert_array_equal(mask.array(), [True, False])
        assert bytes(weight.raw) == WEIGHT.tobytes()
    beside = written.with_suffix(".safetensors")
    stored = safetensors.numpy.load_file(beside)
    np.testing.assert_array_equal(stored["fc.weight"], WEIGHT)
    assert beside.read_bytes() == safetensors.numpy.save(stored, {}), "the library writes the same bytes"


def test_a_file_is_not_written_over_its_weights(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="NacFile cannot be written as safetensors"):
        nacformats.dump(model(), tmp_path / "model.safetensors")
    assert not list(tmp_path.iterdir())


def test_the_command_does_not_write_a_file_over_its_weights(written: Path) -> None:
    target = written.with_name("other.safetensors")
    done = CliRunner().invoke(main, ["repair", str(written), str(target)])
    assert done.exit_code == 2
    assert ".safetensors is for safetensors; NAC v1.6 to v1.8 is .nac" in done.output
    assert not target.exists()


@pytest.mark.parametrize("method", ["FP16", "INT8_TENSOR", "INT8_CHANNEL", "BLOCK_FP8"])
def test_quantization_is_honoured(tmp_path: Path, method: str) -> None:
    path = tmp_path / "model.nac"
    file = model(quantize=method)
    nacformats.dump(file, path)
    with nacformats.load(path) as again:
        found = again.parameters["fc.weight"]
        assert found.quantization.name.upper() == method
        np.testing.assert_array_equal(found.array(), file.parameters["fc.weight"].array())
        np.testing.assert_allclose(found.array(), WEIGHT, atol=0.01)


def texts_of(path: Path) -> dict[str, str]:
    with safetensors.safe_open(path.with_suffix(".safetensors"), "numpy") as weights:
        return dict(weights.metadata() or {})


def test_public_readers_find_the_quantization(tmp_path: Path) -> None:
    """They look for all descriptions in one text, and take quantized elements for numbers where there is none."""
    path = tmp_path / "model.nac"
    nacformats.dump(model(quantize="INT8_TENSOR"), path)
    texts = texts_of(path)
    own = {name: text for name, text in texts.items() if name != "metadata"}
    assert "fc.weight" in own
    assert json.loads(texts["metadata"]) == own
    with nacformats.load(path) as file:
        assert dict(file.weights.metadata) == own
        for name in own:
            file.set_parameter(name, file.parameters[name].array(), quantize="none")
        nacformats.dump(file, path)
    assert texts_of(path) == {}


def test_the_metadata_of_others_stay_as_they_are(tmp_path: Path) -> None:
    array = np.ones(2, np.float32)
    for names, text in (("ab", '{"x": "y"}'), ("ab", "["), (["metadata", "b"], "")):
        file = external(tmp_path, dict.fromkeys(names, array), {"metadata": text} if text else {"more": "text"})
        file.set_parameter("b", array, quantize="INT8_TENSOR")
        path = tmp_path / "again.nac"
        nacformats.dump(file, path)
        file.close()
        texts = texts_of(path)
        assert texts.pop("b")
        assert texts == ({"metadata": text} if text else {"more": "text"})


def external(tmp_path: Path, arrays: dict[str, Any], metadata: dict[str, str], method: int = 0) -> NacFile:
    """A file by other hands: names in DATA, tensors and their quantization in the safetensors file."""
    names = list(enumerate(arrays, 1))
    path = tmp_path / "other.nac"
    rows = [(None, 2, 0, (), ()), (None, 3, 0, (1, 0), (-1,))]
    data = {"parameters": names, "inputs": [], "tensors": None}
    path.write_bytes(changed(internal=False, DATA=data, OPS=rows, MMAP=[], num_outputs=1, method=method))
    safetensors.numpy.save_file(arrays, path.with_suffix(".safetensors"), metadata)
    return nacformats.load(path)


def test_metadata_by_other_hands(tmp_path: Path) -> None:
    stored = np.arange(6, dtype=np.int8)
    file = external(
        tmp_path,
        {
            "tensor": stored,
            "channel": stored.reshape(2, 3),
            "block": stored,
            "one_block": stored,
            "half": stored.astype(np.float16),
            "brain": stored.astype(ml_dtypes.bfloat16),
            "plain": stored,
        },
        {
            "tensor": json.dumps({"quant_type": "INT8_TENSOR", "scale": 0.5}),
            "channel": json.dumps({"quant_type": "int8_channel", "scales": [1, 2, 3], "axis": 1}),
            "block": json.dumps(
                {"quant_type": "BLOCK_FP8", "block_size": 2, "original_shape": [5], "scales": [1, 2, 3]}
            ),
            "one_block": json.dumps(
                {"quant_type": "BLOCK_FP8", "block_size": 6, "original_shape": [3, 2], "scales": 2.0}
            ),
            "other": "not JSON, and of no tensor",
        },
        method=1,
    )
    found = {each.name: each.array() for each in file.parameters.values()}
    np.testing.assert_array_equal(found["tensor"], stored / 2)
    np.testing.assert_array_equal(found["channel"], stored.reshape(2, 3) * [1, 2, 3])
    np.testing.assert_array_equal(found["block"], [0, 1, 4, 6, 12])
    np.testing.assert_array_equal(found["one_block"], stored.reshape(3, 2) * 2)
    assert found["half"].dtype == np.float32, "the header says FP16"
    assert found["brain"].dtype == np.float32
    assert found["plain"].dtype == np.int8
    assert file.parameters["brain"].stored().dtype == ml_dtypes.bfloat16


@pytest.mark.parametrize(
    "described",
    [
        "{",
        "[]",
        "{}",
        '{"quant_type": "INT4"}',
        '{"quant_type": "INT8_TENSOR"}',
        '{"quant_type": "INT8_TENSOR", "scale": "x"}',
        '{"quant_type": "INT8_TENSOR", "scale": [[1]]}',
        '{"quant_type": "INT8_CHANNEL", "scales": [1], "axis": -1}',
        '{"quant_type": "INT8_CHANNEL", "scales": [1], "axis": true}',
        '{"quant_type": "BLOCK_FP8", "block_size": 2, "original_shape": [-1], "scales": [1]}',
        "[" * 100_000,
    ],
)
def test_metadata_that_cannot_be_read(tmp_path: Path, described: str) -> None:
    file = external(tmp_path, {"w": np.zeros(2, np.int8)}, {"w": described})
    with pytest.raises(InvalidError, match="quantization of the tensor cannot be read") as caught:
        file.parameters["w"].array()
    assert caught.value.path == "other.safetensors: w"


def test_metadata_that_contradict_the_tensor(tmp_path: Path) -> None:
    text = json.dumps({"quant_type": "INT8_CHANNEL", "scales": [1, 2, 3], "axis": 0})
    file = external(tmp_path, {"w": np.zeros((2, 2), np.int8)}, {"w": text})
    with pytest.raises(InvalidError, match="each channel needs one scale"):
        file.parameters["w"].array()


def test_what_is_missing_is_named(written: Path) -> None:
    companion = written.with_suffix(".safetensors")
    assert weights_warnings(written) == []
    safetensors.numpy.save_file({"other": WEIGHT}, companion)
    assert [each.actual for each in weights_warnings(written)] == ["'fc.weight'", "'mask'"]
    with nacformats.load(written) as file, pytest.raises(InvalidError, match="there is no such tensor") as caught:
        file.parameters["fc.weight"].array()
    assert "fc.weight" in str(caught.value)
    assert "other" in str(caught.value)
    companion.unlink()
    assert "is missing" in weights_warnings(written)[0].reason
    with nacformats.load(written) as file, pytest.raises(InvalidError, match=r"model.safetensors: .*is missing"):
        file.parameters["fc.weight"].array()
    companion.write_bytes(b"no safetensors file")
    with nacformats.load(written) as file, pytest.raises(FormatError, match="cannot be read"):
        file.parameters["fc.weight"].array()


def weights_warnings(path: Path) -> list[Finding]:
    found = [finding for finding in nacformats.validate(path) if finding.rule == "nac.weights"]
    assert all(finding.severity == "warning" and finding.offset == 4 for finding in found)
    return found


def test_a_dtype_that_numpy_has_not(written: Path) -> None:
    header = json.dumps({"fc.weight": {"dtype": "F8_E4M3", "shape": [1], "data_offsets": [0, 1]}}).encode()
    written.with_suffix(".safetensors").write_bytes(len(header).to_bytes(8, "little") + header + b"\0")
    with nacformats.load(written) as file, pytest.raises((UnsupportedError, InvalidError), match=r"fc\.weight"):
        file.parameters["fc.weight"].array()


def test_bytes_have_no_neighbours(written: Path) -> None:
    data = written.read_bytes()
    with pytest.raises(InvalidError, match="its file is not known"):
        nacformats.loads(data).parameters["fc.weight"].array()
    file = nacformats.loads(data, weights=written.with_suffix(".safetensors"), mmap=False)
    assert isinstance(file, NacFile)
    assert isinstance(file.weights, ExternalWeights)
    assert file.weights.files[0].source.mmap is False
    np.testing.assert_array_equal(file.parameters["fc.weight"].array(), WEIGHT)


def test_weights_from_elsewhere(written: Path, tmp_path: Path) -> None:
    elsewhere = written.with_suffix(".safetensors").rename(tmp_path / "weights.bin")
    with nacformats.load(written, weights=elsewhere) as file:
        np.testing.assert_array_equal(file.parameters["fc.weight"].array(), WEIGHT)


def test_a_copy_takes_its_weights_along(written: Path, tmp_path: Path) -> None:
    with nacformats.load(written) as file:
        nacformats.dump(file, tmp_path / "copy.nac")
        nacformats.dump(file, written)
    for suffix in (".nac", ".safetensors"):
        assert (tmp_path / f"copy{suffix}").read_bytes() == written.with_suffix(suffix).read_bytes()


def test_a_parameter_without_a_name_cannot_be_looked_for(written: Path) -> None:
    rows = [(None, 2, 1, (1, 7), ()), (None, 3, 0, (1, 0), (-1,))]
    data = {"parameters": [(1, "w")], "inputs": [], "tensors": None}
    file = changed(internal=False, DATA=data, OPS=rows, MMAP=[], num_outputs=1, num_inputs=0)
    with pytest.raises(InvalidError, match="`data` has no name for the parameter"):
        nacformats.loads(file)


def test_nothing_is_left_when_one_of_the_two_cannot_be_written(tmp_path: Path) -> None:
    file = model()
    file.num_outputs = 5
    with pytest.raises(InvalidError):
        nacformats.dump(file, tmp_path / "model.nac")
    assert not list(tmp_path.iterdir())
    file.num_outputs = 1
    (tmp_path / "model.nac").mkdir()
    with pytest.raises(OSError, match=r"model\.nac"):
        nacformats.dump(file, tmp_path / "model.nac")
    assert [path.name for path in tmp_path.iterdir() if path.suffix == ".tmp"] == []


def test_modes_are_kept(written: Path) -> None:
    companion = written.with_suffix(".safetensors")
    companion.chmod(0o640)
    nacformats.dump(model(), written)
    assert stat.S_IMODE(companion.stat().st_mode) == 0o640


def test_the_corpus(cases: list[Case]) -> None:
    external_cases = [case for case in cases if (case.folder / "model.safetensors").exists()]
    assert len(external_cases) >= 3
    for case in external_cases:
        with nacformats.load(case.path) as file:
            raw = safetensors.numpy.load_file(case.folder / "model.safetensors")
            for each in file.parameters.values():
                np.testing.assert_array_equal(each.stored(), raw[each.name])
                assert each.array().dtype == np.float32


@pytest.mark.parametrize(
    ("shape", "described"),
    [
        ([0, 2**62, 2**62], None),
        ([0, 2**63], None),
        ([1] * 100, None),
        ([0] * 100, None),
        ([0, 2**62, 2**62], {"quant_type": "INT8_TENSOR", "scale": 1}),
        ([0, 2**62, 2**62], {"quant_type": "INT8_CHANNEL", "scales": [], "axis": 0}),
        ([0], {"quant_type": "BLOCK_FP8", "block_size": 2**63, "original_shape": [0], "scales": []}),
        ([0], {"quant_type": "BLOCK_FP8", "block_size": 2, "original_shape": [0, 2**62, 2**62], "scales": []}),
        ([0], {"quant_type": "BLOCK_FP8", "block_size": 2, "original_shape": [0] * 100, "scales": []}),
        ([2], {"quant_type": "BLOCK_FP8", "block_size": 2, "original_shape": [2**62, 2**62], "scales": [1]}),
        ([2], {"quant_type": "BLOCK_FP8", "block_size": 2, "original_shape": [1] * 100, "scales": [1]}),
        ([2], {"quant_type": "BLOCK_FP8", "block_size": 0, "original_shape": [2], "scales": [1]}),
        ([2], {"quant_type": "INT8_TENSOR", "scale": []}),
        ([2], {"quant_type": "INT8_TENSOR", "scale": [1, 2]}),
        ([2], {"quant_type": "INT8_TENSOR", "scale": ["1"]}),
        ([2], {"quant_type": "INT8_TENSOR", "scale": True}),
        ([2], {"quant_type": "INT8_TENSOR", "scale": None}),
        ([2], {"quant_type": "INT8_TENSOR", "scale": 10**400}),
        ([2], {"quant_type": ["INT8_TENSOR"], "scale": 1}),
        ([2], {"quant_type": 1, "scale": 1}),
        ([2], {"quant_type": "INT8_CHANNEL", "scales": [1, 2], "axis": 10**30}),
        ([2], {"quant_type": "INT8_CHANNEL", "scales": {"0": 1}, "axis": 0}),
        ([2], {"quant_type": "INT8_TENSOR", "scale": 1, "more": [[]] * 40_000}),
    ],
    ids=str,
)
def test_hostile_shapes_and_scales(tmp_path: Path, shape: list[int], described: Any) -> None:
    """Whatever is described: a FormatError that names the tensor, or an array; nothing else."""
    file = hostile(tmp_path, shape, described)
    with nacformats.load(file) as nac:
        if described is not None and described.get("block_size") == 2**63:
            assert nac.parameters["w"].array().shape == (0,), "no elements in blocks of any size are no elements"
        else:
            with pytest.raises(FormatError) as caught:
                nac.parameters["w"].array()
            assert (caught.value.path or "").startswith("other.safetensors: w")
        assert all(finding.rule.startswith("nac.") for finding in nacformats.validate(file))


def hostile(tmp_path: Path, shape: list[int], described: Any, dtype: str = "I8", text: str | None = None) -> Path:
    """The path of a file of which one tensor is described so."""
    external(tmp_path, {"w": np.zeros(2, np.int8)}, {}).close()
    size = (0 if 0 in shape else math.prod(shape)) * (2 if dtype == "BF16" else 1)
    header: dict[str, Any] = {"w": {"dtype": dtype, "shape": shape, "data_offsets": [0, size]}}
    if described is not None or text is not None:
        header["__metadata__"] = {"w": json.dumps(described) if text is None else text}
    encoded = json.dumps(header).encode()
    (tmp_path / "other.safetensors").write_bytes(len(encoded).to_bytes(8, "little") + encoded + bytes(size))
    return tmp_path / "other.nac"


@pytest.mark.parametrize("scale", ["NaN", "Infinity", "-Infinity", "1e400", "1e39"])
def test_scales_that_are_no_numbers_make_such_elements(tmp_path: Path, scale: str) -> None:
    file = hostile(tmp_path, [2], None, text=f'{{"quant_type": "INT8_TENSOR", "scale": {scale}}}')
    with nacformats.load(file) as nac:
        assert np.isnan(nac.parameters["w"].array()).all()  # 0 times what is infinite is no number either


@pytest.mark.parametrize("dtype", ["BF16", "BOOL", "U8"])
@pytest.mark.parametrize("method", ["INT8_TENSOR", "INT8_CHANNEL", "BLOCK_FP8", "FP16", "NONE"])
def test_methods_with_dtypes_that_do_not_belong_to_them(tmp_path: Path, dtype: str, method: str) -> None:
    scales = {"scale": 1, "scales": [1, 1], "axis": 0, "block_size": 1, "original_shape": [2]}
    with nacformats.load(hostile(tmp_path, [2], {"quant_type": method, **scales}, dtype)) as nac:
        assert nac.parameters["w"].array().tolist() == [0, 0]


@pytest.mark.skipif(os.name != "posix", reason="pipes, devices and links in a folder")
@pytest.mark.parametrize("what", ["pipe", "folder", "dangling", "loop", "zero", "full", "socket", "link to a pipe"])
def test_what_is_no_regular_file_is_refused_at_once(written: Path, what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(written.parent)  # names of sockets are short
    companion = written.with_suffix(".safetensors")
    companion.unlink()
    other = written.parent / "other"
    if what == "pipe":
        os.mkfifo(companion)
    elif what == "link to a pipe":
        os.mkfifo(other)
        companion.symlink_to(other)
    elif what == "folder":
        companion.mkdir()
    elif what == "socket":
        with socket.socket(socket.AF_UNIX) as server:
            server.bind(companion.name)
    else:
        targets = {"dangling": other, "loop": companion, "zero": "/dev/zero", "full": "/dev/full"}
        companion.symlink_to(targets[what])
    (finding,) = weights_warnings(written)
    assert finding.reason.startswith("model.safetensors: the file with the weights ")
    with nacformats.load(written) as file:
        with pytest.raises(InvalidError, match=r"model\.safetensors"):
            file.parameters["fc.weight"].array()
        with pytest.raises(InvalidError, match=r"model\.safetensors"):
            nacformats.dump(file, written.parent / "copy.nac")
    assert not list(written.parent.glob("*copy*"))


def test_a_link_to_a_regular_file_is_followed(written: Path) -> None:
    """As caches of downloads have them: both names are links to files that are named by their content."""
    blobs, names = written.parent / "blobs", written.parent / "names"
    blobs.mkdir()
    names.mkdir()
    for number, suffix in enumerate((".nac", ".safetensors")):
        written.with_suffix(suffix).rename(blobs / str(number))
        (names / f"model{suffix}").symlink_to(Path("..", "blobs", str(number)))
    with nacformats.load(names / "model.nac") as file:
        np.testing.assert_array_equal(file.parameters["fc.weight"].array(), WEIGHT)


@pytest.mark.skipif(os.name != "posix", reason="a file that is open cannot be replaced")
def test_a_file_that_is_replaced_is_not_looked_at(written: Path) -> None:
    companion = written.with_suffix(".safetensors")
    with nacformats.load(written) as file:
        weight = file.parameters["fc.weight"].array()
        other = written.parent / "other"
        safetensors.numpy.save_file({"mask": np.zeros(2, bool)}, other)
        other.replace(companion)
        np.testing.assert_array_equal(weight, WEIGHT)
        np.testing.assert_array_equal(file.parameters["mask"].array(), [True, False])


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="the system has no named pipes")
def test_a_pipe_that_takes_the_place_of_the_file_is_not_waited_for(
    written: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between the look at it and its opening."""
    companion, opened = written.with_suffix(".safetensors"), os.open

    def swap(path: Any, *arguments: Any, **named: Any) -> int:
        if Path(path).name == companion.name and companion.is_file():
            companion.unlink()
            os.mkfifo(companion)
        return opened(path, *arguments, **named)

    with nacformats.load(written) as file:
        monkeypatch.setattr(os, "open", swap)
        with pytest.raises(InvalidError, match="Not a regular file"):
            file.parameters["fc.weight"].array()


def test_arrays_outlive_the_file(written: Path) -> None:
    with nacformats.load(written, mmap=False) as file:
        weight = file.parameters["fc.weight"].array()
        assert not weight.flags.writeable
    np.testing.assert_array_equal(weight, WEIGHT)
    with nacformats.load(written) as file:
        weight = file.parameters["fc.weight"].array()
    np.testing.assert_array_equal(weight, WEIGHT)


@pytest.mark.skipif(not Path("/dev/null").exists(), reason="no devices")
def test_a_device_has_no_neighbours() -> None:
    with pytest.raises(UnsupportedError, match="the weights are a file of their own"):
        nacformats.dump(model(), "/dev/null", format="nac")
    assert not Path("/dev/null.safetensors").exists()


#: What a description may hold in the place of what belongs there.
ODD = [
    None,
    True,
    -1,
    0,
    1,
    2,
    3,
    2**31,
    2**62,
    2**64,
    10**30,
    0.5,
    1e300,
    float("nan"),
    "",
    "int8_tensor",
    "F16",
    [],
    [1],
    [1, 2],
    [[1]],
    {},
    {"a": 1},
]


def test_whatever_is_described_only_a_format_error_is_raised(tmp_path: Path) -> None:
    chance = random.Random(3)
    path = hostile(tmp_path, [2, 2], None)
    weights = path.with_suffix(".safetensors")
    read = refused = 0
    for _ in range(effort(250, 500)):
        shape = [chance.choice((0, 1, 1, 2, 2, 4, 2**40)) for _ in range(chance.choice((0, 1, 2, 3)))]
        dtype = chance.choice(("I8", "I8", "F32", "F16", "BF16", "BOOL", "U16", "F4", "C64", "X7"))
        size = chance.choice((0, 1, 2, 4, 8, 16))
        described: Any = {
            "quant_type": chance.choice(("INT8_TENSOR", "INT8_CHANNEL", "BLOCK_FP8", "FP16", "NONE")),
            "scale": chance.choice((1, [2], 0.5)),
            "scales": chance.choice(([1], [1, 2], [], [1.5] * 4)),
            "axis": chance.choice((0, 1, 2)),
            "block_size": chance.choice((1, 2, 4)),
            "original_shape": chance.choice(([2], [4], [2, 2], [0], [])),
        }
        entry: Any = {"dtype": dtype, "shape": shape, "data_offsets": [0, size]}
        for target in chance.sample((described, entry), chance.choice((0, 0, 1))):
            target[chance.choice(list(target))] = chance.choice(ODD)
        header = json.dumps({"w": entry, "__metadata__": {"w": json.dumps(described)}}).encode()
        weights.write_bytes(len(header).to_bytes(8, "little") + header + bytes(size))
        with nacformats.load(path, mmap=False) as file:
            try:
                array = file.parameters["w"].array()
            except FormatError:
                refused += 1
            else:
                read += 1
                assert isinstance(array, np.ndarray)
    assert read > effort(5, 20)
    assert refused > effort(100, 200)
