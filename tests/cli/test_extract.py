"""The command `nacformats extract`: what it writes, and what it refuses to write."""

from __future__ import annotations

import os
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any

import pytest

import nacformats
from nacformats import InvalidError, NacBuilder, limits
from nacformats.commands.extracting import safe_paths
from nacformats.files import TEMPORARY
from nacformats.files.folders import problem_of_name


def nac_with(*names: str) -> bytes:
    """A file with a resource of each name, which holds the number of it."""
    builder = NacBuilder()
    builder.output(builder.operation("aten.relu.default", builder.input("x")))
    for number, name in enumerate(names):
        builder.resource(name, b"%d" % number)
    return nacformats.dumps(builder.build())


@pytest.fixture
def model(tmp_path: Path) -> Any:
    def write(*names: str) -> Path:
        path = tmp_path / "model.nac"
        path.write_bytes(nac_with(*names))
        return path

    return write


def files_in(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_the_files_come_out_with_their_folders(run: Any, model: Any, tmp_path: Path) -> None:
    out = tmp_path / "new" / "out"
    result = run("extract", model("vocab.b", "a/b/c.txt", "Größe.txt"), out)
    assert (result.exit_code, result.stderr) == (0, "")
    assert files_in(out) == {"vocab.b": b"0", "a/b/c.txt": b"1", "Größe.txt": b"2"}
    assert result.stdout.splitlines()[0] == f"{out / 'vocab.b'}: 1 bytes"


def test_the_files_are_listed_whatever_they_are_called(run: Any, model: Any) -> None:
    result = run("extract", "--list", model("vocab.b", "../x\x1b[2J"))
    assert result.exit_code == 0
    assert "vocab.b" in result.stdout
    assert "../x\\x1b[2J" in result.stdout


def test_a_file_without_resources_gives_an_empty_folder(run: Any, example: Any, tmp_path: Path) -> None:
    assert run("extract", example("mlp.nac"), tmp_path / "out").exit_code == 0
    assert files_in(tmp_path / "out") == {}


HOSTILE = (
    "../../x",
    "a/../../x",
    "..",
    ".",
    "",
    "a//b",
    "a/",
    "/etc/passwd",
    "a/./b",
    "..\\x",
    "C:x",
    "C:/x",
    "\\\\server\\share",
    "x:stream",
    "a\0b",
    "a\nb",
    "a\x1b[2Jb",
    "gpj\u202ezip.x",
    "CON",
    "nul.txt",
    "com1",
    "a/LPT9.b",
    "con .txt",
    "trailing.",
    "trailing ",
    " leading",
    ".bashrc",
    ".git/hooks/x",
    "a*",
    "é" * 128,
    "a/" * 600 + "a",
)


@pytest.mark.parametrize("name", HOSTILE)
def test_names_that_are_not_safe_are_refused(run: Any, model: Any, tmp_path: Path, name: str) -> None:
    path = model("good", name)
    result = run("extract", path, tmp_path / "out")
    assert result.exit_code == 1
    assert "rsrc.files[1].name (byte " in result.stderr
    assert not (tmp_path / "out").exists()
    with nacformats.load(path, format="nac") as file, pytest.raises(InvalidError) as caught:
        safe_paths(file)
    assert caught.value.offset is not None
    assert path.read_bytes()[caught.value.offset :].startswith(name.encode())


@pytest.mark.parametrize(
    "name", ["a", "a.b", "com", "com10", "console.txt", "a b", "a/b-c_d(1).json", "ein.Wörterbuch"]
)
def test_names_that_are_safe_are_taken(name: str) -> None:
    assert problem_of_name(name) is None


@pytest.mark.parametrize(
    ("names", "index"),
    [
        (("a", "a"), 1),
        (("vocab.b", "merges.b", "VOCAB.B"), 2),
        (("stra\u00dfe", "STRASSE"), 1),
        (("\u00e9", "e\u0301"), 1),
        (("a", "A/b"), 1),
        (("a/b", "A"), 0),
    ],
)
def test_names_of_one_file_are_refused(
    run: Any, model: Any, tmp_path: Path, names: tuple[str, ...], index: int
) -> None:
    result = run("extract", model(*names), tmp_path / "out")
    assert result.exit_code == 1
    assert f"rsrc.files[{index}].name" in result.stderr
    assert not (tmp_path / "out").exists()


def test_nothing_is_overwritten_without_force(run: Any, model: Any, tmp_path: Path) -> None:
    out = tmp_path / "out"
    out.mkdir()
    (out / "b").write_bytes(b"old")
    path = model("a", "b")
    result = run("extract", path, out)
    assert (result.exit_code, files_in(out)) == (2, {"b": b"old"})
    assert "--force" in result.stderr
    assert run("extract", path, out, "--force").exit_code == 0
    assert files_in(out) == {"a": b"0", "b": b"1"}


@pytest.mark.skipif(os.name != "posix", reason="symbolic links")
@pytest.mark.parametrize("link", ["x", "a"])
def test_links_are_not_followed(run: Any, model: Any, tmp_path: Path, link: str) -> None:
    """A link in the place of a file, or of a folder, whether it leads to something or not."""
    outside, out = tmp_path / "outside", tmp_path / "out"
    outside.mkdir()
    (outside / "b").write_bytes(b"old")
    out.mkdir()
    path = model("x", "a/b")
    for target in (outside, outside / "b", outside / "missing"):
        (out / link).symlink_to(target)
        result = run("extract", path, out, "--force")
        assert result.exit_code == 2
        assert "symbolic link" in result.stderr
        assert files_in(outside) == {"b": b"old"}
        (out / link).unlink()
    assert files_in(out) == {}


def test_what_is_in_the_way_stays(run: Any, model: Any, tmp_path: Path) -> None:
    out = tmp_path / "out"
    (out / "b").mkdir(parents=True)
    (out / "c").write_bytes(b"old")
    assert run("extract", model("a", "b"), out, "--force").exit_code == 2
    assert run("extract", model("a", "c/d"), out, "--force").exit_code == 2
    assert run("extract", model("a"), out / "c", "--force").exit_code == 2
    assert files_in(out) == {"c": b"old"}


def test_a_failure_leaves_nothing(run: Any, model: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_folder: object, _files: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("nacformats.commands.extracting.write_all_below", fail)
    result = run("extract", model("a/b", "c"), tmp_path / "deep" / "out")
    assert (result.exit_code, "No space left" in result.stderr) == (2, True)
    assert not (tmp_path / "deep").exists()


def test_what_it_is_asked_wrongly(run: Any, model: Any, example: Any, tmp_path: Path) -> None:
    assert run("extract", model("a")).exit_code == 2
    assert run("extract", model("a"), tmp_path / "out", "--list").exit_code == 2
    result = run("extract", example("weights.stb"), tmp_path / "out")
    assert (result.exit_code, "only NAC files" in result.stderr) == (1, True)


def test_many_resources_are_refused_before_anything_is_made(run: Any, model: Any, tmp_path: Path) -> None:
    """60,000 empty files took minutes, since all of them are open until the last one is complete."""
    result = run("extract", model(*(f"f{index}" for index in range(limits.MAX_EXTRACTED_FILES + 1))), tmp_path / "out")
    assert result.exit_code == 1
    assert "there are too many resources to extract" in result.stderr
    assert not (tmp_path / "out").exists()


def test_a_long_name_is_not_repeated_in_an_error(run: Any, model: Any, tmp_path: Path) -> None:
    result = run("extract", model("n" * 65_535), tmp_path / "out")
    assert result.exit_code == 1
    assert "it is too long" in result.stderr
    assert len(result.stderr) < 1000


@pytest.mark.skipif(os.name != "posix", reason="symbolic links")
@pytest.mark.parametrize("swapped", ["out", "out/a", "out/a/c"])
@pytest.mark.parametrize("when", ["before it writes", "before it renames"])
def test_a_link_that_takes_the_place_of_a_folder_is_not_written_through(
    run: Any, model: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, swapped: str, when: str
) -> None:
    outside, folder, synced = tmp_path / "outside", tmp_path / swapped, os.fsync
    for each in ("a/c", "c"):
        (outside / each).mkdir(parents=True)

    def exchange() -> None:
        if not folder.is_symlink():
            folder.rename(tmp_path / "moved")
            folder.symlink_to(outside)

    def progress(_label: str) -> AbstractContextManager[None]:
        exchange()
        return nullcontext()

    def fsync(handle: int) -> None:
        exchange()
        synced(handle)

    if when == "before it writes":
        monkeypatch.setattr("nacformats.commands.extracting.progress", progress)
    else:
        monkeypatch.setattr(os, "fsync", fsync)
    path = model("x", "a/b", "a/c/d")
    result = run("extract", path, tmp_path / "out", "--force")
    assert folder.is_symlink()
    assert result.exit_code in (0, 2)
    assert files_in(outside) == {}
    assert not [each for each in tmp_path.rglob("*") if TEMPORARY.fullmatch(each.name)]
