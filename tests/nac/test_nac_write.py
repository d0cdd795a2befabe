"""Writing: what was read comes back, what was changed is laid out anew, what is wrong is not written."""

from __future__ import annotations

import copy
import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import nacformats
from nacformats import FormatError, InvalidError, LimitError
from nacformats.formats.nac import Constant, IdTable, NacBuilder, NacFile, Orchestrator, Resource, Sections
from nacformats.formats.nac.builder import make_operations
from nacformats.formats.nac.columns.instructions import Fields
from nacformats.formats.nac.columns.memory_map import ScheduleRecord, make_memory_map
from nacformats.formats.records.constants import ConstantKind
from tests.nac import oracle
from tests.nac.samples import COMPLETE, GOLDEN, Case, changed, complete


def test_the_corpus_comes_back(cases: list[Case], tmp_path: Path) -> None:
    for case in cases:
        with nacformats.load(case.path) as file:
            assert nacformats.dumps(file) == case.data, case.name
    with nacformats.load(cases[0].path) as file:
        nacformats.dump(file, tmp_path / "copy.nac")
    assert (tmp_path / "copy.nac").read_bytes() == cases[0].data


@pytest.mark.parametrize("data", [GOLDEN, COMPLETE], ids=["golden", "complete"])
def test_what_was_read_comes_back(data: bytes) -> None:
    assert nacformats.dumps(nacformats.loads(data)) == data


def test_any_order_of_sections() -> None:
    rng = np.random.default_rng(0)
    for _ in range(20):
        order = rng.permutation(complete()["order"]).tolist()
        data = oracle.write(complete() | {"order": order}, {order[0]: bytes(7), order[5]: b"\0"})
        assert nacformats.dumps(nacformats.loads(data)) == data
        assert nacformats.loads(data).section_names == tuple(tag.strip().lower() for tag in order)


def test_missing_and_empty_sections_come_back() -> None:
    file = complete()
    for missing in ({"MMAP", "PROC", "RSRC", "ORCH"}, {"CMAP"}, {"PROC"}):
        order = [tag for tag in file["order"] if tag not in missing]
        rows = [row for row in file["OPS "] if row[1] != 201] if "CMAP" in missing else file["OPS "]
        if "CMAP" in missing:
            rows = [(None, 2, 0, (), ()), (None, 3, 0, (3, 0, 0), (-1, -1))]
        data = oracle.write(file | {"order": order, "OPS ": rows})
        again = nacformats.loads(data)
        assert nacformats.dumps(again) == data
        assert set(again.section_names) == {tag.strip().lower() for tag in order}
    empty = changed(ORCH={"bytecode": b"", "constants": []}, RSRC=[], MMAP=[], CMAP=[(201, "")], PROC=b"")
    assert nacformats.dumps(nacformats.loads(empty)) == empty


def test_a_changed_file_is_laid_out_anew() -> None:
    gap = oracle.write(complete(), {"CNST": bytes(5)})
    file = nacformats.loads(gap)
    assert file.keeps_layout
    file.sections.rsrc = (*file.sections.rsrc, Resource("more", b"x" * 100))
    assert not file.keeps_layout
    again = nacformats.loads(nacformats.dumps(file))
    assert [entry.name for entry in again.sections.rsrc] == ["vocab.b", "empty", "more"]
    assert all(extent.name for extent in again.extents)
    assert again.section_names == file.section_names
    file.sections.rsrc = None
    assert "rsrc" not in nacformats.loads(nacformats.dumps(file)).section_names


def test_header_fields_can_be_changed() -> None:
    file = nacformats.loads(COMPLETE)
    file.d_model = 99
    data = nacformats.dumps(file)
    assert nacformats.loads(data).d_model == 99
    assert [place for place in range(len(data)) if data[place] != COMPLETE[place]] == [10]


def test_a_file_by_its_sections() -> None:
    file = NacFile(
        num_inputs=1,
        num_outputs=1,
        sections=Sections(
            ops=make_operations([Fields(2, 0), Fields(14, 3, (), (-1,)), Fields(3, 0, (1, 0), (-1,))]),
            perm=IdTable([(3, "T")]),
            mmap=make_memory_map([ScheduleRecord(0, ((30, 1),))]),
            cnst=IdTable([(9, Constant.of("x"))]),
            orch=Orchestrator(b"\xff"),
        ),
    )
    again = nacformats.loads(nacformats.dumps(file))
    assert again.section_names == ("mmap", "ops", "cnst", "perm", "orch")
    assert [line.name for line in again.instructions] == ["<INPUT>", "nac.neg", "<OUTPUT>"]


def base() -> NacFile:
    b = NacBuilder()
    b.output(b.operation("nac.add", b.input(), b.input()))
    return b.build()


@pytest.mark.parametrize(
    ("fields", "text"),
    [
        ({"ops": None}, "no OPS section"),
        ({"num_outputs": 7}, "num_outputs = 7"),
        ({"perm": IdTable()}, "`perm` has no such signature"),
        ({"perm": IdTable([(1, "TTT")])}, "C or D does not have the length"),
        ({"perm": IdTable([(1, "T")])}, "C or D does not have the length"),
        ({"perm": IdTable([(1, "Ti")])}, "C or D does not have the length"),
        ({"perm": IdTable([(1, "TT"), (2, "?")])}, "no such signature code"),
        ({"cmap": IdTable([(5, "x")])}, "a system operation cannot be named"),
    ],
)
def test_what_strict_reading_refuses_is_not_written(fields: dict[str, Any], text: str) -> None:
    file = base()
    for name, value in fields.items():
        setattr(file.sections if hasattr(file.sections, name) else file, name, value)
    with pytest.raises(InvalidError, match=text):
        nacformats.dumps(file)


@pytest.mark.parametrize(
    "fields",
    [
        {"d_model": 65536},
        {"d_model": -1},
        {"num_inputs": 65536},
        {"cmap": IdTable([(65536, "x")])},
        {"cmap": IdTable([(20, "x" * 256)])},
        {"cmap": IdTable([(20, "\ud800")])},
        {"cnst": IdTable([(70000, Constant.of(1))])},
        {"perm": IdTable([(1, "TT"), (2, "T" * 256)])},
        {"rsrc": (Resource("x" * 65536, b""),)},
        {"mmap": make_memory_map([ScheduleRecord(0, ((20, 0),) * 256)])},
    ],
)
def test_what_does_not_fit_its_field_is_not_written(fields: dict[str, Any], tmp_path: Path) -> None:
    file = base()
    for name, value in fields.items():
        setattr(file.sections if hasattr(file.sections, name) else file, name, value)
    with pytest.raises(FormatError) as caught:
        nacformats.dump(file, tmp_path / "x.nac")
    assert caught.value.path
    assert isinstance(caught.value, LimitError | InvalidError)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    "constant",
    [
        Constant(ConstantKind.int64, 2**63, 8),
        Constant(ConstantKind.int64, "x", 8),
        Constant(ConstantKind.int64, None, 8),
        Constant(ConstantKind.float64, b"xyz", 8),
        Constant(ConstantKind.text, 5, 1),
        Constant(ConstantKind.text, "x" * 65536, 65536),
        Constant(ConstantKind.text, "xy", 3),
        Constant(ConstantKind.text, "\ud800", 3),
        Constant(ConstantKind.int32_list, (1, 2**31), 2),
        Constant(ConstantKind.int32_list, (1, 2), 3),
        Constant(ConstantKind.int32_list, 1, 1),
        Constant(ConstantKind.float32_list, b"xyz", 1),
    ],
)
def test_a_constant_that_does_not_fit_its_fields_is_not_written(constant: Constant) -> None:
    file = base()
    file.sections.cnst = IdTable([(3, Constant.of(1)), (4, constant)])
    with pytest.raises(FormatError) as caught:
        nacformats.dumps(file)
    assert "cnst" in str(caught.value.path)


def test_a_lenient_file_is_not_written() -> None:
    file = nacformats.loads(changed(CMAP=[(201, "a"), (5, "b")]), strict=False)
    with pytest.raises(InvalidError, match="a system operation cannot be named"):
        nacformats.dumps(file)


def test_large_payloads_are_not_copied() -> None:
    from nacformats.formats.nac.format import ROOM

    array = np.zeros(1 << 16, np.float32)
    b = NacBuilder()
    b.output(b.parameter("w", array))
    pieces = ROOM.write(b.build())
    assert any(np.shares_memory(np.frombuffer(piece, np.uint8), array) for piece in pieces if len(piece))


def test_a_closed_file() -> None:
    file = nacformats.loads(GOLDEN)
    kept = file.parameters["w"].array()
    file.close()
    assert kept.sum() == 21
    for use in (nacformats.dumps, lambda file: file.parameters, lambda file: file.instructions):
        with pytest.raises(ValueError, match="the file is closed"):
            use(file)
    assert repr(file) == "<closed NacFile>"


def test_what_a_file_says_of_itself() -> None:
    file = nacformats.loads(GOLDEN)
    assert repr(file) == "<NacFile of 4 instructions and 1 parameters, sections mmap ops cmap cnst perm data>"
    for copied in (copy.deepcopy, pickle.dumps):
        with pytest.raises(TypeError, match=r"nacformats\.dumps"):
            copied(file)


def test_a_section_of_another_type_is_refused() -> None:
    for name, wrong in {"cmap": {201: "a"}, "ops": [], "data": (), "proc": "text", "mmap": [], "rsrc": {}}.items():
        file = nacformats.loads(GOLDEN)
        setattr(file.sections, name, wrong)
        with pytest.raises(TypeError, match=f"`{name}` of a NacFile is of type .*, not {type(wrong).__name__}"):
            nacformats.dumps(file)
