"""The generated parser, the generated construct and the lifted arrays see the same, leaf by leaf."""

from __future__ import annotations

from enum import IntEnum
from typing import Any

import numpy as np
import pytest
from construct import Container, ListContainer
from hypothesis import given, settings
from kaitaistruct import KaitaiStruct
from nacformats._generated.kaitai.nac import Nac

from nacformats import FormatError, InvalidError, TruncatedError, dumps, loads
from nacformats.codec import trees
from nacformats.codec.building import record
from nacformats.codec.records import type_of
from nacformats.codec.streams import Source
from nacformats.formats.nac import NacFile
from nacformats.formats.nac.memory_map import Record, make_memory_map, read_memory_map, write_memory_map
from nacformats.formats.nac.operations import CONSTANT_CODES, Fields, make_operations, read_operations, write_operations
from nacformats.formats.nac.places import Places
from nacformats.formats.nac.tables import SECTIONS
from tests.nac.samples import COMPLETE, GOLDEN, Case, changed
from tests.nac.strategies import files

INSTANCES = (*SECTIONS, "signature_order", "signature_table")


def plain(value: Any) -> Any:
    """A tree as dicts, lists, numbers, text and bytes; fields that are not there are left out."""
    if isinstance(value, KaitaiStruct):
        fields = {entry.id: getattr(value, entry.id, None) for entry in type_of(value).fields}
        return {name: plain(found) for name, found in fields.items() if found is not None}
    if isinstance(value, Container):
        return {name: plain(found) for name, found in value.items() if found is not None}
    if isinstance(value, list | ListContainer):
        return [plain(item) for item in value]
    if isinstance(value, memoryview | bytearray):
        return bytes(value)
    return int(value) if isinstance(value, bool | IntEnum) else value


def by_kaitai(data: bytes) -> dict[str, Any]:
    tree = trees.parse("nac", Source(data))
    found = {name: getattr(tree, name) for name in INSTANCES}
    return plain(tree) | {name: plain(value) for name, value in found.items() if value is not None}


def by_construct(data: bytes) -> dict[str, Any]:
    return plain(record("nac").parse(data))


def instructions(tree: dict[str, Any]) -> list[Fields]:
    """The instructions of a tree as the lifted reader has them."""
    return [Fields(row["a"], row["b"], *words(row["a"], row.get("fields"))) for row in tree["ops"]["instructions"]]


def words(a: int, fields: dict[str, Any] | None) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """C and D of an instruction."""
    if not fields:
        return (), ()
    if a == 6:
        return (fields["prefix"], fields["len_true"], fields["len_false"]), (fields["predicate"],)
    if a == 7:
        return (fields["input"],), (fields["block_end"], fields["num_branches"], *fields["branches"])
    c = [fields[name] for name in ("num_constants", "prefix", "id") if name in fields]
    return (*c, *fields.get("constants", ()), *fields.get("reserved", ())), tuple(fields.get("distances", ()))


def records(tree: dict[str, Any]) -> list[Record]:
    rows = tree.get("mmap", {"records": []})["records"]
    return [Record(row["tick"], tuple((each["action"], each["target"]) for each in row["commands"])) for row in rows]


def assert_equal(data: bytes) -> None:
    tree = by_kaitai(data)
    assert by_construct(data) == tree
    file = loads(data, strict=False)
    assert list(file.ops or ()) == instructions(tree)
    assert list(file.mmap or ()) == records(tree)
    assert_rewritten(file)


def assert_rewritten(file: NacFile) -> None:
    """The writers of the lifted regions are the inverse of their readers."""
    for region, write in ((file.ops, write_operations), (file.mmap, write_memory_map)):
        if region is not None:
            raw = write(region)
            assert raw == bytes(file.source.view[region.start : region.start + region.nbytes])
            assert len(raw) == region.nbytes


@pytest.mark.parametrize("data", [GOLDEN, COMPLETE], ids=["golden", "complete"])
def test_files_of_the_tests(data: bytes) -> None:
    assert_equal(data)
    assert record("nac").build(record("nac").parse(data)) == data


def test_files_of_the_corpus(every_case: list[Case]) -> None:
    compared = [case for case in every_case if not case.name.startswith("broken_")]
    for case in compared:
        assert_equal(case.data)
    assert len(compared) > 35


@settings(max_examples=40, deadline=None)
@given(files())
def test_random_files(file: NacFile) -> None:
    assert_equal(dumps(file))


def test_rows_become_arrays_and_come_back() -> None:
    rows = [Fields(2, 0), Fields(2, 1, (1, -7)), Fields(200, 255, (2, 32767, -32768), (-1, 0, 0)), Fields(0, 0)]
    ops = make_operations(rows)
    assert list(ops) == rows
    assert ops.a.tolist() == [2, 2, 200, 0]
    assert ops.words.tolist() == [1, -7, 2, 32767, -32768, -1, 0, 0]
    assert (ops.c_offsets.tolist(), ops.d_offsets.tolist()) == ([0, 0, 2, 8, 8], [0, 2, 5, 8])
    assert write_operations(ops).hex(" ", 2) == "0200 0201 0100 f9ff c8ff 0200 ff7f 0080 ffff 0000 0000 0000"
    assert ops.nbytes == 24
    assert ops.place(2) == {"path": "ops.instructions[2]", "offset": None}
    assert list(make_operations(())) == []
    with pytest.raises(OverflowError):
        make_operations([Fields(256, 0)])
    with pytest.raises(OverflowError):
        make_operations([Fields(0, 0, (32768,))])


def test_records_become_arrays_and_come_back() -> None:
    rows = [Record(0, ()), Record(65535, ((40, 1), (255, 65535))), Record(7, ((10, 7),))]
    schedule = make_memory_map(rows)
    assert list(schedule) == rows
    raw = write_memory_map(schedule)
    assert raw.hex(" ", 3) == "000000 ffff02 280100 ffffff 070001 0a0700"
    assert list(read_memory_map(memoryview(raw), 0, 3)) == rows
    assert schedule[1:] == rows[1:]


def lifted(raw: str, count: int, signatures: dict[int, str] | None = None, outputs: int = 1) -> list[Fields]:
    view = memoryview(bytes.fromhex(raw))
    return list(read_operations(view, 0, len(view), count, signatures or {}, outputs))


def test_layouts() -> None:
    """Every kind of instruction, at an odd address as well."""
    signatures = {1: "TT", 2: "TSc", 3: "", 0: "TT"}
    listed = {
        "0000": Fields(0, 0),
        "0907": Fields(9, 7),
        "0200": Fields(2, 0),
        "0203 0100 0500": Fields(2, 3, (1, 5)),
        "0204": Fields(2, 4),
        "0300 0100 0000 ffff": Fields(3, 0, (1, 0), (-1,)),
        "0301 0200 0000 ffff": Fields(3, 1, (2, 0), (-1,)),
        "0300 0300 0000 0000 0000 ffff feff fdff": Fields(3, 0, (3, 0, 0, 0), (-1, -2, -3)),
        "0600 0300 0100 0200 ffff": Fields(6, 0, (3, 1, 2), (-1,)),
        "0764 ffff 0500 0200 0100 0200": Fields(7, 100, (-1,), (5, 2, 1, 2)),
        "0a00": Fields(10, 0),
        "0a01 ffff feff": Fields(10, 1, (), (-1, -2)),
        "ff02 0000 ffff feff fdff": Fields(255, 2, (0,), (-1, -2, -3)),
        "ff02 0200 0100 0200 ffff 0000 0000": Fields(255, 2, (2, 1, 2), (-1, 0, 0)),
        "0a03": Fields(10, 3),
        "0a09": Fields(10, 9),
    }
    for raw, row in listed.items():
        assert lifted(raw, 1, signatures) == [row]
        shifted = memoryview(b"\xee" + bytes.fromhex(raw) * 3)
        assert list(read_operations(shifted, 1, len(shifted), 3, signatures, 1)) == [row] * 3


@pytest.mark.parametrize(
    ("raw", "count", "path", "offset"),
    [
        ("0200", 2, "ops.num_instructions", 0),
        ("0200 0203 0100", 2, "ops.instructions[1].fields.id", 6),
        ("0203 0100 0500 0203", 2, "ops.instructions[1].fields.prefix", 8),
        ("0a01 ffff 0200 0200", 3, "ops.instructions[2]", 8),
        ("0200 0a02", 2, "ops.instructions[1].fields.num_constants", 4),
        ("0200 0a02 ff7f 0200", 2, "ops.instructions[1].fields.constants[1]", 8),
        ("0200 0a02 0100 0200 ff", 2, "ops.instructions[1].fields.distances[0]", 8),
        ("0200 0300", 2, "ops.instructions[1].fields.prefix", 4),
        ("0200 0300 0100 0000 ff", 2, "ops.instructions[1].fields.distances[0]", 8),
        ("0700 0000 0000", 1, "ops.instructions[0].fields.num_branches", 6),
        ("0600 0300 0000", 1, "ops.instructions[0].fields.len_false", 6),
        ("0200 02", 2, "ops.num_instructions", 0),
    ],
)
def test_instructions_that_are_cut_off(raw: str, count: int, path: str, offset: int) -> None:
    with pytest.raises(TruncatedError) as caught:
        lifted(raw, count, {1: "TT", 2: "Ti"})
    assert (caught.value.path, caught.value.offset) == (path, offset)
    view = memoryview(bytes.fromhex(raw) + b"CMAP")
    with pytest.raises(InvalidError, match="run into the next section"):
        read_operations(view, 0, len(view) - 4, count, {1: "TT", 2: "Ti"}, 1)


@pytest.mark.parametrize(
    ("raw", "actual", "field", "offset"),
    [
        ("0200 0a02 ffff 0000 0000", -1, "num_constants", 4),
        ("0200 0300 ffff", -1, "prefix", 4),
        ("0200 0201 0300 0000", 3, "prefix", 4),
        ("0200 0700 0000 0000 ffff", -1, "num_branches", 8),
    ],
)
def test_instructions_that_count_wrongly(raw: str, actual: int, field: str, offset: int) -> None:
    with pytest.raises(InvalidError, match="counts its own words wrongly") as caught:
        lifted(raw, 2, {2: "Ti"})
    path = f"ops.instructions[1].fields.{field}"
    assert (caught.value.path, caught.value.offset, caught.value.actual) == (path, offset, actual)


def test_the_codes_of_constants_are_those_of_the_schema() -> None:
    codes = [chr(member) for member in Nac.ArgumentKind]
    entries = trees.parse("nac", Source(changed(PERM=list(enumerate(codes))))).perm.entries
    found = [code for code, entry in zip(codes, entries, strict=True) if entry.has_constants]
    assert set(found) == CONSTANT_CODES


@pytest.mark.parametrize(
    ("raw", "path", "offset", "text"),
    [
        ("0200 0a09 0203", "ops.instructions[1].b", 3, "`perm` has no such signature: got 9 .*misread then: ops"),
        (
            "0200 0a09 0201 0700 0000",
            "ops.instructions[1].b",
            3,
            "`perm` has no such signature: got 9 .*counts its own",
        ),
        ("0300 0300 0000 ffff", "ops.instructions[0].fields.prefix", 2, "num_outputs = 1: expected 1 .*, got 3"),
        ("0200 0301 0200 ffff", "ops.instructions[1].fields.distances[0]", 8, "the file ends too early"),
        ("0200 0201 0300 0000 0a09", "ops.instructions[1].fields.prefix", 4, "counts its own words wrongly"),
    ],
)
def test_what_makes_the_rest_unreadable_is_named(raw: str, path: str, offset: int, text: str) -> None:
    with pytest.raises(FormatError, match=text) as caught:
        lifted(raw, 3 if raw.startswith("02") else 1)
    assert (caught.value.path, caught.value.offset) == (path, offset)


def test_the_places_of_words_are_those_of_the_schema() -> None:
    ops, places = loads(COMPLETE).ops, Places(Source(COMPLETE))
    found = [ops.place_of_word(word) for word in range(len(ops.words))]
    found += [ops.place(index, field) for index in range(len(ops)) for field in ("a", "b", None)]
    assert [place["offset"] for place in found] == [places.offset(place["path"]) for place in found]
    assert len({place["path"] for place in found}) == len(found)


def test_a_count_is_checked_before_anything_is_allocated() -> None:
    with pytest.raises(TruncatedError):
        lifted("0200", 2**32 - 1)
    with pytest.raises(TruncatedError):
        read_memory_map(memoryview(bytes(3)), 0, 65536)
    with pytest.raises(InvalidError):
        read_memory_map(memoryview(bytes(3)), 0, 65537)


def test_random_words_are_read_alike() -> None:
    """Whatever the words are, the lifted reader and the generated parser say the same, or both refuse."""
    rng = np.random.default_rng(0)
    head = bytearray(GOLDEN[:116])
    tail = GOLDEN[144:]
    outcomes = set()
    for _ in range(400):
        body = rng.choice([0, 1, 2, 3, 6, 7, 10, 0x6402, 0x64C9, -1], 14).astype("<i2").tobytes()
        head[112:116] = int(rng.integers(1, 9)).to_bytes(4, "little")
        data = bytes(head) + body + tail
        refused = (_refuses(by_kaitai, data), _refuses(_lift_only, data))
        assert refused[0] <= refused[1], "the lifted reader stops at the next section, the parser does not"
        if not refused[1]:
            assert _lift_only(data) == instructions(by_kaitai(data))
        outcomes.add(refused)
    assert {(False, False), (True, True)} <= outcomes


def _lift_only(data: bytes) -> list[Fields]:
    source = Source(data)
    count = int.from_bytes(data[112:116], "little")
    return list(read_operations(source.view, 116, 144, count, {100: "TSc"}, 1))


def _refuses(read: Any, data: bytes) -> bool:
    try:
        read(data)
    except (FormatError, ValueError, EOFError):
        return True
    except Exception as failure:
        if type(failure).__module__ == "kaitaistruct":
            return True
        raise
    return False
