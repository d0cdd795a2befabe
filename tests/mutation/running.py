"""Try mutants in a copy of the checkout, with processes of their own: schemas, and what is computed when importing."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from tests.mutation.mutants import ROOT, Mutant
from tests.mutation.serving import Trial

#: Tests that run longer than this, in seconds, are taken to hang, which is noticed as well.
PATIENCE = 900
#: What pytest says when the package cannot be imported.
_NO_START = "ImportError while loading conftest"


class Copy:
    """A copy of the checkout in which one mutant at a time is tried."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._changes = 0
        for name in _tracked():
            target = folder / name
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, target)
        if (ROOT / "node_modules").exists():
            (folder / "node_modules").symlink_to((ROOT / "node_modules").resolve())

    def try_mutant(self, mutant: Mutant, tests: Sequence[str]) -> Trial:
        """Change the copy, run the tests, change it back."""
        changed = self.folder / mutant.file
        changed.write_text(mutant.text, encoding="utf-8", newline="")
        self._changes += 1  # no two changes have one time, which is what Python knows stale bytecode by
        os.utime(changed, (changed.stat().st_mtime + self._changes,) * 2)
        try:
            return self._tried(mutant, tests)
        finally:
            shutil.copy2(ROOT / mutant.file, changed)
            if mutant.file.startswith("schemas/"):
                shutil.rmtree(self.folder / "generated")
                shutil.copytree(ROOT / "generated", self.folder / "generated")

    def _tried(self, mutant: Mutant, tests: Sequence[str]) -> Trial:
        if mutant.file.startswith("schemas/"):
            made = self._python("-m", "nacformats", "generate")
            if made.returncode:
                return Trial("not generated", _last_line(made.stdout + made.stderr))
        options = ("-x", "-q", "-n", "0", "-p", "no:cacheprovider", "--hypothesis-seed=0", "-m", "")
        try:
            done = self._python("-m", "pytest", *options, *(test for test in tests if (ROOT / test).exists()))
        except subprocess.TimeoutExpired:
            return Trial("noticed", "the tests hang")
        if done.returncode == 0:
            return Trial("survived", "all tests")
        cannot_start = _NO_START in done.stdout + done.stderr
        if done.returncode in (1, 2) or cannot_start:  # a test failed, or the package cannot be imported
            return Trial("noticed", _failed(done.stdout))
        raise RuntimeError(f"{mutant}: pytest ended with {done.returncode}: {done.stdout[-2000:]}{done.stderr}")

    def _python(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        environment = os.environ | {"PYTHONPATH": str(self.folder), "OMP_NUM_THREADS": "1", "NACFORMATS_CORPUS": ""}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
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
