"""A plugin of pytest that collects tests once, and tries each mutant in a fork of that process.

The process itself runs no test. A fork replaces the code of the changed function and runs the tests that are known to
call it, the quickest first, until one fails. What they call is found out by a first fork that runs all of them.
"""

from __future__ import annotations

import builtins
import contextlib
import functools
import gc
import importlib
import json
import os
import select
import shutil
import signal
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from tests.mutation.mutants import ROOT, Mutant
from tests.mutation.swapping import HIT, NotSwappedError, Swapper

#: Seconds of tests, as measured without a mutant, that one mutant is tried with at most.
WORTH = 20
#: Seconds of processor and of waiting that a fork has: several times of what its tests took, or this.
_SECONDS = 30
_MEMORY = 6 << 30


@dataclass(frozen=True)
class Reached:
    """A test: its seconds without a mutant, and the functions that it calls, as file, name and line."""

    seconds: float
    functions: frozenset[tuple[str, str, int]]


@dataclass
class Trial:
    """What became of one mutant; `verdict` is None where its module has to be imported anew."""

    verdict: str | None
    details: str = ""


@dataclass(eq=False)  # pytest keeps plugins in a set
class Server:
    """The process that has collected the tests."""

    files: Sequence[str]
    tests: Sequence[str]
    serve: Callable[[Server], None]
    kept: Path
    session: pytest.Session | None = None
    failed: list[str] = field(default_factory=list)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        self.session = session
        for file in self.files:
            importlib.import_module(_module(file))
        self.swapper = Swapper(ROOT / file for file in self.files)
        self.caches = [thing for thing in gc.get_objects() if isinstance(thing, functools._lru_cache_wrapper)]
        gc.collect()
        gc.freeze()  # what a fork only looks at stays shared with this process
        self.serve(self)
        return True

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.failed.append(report.nodeid)

    @functools.cached_property
    def reached(self) -> dict[str, Reached]:
        """Which tests call which functions; kept for the next time, as long as no test or module changes."""
        if not self.kept.is_file():
            answer = _forked(self._measured, 3600, 3600)
            if answer is None or not isinstance(json.loads(answer), list):
                raise RuntimeError(f"the tests cannot be measured: {answer or 'they do not end'}")
            self.kept.parent.mkdir(parents=True, exist_ok=True)
            self.kept.write_text(answer)
        rows = json.loads(self.kept.read_text())
        return {name: Reached(seconds, frozenset(map(tuple, calls))) for name, seconds, calls in rows}

    def _measured(self) -> str:
        called: set[tuple[str, str, int]] = set()
        setattr(builtins, HIT, lambda *place: called.add(place))
        self.swapper.instrument()
        rows = []
        items = self._items()
        for item, following in zip(items, [*items[1:], None], strict=True):
            called.clear()
            start = time.process_time(), time.perf_counter()
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            seconds = max(time.process_time() - start[0], min(time.perf_counter() - start[1], 1.0))
            if not self.failed:
                rows.append([item.nodeid, round(seconds, 4), sorted(called)])
            self.failed.clear()
        return json.dumps(rows)

    def _items(self) -> list[pytest.Item]:
        assert self.session is not None
        return self.session.items

    def try_mutant(self, mutant: Mutant, noticed_by: str = "") -> Trial:
        """Try a mutant in a fork: with the test that noticed it before, if there is one, and then with others."""
        if not mutant.place:
            return Trial(None)
        if tests := self._like(noticed_by, Path(mutant.file).stem):
            trial = self._in_fork(mutant, tests, _SECONDS + WORTH)
            if trial.verdict != "survived":
                return trial
        tests = self._tests_of(mutant)
        if not tests:
            return Trial(None)
        return self._in_fork(mutant, tests, _SECONDS + 6 * sum(self.reached[item.nodeid].seconds for item in tests))

    def _like(self, name: str, module: str) -> list[pytest.Item]:
        """Return the test of a name, or those of its function or file; those that name the module come first."""
        for part in (name, f"{name.partition('[')[0]}[", f"{name.partition('::')[0]}::"):
            if "::" in name and (found := [item for item in self._items() if item.nodeid.startswith(part)]):
                return sorted(
                    found, key=lambda item: (item.nodeid != name, _nightly(item), f"[{module}" not in item.nodeid)
                )
        return []

    def _in_fork(self, mutant: Mutant, tests: list[pytest.Item], seconds: float) -> Trial:
        answer = _forked(lambda: self._tried(mutant, tests), seconds, 4 * seconds)
        if answer is None:
            return Trial("noticed", "the tests hang, or end the process")
        return Trial(**json.loads(answer))

    def _tests_of(self, mutant: Mutant) -> list[pytest.Item]:
        """Return the tests that call the function of a mutant.

        Those of the normal run come first, then those of the files that the room names first, then the quickest.
        """
        place = (str((ROOT / mutant.file).resolve()), mutant.place.rpartition(".")[2])
        reaching = {
            name for name, test in self.reached.items() if any(function[:2] == place for function in test.functions)
        }
        items = [item for item in self._items() if item.nodeid in reaching]
        items.sort(key=lambda item: (_nightly(item), self._rank(item), self.reached[item.nodeid].seconds))
        return [*_worth(items, lambda item: self.reached[item.nodeid].seconds)]

    def _forget(self, module: str) -> None:
        """Empty the caches of the functions of a module: what they hold was computed before the change."""
        for cache in self.caches:
            if cache.__module__ == module:
                cache.cache_clear()

    def _rank(self, item: pytest.Item) -> int:
        return next(rank for rank, tests in enumerate(self.tests) if item.nodeid.startswith(tests))

    def _tried(self, mutant: Mutant, tests: list[pytest.Item]) -> str:
        try:
            self.swapper.swap(ROOT / mutant.file, mutant.place, mutant.text)
        except NotSwappedError:
            return json.dumps({"verdict": None})
        except SyntaxError as error:
            return json.dumps({"verdict": "noticed", "details": str(error)})
        self._forget(_module(mutant.file))
        for item, following in zip(tests, [*tests[1:], None], strict=True):
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            if self.failed:
                tier = "nightly: " if _nightly(item) else ""
                return json.dumps({"verdict": "noticed", "details": f"{tier}{self.failed[0]}"})
        return json.dumps({"verdict": "survived", "details": f"{len(tests)} tests"})


def _module(file: str) -> str:
    return file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def _nightly(item: pytest.Item) -> bool:
    return item.get_closest_marker("nightly") is not None


def _worth(items: list[pytest.Item], seconds: Callable[[pytest.Item], float]) -> Iterator[pytest.Item]:
    total = 0.0
    for item in items:
        yield item
        total += seconds(item)
        if total > WORTH:
            return


def _forked(work: Callable[[], str], processor: float, patience: float) -> str | None:
    """Return what a fork of this process gives, or None if it does not end in time, or not by itself."""
    reading, writing = os.pipe()
    folder = Path(tempfile.mkdtemp(prefix="mutant-"))
    child = os.fork()
    if child == 0:
        os.close(reading)
        os.setpgid(0, 0)
        _run_in_fork(work, writing, folder, processor)
    os.close(writing)
    answer = _read_all(reading, patience)
    for kill in (lambda: os.killpg(child, signal.SIGKILL), lambda: os.kill(child, signal.SIGKILL)):
        with contextlib.suppress(OSError):
            kill()
    os.waitpid(child, 0)
    shutil.rmtree(folder, ignore_errors=True)
    return answer or None


def _run_in_fork(work: Callable[[], str], writing: int, folder: Path, processor: float) -> None:
    import resource  # not everywhere; nor are forks

    try:
        limit = int(processor) + 1
        resource.setrlimit(resource.RLIMIT_CPU, (limit, limit))
        resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
        nothing = os.open(os.devnull, os.O_RDWR)
        for number in (0, 1, 2):
            os.dup2(nothing, number)
        tempfile.tempdir = str(folder)
        os.environ["TMPDIR"] = str(folder)
        os.environ["HYPOTHESIS_STORAGE_DIRECTORY"] = str(folder / "hypothesis")
        answer = work()
    except BaseException:  # noqa: BLE001  a fork must never return into its parent's work
        answer = json.dumps({"verdict": "noticed", "details": traceback.format_exc()[-300:]})
    view = memoryview(answer.encode())
    while view:
        view = view[os.write(writing, view) :]
    os._exit(0)


def _read_all(reading: int, patience: float) -> str:
    parts = []
    end = time.monotonic() + patience
    while select.select([reading], [], [], max(end - time.monotonic(), 0))[0]:
        part = os.read(reading, 1 << 20)
        if not part:
            os.close(reading)
            return b"".join(parts).decode()
        parts.append(part)
    os.close(reading)
    return ""


def start(server: Server) -> int:
    """Collect tests, those of the nightly tier too, and serve."""
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    sys.dont_write_bytecode = False
    files = [test for test in server.tests if (ROOT / test).exists()]
    options: list[Any] = ["-q", "-s", "--tb=native", "-n0", "-p", "no:cacheprovider", "-m", "", "--hypothesis-seed=0"]
    return int(pytest.main([*options, "--rootdir", str(ROOT), *files], plugins=[server]))
