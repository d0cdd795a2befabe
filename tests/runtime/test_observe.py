"""Types of values, as one run shows them."""

from __future__ import annotations

from contextlib import nullcontext

import numpy as np
import pytest

from nacformats.errors import InvalidError, LimitError
from nacformats.graph.graph import ValueType
from nacformats.runtime.engines.base import Engine
from nacformats.runtime.observe import observe
from tests.runtime.programs import Program, floats

F32 = np.dtype(np.float32)
I64 = np.dtype(np.int64)


def test_tensors_numbers_tuples_and_what_is_not_computed() -> None:
    program = Program()
    x, w = program.input("x"), program.parameter("w", floats(5, 4))
    y = program("aten.linear.default", x, w)
    program("aten.sym_size.int", x, 0)
    best = program("aten.max.dim", y, 1)
    half = program("truediv", program("aten.sym_size.int", y, 1), 2)
    scaled = program("aten.mul.Scalar", program("getitem", best, 0), half)
    program("aten.relu.default", x)  # nothing depends on it
    program.output(scaled)
    types = observe(program, [floats(3, 4)])
    assert types[:3] == [ValueType(F32, (3, 4)), ValueType(F32, (5, 4)), ValueType(F32, (3, 5))]
    assert types[3] is None
    assert types[4] == (ValueType(F32, (3,)), ValueType(I64, (3,)))
    assert types[5:9] == [int, float, ValueType(F32, (3,)), ValueType(F32, (3,))]
    assert types[9] is None


def test_inputs_are_made_from_declared_types_with_a_size_for_each_symbol() -> None:
    program = Program()
    x = program.input("x", type=ValueType(F32, ("batch", 3, "length")))
    y = program.input("y", type=ValueType(I64, ("batch", None)))
    program.output(program("aten.add.Tensor", x, 1), program("aten.neg.default", y))
    _, second, first, other = (observe(program)[index] for index in (0, 1, 2, 3))
    assert isinstance(first, ValueType)
    assert isinstance(other, ValueType)
    assert isinstance(second, ValueType)
    assert first.shape is not None
    assert other.shape is not None
    batch, three, length = first.shape
    assert three == 3
    assert other.shape[0] == batch
    assert len({1, 3, batch, length, other.shape[1]}) == 5


def test_larger_sizes_are_tried_where_small_ones_give_nothing() -> None:
    program = Program()
    x = program.input("x", type=ValueType(F32, (1, 1, "height", "width")))
    program.output(program("aten.conv2d.default", x, program.parameter("w", floats(1, 1, 7, 7))))
    last = observe(program)[-1]
    assert isinstance(last, ValueType)
    assert last.dtype == F32


def test_an_input_of_unknown_type_is_named() -> None:
    program = Program()
    program.output(program("aten.relu.default", program.input("pixels")))
    with pytest.raises(InvalidError, match=r"pixels.*does not say") as caught:
        observe(program)
    assert caught.value.hint is not None
    assert "example inputs" in caught.value.hint


def test_a_run_stays_within_its_memory() -> None:
    program = Program()
    program.output(program("aten.full.default", [1000, 1000], 1.0))
    with pytest.raises(LimitError):
        observe(program, max_memory=1000)


def test_the_first_failure_is_the_one_that_is_told() -> None:
    program = Program()
    x = program.input("x", type=ValueType(F32, ("n", 4)))
    program.output(program("aten.mm.default", x, program.parameter("w", floats(5, 4))))
    with pytest.raises(InvalidError, match=r"3, 4"):
        observe(program)


def test_sizes_that_have_to_agree_do_in_the_last_try() -> None:
    program = Program()
    x = program.input("x", type=ValueType(F32, ("keys", 2)))
    y = program.input("y", type=ValueType(F32, ("values", 2)))
    program.output(program("aten.add.Tensor", x, y))
    assert observe(program)[2] == ValueType(F32, (8, 2))


def test_a_graph_is_run_where_data_decides_a_shape_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    runs = []
    monkeypatch.setattr(Engine, "running", lambda engine: (runs.append(type(engine)), nullcontext())[1])
    program = Program()
    program.output(program("aten.relu.default", program.input("x", type=ValueType(F32, ("n", 3)))))
    observe(program)
    assert Engine not in runs
    program = Program()
    program.output(program("aten.nonzero.default", program.input("x")))
    assert observe(program, [np.eye(3)])[-1] == ValueType(I64, (3, 2))
    assert Engine in runs
