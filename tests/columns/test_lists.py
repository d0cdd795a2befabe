"""Lists of records as columns: what the machine gives for them, by small schemas."""

from __future__ import annotations

import os
import struct
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import yaml

from nacformats import FormatError
from nacformats.codec.columns import lists as runtime
from nacformats.codec.columns.native import PURE
from nacformats.codec.elements import RecordElements
from nacformats.codec.streams import Source
from nacformats.codec.trees.codec import SchemaCodec
from nacformats.languages import compiled
from nacformats.languages.scan import native_scanner
from nacformats.schema.flat.lowering import repeated
from nacformats.schema.reading import read_schema
from nacformats.targets.columns.lists import lists_in_memory, record_of_list, render_lists
from nacformats.targets.loading import codec_of_file
from tests.columns.refusals import list_refusals
from tests.partners import needs

POINTS = """
meta: {id: points, endian: le}
seq:
  - {id: num_points, type: u4}
  - {id: points, type: point, repeat: expr, repeat-expr: num_points}
types:
  pair: {seq: [{id: x, type: f4}, {id: y, type: s2be}]}
  point: {seq: [{id: at, type: pair}, {id: corners, type: pair, repeat: expr, repeat-expr: 2}, {id: flags, type: b4},
    {id: kind, type: b12, valid: {max: 9}}]}
"""
NAMES = """
meta: {id: names, endian: be, encoding: ASCII}
seq:
  - {id: names, type: name(3), repeat: until, repeat-until: _.text == "end"}
  - {id: last, type: u1}
types:
  name:
    params: [{id: most, type: u1}]
    seq:
      - {id: text, type: strz}
      - {id: label, type: str, size: 4, terminator: 0, pad-right: 32}
      - {id: num_words, type: u1, valid: {max: most}}
      - {id: words, type: strz, repeat: expr, repeat-expr: num_words}
"""


def codec_of(folder: Path, text: str) -> SchemaCodec:
    path = folder / f"{yaml.safe_load(text)['meta']['id']}.ksy"
    path.write_text(text)
    return codec_of_file(path)


def points(count: int) -> bytes:
    out = bytearray(struct.pack("<I", count))
    for number in range(count):
        out += b"".join(struct.pack("<f", number + k) + struct.pack(">h", -number) for k in range(3))
        out += bytes([0xA0, number % 10])
    return bytes(out)


def names(count: int) -> bytes:
    words = [b"name%d\0" % number + b"ab\0d" + b"\x02one\0two\0" for number in range(count)]
    return b"".join(words) + b"end\0x   \0\7"


@pytest.fixture
def always(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Columns and C for lists of any length."""
    for limit in ("LISTS_PAY", "NATIVE_PAYS", "BUILDING_PAYS"):
        monkeypatch.setattr(runtime, limit, 0)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.delenv(PURE, raising=False)


def test_records_of_fixed_size_are_views_of_the_file(tmp_path: Path) -> None:
    data = points(300)
    found = codec_of(tmp_path, POINTS).read(Source(data)).points
    assert isinstance(found, RecordElements)
    columns = found.columns
    assert columns["at"].dtype.names == ("x", "y")
    assert np.shares_memory(columns["at.x"], np.frombuffer(data, np.uint8))
    assert columns["corners.y"].shape == (300, 2)
    assert columns["corners.y"].dtype == ">i2"
    assert columns["kind"].tolist() == [number % 10 for number in range(300)]
    assert columns["flags"].tolist() == [10] * 300
    assert list(columns) == ["at.x", "at.y", "corners[]", "corners.x", "corners.y", "flags", "kind"]
    assert bytes(found.raw) == data[4:]


def test_a_record_is_made_when_it_is_asked_for_and_kept(tmp_path: Path) -> None:
    tree = codec_of(tmp_path, POINTS).read(Source(points(200)))
    assert tree.points.is_untouched
    assert tree.points[7].at.y == -7
    assert tree.points[-1] is tree.points[199]
    assert not tree.points.is_untouched
    assert [each.corners[1].x for each in tree.points[3:5]] == [5, 6]
    assert tree.points[7]._parent is tree
    assert tree.points.starts[7] == 4 + 7 * 20
    with pytest.raises(IndexError):
        tree.points[200]


def test_a_list_of_records_may_be_changed(tmp_path: Path) -> None:
    found = codec_of(tmp_path, POINTS).read(Source(points(200))).points
    found[3] = "other"
    assert (found[3], len(found)) == ("other", 200)
    del found[0]
    found.append("last")
    assert (found[2], found[-1], len(found)) == ("other", "last", 200)
    assert found == list(found)
    assert found != [*found, 1]
    found[1:] = []
    assert len(found) == 1


def test_a_signalling_nan_keeps_its_bits(tmp_path: Path) -> None:
    data = bytearray(points(200))
    data[4:8] = bits = (0x7FA00001).to_bytes(4, "little")
    column = codec_of(tmp_path, POINTS).read(Source(bytes(data))).points.columns["at.x"]
    assert column[:1].tobytes() == bits


def test_a_record_that_breaks_a_rule_is_named(tmp_path: Path) -> None:
    data = bytearray(points(300))
    data[4 + 20 * 250 + 19] = 10
    with pytest.raises(FormatError, match=r"points\[250\].kind \(byte 5022\)"):
        codec_of(tmp_path, POINTS).read(Source(bytes(data)))
    with pytest.raises(FormatError, match=r"points\[299\]"):
        codec_of(tmp_path, POINTS).read(Source(points(300)[:-1]))


@pytest.mark.usefixtures("always")
@pytest.mark.parametrize("is_compiled", [False, pytest.param(True, marks=needs("cc"))])
def test_texts_end_as_the_schema_says(tmp_path: Path, is_compiled: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if not is_compiled:
        monkeypatch.setenv(PURE, "1")
    data = names(40)
    tree = codec_of(tmp_path, NAMES).read(Source(data))
    columns = tree.names.columns
    assert len(tree.names) == 41
    assert tree.last == 7
    spans = zip(columns["label@"].tolist(), columns["label#"].tolist(), strict=True)
    assert [data[at : at + size] for at, size in spans] == [b"ab"] * 40 + [b"x"]
    assert columns["words[]"].tolist() == [*range(0, 81, 2), 80]
    assert columns["words#"].tolist() == [3] * 80
    assert tree.names[5].words == ["one", "two"]
    assert bool(list(tmp_path.rglob("*.so"))) == is_compiled


def test_parts_of_their_own_positions_and_numbers_of_the_owner(tmp_path: Path) -> None:
    text = """
    meta: {id: parts, endian: le}
    seq:
      - {id: size, type: u1}
      - {id: step, type: u2}
      - {id: parts, type: part(_index), size: size - 1, repeat: eos}
    types:
      part:
        params: [{id: number, type: u4}]
        seq:
          - {id: own, type: u2, valid: {expr: _ == number * _parent.step}}
          - {id: more, type: u1, repeat: eos}
    """
    data = struct.pack("<BH", 6, 3) + b"".join(struct.pack("<H", 3 * k) + bytes([k % 256] * 3) for k in range(300))
    codec = codec_of(tmp_path, text)
    found = codec.read(Source(data)).parts
    assert isinstance(found, RecordElements)
    assert found[200].more == [200] * 3
    assert found[200].own == 600
    assert found.columns["more[]"].tolist() == [*range(0, 901, 3)]
    damaged = bytearray(data)
    damaged[3 + 5 * 77] ^= 1
    with pytest.raises(FormatError, match=r"parts\[77\].own"):
        codec.read(Source(bytes(damaged)))


def test_untouched_records_are_written_as_they_were_read(tmp_path: Path) -> None:
    data, codec = points(200), codec_of(tmp_path, POINTS)
    tree = codec.read(Source(data))
    assert b"".join(codec.chunks(tree)) == data
    assert tree.points.is_untouched
    tree.points[3].at.y = 12
    assert b"".join(codec.chunks(tree)) == data[:68] + struct.pack(">h", 12) + data[70:]


def test_a_part_with_more_in_it_is_left_to_the_plain_reader(tmp_path: Path) -> None:
    text = """
    meta: {id: parts, endian: le}
    seq: [{id: parts, type: part, repeat: eos}]
    types:
      part: {seq: [{id: size, type: u1}, {id: inner, type: inner, size: size}]}
      inner: {seq: [{id: x, type: u2}]}
    """
    codec = codec_of(tmp_path, text)
    assert isinstance(codec.read(Source(b"\2ab" * 200)).parts, RecordElements)
    assert isinstance(codec.read(Source(b"\2ab" * 200 + b"\3abc")).parts, list)


def test_few_records_are_read_at_once(tmp_path: Path) -> None:
    assert isinstance(codec_of(tmp_path, POINTS).read(Source(points(3))).points, list)


def test_a_generated_module_reads_the_same(tmp_path: Path) -> None:
    schema = read_schema(yaml.safe_load(POINTS))
    module: dict[str, Any] = {}
    exec(render_lists(schema), module)
    assert module["LISTS"].load("/seq/1").codec.size == 20
    assert module["LISTS"].load("/seq/0") is None
    assert "/seq/1" in [member.path for _, member in repeated(schema)]


@pytest.mark.parametrize(
    ("condition", "name"),
    [("_io.pos > 3", "_io"), ('"ab".substring(0, 1) == "a"', "substring")],
    ids=["stream", "method"],
)
def test_what_cannot_be_columns_is_said_with_its_path(condition: str, name: str) -> None:
    ksy = yaml.safe_load(POINTS)
    ksy["types"]["pair"]["seq"][1] |= {"if": condition}
    refused = list_refusals(read_schema(ksy))
    assert refused["/seq/1"] == f"/types/pair/seq/1/if: `{name}` cannot be computed from columns"


# C in the user's cache


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.delenv(PURE, raising=False)
    return tmp_path / "nacformats"


SOURCE = "int answer(void) { return 42; }\n"


@needs("cc")
def test_a_folder_is_its_users_own_under_any_umask(cache: Path) -> None:
    before = os.umask(0o002)
    try:
        library = compiled.compiled_library(SOURCE, builds=True)
    finally:
        os.umask(before)
    assert library is not None
    assert {each.stat().st_mode & 0o777 for each in (cache, cache / "lists")} == {0o700}


@needs("cc")
def test_a_library_is_built_once_in_a_folder_of_the_users_own(cache: Path) -> None:
    assert compiled.compiled_library(SOURCE, builds=False) is None
    library = compiled.compiled_library(SOURCE, builds=True)
    assert library is not None
    assert library.answer() == 42
    (built,) = (cache / "lists").iterdir()
    assert (cache / "lists").stat().st_mode & 0o777 == 0o700
    before = built.stat().st_mtime_ns
    assert compiled.compiled_library(SOURCE, builds=False) is not None
    assert built.stat().st_mtime_ns == before


@needs("cc")
def test_a_folder_that_others_can_write_is_not_used(cache: Path) -> None:
    (cache / "lists").mkdir(parents=True)
    (cache / "lists").chmod(0o777)
    assert compiled.compiled_library(SOURCE, builds=True) is None


@needs("cc")
def test_a_link_in_place_of_the_folder_is_not_used(cache: Path, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    cache.mkdir()
    (cache / "lists").symlink_to(tmp_path / "elsewhere")
    assert compiled.compiled_library(SOURCE, builds=True) is None


@needs("cc")
def test_without_a_compiler_or_with_a_failing_one_there_is_no_library(
    cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert compiled.compiled_library("this is no C", builds=True) is None
    assert not list((cache / "lists").iterdir())
    monkeypatch.setattr(compiled, "_compiler", lambda: None)
    assert compiled.compiled_library(SOURCE, builds=True) is None


def test_pure_python_is_a_choice(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(PURE, "1")
    assert compiled.compiled_library(SOURCE, builds=True) is None
    assert not cache.exists()


@needs("cc")
@pytest.mark.skipif(os.name != "posix", reason="no compiler is looked for")
def test_the_compiled_loop_finds_what_the_loop_of_python_finds(cache: Path) -> None:
    schema = read_schema(yaml.safe_load(NAMES))
    owner, member = next(iter(repeated(schema)))
    scanner = native_scanner(record_of_list(schema, owner, member))(True)
    assert scanner is not None
    octets, data = np.frombuffer(names(30), np.uint8), names(30)
    found = lists_in_memory(schema).load(member.path)
    assert found is not None
    plain = found.codec.found(octets, 0, len(data), 100, [3])
    scanned = scanner(octets, 0, len(data), 100, [3])
    assert scanned is not None
    starts, noted = scanned
    assert starts.tolist() == plain.starts.tolist()
    assert len(noted[0]) == 60
