"""The construct structs against the Kaitai parsers: what they refuse, and the path, offset and words of the refusal."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from kaitaistruct import KaitaiStruct

from nacformats.codec.streams import Source
from nacformats.codec.trees.codec import SchemaCodec
from nacformats.errors import FormatError
from nacformats.formats import formats
from tests.machine.schemas import read
from tests.oracle import located, parse, type_of

CORPUS = Path(__file__).parents[1] / "corpus"
MAX_BYTES = 3_000
FILES = 25
#: Damaged files that are made of each.
DAMAGED = 8


def samples(name: str) -> Iterator[bytes]:
    rng = random.Random(name)
    paths = [path for path in sorted(CORPUS.rglob(f"*{formats()[name].suffix}")) if path.stat().st_size <= MAX_BYTES]
    for path in paths[:: len(paths) // FILES + 1]:
        data = path.read_bytes()
        yield data
        for number in range(DAMAGED if data else 0):
            damaged = bytearray(data)
            damaged[rng.randrange(len(data))] = rng.choice((0, 1, 0x7F, 0x80, 0xFF, rng.randrange(256)))
            yield bytes(damaged[: rng.randrange(len(data))] if number % 4 == 0 else damaged)


def by_kaitai(name: str, data: bytes) -> FormatError | None:
    """Why the parser of the Kaitai Struct compiler refuses a file, read to its end with all instances."""
    source = Source(data)
    try:
        with located(name, source):
            read_all(parse(name, source))
    except FormatError as error:
        return error
    return None


def read_all(tree: Any) -> None:
    """Read the instances with `pos` of a tree and of what is in it, in the order of the construct structs."""
    waiting = [tree]
    while waiting:
        record = waiting.pop()
        for entry in type_of(record).placed:
            getattr(record, entry.id)
        inner = [value for name, value in vars(record).items() if name[0] != "_" or name.startswith("_m_")]
        listed = [each for value in inner for each in (value if isinstance(value, list) else [value])]
        waiting += [each for each in reversed(listed) if isinstance(each, KaitaiStruct) and each._parent is record]


def by_construct(name: str, data: bytes) -> FormatError | None:
    try:
        read(SchemaCodec.generated(name), data)
    except FormatError as error:
        return error
    return None


@pytest.mark.sample(each=4)
@pytest.mark.parametrize("name", ["stb", "micb", "nac", "mic2"])
def test_refusals_are_the_same(name: str) -> None:
    refused = 0
    for data in samples(name):
        one, other = by_kaitai(name, data), by_construct(name, data)
        assert (one is None) == (other is None), f"{data.hex()}: {one} / {other}"
        if one is not None and other is not None:
            assert (type(one), str(one)) == (type(other), str(other)), data.hex()
            refused += 1
    assert refused > (0 if name == "mic2" else 20)
