"""Writing files: whole or not at all, with the permissions that they had, and nothing left beside them."""

from __future__ import annotations

import errno
import io
import os
import stat
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from nacformats import files
from nacformats.files import TEMPORARY, write_all_atomically, write_atomically

needs_posix = pytest.mark.skipif(os.name != "posix", reason="permissions and locks of POSIX")


def left(folder: Path) -> list[str]:
    return [path.name for path in folder.iterdir() if TEMPORARY.fullmatch(path.name)]


@pytest.fixture
def umask() -> Iterator[Callable[[int], None]]:
    before = os.umask(0o022)
    yield lambda mask: (os.umask(mask), None)[1]
    os.umask(before)


@needs_posix
@pytest.mark.parametrize(("mask", "mode"), [(0o022, 0o644), (0o077, 0o600), (0o002, 0o664)])
def test_a_new_file_has_the_mode_that_the_umask_leaves(tmp_path: Path, umask: Any, mask: int, mode: int) -> None:
    umask(mask)
    write_atomically(tmp_path / "x", [b"x"])
    assert stat.S_IMODE((tmp_path / "x").stat().st_mode) == mode


@needs_posix
def test_the_umask_is_never_set(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "umask")
    write_atomically(tmp_path / "x", [b"x"])
    write_atomically(tmp_path / "x", [b"y"])


@needs_posix
@pytest.mark.parametrize("before", [0o4755, 0o2775, 0o1644, 0o7777, 0o640])
def test_permissions_are_kept_and_special_bits_are_not(tmp_path: Path, before: int) -> None:
    path = tmp_path / "x"
    path.write_bytes(b"old")
    path.chmod(before)
    write_atomically(path, [b"new"])
    assert stat.S_IMODE(path.stat().st_mode) == before & 0o777
    assert path.read_bytes() == b"new"


@needs_posix
def test_new_content_is_private_until_it_takes_the_place_of_a_private_file(tmp_path: Path) -> None:
    path, seen = tmp_path / "x", []
    path.write_bytes(b"old")
    path.chmod(0o600)

    def chunks() -> Iterator[bytes]:
        seen.extend(stat.S_IMODE((tmp_path / name).stat().st_mode) for name in left(tmp_path))
        yield b"new"

    write_atomically(path, chunks())
    assert seen == [0o600]


@needs_posix
def test_a_link_is_followed_and_stays(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to("target")
    write_atomically(tmp_path / "link", [b"x"])
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "target").read_bytes() == b"x"


@needs_posix
def test_links_that_lead_nowhere(tmp_path: Path) -> None:
    (tmp_path / "one").symlink_to("two")
    (tmp_path / "two").symlink_to("one")
    with pytest.raises(OSError, match="one") as caught:
        write_atomically(tmp_path / "one", [b"x"])
    assert caught.value.errno == errno.ELOOP
    with pytest.raises(FileNotFoundError):
        write_atomically("", [b"x"])
    assert sorted(path.name for path in tmp_path.iterdir()) == ["one", "two"]


@pytest.mark.parametrize("size", [200, 255])
def test_a_long_name_has_room_for_no_more(tmp_path: Path, size: int) -> None:
    path = tmp_path / ("x" * size)
    write_atomically(path, [b"x"])
    assert path.read_bytes() == b"x"


class Faults:
    """Lets one call of one function fail, and counts the calls of all."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.patch = monkeypatch
        self.calls = 0
        self.fails = -1

    def on(self, owner: Any, name: str, matters: Callable[..., bool] = lambda *_: True) -> None:
        called = getattr(owner, name)

        def faulty(*arguments: Any, **named: Any) -> Any:
            if matters(*arguments):
                self.calls += 1
                if self.calls - 1 == self.fails:
                    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            return called(*arguments, **named)

        self.patch.setattr(owner, name, faulty)

    def on_writes(self) -> None:
        """Each write to the disk from one on: a disk that is full stays full."""
        faults = self

        class Full(io.FileIO):
            def write(self, data: Any, /) -> int:
                faults.calls += 1
                if faults.calls > faults.fails >= 0:
                    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
                return super().write(data[: 1 << 19]) or 0  # a system may write less than it was asked to

        self.patch.setattr(files, "FileIO", Full)


CHUNKS = [b"a" * 100, bytes(3 << 20), b"b" * 10, bytes(1 << 20), b"c"]


def write_two(folder: Path, chunks: list[bytes]) -> None:
    write_all_atomically({folder / "first": chunks, folder / "second": chunks[::-1]})


@pytest.mark.parametrize("exists", [False, True])
@pytest.mark.parametrize("what", ["writes", "others"])
def test_whichever_call_fails_the_old_files_stay(tmp_path: Path, exists: bool, what: str) -> None:
    for name in ("first", "second") if exists else ():
        (tmp_path / name).write_bytes(b"old")
    fails = 0
    while (error := failure_of(what, tmp_path, fails)) is not None:
        assert error.errno == errno.ENOSPC
        assert Path(error.filename).name in ("first", "second")
        assert not left(tmp_path)
        assert all(path.read_bytes() == b"old" for path in tmp_path.iterdir())
        assert len(list(tmp_path.iterdir())) == (2 if exists else 0)
        fails += 1
    assert fails > 4
    assert not left(tmp_path)
    assert (tmp_path / "first").read_bytes() == b"".join(CHUNKS)
    assert (tmp_path / "second").read_bytes() == b"".join(CHUNKS[::-1])


def failure_of(what: str, folder: Path, fails: int) -> OSError | None:
    """Write while one call fails. None when there are not so many calls."""
    with pytest.MonkeyPatch.context() as patch:
        faults = Faults(patch)
        faults.fails = fails
        if what == "writes":
            faults.on_writes()
        else:
            faults.on(os, "open", lambda path, flags, *_: bool(flags & os.O_CREAT))
            faults.on(os, "fsync", lambda handle: stat.S_ISREG(os.fstat(handle).st_mode))
            if hasattr(os, "fchmod"):
                faults.on(os, "fchmod")
            faults.on(os, "replace", lambda source, target: target == "first")
        try:
            write_two(folder, CHUNKS)
        except OSError as error:
            return error
    return None


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
def test_a_full_device_is_named() -> None:
    with pytest.raises(OSError, match="/dev/full") as caught:
        write_atomically("/dev/full", [b"x"])
    assert caught.value.errno == errno.ENOSPC


@pytest.mark.parametrize("failure", [ValueError, KeyboardInterrupt, SystemExit])
def test_chunks_that_fail(tmp_path: Path, failure: type[BaseException]) -> None:
    def chunks() -> Iterator[bytes]:
        yield bytes(1 << 21)
        raise failure

    (tmp_path / "x").write_bytes(b"old")
    with pytest.raises(failure):
        write_atomically(tmp_path / "x", chunks())
    assert [path.name for path in tmp_path.iterdir()] == ["x"]
    assert (tmp_path / "x").read_bytes() == b"old"


def abandoned(folder: Path, number: int = 0) -> Path:
    path = folder / f".nacformats-{number:016x}.tmp"
    path.write_bytes(b"left by kill -9")
    return path


@needs_posix
def test_what_was_abandoned_is_removed_by_the_next_write(tmp_path: Path) -> None:
    paths = [abandoned(tmp_path, number) for number in range(3)]
    others = [tmp_path / ".nacformats-0.tmp", tmp_path / "x.tmp"]
    for path in others:
        path.write_bytes(b"of somebody else")
    write_atomically(tmp_path / "x", [b"x"])
    assert not any(path.exists() for path in paths)
    assert all(path.exists() for path in others)


@needs_posix
def test_what_a_living_writer_has_is_not_removed(tmp_path: Path) -> None:
    def chunks() -> Iterator[bytes]:
        yield bytes(1 << 21)
        (mine,) = left(tmp_path)
        write_atomically(tmp_path / "y", [b"cleans"])
        write_atomically(tmp_path / "x", [b"the other writer"])
        assert left(tmp_path) == [mine]
        yield b"end"

    write_atomically(tmp_path / "x", chunks())
    assert (tmp_path / "x").read_bytes() == bytes(1 << 21) + b"end"


@needs_posix
def test_what_only_looks_abandoned_is_not_touched(tmp_path: Path) -> None:
    named = [tmp_path / f".nacformats-{number:016x}.tmp" for number in range(3)]
    (tmp_path / "target").write_bytes(b"x")
    named[0].mkdir()
    named[1].symlink_to("target")
    os.mkfifo(named[2])
    write_atomically(tmp_path / "x", [b"x"])
    assert all(os.path.lexists(path) for path in named)
    assert (tmp_path / "target").read_bytes() == b"x"


def test_a_temporary_file_that_is_taken_away_is_made_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another writer may find it between its creation and its lock."""
    lock, taken = files._lock, []

    def late(handle: int) -> bool | None:
        if not taken:
            taken.extend(tmp_path / name for name in left(tmp_path))
            taken[0].unlink()
        return lock(handle)

    monkeypatch.setattr(files, "_lock", late)
    write_atomically(tmp_path / "x", [b"x"])
    assert len(taken) == 1
    assert [path.name for path in tmp_path.iterdir()] == ["x"]


def test_without_locks_age_tells(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "_LOCKABLE", False)
    young, old = abandoned(tmp_path, 1), abandoned(tmp_path, 2)
    past = time.time() - files.ABANDONED_SECONDS - 60
    os.utime(old, (past, past))
    write_two(tmp_path, CHUNKS)
    assert young.exists()
    assert not old.exists()
    assert (tmp_path / "first").read_bytes() == b"".join(CHUNKS)
    assert left(tmp_path) == [young.name]


def test_a_buffer_may_be_used_again(tmp_path: Path) -> None:
    buffer = bytearray(10)

    def chunks() -> Iterator[bytearray]:
        for number in range(3):
            buffer[:] = bytes([number]) * 10
            yield buffer

    write_atomically(tmp_path / "x", chunks())
    assert (tmp_path / "x").read_bytes() == bytes(10) + b"\1" * 10 + b"\2" * 10
