"""Parameters of two models: which one is which, and how far their numbers are apart."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import Result

import nacformats
from nacformats.comparing.comparison import compare_models
from nacformats.comparing.document import ComparedParameter, ComparedPart, difference_document
from nacformats.comparing.numbers import numbers_apart
from nacformats.formats.records.rows import IdTable
from nacformats.formats.stb import StbFile, StbTensor
from tests.comparing.chains import chain

Run = Callable[..., Result]


def compared(first: Any, second: Any, **how: Any) -> ComparedParameter:
    files = [chain("w:a", "w:same", weights={"a": np.asarray(values)}, **how) for values in (first, second)]
    found = compare_models(*files)
    assert not found.other
    assert {row.mark for row in found.rows} == {"same"}
    assert [each.left for each in found.parameters if each.mark != "same"] in ([], ["a"])
    return next(each for each in found.parameters if each.left == "a")


def test_the_numbers() -> None:
    first = np.arange(6, dtype=np.float32).reshape(2, 3)
    second = first.copy()
    second[1, 0] += 0.5
    second[0, 2] -= 0.25
    found = compared(first, second)
    assert (found.mark, found.elements, found.different, found.at, found.largest) == ("changed", 6, 2, (1, 0), 0.5)
    squares = [float((each.astype(np.float64) ** 2).sum()) for each in (first, second)]
    assert found.nmse == pytest.approx((0.25 + 0.0625) / max(squares))
    assert found.cosine == pytest.approx(float((first * second).sum()) / math.sqrt(squares[0] * squares[1]))
    assert found.histogram is not None
    assert sum(found.histogram.counts) == 6
    assert (found.histogram.edges[0], found.histogram.edges[-1]) == (-0.5, 0.5)
    assert found.histogram.counts[len(found.histogram.counts) // 2] == 4
    assert found.changes == [ComparedPart("element [1, 0]", "3.0", "3.5")]


@pytest.mark.parametrize(
    ("first", "second", "different", "largest"),
    [
        (np.float32([1, np.nan]), np.float32([1, np.nan]), 0, 0),
        (np.float32([1, np.nan]), np.float32([1, 2]), 1, None),
        (np.float32([np.inf]), np.float32([-np.inf]), 1, None),
        (np.float32([1]), np.float64([1]), 0, 0),
        (np.float32([1]), np.float16([1.5]), 1, 0.5),
        (np.array([True, False]), np.array([True, True]), 1, 1),
        (np.array([2**62]), np.array([2**62 + 2**20]), 1, 2.0**20),
        (np.float32(3), np.float32(5), 1, 2),
        (np.zeros((0, 2), np.float32), np.zeros((0, 2), np.float32), 0, 0),
    ],
)  # fmt: skip
def test_how_far_numbers_are_apart(first: Any, second: Any, different: int, largest: float | None) -> None:
    found = compared(first, second)
    assert (found.different, found.largest) == (different, largest)
    same = first.dtype == second.dtype and first.shape == second.shape and first.tobytes() == second.tobytes()
    assert (found.mark == "same") == same
    json.dumps(
        difference_document(compare_models(*(chain("w:a", weights={"a": each}) for each in (first, second)))),
        allow_nan=False,
    )


def test_integers_that_are_one_number_as_floats_differ() -> None:
    found = numbers_apart(np.array([2**62]), np.array([2**62 + 1]))
    assert (found.different, found.at, found.left, found.right) == (1, (0,), 2**62, 2**62 + 1)


def test_complex_numbers() -> None:
    found = numbers_apart(np.array([[1 + 2j, 3]], np.complex64), np.array([[1 + 2j, 3 + 4j]], np.complex64))
    assert (found.elements, found.different, found.at, found.largest) == (2, 1, (0, 1), 4.0)
    assert numbers_apart(np.array([1j]), np.array([0.0])).different == 1


def test_other_shapes_have_no_numbers() -> None:
    found = compared(np.zeros((0, 2), np.float32), np.zeros((2, 0), np.float32))
    assert (found.mark, found.nmse, found.histogram) == ("changed", None, None)
    assert ComparedPart("shape", "[0, 2]", "[2, 0]") in found.changes


def test_large_tensors_are_compared_in_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    draw = np.random.default_rng(1)
    first, second = draw.normal(size=(2, 1000)).astype(np.float32)
    whole = numbers_apart(first, second)
    monkeypatch.setattr("nacformats.comparing.numbers._PIECE", 7)
    pieces = numbers_apart(first, second)
    assert (pieces.at, pieces.largest, pieces.histogram) == (whole.at, whole.largest, whole.histogram)
    assert pieces.nmse == pytest.approx(whole.nmse)
    assert pieces.cosine == pytest.approx(whole.cosine)


def test_zeros_of_two_signs_are_a_difference_of_bytes() -> None:
    found = compared(np.float32([0.0]), np.float32([-0.0]))
    assert (found.mark, found.changes) == ("changed", [ComparedPart("raw[byte 3]", "0", "128")])


def test_quantized_weights_are_compared_as_numbers(tmp_path: Path, run: Run) -> None:
    values = np.random.default_rng(1).normal(size=(8, 64)).astype(np.float32)
    exact, rough = (chain("w:a", weights={"a": values}, quantize=method) for method in (None, "INT8_CHANNEL"))
    (found,) = compare_models(exact, rough).parameters
    assert found.largest is not None
    assert found.nmse is not None
    assert 0 < found.largest < 0.05
    assert 0 < found.nmse < 1e-4
    assert (found.left_type, found.right_type) == ("float32[8, 64]", "INT8_CHANNEL[8, 64]")
    nacformats.dump(exact, tmp_path / "exact.nac")
    nacformats.dump(chain("w:a", weights={"a": values}, external_weights=True), tmp_path / "external.nac")
    lines = run("diff", tmp_path / "exact.nac", tmp_path / "external.nac").stdout.splitlines()
    assert [line for line in lines if not line.startswith("= ")] == ["! internal_weights: True -> False"]


def test_renamed_parameters_are_found_by_content_or_role() -> None:
    drawn = np.random.default_rng(0).normal(size=(3, 4)).astype(np.float32)
    for other, mark in ((drawn[0], "renamed"), (drawn[1], "changed")):
        first = chain("w:a", "w:b", weights={"a": drawn[0], "b": drawn[2]})
        second = chain("w:new", "w:b", weights={"new": other, "b": drawn[2]})
        found = compare_models(first, second)
        assert (found.parameters[0].mark, found.parameters[0].left, found.parameters[0].right) == (mark, "a", "new")
        assert {row.mark for row in found.rows} == {"same"}


def test_tensors_of_contradictory_sizes_are_compared() -> None:
    """Lenient reading takes them."""
    one, other = chain("w:a"), chain("w:a", weights={"a": np.ones(3, np.float32)})
    assert other.sections.data is not None
    assert other.sections.data.tensors is not None
    tensor = replace(other.sections.data.tensors[1], raw=other.sections.data.tensors[1].raw[:4])
    other.sections.data = replace(other.sections.data, tensors=IdTable([(1, tensor)]))
    assert compare_models(one, other).parameters[0].changes == [ComparedPart("size in bytes", "12", "4")]


def test_weights_of_different_formats(tmp_path: Path, run: Run) -> None:
    draw = np.random.default_rng(3)
    values = {name: draw.normal(size=(3,)).astype(np.float32) for name in "ab"}
    file = chain("w:a", "w:b", weights=values)
    nacformats.dump(file, tmp_path / "m.nac")
    for source, suffix in (("m.nac", ".safetensors"), ("m.safetensors", ".stb")):
        assert run("convert", tmp_path / source, tmp_path / f"m{suffix}").exit_code == 0
        result = run("diff", tmp_path / "m.nac", tmp_path / f"m{suffix}")
        assert (result.exit_code, result.stdout) == (0, ""), result.output
        everything = run("diff", "--all", tmp_path / "m.nac", tmp_path / f"m{suffix}").stdout
        assert "= weights only: " in everything
    stb = StbFile([StbTensor.from_array(values["a"] * 2, 0), StbTensor.from_array(values["b"], 1)])
    nacformats.dump(stb, tmp_path / "m.stb")
    found = json.loads(run("diff", "--json", tmp_path / "m.safetensors", tmp_path / "m.stb").stdout)
    assert [(each["mark"], each["left"]) for each in found["parameters"]] == [("changed", "a"), ("same", "b")]
    assert found["parameters"][0]["nmse"] == pytest.approx(0.25)


def test_exchanged_numbers_are_said() -> None:
    first = {"a": np.arange(3, dtype=np.float32), "b": np.ones(3, np.float32), "c": np.zeros(3, np.float32)}
    second = {**first, "a": first["b"], "b": first["a"]}
    found = compare_models(*(chain("w:a", "w:b", "w:c", weights=each) for each in (first, second)))
    said = {each.left: [part for part in each.changes if part.what == "bytes of"] for each in found.parameters}
    assert said == {"a": [ComparedPart("bytes of", "a", "b")], "b": [ComparedPart("bytes of", "b", "a")], "c": []}
