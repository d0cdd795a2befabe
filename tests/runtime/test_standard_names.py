"""The names that NAC v1.7 added for operations, in every form that an exporter gives their arguments."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from nacformats import UnsupportedError
from nacformats.graph.graph import Operation, Ref
from nacformats.restoring import resolved
from nacformats.restoring.training.operations import restore_training_operation
from nacformats.runtime import Session
from tests.partners import partner
from tests.runtime.programs import Program, floats

#: What a writer flattens behind the arguments: dtype, layout, device, pin_memory.
OPTIONS = (None, None, "cpu", False)
ROWS, COLUMNS, STACK = floats(3, 4), floats(4, 5, seed=1), floats(2, 3, 4, seed=2)
WHOLE = np.arange(12, dtype=np.int64).reshape(3, 4) - 5
MASK = WHOLE > 0


def _div(x: Any, y: Any, mode: str) -> Any:
    return np.floor(x / y) if mode == "floor" else np.trunc(x / y)


#: Name, arrays, further operands, what is expected, and ATen's name.
CASES: list[tuple[str, list[Any], tuple[Any, ...], Any, str]] = [
    ("mul", [ROWS, ROWS[0]], (), ROWS * ROWS[0], "mul.Tensor"),
    ("mul", [ROWS], (2.5,), ROWS * np.float32(2.5), "mul.Tensor"),
    ("mul", [WHOLE], (3,), WHOLE * 3, "mul.Tensor"),
    ("div", [ROWS, ROWS + 9], (), ROWS / (ROWS + 9), "div.Tensor"),
    ("div", [WHOLE], (4,), (WHOLE / 4).astype(np.float32), "div.Tensor"),
    ("div", [ROWS], (0.3, "floor"), _div(ROWS, np.float32(0.3), "floor"), "div.Tensor_mode"),
    ("div", [ROWS], (0.3, "trunc"), _div(ROWS, np.float32(0.3), "trunc"), "div.Tensor_mode"),
    ("matmul", [ROWS, COLUMNS], (), ROWS @ COLUMNS, "matmul.default"),
    ("matmul", [STACK, COLUMNS], (), STACK @ COLUMNS, "matmul.default"),
    ("matmul", [STACK, STACK.swapaxes(1, 2).copy()], (), STACK @ STACK.swapaxes(1, 2), "matmul.default"),
    ("transpose", [ROWS], (), ROWS.T, "t.default"),
    ("transpose", [ROWS[0]], (), ROWS[0], "t.default"),
    ("transpose", [STACK], (-1, 0), STACK.swapaxes(-1, 0), "transpose.int"),
    ("zeros", [], ([2, 3],), np.zeros((2, 3), np.float32), "zeros.default"),
    ("zeros", [], ([2, 3], "torch.int64", *OPTIONS[1:]), np.zeros((2, 3), np.int64), "zeros.default"),
    ("zeros", [], ([], *OPTIONS), np.zeros((), np.float32), "zeros.default"),
    ("zeros_like", [WHOLE], (), np.zeros((3, 4), np.int64), "zeros_like.default"),
    ("zeros_like", [WHOLE], ("float32", *OPTIONS[1:], "preserve_format"), 0 * ROWS, "zeros_like.default"),
    ("new_zeros", [WHOLE], ([5], *OPTIONS), np.zeros(5, np.int64), "new_zeros.default"),
    ("ones", [], ([2, 3], *OPTIONS), np.ones((2, 3), np.float32), "ones.default"),
    ("ones_like", [ROWS], ("torch.bool",), np.ones((3, 4), np.bool_), "ones_like.default"),
    ("new_ones", [ROWS], ([2, 1], "float64", *OPTIONS[1:]), np.ones((2, 1)), "new_ones.default"),
    ("full", [], ([2, 2], 7, *OPTIONS), np.full((2, 2), 7, np.int64), "full.default"),
    ("full", [], ([2, 2], 0.5, "torch.float64", *OPTIONS[1:]), np.full((2, 2), 0.5), "full.default"),
    ("full_like", [ROWS], (-1.0, *OPTIONS), np.full((3, 4), -1, np.float32), "full_like.default"),
    ("clone", [ROWS], ("torch.contiguous_format",), ROWS, "clone.default"),
    ("clone", [ROWS], (), ROWS, "clone.default"),
    ("clone", [ROWS, WHOLE[0]], (), np.broadcast_to(WHOLE[0], (3, 4)).astype(np.float32), "copy.default"),
    ("clone", [WHOLE, ROWS], (False,), ROWS.astype(np.int64), "copy.default"),
    ("where", [MASK, ROWS, -ROWS], (), np.where(MASK, ROWS, -ROWS), "where.self"),
    ("where", [MASK, ROWS], (0.0,), np.where(MASK, ROWS, np.float32(0)), "where.ScalarOther"),
]  # fmt: skip


def program_of(name: str, arrays: list[Any], operands: tuple[Any, ...]) -> Program:
    program = Program()
    return program.output(program(f"nac.{name}", *(program.input() for _ in arrays), *operands))


@pytest.mark.parametrize("engine", ["numpy", "torch", "onnxruntime"])
@pytest.mark.parametrize(("name", "arrays", "operands", "expected", "aten"), CASES)
def test_a_standard_name_stands_for_operations_of_aten(
    engine: Any, name: str, arrays: list[Any], operands: tuple[Any, ...], expected: Any, aten: str
) -> None:
    partner(engine)
    program = program_of(name, arrays, operands)
    (operation,) = resolved(program).every(Operation)
    assert operation.operator == f"aten.{aten}"
    assert not operation.operands
    (result,) = Session(program, engine=engine).run(arrays)
    assert (result.dtype, result.shape) == (expected.dtype, expected.shape)
    np.testing.assert_allclose(result, expected, rtol=1e-6, atol=1e-7)


@pytest.mark.parametrize("engine", ["numpy", "torch", "onnxruntime"])
def test_a_condition_alone_gives_the_places_where_it_holds(engine: Any) -> None:
    partner(engine)
    program = Program()
    places = program("nac.where", program.input())
    program.output(Ref(places.index, 0), Ref(places.index, 1))
    for result, expected in zip(Session(program, engine=engine).run([MASK]), np.nonzero(MASK), strict=True):
        np.testing.assert_array_equal(result, expected)


def test_arithmetic_of_sizes_keeps_python_numbers() -> None:
    program = Program()
    x = program.input()
    rows, columns = program("aten.sym_size.int", x, 0), program("aten.sym_size.int", x, 1)
    area = program("nac.mul", rows, columns)
    half = program("sym_int", program("nac.div", area, 2))
    program.output(program("nac.view", x, [half, 2]), program("nac.zeros", [half, 3], None, None, "cpu", False))
    viewed, zeros = Session(program).run([ROWS])
    np.testing.assert_array_equal(viewed, ROWS.reshape(6, 2))
    assert zeros.shape == (6, 3)
    names = [operation.operator for operation in resolved(program).every(Operation)]
    assert names[2:4] == ["mul", "truediv"]


@pytest.mark.parametrize("operands", [(1, 0), (0, 1)])
def test_the_dtypes_tell_where_from_masked_fill_in_training(operands: tuple[int, int]) -> None:
    """A training program keeps the order of the arguments of aten.masked_fill: self, mask, value."""
    program = Program()
    given = [program.input(), program.input()]
    program.output(program("nac.where", *(given[place] for place in operands), -2.0))
    for operation in program.every(Operation):
        restore_training_operation(operation)
    (result,) = Session(program).run([ROWS, MASK])
    expected = np.where(MASK, np.float32(-2), ROWS) if operands == (0, 1) else np.where(MASK, ROWS, np.float32(-2))
    assert result.dtype == np.float32
    np.testing.assert_array_equal(result, expected)


def test_an_unused_copy_into_a_view_is_a_lost_change() -> None:
    program = Program()
    x = program.input()
    y = program("nac.mul", x, 1.0)
    view = program("aten.select.int", y, 0, 0)
    program("nac.clone", view, program("nac.zeros_like", view))
    program.output(y)
    with pytest.raises(UnsupportedError, match="changed that tensor in place"):
        Session(program).run([ROWS])
