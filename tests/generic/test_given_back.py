"""Strict means that it can be given back: what is read strictly is written to the same bytes, or is refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from nacformats.errors import FormatError, InvalidError
from nacformats.formats.generic import fields_of
from nacformats.schemas import SchemaFormat, open_schema
from tests.languages.machines import differences, machine_of


def own(folder: Path, text: str) -> SchemaFormat:
    path = folder / "own.ksy"
    path.write_text(f"meta: {{id: own, endian: le, bit-endian: be, encoding: ASCII}}\n{text}", encoding="utf-8")
    return open_schema(path)


ENDS = [
    "",
    "include: true",
    "consume: false",
    "include: true, consume: false",
    "eos-error: false",
    "include: true, eos-error: false",
    "consume: false, eos-error: false",
    "include: true, consume: false, eos-error: false",
]
#: What holds a text that ends at 0xff (or, in UTF-16, at a unit of zeros), and its bytes with and without the end.
ENDED = {
    "bytes": ("{id: a, terminator: 255, %s}", b"ab", b"\xff"),
    "text": ("{id: a, type: str, terminator: 64, %s}", b"ab", b"@"),
    "wide text": ("{id: a, type: strz, encoding: UTF-16LE, %s}", b"a\0b\1", b"\0\0"),
    "record": ("{id: a, type: pair, terminator: 255, %s}", b"ab", b"\xff"),
    "switch": ("{id: a, type: {switch-on: 1, cases: {1: strz}}, %s}", b"ab", b"\0"),
    "part": ("{id: a, size: 3, terminator: 255, %s}", b"ab", b"\xff"),
    "padded part": ("{id: a, size: 3, terminator: 255, pad-right: 65, %s}", b"ab", b"\xff"),
    "rest": ("{id: a, size-eos: true, terminator: 255, %s}", b"abcd", b"\xff"),
    "list": ("{id: a, terminator: 255, repeat: expr, repeat-expr: 2, %s}", b"ab", b"\xff"),
}


@pytest.mark.parametrize("end", ENDS)
@pytest.mark.parametrize("kind", ENDED)
def test_every_switch_of_a_terminator(tmp_path: Path, kind: str, end: str) -> None:
    """Whatever is read strictly comes back, with other fields after it and without, in the other languages too."""
    spec, value, unit = ENDED[kind]
    form = own(
        tmp_path,
        f"seq: [{(spec % end).replace(', }', '}')}, {{id: rest, size-eos: true}}]\n"
        "types: {pair: {seq: [{id: x, type: u1}, {id: y, size-eos: true}]}}",
    )
    files = (value, value + unit, value + unit + b"cd", value + unit + unit, unit, b"", 2 * (value + unit))
    assert not [*differences(machine_of(tmp_path / "own.ksy"), form, {each.hex(): each for each in files})]
    read = 0
    for data in files:
        try:
            tree = form.loads(data)
        except FormatError:
            continue
        read += 1
        assert form.dumps(tree) == data
        assert form.validate(data) == []
    assert read


def test_a_terminator_that_the_value_has_and_the_next_field_reads_again(tmp_path: Path) -> None:
    form = own(
        tmp_path,
        "seq: [{id: a, terminator: 255, include: true, consume: false}, {id: end, type: u1}, {id: b, size: 2}]",
    )
    data = bytes.fromhex("6162ff6364")
    tree = form.loads(data)
    assert (tree["a"], tree["end"]) == (b"ab\xff", 255)
    assert form.dumps(tree) == data
    tree["a"] = b"longer\xff"
    assert form.dumps(tree) == b"longer\xffcd"


#: What strict reading took, and writing refused: the schema, a file and what is said of it.
NEVER_WRITTEN = {
    "a circle": (
        (
            "instances: {all: {pos: 0, type: node}}\n"
            "types: {node: {seq: [{id: at, type: u1}], instances: {next: {pos: at, type: node}}}}"
        ),
        b"\0",
        "leads back",
    ),
    "where a parser stands": ("seq: [{id: a, type: u1}]\ninstances: {next: {type: u1}}", b"ab", "without `pos`"),
    "the end of a stream": (
        (
            "seq: [{id: a, type: t}, {id: b, type: u1}]\n"
            "types:\n  t:\n    seq: [{id: a, type: s}, {id: b, type: u1, if: not a.is_end}]\n"
            "  s: {seq: [{id: a, type: u1}], instances: {is_end: {value: _io.eof}}}"
        ),
        b"abc",
        "_io.eof",
    ),
    "records in each other": (
        "seq: [{id: a, type: t}]\ntypes: {t: {seq: [{id: is_more, type: u1}, {id: next, type: t, if: is_more == 1}]}}",
        b"\1" * 700 + b"\0",
        "nested too deeply",
    ),
}


@pytest.mark.parametrize("name", NEVER_WRITTEN)
def test_what_cannot_be_given_back_is_refused_strictly(tmp_path: Path, name: str) -> None:
    text, data, reason = NEVER_WRITTEN[name]
    form = own(tmp_path, text)
    with pytest.raises(FormatError, match=f"{reason}.*strict=False") as caught:
        form.loads(data)
    assert caught.value.offset is not None
    (found,) = form.validate(data)
    assert (found.severity, reason in found.reason) == ("error", True)
    tree = form.loads(data, strict=False)
    with pytest.raises(FormatError, match=reason):
        form.dumps(tree)


#: Layouts that drawn schemas found to be read otherwise than Kaitai's parser reads them, or not to be written back.
LAYOUTS: dict[str, tuple[str, bytes, dict[str, Any]]] = {
    "magic in a list, after bits": (
        "seq: [{id: a, type: b4}, {id: b, contents: AB, repeat: eos}]",
        b"\x10ABAB",
        {"a": 1, "b": [b"AB", b"AB"]},
    ),
    "a record that begins after bits": (
        (
            "seq: [{id: a, type: b7}, {id: b, type: t}, {id: c, type: u1}]\n"
            "types: {t: {seq: [{id: x, type: u1}, {id: y, type: b1}, {id: z, type: b7}]}}"
        ),
        b"\x03\x05\x04\x09",
        {"a": 1, "b": {"x": 5, "y": False, "z": 4}, "c": 9, "$padding": {"a": 1}},
    ),
    "a list up to the end, after a list that may be empty": (
        "seq: [{id: a, type: b7}, {id: n, type: u2, repeat: expr, repeat-expr: a}, {id: b, type: u1, repeat: eos}]",
        b"\x02\x05\x00\x06",
        {"a": 1, "n": [5], "b": [6]},
    ),
    "a list of no numbers, between bits": (
        "seq: [{id: a, type: b4}, {id: n, type: u4, repeat: expr, repeat-expr: a / 9}, {id: b, type: b12}]",
        b"\x61\x01",
        {"a": 6, "n": [], "b": 0x101},
    ),
    "nothing under a key of no bytes": (
        "seq: [{id: key, size: 0}, {id: a, size: 0, process: xor(key)}, {id: b, type: u1}]",
        b"\x07",
        {"key": b"", "a": b"", "b": 7},
    ),
    "no case, nothing to cut": (
        (
            "seq: [{id: a, type: u1}, {id: b, type: {switch-on: a, cases: {9: t}}, size: 3, pad-right: 65}]\n"
            "types: {t: {seq: [{id: x, type: u1}]}}"
        ),
        b"\1xAA",
        {"a": 1, "b": b"xAA"},
    ),
    "no case, no bytes": (
        (
            "seq: [{id: a, type: u1}, {id: b, type: {switch-on: 0, cases: {9: t}}, terminator: 9}, {id: c, size: 1}]\n"
            "types: {t: {seq: [{id: x, type: u1}]}}"
        ),
        b"\1x",
        {"a": 1, "c": b"x"},
    ),
    "an argument that no element asks for": (
        (
            "seq: [{id: a, type: u1}, {id: b, type: t(bad), repeat: expr, repeat-expr: a}]\n"
            "instances: {bad: {value: '[a][1]'}}\n"
            "types: {t: {params: [{id: p, type: u4}], seq: [{id: x, type: u1}]}}"
        ),
        b"\0",
        {"a": 0, "b": []},
    ),
    "a size that no element asks for": (
        (
            "seq: [{id: a, type: u1}, {id: b, type: t, size: '[a][1]', repeat: expr, repeat-expr: a}]\n"
            "types: {t: {seq: [{id: x, type: u1}]}}"
        ),
        b"\0",
        {"a": 0, "b": []},
    ),
    "sizes of types": ("seq: [{id: a, size: sizeof<f8> - bitsizeof<f4> / 8 - sizeof<b12>}]", b"ab", {"a": b"ab"}),
}


@pytest.mark.parametrize("name", LAYOUTS)
def test_layouts(tmp_path: Path, name: str) -> None:
    text, data, expected = LAYOUTS[name]
    form = own(tmp_path, text)
    tree = form.loads(data)
    assert fields_of(tree.fields) == expected
    assert form.dumps(tree) == form.dumps(expected) == data
    files = {each.hex(): each for each in (data, data[:-1], data + b"A")}
    assert not [*differences(machine_of(tmp_path / "own.ksy"), form, files)]


@pytest.mark.parametrize(
    "text",
    [
        "seq: [{id: a, size: _index}]",
        "seq: [{id: a, type: u1, repeat: expr, repeat-expr: _index}]",
        "seq: [{id: a, type: u1, repeat: eos, if: _index == 0}]",
        "seq: [{id: n, type: u1, repeat: eos}]\ninstances: {a: {value: _index}}",
        (
            "seq: [{id: n, type: u1, repeat: eos}]\n"
            "instances: {a: {pos: 'n[_index]', type: u1, repeat: expr, repeat-expr: 2}}"
        ),
        (
            "seq: [{id: a, type: t}]\n"
            "types: {t: {meta: {endian: {switch-on: _index, cases: {0: le, 1: be}}}, seq: [{id: x, type: u2}]}}"
        ),
    ],
)
def test_a_number_of_an_element_where_there_is_none(tmp_path: Path, text: str) -> None:
    """Kaitai takes such schemas, and its parsers fail where the number is asked for."""
    form = own(tmp_path, text)
    with pytest.raises(InvalidError, match="an element that does not exist"):
        _ = form.loads(b"\0\1", strict=False).a


def test_padding_is_no_part_of_records_in_a_list(tmp_path: Path) -> None:
    inner = "\n  o: {seq: [{id: p, type: t, size: 4, pad-right: 0}]}"
    types = "types:\n  t: {seq: [{id: x, type: u1}, {id: y, type: u1}]}" + inner
    for keys in ("type: t, size: 4, pad-right: 0", "type: o"):
        form = own(tmp_path, f"seq: [{{id: a, {keys}, repeat: eos}}]\n{types}")
        with pytest.raises(FormatError, match="ends too early"):
            form.loads(b"\1\0\0\0")
        assert form.dumps(form.loads(b"\1\2\0\0")) == b"\1\2\0\0"


def test_a_number_of_an_element_that_is_not_asked_for(tmp_path: Path) -> None:
    at = "a: {pos: 'n[_index]', type: u1, repeat: expr, repeat-expr: 2, if: 'n[0] == 9'}"
    form = own(tmp_path, "seq: [{id: n, type: u1, repeat: eos}]\ninstances: {" + at + "}")
    tree = form.loads(b"\0\1")
    assert tree.a is None
    assert form.dumps(tree) == b"\0\1"


def test_bytes_under_a_key_of_no_bytes(tmp_path: Path) -> None:
    """They are refused where they are, by the other languages too."""
    form = own(tmp_path, "seq: [{id: n, type: u1}, {id: key, size: n}, {id: a, size: 2, process: xor(key)}]")
    with pytest.raises(FormatError, match="the key of `xor` is empty") as caught:
        form.loads(b"\0ab")
    assert (caught.value.path, caught.value.offset) == ("a", 1)
    files = {"no key": b"\0ab", "key": b"\1kab"}
    assert not [*differences(machine_of(tmp_path / "own.ksy"), form, files)]
