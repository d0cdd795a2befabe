"""Go and Java: what users do with the packages, and what the tools of the languages say of them."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

from nacformats.languages.go import go_text
from nacformats.languages.java import java_text
from nacformats.languages.targets import language_files
from nacformats.schema.sources import ROOT
from nacformats.targets.loading import schema_of_file
from tests.packages import package
from tests.partners import needs, partner

HERE = Path(__file__).parent
needs_go = needs("go")
needs_java = needs("javac")
JAVAC = ("javac", "-Xlint:all", "-Werror", "-d")
#: Names that the languages, or the classes of records, have already; texts that would be code.
HOSTILE = r"""
meta: {id: main, endian: le, title: "*/ evil \\u002a/ title"}
doc: "*/ evil() /* ` ${1} \\u000a \\\" // \u2028 end\n  indented ``quoted'' text\n- list\n# Heading\n"
seq:
  - {id: arguments, type: u8, doc: "*/ throw 1"}
  - {id: get_class, type: u1, enum: default}
  - {id: write, type: str, size: 1, encoding: ASCII, valid: {any-of: ["'`'", "'⟨a⟩😀'"]}, if: arguments == 0}
  - {id: json, type: class, repeat: expr, repeat-expr: 1}
  - {id: to_string, type: string}
  - {id: hash_code, type: object}
  - {id: notify, type: schema}
  - {id: record, type: record}
  - {id: x, type: u1}
  - {id: set_x, type: u1}
  - {id: has_y, type: f4}
  - {id: y, type: s2, if: x == 1}
  - {id: v, type: u1}
  - {id: get, type: read, repeat: eos}
  - {id: values, type: u2, repeat: expr, repeat-expr: 0}
  - {id: floats, type: f4, repeat: expr, repeat-expr: 0}
  - {id: names, type: strz, encoding: UTF-8, repeat: expr, repeat-expr: 0}
  - {id: blobs, size: 2, repeat: expr, repeat-expr: 0}
instances:
  read: {value: x + 1}
  create: {value: "[1, 2]"}
  schema: {pos: 0, type: u1}
types:
  class: {seq: [{id: a_1, type: b3}, {id: a1, type: b5}, {id: new, type: f8}]}
  string: {seq: [{id: a, type: u1}]}
  object: {seq: [{id: equals, type: u1}]}
  schema: {seq: [{id: a, type: s8}]}
  record: {seq: [{id: record, type: u1}]}
  read: {seq: [{id: wait, type: u2}, {id: count, type: u1}, {id: starts, type: s4}]}
  get_columns: {seq: [{id: func, type: u2}]}
enums:
  default: {0: {id: zero, doc: "*/ throw 2"}, 1: one}
  read: {0: a}
  string: {18446744073709551615: most, 5: new}
"""


def run(folder: Path, *command: str) -> str:
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=500, check=False)
    assert done.returncode == 0, f"{done.stdout}{done.stderr}"[:3000]
    return done.stdout + done.stderr


def sources(folder: Path, suffix: str) -> Iterable[str]:
    return map(str, sorted(folder.rglob(f"*{suffix}")))


def copied(language: str, folder: Path) -> Path:
    return shutil.copytree(package(language), folder / language)


def hostile(language: str, folder: Path) -> Path:
    (folder / "main.ksy").write_text(HOSTILE, encoding="utf-8")
    for name, text in language_files(language, "main", [schema_of_file(folder / "main.ksy")]).items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return folder


@pytest.mark.nightly
@needs_go
def test_what_users_of_go_do(tmp_path: Path) -> None:
    folder = copied("go", tmp_path)
    (folder / "cmd" / "users").mkdir()
    shutil.copy(HERE / "users.go", folder / "cmd" / "users")
    assert run(folder, "go", "run", "./cmd/users", str(ROOT)) == "done\n"


@pytest.mark.nightly
@needs_java
def test_what_users_of_java_do(tmp_path: Path) -> None:
    path = str(package("java") / "src" / "main" / "java")
    run(tmp_path, "javac", "-d", "classes", "-sourcepath", path, str(HERE / "Users.java"))
    assert run(tmp_path, "java", "-cp", "classes", "Users", str(ROOT)) == "done\n"


@pytest.mark.nightly
@needs_go
@pytest.mark.parametrize("made", [copied, hostile])
def test_the_tools_of_go_find_nothing(made: Callable[[str, Path], Path], tmp_path: Path) -> None:
    folder = made("go", tmp_path)
    assert run(folder, "go", "vet", "./...") == ""
    partner("gofmt")
    assert run(folder, "gofmt", "-l", ".") == ""


@pytest.mark.nightly
@needs_java
@pytest.mark.parametrize("made", [copied, hostile])
def test_the_compiler_of_java_warns_of_nothing(made: Callable[[str, Path], Path], tmp_path: Path) -> None:
    folder = made("java", tmp_path)
    assert run(folder, *JAVAC, str(tmp_path / "classes"), *sources(folder, ".java")) == ""


def test_texts() -> None:
    text = 'a"\\\n\x7f\u2028é😀${x}`'
    assert go_text(text) == r'"a\"\\\U0000000a\U0000007f\U00002028\U000000e9\U0001f600${x}`"'
    assert java_text(text) == r'"a\"\\\012\u007f\u2028\u00e9\ud83d\ude00${x}`"'
