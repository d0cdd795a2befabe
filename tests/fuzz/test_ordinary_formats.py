"""Any schema is a fuzzer: files of ordinary formats are valid, and damaged ones are refused at the damage."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from nacformats.codec.streams import Source
from nacformats.formats import generic
from nacformats.fuzz import Maker, Sample
from nacformats.targets.loading import codec_of_file
from tests.effort import effort
from tests.fuzz.parsers import ORDINARY, OURS, Parsers, error_of, is_at

#: How many files of each format are looked at, about how large.
FILES = effort(12, 20)
BYTES = 800
#: What has to hold of so many.
SHARE_ACCEPTED = 0.99
SHARE_AT_PATH = 0.95

NAMES = [path.stem for path in ORDINARY]


def samples(maker: Maker, count: int = FILES) -> Iterator[Sample]:
    for seed in range(count):
        yield maker.sample(random.Random(seed))


def test_there_are_at_least_ten() -> None:
    assert len(ORDINARY) >= 10


@pytest.mark.sample(each=3)
@pytest.mark.parametrize("path", ORDINARY, ids=NAMES)
def test_files_are_read_and_written_back(path: Path) -> None:
    codec = codec_of_file(path)
    for sample in samples(Maker(path, max_size=BYTES)):
        generic.read_tree(codec, Source(sample.data))


@pytest.mark.sample(each=4)
@pytest.mark.parametrize("name", [*NAMES, *OURS])
def test_kaitai_parsers_accept_files(name: str, parsers: Parsers) -> None:
    maker = Maker(name if name in OURS else ORDINARY[NAMES.index(name)], max_size=BYTES)
    files = [sample.data for sample in samples(maker)]
    python = [refusal for data in files if (refusal := parsers.refusal(name, data))]
    javascript = parsers.javascript_refusals(name, files)
    assert len(python) <= (1 - SHARE_ACCEPTED) * len(files), python
    assert len(javascript) <= (1 - SHARE_ACCEPTED) * len(files), javascript


@pytest.mark.sample(each=3)
@pytest.mark.parametrize("path", ORDINARY, ids=NAMES)
def test_damaged_files_are_refused_at_the_damage(path: Path) -> None:
    codec, maker, rng = codec_of_file(path), Maker(path, max_size=BYTES), random.Random(5)
    outcomes: Counter[str] = Counter()
    for _ in range(effort(2, 5) * FILES):
        near = maker.near(rng)
        error = error_of(generic.read_tree, codec, Source(near.data))
        verdict = "accepted" if error is None else "there" if is_at(near.path, error.path) else "elsewhere"
        outcomes[verdict] += 1
    refused = outcomes["there"] + outcomes["elsewhere"]
    assert outcomes["there"] >= SHARE_AT_PATH * refused, outcomes
    assert refused > outcomes["accepted"], outcomes


@pytest.mark.sample(each=4)
@pytest.mark.parametrize("name", [*NAMES, *OURS])
def test_every_case_of_every_switch_is_reached(name: str) -> None:
    maker = Maker(name if name in OURS else ORDINARY[NAMES.index(name)], max_size=4 * BYTES)
    for seed in range(400):
        maker.sample(random.Random(seed))
        if maker.cases <= maker.reached:
            return
    assert maker.cases <= maker.reached, maker.cases - maker.reached
