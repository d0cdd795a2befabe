"""Opening files: which are mapped, what a file that is truncated meanwhile does, and what is no file at all."""

from __future__ import annotations

import errno
import os
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import nacformats
from nacformats import NacBuilder, StbFile
from nacformats.codec import streams
from nacformats.codec.streams import Source
from nacformats.runtime import SessionOptions
from tests.campaign.files import EXAMPLES

needs_posix = pytest.mark.skipif(os.name != "posix", reason="owners, pipes and devices")


def is_mapped(path: Path, mmap: bool | None = None) -> bool:
    with Source.open(path, mmap=mmap) as source:
        return source._mapping is not None


@pytest.fixture
def example(tmp_path: Path) -> Path:
    path = tmp_path / "weights.stb"
    path.write_bytes((EXAMPLES / "weights.stb").read_bytes())
    return path


def test_what_the_caller_wants_is_done(example: Path) -> None:
    assert is_mapped(example)
    assert is_mapped(example, mmap=True)
    assert not is_mapped(example, mmap=False)
    (example.parent / "empty").touch()
    assert not is_mapped(example.parent / "empty", mmap=True)


@needs_posix
@pytest.mark.parametrize(("owner", "mapped"), [("mine", True), ("root", True), ("other", False)])
def test_a_file_of_somebody_else_is_read(
    example: Path, monkeypatch: pytest.MonkeyPatch, owner: str, mapped: bool
) -> None:
    me = {"mine": example.stat().st_uid, "root": 12345, "other": 12345}[owner]
    monkeypatch.setattr(os, "geteuid", lambda: me)
    if owner == "root":
        fstat = os.fstat
        monkeypatch.setattr(os, "fstat", lambda handle: Status(fstat(handle), 0))
    elif owner == "other":
        fstat = os.fstat
        monkeypatch.setattr(os, "fstat", lambda handle: Status(fstat(handle), 23456))
    assert is_mapped(example) is mapped
    assert is_mapped(example, mmap=True)


class Status:
    """What fstat says of a file, with another owner."""

    def __init__(self, status: os.stat_result, uid: int) -> None:
        self._status = status
        self.st_uid = uid

    def __getattr__(self, name: str) -> Any:
        return getattr(self._status, name)


def test_where_there_are_no_owners_files_are_mapped(example: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "geteuid", raising=False)
    assert is_mapped(example)


def test_a_file_that_is_too_long_to_be_read(example: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "MAX_STREAM_BYTES", 100)
    with nacformats.load(example) as stb:
        assert len(stb.tensors)
    with pytest.raises(nacformats.LimitError, match=r"expected at most 100 bytes \(mmap=True, or --mmap, maps it\)"):
        nacformats.load(example, mmap=False)
    (finding,) = nacformats.validate(example, mmap=False)
    assert finding.rule == "limit"


def test_out_of_memory_is_an_error_of_the_file(example: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def exhausted(*_: Any) -> Any:
        raise MemoryError

    monkeypatch.setattr(streams, "read_bounded", exhausted)
    with pytest.raises(OSError, match=r"weights\.stb") as caught:
        nacformats.load(example, mmap=False)
    assert caught.value.errno == errno.ENOMEM


@pytest.mark.parametrize("mmap", [None, True, False])
def test_every_verb_takes_the_choice(tmp_path: Path, mmap: bool | None) -> None:
    from nacformats.formats.stb.glyphs import BinFileTable
    from nacformats.runtime import Session

    stb, micb = EXAMPLES / "weights.stb", EXAMPLES / "residual.micb"
    assert nacformats.detect(stb, mmap=mmap) == "stb"
    assert nacformats.validate(stb, mmap=mmap) == []
    assert nacformats.formats.mic.is_canonical(micb, mmap=mmap)
    nacformats.convert(micb, tmp_path / "x.mic2", mmap=mmap)
    assert (tmp_path / "x.mic2").read_bytes() == (EXAMPLES / "residual.mic2").read_bytes()
    with nacformats.load(stb, mmap=mmap) as model:
        assert nacformats.dumps(model) == stb.read_bytes()
    with Session(EXAMPLES / "mlp.nac", options=SessionOptions(mmap=mmap)) as session:
        assert session.inputs
    with BinFileTable([stb], mmap=mmap) as table:
        assert bytes(table.mmap_region(0))


#: Opens a file, truncates it, and reads all that there was. Mapped, that ends the process.
TRUNCATES = """
import os, sys
import nacformats
path, suffix = sys.argv[1], sys.argv[2]
model = nacformats.load(path, mmap=False)
if suffix == ".stb":
    arrays = {str(tensor.id): tensor for tensor in model.tensors}
else:
    arrays = {each.name: each for each in model.parameters.values()}
    [each.tensor for each in arrays.values()]  # opens the file of the weights
os.truncate(path, 0)
if suffix == ".ext":
    os.truncate(path.replace(".nac", ".safetensors"), 0)
print({name: float(each.array().sum()) for name, each in arrays.items()})
"""


def made(folder: Path, suffix: str) -> Path:
    """A file with 3 MB of ones: more than is copied when it is opened."""
    ones = np.ones(750_000, np.float32)
    if suffix == ".stb":
        stb = StbFile()
        stb.add(ones, id=1)
        nacformats.dump(stb, folder / "x.stb")
        return folder / "x.stb"
    builder = NacBuilder(external_weights=suffix == ".ext")
    builder.output(builder.parameter("w", ones))
    nacformats.dump(builder.build(), folder / "x.nac")
    return folder / "x.nac"


@pytest.mark.parametrize("suffix", [".stb", ".nac", ".ext"])
def test_a_file_that_is_truncated_while_it_is_open(tmp_path: Path, suffix: str) -> None:
    path = made(tmp_path, suffix)
    command = [sys.executable, "-c", TRUNCATES, str(path), suffix]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert done.stderr == ""
    assert "750000.0" in done.stdout
    assert done.returncode == 0


@needs_posix
def test_a_file_that_shrinks_between_its_opening_and_its_mapping(
    example: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    is_wanted = streams._is_mapped

    def shrinks(*arguments: Any) -> bool:
        os.truncate(example, 0)
        return is_wanted(*arguments)

    monkeypatch.setattr(streams, "_is_mapped", shrinks)
    with Source.open(example) as source:
        assert source.size == 0


@pytest.mark.parametrize("path", ["", "no\0name", "x" * 5000, "\udcff\udc00.stb", "nothing.stb/x.stb"])
def test_names_that_no_file_has(path: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for verb in (nacformats.load, nacformats.validate, nacformats.detect, nacformats.formats.mic.is_canonical):
        with pytest.raises((OSError, ValueError)) as caught:
            verb(path)
        assert not isinstance(caught.value, nacformats.FormatError)
    with nacformats.load(EXAMPLES / "weights.stb") as model, pytest.raises((OSError, ValueError)) as caught:
        nacformats.dump(model, f"{path}/x.stb" if path else path, format="stb")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("verb", [nacformats.load, nacformats.validate, nacformats.detect])
def test_a_folder_is_no_file(verb: Any, tmp_path: Path) -> None:
    with pytest.raises(OSError, match=tmp_path.name):
        verb(tmp_path)


@needs_posix
def test_a_pipe_is_waited_for_and_read(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.stb"
    os.mkfifo(pipe)
    data = (EXAMPLES / "weights.stb").read_bytes()
    writer = threading.Thread(target=pipe.write_bytes, args=[data])
    writer.start()
    with nacformats.load(pipe, mmap=True) as model:
        assert nacformats.dumps(model) == data
    writer.join(timeout=10)


@needs_posix
@pytest.mark.parametrize("path", ["/dev/zero", "/dev/urandom"])
def test_what_never_ends_is_read_to_the_limit(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "MAX_STREAM_BYTES", 5_000_000)
    with pytest.raises(nacformats.LimitError, match="give a file instead"):
        nacformats.load(path)
    assert nacformats.validate(path)[0].rule == "limit"


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.chdir(tmp_path)  # names of sockets are short
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind("socket.stb")
        yield tmp_path / "socket.stb"


@needs_posix
def test_a_socket_is_no_file(server: Path) -> None:
    with pytest.raises(OSError, match=r"socket\.stb"):
        nacformats.load(server)
    with nacformats.load(EXAMPLES / "weights.stb") as model, pytest.raises(OSError, match=r"socket\.stb"):
        nacformats.dump(model, server)


COMMANDS = ("inspect", "validate", "convert", "repair", "diff", "run")


@needs_posix
@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_refuses_what_is_no_file(command: str, server: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from click.testing import CliRunner

    from nacformats.cli import main

    monkeypatch.setattr(streams, "MAX_STREAM_BYTES", 2_000_000)
    folder = server.parent / "folder"
    folder.mkdir()
    further = {"convert": ["x.micb"], "repair": ["x.stb"], "diff": [str(EXAMPLES / "weights.stb")]}.get(command, [])
    names = [] if command == "inspect" else [str(folder)]  # which says what is in it
    names += [str(server), "/dev/zero", "/dev/null", "/proc/self/mem", "/proc/self/status"]
    names += ["", "no\0name", "x" * 5000, "\udcff.stb", "\x1b[31m", "nothing.stb"]
    for name in names:
        result = CliRunner().invoke(main, [command, name, *further], prog_name="nacformats")
        assert result.exit_code in (1, 2), (name, result.output)
        assert result.exception is None or isinstance(result.exception, SystemExit), (name, result.exception)
        told = result.stderr if command == "inspect" else result.output  # which shows the first bytes of any file
        assert len(told.splitlines()) == 1 or told.startswith("Usage:"), (name, result.output)
        assert "\x1b" not in result.output
        assert "\0" not in result.output
    assert sorted(path.name for path in server.parent.iterdir()) == ["folder", "socket.stb"]


@needs_posix
def test_no_mmap_reads(example: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from click.testing import CliRunner

    from nacformats.cli import main

    def refused(*_: Any, **__: Any) -> None:
        raise OSError(errno.ENODEV, "is not to be mapped")

    monkeypatch.setattr(streams, "Mapping", refused)
    target = example.parent / "copy.stb"
    for words in (
        ["inspect", example],
        ["validate", example],
        ["convert", example, target],
        ["repair", example, target],
        ["diff", example, example],
        ["run", EXAMPLES / "mlp.nac", "--inputs", EXAMPLES / "mlp.inputs.npz"],
    ):
        read = CliRunner().invoke(main, [*map(str, words), "--no-mmap"], prog_name="nacformats")
        assert read.exit_code == 0, read.output
        target.unlink(missing_ok=True)
        mapped = CliRunner().invoke(main, [*map(str, words), "--mmap"], prog_name="nacformats")
        assert mapped.exit_code == 2
        assert "is not to be mapped" in mapped.output


@needs_posix
def test_a_schema_that_never_ends(example: Path) -> None:
    from click.testing import CliRunner

    from nacformats.cli import main

    result = CliRunner().invoke(main, ["inspect", "--schema", "/dev/zero", str(example)], prog_name="nacformats")
    assert result.exit_code == 2
    assert "/dev/zero: too long for a schema" in result.output
