"""Try mutants: each in a copy of the checkout, with the tests that have to notice it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue
from typing import Literal

from tests.mutation.mutants import ROOT, Mutant

#: Tests that run longer than this, in seconds, are taken to hang, which is noticed as well.
PATIENCE = 900
#: What pytest says when the package cannot be imported.
_NO_START = "ImportError while loading conftest"

Verdict = Literal["noticed", "survived", "not generated"]


@dataclass(frozen=True)
class Outcome:
    """What became of a mutant, and the first test that failed (or what the generator said)."""

    mutant: Mutant
    verdict: Verdict
    details: str = ""


class Copy:
    """A copy of the checkout in which one mutant at a time is tried."""

    def __init__(self, folder: Path, without_torch: bool) -> None:
        self.folder = folder
        self.without_torch = without_torch
        for name in _tracked():
            target = folder / name
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / name, target)
        if (ROOT / "node_modules").exists():
            (folder / "node_modules").symlink_to((ROOT / "node_modules").resolve())

    def try_mutant(self, mutant: Mutant) -> Outcome:
        """Change the copy, run the tests, change it back."""
        changed = self.folder / mutant.file
        changed.write_text(mutant.text, encoding="utf-8", newline="")
        try:
            return self._tried(mutant)
        finally:
            shutil.copyfile(ROOT / mutant.file, changed)
            if mutant.file.startswith("schemas/"):
                shutil.rmtree(self.folder / "generated")
                shutil.copytree(ROOT / "generated", self.folder / "generated")

    def _tried(self, mutant: Mutant) -> Outcome:
        if mutant.file.startswith("schemas/"):
            made = self._python("-m", "nacformats", "generate")
            if made.returncode:
                return Outcome(mutant, "not generated", _last_line(made.stdout + made.stderr))
        try:
            tests = self._python(
                "-m", "pytest", "-x", "-q", "-n", "0", "-p", "no:cacheprovider", *self._plugins(), *mutant.tests
            )
        except subprocess.TimeoutExpired:
            return Outcome(mutant, "noticed", "the tests hang")
        if tests.returncode == 0:
            return Outcome(mutant, "survived")
        cannot_start = _NO_START in tests.stdout + tests.stderr
        if tests.returncode in (1, 2) or cannot_start:  # a test failed, or the package cannot be imported
            return Outcome(mutant, "noticed", _failed(tests.stdout))
        raise RuntimeError(f"{mutant}: pytest ended with {tests.returncode}: {tests.stdout[-2000:]}{tests.stderr}")

    def _plugins(self) -> tuple[str, ...]:
        return ("-p", "tests.mutation.without_torch") if self.without_torch else ()

    def _python(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        environment = os.environ | {
            "PYTHONPATH": str(self.folder),
            "PYTHONDONTWRITEBYTECODE": "1",
            "NACFORMATS_CORPUS": "",
        }
        command = [sys.executable, *arguments]
        return subprocess.run(
            command, cwd=self.folder, env=environment, capture_output=True, text=True, timeout=PATIENCE, check=False
        )


def _tracked() -> list[str]:
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True, text=True)
    return [name for name in listed.stdout.split("\0") if name and (ROOT / name).is_file()]


def _failed(report: str) -> str:
    return next((line for line in report.splitlines() if line.startswith(("FAILED", "ERROR"))), _last_line(report))


def _last_line(text: str) -> str:
    return next((line for line in reversed(text.splitlines()) if line.strip()), "")


def outcomes(mutants: Sequence[Mutant], workers: int, *, without_torch: bool = False) -> Iterator[Outcome]:
    """What becomes of each mutant, as soon as it is known."""
    with ExitStack() as stack:
        copies: SimpleQueue[Copy] = SimpleQueue()
        for _ in range(min(workers, len(mutants))):
            folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="mutant-"))
            copies.put(Copy(Path(folder), without_torch))

        def tried(mutant: Mutant) -> Outcome:
            copy = copies.get()
            try:
                return copy.try_mutant(mutant)
            finally:
                copies.put(copy)

        with ThreadPoolExecutor(workers) as pool:
            yield from pool.map(tried, mutants)
