"""The machine of other languages, run as Python, reads as Python does: trees, and what is refused where."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import nacformats
from tests.c.test_c_files import HERE as SCHEMAS
from tests.c.test_c_files import LOG, damaged, odd_file, sums_tree
from tests.effort import effort
from tests.languages.machines import differences, machine_of, said


def seeds_of(name: str, room: Any) -> Iterator[bytes]:
    rng = random.Random(3)
    if name == "stranger":
        yield room.dumps(LOG)
        yield from room.fuzz(6)
    else:
        yield from (room.dumps(sums_tree(rng)) for _ in range(4))


@pytest.mark.sample(each=4)
@pytest.mark.parametrize("name", ["stranger", "sums"])
def test_the_machine_and_python_agree_on_damaged_files(name: str) -> None:
    room = nacformats.open_schema(SCHEMAS / f"{name}.ksy")
    rng = random.Random(4)
    seeds = list(seeds_of(name, room))
    files = seeds + [damaged(rng.choice(seeds), rng) for _ in range(effort(60, 4_000))]
    assert list(differences(machine_of(SCHEMAS / f"{name}.ksy"), room, {each.hex(): each for each in files})) == []


def test_floats_keep_their_bits_and_numbers_their_width(tmp_path: Path) -> None:
    path = tmp_path / "bits.ksy"
    path.write_text(
        "meta: {id: bits, endian: le, imports: [uleb128]}\n"
        "seq:\n  - {id: a, type: f4}\n  - {id: b, type: uleb128}\n  - {id: c, type: b3}\n  - {id: d, type: u1}\n"
    )
    answered = said(machine_of(path), bytes.fromhex("0100a07f 8580 00 bf 07"))
    tree = {"a": {"$real": "7fa00001"}, "b": {"$varint": 5, "width": 3}, "c": 5, "d": 7, "$padding": {"c": 31}}
    assert answered == ["ok", tree, True]


def test_oddities() -> None:
    """Switched byte order, bits of both orders, process, padding, encodings, parents, streams."""
    machine = machine_of(SCHEMAS / "oddities.ksy")
    good = odd_file()
    answered = said(machine, good)
    assert answered[1]["switched"]["real"] == {"$real": "3ff8000000000000"}
    assert answered[1]["turned"] == {"first": 1, "second": 2}
    assert [answered[1][name] for name in ("padded", "ended", "wide")] == ["é", "ab", "hi"]
    assert said(machine, good[:-6] + b"\x07" + good[-5:])[:3] == ["no", "num_left", len(good) - 6]


def test_instances_that_go_round_in_circles_end() -> None:
    machine = machine_of(SCHEMAS / "chain.ksy")
    assert said(machine, b"\x00\x00") == ["ok", {"first": {"ofs_next": 0, "kind": 0}}, True]
    assert said(machine, b"\x02\x00\x00\x00")[1]["first"]["next"] == {"ofs_next": 0, "kind": 0}
    assert said(machine, b"\x01\x01" * 900)[::3] == ["no", "nested too deeply"]
