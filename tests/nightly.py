"""The second tier: what takes too long for every change. `python3 dev.py nightly`, or `python -m tests.nightly`.

A job is a row of commands. It stops at its budget of time: what is running is interrupted, what is left is left out.
What was done is in build/nightly, so that a night that was killed goes on where it was; after a whole one, the next
begins anew. Each job has one line, and a log beside that file. The exit code is 1 when a job failed.
"""

from __future__ import annotations

import argparse
import contextlib
import itertools
import json
import os
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.partners import reason

ROOT = Path(__file__).resolve().parents[1]
STATE = ROOT / "build" / "nightly"
#: Seconds that a command has to end after it was interrupted.
GRACE = 20.0
#: Where the tests are, apart from those that are in tests/ itself.
_FOLDERS = (
    "c",
    "cli",
    "columns",
    "comparing",
    "compiler",
    "conformance",
    "fuzz",
    "generator",
    "generic",
    "golden",
    "programs",
    "kaitai",
)
_FOLDERS += (
    "kaitai_gallery",
    "kaitai_suite",
    "kernels",
    "languages",
    "machine",
    "mic",
    "nac",
    "ops",
    "plan",
    "repeats",
    "runtime",
)
_FOLDERS += ("gguf", "safetensors", "stb", "to_onnx", "tokenizer")
_FOLDERS += ("kaitai_targets", "querying", "training", "typing", "view", "viewer", "zoo")
_TESTS = (*(f"tests/{folder}" for folder in _FOLDERS), "tests/test_*.py")


@dataclass(frozen=True)
class Job:
    """Commands that belong together.

    Attributes:
        name: what --only takes.
        commands: modules with arguments for Python; one that holds {seed} is run again and again with other seeds.
        seconds: the budget.
        seeds: how far the seeds of two runs are apart.
        modules: what has to be installed.
        programs: what has to be on the PATH.
    """

    name: str
    commands: tuple[str, ...]
    seconds: float
    seeds: int = 0
    modules: tuple[str, ...] = ()
    programs: tuple[str, ...] = ()

    def steps(self) -> Iterator[str]:
        """Yield the commands in order; without an end where they have seeds."""
        rounds: Any = itertools.count() if self.seeds else range(1)
        for number in rounds:
            yield from (command.replace("{seed}", str(number * self.seeds)) for command in self.commands)

    def missing(self) -> list[str]:
        """Return what the job needs and this machine has not."""
        return [name for name in (*self.modules, *self.programs) if reason(name)]


def _pytest(*options: str) -> tuple[str, ...]:
    return tuple(f"pytest -q -n auto --dist worksteal {' '.join(options)} {folder}" for folder in _TESTS)


JOBS = (
    Job("tests", (*_pytest("-m nightly"), *_pytest("-m when_changed --anew")), 1200),
    Job("examples", _pytest("--hypothesis-profile=many"), 1200),
    Job("mutation", ("tests.mutation --budget 1300",), 1500),
    Job("files", ("tests.campaign --count 5000 --seed {seed}",), 300, seeds=5_000),
    Job("conformance", ("tests.conformance --generated 1600 --damaged 4000 --seed {seed}",), 300, seeds=1),
    Job("commands", ("tests.cli.campaign --count 500 --seed {seed}",), 300, seeds=500),
    Job("plans", ("tests.plan.campaign --count 5000 --seed {seed}",), 300, seeds=5_000),
    Job("tokenizers", ("tests.tokenizer.campaign --count 5000 --seed {seed}",), 300, seeds=5_000),
    Job("tokenizer files", ("tests.tokenizer.json_campaign --count 5000 --seed {seed}",), 300, seeds=5_000),
    Job("schemas", ("tests.generic.schemas_campaign --fuzz --count 500 --seed {seed}",), 300, seeds=500),
    Job("drawn schemas", ("tests.generic.drawn --count 250 --seed {seed}",), 600, seeds=1, programs=("node",)),
    Job("onnx files", ("tests.onnx_campaign --count 500 --seed {seed}",), 400, seeds=500, modules=("onnx",)),
    Job("onnx attacks", ("tests.onnx_campaign --attacks",), 400, modules=("onnx",)),
    Job("onnx nodes", ("tests.onnx_nodes --brief",), 500, modules=("onnx", "onnxruntime")),
    Job("arrays", ("tests.cli.test_damaged_arrays",), 120),
    Job("crashes", ("tests.crashes",), 300),
    Job("sanitizers", ("pytest -q -m '' tests/columns/test_native_c.py",), 200, programs=("cc",)),
    Job("operators", ("tests.runtime.campaign --guard",), 300, modules=("torch",), programs=("cc",)),
    Job("node", ("pytest -q -m '' tests/generator tests/generic",), 300, programs=("node",)),
    Job(
        "zoo",
        tuple(f"tests.zoo --source {source}" for source in ("plain", "sequences", "vision", "language", "detection")),
        900,
        modules=("torch", "transformers", "timm"),
    ),
    Job("blocks", ("tests.repeats",), 370, modules=("torch", "transformers", "timm")),
    Job("vocabularies", ("tests.tokenizers",), 400, modules=("tokenizers",), programs=("npm",)),
)


class Night:
    """Runs jobs, and remembers what was done."""

    def __init__(self, jobs: Sequence[Job], folder: Path = STATE, *, fresh: bool = False) -> None:
        self.jobs, self.folder = jobs, folder
        self.file = folder / "done.json"
        folder.mkdir(parents=True, exist_ok=True)
        if fresh:
            self.file.unlink(missing_ok=True)
        self.done: dict[str, Any] = json.loads(self.file.read_text()) if self.file.is_file() else {}

    def run(self) -> bool:
        """Run all jobs that are not done, say one line about each; true if none failed."""
        lines = []
        for job in self.jobs:
            line = self.done.get(job.name, {}).get("line") or self._run(job)
            lines.append(line)
            print(line, flush=True)
        for job in self.jobs:  # the next night begins anew
            self.done.pop(job.name, None)
        self._remember()
        return not any(line.startswith("FAILED") for line in lines)

    def _run(self, job: Job) -> str:
        if missing := job.missing():
            return self._ended(job, f"skipped  {job.name}: needs {', '.join(missing)}")
        state = self.done.setdefault(job.name, {"steps": 0, "failed": [], "seconds": 0.0})
        for command in itertools.islice(job.steps(), state["steps"], None):
            left = job.seconds - state["seconds"]
            if left <= 0:
                break
            started = time.monotonic()
            code = self._call(job, command, left)
            state["seconds"] += time.monotonic() - started
            if code is None:
                state["stopped"] = command
                break
            state["steps"] += 1
            state["failed"] += [f"{command} (exit {code})"] if code else []
            self._remember()
        return self._ended(job, self._line(job, state))

    def _line(self, job: Job, state: dict[str, Any]) -> str:
        of = "" if job.seeds else f" of {len(job.commands)}"
        counted = f"{state['steps']}{of} commands in {state['seconds']:.0f} s"
        counted += f"; stopped at its budget: {state['stopped']}" if "stopped" in state else ""
        if state["failed"]:
            return f"FAILED   {job.name}: {'; '.join(state['failed'])}; {counted}; {self._log(job)}"
        if not state["steps"]:
            return f"FAILED   {job.name}: {counted}; {self._log(job)}"  # it would fail to guard anything, every night
        return f"ok       {job.name}: {counted}"

    def _call(self, job: Job, command: str, seconds: float) -> int | None:
        """Return the exit code of a command, or None if it was interrupted at the end of the budget."""
        environment = {"OMP_NUM_THREADS": "1", **os.environ}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        with self._log(job).open("a") as log:
            print(f"\n$ python -m {command}", file=log, flush=True)
            words = [sys.executable, "-m", *_words(command)]
            process = subprocess.Popen(
                words, cwd=ROOT, env=environment, stdout=log, stderr=log, stdin=subprocess.DEVNULL, process_group=0
            )
            try:
                code = process.wait(seconds)
            except subprocess.TimeoutExpired:
                return None
            finally:
                _end(process)
        return 0 if code == _NO_TESTS and command.startswith("pytest") else code

    def _log(self, job: Job) -> Path:
        return self.folder / f"{job.name.replace(' ', '-')}.log"

    def _ended(self, job: Job, line: str) -> str:
        self.done[job.name] = {"line": line}
        self._remember()
        return line

    def _remember(self) -> None:
        new = self.file.with_suffix(".new")
        new.write_text(json.dumps(self.done, indent=1))
        new.replace(self.file)


#: What pytest says where a folder has no test of the tier.
_NO_TESTS = 5


def _words(command: str) -> list[str]:
    """Split a command; a pattern stands for the files of the checkout that it fits."""
    words = []
    for word in shlex.split(command):
        found = sorted(path.relative_to(ROOT).as_posix() for path in ROOT.glob(word)) if "*" in word else []
        words += found or [word]
    return words


def _end(process: subprocess.Popen[bytes]) -> None:
    """End a command and what it started: with an interrupt, and then by force."""
    for number, patience in ((signal.SIGINT, GRACE), (signal.SIGKILL, GRACE)):
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, number)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(patience)
            if number == signal.SIGINT and _is_gone(process.pid):
                return


def _is_gone(group: int) -> bool:
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return True
    return False


def main() -> int:
    parser = argparse.ArgumentParser(prog="dev.py nightly", description=__doc__.splitlines()[0])
    parser.add_argument("--list", action="store_true", help="print the jobs, their budgets and what they need")
    parser.add_argument("--only", action="append", choices=[job.name for job in JOBS], metavar="NAME", help="this job")
    parser.add_argument("--fresh", action="store_true", help="forget what was done in a night that was ended")
    options = parser.parse_args()
    jobs = [job for job in JOBS if not options.only or job.name in options.only]
    if options.list:
        for job in jobs:
            needs = ", ".join((*job.modules, *job.programs))
            print(f"{job.name:16} {job.seconds:5.0f} s  {'needs ' + needs if needs else ''}".rstrip())
        return 0
    return 0 if Night(jobs, fresh=options.fresh).run() else 1


if __name__ == "__main__":
    raise SystemExit(main())
