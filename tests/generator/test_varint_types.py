"""Numbers of variable length in one's own schema: imported by name or by path, and numbers in every use."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from nacformats.codec.streams import Source
from nacformats.codec.trees.codec import SchemaCodec
from nacformats.codec.trees.values import BigVarint, SignedVarint, Varint
from nacformats.errors import FormatError
from nacformats.formats import generic
from nacformats.formats.documents import document_of, tree_of
from nacformats.fuzz import Maker
from nacformats.targets.loading import codec_of_file

TYPES = ("uleb128", "sleb128", "/common/vlq_base128_le", "vlq_base128_be")
SCHEMA = """
meta: {{id: x, endian: le, imports: [{name}]}}
seq:
  - {{id: len_body, type: {type}}}
  - {{id: body, size: len_body.value}}
  - {{id: numbers, type: {type}, repeat: eos, valid: {{expr: "_.value < 1000000"}}}}
instances:
  twice: {{value: "len_body.value * 2"}}
"""


def codec_of(folder: Path, name: str) -> SchemaCodec:
    path = folder / "x.ksy"
    path.write_text(SCHEMA.format(name=name, type=name.rpartition("/")[2]))
    return codec_of_file(path)


@pytest.mark.parametrize("name", TYPES)
def test_they_are_numbers_for_every_use(tmp_path: Path, name: str) -> None:
    codec = codec_of(tmp_path, name)
    tree = {"body": b"a" * 300, "numbers": [0, 1, 63, 64, 127, 128, 16_383, 16_384, 999_999]}
    data = b"".join(generic.write_tree(codec, tree))
    read = generic.read_tree(codec, Source(data))
    assert (read["len_body"], read["numbers"]) == (300, tree["numbers"])
    assert codec.read(Source(data)).twice == 600
    assert b"".join(generic.write_tree(codec, tree_of(document_of(read)))) == data
    with pytest.raises(FormatError, match="numbers"):
        generic.write_tree(codec, {"body": b"", "numbers": [2_000_000]})


@pytest.mark.parametrize("name", TYPES)
def test_fuzzed_files_are_read_and_written_back(tmp_path: Path, name: str) -> None:
    codec = codec_of(tmp_path, name)
    maker = Maker(tmp_path / "x.ksy", hints={"x.len_body": {"min": 0}}, max_size=200)
    for seed in range(20):
        data = maker.sample(random.Random(seed)).data
        assert b"".join(generic.write_tree(codec, generic.read_tree(codec, Source(data)))) == data


@pytest.mark.parametrize(
    ("kind", "number", "data"),
    [
        (Varint, 624_485, "e58e26"),
        (SignedVarint, -123_456, "c0bb78"),
        (SignedVarint, 64, "c000"),
        (SignedVarint, -64, "40"),
        (SignedVarint, -(1 << 63), "8080808080808080807f"),
        (BigVarint, 0x1FFFFF, "ffff7f"),
        (BigVarint, 8192, "c000"),
    ],
)
def test_bytes(kind: type[Varint], number: int, data: str) -> None:
    assert kind(number).encoded.hex() == data
    assert kind.of_groups(bytes.fromhex(data)) == number
    assert kind(number).is_minimal


@pytest.mark.parametrize(
    ("name", "data", "number"), [("uleb128", "8100", 1), ("sleb128", "ff7f", -1), ("vlq_base128_be", "8001", 1)]
)
def test_a_number_in_more_bytes_than_it_takes_is_kept(tmp_path: Path, name: str, data: str, number: int) -> None:
    path = tmp_path / "x.ksy"
    path.write_text(f"{{meta: {{id: x, imports: [{name}]}}, seq: [{{id: a, type: {name}}}]}}")
    codec = codec_of_file(path)
    read = generic.read_tree(codec, Source(bytes.fromhex(data)))
    assert read["a"] == number
    assert document_of(read) == f'{{\n  "a": {{\n    "$hex": "{data}"\n  }}\n}}\n'
    assert b"".join(generic.write_tree(codec, tree_of(document_of(read)))).hex() == data
    with pytest.raises(FormatError, match="more than 64 bits"):
        generic.read_tree(codec, Source(b"\x83" + b"\xff" * 9 + b"\x03"))


GALLERY_LIKE = """
meta: {id: vlq_base128_le}
seq: [{id: groups, type: group, repeat: until, repeat-until: not _.has_next}]
types: {group: {seq: [{id: has_next, type: b1}, {id: value, type: b7}]}}
instances: {value: {value: "groups[0].value"}}
"""


def test_a_file_of_the_gallery_is_the_number_that_its_name_says(tmp_path: Path) -> None:
    (tmp_path / "common").mkdir()
    (tmp_path / "common" / "vlq_base128_le.ksy").write_text(GALLERY_LIKE)
    codec = codec_of(tmp_path, "/common/vlq_base128_le")
    assert generic.read_tree(codec, Source(b"\x01a\x05")).fields == {"len_body": 1, "body": b"a", "numbers": [5]}


def test_a_file_of_that_name_with_other_fields_is_what_it_says(tmp_path: Path) -> None:
    (tmp_path / "uleb128.ksy").write_text("{meta: {id: uleb128}, seq: [{id: value, type: u1}]}")
    codec = codec_of(tmp_path, "uleb128")
    read = generic.read_tree(codec, Source(b"\x01a\xff"))
    assert read.fields == {"len_body": {"value": 1}, "body": b"a", "numbers": [{"value": 255}]}


def test_drawn_numbers_are_those_that_the_schema_of_the_gallery_computes(tmp_path: Path) -> None:
    path = tmp_path / "many.ksy"
    numbers = "seq: [{id: numbers, type: vlq_base128_be, repeat: expr, repeat-expr: 50}]"
    path.write_text(f"meta: {{id: many, imports: [vlq_base128_be]}}\n{numbers}\n")
    data = Maker(path).sample(random.Random(1)).data
    drawn = codec_of_file(path).read(Source(data))["numbers"]
    assert max(each.bit_length() for each in drawn) > 48
    assert max(each.width for each in drawn) == 8  # of more groups of bits, it keeps the last eight
