"""Failures of a generated parser of everything that a schema can say: path, offset, cause and words."""

from __future__ import annotations

import struct
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from nacformats.codec.streams import Source
from nacformats.errors import FormatError, InvalidError, TruncatedError
from tests.oracle import locate

SCHEMA = """
meta:
  id: places
  endian: le
  encoding: UTF-8
  imports: [uleb128]
seq:
  - {id: magic, contents: PL}
  - {id: flag, type: b1}
  - {id: mode, type: b7, enum: mode, valid: {in-enum: true}}
  - {id: num_parts, type: u1}
  - {id: parts, type: part(_index), repeat: expr, repeat-expr: num_parts}
  - {id: ofs_table, type: u4}
  - {id: idx, type: u1}
instances:
  table: {pos: ofs_table, type: table, if: ofs_table != 0}
  picked: {value: 'parts[idx].body', if: flag}
types:
  part:
    params: [{id: number, type: u1}]
    seq:
      - {id: len_body, type: u1, valid: {max: 20}}
      - {id: body, type: body, size: len_body}
  body:
    seq:
      - {id: kind, type: u1, valid: {any-of: [1, 2]}}
      - {id: text, type: str, size: 2}
      - {id: words, type: u2, repeat: expr, repeat-expr: 2, valid: {expr: _ < _root.num_parts * 100}}
    instances:
      outer: {io: _root._io, pos: ofs, type: u1, if: _root.flag}
      ofs: {value: 'words[0]'}
  table:
    seq:
      - {id: len_rows, type: uleb128}
      - {id: rows, type: row, repeat: expr, repeat-expr: len_rows.value}
  row:
    seq:
      - {id: low, type: u1, valid: {min: 3}}
      - {id: label, type: str, terminator: 0}
enums: {mode: {1: one, 2: two}}
"""

ULEB128 = Path(__file__).parents[2] / "schemas" / "uleb128.ksy"


def part(kind: int = 1, text: bytes = b"ab", words: tuple[int, int] = (0, 0)) -> bytes:
    return b"\x07" + bytes([kind]) + text + struct.pack("<HH", *words)


def data(
    parts: tuple[bytes, ...] = (part(), part()),
    flag: int = 0,
    mode: int = 1,
    table: bytes = b"\x01\x03ok\0",
    idx: int = 0,
) -> bytes:
    head = b"PL" + bytes([flag << 7 | mode, len(parts)]) + b"".join(parts)
    return head + struct.pack("<IB", len(head) + 5, idx) + table


@pytest.fixture(scope="module")
def failing(shared_schemas: Any) -> Callable[[bytes], FormatError]:
    """Parses bytes with the plain parser and locates the failure with the debug parser."""
    shared_schemas.write("places", SCHEMA)
    shared_schemas.write("uleb128", ULEB128.read_text(encoding="utf-8"))
    plain, debug = shared_schemas.parser("places"), shared_schemas.parser("places", debug=True)

    def fail(content: bytes) -> FormatError:
        source = Source(content)
        try:
            tree = plain(source.stream())
            tree._fetch_instances()
            tree.picked  # noqa: B018  computes the instance
        except Exception as failure:  # noqa: BLE001  whatever it is, it has to be located
            return locate("places", debug, source, failure)
        raise AssertionError("nothing failed")

    return fail


CASES = {
    "contents": (b"PX" + data()[2:], InvalidError, "magic", 0, "wrong value: expected b'PL', got b'PX'"),
    "bits in a shared byte": (
        data(mode=9),
        InvalidError,
        "mode",
        2,
        "wrong value: expected one of 1 (one), 2 (two), got 9",
    ),
    "a list element": (
        data(parts=(part(), b"\x19")),
        InvalidError,
        "parts[1].len_body",
        12,
        "out of range: expected at most 20, got 25",
    ),
    "inside a sized field": (
        data(parts=(part(), part(kind=3))),
        InvalidError,
        "parts[1].body.kind",
        13,
        "wrong value: expected one of 1, 2, got 3",
    ),
    "a list of numbers": (
        data(parts=(part(words=(1, 100)),)),
        InvalidError,
        "parts[0].body.words[1]",
        10,
        "wrong value: expected `_ < _root.num_parts * 100` (_root.num_parts is 1), got 100",
    ),
    "text": (data(parts=(part(text=b"a\xff"),)), InvalidError, "parts[0].body.text", 7, "the text is not UTF-8"),
    "a sized field that is too short": (
        data(parts=(part(), b"\x02\x01a")),
        TruncatedError,
        "parts[1].body.text",
        14,
        "the enclosing field ends too early: expected 2 more bytes, got 1",
    ),
    "a value instance": (data(flag=1, idx=9), InvalidError, "picked", 0, "refers to an element that does not exist"),
    "an instance in another stream": (
        data(parts=(part(words=(99, 0)),), flag=1),
        TruncatedError,
        "parts[0].body.outer",
        22,
        "starts past the end of the file: expected at most 22, got byte 99",
    ),
    "an instance": (
        data(table=b"\x02\x03ok\0\x02no\0"),
        InvalidError,
        "table.rows[1].low",
        30,
        "out of range: expected at least 3, got 2",
    ),
    "a missing terminator": (
        data(table=b"\x01\x03ok"),
        TruncatedError,
        "table.rows[0].label",
        27,
        "the file ends before its terminator: expected a byte 00",
    ),
    "a number in several bytes": (
        data(table=b"\xff" * 9 + b"\x02"),
        InvalidError,
        "table.len_rows",
        25,
        "the number takes more than 64 bits",
    ),
    "a number that is cut": (
        data(table=b"\xff\xff"),
        TruncatedError,
        "table.len_rows",
        25,
        "the file ends too early: expected 1 more byte, got 0",
    ),
}


@pytest.mark.sample(each=3)
@pytest.mark.parametrize("case", CASES)
def test_failures_are_located(failing: Callable[[bytes], FormatError], case: str) -> None:
    content, kind, path, offset, words = CASES[case]
    error = failing(content)
    assert (type(error), error.path, error.offset) == (kind, path, offset)
    assert str(error) == f"places: {path} (byte {offset}): {words}"


def test_every_truncation_is_located(failing: Callable[[bytes], FormatError]) -> None:
    whole = data()
    last = -1
    for size in range(len(whole)):
        error = failing(whole[:size])
        assert isinstance(error, TruncatedError)
        assert error.path
        assert last <= error.offset <= size
        last = error.offset
