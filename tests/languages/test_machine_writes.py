"""The machine of other languages, run as Python, writes trees that are made of nothing, as Python does."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

import nacformats
from nacformats.errors import FormatError
from nacformats.languages.machine.access import set_list, set_slot, slot_value
from nacformats.languages.machine.passes import write_file
from nacformats.languages.machine.reading import read_file
from nacformats.languages.machine.schema import begin_file
from nacformats.languages.machine.trees import find_member
from nacformats.languages.machine.values import nothing, of_uint
from nacformats.languages.neutral import Failed
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
        ({"magic": b"WLOX"}, "magic: wrong value: expected b'WLOG', got b'WLOX'"),
        ({"quality": 9}, "quality: does not fit the field"),
        ({"reserved": 1}, "reserved: wrong value: expected 0, got 1"),
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


CREW = """
meta: {id: crew, endian: le, encoding: ASCII}
seq:
- {id: len_name, type: uleb128}
- {id: name, type: str, size: len_name.value}
- {id: num_items, type: u1}
- {id: items, type: u1, repeat: expr, repeat-expr: num_items}
- {id: ofs_note, type: u2}
- {id: len_padded, type: u1}
- {id: padded, type: str, size: len_padded, pad-right: 32}
instances:
  note: {pos: ofs_note, type: u1}
""".replace("meta: {", "meta: {imports: [uleb128], ")
TREE = {"name": "Mir", "items": [7, 8], "note": 9, "padded": "ab"}
RIGHT = {"len_name": 3, "num_items": 2, "ofs_note": 12, "len_padded": 2}
FOLLOWS = "is given, and something else follows from the other fields: leave it out"


@pytest.fixture
def crew(tmp_path: Path) -> Path:
    (tmp_path / "crew.ksy").write_text(CREW, encoding="utf-8")
    return tmp_path / "crew.ksy"


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({}, ""),
        (RIGHT, ""),
        ({"len_padded": 4}, ""),
        ({"num_items": 3}, f"num_items: {FOLLOWS}"),
        ({"num_items": 0}, f"num_items: {FOLLOWS}"),
        ({"num_items": 256}, f"num_items: {TOO_WIDE}"),
        ({"len_name": 2}, f"len_name: {FOLLOWS}"),
        ({"ofs_note": 11}, f"ofs_note: {FOLLOWS}"),
        ({"ofs_note": 4000}, f"ofs_note: {FOLLOWS}"),
        ({"len_padded": 1}, "padded: has the wrong size"),
    ],
)
def test_what_follows_may_be_given_if_it_is_right(crew: Path, given: dict[str, Any], words: str) -> None:
    found = written(machine_of(crew), TREE | given)
    room = nacformats.open_schema(crew)
    if not words:
        assert found == room.dumps(TREE | given)
        return
    assert found == words
    with pytest.raises(FormatError) as error:
        room.dumps(TREE | given)
    assert error.value.path == words.split(": ", maxsplit=1)[0]


def test_what_was_read_may_become_stale_and_what_was_set_may_not(crew: Path) -> None:
    m = machine_of(crew)
    begin_file(m, bytearray(nacformats.open_schema(crew).dumps(TREE)))
    read_file(m)
    slot = {name: find_member(m, 0, m.texts.index(name)) for name in ("num_items", "items")}
    set_slot(m, 0, slot["num_items"], slot_value(m, 0, slot["num_items"]))
    for number in (3, 4, 5):
        set_list(m, 0, slot["items"], [of_uint(1)] * number)
        write_file(m)
        assert slot_value(m, 0, slot["num_items"]) == of_uint(number)
    for _ in range(2):  # it stays as it was set
        set_slot(m, 0, slot["num_items"], of_uint(9))
        with pytest.raises(Failed):
            write_file(m)
        assert (m.error_path, slot_value(m, 0, slot["num_items"])) == ("num_items", of_uint(9))
    set_slot(m, 0, slot["num_items"], of_uint(5))
    write_file(m)
    set_slot(m, 0, slot["num_items"], of_uint(9))
    set_slot(m, 0, slot["num_items"], nothing())
    write_file(m)


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
