"""Checksums that a schema names: checked when a file is read, derived when one is written."""

from __future__ import annotations

import zlib
from pathlib import Path

import pytest

from nacformats import InvalidError, open_schema
from nacformats.schemas import SchemaFormat

CHUNKS = """
meta: {id: chunks, endian: be}
seq: [{id: chunks, type: chunk, repeat: eos}]
types:
  chunk:
    seq:
      - {id: crc, type: u4, -checksum: {kind: crc32, over: [kind, body]}}
      - {id: len_body, type: u2}
      - {id: kind, type: u1}
      - {id: body, size: len_body}
      - {id: sum, type: u1, -checksum: {kind: sum8, over: [body]}}
"""
CHUNK = zlib.crc32(b"\x07abc").to_bytes(4, "big") + b"\x00\x03\x07abc" + bytes([sum(b"abc") & 255])


@pytest.fixture
def chunks(tmp_path: Path) -> SchemaFormat:
    path = tmp_path / "chunks.ksy"
    path.write_text(CHUNKS)
    return open_schema(path)


def test_are_derived(chunks: SchemaFormat) -> None:
    assert chunks.dumps({"chunks": [{"kind": 7, "body": b"abc"}]}) == CHUNK
    stale = {"kind": 7, "body": b"abc", "crc": 1, "sum": 1}
    with pytest.raises(InvalidError, match=r"chunks\[0\].crc: is given, and something else follows"):
        chunks.dumps({"chunks": [stale]})
    assert chunks.dumps(chunks.loads(CHUNK * 2)) == CHUNK * 2


@pytest.mark.parametrize(("at", "path", "offset"), [(0, "crc", 11), (6, "crc", 11), (10, "sum", 21)])
def test_are_checked(chunks: SchemaFormat, at: int, path: str, offset: int) -> None:
    data = bytearray(CHUNK * 3)
    data[11 + at] ^= 1
    with pytest.raises(InvalidError, match="wrong value") as caught:
        chunks.loads(data)
    assert (caught.value.path, caught.value.offset) == (f"chunks[1].{path}", offset)


def test_over_what_there_is_not_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "chunks.ksy"
    path.write_text(CHUNKS.replace("over: [body]", "over: [bdy]"))
    with pytest.raises(ValueError, match=r"/types/chunk/seq/4/-checksum/over: there is no field 'bdy'"):
        open_schema(path)
