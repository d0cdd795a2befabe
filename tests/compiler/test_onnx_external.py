"""External data of ONNX models: from the folder of the model and nowhere else, whatever is exchanged meanwhile."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from nacformats import limits
from nacformats.errors import FormatError, InvalidError, LimitError
from tests.partners import partner

partner("onnx")

from nacformats.graph.graph import Weight
from nacformats.onnx.reading import graph_of_onnx, tensors
from tests.onnx_campaign.seeds import FLOAT, model, node, port

posix = pytest.mark.skipif(os.name != "posix", reason="links and pipes of POSIX")


def _write(path: Path, location: str = "weights.bin", shape: tuple[int, ...] = (4,), **entries: str) -> Path:
    made = model([node("Add", "x w", "y")], [port("x", [1])], [port("y", list(shape))])
    tensor = made.graph.initializer.add(name="w", data_type=FLOAT, dims=shape, data_location=1)
    for key, value in {"location": location, **entries}.items():
        tensor.external_data.add(key=key, value=value)
    path.write_bytes(made.SerializeToString())
    return path


def _weights(path: Path) -> Any:
    (weight,) = graph_of_onnx(path).every(Weight)
    assert weight.load is not None
    return weight.load()


@pytest.fixture
def place(tmp_path: Path) -> Path:
    for name in ("in/weights.bin", "in/sub/weights.bin", "out/weights.bin"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        np.full(4, len(name), "<f4").tofile(tmp_path / name)
    return tmp_path


@pytest.mark.parametrize(("location", "found"), [("weights.bin", 14), ("./weights.bin", 14), ("sub/weights.bin", 18)])
def test_files_below_the_folder_are_read(place: Path, location: str, found: int) -> None:
    assert _weights(_write(place / "in" / "model.onnx", location)).tolist() == [found] * 4


def test_an_empty_tensor_has_no_elements(place: Path) -> None:
    assert _weights(_write(place / "in" / "model.onnx", shape=(0, 3))).shape == (0, 3)


@posix
@pytest.mark.parametrize(
    "location", ["link", "up/weights.bin", "pipe", "sub", "../out/weights.bin", "sub/../weights.bin"]
)
def test_only_regular_files_through_no_link(place: Path, location: str) -> None:
    (place / "in" / "link").symlink_to(place / "out" / "weights.bin")
    (place / "in" / "up").symlink_to(place / "out")
    os.mkfifo(place / "in" / "pipe")
    with pytest.raises(InvalidError, match=r"cannot be read|leads out of the folder"):
        graph_of_onnx(_write(place / "in" / "model.onnx", location))


@posix
def test_links_of_a_cache_of_downloads_are_followed(place: Path) -> None:
    """A model that is a link itself, and its data beside it, both to one other folder."""
    (place / "cache").mkdir()
    _write(place / "out" / "model.onnx")
    for name in ("model.onnx", "weights.bin"):
        (place / "cache" / name).symlink_to(place / "out" / name)
    assert _weights(place / "cache" / "model.onnx").tolist() == [15] * 4


def _exchanged_file(place: Path) -> None:
    (place / "in" / "weights.bin").unlink()
    (place / "in" / "weights.bin").symlink_to(place / "out" / "weights.bin")


def _exchanged_folder(place: Path) -> None:
    (place / "in").rename(place / "before")
    (place / "in").symlink_to(place / "out")


def _shorter_file(place: Path) -> None:
    os.truncate(place / "in" / "weights.bin", 8)


@posix
@pytest.mark.parametrize("change", [_exchanged_file, _exchanged_folder, _shorter_file])
def test_what_is_exchanged_before_it_is_opened(
    place: Path, monkeypatch: pytest.MonkeyPatch, change: Callable[[Path], None]
) -> None:
    """Between reading the model and opening its data."""
    opened = tensors.Companions.source

    def late(files: Any, name: str) -> Any:
        change(place)
        return opened(files, name)

    path = _write(place / "in" / "model.onnx")
    monkeypatch.setattr(tensors.Companions, "source", late)
    try:
        found = _weights(path).tolist()
    except FormatError:
        found = [14] * 4
    assert found == [14] * 4


@posix
def test_what_is_exchanged_after_it_is_opened(place: Path) -> None:
    """Elements are taken from the file whose size was checked."""
    (weight,) = graph_of_onnx(_write(place / "in" / "model.onnx")).every(Weight)
    _exchanged_file(place)
    assert weight.load is not None
    assert weight.load().tolist() == [14] * 4


@pytest.mark.skipif(sys.platform == "win32", reason="files without their bytes")
def test_a_file_that_is_too_long_is_named(place: Path) -> None:
    path = place / "huge.onnx"
    path.touch()
    os.truncate(path, limits.ONNX_FILE_BYTES + 1)
    with pytest.raises(LimitError, match=r"huge\.onnx is no ONNX model: it is too long"):
        graph_of_onnx(path)


def test_no_memory_names_the_file(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def none(_path: Path) -> bytes:
        raise MemoryError

    monkeypatch.setattr("nacformats.onnx.reading.loading._read", none)
    with pytest.raises(OSError, match=r"model\.onnx"):
        graph_of_onnx(_write(place / "in" / "model.onnx"))
