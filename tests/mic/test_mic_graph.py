"""Graphs from scratch: building, checks before writing, equality; and the table of operations."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from nacformats import FormatError, InvalidError, LimitError, dumps, loads, validate
from nacformats._generated.kaitai.micb import Micb
from nacformats.formats.mic.graph import MicGraph
from nacformats.formats.mic.objects import Arg, Node, Param, TensorType
from nacformats.formats.mic.opcodes import BY_BYTE, BY_TOKEN, DTYPES, OPCODES
from tests.mic import oracle
from tests.mic.samples import RESIDUAL, RESIDUAL_TEXT


def residual() -> MicGraph:
    graph = MicGraph()
    matrix, vector = graph.add_type("f16", 128, 128), graph.add_type("f16", 128)
    x, w, b = graph.arg("X", matrix), graph.param("W", matrix), graph.param("b", vector)
    hidden = graph.node("relu", graph.node("add", graph.node("matmul", x, w), b))
    graph.output = graph.node("add", hidden, x)
    return graph


def test_a_graph_from_scratch() -> None:
    graph = residual()
    assert dumps(graph) == dumps(graph, format="micb") == RESIDUAL
    assert dumps(graph, format="mic2") == RESIDUAL_TEXT.encode()
    assert repr(graph) == "<MicGraph: 2 types, 7 values, output 6>"
    assert graph.place(0) == {}


def test_equality_is_that_of_the_graphs() -> None:
    assert residual() == loads(RESIDUAL) == loads(RESIDUAL_TEXT.encode())
    assert Arg("x", 0) != Param("x", 0)
    changes: list[Callable[[MicGraph], object]] = [
        lambda graph: graph.add_symbol("B"),
        lambda graph: graph.add_type("f32"),
        lambda graph: graph.arg("y", 0),
        lambda graph: setattr(graph, "output", 5),
        lambda graph: graph.values.__setitem__(0, Param("X", 0)),
    ]
    for change in changes:
        other = residual()
        change(other)
        assert other != residual()


def test_values_do_not_change() -> None:
    graph = residual()
    for value, field in ((graph.values[0], "name"), (graph.values[3], "inputs"), (graph.types[0], "dims")):
        with pytest.raises(AttributeError):
            setattr(value, field, ())


def test_attributes_of_operations() -> None:
    graph = MicGraph()
    x = graph.arg("x", graph.add_type("f32", "B", "?", 4))
    assert graph.types == [TensorType("f32", ("B", "?", "4"))]
    for op, given, params, attributes in [
        ("softmax", {}, (-1,), {"axis": -1}),
        ("softmax", {"axis": 2}, (2,), {"axis": 2}),
        ("transpose", {"perm": [1, 0]}, (1, 0), {"perm": (1, 0)}),
        ("sum", {}, (), {"axes": ()}),
        ("split", {"count": 3}, (0, 3), {"axis": 0, "count": 3}),
        ("relu", {}, (), {}),
    ]:
        node = graph.values[graph.node(op, x, **given)]
        assert isinstance(node, Node)
        assert (node.params, node.attributes) == (params, attributes)


@pytest.mark.parametrize(
    ("op", "attributes", "kind", "message"),
    [
        ("matmull", {}, ValueError, "unknown operation 'matmull', did you mean 'matmul'"),
        ("concat", {}, TypeError, "concat needs the attribute 'axis'"),
        ("softmax", {"axes": 1}, TypeError, "softmax has no attribute 'axes', did you mean 'axis'"),
        ("relu", {"axis": 1}, TypeError, "relu has no attribute 'axis'"),
    ],
)
def test_misuse(op: str, attributes: dict[str, int], kind: type[Exception], message: str) -> None:
    graph = MicGraph()
    x = graph.arg("x", graph.add_type("f32"))
    with pytest.raises(kind, match=message) as raised:
        graph.node(op, x, **attributes)
    assert not isinstance(raised.value, FormatError)
    assert len(graph.values) == 1


@pytest.mark.parametrize(
    ("op", "attributes", "params"),
    [
        ("sum", {"axes": np.int64(1)}, (1,)),
        ("mean", {"axes": np.array([1])}, (1,)),
        ("max", {"axes": np.array(1)}, (1,)),
        ("transpose", {"perm": np.array([1, 0])}, (1, 0)),
        ("sum", {"axes": (axis for axis in (np.int8(0), 1))}, (0, 1)),
        ("softmax", {"axis": np.int64(1)}, (1,)),
        ("split", {"axis": np.int64(1), "count": np.uint8(3)}, (1, 3)),
    ],
)
def test_integers_of_numpy(op: str, attributes: dict[str, Any], params: tuple[int, ...]) -> None:
    graph = MicGraph()
    x = graph.arg("x", np.int64(graph.add_type("f32", np.int64(4), "B")))
    graph.output = np.int64(graph.node(op, np.int64(x), **attributes))
    node = graph.values[1]
    assert isinstance(node, Node)
    assert (node.inputs, node.params) == ((0,), params)
    assert {type(number) for number in (*node.inputs, *node.params, graph.output, graph.values[0].type)} == {int}
    assert loads(dumps(graph, format="mic2")) == loads(dumps(graph, format="micb")) == graph


@pytest.mark.parametrize(
    ("change", "kind", "message"),
    [
        (lambda graph: graph.node("relu", 0.0), TypeError, "an input, the id of a value, is an integer, not 0.0"),
        (lambda graph: graph.node("concat", [0, 0], axis=0), TypeError, "inputs are separate arguments"),
        (lambda graph: graph.custom("rope", "X"), TypeError, "an input, .* not 'X'"),
        (lambda graph: graph.node("sum", 0, axes=1.0), TypeError, "an element of axes of sum is an integer, not 1.0"),
        (lambda graph: graph.node("sum", 0, axes="01"), TypeError, "an element of axes of sum"),
        (lambda graph: graph.node("transpose", 0, perm=[[1, 0]]), TypeError, "an element of perm of transpose"),
        (lambda graph: graph.node("softmax", 0, axis=[1]), TypeError, r"axis of softmax is an integer, not \[1\]"),
        (lambda graph: graph.node("concat", 0, axis=None), TypeError, "concat needs the attribute 'axis'"),
        (lambda graph: graph.add(Node("relu", (0.0,))), TypeError, "an input"),
        (lambda graph: graph.add(Node("sum", (0,), (0.5,))), TypeError, "a parameter of sum"),
        (lambda graph: graph.arg("y", 0.0), TypeError, "the type of 'y'"),
        (lambda graph: graph.param(3, 0), TypeError, "a name is a str, not 3"),
        (lambda graph: setattr(graph, "output", 1.0), TypeError, "the output is an integer, not 1.0"),
        (lambda graph: graph.add_type("f32", [4, 4]), TypeError, "dimensions are separate arguments"),
        (lambda graph: graph.add_type("f32", None), TypeError, "a dimension is an integer, not None"),
        (lambda graph: graph.add_type("f32", 4.0), TypeError, "a dimension is an integer, not 4.0"),
        (lambda graph: graph.add_type("f32", -1), ValueError, "a dimension is at least 0, not -1"),
    ],
)
def test_what_is_no_integer_is_refused_at_once(
    change: Callable[[MicGraph], object], kind: type[Exception], message: str
) -> None:
    graph = residual()
    with pytest.raises(kind, match=message) as raised:
        change(graph)
    assert not isinstance(raised.value, FormatError)
    assert graph == residual()


BROKEN: list[tuple[Callable[[MicGraph], object], str, type[FormatError]]] = [
    (lambda graph: graph.add_type("f8"), "types[2].dtype", InvalidError),
    (lambda graph: graph.add_type("f32", *[1] * 33), "types[2].dims", LimitError),
    (lambda graph: graph.arg("y", 2), "values[7].type", InvalidError),
    (lambda graph: graph.arg("y", -1), "values[7].type", InvalidError),
    (lambda graph: graph.node("add", 0), "values[7].inputs", InvalidError),
    (lambda graph: graph.node("add", 0, 1, 2), "values[7].inputs", InvalidError),
    (lambda graph: graph.node("concat", axis=0), "values[7].inputs", InvalidError),
    (lambda graph: graph.node("add", 0, 7), "values[7].inputs[1]", InvalidError),
    (lambda graph: graph.node("add", -1, 0), "values[7].inputs[0]", InvalidError),
    (lambda graph: graph.node("softmax", 0, axis=2**63), "values[7].params[0]", InvalidError),
    (lambda graph: graph.node("split", 0, count=-1), "values[7].params[1]", InvalidError),
    (lambda graph: graph.node("split", 0, count=2**64), "values[7].params[1]", InvalidError),
    (lambda graph: graph.add(Node("softmax", (0,))), "values[7].params", InvalidError),
    (lambda graph: graph.add(Node("relu", (0,), (1,))), "values[7].params", InvalidError),
    (lambda graph: graph.add(Node("nothing", (0,))), "values[7].opcode", InvalidError),
    (lambda graph: graph.add(Node("relu", (0,), name="x")), "values[7].name", InvalidError),
    (lambda graph: graph.add(Node("custom", (0,))), "values[7].name", InvalidError),
    (lambda graph: setattr(graph, "output", None), "output", InvalidError),
    (lambda graph: setattr(graph, "output", 7), "output", InvalidError),
    (lambda graph: setattr(graph, "output", -1), "output", InvalidError),
    (lambda graph: graph.values.clear(), "output", InvalidError),
    (lambda graph: graph.arg("\ud800", 0), "values[7].name", InvalidError),
]


@pytest.mark.parametrize(("change", "path", "kind"), BROKEN)
def test_graphs_that_are_not_written(change: Callable[[MicGraph], object], path: str, kind: type[FormatError]) -> None:
    graph = residual()
    change(graph)
    with pytest.raises(kind) as raised:
        dumps(graph, format="micb")
    assert (raised.value.format, raised.value.path) == ("micb", path)
    with pytest.raises(FormatError):
        dumps(graph, format="mic2")


def test_the_length_of_strings_is_a_limit_of_the_binary_form() -> None:
    graph = residual()
    graph.values[0] = Arg("x" * 65536, 0)
    assert loads(dumps(graph, format="micb")) == graph
    graph.values[0] = Arg("x" * 65537, 0)
    with pytest.raises(LimitError) as raised:
        dumps(graph, format="micb")
    assert raised.value.path == "values[0].name"
    assert loads(dumps(graph, format="mic2")) == graph


def test_warnings() -> None:
    graph = residual()
    graph.add_symbol("B")
    graph.add_symbol("B")
    graph.add_type("f32")
    graph.arg("X", 0)
    rules = ["unused-symbols", "unused-types", "duplicate-symbols", "duplicate-names", "unused-values"]
    findings = validate(dumps(graph, format="mic2"))
    assert [finding.rule for finding in findings] == [f"mic2.{rule}" for rule in rules]
    assert {finding.severity for finding in findings} == {"warning"}
    assert (findings[-1].path, findings[-1].line) == ("values[7]", 14)
    assert "values[7]" in str(validate(dumps(graph, format="micb"))[-1])


def test_graphs_that_text_cannot_hold_are_pointed_out() -> None:
    graph = residual()
    graph.output = graph.custom("rope", 6)
    findings = validate(dumps(graph, format="micb"))
    assert [finding.rule for finding in findings] == ["micb.no-text-form"]
    assert "'rope'" in findings[0].reason


def test_the_table_of_operations_covers_the_schema() -> None:
    assert {opcode.name: opcode.byte for opcode in OPCODES.values()} == {
        entry.name: int(entry) for entry in Micb.Opcode
    }
    assert list(DTYPES) == [entry.name for entry in sorted(Micb.Dtype)]
    assert [int(entry) for entry in sorted(Micb.Dtype)] == list(range(len(DTYPES)))
    assert list(BY_BYTE) == [*range(19), 255]


def test_the_table_of_operations_is_that_of_the_specifications() -> None:
    for byte, name, token, arity, letters in oracle.TABLE:
        opcode = BY_BYTE[byte]
        assert (opcode.name, opcode.token) == (name, token)
        assert opcode is OPCODES[name] is BY_TOKEN[token]
        assert (None if opcode.variadic else opcode.arity) == arity
        signs = ["*" if entry.is_list else "z" if entry.signed else "u" for entry in opcode.parameters]
        assert "".join(signs) == letters
    assert OPCODES["custom"].token is None
