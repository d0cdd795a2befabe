"""zlib in the neutral machine: what it unpacks, refuses, gives back and packs, held to Python's library."""

from __future__ import annotations

import random
import struct
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest

import nacformats
from nacformats.errors import LimitError
from nacformats.languages.machine import model
from nacformats.languages.machine.packing import UNPACKS_TO_TOO_MUCH, pack, unpack
from nacformats.limits import MAX_INFLATED_BYTES
from tests.c.test_c_files import damaged
from tests.effort import effort
from tests.languages.machines import differences, machine_of, said

SCHEMA = Path(__file__).with_name("packed.ksy")
_LEVELS, _WINDOWS, _STRATEGIES = range(10), (9, 12, 15), range(5)


def drawn_stream(rng: random.Random) -> bytes:
    """Return a stream of whatever kind, which may be damaged."""
    raw = rng.choice(
        (rng.randbytes(rng.randrange(300)), bytes(rng.choices(b"abc", k=rng.randrange(2000))), b"ab " * 99)
    )
    packer = zlib.compressobj(rng.choice(_LEVELS), 8, rng.choice(_WINDOWS), 9, rng.choice(_STRATEGIES))
    data = bytearray(packer.compress(raw) + packer.flush())
    for _ in range(rng.choice((0, 1, 1, 3))):
        match rng.randrange(4):
            case 0 if data:
                data[rng.randrange(min(len(data), 40))] ^= 1 << rng.randrange(8)
            case 1 if data:
                data[rng.randrange(len(data))] = rng.randrange(256)
            case 2:
                del data[rng.randrange(len(data) + 1) :]
            case _:
                data += bytes(rng.randrange(4))
    return bytes(data)


def by_python(data: bytes) -> bytes | None:
    unpacker = zlib.decompressobj()
    try:
        made = unpacker.decompress(data)
    except zlib.error:
        return None
    return made if unpacker.eof else None


def by_machine(data: bytes) -> bytes | None:
    made = bytearray()
    wrong = unpack(bytearray(b"?" + data + b"?"), 1, 1 + len(data), made, 1 << 20)
    return None if wrong else bytes(made)


def test_streams_are_unpacked_and_refused_as_by_python() -> None:
    rng = random.Random(5)
    streams = [drawn_stream(rng) for _ in range(effort(300, 30_000))]
    assert [by_machine(each) for each in streams] == [by_python(each) for each in streams]
    assert 30 < sum(by_python(each) is None for each in streams) < len(streams) - 30


@pytest.mark.parametrize("size", [0, 1, 65535, 65536, 200_000])
def test_what_is_packed_is_unpacked_by_python(size: int) -> None:
    raw, made = bytearray(random.Random(size).randbytes(size)), bytearray()
    pack(raw + b"rest", 0, size, made)
    assert zlib.decompress(made) == raw


def test_what_is_unpacked_is_bounded() -> None:
    assert model.MOST_INFLATED == MAX_INFLATED_BYTES
    for level in (0, 9):
        made = bytearray()
        data = bytearray(zlib.compress(bytes(50_000), level))
        assert unpack(data, 0, len(data), made, 1_000) == UNPACKS_TO_TOO_MUCH
        assert len(made) < 1_300


@pytest.mark.nightly
def test_what_packs_well_is_unpacked_by_all(tmp_path: Path) -> None:
    """Bytes that were packed are no records, of which a small file may have few; all streams together are bounded."""
    path = tmp_path / "well.ksy"
    path.write_text(
        "meta: {id: well, endian: le}\nseq: [{id: parts, type: part, repeat: eos}]\n"
        "types: {part: {seq: [{id: len_body, type: u4}, {id: body, size: len_body, process: zlib}]}}"
    )
    room, packed = nacformats.open_schema(path), zlib.compress(bytes(200_000), 9)
    data = struct.pack("<I", len(packed)) + packed
    assert room.dumps(room.loads(data)) == data
    assert said(machine_of(path), data)[2] is True
    large = zlib.compress(bytes(MAX_INFLATED_BYTES - 1), 9)
    with pytest.raises(LimitError, match="unpacks to too many bytes"):
        room.loads((struct.pack("<I", len(large)) + large) * 4)


def file_by(packed: Callable[[bytes], bytes]) -> bytes:
    head, note = packed(bytes([1, 2]) + struct.pack("<II", 7, 8)), packed("żółw".encode())
    parts = [packed(b"a" * 30), packed(b"a" * 30)]
    listed = b"".join(struct.pack("<H", len(each)) + each for each in parts)
    start = b"PK" + struct.pack("<H", len(head)) + head + bytes([len(note)]) + note
    return start + bytes([len(parts)]) + listed + packed(b"end" * 100)


PACKED = {f"level {level}": file_by(lambda data, level=level: zlib.compress(data, level)) for level in (0, 1, 9)}
PACKED["bytes after the streams"] = file_by(lambda data: zlib.compress(data) + b"more")


@pytest.mark.parametrize("how", PACKED)
def test_what_was_read_is_given_back_as_it_was_packed(how: str) -> None:
    """Strictly, so that Python proves it, and by the machine of all other languages."""
    room = nacformats.open_schema(SCHEMA)
    tree = room.loads(PACKED[how]).fields
    assert room.dumps(tree) == PACKED[how]
    assert said(machine_of(SCHEMA), PACKED[how])[2] is True
    tree.note, tree.head.version, tree.parts[0].body = "new", 2, b"other"
    again = room.loads(room.dumps(tree)).fields
    assert (again.note, again.head.version, bytes(again.parts[0].body)) == ("new", 2, b"other")


def test_the_machine_and_python_agree_on_damaged_files() -> None:
    room = nacformats.open_schema(SCHEMA)
    rng = random.Random(6)
    seeds = [*PACKED.values(), *room.fuzz(6)]
    files = seeds + [damaged(rng.choice(seeds), rng) for _ in range(effort(60, 4_000))]
    assert list(differences(machine_of(SCHEMA), room, {each.hex(): each for each in files})) == []
