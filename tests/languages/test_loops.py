"""The loops of other languages, run as Python: columns are what records are, and what columns of Python are."""

from __future__ import annotations

import importlib
import random
from collections import Counter
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from nacformats.errors import FormatError
from nacformats.fuzz import Maker
from nacformats.languages.columns import TableLoop, table_loops
from nacformats.languages.loop_functions import loops_text
from nacformats.languages.machine import loops as no_loops
from nacformats.languages.machine.access import set_slot
from nacformats.languages.machine.instances import ask_all
from nacformats.languages.machine.model import NONE, Column, Machine, Table
from nacformats.languages.machine.passes import write_file
from nacformats.languages.machine.reading import read_file
from nacformats.languages.machine.schema import begin_file, load_schema
from nacformats.languages.machine.trees import item_at
from nacformats.languages.machine.values import of_uint
from nacformats.languages.neutral import Failed
from nacformats.languages.tables import machine_tables
from nacformats.languages.translate import read_machine
from nacformats.schema.model import Schema, SchemaError
from nacformats.schema.reading import read_schema, schema_model
from nacformats.schema.sources import ROOT, schema_names
from tests.columns import listed
from tests.conftest import CORPUS
from tests.effort import effort
from tests.languages.machines import said

FORMATS = {".nac": "nac", ".micb": "micb", ".stb": "stb"}
#: Larger files take the machine in Python too long.
MOST_BYTES = 6_000
#: A number of ten bytes, which is no Int.
LARGE = bytes.fromhex("ffffffffffffffffff01")


def module_of(schemas: Iterable[Schema]) -> ModuleType:
    """The loops of schemas, run as Python."""
    made = ModuleType("loops")
    exec(compile(loops_text(schemas), "loops", "exec", dont_inherit=True), vars(made))
    return made


def machine_with(schema: Schema) -> Machine:
    tables, machine = machine_tables(schema), Machine()
    load_schema(machine, tables.numbers, tables.texts)
    return machine


@pytest.fixture
def loops(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """Those of our schemas, called by the machine."""
    made = module_of(map(schema_model, schema_names()))
    monkeypatch.setattr(no_loops, "read_table", made.read_table)
    return made


def damaged(data: bytes, rng: random.Random) -> bytes:
    octets = bytearray(data)
    for _ in range(rng.randrange(1, 3)):
        octets[rng.randrange(len(octets))] = rng.choice((0, 1, 2, 59, 128, 255, rng.randrange(256)))
    return bytes(octets)


def corpus_files(rng: random.Random) -> list[tuple[str, bytes]]:
    paths = [path for path in sorted(CORPUS.rglob("*")) if path.suffix in FORMATS]
    files = [(FORMATS[path.suffix], path.read_bytes()) for path in paths if 0 < path.stat().st_size < MOST_BYTES]
    rng.shuffle(files)
    chosen = files[: effort(30, 200)]
    return chosen + [(name, damaged(data, rng)) for name, data in chosen for _ in range(effort(1, 6))]


def array_of(column: Column) -> list[int]:
    """All bits of the numbers of a column."""
    return list({1: column.u1, 2: column.u2, 4: column.u4, 8: column.u8}[column.width])


def pythons_columns(
    name: str, loop: TableLoop, data: bytes, table: Table, arguments: list[int]
) -> dict[str, list[int]]:
    """The same records by the columns of the package."""
    codec = vars(importlib.import_module(f"nacformats._generated.columns.{name}"))[loop.record.name]
    given: dict[str, Any] = {}
    for argument in loop.record.arguments:
        size = 256 if argument.is_table else 1
        values, arguments = arguments[:size], arguments[size:]
        given[argument.name] = np.array(values) if argument.is_table else values[0]
    found = codec.read(data, table.starts[0], table.count, stop=table.end, **given)
    return {key: found[key].view(f"u{found[key].dtype.itemsize}").tolist() for key in found}


@pytest.mark.nightly
def test_the_corpus_and_damaged_files_of_it(loops: ModuleType) -> None:
    rng, seen = random.Random(5), Counter[str]()
    machines = {name: machine_with(schema_model(name)) for name in FORMATS.values()}
    by_number = {each.number: each for name in machines for each in table_loops(schema_model(name)).values()}
    for name, data in corpus_files(rng):
        m = machines[name]
        m.wants_columns = False
        plain = said(m, data)
        m.wants_columns = True
        assert said(m, data) == plain, (name, data)
        seen[plain[0]] += 1
        for items in m.items if plain[0] == "ok" else []:
            if items.table == NONE or m.streams[m.tables[items.table].io].buffer != 0:
                continue
            table = m.tables[items.table]
            loop = by_number[m.lists[m.members[items.member].loop]]
            expected = pythons_columns(name, loop, data, table, table.arguments)
            assert {k: array_of(column) for k, column in zip(table.keys, table.columns, strict=True)} == expected
            seen["tables"] += 1
    assert min(seen["ok"], seen["no"]) > 5
    assert seen["tables"] > effort(20, 400), seen


def test_what_no_loop_takes_is_read_as_records(loops: ModuleType, tmp_path: Path) -> None:
    m = machine_with(schema_model("micb"))
    m.wants_columns = True
    head = b"MICB\x02" + b"\x01\x01a" + b"\x00" + b"\x01\x00\x00"
    softmax = b"\x02\x06"
    for axis, is_table in ((b"\x02", True), (LARGE, True), (b"\x82\x00", False), (b"\xff" * 9 + b"\x02", False)):
        data = head + b"\x02" + b"\x00\x00\x00" + softmax + axis + b"\x01\x00" + b"\x01"
        begin_file(m, bytearray(data))
        accepted = axis[-1] != 2 or len(axis) == 1
        answered = said(m, data)
        assert (answered[0] == "ok") == accepted, axis
        if accepted:
            assert answered[2] is True
            assert any(items.table != NONE and m.tables[items.table].count == 2 for items in m.items) == is_table, axis
    assert loops


def tree_with_table(name: str, key: str) -> tuple[Machine, bytes, int]:
    """The tree of a file, its bytes, and the number of a list that is a table with some column."""
    m = machine_with(schema_model(name))
    m.wants_columns = True
    for path in sorted(CORPUS.rglob(f"*.{name}")):
        begin_file(m, bytearray(path.read_bytes()))
        with suppress(Failed):
            read_file(m)
            ask_all(m, 0)
            for k, items in enumerate(m.items):
                if items.table != NONE and key in m.tables[items.table].keys:
                    return m, path.read_bytes(), k
    raise AssertionError


def tree_written(m: Machine, name: str) -> Any:
    """The tree of what the machine writes."""
    write_file(m)
    return said(machine_with(schema_model(name)), bytes(m.written))[1]


@pytest.mark.usefixtures("loops")
@pytest.mark.parametrize(("name", "listed_as", "key"), [("micb", "types", "dtype"), ("stb", "tensors", "layout")])
def test_a_record_of_a_table_can_be_changed(name: str, listed_as: str, key: str) -> None:
    m, _, items = tree_with_table(name, key)
    record = item_at(m, items, 0).a
    assert item_at(m, items, 0).a == record
    slot = [m.texts[m.members[m.types[m.nodes[record].type].first + k].id] for k in range(4)].index(key)
    set_slot(m, record, slot, of_uint(1))
    assert m.items[items].table == NONE
    assert tree_written(m, name)[listed_as][0][key] == 1


@pytest.mark.usefixtures("loops")
def test_records_stay_as_they_were_read_when_what_they_depend_on_changes() -> None:
    """A signature says what the fields of an instruction are: it is changed before and after these are looked at."""
    answers = []
    for is_seen in (False, True):
        m = machine_with(schema_model("nac"))
        m.wants_columns = True
        begin_file(m, bytearray((ROOT / "conformance" / "nac" / "model-000.nac").read_bytes()))
        read_file(m)
        ask_all(m, 0)
        dependent = [k for k, items in enumerate(m.items) if items.table != NONE and m.tables[items.table].arguments]
        assert dependent
        for items in dependent if is_seen else ():
            for index in range(m.tables[m.items[items].table].count):
                item_at(m, items, index)
        entries = next(k for k, each in enumerate(m.tables) if "id_signature" in each.keys)
        items = next(k for k, each in enumerate(m.items) if each.table == entries)
        set_slot(m, item_at(m, items, 2).a, 0, of_uint(64))
        with pytest.raises(Failed):
            write_file(m)
        answers.append((m.error_path, m.error_message))
    assert answers[0] == answers[1]


@pytest.mark.nightly
def test_schemas_of_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    """Numbers of all widths, floats, texts, lists, switches; records that no loop reads are read one by one."""
    seen: Counter[str] = Counter()
    for seed in range(effort(12, 600)):
        rng = random.Random(seed)
        schema = read_schema(listed.schema_of(rng))
        made = module_of([schema])
        monkeypatch.setattr(no_loops, "read_table", made.read_table)
        try:
            m, maker = machine_with(schema), Maker(schema)
            files = [maker.sample(rng).data for _ in range(6)]
        except SchemaError:
            continue
        for number, data in enumerate(files):
            octets = damaged(data, rng) if number % 2 and data else data
            m.wants_columns = False
            plain = said(m, octets)
            m.wants_columns = True
            assert said(m, octets) == plain, (seed, octets)
            seen["tables"] += plain[0] == "ok" and any(items.table != NONE for items in m.items)
            seen[plain[0]] += 1
    assert min(seen["tables"], seen["no"]) > effort(3, 60), seen


def test_loops_are_in_the_neutral_language() -> None:
    program = read_machine(loops_text(map(schema_model, schema_names())))
    assert {"read_micb_graph_value", "read_nac_instruction"} <= set(program.functions)


def test_a_scan_of_columns_is_as_strict_as_that_of_python(loops: ModuleType) -> None:
    """Cut short anywhere, no list is taken for a table that Python's columns refuse."""
    name = "nac"
    path = max((p for p in CORPUS.rglob("*.nac") if p.stat().st_size < MOST_BYTES), key=lambda p: p.stat().st_size)
    data = path.read_bytes()
    found = [each for each in table_loops(schema_model(name)).values() if not each.record.arguments]
    rng = random.Random(3)
    for _ in range(effort(200, 20_000)):
        loop, start = rng.choice(found), rng.randrange(len(data))
        count, end = rng.randrange(1, 5), rng.randrange(start, len(data) + 1)
        table = loops.read_table(loop.number, bytearray(data), start, count, end, [])
        codec = vars(importlib.import_module(f"nacformats._generated.columns.{name}"))[loop.record.name]
        try:
            codec.read(data, start, count, stop=end)
        except FormatError:
            assert table.end == NONE
        else:
            assert table.end != NONE
