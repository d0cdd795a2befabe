"""What the fields of a tree follow from, where a parser knows more than a tree says."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from nacformats.codec.constructs import RecordError

ACCEPTED = {
    "a position in a rule": (
        "seq: [{id: len_body, type: u1, valid: {expr: _ == _io.size - _io.pos}}, {id: body, size: len_body}]",
        {"body": b"abc"},
        b"\3abc",
    ),
    "a position in a size": ("seq: [{id: body, size: _io.size - _io.pos}]", {"body": b"abc"}, b"abc"),
    "a position by way of an instance": (
        """
        seq: [{id: a, type: u1}, {id: b, type: u1, if: far}]
        instances: {far: {value: here > 0}, here: {value: _io.pos}}
        """,
        {"a": 1, "b": 2},
        b"\1\2",
    ),
    "a position of the root": (
        """
        seq: [{id: a, type: part}]
        instances: {here: {value: _root._io.pos}}
        types: {part: {seq: [{id: n, type: u1, valid: {max: _root.here}}]}}
        """,
        {"a": {"n": 0}},
        b"\0",
    ),
    "whether this is the end": ("seq: [{id: a, type: u1, if: not _io.eof}]", {"a": 1}, b"\1"),
    "the size of a part": (
        """
        seq: [{id: n, type: u1}, {id: a, type: part, size: n}]
        types: {part: {seq: [{id: x, type: u1, valid: {expr: _ == _io.size}}]}}
        """,
        {"a": {}},
        b"\1\1",
    ),
    "an offset that decides what there is": (
        "seq: [{id: ofs, type: u4}, {id: more, type: u1, if: ofs > 100}]\ninstances: {body: {pos: ofs, type: u1}}",
        {"body": 3},
        b"\4\0\0\0\3",
    ),
    "an instance that nothing needs": (
        "seq: [{id: a, type: u1}]\ninstances: {here: {value: _io.pos}}",
        {"a": 1},
        b"\1",
    ),
    "until the end": ("seq: [{id: a, type: u1, repeat: until, repeat-until: _io.eof}]", {"a": [1, 2]}, b"\1\2"),
    "whether an offset is 0": (
        """
        seq: [{id: ofs, type: u1}, {id: more, type: u1, if: ofs != 0}]
        instances: {body: {pos: ofs, type: u1, if: ofs > 0}}
        """,
        {"more": 7, "body": 9},
        b"\2\7\x09",
    ),
    "the size of the file": (
        "seq: [{id: n, type: u1, valid: {expr: _ == _io.size}}, {id: a, size: 2}]",
        {"a": b"ab"},
        b"\3ab",
    ),
}


@pytest.mark.parametrize("case", ACCEPTED)
def test_what_can_be_computed_is_written(schemas: Any, case: str) -> None:
    text, tree, data = ACCEPTED[case]
    schemas.write("own", text)
    assert b"".join(map(bytes, schemas.record("own").chunks(tree))) == data


def test_numbers_that_follow_from_each_other_have_to_be_given(schemas: Any) -> None:
    schemas.write("own", "seq: [{id: a, type: u4, valid: {expr: _ == b + 1}}, {id: b, type: u4, valid: a - 1}]")
    with pytest.raises(RecordError, match=r"a\nhas to be given, since it follows from itself"):
        schemas.record("own").build({})
    assert schemas.record("own").build({"a": 2}) == b"\2\0\0\0\1\0\0\0"


def test_offsets_of_variable_length_settle(schemas: Any) -> None:
    """Two offsets move what they point to when they grow."""
    uleb128 = Path(__file__).parents[2] / "schemas" / "uleb128.ksy"
    schemas.write("uleb128", uleb128.read_text(encoding="utf-8"))
    schemas.write(
        "own",
        """
        meta: {id: own, imports: [uleb128]}
        seq:
          - {id: ofs_one, type: uleb128}
          - {id: ofs_two, type: uleb128, valid: {expr: _.value > ofs_one.value}}
          - {id: gap, size: 125}
        instances:
          one: {pos: ofs_one.value, size: 3}
          two: {pos: ofs_two.value, type: u1}
        """,
    )
    record = schemas.record("own")
    data = b"".join(map(bytes, record.chunks({"gap": bytes(125), "one": b"abc", "two": 9})))
    assert data == b"\x81\x01\x84\x01" + bytes(125) + b"abc\x09"
    tree = record.parse(data)
    assert (tree["one"], tree["two"]) == (b"abc", 9)
