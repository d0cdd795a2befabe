"""Packages of other languages: what their READMEs say works, and a language is one file."""

from __future__ import annotations

import ast
import io
import re
import subprocess
import sys
import tokenize
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

import nacformats
from nacformats.languages.targets import LANGUAGES, language_files
from nacformats.schema.reading import schema_model
from nacformats.schema.sources import ROOT
from nacformats.targets.loading import schema_of_file
from tests.partners import partner
from tests.stamps import GENERATORS

pytestmark = pytest.mark.when_changed(*GENERATORS)

#: Code lines of a language, without documentation and blank lines.
MOST_LINES = 450
MODULES = ROOT / "nacformats" / "languages"


@dataclass(frozen=True)
class Project:
    """How a person uses a package.

    Attributes:
        tools: that it takes; lay: puts the example of the README into a project beside the package, in the folder
            `package`; commands: what builds and runs it, in the folder of the project.
    """

    tools: tuple[str, ...]
    lay: Callable[[Path, str], None]
    commands: tuple[Sequence[str], ...]


def rust(project: Path, example: str) -> None:
    (project / "src").mkdir()
    (project / "src" / "main.rs").write_text(example)
    head = '[package]\nname = "example"\nversion = "0.1.0"\nedition = "2021"\n\n[dependencies]\n'
    (project / "Cargo.toml").write_text(head + 'nacformats = { path = "package" }\n')


def typescript(project: Path, example: str) -> None:
    (project / "example.mjs").write_text(example)
    (project / "node_modules").mkdir()
    (project / "node_modules" / "nacformats").symlink_to(project / "package")


def go(project: Path, example: str) -> None:
    (project / "main.go").write_text(example)
    head = "module example\n\ngo 1.18\n\nrequire nacformats v0.0.0\n\nreplace nacformats => ./package\n"
    (project / "go.mod").write_text(head)


def java(project: Path, example: str) -> None:
    (project / "Example.java").write_text(example)


PROJECTS = {
    "go": Project(("go",), go, (("go", "run", "."),)),
    "java": Project(
        ("javac", "java"),
        java,
        (
            ("javac", "-d", "classes", "-sourcepath", "package/src/main/java", "Example.java"),
            ("java", "-cp", "classes", "Example"),
        ),
    ),
    "rust": Project(("cargo",), rust, (("cargo", "run", "--quiet", "--offline"),)),
    "typescript": Project(("node",), typescript, (("node", "example.mjs"),)),
}


def write_package(language: str, folder: Path) -> None:
    for name, text in language_files(language, "nacformats", [schema_model("stb")]).items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)


@pytest.mark.sample("typescript", "go")
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_example_of_the_readme_works(language: str, tmp_path: Path) -> None:
    project = PROJECTS[language]
    partner(*project.tools)
    write_package(language, tmp_path / "package")
    readme = (tmp_path / "package" / "README.md").read_text()
    example = re.search(r"```\w+\n(.*?)```", readme, re.DOTALL)
    assert example is not None
    project.lay(tmp_path, example[1])
    data = nacformats.dumps(nacformats.loads((ROOT / "conformance/stb/hand-no-tensors.stb").read_bytes()))
    (tmp_path / "file.stb").write_bytes(data)
    for command in project.commands:
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=300, check=False)
        assert done.returncode == 0, done.stderr[:3000]
    assert re.findall(r"\d+", done.stdout) == ["1", "0", "0", "0"]  # version, flags, tensors, reserved
    assert (tmp_path / "copy.stb").read_bytes() == data


DUMPS = {
    "typescript": ("node", "bin/nacdump.js"),
    "rust": ("cargo", "run", "--quiet", "--offline", "--bin", "nacdump", "--"),
}


@pytest.mark.parametrize("language", ["typescript", pytest.param("rust", marks=pytest.mark.nightly)])
def test_nacdump_tells_a_bad_file_from_one_that_cannot_be_read(language: str, tmp_path: Path) -> None:
    command = DUMPS[language]
    partner(command[0])
    write_package(language, tmp_path)
    short = tmp_path / "short.stb"
    short.write_bytes(b"STB0")
    good = ROOT / "conformance/stb/hand-no-tensors.stb"
    codes = {(str(good),): 0, (str(short),): 1, ("none.stb",): 2, ("--schema", "nope", str(good)): 2, (): 2}
    for words, code in codes.items():
        done = subprocess.run(
            [*command, *words], cwd=tmp_path, capture_output=True, text=True, timeout=300, check=False
        )
        assert done.returncode == code, (words, done.stderr)
        assert bool(done.stderr) == bool(code)


@pytest.mark.nightly
@pytest.mark.parametrize("schema", ["names", "packed", "clashes"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_made_of_a_schema_answers_as_python_does(language: str, schema: str) -> None:
    """`names` has words of all languages, `clashes` names that are nearly the same, `packed` zlib."""
    project = PROJECTS[language]
    partner(*project.tools)
    command = [sys.executable, "-m", "tests.conformance", language, "--generated", "20", "--damaged", "20", "--schema"]
    done = subprocess.run(
        [*command, f"tests/languages/{schema}.ksy"], cwd=ROOT, capture_output=True, text=True, timeout=600, check=False
    )
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]


def code_lines(path: Path) -> int:
    """Return how many lines have code: no comments, no docstrings."""
    text = path.read_text()
    lines: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.string.strip() and token.type != tokenize.COMMENT:
            lines.update(range(token.start[0], token.end[0] + 1))
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and ast.get_docstring(node) is not None:
            first = node.body[0]
            lines.difference_update(range(first.lineno, (first.end_lineno or 0) + 1))
    return len(lines)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_is_one_file(language: str) -> None:
    assert code_lines(MODULES / f"{language}.py") <= MOST_LINES


@pytest.mark.parametrize("language", LANGUAGES)
def test_documentation_cannot_leave_its_comment(language: str, tmp_path: Path) -> None:
    """A stranger's schema is data: nothing of its texts becomes code."""
    evil = '*/ } evil(); /* \\n // \\u002a/ \\u000a evil ${evil} `evil` " evil'
    path = tmp_path / "hostile.ksy"
    field = f"  - id: class\n    type: u1\n    doc: {evil!r}\n"
    path.write_text(f"meta: {{id: hostile, endian: le, title: {evil!r}}}\ndoc: {evil!r}\nseq:\n{field}")
    files = language_files(language, "hostile", [schema_of_file(path)])
    assert any("evil" in text for text in files.values())
    lines = [line for name, text in files.items() if name[-3:] != ".md" for line in text.splitlines() if "evil" in line]
    for line in lines:
        outside = re.sub(r'"(\\.|[^"\\])*"', "", line)
        assert "evil" not in outside or line.lstrip().startswith(("//", "*", "/*", "#")), line
        assert "*/" not in line.removesuffix("*/")
        assert "\\u002a" not in outside
