"""The verbs, whatever the format: detect, load, dump, convert, and what misusing them raises."""

from __future__ import annotations

import os
import stat
import threading
from pathlib import Path
from typing import Any, get_args

import pytest

import nacformats
from nacformats import typing
from nacformats.formats import format_named, formats, unmarked
from nacformats.formats.nac.tables import MemoryAction, Quantization
from nacformats.formats.records import VERSIONS
from nacformats.runtime.engines import engine_names
from tests.campaign.files import EXAMPLES

PATHS = sorted(path for path in EXAMPLES.iterdir() if path.suffix in {entry.suffix for entry in formats().values()})


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.name)
def test_a_file_is_detected_loaded_and_written_back(path: Path, tmp_path: Path) -> None:
    assert nacformats.detect(path) == path.suffix[1:] == nacformats.detect(path.read_bytes())
    with nacformats.load(path) as model:
        assert model.format == path.suffix[1:]
        nacformats.dump(model, tmp_path / path.name)
        assert nacformats.dumps(model) == path.read_bytes()
    assert (tmp_path / path.name).read_bytes() == path.read_bytes()
    assert nacformats.validate(path) == []


def test_bytes_of_no_format() -> None:
    assert nacformats.detect(b"\x7fELF\x02\x01\x01\x00") is None
    with pytest.raises(nacformats.UnsupportedError, match=r"unknown format: a Linux program or library"):
        nacformats.loads(b"\x7fELF\x02\x01\x01\x00")
    (finding,) = nacformats.validate(b"\x7fELF\x02\x01\x01\x00")
    assert (finding.severity, finding.rule, finding.offset) == ("error", "wrong-format", 0)


def test_a_damaged_file_is_taken_for_what_its_name_says(tmp_path: Path) -> None:
    path = tmp_path / "x.stb"
    path.write_bytes(b"")
    assert nacformats.detect(path) == "stb"
    assert nacformats.detect(b"") is None
    with pytest.raises(nacformats.TruncatedError):
        nacformats.load(path)


def test_a_file_whose_name_says_another_format(tmp_path: Path) -> None:
    path = tmp_path / "x.nac"
    path.write_bytes((EXAMPLES / "weights.stb").read_bytes())
    with pytest.raises(nacformats.InvalidError, match=r"expected NAC v1\.6 to v1\.8, got STB v0\.1"):
        nacformats.load(path)
    assert nacformats.validate(path)[0].rule == "wrong-format"
    with nacformats.load(path, strict=False) as lenient, nacformats.load(path, format="stb") as named:
        assert lenient.format == named.format == "stb"


def test_convert_by_suffix(tmp_path: Path) -> None:
    nacformats.convert(EXAMPLES / "residual.mic2", tmp_path / "x.MICB")
    assert (tmp_path / "x.MICB").read_bytes() == (EXAMPLES / "residual.micb").read_bytes()
    with pytest.raises(ValueError, match="no format has this suffix"):
        nacformats.convert(EXAMPLES / "residual.mic2", tmp_path / "x.bin")
    with pytest.raises(nacformats.UnsupportedError, match="MicGraph cannot be written as STB"):
        nacformats.convert(EXAMPLES / "residual.mic2", tmp_path / "x.stb")
    assert [path.name for path in tmp_path.iterdir()] == ["x.MICB"]


#: Suffixes of other things than files of the formats.
NO_MODELS = (".onnx", ".pt2", ".npz", ".npy", ".json", ".mep", ".ksy", ".txt", ".png", ".pt", ".ckpt", ".h5", ".pkl")


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.name)
def test_no_file_is_written_under_the_suffix_of_another_kind(path: Path, tmp_path: Path) -> None:
    with nacformats.load(path) as model:
        for suffix in (*NO_MODELS, *(entry.suffix for entry in formats().values() if not entry.holds(model))):
            for name in (None, model.format):
                with pytest.raises(ValueError, match=rf"{suffix} is for|cannot be written as"):
                    nacformats.dump(model, tmp_path / f"x{suffix.upper()}", format=name)
        nacformats.dump(model, tmp_path / "x.bin")
    assert [each.name for each in tmp_path.iterdir()] == ["x.bin"]


@pytest.mark.parametrize(
    ("name", "options", "message"),
    [
        ("mlp.nac", {"wieghts": 1}, "no option 'wieghts': did you mean 'weights'"),
        ("mlp.nac", {"schema": 1}, "no option 'schema': known are format, strict, mmap, "),
        ("mlp.nac", {"params_first": True}, r"no option 'params_first' for NAC .*: known are .*, weights"),
        ("residual.micb", {"params_first": True}, "for MIC-B v2: known are .*, limits"),
        ("weights.stb", {"shape_tabel": 1}, "did you mean 'shape_table'"),
        ("words.tisa", {"limits": 1}, "for TISA v1"),
    ],
)
def test_unknown_options_are_named_with_the_nearest(name: str, options: Any, message: str) -> None:
    """Those of a file that no format claims as well: the option is misuse, whatever the bytes are."""
    with pytest.raises(TypeError, match=message):
        nacformats.load(EXAMPLES / name, **options)
    with pytest.raises(TypeError, match=message):
        nacformats.loads((EXAMPLES / name).read_bytes(), **options)
    if "for" not in message:
        with pytest.raises(TypeError, match=message):
            nacformats.loads(b"nothing known", **options)


def test_no_verb_swallows_an_option_or_shows_a_private_name() -> None:
    verbs: tuple[Any, ...] = (nacformats.dump, nacformats.dumps, nacformats.validate, nacformats.convert)
    for verb in (*verbs, nacformats.detect, nacformats.compile, nacformats.Session, nacformats.plan.assemble):
        with pytest.raises(TypeError, match=rf"^{verb.__name__}(\.__init__)?\(\) .*'colour'"):
            verb("x", "y", colour=1)


def test_misuse_is_no_format_error(tmp_path: Path) -> None:
    with pytest.raises(TypeError, match="dict is not a model"):
        nacformats.dumps({})
    with pytest.raises(ValueError, match="unknown format 'elf': known are") as info:
        nacformats.loads(b"", format="elf")
    assert not isinstance(info.value, nacformats.FormatError)
    with pytest.raises(FileNotFoundError):
        nacformats.load(tmp_path / "nothing.stb")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="the system has no named pipes")
def test_a_pipe_is_written_to_and_not_replaced(tmp_path: Path) -> None:
    pipe, read = tmp_path / "pipe", []
    os.mkfifo(pipe)
    reader = threading.Thread(target=lambda: read.append(pipe.read_bytes()))
    reader.start()
    example = EXAMPLES / "weights.stb"
    with nacformats.load(example) as model:
        nacformats.dump(model, pipe, format="stb")
    reader.join(timeout=10)
    assert read == [example.read_bytes()]
    assert stat.S_ISFIFO(pipe.stat().st_mode)


def test_the_names_that_a_type_checker_knows_are_those_of_the_tables() -> None:
    known = {each.name for each in (*formats().values(), *unmarked().values())}
    assert set(get_args(typing.ModelFormat)) | set(get_args(typing.TreeFormat)) == known
    assert all(format_named(name).is_tree for name in get_args(typing.TreeFormat))
    assert get_args(typing.NacVersion) == VERSIONS
    assert get_args(typing.EngineName) == engine_names()
    assert set(get_args(typing.MemoryActionName)) == {name.upper() for name in MemoryAction.__members__}
    assert {*get_args(typing.QuantizationName), "NONE"} == {name.upper() for name in Quantization.__members__}
