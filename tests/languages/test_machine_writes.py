"""The machine of other languages, run as Python, writes trees that are made of nothing, as Python does."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

import nacformats
from nacformats.errors import FormatError
from tests.c.test_c_files import HERE as SCHEMAS
from tests.c.test_c_files import LOG, sums_tree
from tests.languages.building import written
from tests.languages.machines import machine_of

STATION = LOG["stations"][0]
TOO_WIDE = "does not fit the field"
ABSENT = "is given, but other fields say that it is absent"


def test_counts_lengths_sums_and_magic_numbers_follow_from_the_rest() -> None:
    for name, tree in (("stranger", LOG), ("sums", sums_tree(random.Random(1)))):
        path = SCHEMAS / f"{name}.ksy"
        assert written(machine_of(path), tree) == nacformats.open_schema(path).dumps(tree)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"magic": b"WLOX"}, "magic: wrong value"),
        ({"quality": 9}, "quality: does not fit the field"),
        ({"reserved": 1}, "reserved: wrong value: expected 0"),
        ({"stations": None}, "stations: has to be given"),
        ({"stations": [STATION | {"readings": [{"kind": 300}]}]}, f"stations[0].readings[0].kind: {TOO_WIDE}"),
        ({"stations": [STATION | {"name": None}]}, "stations[0].name: has to be given"),
        ({"stations": [STATION | {"readings": [{"kind": 9, "body": 7}]}]}, f"stations[0].readings[0].body: {ABSENT}"),
        ({"notes": ["a"]}, "notes[0]: does not end the list, of which it is the last"),
        ({"notes": ["a", "end", "b"]}, "notes[1]: ends the list, which goes on"),
        ({"notes": []}, "notes: has no element that ends it"),
    ],
)  # fmt: skip
def test_a_tree_that_does_not_fit_is_refused_where_python_refuses_it(changes: dict[str, Any], words: str) -> None:
    path = SCHEMAS / "stranger.ksy"
    said = written(machine_of(path), LOG | changes)
    assert said == words
    with pytest.raises(FormatError) as error:
        nacformats.open_schema(path).dumps({key: each for key, each in (LOG | changes).items() if each is not None})
    assert error.value.path == said.split(": ")[0] or "given" in words


def test_what_does_not_fit_is_told_before_the_checksum_over_it() -> None:
    path = SCHEMAS / "sums.ksy"
    tree = sums_tree(random.Random(1))
    tree["chunks"][1]["kind"] = 65536
    assert written(machine_of(path), tree) == f"chunks[1].kind: {TOO_WIDE}"
    with pytest.raises(FormatError) as error:
        nacformats.open_schema(path).dumps(tree)
    assert error.value.path == "chunks[1].kind"


def test_text_takes_the_encoding_of_its_field(tmp_path: Path) -> None:
    path = tmp_path / "texts.ksy"
    path.write_text(
        "meta: {id: texts, endian: le}\n"
        "seq:\n"
        "  - {id: len_a, type: u1}\n"
        "  - {id: a, type: str, size: len_a, encoding: UTF-16LE}\n"
        "  - {id: b, type: strz, encoding: ISO-8859-1}\n"
    )
    tree = {"a": "é𝄞", "b": "ß"}
    machine = machine_of(path)
    assert written(machine, tree) == nacformats.open_schema(path).dumps(tree)
    assert written(machine, {"a": "", "b": "€"}) == "b: has a character that its encoding has not"


def test_floats_that_are_too_large_are_refused_and_infinite_ones_are_not(tmp_path: Path) -> None:
    path = tmp_path / "float.ksy"
    path.write_text("meta: {id: float, endian: be}\nseq:\n  - {id: a, type: f4}\n")
    machine = machine_of(path)
    assert written(machine, {"a": 1e300}) == "a: does not fit the field"
    assert written(machine, {"a": float("-inf")}) == bytes.fromhex("ff800000")
    assert written(machine, {"a": 0.1}) == bytes.fromhex("3dcccccd")
