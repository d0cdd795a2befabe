"""Formats from their schema alone: trees in and out, what is refused and where, JSON, schemas from files."""

from __future__ import annotations

import json
import math
import struct
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nacformats.codec.locator import Locator
from nacformats.codec.streams import Source
from nacformats.errors import FormatError, InvalidError, LimitError, TruncatedError
from nacformats.formats.base import Format
from nacformats.formats.documents import document_of, tree_of
from nacformats.formats.generic import Tree, format_of_codec
from nacformats.targets.loading import codec_of_file
from tests.effort import effort
from tests.generic.conftest import DATA, TREE


def read(form: Format, data: bytes) -> Tree:
    tree = form.read(Source(data), True)
    assert isinstance(tree, Tree)
    return tree


def written(form: Format, tree: Any) -> bytes:
    return b"".join(map(bytes, form.write(tree)))


def schema(folder: Path, text: str, name: str = "own") -> Format:
    path = folder / f"{name}.ksy"
    path.write_text(f"meta:\n  id: {name}\n  endian: le\n{text}")
    return format_of_codec(codec_of_file(path))


def refused(form: Format, data: bytes) -> FormatError:
    with pytest.raises(FormatError) as caught:
        read(form, data)
    findings = form.check(Source(data), True)
    assert [(each.path, each.offset, each.reason) for each in findings] == [
        (caught.value.path, caught.value.offset, caught.value.reason)
    ]
    return caught.value


def test_a_plain_dict_becomes_the_bytes_of_the_schema(toy: Format) -> None:
    assert written(toy, TREE) == DATA


def test_what_was_read_is_a_mapping_by_field_id(toy: Format) -> None:
    tree = read(toy, DATA)
    assert tree.format == "toy"
    assert list(tree) == ["magic", "version", "num_records", "ofs_checksums", "flavor", "records", "checksums"]
    assert tree["records"][3]["body"]["values"] == [1, -2, 3]
    assert tree["records"][1]["id"] == 300
    assert tree["records"][1]["kind"].name == "label"
    assert tree["records"][1]["kind"] == 1
    assert "note" not in tree["records"][1]["body"]
    assert tree["records"][3]["body"]["is_signed"] is True
    assert tree["checksums"] == [1, 2, 3, 65535]
    assert written(toy, tree) == DATA


def test_counts_lengths_and_offsets_follow_what_was_changed(toy: Format) -> None:
    tree = read(toy, DATA)
    tree["records"].append({"id": 9, "kind": "label", "body": {"text": "new"}})
    tree["records"][0]["kind"] = "values"
    tree["records"][0]["body"] = {"values": [], "is_signed": False, "width": 8}
    tree["checksums"].append(5)
    again = read(toy, written(toy, tree))
    assert again["num_records"] == 5
    assert again["records"][4]["body"] == {"len_text": 3, "text": "new"}
    assert again["checksums"] == [1, 2, 3, 65535, 5]
    assert again["ofs_checksums"] == len(written(toy, tree)) - 10


@pytest.mark.parametrize(
    ("change", "kind", "path", "words"),
    [
        ({"records": [{"id": -1, "kind": 0, "body": {}}]}, LimitError, "records[0].id", "0 to 18446744073709551615"),
        ({"records": [{"id": 0, "kind": "blob", "body": {}}]}, InvalidError, "records[0].kind", "no Kind 'blob'"),
        ({"records": [{"id": 0, "kind": 5, "body": {}}]}, InvalidError, "records[0].kind", "a member of Kind"),
        ({"records": [{"id": 0, "kind": 0, "body": {"x": 1}}]}, InvalidError, "records[0].body.y", "has to be given"),
        ({"records": [{"id": 0, "kind": 0, "text": "a"}]}, InvalidError, "records[0]", "has no field 'text'"),
        ({"checksums": [1]}, InvalidError, "checksums", "4 elements"),
        ({"version": 2}, InvalidError, "version", "breaks a rule"),
        ({"magic": b"TOY2"}, InvalidError, "magic", "wrong value"),
        ({"records": 5}, InvalidError, "records", "has to be a list"),
    ],
)
def test_trees_that_do_not_fit_are_refused(
    toy: Format, change: dict[str, Any], kind: type[FormatError], path: str, words: str
) -> None:
    with pytest.raises(kind, match=words) as caught:
        written(toy, {**TREE, **change})
    assert caught.value.path == path


def test_unknown_members_are_kept_or_refused_as_the_schema_says(toy: Format) -> None:
    other = DATA[:10] + b"\xc8" + DATA[11:]
    tree = read(toy, other)
    assert (tree["flavor"].name, tree["flavor"]) == ("unknown_200", 200)
    assert written(toy, tree) == other
    error = refused(toy, DATA[:12] + b"\x02" + DATA[13:])
    assert (error.path, error.offset) == ("records[0].kind", 12)
    assert "one of 0 (point), 1 (label), 7 (values), got 2" in str(error)


@pytest.mark.parametrize(
    ("data", "path", "offset", "words"),
    [
        (DATA + b"x", None, len(DATA), "belongs to no field"),
        (DATA[:6] + b"\x40" + DATA[7:63] + b"\0" + DATA[63:], "ofs_checksums", 6, "is not what writing gives"),
        (DATA[:6] + b"\x3d" + DATA[7:], "ofs_checksums", 6, "is not what writing gives"),
        (DATA[:5] + b"\x84\x00" + DATA[6:], "num_records", 5, "`_.is_minimal`"),
    ],
)
def test_what_writing_would_not_give_back_is_refused(
    toy: Format, data: bytes, path: str | None, offset: int, words: str
) -> None:
    error = refused(toy, data)
    assert words in str(error)
    assert (error.path, error.offset) == (path, offset)


def test_numbers_keep_their_bytes(toy: Format) -> None:
    """A padded LEB128 where the schema allows it, and a signalling NaN."""
    padded = DATA.replace(b"\xac\x02\x01\x03", b"\xac\x82\x80\x00\x01\x03").replace(b"\x3f\0\0\0", b"\x41\0\0\0", 1)
    nan = padded.replace(struct.pack("<f", 1.5), b"\x01\x00\xa0\x7f")
    tree = read(toy, nan)
    assert tree["records"][1]["id"] == 300
    assert math.isnan(tree["records"][0]["body"]["x"])
    assert written(toy, tree) == nan
    assert written(toy, tree_of(document_of(tree))) == nan


def test_every_cut_is_located(toy: Format) -> None:
    last = 0
    for size in range(len(DATA)):
        error = refused(toy, DATA[:size])
        assert isinstance(error, TruncatedError)
        assert error.path
        assert error.offset is not None
        assert last <= error.offset <= size
        last = error.offset


def test_every_flipped_bit_is_refused_with_a_place_or_written_back(toy: Format) -> None:
    accepted, offsets = 0, []
    for bit in range(8 * len(DATA)):
        data = bytearray(DATA)
        data[bit // 8] ^= 1 << bit % 8
        try:
            tree = read(toy, bytes(data))
        except FormatError as error:
            offsets.append(error.offset if error.offset is not None else -1)
        else:
            assert written(toy, tree) == data
            accepted += 1
    assert accepted > 100
    assert all(0 <= offset <= len(DATA) for offset in offsets)


def test_paths_and_offsets_lead_to_each_other(toy: Format) -> None:
    locator = Locator(toy.codec(), Source(DATA))
    for path, offset in {
        "magic": 0,
        "ofs_checksums": 6,
        "records[0].body.y": 17,
        "records[1].id": 25,
        "records[2].body.note": 41,
        "records[3].body.values[1]": 58,
        "checksums[3]": 69,
    }.items():
        assert locator.offset(path) == offset
        assert locator.path(offset) == path
        assert locator.path(offset + 1) == path or path.endswith("id")
    assert locator.offset("records[1].body.nothing.at_all") == locator.offset("records[1].body")
    assert locator.path(len(DATA)) is None


def test_the_tree_as_json(toy: Format) -> None:
    tree = read(toy, DATA)
    document = document_of(tree)
    assert json.loads(document) == {"version": 1, **TREE, "records": [{**TREE["records"][0]}, *_named(TREE["records"])]}
    assert written(toy, tree_of(document)) == DATA


def _named(records: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{**record, "kind": "label" if record["kind"] == 1 else record["kind"]} for record in records[1:]]


def test_bytes_in_json_say_how_they_are_written(tmp_path: Path) -> None:
    form = schema(tmp_path, "seq: [{id: short, size: 3}, {id: long, size-eos: true}]\n")
    data = bytes(range(200))
    document = document_of(read(form, data))
    assert json.loads(document)["short"] == {"$hex": "000102"}
    assert set(json.loads(document)["long"]) == {"$base64"}
    assert written(form, tree_of(document)) == data


@pytest.mark.parametrize("document", ["{", "[1]", '{"a": {"$hex": "0"}}', '{"a": {"$base64": "é"}}', "[" * 100_000])
def test_what_is_no_json_of_a_tree_is_refused(document: str) -> None:
    with pytest.raises(FormatError) as caught:
        tree_of(document)
    assert caught.value.line is not None


labels = st.fixed_dictionaries({"text": st.text(max_size=3)}) | st.fixed_dictionaries(
    {"text": st.text(min_size=4, max_size=20), "note": st.text("abc ", max_size=9)}
)
values = st.fixed_dictionaries(
    {
        "values": st.lists(st.integers(-(2**15), 2**15 - 1), max_size=9),
        "is_signed": st.booleans(),
        "width": st.integers(0, 64),
    }
)
points = st.fixed_dictionaries({"x": st.floats(width=32), "y": st.floats()})
bodies = (
    st.tuples(st.just("label"), labels) | st.tuples(st.just("values"), values) | st.tuples(st.just("point"), points)
)
records = st.tuples(st.integers(0, 2**64 - 1), bodies).map(lambda it: {"id": it[0], "kind": it[1][0], "body": it[1][1]})


@given(st.lists(records, max_size=6), st.integers(0, 255))
def test_any_tree_comes_back(toy: Format, listed: list[dict[str, Any]], flavor: int) -> None:
    tree = {"flavor": flavor, "records": listed, "checksums": list(range(len(listed)))}
    data = written(toy, tree)
    again = read(toy, data)
    assert written(toy, again) == data
    assert written(toy, tree_of(document_of(again))) == data
    assert [record["id"] for record in again["records"]] == [record["id"] for record in listed]


DEPTH = "types: {node: {seq: [{id: x, type: u1}, {id: next, type: node}]}}"


@pytest.mark.parametrize(
    ("text", "data"),
    [
        (
            "seq: [{id: n, type: u4}, {id: all, type: none, repeat: expr, repeat-expr: n}]\ntypes: {none: {}}\n",
            b"\xff" * 4,
        ),
        ("seq: [{id: all, type: none, repeat: eos}]\ntypes: {none: {}}\n", b"x"),
        (f"seq: [{{id: deep, type: node}}]\n{DEPTH}\n", bytes(9999)),
    ],
    ids=["a count of nothing", "nothing to the end", "deep nesting"],
)
def test_hostile_bytes_take_bounded_time(tmp_path: Path, text: str, data: bytes) -> None:
    error = refused(schema(tmp_path, text), data)
    assert isinstance(error, LimitError)


# Schemas from files


def test_imports_are_beside_the_schema_or_in_the_package(tmp_path: Path) -> None:
    (tmp_path / "part.ksy").write_text("meta: {id: part, endian: be}\nseq: [{id: x, type: u2}]\n")
    path = tmp_path / "whole.ksy"
    path.write_text(
        "meta: {id: whole, imports: [part, uleb128]}\n"
        "seq: [{id: a, type: part}, {id: b, type: uleb128}, {id: c, type: part}]\n"
    )
    form = format_of_codec(codec_of_file(path))
    data = b"\x01\x02\x85\x01\x03\x04"
    tree = read(form, data)
    assert (tree["a"], tree["b"], tree["c"]) == ({"x": 258}, 133, {"x": 772})
    assert written(form, tree) == data


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("meta: {id: x}\nseq: [{id: a, type: f2}]\n", "/seq/0: there is no type 'f2'|/seq/0/type"),
        ("meta: {id: x}\nseq: [{id: a, size: 1, process: mine}]\n", "/seq/0/process: 'mine' is code"),
        ("meta: {id: x}\nparams: [{id: n, type: u1}]\nseq: [{id: a, size: n}]\n", "/params: the schema is for others"),
        ("meta: {id: x, imports: [nowhere]}\n", "/meta/imports/0: there is no schema nowhere.ksy"),
        ("- 1\n", "not a map"),
        ("meta: {id: [\n", "not YAML"),
        ("meta: {id: x}\nseq: [{id: a, size: b}]\n", "/seq/0/size: there is no member 'b'"),
        ("meta: {id: x}\nseq: [5]\n", "/seq: has to be a list of maps"),
        ("meta: {id: x}\ntypes: {a: 5}\n", "/types/a: has to be a map"),
    ],
)
def test_what_the_subset_excludes_is_said_with_its_path(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "x.ksy"
    path.write_text(text)
    with pytest.raises(ValueError, match=message):
        codec_of_file(path)


EVIL = "__import__('os').abort()"


@pytest.mark.parametrize(
    "text",
    [
        f'meta: {{id: "x = {EVIL}"}}\n',
        f"meta: {{id: x}}\nseq: [{{id: 'a\" + {EVIL.replace(chr(39), '')} + \"', type: u1}}]\n",
        "meta: {id: x}\nseq: [{id: class+1, type: u1}]\n",
        f'meta: {{id: x}}\ntypes: {{"y = {EVIL}": {{}}}}\n',
        f'meta: {{id: x}}\nenums: {{e: {{"{EVIL}": a}}}}\n',
        f'meta: {{id: x}}\nenums: {{e: {{1: "a = {EVIL}"}}}}\n',
        f'meta: {{id: x}}\nseq: [{{id: a, type: strz, encoding: "u8\', {EVIL}"}}]\n',
        f'meta: {{id: x}}\ntypes: {{t: {{params: [{{id: "p, {EVIL}"}}]}}}}\n',
        f'meta: {{id: x}}\ninstances: {{"i, {EVIL}": {{value: 1}}}}\n',
        "meta: {id: x}\nseq: [{id: a, type: u1, if: a.__class__}]\n",
        f'meta: {{id: x}}\nseq: [{{id: a, type: u1, -default: "{EVIL}"}}]\n',
        f'meta: {{id: x}}\nseq: [{{id: a, type: u1, -align: "{EVIL}"}}]\n',
        f'meta: {{id: x}}\nseq: [{{id: a, type: strz, encoding: UTF-8, terminator: "{EVIL}"}}]\n',
        f'meta: {{id: x}}\nseq: [{{id: a, type: strz, encoding: UTF-8, include: "1, {EVIL}"}}]\n',
        f'meta: {{id: x, imports: ["{EVIL}"]}}\n',
    ],
)
def test_no_text_of_a_schema_is_code(tmp_path: Path, text: str) -> None:
    path = tmp_path / "x.ksy"
    path.write_text(text)
    with pytest.raises(ValueError, match="/"):
        codec_of_file(path)


def test_titles_and_documentation_may_hold_anything(tmp_path: Path) -> None:
    text = f"""
meta: {{id: x, title: 'T\"\"\" + {EVIL.replace("'", "''")} #\\'}}
doc: "line\\n{EVIL}"
seq: [{{id: a, type: strz, encoding: UTF-8, include: true, doc: "b\\n{EVIL}"}}]
enums: {{e: {{1: {{id: m, doc: "c\\n{EVIL}"}}}}}}
"""
    path = tmp_path / "x.ksy"
    path.write_text(text)
    assert format_of_codec(codec_of_file(path)).read(Source(b"ok\0"), True)["a"] == "ok\0"


FILES = {"stb": "stb/valid/*.stb", "micb": "mic/valid/*.micb", "nac": "nac/*/*.nac"}


@pytest.mark.sample(each=3)
@pytest.mark.parametrize("name", FILES)
def test_the_schemas_of_the_package_serve_without_their_rooms(name: str) -> None:
    root = Path(__file__).parents[2]
    form = format_of_codec(codec_of_file(root / "schemas" / f"{name}.ksy"))
    found = sorted((root / "tests" / "corpus").glob(FILES[name]))
    paths = [path for path in found if path.stat().st_size < 20_000][: effort(5, 12)]
    assert paths
    kept = 0
    for path in paths:
        data = path.read_bytes()
        if form.check(Source(data), True):
            assert refused(form, data).offset is not None
            continue
        tree = read(form, data)
        kept += 1
        assert written(form, tree) == data
        assert written(form, tree_of(document_of(tree))) == data
    assert kept >= len(paths) // 2


def test_a_count_in_a_record_of_its_own_is_given_not_derived(tmp_path: Path) -> None:
    """Such as a varint that is not the one of the package: its fields do not follow from the number that they make."""
    form = schema(
        tmp_path,
        "seq: [{id: num, type: pair}, {id: items, type: u1, repeat: expr, repeat-expr: num.value}]\n"
        "types: {pair: {seq: [{id: low, type: u1}, {id: high, type: u1}],"
        " instances: {value: {value: low + high * 128}}}}\n",
    )
    data = b"\2\0ab"
    tree = read(form, data)
    assert tree["num"] == {"low": 2, "high": 0}
    assert written(form, tree) == data
    tree["items"].append(1)
    with pytest.raises(InvalidError, match="expected 2 elements, got 3"):
        written(form, tree)


HEADERS = """
seq:
  - {id: ofs_body, type: u1}
  - {id: flags, type: u1}
  - {id: more, type: u2, if: ofs_body != 2}
instances:
  body: {pos: ofs_body, type: u1, if: ofs_body != 0}
"""


def test_a_header_whose_length_depends_on_where_its_body_is(tmp_path: Path) -> None:
    """Both layouts agree with themselves: the one that was read is written."""
    form = schema(tmp_path, HEADERS)
    for data in (b"\x02\x05\x07", b"\x04\x05\0\0\x07", b"\0\x05\0\0"):
        assert written(form, read(form, data)) == data
    longer = {"flags": 5, "more": 0, "body": 7}
    assert written(form, longer) == b"\x04\x05\0\0\x07"
    for unusable in (1000, -1):
        with pytest.raises(InvalidError, match="ofs_body: is given, and something else follows"):
            written(form, {"ofs_body": unusable, **longer})
