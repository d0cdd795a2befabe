"""Schemas by which files could be read and not written are refused, with the path of what cannot be computed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from nacformats.generator import constructs
from nacformats.generator.model import SchemaError

REFUSED = {
    "a position in a rule": (
        "seq: [{id: len_body, type: u1, valid: {expr: _ == _io.size - _io.pos}}, {id: body, size: len_body}]",
        r"/seq/0/valid: `_io\.pos` is not known",
    ),
    "a position in a size": ("seq: [{id: body, size: _io.size - _io.pos}]", r"/seq/0/size: `_io\.pos` is not known"),
    "a position by way of an instance": (
        """
        seq: [{id: a, type: u1}, {id: b, type: u1, if: far}]
        instances: {far: {value: here > 1}, here: {value: _io.pos}}
        """,
        r"/seq/1/if: `_io\.pos` is not known",
    ),
    "a position of the root": (
        """
        seq: [{id: a, type: part}]
        instances: {here: {value: _root._io.pos}}
        types: {part: {seq: [{id: n, type: u1, valid: {max: _root.here}}]}}
        """,
        r"/types/part/seq/0/valid: `_io\.pos` is not known",
    ),
    "whether this is the end": ("seq: [{id: a, type: u1, if: not _io.eof}]", r"/seq/0/if: `_io\.eof` is not known"),
    "the size of a part": (
        """
        seq: [{id: n, type: u1}, {id: a, type: part, size: n}]
        types: {part: {seq: [{id: x, type: u1, valid: {expr: _ == _io.size}}]}}
        """,
        r"/types/part/seq/0/valid: `_io\.size` of a part",
    ),
    "an offset that decides what there is": (
        "seq: [{id: ofs, type: u4}, {id: more, type: u1, if: ofs > 100}]\ninstances: {body: {pos: ofs, type: u1}}",
        r"/seq/1/if: `ofs` follows from what is written",
    ),
    "numbers that follow from each other": (
        "seq: [{id: a, type: u4, valid: {expr: _ == b + 1}}, {id: b, type: u4, valid: a - 1}]",
        r"/seq/0/valid: `a` and `b` follow from each other",
    ),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_cannot_be_computed_when_writing_is_refused(schemas: Any, case: str) -> None:
    text, message = REFUSED[case]
    schemas.write("own", text)
    with pytest.raises(SchemaError, match=message):
        constructs.render_constructs("own")


ACCEPTED = {
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
