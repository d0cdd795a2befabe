"""Hostile models: each operator with absurd attributes and shapes, and whatever else grows."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import numpy as np
import onnx
from onnx import TensorProto, helper

from tests.onnx_campaign.seeds import BOOL, INT64, held, model, node, port

#: Numbers, lists and tensors that are given for everything that takes them.
_INTEGERS = [-(2**63), -1, 0, 1, 2**31, 2**62, 2**63 - 1]
_SHAPES: list[Any] = [
    [],
    [1],
    [0],
    [2, -3],
    [-(2**31)],
    [2, 3],
    [1, 1, 4, 4],
    [2**31, 2**31],
    [2**62, 4],
    [0, 2**62, 4],
    ["n", None],
    [1] * 60,
    None,
]
_FLOATS = [0.0, -1.0, float("inf"), float("nan"), 1e38]
_TEXTS = ["", "linear", "SAME_UPPER", "NOTSET", "constant", "a,b->", "...", "i" * 50, "reflect", "bidirectional"]
#: Ways to make one model of an operator; in the last ones tensors of the file are empty, and their sizes overflow.
WAYS = 9
_EMPTY = 6
#: Sizes without elements, whose product is too large once they are put together with others, or taken by itself.
_OVERFLOWING = ([2**62, 0, 4], [0, 2**63 - 1], [2**32, 2**32, 0])


def attacks() -> Iterator[tuple[str, bytes]]:
    """Names and bytes."""
    for schema in sorted(onnx.defs.get_all_schemas(), key=lambda each: (each.domain, each.name)):
        for way in range(WAYS):
            yield f"op-{schema.domain or 'ai.onnx'}-{schema.name}-{way}", _of_operator(schema, way).SerializeToString()
    for name, make in GROWTHS.items():
        yield f"growth-{name}", make().SerializeToString()


def _of_operator(schema: Any, way: int) -> Any:
    count = min(schema.max_input, max(schema.min_input, 1) + way % 3, 8)
    names = [f"i{place}" for place in range(count)]
    constants = names[way % 2 :] if 2 <= way < _EMPTY else names if way > _EMPTY else names[:1] if way == _EMPTY else []
    node_ = helper.make_node(schema.name, names, [f"o{n}" for n in range(max(1, min(schema.max_output, 3)))], "it")
    node_.domain = schema.domain
    for place, attribute in enumerate(sorted(schema.attributes.values(), key=lambda each: each.name)):
        made = _attribute(attribute, place + 7 * way)
        if made is not None and (attribute.required or (place + way) % 2):
            node_.attribute.append(made)
    kinds = [TensorProto.FLOAT, INT64, BOOL]
    inputs = [
        port(name, _SHAPES[(3 * way + place) % len(_SHAPES)], kinds[_kind(schema, place)])
        for place, name in enumerate(names)
        if name not in constants
    ]
    make = _constant if way < _EMPTY else _empty
    initializers = [make(name, way + place, _kind(schema, place)) for place, name in enumerate(constants)]
    outputs = [port(name, None) for name in node_.output]
    made = model([node_], inputs, outputs, initializers, opset=schema.since_version if way == 5 else 18)
    if schema.domain:
        made.opset_import.append(helper.make_opsetid(schema.domain, schema.since_version))
    return made


def _kind(schema: Any, place: int) -> int:
    formal = schema.inputs[min(place, len(schema.inputs) - 1)] if schema.inputs else None
    types = set(formal.types) if formal else set()
    return 0 if "tensor(float)" in types else 2 if types == {"tensor(bool)"} else 1


def _constant(name: str, number: int, kind: int) -> Any:
    if kind == 0:
        return held(name, np.full([1, 2, 1, 3][: number % 5], _FLOATS[number % len(_FLOATS)]))
    if kind == 2:
        return held(name, number % 2 == 0, np.bool_)
    values = [_INTEGERS[(number + each) % len(_INTEGERS)] for each in range((1, 2, 4, 1, 8)[number % 5])]
    return held(name, values[0] if number % 4 == 0 else values, np.int64)


def _empty(name: str, number: int, kind: int) -> Any:
    """A constant without elements whose sizes overflow, or one that asks for such sizes."""
    sizes = _OVERFLOWING[number % len(_OVERFLOWING)]
    if kind == 1 and number % 2:
        return held(name, sizes, np.int64)
    kinds = [TensorProto.FLOAT, INT64, BOOL]
    return TensorProto(name=name, data_type=kinds[kind], dims=sizes, raw_data=b"")


def _attribute(schema: Any, number: int) -> Any:
    kinds = onnx.defs.OpSchema.AttrType
    integer, text = _INTEGERS[number % len(_INTEGERS)], _TEXTS[number % len(_TEXTS)]
    values: dict[Any, Any] = {
        kinds.INT: integer,
        kinds.INTS: [integer] * (0, 1, 2, 4, 300)[number % 5],
        kinds.FLOAT: _FLOATS[number % len(_FLOATS)],
        kinds.FLOATS: [_FLOATS[number % len(_FLOATS)]] * (number % 4),
        kinds.STRING: text,
        kinds.STRINGS: [text] * (number % 4),
        kinds.TENSOR: TensorProto(name="t", data_type=1 + number % 3, dims=[integer, 2], raw_data=b"\0" * 8)
        if number % 2
        else TensorProto(name="t", data_type=1 + number % 3, dims=_OVERFLOWING[number % 3], raw_data=b""),
        kinds.GRAPH: helper.make_graph(
            [node("Neg", "u", "v")], "g", [port("u", None)][: number % 2], [port("v", None)]
        ),
    }
    value = values.get(schema.type)
    if value is None or (isinstance(value, list) and not value):
        return None
    return helper.make_attribute(schema.name, value)


def chain(operator: str, count: int, extra: str = "", **attributes: Any) -> list[Any]:
    """The operator on what it gave before, again and again."""
    return [
        helper.make_node(
            operator,
            [f"v{n}", *(f"v{n}" if e == "=" else e for e in extra.split())],
            [f"v{n + 1}"],
            f"n{n}",
            **attributes,
        )
        for n in range(count)
    ]


def _chained(
    operator: str, count: int, extra: str = "", first: Any = None, initializers: Any = (), **attributes: Any
) -> Any:
    """A model of a chain; v0 is an input unless a value is given."""
    inputs = [port("v0", [2, 2])] if first is None else []
    kept = [*initializers, *([] if first is None else [first])]
    return model(chain(operator, count, extra, **attributes), inputs, [port(f"v{count}", None)], kept)


def _sized_chain(operator: str, count: int, extra: str = "", **attributes: Any) -> Any:
    """A chain on the sizes of an input."""
    nodes = [node("Shape", "x", "v0"), *chain(operator, count, extra, **attributes)]
    return model(
        nodes, [port("x", ["n", 2])], [port(f"v{count}", None, INT64)], [held("zeros", np.zeros(4000), np.int64)]
    )


def _nested(operator: str, depth: int) -> Any:
    inner: Any = helper.make_graph([node("Neg", "x", "r0")], "g0", [], [port("r0", None)])
    for level in range(1, depth):
        name = f"r{level}"
        call = node("If", "test", name, then_branch=inner, else_branch=inner) if operator == "If" else None
        if call is None:
            call = node("Loop", "many _", name, body=_body(inner, level))
        inner = helper.make_graph([call], f"g{level}", [], [port(name, None)])
    constants = [held("test", True, np.bool_), held("many", 2000, np.int64)]
    made = model([], [port("x", [2])], [port(f"r{depth - 1}", None)], constants)
    made.graph.node.extend(inner.node)
    return made


def _body(inner: Any, level: int) -> Any:
    body = onnx.GraphProto()
    body.CopyFrom(inner)
    body.input.extend([port(f"s{level}", [], INT64), port(f"c{level}", [], BOOL)])
    kept = list(body.output)
    del body.output[:]
    body.output.extend([port(f"c{level}", [], BOOL), *kept])
    return body


def _looped(nodes: list[Any], result: str, steps: int, initializers: Any = (), values: int = 0) -> Any:
    """A loop whose body has these nodes."""
    body = helper.make_graph(
        [node("Identity", "going", "still"), *nodes],
        "body",
        [port("step", [], INT64), port("going", [], BOOL), port("state", None)],
        [port("still", [], BOOL), port(result, None)],
        list(initializers),
        value_info=[port(f"info{n}", [1]) for n in range(values)],
    )
    return model(
        [node("Loop", "n _ x", "y", body=body)], [port("x", [2])], [port("y", None)], [held("n", steps, np.int64)]
    )


def _doubling_functions(levels: int, nodes: int = 2) -> Any:
    versions = [helper.make_opsetid("", 18), helper.make_opsetid("mine", 1)]
    functions = [helper.make_function("mine", "F0", ["a"], ["b"], [node("Neg", "a", "b")], versions)]
    for level in range(1, levels):
        names = ["a", *(f"c{n}" for n in range(nodes - 1)), "b"]
        calls = [node(f"F{level - 1}", x, y, domain="mine") for x, y in pairwise(names)]
        functions.append(helper.make_function("mine", f"F{level}", ["a"], ["b"], calls, versions))
    call = node(f"F{levels - 1}", "x", "y", domain="mine")
    return model([call], [port("x", [2])], [port("y", [2])], functions=functions, domains=["mine"])


def _circular_functions() -> Any:
    made = _doubling_functions(3)
    made.functions[0].node[0].CopyFrom(made.functions[2].node[0])
    made.functions[0].node[0].op_type = "F2"
    return made


def _deep_functions(levels: int) -> Any:
    return _doubling_functions(levels, nodes=1)


def _large_constants(operator: str, shape: list[int], count: int, **attributes: Any) -> Any:
    nodes = [
        node("ConstantOfShape", "shape", "v0"),
        *chain(operator, count, "=" if operator in _BINARY else "", **attributes),
    ]
    nodes.append(node("ReduceSum", f"v{count}", "s", keepdims=0))
    return model(
        [*nodes, node("Add", "x s", "y")], [port("x", [1])], [port("y", None)], [held("shape", shape, np.int64)]
    )


_BINARY = {"Add", "MatMul", "Mul"}


def _windows(operator: str, length: int, count: int) -> Any:
    nodes = [node(operator, "length", f"w{n}") for n in range(count)]
    return model(nodes, [], [port(f"w{n}", None) for n in range(count)], [held("length", length, np.int64)], opset=17)


def _resized(sizes: list[int], shape: list[int], count: int, **attributes: Any) -> Any:
    nodes = [node("Resize", "x _ _ sizes", f"y{n}", **attributes) for n in range(count)]
    return model(
        nodes, [port("x", shape)], [port(f"y{n}", None) for n in range(count)], [held("sizes", sizes, np.int64)]
    )


def _long_names() -> Any:
    nodes = [
        helper.make_node("Constant", [], ["c" * 40_000], "n" * 40_000, value_ints=list(range(70))),
        node("Add", "state state", "next"),
    ]
    return _looped(nodes, "next", 2000)


def _many_problems() -> Any:
    nodes = [helper.make_node("Nothing", ["x"], [f"y{n}"], "n" * 20 + str(n), domain="nobody") for n in range(1500)]
    return model(nodes, [port("x", [2])], [port("y0", None)], domains=["nobody"])


def _high_rank(rank: int, count: int) -> Any:
    return model(chain("Neg", count), [port("v0", [2] * rank)], [port(f"v{count}", None)])


def _many_inputs(count: int) -> Any:
    nodes = [helper.make_node("Sum", [f"x{n}" for n in range(count)], ["y"], "n")]
    return model(nodes, [port(f"x{n}", [2]) for n in range(count)], [port("y", [2])])


def _one_used_by_many(count: int) -> Any:
    nodes = [helper.make_node("Neg", ["x"], [f"y{n}"]) for n in range(count)]
    return model(nodes, [port("x", [2])], [port(f"y{n}", [2]) for n in range(count)])


def _wide(operator: str, count: int, first: Any = None) -> Any:
    """An operator of any number of operands, each the same value, twice over."""
    nodes = [helper.make_node(operator, ["x"] * count, ["a"], "n", **({"axis": 0} if operator == "Concat" else {}))]
    nodes.append(helper.make_node(operator, ["a"] * count, ["y"], "m", **({"axis": 0} if operator == "Concat" else {})))
    return model(
        nodes, [] if first is not None else [port("x", [2])], [port("y", None)], [] if first is None else [first]
    )


def _folded_many(count: int) -> Any:
    nodes = [helper.make_node("Expand", ["one", "shape"], [f"e{n}"], f"n{n}") for n in range(count)]
    nodes += [helper.make_node("ReduceMax", [f"e{n}"], [f"y{n}"], f"m{n}", keepdims=0) for n in range(count)]
    constants = [held("one", [1], np.int64), held("shape", [2**19], np.int64)]
    return model(nodes, [], [port(f"y{n}", None, INT64) for n in range(count)], constants)


def _gathered_sizes(count: int) -> Any:
    return _sized_chain("Gather", count, "zeros")


def _inserted(count: int) -> Any:
    nodes = [node("SplitToSequence", "x", "v0", axis=0), *chain("SequenceInsert", count, "x")]
    nodes.append(node("ConcatFromSequence", f"v{count}", "y", axis=0))
    return model(nodes, [port("x", [4000, 1])], [port("y", None)])


def _gather_nd(dims: int) -> Any:
    nodes = [node("GatherND", "x i", "y", batch_dims=dims)]
    return model(nodes, [port("x", [2] * 4)], [port("y", None)], [held("i", np.zeros((1, 1)), np.int64)])


def _scan_axes(axis: int, count: int) -> Any:
    body = helper.make_graph([node("Neg", "e", "r")], "b", [port("e", None)], [port("r", None)])
    scan = node("Scan", "x", "y", body=body, num_scan_inputs=count, scan_output_axes=[axis], scan_input_axes=[axis])
    return model([scan], [port("x", [3, 2])], [port("y", None)])


#: What grows, by name.
GROWTHS: dict[str, Any] = {
    "squares-of-sizes": lambda: _sized_chain("Mul", 400, "="),
    "sums-of-sizes": lambda: _sized_chain("Add", 2000, "="),
    "lists-of-sizes": lambda: _sized_chain("Concat", 200, "=", axis=0),
    "lists-of-constants": lambda: _chained("Concat", 200, "=", held("v0", [1, 2], np.int64), axis=0),
    "gathered-sizes": lambda: _gathered_sizes(1500),
    "squares-of-constants": lambda: _chained("Mul", 400, "=", held("v0", [3, 5], np.int64)),
    "unsqueezed": lambda: _chained("Unsqueeze", 2000, "axes", None, [held("axes", [0], np.int64)]),
    "unsqueezed-often": lambda: _chained("Unsqueeze", 20, "axes", None, [held("axes", list(range(1000)), np.int64)]),
    "tiled": lambda: _chained("Tile", 100, "reps", None, [held("reps", [1000, 1000], np.int64)]),
    "tiled-constants": lambda: _chained(
        "Tile", 100, "reps", held("v0", [1, 2], np.int64), [held("reps", [60], np.int64)]
    ),
    "padded": lambda: _chained("Pad", 50, "p", None, [held("p", [2**61] * 4, np.int64)]),
    "kronecker": lambda: _chained("Einsum", 60, "=", equation="ab,cd->abcd"),
    "equation": lambda: _chained("Einsum", 1, "", equation="(" * 50),
    "nested-if": lambda: _nested("If", 12),
    "nested-if-deep": lambda: _nested("If", 14),
    "nested-loops": lambda: _nested("Loop", 6),
    "nested-loops-deep": lambda: _nested("Loop", 20),
    "loop-of-nothing": lambda: _looped([node("Identity", "state", "next")], "next", 2**62),
    "loop-of-names": lambda: _looped([node("Identity", "state", "next")], "next", 2000, values=3000),
    "loop-of-weights": lambda: _looped(
        [node("Identity", "state", "next")], "next", 2000, [held(f"w{n}", [1.0]) for n in range(2000)]
    ),
    "loop-of-doubles": lambda: _looped([node("Concat", "state state", "next", axis=0)], "next", 2000),
    "loop-of-refusals": lambda: _looped([node("Nothing", "state", "gone"), node("Neg", "state", "next")], "next", 2000),
    "loop-of-folding": lambda: _looped(
        [node("Add", "step step", "s"), node("Cast", "s", "f", to=1), node("Add", "state f", "next")], "next", 2000
    ),
    "loop-of-long-names": _long_names,
    "functions-doubling": lambda: _doubling_functions(30),
    "functions-doubling-few": lambda: _doubling_functions(15),
    "functions-circular": _circular_functions,
    "functions-deep": lambda: _deep_functions(900),
    "functions-wide": lambda: _doubling_functions(3, nodes=200),
    "constants-relu": lambda: _large_constants("Relu", [4000, 4000], 300),
    "constants-matmul": lambda: _large_constants("MatMul", [2000, 2000], 40),
    "constants-sum": lambda: _large_constants("Add", [2000, 2000], 500),
    "constants-sort": lambda: _large_constants("Softmax", [1000, 1000], 300),
    "constants-cumsum": lambda: _large_constants("Exp", [2**62, 4], 3),
    "windows": lambda: _windows("HannWindow", 2**24, 20),
    "windows-small": lambda: _windows("BlackmanWindow", 2**20, 20),
    "resized-cubic": lambda: _resized(
        [1, 1, 8000, 8000],
        [1, 1, 8000, 8000],
        5,
        mode="cubic",
        antialias=1,
        coordinate_transformation_mode="asymmetric",
    ),
    "resized-linear": lambda: _resized(
        [1, 1, 2**40, 2**40], [1, 1, 2, 2], 5, mode="linear", coordinate_transformation_mode="asymmetric"
    ),
    "resized-nearest": lambda: _resized([1, 1, 2**24, 2**24], [1, 1, 2, 2], 50, mode="nearest", nearest_mode="ceil"),
    "resized-outputs": lambda: _resized(
        [1, 1, 2**20, 2], [1, 1, 1, 1], 5, mode="linear", coordinate_transformation_mode="asymmetric"
    ),
    "problems": _many_problems,
    "rank": lambda: _high_rank(40_000, 500),
    "rank-of-some": lambda: _high_rank(1000, 2000),
    "many-inputs": lambda: _many_inputs(4000),
    "used-by-many": lambda: _one_used_by_many(3000),
    "wide-sum": lambda: _wide("Sum", 15_000),
    "wide-concat": lambda: _wide("Concat", 15_000),
    "wide-max": lambda: _wide("Max", 10_000),
    "wide-constants": lambda: _wide("Concat", 15_000, held("x", [1, 2, 3], np.int64)),
    "folded-many": lambda: _folded_many(1000),
    "inserted": lambda: _inserted(1500),
    "gather-nd-crash": lambda: model(
        [node("GatherND", "x i", "y")], [port("x", [2, 2]), port("i", [1, -3], INT64)], [port("y", None)]
    ),
    "gather-nd-table": lambda: model(
        [node("GatherND", "x i", "y")], [port("x", [2, 2]), port("i", [1, 2**40], INT64)], [port("y", None)]
    ),
    "split-parts": lambda: model([node("Split", "x", "a b", num_outputs=2**31)], [port("x", [4])], [port("a", None)]),
    "gather-nd-minus": lambda: _gather_nd(-(2**63)),
    "gather-nd-far": lambda: _gather_nd(2**63 - 1),
    "scan-far": lambda: _scan_axes(2**62, 1),
    "scan-minus": lambda: _scan_axes(-(2**63), 1),
    "scan-many": lambda: _scan_axes(0, 2**40),
    "scan-none": lambda: _scan_axes(0, -(2**63)),
    "long-chain": lambda: _chained("Neg", 3500),
    "long-chain-mul": lambda: _chained("Mul", 2500, "two", None, [held("two", 2.0)]),
    "long-chain-sum": lambda: _chained("Add", 3000, "="),
    "long-chain-reshape": lambda: _chained("Reshape", 2500, "s", None, [held("s", [4, 1], np.int64)]),
    "long-chain-lstm": lambda: _chained("Transpose", 2500, ""),
}
