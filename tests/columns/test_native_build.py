"""The build hook: a library where there is a compiler, and an installation either way."""

from __future__ import annotations

import ctypes
import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from nacformats.schema.sources import ROOT
from tests.columns.native import build_hook, compiler


def initialized(version: str, library: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[dict[str, Any], list[str]]:
    """What the hook tells hatchling about a build, and the notes that it shows."""
    hook = build_hook()
    notes: list[str] = []
    monkeypatch.setattr(hook, "LIBRARY", library)
    monkeypatch.setattr(hook, "ROOT", library.parent)
    monkeypatch.setattr(hook, "platform_tag", lambda: "some_platform")
    data: dict[str, Any] = {"pure_python": True, "force_include": {}}
    hook.NativeLibrary.initialize(SimpleNamespace(app=SimpleNamespace(display_info=notes.append)), version, data)
    return data, notes


@pytest.fixture
def small_source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In place of the generated C, which takes seconds to compile and which other tests have compiled."""
    compiler()
    (tmp_path / "small.c").write_text("int small = 5;\n")
    monkeypatch.setattr(build_hook(), "SOURCES", tmp_path)


@pytest.mark.usefixtures("small_source")
def test_a_wheel_holds_the_library_for_any_python(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    library = tmp_path / "library.so"
    data, notes = initialized("standard", library, monkeypatch)
    assert not notes
    assert data == {
        "pure_python": False,
        "tag": "py3-none-some_platform",
        "force_include": {str(library): "library.so"},
    }
    assert ctypes.c_int.in_dll(ctypes.CDLL(str(library)), "small").value == 5


@pytest.mark.usefixtures("small_source")
def test_an_editable_installation_finds_it_in_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data, _ = initialized("editable", tmp_path / "library.so", monkeypatch)
    assert (tmp_path / "library.so").is_file()
    assert not data["force_include"]


@pytest.mark.parametrize("chosen", [[sys.executable, "-c", "raise SystemExit(1)"], ["/there/is/no/such/compiler"]])
def test_a_compiler_that_fails_is_no_error(chosen: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    library = tmp_path / "library.so"
    library.write_bytes(b"of an earlier build")
    monkeypatch.setattr(build_hook(), "compilers", lambda: iter([chosen]))
    data, notes = initialized("standard", library, monkeypatch)
    assert data == {"pure_python": True, "force_include": {}}
    assert len(notes) == 1
    assert chosen[0] in notes[0]
    assert list(tmp_path.iterdir()) == []


def test_no_compiler_is_no_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(build_hook(), "compilers", lambda: iter([]))
    data, notes = initialized("standard", tmp_path / "library.so", monkeypatch)
    assert data["pure_python"]
    assert "no C compiler" in notes[0]


def test_the_environment_chooses_the_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CC", "ccache gcc -m64")
    assert list(build_hook().compilers()) == [["ccache", "gcc", "-m64"]]


def test_a_process_uses_the_library_unless_it_is_told_not_to(library_file: Path) -> None:
    """In a process of its own: nothing is loaded by importing, and NACFORMATS_PURE is obeyed."""
    code = f"""
from pathlib import Path
import nacformats
from nacformats.codec.columns import native
assert native.load_library.cache_info().currsize == 0
native.FOLDER = Path({str(library_file.parent)!r})
from nacformats._generated.columns import micb
one, many = (micb.string_ref.read(bytes(n), 0, n, num_strings_value=1) for n in (1, 100_000))
print(native.load_library.cache_info().currsize, micb.string_ref.compiled is not None, len(many))
"""
    for pure, loaded in (("", "True"), ("1", "False")):
        environment = {**os.environ, "NACFORMATS_PURE": pure, "PYTHONPATH": str(ROOT)}
        command = [sys.executable, "-c", code]
        done = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=300, check=False)
        assert done.stdout.split() == ["1", loaded, "100000"], done.stderr
