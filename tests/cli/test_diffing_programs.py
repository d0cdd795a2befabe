"""diff of two NAC files: instructions that were inserted, weights by name, and how far numbers are apart."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import Result

import nacformats
from nacformats import NacBuilder, NacFile
from nacformats.commands.diffing import differences_of
from nacformats.comparing.core import Difference, Note
from nacformats.comparing.models import model_differences
from nacformats.comparing.programs import aligned_places
from nacformats.formats.nac.columns.memory_map import ScheduleRecord, make_memory_map
from nacformats.formats.records.rows import IdTable

Run = Callable[..., Result]
ZEROS = np.zeros(3, np.float32)


def chain(*steps: str, weights: dict[str, Any] | None = None, **how: Any) -> NacFile:
    """One operation after another; "w:NAME" adds a parameter, "c:NUMBER" a constant."""
    b = NacBuilder(**how)
    value = b.input("x")
    for step in steps:
        kind, _, name = step.partition(":")
        if kind == "w":
            value = b.operation("nac.add", value, b.parameter(name, (weights or {}).get(name, ZEROS)))
        elif kind == "c":
            value = b.operation("aten.mul.Tensor", value, int(name))
        else:
            value = b.operation(f"aten.{step}.default", value)
    b.output(value)
    return b.build()


def told(first: NacFile, second: NacFile) -> list[str]:
    return list(map(str, differences_of(first, second)))


def test_an_inserted_operation_is_one_difference() -> None:
    plain = ("relu", "w:a", "c:2", "gelu", "w:b", "relu", "c:3", "tanh", "w:c")
    found = told(chain(*plain), chain(*plain[:4], "sigmoid", *plain[4:]))
    assert found == [
        "+ instructions[6]: aten.sigmoid.default %5",
        "! instructions[7 -> 8]: nac.add %5, %6 -> nac.add %6, %7",
        "+ cmap[204]: aten.sigmoid.default",
    ]


def test_a_removed_parameter_is_named() -> None:
    found = told(chain("w:a", "w:b", "w:c"), chain("w:a", "w:c"))
    assert found == [
        '- instructions[3]: <INPUT> param 2 "b"',
        "- instructions[4]: nac.add %2, %3",
        "! instructions[6 -> 4]: nac.add %4, %5 -> nac.add %2, %3",
        "- weights[b]: float32[3], 12 bytes",
        "= weights: 2 of 3 are equal",
    ]


def test_what_only_moved_is_no_difference() -> None:
    """The same program with other ids of everything."""
    first, second = chain("relu", "c:5", "w:a", "gelu", "c:7", "w:b"), NacBuilder()
    value = second.input("x")
    a, b = (second._add_parameter(name, ZEROS, second._method) for name in ("b", "a"))
    tables, program = second._tables, second._program
    tables.number_of("aten.gelu.default", program)
    tables.constant(7, program)
    tables.signature("Ti", program)
    assert (a, b) == (None, None)
    value = second.operation("aten.mul.Tensor", second.operation("aten.relu.default", value), 5)
    value = second.operation("aten.gelu.default", second.operation("nac.add", value, second.parameter("a")))
    value = second.operation("nac.add", second.operation("aten.mul.Tensor", value, 7), second.parameter("b"))
    second.output(value)
    assert told(first, second.build()) == []


@pytest.mark.parametrize(("one", "other"), [(-1, -2), (1, 2), (True, 1), (1, 1.0), (0.0, -0.0), ([1], [2]), ("a", "b")])
def test_another_constant_is_a_difference(one: Any, other: Any) -> None:
    files = []
    for value in (one, other):
        b = NacBuilder()
        b.output(b.operation("aten.full.default", b.input("x"), value, signature="Tc"))
        files.append(b.build())
    found = told(*files)
    assert found[0].startswith("! instructions[1]: aten.full.default %0, #1=")
    assert found[1:]
    assert all(line.startswith("! cnst[1].") for line in found[1:])


def test_an_operand_that_changed_is_a_difference() -> None:
    def file(which: int) -> NacFile:
        b = NacBuilder()
        values = [b.input("x")]
        values.append(b.operation("aten.relu.default", values[0]))
        values.append(b.operation("aten.relu.default", values[1]))
        b.output(b.operation("nac.add", values[2], values[which]))
        return b.build()

    assert told(file(0), file(1)) == ["! instructions[3]: nac.add %2, %0 -> nac.add %2, %1"]


def test_another_schedule() -> None:
    first, second = chain("relu", "gelu"), chain("relu", "gelu")
    first.sections.mmap = chain_with_schedule("relu", "gelu").sections.mmap
    assert [each.path for each in model_differences(first, second)] == ["mmap[0]"]
    assert "! mmap: 1 records for 4 instructions -> 0 records for 3 instructions" in told(first, chain("relu"))


def chain_with_schedule(*steps: str) -> NacFile:
    file = chain(*steps)
    file.sections.mmap = make_memory_map([ScheduleRecord(1, ((30, 2),))])
    return file


def weights_of(first: Any, second: Any, **how: Any) -> list[Difference | Note]:
    files = [chain("w:a", "w:same", weights={"a": np.asarray(values)}, **how) for values in (first, second)]
    return list(differences_of(*files))


def test_the_largest_difference() -> None:
    first = np.arange(6, dtype=np.float32).reshape(2, 3)
    second = first.copy()
    second[1, 0] += 0.5
    second[0, 2] -= 0.25
    found, note = weights_of(first, second)
    assert isinstance(found, Difference)
    assert (found.path, found.first, found.second, found.largest) == ("weights[a][1, 0]", 3.0, 3.5, 0.5)
    assert str(found).endswith("(2 of 6 elements differ, this one most: by 0.5)")
    assert found.as_dict()["largest"] == 0.5
    assert str(note) == "= weights: 1 of 2 are equal"


@pytest.mark.parametrize(
    ("first", "second", "largest"),
    [
        (np.float32([1, np.nan]), np.float32([1, np.nan]), None),
        (np.float32([1, np.nan]), np.float32([1, 2]), np.inf),
        (np.float32([np.inf]), np.float32([-np.inf]), np.inf),
        (np.float32([1]), np.float64([1]), None),
        (np.float32([1]), np.float16([1.5]), 0.5),
        (np.array([True, False]), np.array([True, True]), 1),
        (np.array([2**62]), np.array([2**62 + 2**20]), 2.0**20),
        (np.float32(3), np.float32(5), 2),
        (np.zeros((0, 2), np.float32), np.zeros((0, 2), np.float32), None),
        (np.zeros((0, 2), np.float32), np.zeros((2, 0), np.float32), None),
    ],
)  # fmt: skip
def test_how_far_numbers_are_apart(first: Any, second: Any, largest: float | None) -> None:
    found = [each for each in weights_of(first, second) if isinstance(each, Difference)]
    assert [each.largest for each in found if each.largest is not None] == ([] if largest is None else [largest])
    same = first.dtype == second.dtype and first.shape == second.shape and first.tobytes() == second.tobytes()
    assert bool(found) != same


def test_zeros_of_two_signs_are_a_difference_of_bytes() -> None:
    found, _ = weights_of(np.float32([0.0]), np.float32([-0.0]))
    assert str(found) == "! weights[a].raw[byte 3]: 0 -> 128"


def test_quantized_weights_are_compared_as_numbers(tmp_path: Path, run: Run) -> None:
    values = np.random.default_rng(1).normal(size=(8, 64)).astype(np.float32)
    exact, rough = (chain("w:a", weights={"a": values}, quantize=method) for method in (None, "INT8_CHANNEL"))
    with_scales = {str(each.path): each for each in model_differences(exact, rough)}
    (largest,) = (each.largest for each in with_scales.values() if each.largest is not None)
    assert 0 < largest < 0.05
    assert str(with_scales["weights[a].quantization"]) == "! weights[a].quantization: none -> int8_channel"
    assert str(with_scales["weights[a].dtype"]) == "! weights[a].dtype: float32 -> int8"
    nacformats.dump(exact, tmp_path / "exact.nac")
    nacformats.dump(chain("w:a", weights={"a": values}, external_weights=True), tmp_path / "external.nac")
    found = run("diff", tmp_path / "exact.nac", tmp_path / "external.nac").stdout
    assert found.splitlines() == ["! internal_weights: True -> False"]


def test_json_has_differences_only(tmp_path: Path, run: Run) -> None:
    for name, value in (("a", 0.0), ("b", 1.0)):
        nacformats.dump(chain("w:a", weights={"a": np.full(3, value, np.float32)}), tmp_path / f"{name}.nac")
    (found,) = json.loads(run("diff", "--json", tmp_path / "a.nac", tmp_path / "b.nac").stdout)
    assert found == {
        "path": "weights[a][0]",
        "first": 0.0,
        "second": 1.0,
        "only": None,
        "note": "3 of 3 elements differ, this one most: by 1",
        "largest": 1.0,
    }
    assert run("diff", tmp_path / "a.nac", tmp_path / "a.nac").stdout == ""


def test_renamed_parameters_are_paired_by_id() -> None:
    assert told(chain("w:a"), chain("w:b")) == [
        '! instructions[1]: <INPUT> param 1 "a" -> <INPUT> param 1 "b"',
        "! data.parameters[1]: a -> b",
    ]


@pytest.mark.parametrize("seed", range(200))
def test_alignment_is_a_shortest_edit_of_small_sequences(seed: int) -> None:
    draw = random.Random(seed)
    first = [draw.randrange(5) for _ in range(draw.randrange(20))]
    second = list(first)
    for _ in range(draw.randrange(4)):
        if second and draw.random() < 0.5:
            del second[draw.randrange(len(second))]
        else:
            second.insert(draw.randrange(len(second) + 1), draw.randrange(7))
    found = aligned_places(np.array(first, np.int64), np.array(second, np.int64)).tolist()
    places = [place for place in found if place >= 0]
    assert places == sorted(set(places))
    assert all(place < len(second) for place in places)
    longest = [[0] * (len(second) + 1) for _ in range(len(first) + 1)]
    for i, one in enumerate(first):
        for j, other in enumerate(second):
            longest[i + 1][j + 1] = longest[i][j] + 1 if one == other else max(longest[i][j + 1], longest[i + 1][j])
    equal = sum(first[place] == second[other] for place, other in enumerate(found) if other >= 0)
    assert equal >= longest[-1][-1] - 2  # anchors may cost a pair


@pytest.mark.sample("2", "1000")
@pytest.mark.parametrize("kinds", [2, 1000, 300_000])
def test_alignment_takes_bounded_time(kinds: int) -> None:
    draw = np.random.default_rng(kinds)
    first, second = draw.integers(0, kinds, 200_000), draw.integers(0, kinds, 200_000)
    start = time.process_time()
    aligned_places(first, second)
    assert time.process_time() - start < 30  # it takes one or two seconds


def test_names_of_inputs_belong_to_instructions() -> None:
    def file(*names: str) -> NacFile:
        b = NacBuilder()
        b.output(b.operation("nac.sub", *map(b.input, names)))
        return b.build()

    assert told(file("x", "y"), file("y", "x")) == [
        '! instructions[0]: <INPUT> "x" -> <INPUT> "y"',
        '! instructions[1]: <INPUT> "y" -> <INPUT> "x"',
    ]


def test_tensors_of_contradictory_sizes_are_compared() -> None:
    """Lenient reading takes them."""
    one, other = chain("w:a"), chain("w:a", weights={"a": np.ones(3, np.float32)})
    assert other.sections.data is not None
    assert other.sections.data.tensors is not None
    tensor = replace(other.sections.data.tensors[1], raw=other.sections.data.tensors[1].raw[:4])
    other.sections.data = replace(other.sections.data, tensors=IdTable([(1, tensor)]))
    assert "! weights[a].raw.size: 12 -> 4" in told(one, other)


def test_an_entry_that_nothing_uses_is_compared_by_id() -> None:
    first, second = chain("relu"), chain("relu")
    for file, number in ((first, 7), (second, 8)):
        assert file.sections.perm is not None
        file.sections.perm = IdTable([*file.sections.perm.entries, (number, "TTT")])
    assert told(first, second) == ["- perm[7]: TTT", "+ perm[8]: TTT"]
