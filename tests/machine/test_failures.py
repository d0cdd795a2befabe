"""Files that do not fit: what is said, where, and in bounded time and memory."""

from __future__ import annotations

import zlib
from pathlib import Path

import pytest

from nacformats.codec.streams import Source
from nacformats.codec.walk import Walk
from nacformats.errors import FormatError, LimitError
from nacformats.limits import MAX_EMPTY, MAX_INFLATED_BYTES
from tests.machine.schemas import codec_of, read

#: schema, bytes, message.
CASES = {
    "a number that is cut, read with others": (
        "seq: [{id: a, type: u1}, {id: b, type: u4}]",
        b"\1\2",
        "b (byte 1): the file ends too early: expected 4 more bytes, got 1",
    ),
    "a rule": (
        "seq: [{id: a, type: u1, valid: {max: 3}}, {id: b, type: u4}]",
        b"\4",
        "a (byte 0): out of range: expected at most 3, got 4",
    ),
    "a number of a list": (
        "seq: [{id: a, type: u2, repeat: expr, repeat-expr: 1 << 40}]",
        b"\0\0\0",
        "a[1] (byte 2): the file ends too early: expected 2 more bytes, got 1",
    ),
    "an element of a list": (
        "seq: [{id: all, type: item, repeat: eos}]\ntypes: {item: {seq: [{id: s, type: strz, encoding: UTF-8}]}}",
        b"a\0\xff\0",
        "all[1].s (byte 2): the text is not UTF-8",
    ),
    "an instance, asked for by a field": (
        "seq: [{id: a, type: u1}, {id: b, size: far}]\ninstances: {far: {pos: a, type: u2}}",
        b"\5",
        "far (byte 1): starts past the end of the file: expected at most 1, got byte 5",
    ),
    "an instance of an element": (
        (
            "seq: [{id: all, type: item, repeat: eos}]\n"
            "types: {item: {seq: [{id: at, type: u1}], instances: {it: {pos: at, type: u2, valid: 7}}}}"
        ),
        b"\0\1\7\0",
        "all[0].it (byte 0): wrong value: expected 7, got 256",
    ),
    "a part": (
        (
            "seq: [{id: len, type: u1}, {id: in, type: pair, size: len}]\n"
            "types: {pair: {seq: [{id: x, type: u1}, {id: y, type: u1}]}}"
        ),
        b"\1\2\3",
        "in.y (byte 2): the enclosing field ends too early: expected 1 more byte, got 0",
    ),
    "bits": (
        "seq: [{id: a, type: b4}, {id: b, type: b12, valid: 1}]",
        b"\x10\x02",
        "b (byte 0): wrong value: expected 1, got 2",
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_the_error_says_what_and_where(tmp_path: Path, name: str) -> None:
    text, data, message = CASES[name]
    with pytest.raises(FormatError) as raised:
        read(codec_of(tmp_path, text), data)
    assert str(raised.value) == f"sample: {message}"


#: Schemas by which a few bytes would take forever, or all memory.
HOSTILE = {
    "elements without bytes": ("seq: [{id: n, type: u4}, {id: a, size: 0, repeat: expr, repeat-expr: n}]", b"\xff" * 4),
    "records without bytes": (
        (
            "seq: [{id: n, type: u4}, {id: a, type: e(n), repeat: expr, repeat-expr: n}]\n"
            "types: {e: {params: [{id: n, type: u4}], seq: [{id: x, type: u1, if: n == 0}]}}"
        ),
        b"\xff" * 4,
    ),
    "a type that begins with itself": ("seq: [{id: a, type: sample}]", b"\0"),
    "types that double": (
        (
            "seq: [{id: a, type: t(60)}]\ntypes: {t: {params: [{id: n, type: u4}], "
            "seq: [{id: l, type: t(n - 1), if: n > 0}, {id: r, type: t(n - 1), if: n > 0}]}}"
        ),
        b"",
    ),
    "the same bytes over and over": (
        (
            "seq: [{id: all, type: one, repeat: eos}]\n"
            "types: {one: {seq: [{id: x, type: u1}], instances: {whole: {pos: 0, type: pair, repeat: eos}}}, "
            "pair: {seq: [{id: y, type: u1}]}}"
        ),
        bytes(3_000),
    ),
    "a number that grows": (
        "seq: [{id: a, type: u8}]\ninstances:\n  v0: {value: a * a}\n"
        + "".join(f"  v{n + 1}: {{value: v{n} * v{n}}}\n" for n in range(40))
        + "  last: {pos: v40, type: u1}",
        b"\xff" * 8,
    ),
    "a bomb": ("seq: [{id: a, size-eos: true, process: zlib}]", zlib.compress(bytes(MAX_INFLATED_BYTES + 1))),
}


@pytest.mark.sample(each=9)
@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_file_is_refused_soon(tmp_path: Path, name: str) -> None:
    text, data = HOSTILE[name]
    with pytest.raises(LimitError):
        read(codec_of(tmp_path, text), data)


def test_tables_of_records_without_bytes_are_bounded(tmp_path: Path) -> None:
    text = "seq: [{id: n, type: u2}]\ninstances: {t: {pos: 0, type: e, repeat: expr, repeat-expr: n}}\ntypes: {e: {}}"
    codec = codec_of(tmp_path, text)
    assert len(codec.read(Source(MAX_EMPTY.to_bytes(2, "little"))).t) == MAX_EMPTY
    with pytest.raises(LimitError, match="too many elements"):
        read(codec, b"\xff\xff")


@pytest.mark.parametrize("units", [40, 41])
def test_a_table_of_lookups_that_asks_for_too_much_is_refused(tmp_path: Path, units: int) -> None:
    """Its records are made, and read, when they are asked for."""
    text = """\
    seq: []
    instances: {table: {pos: 0, type: found(_index), repeat: expr, repeat-expr: 200}}
    types:
      found:
        params: [{id: at, type: u4}]
        seq: [{id: inner, type: empty, if: next < 0}]
        instances: {next: {value: at + 1}}
      empty: {}
    """
    table = codec_of(tmp_path, text).read_part(b"", 0, units=units).table
    with pytest.raises(LimitError, match="over and over"):
        list(table)


def test_instances_may_lead_in_circles(tmp_path: Path) -> None:
    text = """\
    seq: [{id: at, type: u1}]
    instances: {next: {pos: at, type: node}}
    types: {node: {seq: [{id: to, type: u1}], instances: {next: {pos: to, type: node}}}}
    """
    tree = read(codec_of(tmp_path, text), b"\1\0")
    assert tree.next.next.next.to == 0


def test_a_walk_tells_the_place_of_every_field(tmp_path: Path) -> None:
    text = """\
    seq:
      - {id: a, type: b3}
      - {id: b, type: b13}
      - {id: names, type: strz, encoding: ASCII, repeat: expr, repeat-expr: 2}
      - {id: gone, type: u1, if: a == 7}
      - {id: part, type: pair, size: 2}
      - {id: shorts, type: u2, repeat: eos}
    instances: {far: {pos: 3, type: u1}}
    types: {pair: {seq: [{id: x, type: u1}, {id: y, type: u1}]}}
    """
    walk = Walk(codec_of(tmp_path, text), Source(b"\0\0ab\0\0xy\1\0\2\0"), 1000)
    places = {}
    waiting = [walk.root]
    while waiting:
        node = waiting.pop()
        places[node.path] = node.offset, node.size
        waiting += walk.children(node)
    assert places == {
        "": (0, 12),
        "a": (0, 1),
        "b": (0, 2),
        "names": (2, 4),
        "names[0]": (2, 3),
        "names[1]": (5, 1),
        "part": (6, 2),
        "part.x": (6, 1),
        "part.y": (7, 1),
        "shorts": (8, 4),
        "shorts[0]": (8, 2),
        "shorts[1]": (10, 2),
        "far": (3, 1),
    }
    assert walk.at(7).path == "part.y"
    assert walk.at(11).path == "shorts[1]"
