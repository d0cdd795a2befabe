"""The generated parser, the generated construct and the model on columns see the same, leaf by leaf."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from kaitaistruct import KaitaiStruct

from nacformats import FormatError, InvalidError, LimitError, TruncatedError, constructs, dumps, loads
from nacformats._generated.columns import nac as codecs
from nacformats._generated.kaitai.nac import Nac
from nacformats._generated.tables.nac import SCHEMA
from nacformats.codec.streams import Source
from nacformats.formats.nac import NacFile
from nacformats.formats.nac.builder import make_operations
from nacformats.formats.nac.columns.instructions import (
    OPS,
    TRNG,
    Fields,
    Lengths,
    Operations,
    instruction_path,
    write_operations,
)
from nacformats.formats.nac.columns.memory_map import MemoryMap, ScheduleRecord, make_memory_map, write_memory_map
from nacformats.formats.nac.file.reading import Misread, locator_of
from nacformats.formats.nac.file.sections import SECTIONS
from nacformats.formats.nac.tables import CONSTANT_CODES, standard_operations
from nacformats.formats.records import VERSIONS
from nacformats.fuzz.nac import nac_models
from tests.effort import effort
from tests.nac import oracle
from tests.nac.samples import COMPLETE, GOLDEN, Case, changed, complete, complete_later
from tests.oracle import parse, type_of

#: The fields of C and of D, in the order of the file.
C_AND_D = (
    ("num_constants", "prefix", "id", "len_true", "len_false", "input", "constants", "reserved"),
    ("predicate", "block_end", "num_branches", "branches", "gradient", "rate", "distance", "distances"),
)


def plain(value: Any) -> Any:
    """A tree as dicts, lists, numbers, text and bytes; fields that are not there are left out."""
    if isinstance(value, KaitaiStruct):
        fields = {entry.id: getattr(value, entry.id, None) for entry in type_of(value).fields}
        return {name: plain(found) for name, found in fields.items() if found is not None}
    if isinstance(value, list):
        return [plain(item) for item in value]
    if isinstance(value, memoryview | bytearray):
        return bytes(value)
    return int(value) if isinstance(value, bool | IntEnum) else value


def by_kaitai(data: bytes) -> dict[str, Any]:
    tree = parse("nac", Source(data))
    found = {name: getattr(tree, name) for name in SECTIONS}
    sections = {name: plain(value) for name, value in found.items() if value is not None}
    return plain(tree) | sections | {"lookups": lookups(tree)}


def by_construct(data: bytes) -> dict[str, Any]:
    tree = constructs.nac.parse(data)
    return {**tree, "lookups": lookups(tree)}


def lookups(tree: Any) -> list[Any]:
    """What is found in `perm` and `cmap`: without bytes, it is in no tree, and there for those who ask."""
    found = tree.lookups
    signatures = [(slot.idx_entry, slot.num_arguments, slot.has_constants) for slot in found.signature_table]
    names = [slot.name_text for slot in found.operation_table]
    return [*signatures, *names, found.id_getitem, found.id_operator_getitem, found.id_select]


def instructions(tree: dict[str, Any], section: str = OPS) -> list[Fields]:
    """The instructions of a section of a tree as the model has them."""
    rows = tree.get(section, {"instructions": []})["instructions"]
    return [Fields(row["a"], row["b"], *(words(row["fields"], names) for names in C_AND_D)) for row in rows]


def words(fields: dict[str, Any], names: tuple[str, ...]) -> tuple[int, ...]:
    """Some fields of an instruction, of which lists have many words."""
    found = [fields[name] for name in names if name in fields]
    return tuple(word for each in found for word in (each if isinstance(each, list) else [each]))


def records(tree: dict[str, Any]) -> list[ScheduleRecord]:
    rows = tree.get("mmap", {"records": []})["records"]
    return [
        ScheduleRecord(row["tick"], tuple((each["action"], each["target"]) for each in row["commands"])) for row in rows
    ]


def assert_equal(data: bytes) -> None:
    tree = by_kaitai(data)
    assert by_construct(data) == tree
    file = loads(data, strict=False)
    assert list(file.sections.ops or ()) == instructions(tree)
    assert list(file.sections.trng or ()) == instructions(tree, TRNG)
    assert list(file.sections.mmap or ()) == records(tree)
    assert_rewritten(file)


def assert_rewritten(file: NacFile) -> None:
    """Writing is the inverse of reading."""
    for program in filter(None, (file.sections.ops, file.sections.trng)):
        columns = program.columns
        written = write_operations(program, file.lengths)
        assert written == bytes(file.source.view[columns.starts[0] : columns.starts[-1]])
        if not program.b[program.elements].any():  # which the words alone do not tell
            again = make_operations(program, section=program.section, version=program.version)
            assert list(again) == list(program)
            assert write_operations(again, file.lengths) == written
    if file.sections.mmap is not None:
        columns = file.sections.mmap.columns
        assert write_memory_map(file.sections.mmap) == bytes(file.source.view[columns.starts[0] : columns.starts[-1]])
        assert list(make_memory_map(file.sections.mmap)) == list(file.sections.mmap)


@pytest.mark.parametrize(
    "names",
    [
        None,
        [],
        [(201, "a"), (202, "b"), (203, "c")],
        [(203, "a"), (11, "b"), (203, "c"), (500, "d")],
        [(9 + number, f"name {number}") for number in range(1, 300)],
    ],
    ids=["no cmap", "empty", "in order", "in disorder", "too many"],
)
@pytest.mark.parametrize("version", VERSIONS)
def test_operations_have_names_in_lookups(version: str, names: list[tuple[int, str]] | None) -> None:
    if version != VERSIONS[0] and names and len(names) > 256:
        return  # only v1.6 permits them
    file = complete() if version == VERSIONS[0] else complete_later(version)
    changes: dict[str, Any] = {tag: [] for tag in ("OPS ", "TRNG") if tag in file}
    changes |= {"CMAP": names, "order": [tag for tag in file["order"] if tag != "CMAP" or names is not None]}
    tree = constructs.nac.parse(oracle.write(file | changes))
    mapped = {} if names is None or len(names) > 256 else dict(names)
    fixed = standard_operations(version)
    expected = {number: f"A={number}" for number in range(256)} | {number: name for name, number in fixed.items()}
    found = {slot.id_operation: slot.name_text for slot in tree.lookups.operation_table}
    assert found == expected | {number: name for number, name in mapped.items() if number < 256}


@pytest.mark.parametrize("data", [GOLDEN, COMPLETE], ids=["golden", "complete"])
def test_files_of_the_tests(data: bytes) -> None:
    assert_equal(data)
    assert constructs.nac.build(constructs.nac.parse(data)) == data


def test_files_of_the_corpus(every_case: list[Case]) -> None:
    compared = [case for case in every_case if not case.name.startswith("broken_")]
    for case in compared:
        assert_equal(case.data)
    assert len(compared) > 35


@given(nac_models())
def test_random_files(file: NacFile) -> None:
    assert_equal(dumps(file))


def test_rows_become_columns_and_come_back() -> None:
    rows = [Fields(2, 0), Fields(2, 1, (1, -7)), Fields(200, 255, (3, 32767, -32768, 0), (-1, 0, 0, 0)), Fields(0, 0)]
    ops = make_operations(rows)
    assert list(ops) == rows
    assert ops.a.tolist() == [2, 2, 200, 0]
    assert ops.field("prefix").tolist() == [0, 1, 0, 0]
    assert ops.field("constants").tolist() == [32767, -32768, 0]
    assert (ops.rows_of("constants").tolist(), ops.rows_of("distances").tolist()) == ([0, 0, 0, 3, 3], [0, 0, 0, 4, 4])
    written = "0200 0201 0100 f9ff c8ff 0300 ff7f 0080 0000 ffff 0000 0000 0000 0000"
    assert write_operations(ops, Lengths({255: "Tiii"}, 1)).hex(" ", 2) == written
    assert b"".join(row.raw for row in ops).hex(" ", 2) == written
    assert ops.offset_of(2) is None
    assert list(make_operations(())) == []
    for row, path in ((Fields(256, 0), "a"), (Fields(2, 1, (1, 32768)), "fields.id")):
        with pytest.raises(LimitError) as caught:
            make_operations([Fields(2, 0), row])
        assert caught.value.path == f"ops.instructions[1].{path}"


@pytest.mark.parametrize(
    "row",
    [
        Fields(0, 0, (1,)),  # no such C
        Fields(2, 1, (1,)),  # cut off
        Fields(2, 1, (1, 2, 3)),
        Fields(11, 1, (2, 1), (0,)),  # counts wrongly
        Fields(7, 0, (-1,), (3, 2, 1)),
        Fields(6, 0, (3, 1, 1), ()),
    ],
)
def test_words_that_are_no_fields(row: Fields) -> None:
    with pytest.raises(ValueError, match=r"instruction 0: .* are not words of"):
        make_operations([row])


def test_records_become_columns_and_come_back() -> None:
    rows = [ScheduleRecord(0, ()), ScheduleRecord(65535, ((40, 1), (255, 65535))), ScheduleRecord(7, ((10, 7),))]
    schedule = make_memory_map(rows)
    assert list(schedule) == rows
    raw = write_memory_map(schedule)
    assert raw.hex(" ", 3) == "000000 ffff02 280100 ffffff 070001 0a0700"
    assert list(MemoryMap(codecs.schedule_record.read(raw, 0, 3))) == rows
    assert schedule[1:] == rows[1:]


def listed(
    raw: str,
    count: int,
    signatures: dict[int, str] | None = None,
    outputs: int = 1,
    before: bytes = b"",
    after: bytes = b"",
) -> list[Fields]:
    """Instructions, with something before and something after them."""
    view = memoryview(before + bytes.fromhex(raw) + after)
    start, stop = len(before), len(view) - len(after)
    lengths = Lengths(signatures or {}, outputs)
    try:
        columns = codecs.instruction.read(view, start, count, stop=stop, path="ops.instructions", **lengths.arguments)
    except FormatError as error:
        raise Misread(view, start, stop, lengths).explained(error) from None
    return list(Operations(columns, lengths.with_c(columns["a"], columns["b"])))


def test_layouts() -> None:
    """Every kind of instruction, at an odd address as well."""
    signatures = {1: "TT", 2: "TSc", 3: "", 0: "TT"}
    rows = {
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
    for raw, row in rows.items():
        assert listed(raw, 1, signatures) == [row]
        assert listed(raw * 3, 3, signatures, before=b"\xee") == [row] * 3


@pytest.mark.parametrize(
    ("raw", "count", "path", "offset"),
    [
        ("0200", 2, "ops.instructions[1].a", 2),
        ("0200 0203 0100", 2, "ops.instructions[1].fields.id", 6),
        ("0203 0100 0500 0203", 2, "ops.instructions[1].fields.prefix", 8),
        ("0a01 ffff 0200 0200", 3, "ops.instructions[2].a", 8),
        ("0200 0a02", 2, "ops.instructions[1].fields.num_constants", 4),
        ("0200 0a02 ff7f 0200", 2, "ops.instructions[1].fields.constants[1]", 8),
        ("0200 0a02 0100 0200 ff", 2, "ops.instructions[1].fields.distances[0]", 8),
        ("0200 0300", 2, "ops.instructions[1].fields.prefix", 4),
        ("0200 0300 0100 0000 ff", 2, "ops.instructions[1].fields.distances[0]", 8),
        ("0700 0000 0000", 1, "ops.instructions[0].fields.num_branches", 6),
        ("0600 0300 0000", 1, "ops.instructions[0].fields.len_false", 6),
        ("0200 02", 2, "ops.instructions[1].b", 3),
    ],
)
def test_instructions_that_are_cut_off(raw: str, count: int, path: str, offset: int) -> None:
    with pytest.raises(TruncatedError) as caught:
        listed(raw, count, {1: "TT", 2: "Ti"})
    assert (caught.value.path, caught.value.offset) == (path, offset)
    with pytest.raises(InvalidError, match="run into the next section"):
        listed(raw, count, {1: "TT", 2: "Ti"}, after=b"CMAP")


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
    with pytest.raises(InvalidError, match="miscounts its own words") as caught:
        listed(raw, 2, {2: "Ti"})
    path = f"ops.instructions[1].fields.{field}"
    assert (caught.value.path, caught.value.offset, caught.value.actual) == (path, offset, actual)


def test_the_codes_of_constants_are_those_of_the_schema() -> None:
    codes = [chr(member) for member in Nac.ArgumentKind]
    entries = parse("nac", Source(changed(PERM=list(enumerate(codes))))).perm.entries
    found = [code for code, entry in zip(codes, entries, strict=True) if entry.has_constants]
    assert set(found) == CONSTANT_CODES


@pytest.mark.parametrize(
    ("raw", "path", "offset", "text"),
    [
        ("0200 0a09 0203", "ops.instructions[1].b", 3, "`perm` has no such signature: got 9 .*is misread: ops"),
        (
            "0200 0a09 0201 0700 0000",
            "ops.instructions[1].b",
            3,
            "`perm` has no such signature: got 9 .*counts its own",
        ),
        ("0300 0300 0000 ffff", "ops.instructions[0].fields.prefix", 2, "num_outputs = 1: expected 1 .*, got 3"),
        ("0200 0301 0200 ffff", "ops.instructions[1].fields.distances[0]", 8, "the file ends too early"),
        ("0200 0201 0300 0000 0a09", "ops.instructions[1].fields.prefix", 4, "miscounts its own words"),
    ],
)
def test_what_makes_the_rest_unreadable_is_named(raw: str, path: str, offset: int, text: str) -> None:
    with pytest.raises(FormatError, match=text) as caught:
        listed(raw, 3 if raw.startswith("02") else 1)
    assert (caught.value.path, caught.value.offset) == (path, offset)


def test_the_places_of_words_are_those_of_the_schema() -> None:
    """Every word of every instruction, in the order of the file."""
    ops, places = loads(COMPLETE).sections.ops, locator_of(Source(COMPLETE))
    kinds = SCHEMA.cases(codecs.instruction.parser, "fields")
    arms = {number: [each.id for each in kind.fields] for number, kind in kinds.items()}
    for index, row in enumerate(ops):
        start = ops.offset_of(index)
        paths = [instruction_path(index, field) for field in ("", "a", "b")]
        assert [places.offset(path) for path in paths] == [start, start, start + 1]
        words = [instruction_path(index, f"fields.{word}") for word in words_of(arms.get(min(row.a, 10), ()), row)]
        assert [places.offset(path) for path in words] == list(range(start + 2, start + len(row.raw), 2))


def words_of(names: Sequence[str], row: Fields) -> list[str]:
    """The words of an instruction by the paths of the schema: the last field of C and that of D may be lists."""
    lists = {
        "constants": len(row.c) - 1,
        "reserved": len(row.c) - 1,
        "branches": len(row.d) - 2,
        "distances": len(row.d),
    }
    chosen = [name for name in names if row.c or name == "distances"]
    return [
        word for name in chosen for word in ([f"{name}[{i}]" for i in range(lists[name])] if name in lists else [name])
    ]


def test_a_count_is_checked_before_anything_is_allocated() -> None:
    with pytest.raises(TruncatedError):
        listed("0200", 2**32 - 1)
    for count in (65536, 65537):
        data = changed(MMAP=[])
        data = data.replace(b"MMAP" + bytes(4), b"MMAP" + count.to_bytes(4, "little"))
        with pytest.raises(FormatError):
            loads(data)


def test_random_words_are_read_alike() -> None:
    """Whatever the words are, the model and the generated parser say the same, or both refuse."""
    rng = np.random.default_rng(0)
    head = bytearray(GOLDEN[:116])
    tail = GOLDEN[144:]
    outcomes = set()
    for _ in range(effort(150, 4000)):
        body = rng.choice([0, 1, 2, 3, 6, 7, 10, 0x6402, 0x64C9, -1], 14).astype("<i2").tobytes()
        head[112:116] = int(rng.integers(1, 9)).to_bytes(4, "little")
        data = bytes(head) + body + tail
        refused = (_refuses(by_kaitai, data), _refuses(_by_columns, data))
        assert refused[0] <= refused[1], "the model stops at the next section, the parser does not"
        if not refused[1]:
            assert _by_columns(data) == instructions(by_kaitai(data))
        outcomes.add(refused)
    assert {(False, False), (True, True)} <= outcomes


def _by_columns(data: bytes) -> list[Fields]:
    count = int.from_bytes(data[112:116], "little")
    return listed(data[116:144].hex(), count, {100: "TSc"}, before=data[:116], after=data[144:])


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
