"""The machine of other languages reads as Python does: trees, refusals, their paths and offsets."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

import nacformats
from tests.effort import effort
from tests.languages.machines import comparable, machine_of, outcome, said

ROOT = Path(__file__).parents[2]
CORPUS = ROOT / "tests" / "corpus"
#: Fields that look at what is read of the record around them, text to the end that need not be ended, a number in a
#: part of its own, an instance in a stream that is there only if a condition holds, and a long part without a place.
UNUSUAL = """
meta: {id: unusual, endian: le, encoding: UTF-8}
seq:
  - {id: tag, type: tag}
  - {id: masked, type: many, size: 5000, process: xor(7), if: tag.size == 9}
  - {id: slot, type: slot, size: 1, if: tag.size == 3}
  - id: body
    size: 4
    type: {switch-on: tag.size, cases: {2: u4}}
  - {id: name, type: strz, size-eos: true}
instances:
  other: {io: slot._io, pos: 0, type: u1, if: tag.size == 3}
types:
  slot: {}
  tag:
    seq:
      - {id: size, type: u1}
      - {id: text, type: text}
  text:
    seq:
      - {id: data, size: _root.tag.size}
  many:
    seq:
      - {id: items, type: u1, repeat: eos}
"""

UNUSUAL_FILES = [
    b"\x01a" + b"abcd" + b"name\0",
    b"\x02ab" + b"\1\2\3\4" + "né".encode(),
    b"\x03abc" + b"s" + b"abcd" + b"\0\0",
    b"\x09" + b"a" * 9 + b"m" * 5000 + b"abcd" + b"\xff",
]


def differences_in_reading(schema: Path, seeds: list[bytes], count: int) -> list[str]:
    """Return where the machine and Python differ on files and on damaged ones of them."""
    room, machine, rng = nacformats.open_schema(schema), machine_of(schema), random.Random(3)
    files = seeds + [damaged(rng.choice(seeds), rng) for _ in range(count)]
    found = []
    for data in files:
        answered, expected = said(machine, data), outcome(room, data)[0]
        if answered[-1] == "belongs to no field":
            continue
        got = answered[:3] if answered[0] == "no" else comparable(answered[1])
        if got != (expected if answered[0] == "no" else comparable(expected)):
            found.append(f"{data.hex()[:200]}: {answered} is {expected} in Python")
    return found


def damaged(data: bytes, rng: random.Random) -> bytes:
    made = bytearray(data)
    for _ in range(rng.choice((1, 1, 2, 5))):
        at = rng.randrange(min(len(made), rng.choice((64, 1 << 30))) + 1)
        match rng.randrange(5):
            case 0:
                del made[at:]
            case 1:
                made[at:at] = rng.randbytes(rng.randint(1, 4))
            case 2:
                del made[at : at + rng.choice((1, 2, 4))]
            case _:
                made[at : at + 1] = bytes([rng.choice((0, 1, 127, 128, 255, rng.randrange(256)))])
    return bytes(made)


@pytest.mark.nightly
@pytest.mark.parametrize("schema", ["nac", "micb", "mic2", "stb"])
def test_the_corpus_and_damaged_files_of_it(schema: str) -> None:
    suffix = {"nac": "*.nac", "micb": "*.micb", "mic2": "*.mic2", "stb": "*.stb"}[schema]
    seeds = [path.read_bytes() for path in sorted(CORPUS.rglob(suffix)) if path.stat().st_size < 1_500]
    assert not differences_in_reading(ROOT / "schemas" / f"{schema}.ksy", seeds, effort(60, 5_000))


@pytest.mark.nightly
@pytest.mark.sample(each=3)
@pytest.mark.parametrize("schema", ["tests/c/stranger.ksy", "docs/scores.ksy", "schemas/tisa.ksy"])
def test_other_schemas(schema: str) -> None:
    seeds = [bytes(each) for each in nacformats.open_schema(ROOT / schema).fuzz(10)]
    assert not differences_in_reading(ROOT / schema, seeds, effort(60, 5_000))


def test_what_few_schemas_have(tmp_path: Path) -> None:
    path = tmp_path / "unusual.ksy"
    path.write_text(UNUSUAL)
    trees: list[Any] = [said(machine_of(path), data) for data in UNUSUAL_FILES[:3]]
    assert [each[0] for each in trees] == ["ok", "ok", "ok"]
    assert trees[1][1]["body"] == 0x04030201
    assert trees[2][1]["other"] == ord("s")
    assert not differences_in_reading(path, UNUSUAL_FILES, effort(60, 5_000))
