"""The command as a function, and as a process."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from nacformats.cli import main

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


@pytest.fixture
def run() -> Callable[..., Result]:
    """Call the command in this process: run("inspect", path) -> Result with exit_code, stdout and stderr."""

    def call(*arguments: object, stdin: bytes | None = None) -> Result:
        return CliRunner().invoke(main, [str(word) for word in arguments], input=stdin, prog_name="nacformats")

    return call


@pytest.fixture
def process() -> Callable[..., subprocess.CompletedProcess[bytes]]:
    """Run the command as a process of its own, through a shell when `shell` is given as text with {command} in it."""

    def call(
        *arguments: object, stdin: bytes | None = None, cwd: Path | None = None
    ) -> subprocess.CompletedProcess[bytes]:
        command = [sys.executable, "-m", "nacformats", *map(str, arguments)]
        return subprocess.run(command, input=stdin, capture_output=True, check=False, timeout=60, cwd=cwd)

    return call


@pytest.fixture
def example() -> Callable[[str], Path]:
    """A file of examples/ by name."""
    return lambda name: EXAMPLES / name
