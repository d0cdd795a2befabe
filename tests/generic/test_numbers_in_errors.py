"""A field that writing would lay out otherwise: errors compare numbers, not one byte of them."""

from __future__ import annotations

import struct
from typing import Any

import pytest

from nacformats.codec.streams import Source
from nacformats.errors import InvalidError
from nacformats.formats.generic import read_tree
from nacformats.targets.loading import codec_of_file

SCHEMA = """
meta: {{id: own, endian: {endian}}}
seq:
  - {{id: magic, contents: "OWN"}}
  - {{id: before, type: u1}}
  - {{id: ofs_body, type: u4}}
instances:
  body: {{pos: ofs_body, size: 4}}
"""


@pytest.mark.parametrize(("endian", "order"), [("le", "<"), ("be", ">")])
def test_an_offset_is_compared_as_a_number(tmp_path: Any, endian: str, order: str) -> None:
    schema = tmp_path / "own.ksy"
    schema.write_text(SCHEMA.format(endian=endian))
    place = 0x12A
    data = (b"OWN\x07" + struct.pack(f"{order}I", place)).ljust(place, b"\0") + b"text"
    with pytest.raises(InvalidError) as refused:
        read_tree(codec_of_file(schema), Source(data))
    error = refused.value
    assert (error.path, error.offset, error.expected, error.actual) == ("ofs_body", 4, 8, place)
    assert "expected 8, got 298" in str(error)


def test_bytes_that_are_no_number_are_shown_as_bytes(tmp_path: Any) -> None:
    schema = tmp_path / "own.ksy"
    schema.write_text(SCHEMA.format(endian="le"))
    with pytest.raises(InvalidError, match=r"belongs to no field: expected the end of the file, got 21"):
        read_tree(codec_of_file(schema), Source(b"OWN\x07\x08\0\0\0text!"))
