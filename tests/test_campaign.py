"""A campaign small enough for every run of the tests, and what a campaign says when something is wrong."""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Iterator, Sequence

import pytest

from tests.campaign import checking, javascript, measure
from tests.campaign.__main__ import main
from tests.campaign.checking import Checker
from tests.campaign.counting import ACCEPTED, BROKEN, REFUSED, Tally
from tests.campaign.files import (
    CORPUS,
    EXAMPLES,
    GENERATED,
    MEANINGFUL,
    MUTATED,
    NEAR,
    ORIGINAL,
    SPLICED,
    Files,
    originals,
)
from tests.campaign.readers import COMPILED, CONSTRUCT, JAVASCRIPT, KAITAI, NUMPY
from tests.campaign.workers import Campaign
from tests.effort import effort
from tests.partners import needs, partner, reason

#: How many files are read, and in how many parts, which run side by side.
NORMAL, MANY = 1_200, 20_000
FILES, PARTS = effort(NORMAL, MANY), effort(1, 8)


@pytest.fixture(scope="module")
def files() -> Files:
    return Files(originals(EXAMPLES, CORPUS))


@pytest.fixture(scope="module")
def checker() -> Iterator[Checker]:
    reader = None if reason("kaitai-struct") else javascript.JavaScript()
    yield Checker(reader)
    if reader is not None:
        reader.close()


@pytest.mark.nightly
@pytest.mark.parametrize("part", range(PARTS))
def test_no_file_breaks_a_promise(part: int, files: Files, checker: Checker) -> None:
    seeds = range(part * FILES // PARTS, (part + 1) * FILES // PARTS)
    tally = checker.check(list(files.cases(seeds)))
    assert tally.files == len(seeds)
    assert not tally.broken, "\n".join(f"seed {seed}: {details}" for seed, details in tally.broken)
    for name in files.names:
        verdicts = {verdict for other, _, verdict in tally.verdicts if other == name}
        assert verdicts == {ACCEPTED, REFUSED}, name
    partner("ksc")
    for name in files.names:
        assert tally.compared[name, KAITAI] == len([1 for case in files.cases(seeds) if case.format == name])


def test_all_readers_take_part(files: Files, checker: Checker) -> None:
    tally = checker.check([files.case(seed) for seed in range(0, 32 * len(files.names) * 4, 32)])
    readers = {reader for _, reader in tally.compared}
    partner("ksc")
    assert {KAITAI, CONSTRUCT, NUMPY} <= readers
    partner("kaitai-struct")
    assert JAVASCRIPT in readers
    partner("loops")
    assert COMPILED in readers


def test_a_file_is_made_again_from_its_seed(files: Files) -> None:
    for case in files.cases(range(100, 400)):
        if case.seed % 7 == 0:
            assert files.case(case.seed) == case
    origins = {case.origin for case in files.cases(range(400))}
    assert {ORIGINAL, GENERATED, MEANINGFUL, NEAR, MUTATED, SPLICED} == origins


def test_a_broken_promise_is_counted(files: Files, checker: Checker, monkeypatch: pytest.MonkeyPatch) -> None:
    """A contract that a reader breaks, too little time, and too little memory."""
    case = files.case(0)

    def fails(*_: object) -> None:
        raise ZeroDivisionError

    partner("ksc")
    assert not checker.check([case]).broken
    for target, name, value, said in (
        (checking, "read_under_contract", fails, "ZeroDivisionError"),
        (checking, "compare_readers", fails, "ZeroDivisionError"),
        (measure, "MAX_SECONDS", 0.0, "takes 0.0 s"),
        (measure, "MEMORY_BYTES", 0, "bytes of memory"),
    ):
        with monkeypatch.context() as patch:
            patch.setattr(target, name, value)
            tally = checker.check([case])
        assert tally.verdicts[case.format, case.origin, BROKEN] == 1
        assert said in tally.broken[0].details


@needs("kaitai-struct")
def test_other_words_of_javascript_are_a_broken_promise(files: Files, monkeypatch: pytest.MonkeyPatch) -> None:
    reader = javascript.JavaScript()
    try:
        answered = reader.read
        monkeypatch.setattr(reader, "read", lambda sent: [reply._replace(place="?") for reply in answered(sent)])
        tally = Checker(reader).check([files.case(0)])
    finally:
        reader.close()
    assert "JavaScript: Reply(" in tally.broken[0].details


#: A file at which a process dies.
DEADLY = 70


def dies(seeds: Sequence[int]) -> Tally:
    if DEADLY in seeds:
        os._exit(1)
    return Tally(Counter({("stb", ORIGINAL, ACCEPTED): len(seeds)}))


def test_a_process_that_dies_is_one_broken_file() -> None:
    """The others of its group are checked, and so are all other groups."""
    campaign = Campaign(originals(EXAMPLES), processes=2, with_javascript=False, check=dies)
    tally = Tally()
    for part in campaign.run(range(200)):
        tally.add(part)
    assert tally.files == 200
    assert [each.seed for each in tally.broken] == [DEADLY]
    assert sum(count for key, count in tally.verdicts.items() if key[-1] == BROKEN) == 1


def test_the_command(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["campaign", "--count", "64", "--processes", "1", str(EXAMPLES)])
    assert main() == 0
    shown = capsys.readouterr()
    assert "64 files" in shown.out
    assert "64 of 64 files" in shown.err
