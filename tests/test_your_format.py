"""docs/your_format.md: its files and commands, in an empty folder, print what it shows."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.test_readme import ROOT, write_command

PAGE = ROOT / "docs" / "your_format.md"
#: A file with its name before it, or commands with what they print.
BLOCK = re.compile(r"(?:`([\w.]+)`:\n\n)?^```(\w+)\n(.*?)^```", re.DOTALL | re.MULTILINE)


def printed(command: str, folder: Path, tools: Path) -> str:
    """What a command of the page prints in a folder."""
    path = f"{tools}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, "PATH": path, "PYTHONPATH": str(ROOT)}
    command = command.replace("PYTHONPATH=", f"PYTHONPATH={ROOT}:")
    done = subprocess.run(
        command, shell=True, cwd=folder, env=environment, capture_output=True, text=True, check=False, timeout=120
    )
    return done.stdout + done.stderr


@pytest.mark.skipif(os.name != "posix", reason="the commands are those of a POSIX shell")
def test_every_step_prints_what_is_shown(tmp_path: Path) -> None:
    tools, folder = tmp_path / "tools", tmp_path / "folder"
    tools.mkdir()
    folder.mkdir()
    write_command(tools)
    python = tools / "python3"
    python.write_text(f'#!/bin/sh\nexec "{sys.executable}" "$@"\n')
    python.chmod(0o755)
    steps = 0
    for name, language, text in BLOCK.findall(PAGE.read_text(encoding="utf-8")):
        if name:
            (folder / name).write_text(text, encoding="utf-8")
        elif language == "console":
            for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
                command = re.match(r"(.*?)\n(?! )", f"{part}\n", re.DOTALL)
                assert command is not None
                if command[1].startswith("cc ") and shutil.which("cc") is None:
                    return  # what follows needs a C compiler
                assert printed(command[1], folder, tools) == part[command.end() :], command[1]
                steps += 1
    assert steps > 10
