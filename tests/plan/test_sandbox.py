"""Files of one folder, whatever the names are."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from nacformats import FormatError, InvalidError, LimitError
from nacformats.files import folders
from nacformats.plan.host import Files

posix = pytest.mark.skipif(os.name != "posix", reason="links, pipes and devices of POSIX")

OUTSIDE = [
    "../secret.txt",
    "sub/../../secret.txt",
    "..",
    ".",
    "",
    "/etc/passwd",
    "//server/share/secret.txt",
    "\\\\server\\share\\secret.txt",
    "C:secret.txt",
    "C:\\secret.txt",
    "c:/secret.txt",
    "..\\secret.txt",
    "\\\\?\\C:\\secret.txt",
    "a\0b",
    "a.txt\0",
    "a\nb",
    "a/",
    "a//b",
    "./a.txt",
    "a.txt.",
    "a.txt ",
    "a.txt:stream",
    "NUL",
    "nul",
    "Con.txt",
    "cOm1",
    "aux.tar.gz",
    "LPT9 .txt",
    "\ud800",
    "x" * 300,
    "a/" * 2000 + "a",
]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "secret.txt").write_text("secret")
    inside = tmp_path / "inside"
    (inside / "sub").mkdir(parents=True)
    (inside / "a.txt").write_text("a")
    (inside / "sub" / "b.txt").write_text("b")
    return inside


@pytest.fixture(params=[True, False], ids=["anchored", "checked"])
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> bool:
    """Both ways to open a file: from folder to folder, and as on Windows."""
    if request.param and not folders._ANCHORED:
        pytest.skip("the system cannot open files in an open folder")
    monkeypatch.setattr(folders, "_ANCHORED", request.param)
    return bool(request.param)


@pytest.mark.parametrize("name", OUTSIDE)
def test_names_that_may_lead_out_are_refused(folder: Path, name: str, way: bool) -> None:
    files = Files(folder, write=True)
    for use in (lambda: files.read(name, 10), lambda: files.source(name, print), lambda: files.write(name, b"x")):
        with pytest.raises(FormatError, match="is refused"):
            use()
    assert (folder.parent / "secret.txt").read_text() == "secret"
    assert sorted(path.name for path in folder.iterdir()) == ["a.txt", "sub"]


def test_files_inside_are_read(folder: Path, way: bool) -> None:
    files = Files(folder)
    assert files.read("a.txt", 1) == b"a"
    assert files.read("sub/b.txt", 100) == b"b"
    taken: list[int] = []
    with files.source("sub/b.txt", taken.append) as source:
        assert (bytes(source.view), source.path, taken) == (b"b", folder / "sub" / "b.txt", [1])


def test_what_is_too_long_is_not_read(folder: Path, way: bool) -> None:
    (folder / "long").write_bytes(bytes(1001))
    with pytest.raises(LimitError, match="too long: expected at most 1,000 bytes, got 1001"):
        Files(folder).read("long", 1000)


def link_to(target: str) -> Callable[[Path], None]:
    def make(folder: Path) -> None:
        (folder / "link").symlink_to(target)

    return make


def fifo(folder: Path) -> None:
    os.mkfifo(folder / "link")


def directory(folder: Path) -> None:
    (folder / "link").mkdir()


def save_x(path: Path) -> dict[str | os.PathLike[str], list[bytes]]:
    return {path: [b"x"], path.with_suffix(".more"): [b"y"]}


def everything(folder: Path) -> dict[str, str]:
    return {str(path.relative_to(folder)): path.read_text() for path in folder.rglob("*") if path.is_file()}


def test_a_file_is_saved_with_what_is_beside_it(folder: Path, way: bool) -> None:
    files = Files(folder, write=True)
    files.save("new.txt", save_x)
    files.save("sub/b.txt", save_x)
    saved = {"new.txt": "x", "new.more": "y", "sub/b.txt": "x", "sub/b.more": "y"}
    assert everything(folder) == {"a.txt": "a", **saved}
    assert sorted(path.name for path in folder.iterdir()) == ["a.txt", "new.more", "new.txt", "sub"]


def test_what_is_saved_by_halves_is_not_there(folder: Path, way: bool) -> None:
    before = everything(folder)

    def fail(path: Path) -> dict[str | os.PathLike[str], Iterator[bytes]]:
        def chunks() -> Iterator[bytes]:
            yield b"x"
            raise LimitError("too long")

        return {path: chunks()}

    with pytest.raises(LimitError):
        Files(folder, write=True).save("a.txt", fail)
    status = (folder / "a.txt").stat()
    with pytest.raises(InvalidError, match="open"):
        Files(folder, write=True).save("a.txt", save_x, kept={(status.st_dev, status.st_ino)})
    (folder / "b.more").mkdir()
    with pytest.raises(InvalidError, match="regular"):
        Files(folder, write=True).save("b.txt", save_x)
    for name in ("no/a.txt", "a.txt/b.txt", *OUTSIDE):
        with pytest.raises(InvalidError, match="is refused"):
            Files(folder, write=True).save(name, save_x)
    with pytest.raises(InvalidError, match="not written"):
        Files(folder).save("a.txt", save_x)
    assert everything(folder) == before
    assert sorted(path.name for path in folder.iterdir()) == ["a.txt", "b.more", "sub"]


@posix
@pytest.mark.parametrize(
    "make",
    [link_to("../secret.txt"), link_to("a.txt"), link_to("/dev/zero"), link_to("link"), link_to(""), fifo, directory],
    ids=["outside", "inside", "device", "loop", "nothing", "fifo", "directory"],
)
def test_only_regular_files_are_opened_and_no_links(folder: Path, make: Callable[[Path], None], way: bool) -> None:
    try:
        make(folder)
    except OSError:
        pytest.skip("the system makes no such link")
    files = Files(folder, write=True)
    uses: list[Callable[[], object]] = [lambda: files.read("link", 10), lambda: files.source("link", print)]
    uses += [lambda: files.write("link", b"x"), lambda: files.save("link", save_x)]
    for use in uses:
        with pytest.raises(InvalidError, match="is refused"):
            use()
    assert (folder.parent / "secret.txt").read_text() == "secret"
    assert (folder / "a.txt").read_text() == "a"


@posix
def test_folders_that_are_links_are_not_followed(folder: Path, way: bool) -> None:
    (folder / "up").symlink_to("..")
    with pytest.raises(InvalidError, match="is refused"):
        Files(folder, write=True).read("up/secret.txt", 10)
    with pytest.raises(InvalidError, match="is refused"):
        Files(folder, write=True).write("up/new.txt", b"x")
    with pytest.raises(InvalidError, match="is refused"):
        Files(folder, write=True).save("up/new.txt", save_x)
    assert not (folder.parent / "new.txt").exists()


@posix
def test_a_file_with_another_name_is_not_written(folder: Path) -> None:
    (folder / "hard").hardlink_to(folder.parent / "secret.txt")
    with pytest.raises(InvalidError, match="another name"):
        Files(folder, write=True).write("hard", b"x")
    assert (folder.parent / "secret.txt").read_text() == "secret"


@posix
def test_the_folder_itself_may_be_a_link(folder: Path) -> None:
    (folder.parent / "alias").symlink_to(folder)
    assert Files(folder.parent / "alias").read("a.txt", 10) == b"a"


def test_writing_has_to_be_allowed(folder: Path) -> None:
    with pytest.raises(InvalidError, match="may be read here, not written"):
        Files(folder).write("new.txt", b"x")
    assert not (folder / "new.txt").exists()


def test_files_are_made_replaced_and_added_to(folder: Path, way: bool) -> None:
    files = Files(folder, write=True)
    files.write("new.txt", b"one", append=True)
    files.write("new.txt", b"two", append=True)
    assert (folder / "new.txt").read_bytes() == b"onetwo"
    files.write("new.txt", b"3")
    assert (folder / "new.txt").read_bytes() == b"3"
    with pytest.raises(InvalidError, match="is refused"):
        files.write("missing/new.txt", b"x")


@pytest.mark.parametrize("name", ["missing.txt", "missing/a.txt", "a.txt/b"])
def test_what_is_not_there_is_a_typed_error(folder: Path, name: str, way: bool) -> None:
    with pytest.raises(InvalidError, match="is refused"):
        Files(folder).read(name, 10)


def test_the_folder_has_to_be_one(folder: Path) -> None:
    with pytest.raises(NotADirectoryError, match="is no folder"):
        Files(folder / "a.txt")
    with pytest.raises(FileNotFoundError):
        Files(folder / "missing")
