"""`generate --schema`: code and documents for schemas of one's own, outside of the repository."""

from __future__ import annotations

import importlib
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from nacformats.cli import main
from nacformats.schema.sources import schema_names
from nacformats.version import __version__
from tests.partners import needs

SHELF = """
meta: {id: shelf, title: A <shelf> of books, endian: be, encoding: UTF-8}
doc: Books, one after the other.
seq:
  - {id: num_books, type: u2}
  - {id: books, type: book, repeat: expr, repeat-expr: num_books}
types:
  book:
    seq:
      - {id: year, type: u2, doc: Of the first print.}
      - {id: title, type: strz}
"""


@pytest.fixture(autouse=True)
def in_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("shelf.ksy").write_text(SHELF)


def generate(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["generate", "--schema", "shelf.ksy", *arguments], prog_name="nacformats")


def test_the_documents_have_every_field_and_a_picture() -> None:
    done = generate("-o", "out", "--for", "docs")
    assert done.exit_code == 0, done.output
    assert done.output == f"written: {Path('out/docs/shelf.md')}\nwritten: {Path('out/docs/shelf.svg')}\n"
    page, picture = Path("out/docs/shelf.md").read_text(), Path("out/docs/shelf.svg").read_text()
    assert page.startswith("<!-- Generated from shelf.ksy (sha256 ")
    assert "| 0 | 2 | `year` | `u2` | Of the first print. |" in page
    assert "(shelf.svg)" in page
    assert "A &lt;shelf&gt; of books" in picture
    assert picture.count("<path") == 1  # from the list to its type
    assert generate("-o", "out", "--for", "docs").output == "out: up to date\n"


def test_says_what_is_stale_and_replaces_only_what_it_made() -> None:
    assert generate("-o", "out", "--for", "docs", "--check").exit_code == 1
    assert not Path("out").exists()
    Path("out/docs").mkdir(parents=True)
    Path("out/docs/shelf.md").write_text("My own notes.\n")
    done = generate("-o", "out", "--for", "docs")
    assert done.exit_code != 0
    assert "was not generated: --force replaces it" in done.output
    assert [path.name for path in Path("out/docs").iterdir()] == ["shelf.md"]
    assert generate("-o", "out", "--for", "docs", "--force").exit_code == 0
    assert generate("-o", "out", "--for", "docs", "--check").exit_code == 0


def test_a_package_of_java_is_called_as_its_users_say() -> None:
    assert generate("-o", "out", "--for", "java", "--java-package", "org.example.new").exit_code == 0
    classes = list(Path("out/java/src/main/java/org/example/new_").rglob("*.java"))
    assert classes
    assert all("\npackage org.example.new_" in path.read_text() for path in classes)


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["--for", "docs"], "--output is missing"),
        (["-o", "out", "--for", "cobol"], "--for cobol: known are "),
        (["-o", "out", "--for", "java", "--java-package", "org.2"], "--java-package org.2: expected a name such as "),
        (["-o", "out", "--for", "go", "--java-package", "org.x"], "a name for java goes with --for java"),
        (["-o", "out", "--schema", "nowhere.ksy"], "nowhere.ksy: No such file"),
        (["-o", "out", "--schema", "copy.ksy"], "copy.ksy: /meta/id: shelf is the id of shelf.ksy as well"),
        (["-o", "out", "--schema", "bad.ksy"], "bad.ksy:2:15: /seq/0"),
    ],
)
def test_what_is_refused_writes_nothing(arguments: list[str], reason: str) -> None:
    Path("copy.ksy").write_text(SHELF)
    Path("bad.ksy").write_text("meta: {id: bad}\nseq: [{id: a, type: no_such}]\n")
    done = generate(*arguments)
    assert done.exit_code != 0
    assert reason in done.output
    assert not Path("out").exists()


def test_the_package_reads_many_records_as_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    assert generate("-o", "out", "--for", "python").exit_code == 0
    monkeypatch.syspath_prepend("out/python")
    shelf: Any = importlib.import_module("shelf")
    data = shelf.dumps({"books": [{"year": 1600 + number, "title": f"No. {number}"} for number in range(300)]})
    tree = shelf.loads(data)
    assert tree.books.columns["year"].tolist() == list(range(1600, 1900))
    assert (tree.books[7].title, type(tree).__name__) == ("No. 7", "Shelf")
    assert shelf.dumps(tree) == data
    assert shelf.validate(data) == []


def test_without_a_schema_the_packages_are_for_our_formats() -> None:
    done = CliRunner().invoke(main, ["generate", "-o", "out", "--for", "go"])
    assert (done.exit_code, done.stderr) == (0, "")
    assert {f"{name.replace('_', '')}.go" for name in schema_names()} <= {path.name for path in Path("out").rglob("*")}
    assert Path("out/go/go.mod").read_text().splitlines()[1] == "module nacformats"


@pytest.mark.nightly
def test_a_checkout_that_is_not_installed_knows_its_version() -> None:
    lost = "import importlib.metadata, sys\ndef version(name): raise importlib.metadata.PackageNotFoundError(name)\n"
    code = f"{lost}importlib.metadata.version = version\nfrom nacformats.cli import main\nmain(sys.argv[1:])"
    command = [sys.executable, "-c", code, "generate", "--schema", "shelf.ksy", "-o", "out", "--for", "rust,c"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert f'version = "{__version__}"' in Path("out/rust/Cargo.toml").read_text()


def test_the_javascript_needs_node(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    assert "which makes the JavaScript" in generate("-o", "out", "--for", "javascript").output


@needs("ksc")
def test_the_javascript_is_that_of_the_compiler() -> None:
    generate("-o", "out", "--for", "javascript")
    assert "var Book" in Path("out/javascript/Shelf.js").read_text()
