"""Operators without a rule of their own, and with one that does not fit, have the form of their formula."""

from __future__ import annotations

import numpy as np
import pytest

from nacformats.ops.dtypes import FLOAT32
from nacformats.ops.onnx.emitter import RULES, Emitter, Inexpressible, Symbol
from nacformats.ops.onnx.operators import OnnxNumber, emit_operator, has_form

OPEN = Symbol("x", FLOAT32, 3, (None, None, 4), seen=(2, 3, 4))


def kinds(e: Emitter) -> list[str]:
    return [node.kind for node in e.nodes]


def test_an_operator_with_a_formula_needs_no_rule() -> None:
    e = Emitter()
    emit_operator(e, "aten.silu.default", [OPEN])
    assert "aten.silu.default" not in RULES
    assert kinds(e) == ["Sigmoid", "Mul"]


@pytest.mark.parametrize(("scale", "expected"), [(1, "Elu"), (2, "Where")])
def test_a_rule_that_does_not_fit_leaves_it_to_the_formula(scale: int, expected: str) -> None:
    e = Emitter()
    e.result = OPEN
    emit_operator(e, "aten.elu.default", [OPEN, 1, scale, 1])
    assert kinds(e)[-1] == expected


def test_an_operator_without_either_has_no_form() -> None:
    assert not has_form("aten.linalg_svd.default")
    with pytest.raises(Inexpressible, match="linalg_svd"):
        emit_operator(Emitter(), "aten.linalg_svd.default", [OPEN])


def test_neighbouring_sizes_of_a_tensor_are_a_part_of_its_shape() -> None:
    e = Emitter()
    e.ints([*e.sizes(OPEN)[:2], 5])
    (node,) = [node for node in e.nodes if node.kind == "Concat"]
    shapes = [each.attributes for each in e.nodes if each.outputs[0] in node.inputs]
    assert shapes == [{"start": 0, "end": 2}]
    assert np.array_equal(e.constants[node.inputs[1]], [5])


def test_numbers_that_only_a_run_knows_are_computed_in_the_graph_and_decide_nothing() -> None:
    e = Emitter()
    size = e.size(OPEN, 0)
    assert isinstance(size, Symbol)
    number = OnnxNumber(e, size)
    assert isinstance(-number * 2 + 1, OnnxNumber)
    assert isinstance(1 - number, OnnxNumber)
    assert kinds(e)[-1] == "Sub"
    with pytest.raises(Inexpressible, match="only the run knows"):
        assert number == 1
