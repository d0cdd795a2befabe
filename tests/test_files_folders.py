"""Folders that are held open: whatever is exchanged meanwhile, nothing outside of them is reached."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from nacformats import LimitError
from nacformats.files import folders
from nacformats.files.folders import Folder

needs_posix = pytest.mark.skipif(os.name != "posix", reason="links and pipes of POSIX")


@pytest.fixture(params=[True, False], ids=["anchored", "checked"])
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> bool:
    """Both ways to open a file: from folder to folder, and as on Windows."""
    if request.param and not folders._ANCHORED:
        pytest.skip("the system cannot open files in an open folder")
    monkeypatch.setattr(folders, "_ANCHORED", request.param)
    return bool(request.param)


@pytest.fixture
def place(tmp_path: Path) -> Path:
    for name, content in (("in/a", b"inside"), ("in/sub/b", b"below"), ("out/a", b"secret"), ("out/b", b"secret")):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(content)
    return tmp_path


def exchange(path: Path, target: Path) -> None:
    path.rename(path.with_name("before"))
    path.symlink_to(target)


def before_it_is_opened(monkeypatch: pytest.MonkeyPatch, name: str, change: Callable[[], None]) -> None:
    """Let something happen between the check of a name and its opening."""
    opened, waiting = os.open, [change]

    def late(path: Any, *arguments: Any, **named: Any) -> int:
        if Path(path).name == name and waiting:
            waiting.pop()()
        return opened(path, *arguments, **named)

    monkeypatch.setattr(os, "open", late)


def test_files_below_are_read(place: Path, way: bool) -> None:
    with Folder(place / "in") as folder:
        assert (folder.read("a", 6), folder.read("sub/b", 5)) == (b"inside", b"below")
        assert sorted(folder.names()) == ["a", "sub"]
        assert folder.status("sub/b").st_size == 5
        with pytest.raises(LimitError, match="expected at most 5 bytes, got 6"):
            folder.read("a", 5)


@pytest.mark.parametrize("name", ["", ".", "..", "../out/a", "sub/../a", "/etc/passwd", "sub//b", "a/", "a\0b", "a/b"])
def test_names_that_lead_elsewhere(place: Path, name: str, way: bool) -> None:
    with Folder(place / "in") as folder, pytest.raises(OSError, match=r"no name of a file|[Nn]ot a directory"):
        folder.read(name, 10)


@needs_posix
@pytest.mark.parametrize("name", ["link", "up/a", "pipe", "sub", "missing", "zero"])
def test_only_regular_files_through_no_link(place: Path, name: str, way: bool) -> None:
    (place / "in" / "link").symlink_to("a")
    (place / "in" / "up").symlink_to(place / "out")
    (place / "in" / "zero").symlink_to("/dev/zero")
    os.mkfifo(place / "in" / "pipe")
    with Folder(place / "in") as folder, pytest.raises(OSError):  # noqa: PT011  every system has words of its own
        folder.read(name, 10)


@needs_posix
def test_a_file_that_becomes_a_link_is_not_followed(place: Path, monkeypatch: pytest.MonkeyPatch, way: bool) -> None:
    before_it_is_opened(monkeypatch, "a", lambda: exchange(place / "in" / "a", place / "out" / "a"))
    with Folder(place / "in") as folder, pytest.raises(OSError):  # noqa: PT011
        folder.read("a", 10)


@needs_posix
def test_a_folder_that_becomes_a_link_is_not_followed(place: Path, monkeypatch: pytest.MonkeyPatch, way: bool) -> None:
    before_it_is_opened(monkeypatch, "b", lambda: exchange(place / "in" / "sub", place / "out"))
    with Folder(place / "in") as folder:
        if not way:
            with pytest.raises(OSError, match=r"link|exchanged"):
                folder.read("sub/b", 10)
        else:
            assert folder.read("sub/b", 10) == b"below"


@needs_posix
def test_an_open_folder_stays_the_same_one(place: Path) -> None:
    """Also when it was renamed, and a link took its place."""
    with Folder(place / "in") as folder:
        exchange(place / "in", place / "out")
        assert folder.read("a", 10) == b"inside"
    with pytest.raises(OSError, match="file descriptor"):
        folder.read("a", 10)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="the system has no named pipes")
def test_a_pipe_that_takes_the_place_of_a_file_is_not_waited_for(
    place: Path, monkeypatch: pytest.MonkeyPatch, way: bool
) -> None:
    def to_pipe() -> None:
        (place / "in" / "a").unlink()
        os.mkfifo(place / "in" / "a")

    before_it_is_opened(monkeypatch, "a", to_pipe)
    with Folder(place / "in") as folder, pytest.raises(OSError, match="Not a regular file"):
        folder.read("a", 10)


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="Linux tells the open files of a process")
def test_no_handle_is_left_open(place: Path) -> None:
    before = len(list(Path("/proc/self/fd").iterdir()))
    folder = Folder(place / "in")
    for name in ("sub/b", "missing/b", "a/b", "sub"):
        try:
            folder.read(name, 10)
        except OSError:
            continue
    del folder
    assert len(list(Path("/proc/self/fd").iterdir())) == before
