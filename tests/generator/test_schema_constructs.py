"""Construct structs from purpose-made schemas: what they parse, what they build, what they refuse."""

from __future__ import annotations

import struct
from typing import Any

import numpy as np
import pytest
from construct import ConstructError
from hypothesis import given
from hypothesis import strategies as st

from nacformats.codec.constructs import Number, Record, RecordError
from nacformats.codec.trees.record import read_everything
from nacformats.codec.trees.values import Varint
from nacformats.errors import FormatError

DERIVING = """
seq:
  - {id: magic, contents: DRV}
  - {id: version, type: u1, valid: 3}
  - {id: num_words, type: u2}
  - {id: len_name, type: u1}
  - {id: len_part, type: u4}
  - {id: words, type: s2, repeat: expr, repeat-expr: num_words}
  - {id: name, type: str, size: len_name}
  - {id: part, type: part, size: len_part}
types:
  part:
    seq:
      - {id: num_scales, type: u1}
      - {id: scales, size: num_scales * 4}
"""

SECTIONS = """
seq:
  - {id: ofs_first, type: u4}
  - {id: ofs_second, type: u4, valid: {expr: _ % 16 == 0}}
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


UNSIGNED = Number("uleb128")
#: Types of a schema, and their sizes.
ALONE = {"Whole.Pair": 2, "Whole.Text": None, "Whole.Given": None}


def built(record: Any, tree: Any) -> bytes:
    return b"".join(bytes(piece) for piece in record.chunks(tree))


def test_counts_lengths_and_constants_are_derived(schemas: Any) -> None:
    schemas.write("drv", DERIVING)
    record = schemas.record("drv")
    data = built(record, {"words": [1, -2], "name": "Λ", "part": {"scales": b"12345678"}})
    assert data == (
        b"DRV"  # magic
        b"\x03"  # version
        b"\x02\x00"  # num_words
        b"\x02"  # len_name: bytes, not characters
        b"\x09\x00\x00\x00"  # len_part
        b"\x01\x00\xfe\xff"  # words
        b"\xce\x9b"  # name
        b"\x02"  # num_scales: 8 bytes are two of four
        b"12345678"
    )
    tree = record.parse(data)
    assert tree.num_words == 2
    assert tree.part.scales == b"12345678"
    assert record.build(tree) == data


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
        ({"wrods": []}, "", "has no field 'wrods'"),
    ],
)
def test_what_does_not_fit_is_refused_with_its_path(schemas: Any, change: Any, path: str, reason: str) -> None:
    schemas.write("drv", DERIVING)
    tree = {"words": [1, 2], "name": "x", "part": {"scales": b""}}
    with pytest.raises(RecordError) as caught:
        built(schemas.record("drv"), {**tree, **change})
    assert caught.value.path == path
    described = f"{caught.value.reason}: expected {caught.value.expected}, got {caught.value.actual}"
    assert described.startswith(reason)


def test_ready_bytes_are_not_copied(schemas: Any) -> None:
    schemas.write("drv", DERIVING)
    record = schemas.record("drv")
    words = memoryview(struct.pack("<5000h", *range(5000)))
    pieces = record.chunks({"words": words, "name": "x", "part": {"scales": b""}})
    assert any(piece is words for piece in pieces)
    assert record.parse(b"".join(pieces)).words[:3] == [0, 1, 2]
    whole = record.chunks({"words": [], "name": "", "part": memoryview(b"\x01abcd")})
    assert record.parse(b"".join(whole)).part.scales == b"abcd"


def test_ready_bytes_may_be_arrays_and_stay_what_they_are(schemas: Any) -> None:
    schemas.write("drv", DERIVING)
    record = schemas.record("drv")
    words = np.arange(3000, dtype="<i2").reshape(60, 50)
    scales = bytearray(b"abcd" * 60)
    tree = {"words": words.data, "name": "x", "part": {"scales": scales}}
    built_tree = record.parse(built(record, tree))
    assert list(built_tree.words) == words.ravel().tolist()
    assert built_tree.part.scales == scales
    large = bytearray(5000)
    assert len(built(record, {"words": large, "name": "x", "part": b"\0"})) == 11 + 5000 + 2
    assert len(large) == 5000
    pairs = np.zeros(4, [("a", "<i2"), ("b", "<i2")])
    assert record.parse(built(record, {**tree, "words": pairs.data})).num_words == 8
    with pytest.raises(RecordError, match=r"words\nhas to be bytes"):
        built(record, {**tree, "words": words[:, ::2].data})


def test_the_part_of_a_record_is_filled_with_zeros_or_refused(schemas: Any) -> None:
    schemas.write("padded", "seq: [{id: head, type: part, size: 6}]\ntypes: {part: {seq: [{id: x, type: u2}]}}")
    record = schemas.record("padded")
    assert built(record, {"head": {"x": 1}}) == b"\x01\x00\x00\x00\x00\x00"
    assert record.parse(b"\x01\x00abcd").head == {"x": 1}


def test_sections_stand_in_the_order_of_the_tree_and_aligned(schemas: Any) -> None:
    schemas.write("sec", SECTIONS)
    record = schemas.record("sec")
    tree = {"second": {"body": b"22", "extra": 7}, "first": {"body": b"1", "extra": 8}}
    data = built(record, tree)
    assert data == (
        struct.pack("<III", 20, 16, 23)  # header
        + b"\x00" * 4  # up to a multiple of 16
        + b"\x0222\x07"  # second
        + b"\x011\x08"  # first
    )
    parsed = record.parse(data)
    assert (parsed.second.body, parsed.first.extra) == (b"22", 8)
    assert record.build(parsed) == data


def test_absent_sections_have_offset_zero_and_conditions_follow(schemas: Any) -> None:
    schemas.write("sec", SECTIONS)
    record = schemas.record("sec")
    data = built(record, {"second": {"body": b"22"}})  # no `extra`: there is no `first`
    assert data == struct.pack("<III", 0, 16, 19) + b"\x00" * 4 + b"\x0222"
    parsed = record.parse(data)
    assert parsed.first is None
    assert parsed.second.extra is None
    assert parsed.second.has_first is False


def test_given_offsets_are_used_and_checked(schemas: Any) -> None:
    schemas.write("sec", SECTIONS)
    record = schemas.record("sec")
    body = {"body": b"", "extra": 0}
    data = built(record, {"ofs_first": 40, "first": body, "second": body})
    assert (record.parse(data).ofs_first, len(data)) == (40, 50)
    with pytest.raises(RecordError, match=r"second\noverlaps first"):
        built(record, {"ofs_first": 30, "ofs_second": 32, "first": {"body": b"123", "extra": 0}, "second": body})
    with pytest.raises(RecordError, match=r"ofs_second\nbreaks a rule"):
        built(record, {"ofs_second": 17, "second": {"body": b""}})
    with pytest.raises(RecordError, match=r"second\nis given, but"):
        built(record, {"ofs_second": 0, "second": {"body": b""}})


def test_a_file_may_be_longer_than_what_is_in_it(schemas: Any) -> None:
    schemas.write("sec", SECTIONS)
    pieces = schemas.record("sec").chunks({}, size=64)
    assert b"".join(pieces) == struct.pack("<III", 0, 0, 64) + bytes(52)


def test_equal_parts_may_share_their_place(schemas: Any) -> None:
    schemas.write(
        "tied",
        """
        seq: [{id: rows, type: row, repeat: expr, repeat-expr: 2}]
        types:
          row:
            seq: [{id: ofs_body, type: u1}, {id: len_body, type: u1}]
            instances: {body: {io: _root._io, pos: ofs_body, size: len_body}}
        """,
    )
    record = schemas.record("tied")
    rows = [{"body": b"ab", "ofs_body": 4}, {"body": b"ab", "ofs_body": 4}]
    assert built(record, {"rows": rows}) == b"\x04\x02\x04\x02ab"
    assert built(record, {"rows": [{"body": b"ab"}, {"body": b"cd"}]}) == b"\x04\x02\x06\x02abcd"
    rows[1]["body"] = b"ax"
    with pytest.raises(RecordError, match=r"rows\[1\].body\noverlaps rows\[0\].body"):
        built(record, {"rows": rows})


def test_floating_point_numbers_keep_their_bytes(schemas: Any) -> None:
    schemas.write("floats", "seq: [{id: a, type: f4}, {id: b, type: f8}]")
    record = schemas.record("floats")
    data = bytes.fromhex("010080ff 010000000000f07f")  # two signalling NaNs
    assert record.build(record.parse(data)) == data
    assert record.build({"a": 1.5, "b": -2}) == struct.pack("<fd", 1.5, -2.0)
    with pytest.raises(RecordError, match="has to be a number"):
        record.build({"a": "x", "b": 0})


def test_terminated_fields(schemas: Any) -> None:
    schemas.write(
        "lines",
        """
        seq:
          - {id: name, type: strz}
          - {id: raw, terminator: 0x3b, include: true}
          - {id: lines, type: line, terminator: 0x0a, eos-error: false, repeat: eos}
        types:
          line:
            seq: [{id: words, type: word, repeat: until, repeat-until: _io.eof}]
          word:
            seq: [{id: text, type: str, terminator: 0x20, eos-error: false}]
        """,
    )
    record = schemas.record("lines")
    data = b"abc\0x=1;one two\nthree"
    tree = record.parse(data)
    assert (tree.name, tree.raw) == ("abc", b"x=1;")
    assert [[word.text for word in line.words] for line in tree.lines] == [["one", "two"], ["three"]]
    assert record.build(tree) == data
    with pytest.raises(RecordError, match="holds its terminator"):
        record.build({**tree, "name": "a\0b"})
    with pytest.raises(ConstructError, match="ends before its terminator: expected a byte 00"):
        record.parse(b"abc")


def test_switches_enums_and_params(schemas: Any) -> None:
    schemas.write(
        "choice",
        """
        seq:
          - {id: kind, type: u1, enum: kind}
          - id: body
            type:
              switch-on: kind
              cases:
                'kind::number': number(2)
                'kind::text': text
                _: other
          - id: word
            type: {switch-on: kind, cases: {'kind::number': u2, 'kind::text': u4}}
        types:
          number:
            params: [{id: factor, type: u1}]
            seq: [{id: n, type: s1}]
            instances: {scaled: {value: n * factor, if: n != 0}}
          text: {seq: [{id: len_text, type: u1}, {id: text, type: str, size: len_text}]}
          other: {seq: []}
        enums: {kind: {1: number, 2: text}}
        """,
    )
    record = schemas.record("choice")
    tree = record.parse(b"\x01\xfd\x00\x01")
    assert (tree.body.scaled, tree.word, tree.kind.name) == (-6, 256, "number")
    assert record.parse(b"\x01\x00\x00\x01").body.scaled is None
    assert record.build({"kind": "text", "body": {"text": "hi"}, "word": 1}) == b"\x02\x02hi\x01\0\0\0"
    assert record.build({"kind": 9}) == b"\x09"
    assert record.parse(b"\x09").word is None
    with pytest.raises(RecordError, match="there is no Kind 'txt'"):
        record.build({"kind": "txt"})
    with pytest.raises(RecordError, match=r"word\nis given, but"):
        record.build({"kind": 9, "word": 1})


@pytest.mark.parametrize(
    ("rule", "good", "bad"),
    [
        ("5", [5], [4]),
        ("{min: 2, max: 4}", [2, 4], [1, 5]),
        ("{any-of: [1, 7]}", [1, 7], [2]),
        ("{expr: _ % 2 == 0 and _ < limit}", [0, 8], [1, 10]),
    ],
)
def test_rules_hold_for_parsing_and_for_building(schemas: Any, rule: str, good: list[int], bad: list[int]) -> None:
    schemas.write("ruled", f"seq: [{{id: x, type: u1, valid: {rule}}}]\ninstances: {{limit: {{value: 10}}}}")
    record = schemas.record("ruled")
    for value in good:
        assert record.build(record.parse(bytes([value]))) == bytes([value])
    for value in bad:
        with pytest.raises(ConstructError, match="x\n"):
            record.parse(bytes([value]))
        with pytest.raises(RecordError, match="breaks a rule"):
            record.build({"x": value})


def test_names_of_dict_methods_are_fields_like_others(schemas: Any) -> None:
    schemas.write(
        "names",
        """
        seq:
          - {id: keys, type: u1}
          - {id: values, type: u1, repeat: expr, repeat-expr: keys}
          - {id: items, size: keys * 2}
        instances: {get: {value: values.last + keys}}
        """,
    )
    record = schemas.record("names")
    tree = record.parse(b"\x02\x05\x06abcd")
    assert tree["get"] == 8
    assert record.build({"values": [5, 6], "items": b"abcd"}) == b"\x02\x05\x06abcd"


def test_records_are_constructs_like_others(schemas: Any) -> None:
    from construct import Int16ul, Struct

    schemas.write("inner", "seq: [{id: n, type: u1}, {id: body, size: n}]")
    outer = Struct("before" / Int16ul, "inner" / schemas.record("inner"), "after" / Int16ul)
    data = b"\x01\x00\x02ab\x02\x00"
    tree = outer.parse(data)
    assert (tree.inner.body, tree.after) == (b"ab", 2)
    assert outer.build({"before": 1, "inner": {"body": b"ab"}, "after": 2}) == data


def test_instances_are_read_when_they_are_asked_for(schemas: Any) -> None:
    schemas.write("late", "seq: [{id: ofs, type: u1}]\ninstances: {body: {pos: ofs, type: u1}}")
    tree = schemas.record("late").parse(b"\x05")
    assert tree.ofs == 5
    with pytest.raises(FormatError, match="body"):
        tree.body  # noqa: B018  which reads it


def test_types_are_read_and_written_alone_and_leave_the_stream_past_them(schemas: Any) -> None:
    from construct import Array, GreedyRange, SizeofError, Struct

    schemas.write(
        "whole",
        """
        seq: [{id: a, type: pair}, {id: b, type: text}, {id: c, type: given(1)}]
        types:
          pair: {seq: [{id: x, type: u1}, {id: y, type: u1}], instances: {z: {value: x + y}}}
          text: {seq: [{id: len, type: u1}, {id: body, type: str, size: len}]}
          given: {params: [{id: n, type: u1}], seq: [{id: k, size: n}]}
        """,
    )
    whole = schemas.record("whole")
    pair, text, given_one = (Record(whole.codec.classes[name], size, whole.codec) for name, size in ALONE.items())
    assert pair.parse(b"\1\2").z == 3
    assert pair.parse(b"\1\2")._root.x == 1
    assert (pair.sizeof(), Array(3, pair).sizeof()) == (2, 6)
    with pytest.raises(SizeofError):
        text.sizeof()
    several = Struct("pairs" / Array(2, pair), "number" / UNSIGNED, "texts" / GreedyRange(text))
    data = b"\1\2\3\4\x81\1\2hi\0\1x"
    tree = several.parse(data)
    assert ([each.y for each in tree.pairs], tree.number) == ([2, 4], 129)
    assert [each.body for each in tree.texts] == ["hi", "", "x"]
    assert several.build(tree) == data
    assert text.build({"body": "Λ"}) == b"\2\xce\x9b"
    with pytest.raises(ConstructError, match="takes n from the record around it"):
        given_one.parse(b"\1")
    with pytest.raises(RecordError, match="does not fit the field"):
        UNSIGNED.build(-1)


def test_schemas_that_can_only_be_read_are_not_built(schemas: Any) -> None:
    schemas.write("own", "seq: [{id: a, type: u1}]\ninstances: {b: {type: u1}}")
    with pytest.raises(RecordError, match="/instances/b: an instance without `pos`"):
        schemas.record("own").build({"a": 1})


def test_hostile_bytes_raise_construct_errors(schemas: Any) -> None:
    schemas.write(
        "hostile",
        """
        seq: [{id: ofs, type: s4}, {id: idx, type: u1}, {id: text, type: str, size: 2}]
        instances:
          far: {pos: ofs, type: u1}
          list: {pos: 0, type: u1, repeat: expr, repeat-expr: 2}
          pick: {value: 'list[idx]'}
          body: {pos: 0, size: pick}
        """,
    )
    record = schemas.record("hostile")
    for data in (b"", b"\xff\xff\xff\xff\0ab", b"\xff\xff\xff\x7f\0ab", b"\0\0\0\0\0\xff\xff", b"\0\0\0\0\x09ab"):
        with pytest.raises((ConstructError, FormatError)):  # instances are read when they are asked for
            read_everything(record.parse(data))
    with pytest.raises(ConstructError, match="text\n"):
        record.parse(b"\0\0\0\0\0\xff\xff")


@given(st.integers(0, 2**64 - 1), st.integers(0, 9))
def test_varints_keep_their_width(value: int, padding: int) -> None:
    minimal = Varint(value)
    width = min(10, minimal.width + padding)
    data = Varint(value, width).encoded
    parsed = UNSIGNED.parse(data)
    assert (parsed, parsed.width, parsed.is_minimal) == (value, width, width == minimal.width)
    assert UNSIGNED.build(parsed) == data
    assert UNSIGNED.build(value) == minimal.encoded
    assert parsed.zigzag == (value >> 1) ^ -(value & 1)


@pytest.mark.parametrize("data", [b"", b"\x80", b"\xff" * 9 + b"\x02", b"\x80" * 11])
def test_bad_varints_are_refused(data: bytes) -> None:
    with pytest.raises(ConstructError):
        UNSIGNED.parse(data)


def test_bit_fields_do_not_take_what_does_not_fit(schemas: Any) -> None:
    schemas.write("bits", "seq: [{id: a, type: b1}, {id: b, type: b7}, {id: c, type: b4}, {id: d, type: u1}]")
    record = schemas.record("bits")
    assert record.build({"a": True, "b": 3, "c": 5, "d": 9}) == b"\x83\x50\x09"
    assert record.parse(b"\x83\x50\x09") == {"a": True, "b": 3, "c": 5, "d": 9}
    with pytest.raises(RecordError, match=r"b\ndoes not fit"):
        record.build({"a": True, "b": 128, "c": 5, "d": 9})
