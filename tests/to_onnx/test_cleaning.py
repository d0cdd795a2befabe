"""What is taken out of ONNX models behind the rules."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

from nacformats.graph.graph import Ref, ValueType
from nacformats.restoring import resolved
from nacformats.runtime import Session
from nacformats.runtime.observe import observe
from tests.partners import partner
from tests.runtime.programs import Program, floats

onnx = partner("onnx")
partner("onnxruntime")


def kinds(program: Program, *inputs: Any) -> Counter[str]:
    """The nodes of the model of a program that gives the same in onnxruntime."""
    from nacformats.onnx.writing.model import onnx_beside_weights

    graph = resolved(program)
    model = onnx_beside_weights(graph, observe(graph, inputs)).joined()
    onnx.checker.check_model(model, full_check=True)
    found, expected = Session(program, engine="onnxruntime").run(inputs), Session(program).run(inputs)
    for one, other in zip(found, expected, strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-5, atol=1e-5)
    return Counter(node.op_type for node in model.graph.node)


def convolved(padding: list[int], value: float = 0.0) -> Program:
    program = Program()
    x = program("aten.constant_pad_nd.default", program.input("x"), padding, value)
    weight = program.parameter("w", floats(5, 3, 3, 3))
    return program.output(program("aten.conv2d.default", x, weight, None, [1, 1], [1, 0]))


def test_results_that_nobody_takes_are_not_computed() -> None:
    program = Program()
    best = program("aten.max.dim", program.input("x"), 1)
    program.output(program("getitem", best, 0))
    assert kinds(program, floats(2, 3)) == {"ReduceMax": 1}


@pytest.mark.parametrize("padding", [[1, 2, 3, 4], [2, 0], [0, 0, 1, 1]])
def test_a_convolution_pads_with_zeros(padding: list[int]) -> None:
    assert kinds(convolved(padding), floats(2, 3, 5, 6)) == {"Conv": 1}


@pytest.mark.parametrize(
    ("padding", "value"), [([1, 1], 2.0), ([-1, 1], 0.0), ([0, 0, 0, 0, 1, -1], 0.0)], ids=["other", "crop", "channels"]
)
def test_other_padding_stays(padding: list[int], value: float) -> None:
    assert kinds(convolved(padding, value), floats(2, 3, 5, 6))["Conv"] == 1
    assert kinds(convolved(padding, value), floats(2, 3, 5, 6)).total() > 1


def test_padding_that_others_see_stays_for_them() -> None:
    program = convolved([1, 1])
    program.output(*program.outputs, program("aten.relu.default", Ref(1)))
    assert kinds(program, floats(2, 3, 5, 6)) == {"Conv": 1, "Pad": 1, "Relu": 1}


@pytest.mark.parametrize("name", ["upsample_bicubic2d", "_upsample_bicubic2d_aa", "_upsample_bilinear2d_aa"])
def test_images_of_known_sizes_are_resampled_by_products(name: str) -> None:
    for arguments in (([5, 9], False), ([9, 4], True), ([7, 6], False, 1.7, 1.3)):
        program = Program()
        x = program.input("x", type=ValueType(np.dtype(np.float32), ("n", 2, 4, 5)))
        program.output(program(f"aten.{name}.default", x, *arguments))
        assert kinds(program, floats(2, 2, 4, 5)) == {"MatMul": 2}
    program = Program()
    x = program.input("x", type=ValueType(np.dtype(np.float32), ("n", 2, 4, 5)))
    program.output(program(f"aten.{name}.vec", x, None, False, [1.7, 0.6]))
    assert kinds(program, floats(2, 2, 4, 5)) == {"MatMul": 2}
