"""What the README shows is what happens; the examples are what examples/make.py makes."""

from __future__ import annotations

import doctest
import html
import importlib
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from nacformats.cli import main
from nacformats.formats import formats
from tests.packages import package
from tests.partners import partner, reason

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def write_command(folder: Path) -> None:
    """The command, as an installed package has it."""
    script = folder / "nacformats"
    script.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m nacformats "$@"\n')
    script.chmod(0o755)


def blocks(language: str, text: str = README) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", text, re.DOTALL | re.MULTILINE)


def page(name: str) -> str:
    return (ROOT / "docs" / name).read_text(encoding="utf-8")


def test_the_python_examples_give_what_they_show(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    text = "".join(blocks("pycon"))
    test = doctest.DocTestParser().get_doctest(text, {}, "README.md", "README.md", 0)
    report: list[str] = []
    results = doctest.DocTestRunner().run(test, out=report.append)
    assert results.attempted > 4
    assert results.failed == 0, "".join(report)


def test_the_javascript_example_prints_what_is_shown() -> None:
    partner("kaitai-struct")
    (text,) = blocks("js", page("python.md"))
    text = text.replace("./build/packages/javascript", package("javascript").as_posix())
    done = subprocess.run(["node", "-e", text], cwd=ROOT, capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout == text.rpartition("// ")[2]


def test_the_tables_name_every_format_and_command() -> None:
    for entry in formats().values():
        assert f"| {entry.title} | `{entry.suffix}` |" in README
    for command in main.commands:
        assert f"| `{command}" in page("command_line.md")


@pytest.mark.nightly
@pytest.mark.parametrize("path", sorted((ROOT / "docs").glob("*.svg")), ids=lambda path: path.stem)
def test_the_pictures_show_what_the_commands_print(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    texts = re.findall(r"<text[^>]*>([^<]*)</text>", path.read_text(encoding="utf-8"))
    drawn = html.unescape("\n".join(texts)).replace("\xa0", " ")
    command = re.search(r"^\$ \nnacformats (.*)", drawn, re.MULTILINE)
    assert command
    printed = CliRunner().invoke(main, shlex.split(command[1])).output.split()
    assert printed
    assert drawn[command.end() :].split() == printed


@pytest.mark.nightly
@pytest.mark.skipif(os.name != "posix", reason="the command is a script for a POSIX shell")
def test_every_command_of_the_demonstration_says_something(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.syspath_prepend(str(ROOT))
    dev = importlib.import_module("dev")
    write_command(tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    monkeypatch.setattr(dev, "BIN", tmp_path)
    monkeypatch.setattr(dev, "install", lambda _extra: None)
    dev.demo()
    sections = capfd.readouterr().out.split("\n$ ")[1:]
    assert len(sections) == len(dev.DEMO)
    for section in sections:
        assert len(section.splitlines()) > 1, section
    written = (ROOT / dev.BINARY).stat().st_size
    assert f"\ndone: wrote {dev.BINARY} ({written} bytes)\n" in sections[2]


def test_no_link_leads_nowhere() -> None:
    for target in re.findall(r"\]\((?!https?:)([^)#]+)", README):
        assert (ROOT / target).exists(), target


def test_the_examples_are_made_reproducibly(tmp_path: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    subprocess.run([sys.executable, ROOT / "examples" / "make.py", tmp_path], check=True, env=environment, timeout=60)
    made = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    kept = {path.name: path.read_bytes() for path in (ROOT / "examples").iterdir() if path.is_file()}
    del kept["make.py"]
    if reason("onnx"):
        del kept["mlp.onnx"]
    assert made == kept
    partner("onnx")
