"""The tutorials in docs/tutorials/: their files and commands, in an empty folder, print what they show.

Pages in RUN are held to what they show as well; their commands find examples/ and docs/ in the folder, and leave no
file there.

`python -m tests.test_tutorials [NAME...]` runs them and writes what was printed into the pages.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.partners import partner
from tests.stamps import PACKAGE
from tests.test_readme import ROOT, write_command

pytestmark = pytest.mark.when_changed(*PACKAGE)

RUN = (ROOT / "docs" / "inspecting.md", ROOT / "README.md")
PAGES = [*sorted((ROOT / "docs" / "tutorials").glob("*.md")), *RUN]
#: A file with its name before it, or commands with what they print.
BLOCK = re.compile(r"(?:`([\w.]+)`:\n\n)?^```(\w+)\n(.*?)^```", re.DOTALL | re.MULTILINE)
#: A command, which goes on where a quotation mark is open, and what it prints.
COMMAND = re.compile(r'^\$ ([^\n"]*(?:"[^"]*"[^\n"]*)*)\n')
#: What a page needs besides the package.
NEEDS = {"generator": ("torch",), "model": ("torch",), "README": ("onnx",)}
#: Pages that take more than a few seconds; README.md, which does too, is what everybody sees first.
LONG = ("format", "generator", "inspecting", "model", "parser")


class Step(NamedTuple):
    """A command of a page, with what it printed, and the place in the page of what is shown."""

    command: str
    printed: str
    start: int
    stop: int


def printed(command: str, folder: Path, tools: Path) -> str:
    """Return what a command of a page prints in a folder."""
    path = f"{tools}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, "PATH": path, "PYTHONPATH": str(ROOT), "OMP_NUM_THREADS": "1"}
    command = command.replace("PYTHONPATH=", f"PYTHONPATH={ROOT}:").replace("/tmp/", f"{tools}/")
    done = subprocess.run(
        command, shell=True, cwd=folder, env=environment, capture_output=True, text=True, check=False, timeout=300
    )
    return (done.stdout + done.stderr).replace(f"{tools}/", "/tmp/")


def steps(path: Path, work: Path) -> Iterator[Step]:
    """Run a page in an empty folder, and yield its commands."""
    text = path.read_text(encoding="utf-8")
    tools, folder = work / "tools", work / "folder"
    tools.mkdir()
    folder.mkdir()
    if path in RUN:
        for name in ("examples", "docs"):
            shutil.copytree(ROOT / name, folder / name)
    write_command(tools)
    python = tools / "python3"
    python.write_text(f'#!/bin/sh\nexec "{sys.executable}" "$@"\n')
    python.chmod(0o755)
    for block in BLOCK.finditer(text):
        name, language, shown = block.groups()
        if name:
            (folder / name).write_text(shown, encoding="utf-8")
        elif language == "console":
            for part in re.finditer(r"^\$ .*?(?=^\$ |\Z)", shown, re.DOTALL | re.MULTILINE):
                command = COMMAND.match(f"{part[0]}\n")
                assert command is not None
                if command[1].startswith("cc "):
                    partner("cc")
                at = block.start(3) + part.start()
                stop = block.start(3) + part.end()
                yield Step(command[1], printed(command[1], folder, tools), min(at + command.end(), stop), stop)


@pytest.mark.skipif(os.name != "posix", reason="the commands are those of a POSIX shell")
@pytest.mark.parametrize(
    "path",
    [pytest.param(path, id=path.stem, marks=[pytest.mark.nightly] if path.stem in LONG else []) for path in PAGES],
)
def test_every_step_prints_what_is_shown(path: Path, tmp_path: Path) -> None:
    partner(*NEEDS.get(path.stem, ()))
    text = path.read_text(encoding="utf-8")
    done = 0
    for step in steps(path, tmp_path):
        assert step.printed == text[step.start : step.stop], step.command
        done += 1
    assert done > 4
    folder = tmp_path / "folder"
    left = {each.relative_to(folder) for each in folder.rglob("*") if path in RUN and each.is_file()}
    assert all((ROOT / each).is_file() for each in left), "the commands of the page leave files behind"


def main(names: list[str]) -> None:
    """Run pages, and write what was printed into them."""
    for path in PAGES:
        if not names or path.stem in names:
            text = path.read_text(encoding="utf-8")
            with tempfile.TemporaryDirectory() as folder:
                for step in reversed(list(steps(path, Path(folder)))):
                    text = text[: step.start] + step.printed + text[step.stop :]
            path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
