"""Remove the rules of the formats one by one, or change the code of other rooms; the tests have to notice each.

    python -m tests.mutation                                   a sample of all rooms
    python -m tests.mutation nac stb --match gap --count 0     all of some, whose name holds a text
    python -m tests.mutation kernels --count 100 --budget 600  a sample of the kernels, for ten minutes
    python -m tests.mutation --same-as before.jsonl            those that were tried before, and what differs

Each mutant is a line of JSON in --results, so that a run that was ended goes on, as long as neither the room nor a test
changes, and two runs can be compared. The exit
code is 1 when a mutant survived, or with --same-as when one survived that was noticed before.
"""

from __future__ import annotations

import argparse
import hashlib
import itertools
import json
import os
import re
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from tests.mutation.mutants import ROOT, Mutant
from tests.mutation.rooms import ROOMS, MutatedRoom
from tests.mutation.running import Copy
from tests.mutation.serving import Server, Trial, start

BUILD = ROOT / "build" / "mutation"


@dataclass(frozen=True)
class Options:
    """What was asked for on the command line."""

    match: str
    count: int
    results: Path
    same_as: Path | None
    end: float

    def chosen(self, name: str, room: MutatedRoom) -> dict[str, Mutant]:
        """Return the mutants of a room that are to be tried: all rules, or a sample that stays when code moves."""
        found = {key: mutant for key, mutant in room.mutants().items() if self.match in f"{mutant} {key}"}
        if self.same_as is not None:
            before = {_known(row["mutant"]) for row in _rows(self.same_as) if row["room"] == name}
            return {key: mutant for key, mutant in found.items() if _known(key) in before}
        if self.count and not room.rules:
            found = {key: found[key] for key in sorted(found, key=_drawn)[: self.count]}
        return found

    def noticed_by(self, name: str) -> dict[str, str]:
        """Return the tests that noticed the mutants of a room in the run that this one is compared with."""
        rows = _rows(self.same_as) if self.same_as else ()
        return {_known(row["mutant"]): _test_of(row["details"]) for row in rows if row["room"] == name}


def _known(key: str) -> str:
    """Return the name by which the mutants of two trees are compared: underscores come and go."""
    return re.sub(r"\b_+(?=[a-z])", "", key)


def _test_of(details: str) -> str:
    """Return the name of a test, of what a run says about one that failed."""
    return details.removeprefix("nightly: ").removeprefix("FAILED ").partition(" - ")[0]


class Run:
    """Tries the mutants of one room and writes down what becomes of them."""

    def __init__(self, name: str, room: MutatedRoom, options: Options) -> None:
        self.name, self.room, self.options = name, room, options
        self.tree = _digest(room)
        rows = (row for row in _rows(options.results) if row["room"] == name)
        done = {row["mutant"] for row in rows if row.get("tree") == self.tree}
        self.left = {key: mutant for key, mutant in options.chosen(name, room).items() if key not in done}

    @cached_property
    def copy(self) -> Copy:
        self._folder = tempfile.TemporaryDirectory(prefix="mutants-")
        return Copy(Path(self._folder.name))

    def run(self) -> None:
        if not self.left or time.monotonic() >= self.options.end:
            return
        if not self.room.torch:
            sys.modules["torch"] = None  # type: ignore[assignment]  # as on a machine that does not have it
        kept = BUILD / f"{self.name}-{self.tree}.json"
        start(Server(self.room.modules(), self.room.tests, self._serve, kept))

    def _serve(self, server: Server) -> None:
        """Try in forks what can be tried so; the rest, which takes longer, afterwards."""
        anew: dict[str, Mutant] = {}
        before = self.options.noticed_by(self.name)
        for key, mutant in self._in_time(self.left):
            began = time.monotonic()
            trial = (
                Trial(None)
                if mutant.file.startswith("schemas/")
                else server.try_mutant(mutant, before.get(_known(key), ""))
            )
            if trial.verdict is None or (self.room.rules and trial.verdict == "survived"):
                anew[key] = mutant
            else:
                self._write(key, mutant, trial, time.monotonic() - began)
        for key, mutant in self._in_time(anew):
            began = time.monotonic()
            trial = self.copy.try_mutant(mutant, self.room.tests)
            self._write(key, mutant, trial, time.monotonic() - began)

    def _in_time(self, mutants: dict[str, Mutant]) -> Iterator[tuple[str, Mutant]]:
        return itertools.takewhile(lambda _: time.monotonic() < self.options.end, mutants.items())

    def _write(self, key: str, mutant: Mutant, trial: Trial, seconds: float) -> None:
        row = {"room": self.name, "mutant": key, "file": mutant.file, "line": mutant.line}
        row |= {"tree": self.tree, "verdict": trial.verdict, "details": trial.details, "seconds": round(seconds, 2)}
        self.options.results.parent.mkdir(parents=True, exist_ok=True)
        with self.options.results.open("a") as results:
            results.write(f"{json.dumps(row)}\n")
        print(f"{trial.verdict:13} {self.name}: {mutant}  [{trial.details}]", flush=True)


def _drawn(key: str) -> str:
    return hashlib.sha256(key.encode()).hexdigest()


def _digest(room: MutatedRoom) -> str:
    """Return the digest of the modules of a room and of all tests: what was measured with others is of no use."""
    digest = hashlib.sha256()
    tests = sorted(path for path in (ROOT / "tests").rglob("*.py") if path.parent.name != "mutation")
    for path in [*(ROOT / module for module in room.modules()), *tests]:
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def _rows(path: Path) -> Iterator[dict[str, Any]]:
    if path.is_file():
        yield from map(json.loads, path.read_text().splitlines())


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.mutation", description=__doc__.splitlines()[0])
    parser.add_argument("rooms", nargs="*", choices=[*ROOMS, []], help="by default all")
    parser.add_argument("--match", default="", help="only mutants whose place or change holds this text")
    parser.add_argument("--count", type=int, default=70, help="a sample of that many of each room but rules; 0: all")
    parser.add_argument("--budget", type=float, default=float("inf"), metavar="SECONDS", help="each room has its share")
    parser.add_argument(
        "--results", type=Path, default=BUILD / "results.jsonl", help="one line of JSON for each mutant"
    )
    parser.add_argument("--fresh", action="store_true", help="forget the results of earlier runs")
    parser.add_argument("--same-as", type=Path, metavar="RESULTS", help="try the mutants of an earlier run and compare")
    parser.add_argument("--list", action="store_true", help="only list the mutants")
    asked = parser.parse_args()
    if asked.fresh:
        asked.results.unlink(missing_ok=True)
    end = time.monotonic() + asked.budget
    options = Options(asked.match, asked.count, asked.results.resolve(), asked.same_as, end)
    rooms = {name: ROOMS[name] for name in asked.rooms or ROOMS}
    if asked.list:
        print(*(f"{name}: {key}" for name, room in rooms.items() for key in options.chosen(name, room)), sep="\n")
        return 0
    for number, (name, room) in enumerate(rooms.items()):
        now = time.monotonic()
        share = max(end - now, 0) / (len(rooms) - number)
        _in_process(name, room, replace(options, end=now + share))
    return _compared(options, rooms) if options.same_as else _summed_up(options, rooms)


def _in_process(name: str, room: MutatedRoom, options: Options) -> None:
    """Each room has a process: what it imports, and that it has no PyTorch, is of no concern to the next."""
    child = os.fork()
    if child == 0:
        try:
            Run(name, room, options).run()
        finally:
            sys.stdout.flush()
            os._exit(0)
    os.waitpid(child, 0)


def _summed_up(options: Options, rooms: dict[str, MutatedRoom]) -> int:
    trees = {name: _digest(room) for name, room in rooms.items()}
    counts = Counter(row["verdict"] for row in _rows(options.results) if trees.get(row["room"]) == row.get("tree", 0))
    left = sum(len(Run(name, room, options).left) for name, room in rooms.items())
    print(", ".join(f"{count} {verdict}" for verdict, count in sorted(counts.items())), f"{left} not tried", sep=", ")
    return 1 if counts["survived"] else 0


def _compared(options: Options, rooms: dict[str, MutatedRoom]) -> int:
    assert options.same_as is not None
    before = {(row["room"], _known(row["mutant"])): row for row in _rows(options.same_as) if row["room"] in rooms}
    after = {(row["room"], _known(row["mutant"])): row for row in _rows(options.results)}
    both = before.keys() & after.keys()
    lost = [key for key in both if before[key]["verdict"] == "noticed" and after[key]["verdict"] == "survived"]
    for key in sorted(lost):
        print("lost:", *key, f"[{before[key]['details']}]")
    print(f"{len(before)} before, {len(both)} compared, {len(lost)} noticed before and not now")
    return 1 if lost else 0


if __name__ == "__main__":
    raise SystemExit(main())
