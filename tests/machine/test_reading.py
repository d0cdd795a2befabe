"""Every kind of field, each by a small schema: the tree that is read."""

from __future__ import annotations

import zlib
from pathlib import Path
from typing import Any

import pytest

from nacformats.codec.streams import Source
from nacformats.errors import TruncatedError
from tests.machine.schemas import codec_of, plain, read

CASES: dict[str, tuple[str, bytes, dict[str, Any]]] = {
    "arguments that differ between the records of a list": (
        """\
        seq: [{id: a, type: "part(_io.pos)", repeat: eos}]
        types: {part: {params: [{id: at, type: u4}], seq: [{id: n, type: u2}], instances: {place: {value: at}}}}
        """,
        bytes.fromhex("0100 0200 0300"),
        {"a": [{"n": 1, "place": 0}, {"n": 2, "place": 2}, {"n": 3, "place": 4}]},
    ),
    "numbers in both byte orders": (
        "seq: [{id: a, type: u2}, {id: b, type: u2be}, {id: c, type: s1}, {id: d, type: f4}, {id: e, type: f8be}]",
        bytes.fromhex("0100 0001 ff 0000c03f 3ff8000000000000"),
        {"a": 1, "b": 1, "c": -1, "d": 1.5, "e": 1.5},
    ),
    "bits before whole bytes do not come back after them": (
        "seq: [{id: a, type: b6}, {id: b, type: u1}, {id: c, type: b14}]",
        bytes.fromhex("ff 80 ffff"),
        {"a": 0x3F, "b": 0x80, "c": 0x3FFF, "$padding": {"a": 3, "c": 3}},
    ),
    "bits from the lowest": (
        "seq: [{id: a, type: b3le}, {id: b, type: b1le}, {id: c, type: b12le}]",
        bytes.fromhex("dbab"),
        {"a": 3, "b": True, "c": 0xABD},
    ),
    "bits that go on in the next record": (
        """\
        seq: [{id: a, type: half}, {id: b, type: half}, {id: c, type: u1}]
        types: {half: {seq: [{id: n, type: b4}]}}
        """,
        bytes.fromhex("ab 07"),
        {"a": {"n": 10}, "b": {"n": 11}, "c": 7},
    ),
    "bytes and texts": (
        """\
        seq:
          - {id: magic, contents: [1, ab]}
          - {id: len, type: u1}
          - {id: fixed, size: len}
          - {id: name, type: strz, encoding: UTF-8}
          - {id: wide, type: strz, encoding: UTF-16LE}
          - {id: line, terminator: 10, include: true}
          - {id: rest, type: str, encoding: ASCII, size-eos: true}
        """,
        b"\1ab\2xy" + "é\0".encode() + "Ā\0".encode("utf-16-le") + b"l\nrest",
        {"magic": b"\1ab", "len": 2, "fixed": b"xy", "name": "é", "wide": "Ā", "line": b"l\n", "rest": "rest"},
    ),
    "a size with a terminator, with padding, with both": (
        """\
        seq:
          - {id: a, size: 4, terminator: 0}
          - {id: b, size: 4, pad-right: 32}
          - {id: c, size: 4, terminator: 64, include: true, pad-right: 43}
          - {id: d, type: str, encoding: ASCII, size: 4, terminator: 46, pad-right: 46}
        """,
        b"a\0xx" + b"b b " + b"c@++" + b"d...",
        {"a": b"a", "b": b"b b", "c": b"c@", "d": "d"},
    ),
    "lists": (
        """\
        seq:
          - {id: n, type: u1}
          - {id: shorts, type: u2, repeat: expr, repeat-expr: n}
          - {id: until, type: u1, repeat: until, repeat-until: _ == 0}
          - {id: names, type: strz, encoding: ASCII, repeat: expr, repeat-expr: n}
          - {id: pairs, type: pair(_index), repeat: eos}
        types:
          pair:
            params: [{id: index, type: u4}]
            seq: [{id: a, type: u1}, {id: b, type: u1}]
            instances: {sum: {value: a + b + index}}
        """,
        bytes([2, 1, 0, 2, 0, 9, 0]) + b"x\0\0" + bytes([1, 2, 3, 4]),
        {
            "n": 2,
            "shorts": [1, 2],
            "until": [9, 0],
            "names": ["x", ""],
            "pairs": [{"a": 1, "b": 2, "sum": 3}, {"a": 3, "b": 4, "sum": 8}],
        },
    ),
    "a list that ends at a number of its own": (
        """\
        seq: [{id: lines, type: line, repeat: until, repeat-until: _.n == 0 or _index == 2}, {id: rest, type: u1}]
        types: {line: {seq: [{id: n, type: u1}]}}
        """,
        bytes([3, 2, 1, 9]),
        {"lines": [{"n": 3}, {"n": 2}, {"n": 1}], "rest": 9},
    ),
    "an element is counted when it has been read": (
        """\
        seq: [{id: cats, type: cat, repeat: expr, repeat-expr: 3}]
        types: {cat: {seq: [{id: meow, size: 3 - _parent.cats.size}]}}
        """,
        b"aaabbc",
        {"cats": [{"meow": b"aaa"}, {"meow": b"bb"}, {"meow": b"c"}]},
    ),
    "switches": (
        """\
        seq: [{id: items, type: item, repeat: eos}]
        types:
          item:
            seq:
              - {id: kind, type: u1, enum: kinds}
              - {id: len, type: u1}
              - id: body
                size: len
                type: {switch-on: kind, cases: {"kinds::one": one, "kinds::two": two}}
              - id: more
                type: {switch-on: len, cases: {1: u1, 2: u2be}}
          one: {seq: [{id: x, type: u1}]}
          two: {seq: [{id: y, type: u2}]}
        enums: {kinds: {1: one, 2: two}}
        """,
        bytes([1, 1, 7, 5, 2, 2, 8, 0, 0, 6, 3, 3, 9, 9, 9]),
        {
            "items": [
                {"kind": 1, "len": 1, "body": {"x": 7}, "more": 5},
                {"kind": 2, "len": 2, "body": {"y": 8}, "more": 6},
                {"kind": 3, "len": 3, "body": b"\t\t\t"},
            ]
        },
    ),
    "switches on texts": (
        """\
        seq:
          - {id: key, type: str, size: 1, encoding: ASCII}
          - {id: value, type: {switch-on: key, cases: {'"a"': u1, '"b"': u2, _: u4}}}
        """,
        b"b\1\2",
        {"key": "b", "value": 0x201},
    ),
    "conditions and instances": (
        """\
        seq: [{id: ofs, type: u1}, {id: a, type: u1, if: ofs > 9}]
        instances:
          far: {pos: ofs, type: u1}
          none: {pos: ofs, type: u1, if: ofs == 0}
          here: {type: u1}
          ten: {value: far * 10}
          half: {value: far / 2}
          truth: {value: not (far == 2) or false}
        """,
        bytes([2, 3, 5]),
        {"ofs": 2, "far": 5, "here": 3, "ten": 50, "half": 2, "truth": True},
    ),
    "instances of another stream": (
        """\
        seq: [{id: a, type: part, size: 2}, {id: b, type: part, size: 2}]
        types: {part: {instances: {x: {io: _root.b._io, pos: 1, type: u1}, y: {pos: 0, type: u1}}}}
        """,
        bytes([1, 2, 3, 4]),
        {"a": {"x": 4, "y": 1}, "b": {"x": 4, "y": 3}},
    ),
    "process": (
        """\
        seq:
          - {id: a, size: 2, process: xor(0x0f)}
          - {id: b, size: 3, process: "xor([1, 2])"}
          - {id: c, size: 1, process: rol(3)}
          - {id: d, size: 1, process: ror(3), type: byte}
          - {id: e, size-eos: true, process: zlib, type: byte}
        types: {byte: {seq: [{id: n, type: u1}], instances: {is_end: {value: _io.eof}}}}
        """,
        bytes([1, 2, 1, 1, 1, 0x81, 0x0C]) + zlib.compress(b"ab"),
        {
            "a": b"\x0e\x0d",
            "b": b"\0\3\0",
            "c": b"\x0c",
            "d": {"n": 0x81, "is_end": True},
            "e": {"n": 97, "is_end": False},
        },
    ),
    "a byte order that the file chooses": (
        """\
        meta: {id: sample}
        seq: [{id: mark, type: u1}, {id: doc, type: doc}, {id: other, type: doc}]
        types:
          doc:
            meta: {endian: {switch-on: _root.mark, cases: {1: le, 2: be}}}
            seq: [{id: a, type: u2}, {id: b, type: u1}, {id: in, type: inner}]
            types: {inner: {seq: [{id: n, type: s2, repeat: expr, repeat-expr: 1}]}}
        """,
        bytes([2, 0, 3, 5, 0, 2, 1, 0, 3, 2, 0]),
        {"mark": 2, "doc": {"a": 3, "b": 5, "in": {"n": [2]}}, "other": {"a": 256, "b": 3, "in": {"n": [512]}}},
    ),
    "parents, and who else is said to be one": (
        """\
        seq: [{id: x, type: u1}, {id: a, type: outer}]
        types:
          outer:
            seq: [{id: x, type: u1}, {id: own, type: inner}, {id: other, type: inner, parent: _parent}]
          inner: {instances: {up: {value: _parent.as<outer>.x}}}
        """,
        bytes([1, 2]),
        {"x": 1, "a": {"x": 2, "own": {"up": 2}, "other": {"up": 1}}},
    ),
    "a type inside of itself": (
        "seq: [{id: n, type: u1}, {id: next, type: sample, if: n > 0}]",
        bytes([1, 1, 0]),
        {"n": 1, "next": {"n": 1, "next": {"n": 0}}},
    ),
    "the methods of the language": (
        """\
        seq: [{id: t, type: str, size: 3, encoding: ASCII}, {id: d, size: 2}, {id: l, type: u1, repeat: eos}]
        instances:
          length: {value: t.length + d.length + l.size}
          reverse: {value: "t.reverse + t.substring(0, 2)"}
          ends: {value: "[l.first, l.last, l.min, l.max, d.first]"}
          number: {value: '"1f".to_i(16) + t.to_i'}
          text: {value: '(-7 / 2).to_s + d.to_s("ASCII")'}
          remainder: {value: "-7 % 3"}
          shown: {value: 'f"n={l.size} {t}"'}
          constant: {value: "[1, 0xff]"}
          choice: {value: "l[0] > 1 ? 1.5 : 2.5"}
          place: {value: _io.size}
        """,
        b"123ab\3\1\2",
        {
            "t": "123",
            "d": b"ab",
            "l": [3, 1, 2],
            "length": 8,
            "reverse": "32112",
            "ends": bytes([3, 2, 1, 3, 97]),
            "number": 154,
            "text": "-4ab",
            "remainder": 2,
            "shown": "n=3 123",
            "constant": b"\1\xff",
            "choice": 1.5,
            "place": 8,
        },
    ),
    "words of Python, and of mappings": (
        """\
        seq: [{id: class, type: u1}, {id: items, type: u1, repeat: expr, repeat-expr: class}, {type: u1}]
        instances: {get: {value: items.size + class}}
        """,
        bytes([1, 5, 6]),
        {"class": 1, "items": [5], "_unnamed2": 6, "get": 2},
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_a_tree_is_read(tmp_path: Path, name: str) -> None:
    text, data, expected = CASES[name]
    assert plain(read(codec_of(tmp_path, text), data)) == expected


def test_schemas_may_import_each_other(tmp_path: Path) -> None:
    other = """\
    meta: {id: other, endian: be, imports: [sample]}
    seq: [{id: n, type: u2}, {id: next, type: sample, if: n > 0}]
    types: {inner: {seq: [{id: x, type: u1}]}}
    enums: {e: {1: one}}
    """
    sample = """\
    meta: {id: sample, endian: le, imports: [other]}
    seq: [{id: a, type: other}, {id: b, type: "other::inner"}, {id: c, type: u1, enum: "other::e"}]
    instances: {is_one: {value: "c == other::e::one"}}
    """
    tree = read(codec_of(tmp_path, sample, other=other), bytes([0, 0, 7, 1]))
    assert plain(tree) == {"a": {"n": 0}, "b": {"x": 7}, "c": 1, "is_one": True}
    assert tree.a._root is tree.a


def test_a_number_of_variable_length_is_an_int_that_knows_its_padding(tmp_path: Path) -> None:
    text = "meta: {id: sample, imports: [uleb128]}\nseq: [{id: n, type: uleb128, repeat: eos}]"
    tree = read(codec_of(tmp_path, text), bytes([5, 0x80, 1, 0x80, 0]))
    assert tree.n == [5, 128, 0]
    assert [(each.value, each.width) for each in tree.n] == [(5, 1), (128, 2), (0, 2)]


def test_an_instance_that_cannot_be_read_is_refused_each_time(tmp_path: Path) -> None:
    schema = """
    seq: [{id: a, type: u1}]
    instances: {inner: {pos: 1, type: pair}, again: {value: inner}}
    types: {pair: {seq: [{id: x, type: u1}, {id: y, type: u1}]}}
    """
    tree = codec_of(tmp_path, schema).read(Source(b"\1\2"))
    for name in ("inner", "again", "inner"):
        with pytest.raises(TruncatedError, match=r"inner\.y \(byte 2\)"):
            getattr(tree, name)


def test_texts_that_end_by_themselves_in_parts_of_one_size(tmp_path: Path) -> None:
    schema = """
    seq: [{id: n, type: u2}, {id: names, type: name, size: 6, repeat: expr, repeat-expr: n}]
    types: {name: {seq: [{id: first, type: u1}, {id: text, type: strz, encoding: ASCII}, {id: last, type: u1}]}}
    """
    parts = [bytes([index % 256]) + b"ab"[: index % 3] + b"\0\7" for index in range(300)]
    tree = read(
        codec_of(tmp_path, schema), (300).to_bytes(2, "little") + b"".join(each.ljust(6, b"x") for each in parts)
    )
    assert [(each.first, each.text, each.last) for each in tree.names] == [
        (index % 256, "ab"[: index % 3], 7) for index in range(300)
    ]
