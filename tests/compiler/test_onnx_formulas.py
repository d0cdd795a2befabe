"""ONNX operators that are formulas in ATen operators."""

from __future__ import annotations

import numpy as np
import pytest

from tests.partners import partner

partner("onnx")

from nacformats.errors import UnsupportedError
from nacformats.onnx.reading import graph_of_onnx
from nacformats.onnx.reading.formulas import FORMULAS
from nacformats.ops.decompositions import compiled_row
from nacformats.ops.schemas import KERNELS
from tests.compiler.test_onnx import INT64, model, node, port, run


def test_every_formula_calls_kernels() -> None:
    for name, row in FORMULAS.items():
        assert compiled_row(row).operators <= set(KERNELS), name


def test_a_formula_takes_sizes_that_are_not_fixed() -> None:
    made = model(
        [node("LRN", "x", "y", size=3, bias=2.0, alpha=0.3)], [port("x", ["n", 4, "h", "w"])], [port("y", None)]
    )
    for shape in ((1, 4, 2, 3), (2, 4, 5, 1)):
        x = np.random.default_rng(1).random(shape).astype(np.float32)
        around = np.pad(x**2, ((0, 0), (1, 1), (0, 0), (0, 0)))
        sums = sum(around[:, place : place + 4] for place in range(3))
        np.testing.assert_allclose(run(made, x)[0], x / (2 + 0.1 * sums) ** 0.75, rtol=1e-5)


def test_a_formula_refuses_the_node() -> None:
    made = model([node("BitShift", "x x", "y", direction="UP")], [port("x", [2])], [port("y", None)])
    with pytest.raises(UnsupportedError, match=r"the_BitShift \(BitShift\): direction UP"):
        graph_of_onnx(made)


def test_the_largest_of_nothing_is_the_lowest_number() -> None:
    """The axis is not known before the model runs, that it is empty is."""
    made = model([node("ReduceMax", "x axes", "y")], [port("x", [2, 0]), port("axes", [1], INT64)], [port("y", None)])
    found = run(made, np.zeros((2, 0), np.float32), np.array([1]))[0]
    np.testing.assert_array_equal(found, np.full((2, 1), -np.inf, np.float32))


def test_a_formula_computes_with_sizes_that_are_not_fixed() -> None:
    made = model([node("DepthToSpace", "x", "y", blocksize=2)], [port("x", ["n", "c", "h", "w"])], [port("y", None)])
    x = np.random.default_rng(1).random((2, 8, 3, 1)).astype(np.float32)
    blocks = x.reshape(2, 2, 2, 2, 3, 1).transpose(0, 3, 4, 1, 5, 2)
    np.testing.assert_array_equal(run(made, x)[0], blocks.reshape(2, 2, 6, 2))
