"""The construct structs against the parsers of the Kaitai Struct compiler: the same tree, leaf by leaf."""

from __future__ import annotations

from collections.abc import Iterator
from enum import IntEnum
from pathlib import Path
from typing import Any

import pytest
from construct import ConstructError
from kaitaistruct import BytesIO, KaitaiStream, KaitaiStruct, KaitaiStructError

from nacformats import constructs
from nacformats.codec.constructs import Record
from nacformats.codec.streams import Source
from nacformats.codec.trees.record import TreeRecord, read_everything
from nacformats.codec.trees.values import Varint, enum_name
from nacformats.errors import FormatError
from nacformats.schema.reading import schema_model
from tests.oracle import parse

#: Larger files and more of them say nothing more, but take long.
MAX_BYTES = 30_000
MAX_FILES = 30

PATTERNS = {
    "stb": ("stb/valid/*.stb", "stb/handmade/*.stb", "stb/reference_nonconforming/*.stb", "stb/invalid/*.stb"),
    "micb": ("mic/valid/*.micb", "mic/invalid/*.micb"),
    "mic2": ("mic/valid/*.mic2",),
    "nac": ("nac/*/model.nac", "nac_crafted/*.nac"),
}

EVERYTHING = """
meta:
  id: everything
  endian: be
  bit-endian: le
  encoding: UTF-8
seq:
  - {id: magic, contents: [0x45, 'V']}
  - {id: flag, type: b1}
  - {id: low, type: b4}
  - {id: wide, type: b19}
  - {id: high, type: b3be}
  - {id: rest_of_high, type: b5be}
  - {id: kind, type: u1, enum: kind}
  - {id: number, type: s4le}
  - {id: real, type: f8}
  - {id: len_text, type: u2}
  - {id: text, type: str, size: len_text}
  - {id: name, type: strz, encoding: ASCII}
  - {id: choice, type: {switch-on: kind, cases: {'kind::one': 'part(1)', 'kind::two': 'part(number)', _: other}}}
  - {id: sized, type: {switch-on: number, cases: {3: part(0)}}, size: 2}
  - {id: letters, type: u1, repeat: until, repeat-until: '_ == 0 or letters.size == 4'}
  - {id: optional, type: u4, if: not flag}
  - {id: lines, type: line, terminator: 0x2e, repeat: expr, repeat-expr: 2}
  - {id: rest, type: other, repeat: eos}
instances:
  middle: {pos: 4, size: 2}
  first_letters: {pos: ofs, type: u2, repeat: expr, repeat-expr: letters.size / 2}
  ofs: {value: 'flag ? 6 : 3'}
  half: {value: '-number / 2 % 7'}
  sum: {value: '(low + wide.as<u4>) * 2 - (kind == kind::one ? 10 : 20)'}
  is_short: {value: 'text.length < 3 and not (text == "ab")'}
  same: {value: number, enum: kind}
  absent: {value: 1, if: number == 999}
types:
  part:
    params: [{id: step, type: s4}]
    seq: [{id: a, type: u1}, {id: b, type: s1}]
    instances:
      total: {value: a + b * step + _root.low}
      outer_kind: {value: _parent.kind}
  other: {seq: [{id: x, type: u1}]}
  line: {seq: [{id: body, size-eos: true}]}
enums: {kind: {1: one, 2: two, 7: seven}}
"""


#: One small tree of each format, without anything that is derived.
HANDMADE: dict[str, dict[str, Any]] = {
    "stb": {
        "tensors": [
            {"tensor_id": 1, "dtype": "float32", "rank": 1, "layout": "row_major", "dims": [2, 0, 0], "body": bytes(8)},
            {"tensor_id": 2, "dtype": "int8", "rank": 2, "layout": "col_major", "dims": [1, 3, 0], "body": b"abc"},
        ],
        "data": {},
    },
    "micb": {
        "strings": [{"text": "x"}, {"text": "Λ"}],
        "symbols": [{"idx": 1}],
        "types": [{"dtype": "f32", "dims": [{"idx": 1}, {"idx": 1}]}],
        "values": [
            {"tag": "arg", "body": {"name": {"idx": 0}, "type_ref": {"idx": 0}}},
            {"tag": "node", "body": {"opcode": "softmax", "params": {"axis": {"raw": 1}}, "inputs": [{"idx": 0}]}},
            {"tag": "node", "body": {"opcode": "add", "inputs": [{"idx": 0}, {"idx": 1}]}},
        ],
        "output": {"idx": 2},
    },
    "mic2": {
        "lines": [
            {"content": {"tokens": [{"text": "T0"}, {"text": "f32"}, {"text": "128"}]}},
            {"content": {"tokens": [{"text": "a"}, {"text": "X"}, {"text": "T0"}]}},
            {"content": {"tokens": [{"text": "O"}, {"text": "0"}]}},
        ]
    },
    "nac": {
        "has_internal_weights": True,
        "quantization_method": "int8_tensor",
        "num_inputs": 1,
        "num_outputs": 1,
        "d_model": 0,
        "ops": {
            "instructions": [
                {"a": 2, "b": 0, "fields": {}},
                {"a": 2, "b": 1, "fields": {"prefix": 2, "id": 7}},
                {"a": 11, "b": 5, "fields": {"constants": [3], "distances": [-2, -1, 0]}},
                {"a": 3, "b": 0, "fields": {"prefix": 2, "reserved": [0], "distances": [-1]}},
            ]
        },
        "cmap": {"entries": [{"id_operation": 201, "name": "aten.relu.default"}]},
        "cnst": {"entries": [{"id_constant": 3, "kind": "int64", "length": 8, "body": {"number": -1}}]},
        "perm": {"entries": [{"id_signature": 5, "codes": [{"code": "tensor"}, {"code": 84}, {"code": "floating"}]}]},
        "data": {
            "parameters": [{"id_parameter": 7, "name": "w"}],
            "inputs": [{"idx_instruction": 0, "name": "x"}],
            "tensors": [
                {
                    "id_parameter": 7,
                    "meta": {
                        "dtype": "int8",
                        "dims": [2, 2],
                        "quantization": "int8_tensor",
                        "scaling": {"scale": b"\0\0\x80\x3f"},
                    },
                    "data": b"\1\2\3\4",
                }
            ],
        },
    },
}


@pytest.mark.parametrize("schema", HANDMADE)
def test_handmade_trees_build_and_parse_the_same(schema: str) -> None:
    data = b"".join(map(bytes, record(schema).chunks(HANDMADE[schema])))
    kaitai = parse(schema, Source(data))
    kaitai._fetch_instances()
    tree = parsed(schema, data)
    assert list(differences(kaitai, tree)) == []
    assert b"".join(map(bytes, record(schema).chunks(tree))) == data
    assert b"".join(map(bytes, record(schema).chunks(without_what_is_derived(tree)))) == data


def record(schema: str) -> Record:
    return getattr(constructs, schema)  # type: ignore[no-any-return]


def parsed(schema: str, data: bytes) -> Any:
    """The tree of a file, all instances of which are read."""
    tree = record(schema).parse(data)
    read_everything(tree)
    return tree


def samples_of_everything() -> Iterator[bytes]:
    for kind, flag, letters in ((1, 1, b"\1\2\3\4"), (2, 0, b"\1\0"), (5, 1, b"\0")):
        choice = b"\x09" if kind == 5 else b"\x05\xfe"
        head = b"EV" + bytes([flag | 0b1010 << 1, 0x81, 0x92, 0xA3, kind]) + (3 * flag).to_bytes(4, "little")
        text = "Λb".encode()
        yield (
            head
            + b"\x7f\xf0\0\0\0\0\0\1"
            + len(text).to_bytes(2, "big")
            + text
            + b"xyz\0"
            + choice
            + b"\1\2"
            + letters
            + (b"" if flag else b"\0\0\1\0")
            + b"one.two."
            + b"\7\x08"
        )


#: Instances for the Web IDE alone, which only Kaitai parsers have.
VIEWS = {
    view.id for name in ("micb", "mic2", "nac", "stb") for target in schema_model(name).types for view in target.views
}


def files(corpus: Path, schema: str) -> list[Path]:
    found = [path for pattern in PATTERNS[schema] for path in sorted(corpus.glob(pattern))]
    small = [path for path in found if path.stat().st_size <= MAX_BYTES]
    return small[:: len(small) // MAX_FILES + 1]


def differences(kaitai: Any, other: Any, path: str = "", seen: set[int] | None = None) -> Iterator[str]:
    """The leaves of a Kaitai tree that are different in a tree of construct."""
    seen = set() if seen is None else seen
    if isinstance(kaitai, KaitaiStruct):
        if id(kaitai) in seen:
            return
        seen.add(id(kaitai))
        for name in members(kaitai):
            counterpart = getattr(other, name) if isinstance(other, Varint) else other.get(name)
            yield from differences(getattr(kaitai, name), counterpart, f"{path}.{name}", seen)
    elif isinstance(kaitai, list):
        if len(kaitai) != len(other):
            yield f"{path}: {len(kaitai)} and {len(other)} elements"
        for index, (left, right) in enumerate(zip(kaitai, other, strict=False)):
            yield from differences(left, right, f"{path}[{index}]", seen)
    elif kaitai != other and not (kaitai != kaitai and other != other):  # NaN is not equal to itself
        yield f"{path}: {kaitai!r} and {other!r}"


def members(kaitai: KaitaiStruct) -> list[str]:
    """Fields and instances, without those that are for the Web IDE alone."""
    fields = [name for name in vars(kaitai) if not name.startswith("_")]
    instances = [name for name, member in vars(type(kaitai)).items() if isinstance(member, property)]
    return [name for name in (*fields, *instances) if name not in VIEWS]


def test_every_feature_of_the_profile_parses_the_same(schemas: Any) -> None:
    schemas.write("everything", EVERYTHING)
    parser, struct = schemas.parser("everything"), schemas.record("everything")
    for data in samples_of_everything():
        tree = struct.parse(data)
        assert list(differences(parser(KaitaiStream(BytesIO(data))), tree)) == []
        assert struct.build(tree) == data


def test_every_truncation_is_refused_by_both(schemas: Any) -> None:
    schemas.write("everything", EVERYTHING)
    parser, struct = schemas.parser("everything"), schemas.record("everything")
    data = next(samples_of_everything())
    for size in range(len(data) - 2):  # the last two bytes are repeated to the end
        with pytest.raises((EOFError, ValueError)):
            parser(KaitaiStream(BytesIO(data[:size])))._fetch_instances()
        with pytest.raises(ConstructError):
            struct.parse(data[:size])


@pytest.mark.parametrize("schema", PATTERNS)
def test_files_by_other_programs_parse_the_same(schema: str, corpus: Path) -> None:
    found = files(corpus, schema)
    assert found
    for path in found:
        data = path.read_bytes()
        try:
            kaitai = parse(schema, Source(data))
            kaitai._fetch_instances()
        except (FormatError, KaitaiStructError, ValueError, LookupError):
            with pytest.raises((ConstructError, FormatError)):
                parsed(schema, data)
        else:
            assert next(differences(kaitai, parsed(schema, data)), None) is None, path


@pytest.mark.parametrize("schema", PATTERNS)
def test_files_by_other_programs_come_back_byte_by_byte(schema: str, corpus: Path) -> None:
    exact = 0
    for path in files(corpus, schema):
        data = path.read_bytes()
        try:
            tree = parsed(schema, data)
        except (ConstructError, FormatError):
            continue
        try:
            built = b"".join(map(bytes, record(schema).chunks(tree, size=len(data))))
        except ConstructError:  # sections that overlap are parsed, but not built
            continue
        exact += built == data
        assert len(built) == len(data), path
        assert all(mine in (theirs, 0) for mine, theirs in zip(built, data, strict=True)), path  # gaps become zeros
        assert parsed(schema, built) == tree, path
    assert exact > 5


@pytest.mark.parametrize("schema", PATTERNS)
def test_files_are_built_without_what_is_derived(schema: str, corpus: Path) -> None:
    exact = 0
    for path in files(corpus, schema):
        try:
            tree = parsed(schema, path.read_bytes())
        except (ConstructError, FormatError):
            continue
        bare = without_what_is_derived(tree)
        assert not {"num_tensors", "num_values", "ofs_ops", "magic"} & set(bare)
        if schema == "stb" and "tensors" not in bare:
            continue  # nothing tells where the data region of an empty file is
        exact += b"".join(map(bytes, record(schema).chunks(bare))) == path.read_bytes()
    assert exact > 5


def without_what_is_derived(value: Any) -> Any:
    """A tree as a user writes it: plain dicts without counts, lengths, offsets and constants."""
    if isinstance(value, list):
        return [without_what_is_derived(element) for element in value]
    if isinstance(value, TreeRecord):
        constant = {entry.id for entry in value._type.fields if any(rule.kind == "eq" for rule in entry.rules)}
        left_out = (constant | set(value.DERIVED)) - set(KEPT)
        return {name: without_what_is_derived(value[name]) for name in value if name not in left_out}
    return enum_name(value) or (int(value) if isinstance(value, IntEnum | Varint) else value)


#: Derived for some kinds of constants only.
KEPT = ("length",)
