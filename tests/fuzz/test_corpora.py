"""Corpora are the same for the same seed, and their verdicts are those of the readers."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

import nacformats
from nacformats.formats import formats
from nacformats.formats.base import Format
from nacformats.formats.generic import format_of_codec
from nacformats.fuzz.choices import Answer, NotedChoices, ReplayedChoices
from nacformats.fuzz.corpora import ACCEPTED, DAMAGE, MODEL, REFUSED, SCHEMA, Corpus
from nacformats.fuzz.findings import minimised, minimised_answers
from nacformats.fuzz.maker import refusal_of
from nacformats.targets.loading import codec_of_file
from tests.effort import effort

ROOT = Path(__file__).resolve().parents[2]
SCORES = ROOT / "docs" / "scores.ksy"


def scores() -> Format:
    return format_of_codec(codec_of_file(SCORES))


@pytest.mark.sample(each=4)
@pytest.mark.parametrize("name", formats())
def test_verdicts_are_those_of_strict_reading(name: str) -> None:
    origins: Counter[tuple[str, str]] = Counter()
    count = effort(10, 40)
    for entry in Corpus(formats()[name], count=count):
        origins[entry.candidate.origin, entry.verdict] += 1
        listed = entry.as_dict()
        if entry.verdict == ACCEPTED:
            nacformats.loads(entry.data, format=name).close()
            assert "reason" not in listed
            continue
        with pytest.raises(nacformats.FormatError) as caught:
            nacformats.loads(entry.data, format=name)
        assert (listed["reason"], listed.get("path")) == (caught.value.reason, caught.value.path)
    meaningful = 0 if formats()[name].codec else count // 2  # a format that is its schema alone has no other rules
    assert origins[MODEL, ACCEPTED] == meaningful, "every other file keeps the rules of its format, not only its schema"
    assert origins[SCHEMA, ACCEPTED] + origins[SCHEMA, REFUSED] == count - meaningful
    assert origins[SCHEMA, ACCEPTED] or name in ("micb", "mic2", "safetensors"), "whose schemas do not say much"


def test_a_schema_is_enough() -> None:
    entries = list(Corpus(scores(), SCORES, count=50))
    assert {(entry.candidate.origin, entry.verdict) for entry in entries} == {(SCHEMA, ACCEPTED)}
    assert [entry.name for entry in entries[:2]] == ["00.scores", "01.scores"]
    assert len({entry.data for entry in entries}) > 25


def test_damage_is_in_a_file_that_was_good() -> None:
    entries = list(Corpus(scores(), SCORES, count=24, near=True))
    assert {entry.candidate.origin for entry in entries} == {DAMAGE}
    refused = [entry for entry in entries if entry.verdict == REFUSED]
    assert len(refused) > 8
    for entry in refused:
        listed = entry.as_dict()
        assert listed["damaged"]
        assert listed["damage"]


@pytest.mark.parametrize("near", [False, True])
def test_a_file_depends_on_seed_and_index_alone(near: bool) -> None:
    def data(count: int, seed: int = 3) -> list[bytes]:
        return [entry.data for entry in Corpus(formats()["stb"], count=count, seed=seed, near=near)]

    assert data(12)[:5] == data(5)
    assert data(5) != data(5, seed=4)


@pytest.mark.nightly
def test_the_same_files_whatever_the_hash_seed() -> None:
    code = """
from nacformats.formats import formats
from nacformats.fuzz.corpora import Corpus
for name, format in formats().items():
    for near in (False, True):
        print([entry.as_dict() for entry in Corpus(format, count=2, seed=1, near=near)])
"""
    printed = set()
    for seed in ("0", "1"):
        environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONHASHSEED": seed}
        done = subprocess.run(
            [sys.executable, "-c", code], env=environment, capture_output=True, check=True, timeout=300
        )
        printed.add(done.stdout)
    assert len(printed) == 1


# Minimising


def test_what_is_not_needed_is_left_out() -> None:
    data = bytes(range(200)) * 3
    assert minimised(data, lambda part: b"\x05\x06\x07" in part) == b"\x05\x06\x07"


def test_what_is_left_becomes_zeros() -> None:
    assert minimised(b"abcXdefgh", lambda part: part[3:4] == b"X" and len(part) == 9) == b"\0\0\0X\0\0\0\0\0"


def test_fewer_and_smaller_choices_make_a_smaller_file() -> None:
    corpus = Corpus(scores(), SCORES, count=100)
    index = next(index for index in range(100) if len(corpus.candidate(index).data) > 1000)
    noted = NotedChoices(corpus.choices(index))
    made = corpus.made(index, noted)
    assert made == corpus.candidate(index) == corpus.made(index, ReplayedChoices(noted.answers))

    def holds(answers: list[Answer]) -> bool:
        data = corpus.made(index, ReplayedChoices(answers)).data
        assert refusal_of(corpus.format, data) is None
        return data[4] >= 2

    data = corpus.made(index, ReplayedChoices(minimised_answers(noted.answers, holds, steps=2000))).data
    assert data == b"SCOR\2" + bytes(6), "two entries with the shortest names"


def test_steps_are_bounded() -> None:
    asked: list[bytes] = []

    def holds(part: bytes) -> bool:
        asked.append(part)
        return False

    assert minimised(bytes(range(256)) * 40, holds, steps=50) == bytes(range(256)) * 40
    assert len(asked) == 50
    assert minimised(b"", holds) == b""
