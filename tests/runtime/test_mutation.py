"""Operations that change a tensor in place: every value that sees the change gets it, or the graph is refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from nacformats import UnsupportedError
from nacformats.graph.graph import Ref
from nacformats.restoring.mutation import refuse_lost_mutations
from nacformats.runtime import Session
from tests.partners import partner
from tests.runtime.programs import Program, floats


def run(program: Program, *inputs: Any, **options: Any) -> list[Any]:
    with Session(program, **options) as session:
        return session.run(list(inputs))


def test_the_result_of_a_change_in_place_is_used() -> None:
    program = Program()
    x = program.input("x")
    y = program("aten.relu_.default", x)
    data = floats(3)
    (result,) = Session(program.output(y)).run([data])
    np.testing.assert_array_equal(result, np.maximum(data, 0))


def test_a_change_of_a_view_changes_its_base() -> None:
    program = Program()
    base = program("nac.clone", program.input("x"))
    row = program("aten.select.int", base, 0, 1)
    program("aten.fill_.Scalar", row, 5.0)
    data = floats(2, 3)
    (result,) = run(program.output(base), data)
    np.testing.assert_array_equal(result, [data[0], [5, 5, 5]])


def test_neither_an_input_nor_a_weight_is_written_to() -> None:
    weight, data = floats(2, 3), floats(2, 3, seed=1)
    program = Program()
    x, w = program.input("x"), program.parameter("w", weight)
    program("aten.mul_.Tensor", program("aten.select.int", x, 0, 0), 2.0)
    program("aten.add_.Tensor", program("aten.slice.Tensor", w, 1, 0, 1), 1.0)
    kept, kept_weight = data.copy(), weight.copy()
    session = Session(program.output(x, w))
    for _ in range(2):
        changed, changed_weight = session.run([data])
        np.testing.assert_array_equal(changed[0], 2 * kept[0])
        np.testing.assert_array_equal(changed_weight[:, 1:], kept_weight[:, 1:])
        np.testing.assert_array_equal(data, kept)
        np.testing.assert_array_equal(weight, kept_weight)


def test_views_of_a_changed_tensor_are_taken_again() -> None:
    program = Program()
    base = program("nac.clone", program.input("x"))
    parts = program("aten.split.Tensor", base, 1)
    first, second = program("getitem", parts, 0), program("getitem", parts, 1)
    before = program("aten.neg.default", second)
    program("aten.zero_.default", base)
    data = floats(2, 3)
    results = run(program.output(first, second, before), data)
    for result, expected in zip(results, (np.zeros((1, 3)), np.zeros((1, 3)), -data[1:]), strict=True):
        np.testing.assert_array_equal(result, expected)


def test_the_second_result_of_an_operation_is_no_view_of_its_operand() -> None:
    program = Program()
    x = program.input("x")
    places = program("getitem", program("aten.topk.default", x, 2), 1)
    changed = program("aten.add_.Tensor", places, 1)
    data = np.array([3.0, 1.0, 2.0], np.float32)
    result, same = run(program.output(changed, x), data)
    np.testing.assert_array_equal(result, [1, 3])
    np.testing.assert_array_equal(same, data)


def test_a_change_that_nothing_needs_is_not_made() -> None:
    program = Program()
    y = program("nac.clone", program.input("x"))
    result = program("aten.neg.default", y)
    program("aten.zero_.default", y)
    session = Session(program.output(result))
    assert session.operation_count == 2


def test_operators_with_an_equals_sign() -> None:
    program = Program()
    mask = program("nac.gt", program.input("x"), 1.0)
    program("aten.__ior__.Tensor", program("aten.select.int", mask, 0, 0), True)
    (result,) = run(program.output(mask), np.array([0.0, 2.0, 0.0], np.float32))
    np.testing.assert_array_equal(result, [True, True, False])


@pytest.mark.parametrize("operator", ["aten.reshape.default", "aten.contiguous.default"])
def test_a_change_is_refused_where_only_the_layout_in_memory_says_who_sees_it(operator: str) -> None:
    program = Program()
    y = program("nac.clone", program.input("x"))
    other = program(operator, y, *([[-1]] if "reshape" in operator else []))
    program("aten.exp_.default", other)
    with pytest.raises(UnsupportedError, match=r"instruction 3 \(aten.exp_.default\) .*changes instruction 2 in place"):
        Session(program.output(y))
    Session(program.output(other))  # nothing else sees it


def test_a_change_of_sizes_is_refused_where_it_is_seen() -> None:
    program = Program()
    y = program("nac.clone", program.input("x"))
    program("aten.unsqueeze_.default", y, 0)
    with pytest.raises(UnsupportedError, match="used again"):
        Session(program.output(y))


def test_a_graph_without_side_effects_is_not_refused() -> None:
    program = Program()
    x = program.input("x")
    y = program("aten.relu_.default", program("nac.neg", x))
    refuse_lost_mutations(program.output(y))
    program("aten.zero_.default", program("aten.select.int", x, 0, 0))
    with pytest.raises(UnsupportedError, match="used again"):
        refuse_lost_mutations(program.output(x))


# what the writer of a NAC file makes of methods that change a tensor


def stripped(operator: str, *operands: Any, target: int = 0) -> Program:
    """y = clone(x); y[:, 0].method_(...); return y * 2"""
    program = Program()
    y = program("nac.clone", program.input("x"))
    column = program("aten.select.int", y, 1, 0)
    arguments = list(operands)
    arguments.insert(target, column)
    program(operator, *arguments)
    return program.output(program("aten.mul.Tensor", y, 2))


@pytest.mark.parametrize(
    "program",
    [
        stripped("nac.add", 1),
        stripped("nac.sub", 1),
        stripped("nac.neg"),
        stripped("nac.where", Ref(0), 0.0, target=2),
        stripped("aten.masked_fill.Scalar", Ref(0), 0.0),
    ],
    ids=lambda program: program.values[3].operator,
)
def test_a_change_that_the_writer_lost_is_refused(program: Program) -> None:
    reason = rf"instruction 3 \({program.values[3].operator}\) .*nobody takes the result, .* is a view of instruction 1"
    with pytest.raises(UnsupportedError, match=reason):
        Session(program)


def test_an_unused_sum_of_no_view_is_not_refused() -> None:
    program = Program()
    x = program.input("x")
    hidden = program("aten.tanh.default", x)
    program("nac.add", hidden, x)
    program("nac.add", program("nac.pass", hidden, 0.1, False), x)  # after a dropout
    Session(program.output(hidden))


def test_an_unused_sum_of_a_view_is_not_refused_where_nothing_sees_a_change() -> None:
    program = Program()
    x = program.input("x")
    hidden = program("aten.tanh.default", x)
    program("nac.add", program("nac.view", x, [3, 2]), 1)
    Session(program.output(hidden))


# raw exports of PyTorch


def _rows(x: Any) -> Any:
    y = x * 2
    y[:, 0].mul_(3)
    y[:, 1] = 5.0
    y[y > 0] = 0
    flat = y.view(-1)
    flat.mul_(2)
    left, right = y.chunk(2, 1)
    left.relu_()
    return y, left, right, flat, x


def _transposed(x: Any) -> Any:
    y = x.clone()
    view, row = y.transpose(0, 1), y[1:, None]
    view.copy_(x.t() * 2)
    row.mul_(y[1:, None].exp())
    return view, row, y


def _casts(x: Any) -> Any:
    y = x * 1
    same, other = y.float(), y.double()
    same.exp_()
    other.exp_()
    y.add_(1)
    return y, same, other


def _indices(x: Any) -> Any:
    mask = x > 0
    mask |= x < -1
    y = x * 1
    rows = mask[:, 0].long()
    y[rows] = y[rows.flip(0)]
    y.index_add_(0, rows, y[rows])
    y.scatter_(1, rows[:, None], 9.0)
    y.unbind(0)[1].exp_()
    y.diagonal().zero_()
    return mask, y


def _loop(x: Any) -> Any:
    y = x.new_zeros(4, 4)
    for k in range(4):
        y[k] = x[0] * k
        y[:, k] += x[1]
    return y


def _given(x: Any) -> Any:
    x.mul_(2)
    return x + 1


def _layouts(x: Any) -> Any:
    y = x * 1
    part = y.chunk(2, 1)[1]
    part.flatten().mul_(3)
    y.reshape(-1).mul_(5)
    return y, part


RAW: list[tuple[Callable[..., Any], tuple[str, ...]]] = [
    *((function, ("numpy", "torch")) for function in (_rows, _transposed, _casts, _indices, _loop, _given)),
    (_layouts, ("torch",)),
]


@pytest.mark.filterwarnings("ignore::FutureWarning", "ignore::UserWarning")  # of the exporter, about itself
@pytest.mark.parametrize(("function", "engines"), RAW, ids=lambda each: getattr(each, "__name__", ""))
def test_raw_exports_of_pytorch(function: Callable[..., Any], engines: tuple[str, ...]) -> None:
    torch = partner("torch")
    from tests.runtime.exported import export
    from tests.runtime.test_exported import Function

    x = torch.randn(2, 4, generator=torch.Generator().manual_seed(0))
    graph = export(Function(lambda _, x: function(x)), (x.clone(),))
    expected = function(x.clone())
    for engine in engines:
        given = x.numpy().copy()
        results = run(graph, given, engine=engine)
        for result, wanted in zip(results, expected if isinstance(expected, tuple) else (expected,), strict=True):
            np.testing.assert_allclose(result, wanted, rtol=1e-6, atol=1e-6)
        np.testing.assert_array_equal(given, x)
