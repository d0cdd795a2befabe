"""Hints, and what is refused: keys and fields that are not there, and rules that nothing can keep."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from nacformats.fuzz import Maker
from nacformats.limits import MAX_DRAWN_BYTES
from nacformats.schema.model import SchemaError

HEAD = "meta: {id: toy, endian: le}\nseq:\n"


@pytest.fixture
def toy(tmp_path: Path) -> Path:
    path = tmp_path / "toy.ksy"
    path.write_text(HEAD + "  - {id: first, type: u1}\n  - {id: second, type: u1, valid: {min: first}}\n")
    return path


def seconds(maker: Maker) -> set[int]:
    return {maker.sample(random.Random(seed)).data[1] for seed in range(50)}


def test_bounds(toy: Path) -> None:
    assert seconds(Maker(toy, hints={"toy.first": {"max": 3}, "toy.second": {"max": "first + 4"}})) <= set(range(8))
    assert seconds(Maker(toy, hints={"toy.second": {"max": "sizeof<u4> + second._sizeof"}})) <= set(range(6))


def test_values(toy: Path) -> None:
    assert seconds(Maker(toy, hints={"toy.second": {"any-of": ["first"], "often": 1}, "toy.first": {"max": 9}})) <= set(
        range(10)
    )


def test_hints_beside_the_schema_and_in_a_file(toy: Path, tmp_path: Path) -> None:
    toy.with_name("toy.hints.yaml").write_text("toy.first: {min: 200}\n")
    other = tmp_path / "other.yaml"
    other.write_text("toy.first: {min: 250}\n")
    assert min(seconds(Maker(toy))) >= 200
    assert min(seconds(Maker(toy, hints=other))) >= 250


LONGER = """
  - {id: ofs_body, type: u1}
  - {id: more, type: u2, if: not is_short}
instances:
  is_short: {value: ofs_body == 1}
  body: {pos: ofs_body, type: u1, if: ofs_body != 0}
"""


def test_a_value_that_is_needed_before_it_is_known(tmp_path: Path) -> None:
    """Whether the body follows at once says how long the header is: both kinds, and what was guessed is true."""
    path = tmp_path / "toy.ksy"
    path.write_text(HEAD + LONGER.lstrip("\n"))
    alone = Maker(path, hints={"toy.ofs_body": {"often": 1}})  # the offset is drawn first
    assert all(alone.sample(random.Random(seed)).data[0] <= MAX_DRAWN_BYTES for seed in range(20))
    maker = Maker(path, hints={"toy.is_short": {"any-of": ["true", "false"]}})
    found = {maker.sample(random.Random(seed)).data for seed in range(50)}
    assert {(data[0], len(data)) for data in found} == {(0, 3), (1, 2), (3, 4)}


def test_a_value_that_turns_out_to_be_another_is_drawn_again(tmp_path: Path) -> None:
    path = tmp_path / "toy.ksy"
    path.write_text(HEAD + LONGER.lstrip("\n"))
    maker = Maker(path, hints={"toy.is_short": {"any-of": ["true"]}, "toy.ofs_body": {"min": "2"}})
    for seed in range(20):
        assert maker.sample(random.Random(seed)).data[0] in (0, 1)


@pytest.mark.parametrize(
    ("hints", "message"),
    [
        ({"toy.first": {"most": 3}}, "toy.first/most"),
        ({"toy.third": {"max": 3}}, "toy.third: there is no such field"),
        ({"toy.first": {"max": "third"}}, "there is no member 'third'"),
        ({"toy.first": {"max": "sizeof<str>"}}, "toy.first/max: `sizeof` of what has no fixed size"),
        ({"toy.first": 3}, "has to be a map"),
        ({"toy.first": {"often": [1]}}, "toy.first/often: has to be a number from 0 to 1"),
        ({"toy.first": {"often": float("nan")}}, "toy.first/often: has to be a number from 0 to 1"),
        ({"toy.first": {"align": "x"}}, "toy.first/align: has to be a whole number above 0"),
        ({"toy.first": {"any-of": [[1]]}}, "toy.first/any-of: has to be a list of expressions"),
    ],
)
def test_wrong_hints_are_refused(toy: Path, hints: Any, message: str) -> None:
    with pytest.raises(SchemaError, match=message):
        Maker(toy, hints=hints)


@pytest.mark.parametrize(
    ("fields", "path"),
    [
        ("  - {id: one, type: u1, valid: {expr: _ * _ == 7}}", "/seq/0/valid"),
        ("  - {id: one, type: u1, valid: {min: 9, max: 3}}", "/seq/0/valid"),
        ("  - {id: one, size: 4, process: zlib}", "/seq/0/size"),
    ],
)
def test_what_cannot_be_drawn_names_its_path(tmp_path: Path, fields: str, path: str) -> None:
    schema = tmp_path / "toy.ksy"
    schema.write_text(HEAD + fields + "\n")
    with pytest.raises((SchemaError, ValueError), match=path):
        Maker(schema).sample(random.Random(0))


def test_a_field_that_ends_with_its_terminator(tmp_path: Path) -> None:
    schema = tmp_path / "toy.ksy"
    schema.write_text(HEAD + "  - {id: line, type: str, encoding: ASCII, terminator: 0x3b, include: true}\n")
    for seed in range(20):
        data = Maker(schema).sample(random.Random(seed)).data
        assert data.endswith(b";")
        assert data.count(b";") == 1
