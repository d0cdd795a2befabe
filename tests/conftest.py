"""What all tests share: where the corpus of files by other programs is, and what holds for every finding."""

from __future__ import annotations

import functools
import gc
import itertools
import os
import signal
import sys
import tracemalloc
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

from nacformats.findings import Finding
from nacformats.rules import rules
from tests import partners, stamps
from tests.effort import MANY

# A busy machine is no failure: each test bounds its own work.
settings.register_profile("nacformats", deadline=None, max_examples=12)
settings.register_profile(MANY, deadline=None, max_examples=1000)
settings.load_profile("nacformats")

# A shell that starts a job in the background has it ignore interrupts, and so would the commands that tests interrupt.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# pytest-xdist tells its workers how wide the terminal is, and the commands that they try would cut their rows to it.
os.environ.pop("COLUMNS", None)
# Nobody would leave a pager of the commands that tests run on a terminal of their own.
os.environ["NO_PAGER"] = "1"

#: What is nested too deeply depends on it, and tests of it on its being the same for all of them.
STACK = sys.getrecursionlimit()
#: The selection that every checkout has.
SELECTION = Path(__file__).resolve().parent / "corpus"
#: All of the corpus, where it lies beside the checkout.
WHOLE = SELECTION.parents[2] / "shared" / "corpus"
#: What the tests read.
CORPUS = Path(os.environ.get("NACFORMATS_CORPUS") or (WHOLE if WHOLE.is_dir() else SELECTION)).resolve()


#: How many cases of each test are run with --partners.
FEW = 2
#: The seconds of processors before the last report, and after it.
seconds = [0.0, 0.0]


def pytest_collection_finish() -> None:
    """What was imported and collected stays, and is not looked through for garbage again and again."""
    gc.collect()
    gc.freeze()
    seconds[1] = sum(os.times()[:4])


@pytest.hookimpl(tryfirst=True)  # before those of the nightly tier are left out
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Of a test with the mark `sample`, the parameters that are not in it are of the nightly tier.

    Those with the mark `when_changed` that passed with the same files are skipped.
    """
    if not (config.getoption("anew") or os.environ.get("CI")):
        stamps.skip_unchanged(items)
    tests: dict[str, list[pytest.Item]] = {}
    for item in items:
        if item.get_closest_marker("sample"):
            tests.setdefault(item.nodeid.partition("[")[0], []).append(item)
    for name, cases in tests.items():
        sample = cases[0].get_closest_marker("sample")
        assert sample is not None
        kept = {id_of(case) for case in cases[:: sample.kwargs.get("each", 1)]} if not sample.args else {*sample.args}
        if len(cases) > len(kept) and (unknown := kept - {id_of(case) for case in cases}):
            raise pytest.UsageError(f"{name}: the sample names parameters that there are not: {sorted(unknown)}")
        for case in cases:
            if id_of(case) not in kept:
                case.add_marker("nightly")
    if config.getoption("partners"):
        items[:] = few_of_each(items)


def few_of_each(items: list[pytest.Item]) -> list[pytest.Item]:
    """Return at most a few cases of each test: what a machine lacks is lacking in all of them."""
    tests: dict[str, list[pytest.Item]] = {}
    for item in items:
        if not item.get_closest_marker("nightly"):
            tests.setdefault(item.nodeid.partition("[")[0], []).append(item)
    return [case for cases in tests.values() for case in cases[:: -(-len(cases) // FEW)]]


def id_of(item: pytest.Item) -> str:
    return item.callspec.id  # type: ignore[attr-defined,no-any-return]  # only tests with parameters have a sample


def pytest_unconfigure() -> None:
    """Libraries say that they leak what is frozen at the end."""
    gc.unfreeze()


@pytest.hookimpl(trylast=True)  # after its fixtures
def pytest_runtest_teardown(item: pytest.Item) -> None:
    """No test leaves the tracing of memory on, which makes all that follow slower, or a stack of another depth."""
    sys.setrecursionlimit(STACK)
    if tracemalloc.is_tracing():
        tracemalloc.stop()
        pytest.fail(f"{item.nodeid} left tracemalloc on")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--anew", action="store_true", help="also what passed before, and depends on nothing that changed")
    parser.addoption(
        "--partners", action="store_true", help="a few cases of each test in files that ask for something optional"
    )


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """With --partners, the files that do without them are left out."""
    leaves = config.getoption("partners") and collection_path.name.startswith("test_")
    return True if leaves and not partners.asks(collection_path) else None


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup() -> None:
    partners.lacked.clear()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Iterator[None]:
    """A test that passes although something was missing that it asked for has compared nothing.

    A report has the seconds that processors worked for it, in this process and in those that it waited for.
    """
    report: Any = yield
    seconds[:] = [seconds[1], sum(os.times()[:4])]
    report.processor = seconds[1] - seconds[0]
    report.stamp = stamps.digest(item)
    if report.when == "call" and report.passed and partners.lacked:
        report.outcome = "failed"
        report.longrepr = f"passed without a partner that it asked for, and is no skip: {'; '.join(partners.lacked)}"
    return report


#: The digests of what passed in this run, and None for what did not.
results: dict[str, str | None] = {}


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    stamp: str | None = getattr(report, "stamp", None)
    if stamp and (report.when == "call" or report.failed):
        results[report.nodeid] = stamp if report.passed else None


def pytest_sessionfinish(session: pytest.Session) -> None:
    if not hasattr(session.config, "workerinput"):
        stamps.keep(results)


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """Count the reasons of what was skipped. With the slowest tests, say which files of tests are the slowest."""
    skipped = Counter(str(report.longrepr[2]) for report in terminalreporter.stats.get("skipped", ()))
    if skipped:
        terminalreporter.section("skipped, by reason")
    for reason, count in skipped.most_common():
        terminalreporter.write_line(f"{count:6,} {reason.removeprefix('Skipped: ')}")
    if not config.getoption("durations"):
        return
    files: Counter[str] = Counter()
    for report in itertools.chain.from_iterable(terminalreporter.stats.values()):
        files[getattr(report, "nodeid", "").partition("::")[0]] += getattr(report, "processor", 0.0)
    terminalreporter.section(f"slowest files, of {sum(files.values()):.0f} s of processors")
    for file, spent in files.most_common(config.getoption("durations")):
        terminalreporter.write_line(f"{spent:7.2f}s {file}")


def pytest_report_header() -> str:
    return f"corpus: {CORPUS}{' (the selection)' if CORPUS == SELECTION else ''}"


@pytest.fixture(scope="session")
def corpus() -> Path:
    """The folder of files that other programs wrote: all of them, or the selection in tests/corpus."""
    return CORPUS


@pytest.fixture(scope="session", autouse=True)
def only_known_rules() -> Iterator[None]:
    """Whatever a test looks at, no finding names a rule that docs/rules.md does not have, or has another severity."""
    make = Finding.__init__

    @functools.wraps(make)
    def checked(self: Finding, *details: Any, **named: Any) -> None:
        make(self, *details, **named)
        check_rule(self)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Finding, "__init__", checked)
        yield


def check_rule(finding: Finding) -> None:
    text = rules().get(finding.rule)
    if text is None:  # formats that are a schema alone have no table
        tables = {name.rpartition(".")[0] for name in rules()}
        assert finding.rule.rpartition(".")[0] not in tables, f"{finding.rule}: no text in the rules.toml of its room"
    else:  # lenient reading makes warnings of errors
        assert finding.severity == "warning" or "error" in text.severity, f"{finding.rule} is said to be a warning"
