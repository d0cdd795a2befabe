"""Programs of NAC files side by side: what was inserted, removed, moved or changed, and what that is said of."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from nacformats import NacBuilder, NacFile
from nacformats.comparing.comparison import compare_models
from nacformats.comparing.document import ComparedModels, ComparedPart, ComparedRow
from nacformats.formats.nac.columns.memory_map import ScheduleRecord, make_memory_map
from nacformats.formats.records.rows import IdTable
from tests.comparing.chains import ZEROS, chain, layers
from tests.comparing.editors import NacEditor, editor_of
from tests.comparing.edits import EditedRow


def edited(found: ComparedModels) -> list[tuple[str, int | None, int | None]]:
    return [(row.mark, row.left, row.right) for row in found.rows if row.mark != "same"]


def only(found: ComparedModels) -> ComparedRow:
    """The one row that is not the same, and nothing else differs."""
    assert not found.other
    assert {each.mark for each in found.parameters} <= {"same"}
    (row,) = [row for row in found.rows if row.mark != "same"]
    return row


def test_an_inserted_operation_is_one_difference() -> None:
    plain = ("relu", "w:a", "c:2", "gelu", "w:b", "relu", "c:3", "tanh", "w:c")
    row = only(compare_models(chain(*plain), chain(*plain[:4], "sigmoid", *plain[4:])))
    assert (row.mark, row.left, row.right, row.right_text) == ("inserted", None, 6, "aten.sigmoid.default %5")
    assert row.changes == [ComparedPart("operand 0 of %8", "%5", "%6")]


def test_a_removed_operation_is_one_difference() -> None:
    row = only(compare_models(chain("relu", "gelu", "tanh"), chain("relu", "tanh")))
    assert (row.mark, row.left, row.path_left) == ("removed", 2, "ops.instructions[2]")


def test_a_removed_parameter_is_named() -> None:
    found = compare_models(chain("w:a", "w:b", "w:c"), chain("w:a", "w:c"))
    assert edited(found) == [("removed", 3, None), ("removed", 4, None)]
    assert [(each.mark, each.left) for each in found.parameters if each.mark != "same"] == [("removed", "b")]
    assert not found.other


def test_an_exchange_in_a_chain_names_both() -> None:
    found = compare_models(chain("relu", "gelu", "tanh", "w:a"), chain("relu", "tanh", "gelu", "w:a"))
    assert edited(found) == [("moved", 3, 2), ("moved", 2, 3)]


def test_a_row_that_moves_far_is_one_difference() -> None:
    steps = ["relu", "gelu", "tanh", "sigmoid", "exp", "neg", "w:a"]
    found = compare_models(chain(*steps), chain(*steps[1:6], steps[0], steps[6]))
    assert edited(found) == [("moved", 1, 6)]


def test_another_operator_is_a_change() -> None:
    row = only(compare_models(chain("relu", "gelu", "w:a"), chain("relu", "tanh", "w:a")))
    assert (row.mark, row.left, row.right) == ("changed", 2, 2)
    assert row.changes == [ComparedPart("operator", "aten.gelu.default", "aten.tanh.default")]


def test_all_parameters_renamed() -> None:
    """A prefix before every name: the program is the same."""
    values = {name: np.full(3, number, np.float32) for number, name in enumerate("abc")}
    longer = {f"model.{name}": array for name, array in values.items()}
    found = compare_models(
        chain(*(f"w:{each}" for each in values), weights=values),
        chain(*(f"w:{each}" for each in longer), weights=longer),
    )
    assert edited(found) == []
    assert [(each.mark, each.left, each.right) for each in found.parameters] == [
        ("renamed", name, f"model.{name}") for name in "abc"
    ]


def test_renumbered_ids_are_no_difference() -> None:
    """The same program with other ids of everything."""
    first, second = chain("relu", "c:5", "w:a", "gelu", "c:7", "w:b"), NacBuilder()
    value = second.input("x")
    for name in ("b", "a"):
        second._add_parameter(name, ZEROS, second._method)
    tables, program = second._tables, second._program
    tables.number_of("aten.gelu.default", program)
    tables.constant(7, program)
    tables.signature("Ti", program)
    value = second.operation("aten.mul.Tensor", second.operation("aten.relu.default", value), 5)
    value = second.operation("aten.gelu.default", second.operation("nac.add", value, second.parameter("a")))
    value = second.operation("nac.add", second.operation("aten.mul.Tensor", value, 7), second.parameter("b"))
    second.output(value)
    assert compare_models(first, second.build()).same


@pytest.mark.parametrize(("one", "other"), [(-1, -2), (1, 2), (True, 1), (1, 1.0), (0.0, -0.0), ([1], [2]), ("a", "b")])
def test_another_constant_is_a_difference(one: Any, other: Any) -> None:
    files = []
    for value in (one, other):
        b = NacBuilder()
        b.output(b.operation("aten.full.default", b.input("x"), value, signature="Tc"))
        files.append(b.build())
    row = only(compare_models(*files))
    assert (row.mark, row.left) == ("changed", 1)
    assert [part.what for part in row.changes] == ["operand 1"]


def test_an_operand_that_changed_is_a_difference() -> None:
    def file(which: int) -> NacFile:
        b = NacBuilder()
        values = [b.input("x")]
        values.append(b.operation("aten.relu.default", values[0]))
        values.append(b.operation("aten.relu.default", values[1]))
        b.output(b.operation("nac.add", values[2], values[which]))
        return b.build()

    row = only(compare_models(file(0), file(1)))
    assert (row.left_text, row.right_text) == ("nac.add %2, %0", "nac.add %2, %1")
    assert row.changes == [ComparedPart("operand 1", "%0", "%1")]


def test_schedules_of_one_program_are_compared() -> None:
    first, second = chain("relu", "gelu"), chain("relu", "gelu")
    first.sections.mmap = make_memory_map([ScheduleRecord(1, ((30, 2),))])
    assert [each.path for each in compare_models(first, second).other] == ["mmap[0]"]
    found = compare_models(first, chain("relu"))
    assert not found.other
    assert "schedules are of different programs: 1 records, 0" in found.summary


def test_inputs_that_change_their_places_have_moved() -> None:
    def file(*names: str) -> NacFile:
        b = NacBuilder()
        b.output(b.operation("nac.sub", *map(b.input, names)))
        return b.build()

    found = compare_models(file("x", "y"), file("y", "x"))
    assert [each[0] for each in edited(found)] == ["moved", "moved"]


def test_an_entry_that_nothing_uses_is_compared_by_id() -> None:
    first, second = chain("relu"), chain("relu")
    for file, number in ((first, 7), (second, 8)):
        assert file.sections.perm is not None
        file.sections.perm = IdTable([*file.sections.perm.entries, (number, "TTT")])
    found = compare_models(first, second).other
    assert [(each.path, each.mark) for each in found] == [("perm[7]", "removed"), ("perm[8]", "inserted")]


def test_rows_of_equal_branches_keep_their_order() -> None:
    def file(names: str) -> NacFile:
        b = NacBuilder()
        x = b.input("x")
        b.output(*(b.operation("aten.relu.default", x) for _ in names))
        return b.build()

    assert compare_models(file("abc"), file("abc")).same
    found = edited(compare_models(file("abc"), file("abcd")))
    assert [mark for mark, *_ in found] == ["inserted", "changed"]


def test_an_edit_is_shown_in_its_block() -> None:
    first = layers(4)
    rows = list(editor_of(first).rows())
    second = NacEditor(first)
    source = next(row for row in rows if row.place == 40)
    rows.insert(41, EditedRow(None, [source], ("aten.neg.default", "T", (), (None,), None)))
    for left, right in ((first, second.built(rows)), (second.built(rows), first)):
        found = compare_models(left, right)
        (row,) = [number for number, each in enumerate(found.rows) if each.mark != "same"]
        (block,) = [each for each in found.blocks if not each.depth]
        assert block.names == ["h.0", "h.1", "h.2", "h.3"]
        assert [start <= row < stop for start, stop in block.instances] == [False, True, False, False]


def test_unrelated_programs_share_no_rows() -> None:
    found = compare_models(layers(1), chain("relu", "w:a", "c:3", "tanh"))
    assert [row.mark for row in found.rows if row.left is not None and row.right is not None] == ["same"] * 3
    assert {each.mark for each in found.parameters} == {"inserted", "removed"}


def test_a_parameter_that_no_table_has_is_itself() -> None:
    file = chain("w:a")
    assert file.sections.ops is not None
    file.sections.ops.field("id")[1] = 200
    found = compare_models(file, file)
    assert found.same, found.summary


@pytest.mark.parametrize("gone", [0, 2, 3])
@pytest.mark.parametrize("is_added", [False, True])
def test_a_layer_of_a_list_is_removed_or_added(gone: int, *, is_added: bool) -> None:
    """The layers that follow have other numbers then; what is equal in all layers has, too."""
    full, fewer = normed_layers([0, 1, 2, 3]), normed_layers([each for each in range(4) if each != gone])
    found = compare_models(fewer, full) if is_added else compare_models(full, fewer)
    mark = "inserted" if is_added else "removed"
    assert [row.mark for row in found.rows if row.mark != "same"] == [mark] * 4
    alone = [each.left or each.right for each in found.parameters if each.mark == mark]
    assert alone == [f"h.{gone}.scale", f"h.{gone}.weight"]
    ends = [("renamed", f"h.{each}.{name}") for each in range(gone + 1, 4) for name in ("scale", "weight")]
    renamed = [(each.mark, each.right if is_added else each.left) for each in found.parameters]
    assert [each for each in renamed if each[0] not in (mark, "same")] == ends
    assert found.other == []


def normed_layers(seeds: list[int]) -> NacFile:
    b = NacBuilder()
    x = b.input("x")
    for layer, seed in enumerate(seeds):
        x = b.operation("aten.mul.Tensor", x, b.parameter(f"h.{layer}.scale", np.ones(4, np.float32)))
        weight = np.random.default_rng(seed).normal(size=(4, 4)).astype(np.float32)
        x = b.operation("aten.matmul.default", x, b.parameter(f"h.{layer}.weight", weight))
    b.output(x)
    return b.build()
