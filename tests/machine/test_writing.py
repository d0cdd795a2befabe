"""Trees are written by generated Python: what is derived, what is refused and where, bytes, layouts."""

from __future__ import annotations

import struct
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from nacformats.codec.streams import Source
from nacformats.codec.trees.codec import SchemaCodec
from nacformats.codec.trees.output_record import Writing
from nacformats.errors import FormatError
from tests.machine.schemas import codec_of

DERIVING = """
seq:
  - {id: magic, contents: DRV}
  - {id: version, type: u1, valid: 3}
  - {id: num_words, type: u2}
  - {id: len_name, type: u1}
  - {id: len_part, type: u4}
  - {id: words, type: s2, repeat: expr, repeat-expr: num_words}
  - {id: name, type: str, size: len_name, encoding: UTF-8}
  - {id: part, type: part, size: len_part}
types:
  part:
    seq:
      - {id: num_scales, type: u1}
      - {id: scales, size: num_scales * 4}
"""
TREE: dict[str, Any] = {"words": [1, 2], "name": "x", "part": {"scales": b""}}


def written(codec: SchemaCodec, tree: Any, **options: Any) -> bytes:
    return b"".join(map(bytes, codec.chunks(tree, **options)))


def refused(codec: SchemaCodec, tree: Any) -> tuple[str | None, str]:
    with pytest.raises(FormatError) as caught:
        written(codec, tree)
    return caught.value.path, str(caught.value)


def test_counts_lengths_and_constants_are_derived(tmp_path: Path) -> None:
    codec = codec_of(tmp_path, DERIVING)
    data = written(codec, {"words": [1, -2], "name": "Λ", "part": {"scales": b"12345678"}})
    assert data == b"DRV\x03\x02\x00\x02\t\x00\x00\x00\x01\x00\xfe\xff\xce\x9b\x0212345678"
    tree = codec.read(Source(data))
    assert written(codec, tree, fresh=True) == data
    tree["words"] = [*tree["words"], 7]
    tree["part"]["scales"] = b"abcd"
    assert written(codec, tree, fresh=True) == (
        b"DRV\x03\x03\x00\x02\x05\x00\x00\x00\x01\x00\xfe\xff\x07\x00\xce\x9b\x01abcd"
    )


@pytest.mark.parametrize(
    ("change", "path", "reason"),
    [
        ({"num_words": 3}, "words", "has the wrong length: expected 3 elements, got 2"),
        ({"len_name": 2}, "name", "has the wrong size"),
        ({"len_part": 0}, "part", "has the wrong size"),
        ({"version": 4}, "version", "breaks a rule of the format"),
        ({"magic": b"XXX"}, "magic", "wrong value"),
        ({"words": None}, "words", "has to be given"),
        ({"words": [1, 40000]}, "words[1]", "does not fit the field"),
        ({"words": [1, "two"]}, "words[1]", "has to be an integer"),
        ({"words": 7}, "words", "has to be a list or ready bytes"),
        ({"words": [0] * 70000}, "num_words", "does not fit the field"),
        ({"name": 5}, "name", "has to be bytes"),
        ({"part": {"scales": b"12345"}}, "part.num_scales", "scales is not a whole number of elements"),
        ({"part": [1]}, "part", "has to be a dict or ready bytes"),
        ({"part": {"scale": b""}}, "part", "has no field 'scale'"),
        ({"wrods": []}, None, "has no field 'wrods'"),
    ],
)
def test_what_does_not_fit_is_refused_with_its_path(tmp_path: Path, change: Any, path: str | None, reason: str) -> None:
    found, text = refused(codec_of(tmp_path, DERIVING), TREE | change)
    assert found == path
    assert reason in text


SECTIONS = """
seq:
  - {id: ofs_first, type: u4}
  - {id: ofs_second, type: u4, valid: {expr: _ % 16 == 0}, -align: 16}
  - {id: len_file, type: u4, valid: _io.size}
instances:
  first: {pos: ofs_first, type: section, if: ofs_first != 0}
  second: {pos: ofs_second, type: section, if: ofs_second != 0}
  table: {pos: 0, type: slot(_index), repeat: expr, repeat-expr: 4}
types:
  section:
    seq:
      - {id: len_body, type: u1}
      - {id: body, size: len_body}
      - {id: extra, type: u1, if: has_first}
    instances:
      has_first: {value: '_root.table[1].is_there'}
  slot:
    params: [{id: idx, type: u1}]
    instances:
      is_there: {value: _root.ofs_first != 0}
"""


def test_sections_stand_in_the_order_of_the_tree_and_aligned(tmp_path: Path) -> None:
    codec = codec_of(tmp_path, SECTIONS)
    data = written(codec, {"second": {"body": b"22", "extra": 7}, "first": {"body": b"1", "extra": 8}})
    assert data == struct.pack("<III", 20, 16, 23) + bytes(4) + b"\x0222\x07" + b"\x011\x08"
    tree = codec.read(Source(data))
    assert list(tree) == ["ofs_first", "ofs_second", "len_file", "second", "first"]
    assert written(codec, tree, fresh=True) == data
    alone = written(codec, {"second": {"body": b"22"}})  # no `extra`: there is no `first`
    assert alone == struct.pack("<III", 0, 16, 19) + bytes(4) + b"\x0222"
    assert written(codec, {}, size=64) == struct.pack("<III", 0, 0, 64) + bytes(52)


#: Schema -> a tree, and its bytes: what only a parser knows follows from where the writer stands, or from the tree.
STREAMS = {
    "whether this is the end": ("seq: [{id: a, type: u1, if: not _io.eof}]", {"a": 1}, b"\1"),
    "whether this is the end, and it is": ("seq: [{id: a, type: u1, if: not _io.eof}]", {}, b""),
    "until the end": ("seq: [{id: a, type: u1, repeat: until, repeat-until: _io.eof}]", {"a": [1, 2]}, b"\1\2"),
    "a size up to the end": ("seq: [{id: body, size: _io.size - _io.pos}]", {"body": b"abc"}, b"abc"),
    "padding, and a length that is one less": (
        "seq: [{id: n, type: u1}, {id: pad, size: (4 - _io.pos) % 4}, {id: body, size: n + 1}]",
        {"body": b"abc", "pad": b"123"},
        b"\x02123abc",
    ),
    "the size of a part": (
        """
        seq: [{id: n, type: u1}, {id: a, type: part, size: n}]
        types: {part: {seq: [{id: x, type: u1, valid: {expr: _ == _io.size}}, {id: y, size-eos: true}]}}
        """,
        {"a": {"y": b"ab"}},
        b"\3\3ab",
    ),
    "an instance of a part": (
        (
            "seq: [{id: n, type: u1}, {id: a, type: part, size: n}]\n"
            "types: {part: {seq: [{id: ofs, type: u1}], instances: {body: {pos: ofs, size: 2}}}}"
        ),
        {"a": {"body": b"hi"}},
        b"\3\1hi",
    ),
    "switched byte order": (
        (
            "meta:\n  id: sample\n  endian: {switch-on: kind, cases: {1: be, _: le}}\n"
            "instances: {kind: {pos: 4, type: u1}}\n"
            "seq: [{id: a, type: u2}, {id: b, type: inner}]\n"
            "types: {inner: {seq: [{id: c, type: u2}]}}"
        ),
        {"a": 1, "b": {"c": 2}, "kind": 1},
        b"\0\1\0\2\1",
    ),
    "bytes that are changed": (
        "seq: [{id: n, type: u1}, {id: a, size: n, process: xor(3)}, {id: b, size: 1, process: rol(1)}]",
        {"a": b"\0\1", "b": b"\x03"},
        b"\2\3\2\x81",
    ),
    "text that is filled up": (
        (
            "seq: [{id: a, type: strz, size: 4, encoding: ASCII}, {id: b, type: str, size: 3, pad-right: 32,"
            " encoding: ASCII}]"
        ),
        {"a": "ab", "b": "c"},
        b"ab\0\0c  ",
    ),
}


@pytest.mark.parametrize("case", STREAMS)
def test_what_a_parser_knows_is_known_to_the_writer(tmp_path: Path, case: str) -> None:
    text, tree, data = STREAMS[case]
    codec = codec_of(tmp_path, text)
    assert written(codec, tree, fresh=True) == data
    assert written(codec, codec.read(Source(data)), fresh=True) == data


CHUNKS = """
seq: [{id: head, type: chunk}]
types:
  chunk:
    seq:
      - {id: n, type: u4}
      - {id: m, type: u4}
      - {id: body, size: n, if: n != 0}
      - {id: kids, size: m, type: kids, if: m != 0}
  kids:
    seq: [{id: all, type: chunk, repeat: eos}]
"""


def test_lengths_that_recurse_are_derived_once_each(tmp_path: Path) -> None:
    """Whether there is a body depends on its length, which follows from the body; each level is measured once."""
    codec = codec_of(tmp_path, CHUNKS)
    tree: dict[str, Any] = {"body": b"x"}
    for _ in range(60):
        tree = {"kids": {"all": [tree, {}]}}
    data = written(codec, {"head": tree}, fresh=True)
    assert len(data) == 8 * 121 + 1
    assert written(codec, codec.read(Source(data)), fresh=True) == data


def test_instances_that_lead_back_are_not_written(tmp_path: Path) -> None:
    codec = codec_of(
        tmp_path,
        "seq: [{id: first, type: node}]\n"
        "types: {node: {seq: [{id: ofs, type: u1}], instances: {next: {pos: ofs, type: node, if: ofs != 0}}}}",
    )
    assert written(codec, codec.read(Source(b"\1\0")), fresh=True) == b"\1\0"
    path, text = refused(codec, codec.read(Source(b"\1\1")))
    assert path == "first.next.next"
    assert "leads back" in text


def test_a_schema_that_can_only_be_read_says_why(tmp_path: Path) -> None:
    codec = codec_of(tmp_path, "seq: [{id: a, type: u1}]\ninstances: {b: {type: u1}}")
    assert codec.read(Source(b"\1\2"))["b"] == 2
    with pytest.raises(FormatError, match="/instances/b: an instance without `pos`"):
        codec.chunks({"a": 1})


AT_ONCE = """
seq:
  - {id: kind, type: u1, enum: kind}
  - {id: level, type: f4}
  - {id: len_name, type: u2}
  - {id: name, type: str, size: len_name, encoding: UTF-8}
  - {id: num_values, type: u1}
  - {id: values, type: f4, repeat: expr, repeat-expr: num_values}
enums:
  kind: {0: low, 1: high}
"""


def test_what_follows_at_once_is_not_computed_one_by_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    codec = codec_of(tmp_path, AT_ONCE)
    tree = {"kind": "high", "level": 0.5, "name": "Λ", "values": [1.5, -2.0]}
    data = struct.pack("<BfH2sB2f", 1, 0.5, 2, "Λ".encode(), 2, 1.5, -2.0)
    computed: list[str] = []
    each = Writing._computed
    monkeypatch.setattr(Writing, "_computed", lambda self, *name: computed.append(name[-1]) or each(self, *name))
    read = codec.read(Source(data))
    assert written(codec, tree, fresh=True) == data == written(codec, read, fresh=True)
    assert computed == []
    read["name"], read["values"] = "ab", []
    assert written(codec, read, fresh=True) == struct.pack("<BfH2sB", 1, 0.5, 2, b"ab", 0)
    others = {"kind": 1, "level": struct.pack("<f", 0.5), "name": b"\xce\x9b", "values": np.array([1.5, -2.0], "<f4")}
    assert written(codec, others, fresh=True) == data


@pytest.mark.parametrize(
    ("change", "path"),
    [
        ({"kind": "none"}, "kind"),
        ({"name": "\udc00"}, "name"),
        ({"level": "x"}, "level"),
        ({"values": ["x"]}, "values[0]"),
    ],
)
def test_what_cannot_be_filled_at_once_is_told_by_its_field(tmp_path: Path, change: dict[str, Any], path: str) -> None:
    tree = {"kind": 1, "level": 0.5, "name": "a", "values": [1.5], **change}
    assert refused(codec_of(tmp_path, AT_ONCE), tree)[0] == path
