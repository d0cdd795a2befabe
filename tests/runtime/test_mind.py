"""Mind IR graphs: every operation against a plain NumPy evaluation, types before the run, and refusals with places."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import ml_dtypes
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nacformats import FormatError, InvalidError, LimitError, UnsupportedError
from nacformats.formats.mic.graph import MicGraph
from nacformats.graph.graph import Dim
from nacformats.runtime import Session, SessionOptions
from tests.runtime.programs import floats

BF16 = ml_dtypes.bfloat16


def graph_of(op: str, *types: tuple[Any, ...], **attributes: Any) -> MicGraph:
    """One operation on inputs of these types."""
    graph = MicGraph(format="mic2", places=range(2, 100))
    arguments = [graph.arg(f"x{place}", graph.add_type(*each)) for place, each in enumerate(types)]
    graph.output = graph.custom(op, *arguments) if op.startswith("my") else graph.node(op, *arguments, **attributes)
    return graph


def type_of(array: Any) -> tuple[Any, ...]:
    names = {"float": "f", "bfloat": "bf", "uint": "u", "int": "i", "bool": "bool"}
    name = array.dtype.name
    kind = name.rstrip("0123456789")
    return (names[kind] + name[len(kind) :], *array.shape)


def softmax(x: Any, axis: int = -1) -> Any:
    exponentials = np.exp(x - x.max(axis, keepdims=True))
    return exponentials / exponentials.sum(axis, keepdims=True)


def layernorm(x: Any) -> Any:
    return (x - x.mean(-1, keepdims=True)) / np.sqrt(x.var(-1, keepdims=True) + 1e-5)


def gelu(x: Any) -> Any:
    return x * 0.5 * (1 + np.vectorize(math.erf)(x / math.sqrt(2)))


X, Y, VECTOR = floats(2, 3, 4), floats(4, 5, seed=1), floats(4, seed=2)
INDICES = np.array([[2, 0], [-1, 1]])
CASES: list[tuple[str, tuple[Any, ...], dict[str, Any], Any]] = [
    ("matmul", (X, Y), {}, X @ Y),
    ("matmul", (VECTOR, Y), {}, VECTOR @ Y),
    ("matmul", (X, VECTOR), {}, X @ VECTOR),
    ("matmul", (floats(2, 1, 3, 4), floats(5, 4, 2)), {}, floats(2, 1, 3, 4) @ floats(5, 4, 2)),
    ("add", (X, VECTOR), {}, X + VECTOR),
    ("sub", (X, floats(3, 1)), {}, X - floats(3, 1)),
    ("mul", (floats(), X), {}, floats() * X),
    ("div", (X, VECTOR), {}, X / VECTOR),
    ("relu", (X,), {}, np.maximum(X, 0)),
    ("softmax", (X,), {}, softmax(X)),
    ("softmax", (X,), {"axis": 1}, softmax(X, 1)),
    ("sigmoid", (X,), {}, 1 / (1 + np.exp(-X))),
    ("tanh", (X,), {}, np.tanh(X)),
    ("gelu", (X,), {}, gelu(X)),
    ("layernorm", (X,), {}, layernorm(X)),
    ("transpose", (X,), {}, X.transpose()),
    ("transpose", (X,), {"perm": (1, 2, 0)}, X.transpose(1, 2, 0)),
    ("transpose", (X,), {"perm": (-1, 0, 1)}, X.transpose(2, 0, 1)),
    ("sum", (X,), {}, X.sum()),
    ("sum", (X,), {"axes": (0, -1)}, X.sum((0, 2))),
    ("mean", (X,), {"axes": (1,)}, X.mean(1)),
    ("mean", (X,), {}, X.mean()),
    ("max", (X,), {"axes": (2,)}, X.max(2)),
    ("max", (X,), {}, X.max()),
    ("concat", (X, X * 2, X), {"axis": 1}, np.concatenate([X, X * 2, X], 1)),
    ("concat", (X,), {"axis": -1}, X),
    ("gather", (X, INDICES), {}, None),
    ("gather", (X, np.array([[1, 0]])), {"axis": 1}, X.take([[1, 0]], 1)),
    ("gather", (X, INDICES), {"axis": 2}, X.take(INDICES, 2)),
    ("gather", (X, np.array(1, np.int32)), {"axis": -1}, X[..., 1]),
]


@pytest.mark.parametrize(("op", "inputs", "attributes", "expected"), CASES)
def test_every_operation_against_numpy(op: str, inputs: Any, attributes: Any, expected: Any) -> None:
    session = Session(graph_of(op, *map(type_of, inputs), **attributes))
    if expected is None:
        with pytest.raises(InvalidError, match="out of bounds"):
            session.run(inputs)
        return
    (result,) = session.run(inputs)
    np.testing.assert_allclose(result, expected, rtol=1e-5, atol=1e-6)
    assert result.dtype == np.float32
    assert result.shape == expected.shape
    (port,) = session.outputs
    assert (port.shape, port.dtype) == (expected.shape, result.dtype), "the inferred type is the type of the result"


@pytest.mark.parametrize(
    ("op", "dtypes", "expected"),
    [
        ("add", ("f16", "f16"), np.float16),
        ("add", ("bf16", "bf16"), BF16),
        ("add", ("bf16", "f16"), np.float32),
        ("mul", ("i32", "f16"), np.float16),
        ("add", ("u8", "i8"), np.int16),
        ("add", ("i64", "bool"), np.int64),
        ("div", ("i64", "i32"), np.float32),
        ("div", ("f64", "f32"), np.float64),
        ("matmul", ("f16", "f16"), np.float16),
        ("matmul", ("bf16", "bf16"), BF16),
        ("matmul", ("f32", "f64"), np.float64),
        ("matmul", ("i32", "i32"), np.int32),
        ("softmax", ("bf16",), BF16),
        ("softmax", ("i32",), np.float32),
        ("layernorm", ("f16",), np.float16),
        ("gelu", ("bf16",), BF16),
        ("sigmoid", ("i64",), np.float32),
        ("sum", ("f16",), np.float16),
        ("sum", ("i8",), np.int64),
        ("sum", ("u32",), np.uint64),
        ("sum", ("bool",), np.int64),
        ("mean", ("bf16",), BF16),
        ("mean", ("i16",), np.float32),
        ("max", ("u16",), np.uint16),
        ("relu", ("i8",), np.int8),
        ("transpose", ("bool",), np.bool_),
    ],
)
def test_types_of_results(op: str, dtypes: tuple[str, ...], expected: Any) -> None:
    session = Session(graph_of(op, *((dtype, 4, 4) for dtype in dtypes)))
    inputs = [np.eye(4).astype(port.dtype) for port in session.inputs]
    (result,) = session.run(inputs)
    assert result.dtype == expected
    assert session.outputs[0].dtype == expected
    wide = Session(graph_of(op, *(("f64", 4, 4) for _ in dtypes))).run([array.astype(np.float64) for array in inputs])
    if op != "div":  # 0 / 0
        np.testing.assert_allclose(result.astype(np.float64), wide[0], rtol=2e-2, atol=1e-2)


# split


def test_operands_that_name_a_split_take_its_parts_in_turn() -> None:
    graph = MicGraph()
    x = graph.arg("x", graph.add_type("f32", 2, 9))
    parts = graph.node("split", x, axis=1, count=3)
    product = graph.node("mul", parts, parts)
    graph.output = graph.node("sub", product, parts)
    given = floats(2, 9)
    a, b, c = np.split(given, 3, 1)
    np.testing.assert_allclose(Session(graph).run([given])[0], a * b - c, rtol=1e-6)


def test_a_split_as_the_output_gives_all_parts() -> None:
    graph = graph_of("split", ("f32", 6, 2), axis=0, count=3)
    outputs = Session(graph).run({"x0": floats(6, 2)})
    assert list(outputs) == ["out0", "out1", "out2"]
    np.testing.assert_array_equal(outputs["out1"], floats(6, 2)[2:4])


def test_parts_that_are_used_up_are_refused() -> None:
    graph = graph_of("split", ("f32", 4), axis=0)
    graph.output = graph.node("add", graph.node("add", 1, 1), 1)
    with pytest.raises(InvalidError, match=r"value 3 \(mind.add\) \(line 5\): no part of value 1 is left: it has 2"):
        Session(graph)


def test_a_split_into_a_monstrous_number_of_parts_costs_nothing() -> None:
    with pytest.raises(LimitError, match="too many parts"):
        Session(graph_of("split", ("f32", "N"), axis=0, count=2**64 - 1))
    with pytest.raises(InvalidError, match="cannot be split"):
        Session(graph_of("split", ("f32", 6), axis=0, count=4))
    graph = graph_of("split", ("f32", "N"), axis=0, count=2**64 - 1)
    graph.output = graph.node("relu", 1)
    with pytest.raises(InvalidError, match=r"value 1 \(mind.split\) \(line 3\): .*cannot be split"):
        Session(graph).run([floats(6)])


# reshape


def test_reshape_needs_the_shape_from_the_caller() -> None:
    graph = graph_of("reshape", ("f32", 2, 6))
    with pytest.raises(
        UnsupportedError, match=r"mic2: value 1 \(mind.reshape\) \(line 3\): .*shapes=\{value: \(2, 3\)\}"
    ):
        Session(graph)
    session = Session(graph, options=SessionOptions(shapes={1: (3, -1)}))
    assert session.outputs[0].shape == (3, 4)
    np.testing.assert_array_equal(session.run([floats(2, 6)])[0], floats(2, 6).reshape(3, 4))
    with pytest.raises(InvalidError, match=r"12 elements cannot take the shape \[5, 2\]"):
        Session(graph, options=SessionOptions(shapes={1: (5, 2)}))
    with pytest.raises(InvalidError, match="value 0 is not a reshape"):
        Session(graph, options=SessionOptions(shapes={0: (3, 4)}))
    with pytest.raises(InvalidError, match="value 7 is not a reshape"):
        Session(graph, options=SessionOptions(shapes={7: (3, 4)}))
    assert Session(graph_of("reshape", ("f32", "N", 6)), options=SessionOptions(shapes={1: (-1, 3)})).outputs[
        0
    ].shape == (None, 3)


# custom operations


def test_custom_operations_come_from_the_registry() -> None:
    graph = graph_of("my_op", ("f32", 3), ("f32", 3))
    with pytest.raises(
        UnsupportedError, match=r"value 2 \(my_op\) \(line 4\): the numpy engine has no operation 'my_op'"
    ):
        Session(graph)
    session = Session(graph, operations={"my_op": lambda x, y: x - 2 * y})
    x, y = floats(3), floats(3, seed=1)
    np.testing.assert_allclose(session.run([x, y])[0], x - 2 * y)
    assert session.outputs[0].shape is None


# types before the run


@pytest.mark.parametrize(
    ("op", "types", "attributes", "shape"),
    [
        ("add", [("B", 4), (4,)], {}, ("B", 4)),
        ("add", [("B", 4), ("B", 1)], {}, ("B", 4)),
        ("add", [("B", 4), ("C", 4)], {}, (None, 4)),
        ("add", [("B", "?"), (3, 1)], {}, (3, None)),
        ("add", [("?",), (7,)], {}, (7,)),
        ("matmul", [("B", "T", 8), (8, 16)], {}, ("B", "T", 16)),
        ("matmul", [("T",), ("T", 3)], {}, (3,)),
        ("transpose", [("A", "B", 3)], {}, (3, "B", "A")),
        ("sum", [("A", "B", 3)], {"axes": (1,)}, ("A", 3)),
        ("concat", [("A", 3), ("A", 3)], {"axis": 0}, (None, 3)),
        ("concat", [("A", 3), ("A", 4)], {"axis": 1}, ("A", 7)),
        ("concat", [("A", 3), (5, 4)], {"axis": 1}, (5, 7)),
        ("split", [("A", 6)], {"axis": 1, "count": 3}, ("A", 2)),
        ("softmax", [("A", "?")], {}, ("A", None)),
    ],
)
def test_symbolic_sizes_are_inferred(op: str, types: Any, attributes: Any, shape: tuple[Dim, ...]) -> None:
    graph = graph_of(op, *(("f32", *dims) for dims in types), **attributes)
    assert Session(graph).outputs[0].shape == shape


@pytest.mark.parametrize(
    ("op", "types", "attributes", "text"),
    [
        ("add", [("f32", 3), ("f32", 4)], {}, "sizes 3 and 4 do not broadcast"),
        ("matmul", [("f32", 2, 3), ("f32", 4, 5)], {}, "3 columns cannot be multiplied with 4 rows"),
        ("matmul", [("f32",), ("f32", 4, 5)], {}, "a scalar has no matrix product"),
        ("add", [("u64", 3), ("i64", 3)], {}, "no integer type holds both"),
        ("softmax", [("f32", 3, 4)], {"axis": 2}, "dimension 2 of an array of rank 2"),
        ("layernorm", [("f32",)], {}, "at least one axis"),
        ("transpose", [("f32", 3, 4)], {"perm": (0,)}, "a permutation of 1 axes for 2"),
        ("transpose", [("f32", 3, 4)], {"perm": (0, 0)}, "one dimension twice"),
        ("sum", [("f32", 3, 4)], {"axes": (5,)}, "dimension 5"),
        ("concat", [("f32", 3, 4), ("f32", 3)], {"axis": 0}, "arrays of the same rank"),
        ("concat", [("f32", 3, 4), ("f32", 3, 5)], {"axis": 0}, "sizes 4 and 5 differ"),
        ("concat", [("f32", 3)], {"axis": 1}, "dimension 1"),
        ("split", [("f32",)], {}, "a scalar cannot be split"),
        ("gather", [("f32", 3), ("f32", 3)], {}, "indices have to be integers"),
        ("gather", [("f32",), ("i32", 3)], {}, "a scalar has nothing to gather from"),
    ],
)
def test_what_does_not_fit_is_refused_before_the_run_with_its_line(
    op: str, types: Any, attributes: Any, text: str
) -> None:
    line = len(types) + 2
    with pytest.raises(InvalidError) as caught:
        Session(graph_of(op, *types, **attributes))
    assert text in str(caught.value)
    assert f"value {len(types)} (mind.{op}) (line {line})" in str(caught.value)
    assert "operands " in str(caught.value)


def test_symbolic_sizes_are_bound_by_the_inputs() -> None:
    graph = MicGraph()
    batch = graph.add_type("f32", "B", 3)
    x, y = graph.arg("x", batch), graph.arg("y", batch)
    w = graph.param("w", graph.add_type("f32", 3, "D"))
    d = graph.arg("d", graph.add_type("f32", "D"))
    graph.output = graph.node("add", graph.node("matmul", graph.node("add", x, y), w), d)
    session = Session(graph, parameters={"w": floats(3, 5)})
    assert session.outputs[0].shape == ("B", "D")
    for size in (2, 7):
        assert session.run([floats(size, 3), floats(size, 3), floats(5)])[0].shape == (size, 5)
    with pytest.raises(InvalidError, match=r"input 'y'.*size 3 of axis 0 does not agree with input 'x'.*B = 2, got 3"):
        session.run([floats(2, 3), floats(3, 3), floats(5)])
    for again in range(2):
        with pytest.raises(InvalidError, match=r"D = \d, got \d"):
            (session if again else Session(graph, parameters={"w": floats(3, 5)})).run(
                [floats(2, 3), floats(2, 3), floats(4)]
            )


@pytest.mark.parametrize(
    ("given", "text"),
    [
        (floats(2, 3).astype(np.float64), "wrong element type: expected float16, got float64"),
        (floats(2, 4).astype(np.float16), r"wrong shape: expected float16\[N, 3\], got float16\[2, 4\]"),
        (floats(3).astype(np.float16), r"wrong shape: expected float16\[N, 3\], got float16\[3\]"),
    ],
)
def test_inputs_are_of_the_declared_type(given: Any, text: str) -> None:
    with pytest.raises(InvalidError, match=rf"value 0 \(input 'x0'\) \(line 2\): {text}"):
        Session(graph_of("relu", ("f16", "N", 3))).run([given])


def test_numbers_and_lists_take_on_the_declared_type() -> None:
    session = Session(graph_of("relu", ("bf16", 2)))
    (result,) = session.run([[1.5, -2]])
    assert result.dtype == BF16
    saved = np.array([1.5, -2], BF16).view("V2")  # what a .npy file makes of bfloat16
    assert session.run([saved])[0].tolist() == [1.5, 0]


def test_an_invalid_graph_is_refused() -> None:
    graph = graph_of("relu", ("f32", 2))
    graph.output = 9
    with pytest.raises(FormatError, match="output"):
        Session(graph)


# whole graphs

UNARY: dict[str, Callable[[Any], Any]] = {
    "relu": lambda x: np.maximum(x, 0),
    "tanh": np.tanh,
    "sigmoid": lambda x: 1 / (1 + np.exp(-x)),
    "gelu": gelu,
    "softmax": softmax,
    "layernorm": layernorm,
    "transpose": np.transpose,
}
BINARY: dict[str, Callable[[Any, Any], Any]] = {
    "add": np.add,
    "sub": np.subtract,
    "mul": np.multiply,
    "matmul": np.matmul,
}


@given(st.data())
def test_random_graphs_against_a_naive_evaluation(data: st.DataObject) -> None:
    graph, values = MicGraph(), []
    square = graph.add_type("f32", 3, 3)
    for seed in range(2):
        graph.arg(f"x{seed}", square)
        values.append(floats(3, 3, seed=seed))
    for _ in range(data.draw(st.integers(1, 12))):
        op = data.draw(st.sampled_from([*UNARY, *BINARY]))
        sources = [data.draw(st.integers(0, len(values) - 1)) for _ in range(1 if op in UNARY else 2)]
        graph.node(op, *sources)
        result = UNARY[op](values[sources[0]]) if op in UNARY else BINARY[op](*(values[source] for source in sources))
        values.append(np.clip(result, -1e6, 1e6))
    if any(np.abs(value).max() > 1e4 for value in values):
        return
    graph.output = len(values) - 1
    (result,) = Session(graph).run(values[:2])
    np.testing.assert_allclose(result, values[-1], rtol=1e-3, atol=1e-4)


@pytest.mark.parametrize(
    ("dtype", "numbers"), [("i64", [1.7]), ("i8", [300]), ("u8", [-1]), ("i32", [math.nan]), ("f32", [1j])]
)
def test_numbers_that_the_type_cannot_hold_are_refused(dtype: str, numbers: list[Any]) -> None:
    graph = MicGraph()
    graph.output = graph.arg("x", graph.add_type(dtype, 1))
    with pytest.raises(InvalidError, match="does not hold these numbers"):
        Session(graph).run([numbers])
