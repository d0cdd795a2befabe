"""Random graphs give the same before and after every pass, and after all of them."""

from __future__ import annotations

import ml_dtypes
import numpy as np
from hypothesis import HealthCheck, given, note, settings
from hypothesis import strategies as st

from nacformats import Session
from nacformats.codec.columns.arrays import Array
from nacformats.compiler.passes import PASSES, optimize
from nacformats.errors import FormatError
from nacformats.graph.graph import Graph, Ref
from tests.compiler.graphs import GraphMaker, assert_close, assert_same, run
from tests.effort import effort

#: A size that no constant of a graph has: it stands for the symbol s0.
SYMBOL = 7
SHAPES = ((), (1,), (3,), (2, 3), (3, 2), (2, 1, 3), (0, 3), (SYMBOL, 3), (2, SYMBOL))
DTYPES = (
    *map(np.dtype, ("float32", "float32", "float32", "float64", "float16", "int64", "int32", "uint8", "bool")),
    np.dtype(ml_dtypes.bfloat16),
)
SPECIAL = (0.0, -0.0, 1.0, -1.0, 0.5, 2.0, -3.25, np.inf, -np.inf, np.nan, 1e30, -1e-30)
NUMBERS = (0, 1, -1, 2, 3, 0.0, -0.0, 1.0, -1.0, 0.5, True, False)
NAMES = ("float32", "float64", "float16", "bfloat16", "int64", "int32", "bool")

UNARY = (
    *("neg", "relu", "abs", "exp", "sigmoid", "silu", "tanh", "floor", "round", "sign", "alias", "clone", "detach"),
    *("contiguous", "lift_fresh_copy", "t", "bitwise_not", "logical_not", "squeeze", "sqrt", "reciprocal", "isnan"),
    *("positive", "zeros_like", "ones_like", "gelu", "square"),
)
BINARY = ("add.Tensor", "sub.Tensor", "mul.Tensor", "div.Tensor", "maximum.default", "eq.Tensor", "matmul.default")


def array(draw: st.DrawFn, finite: bool = False) -> Array:
    shape, dtype = draw(st.sampled_from(SHAPES)), draw(st.sampled_from(DTYPES))
    seed = draw(st.integers(0, 2**16))
    random = np.random.default_rng(seed)
    if dtype.kind in "iu":
        return random.integers(0, 5, shape).astype(dtype)
    if dtype.kind == "b":
        return random.integers(0, 2, shape).astype(dtype)
    values = random.normal(size=shape)
    if draw(st.booleans()) and not finite:
        values = np.where(random.random(shape) < 0.5, values, random.choice(SPECIAL, shape))
    if draw(st.integers(0, 3)) == 0:
        values = np.full(shape, draw(st.sampled_from(SPECIAL[:6])))
    with np.errstate(all="ignore"):
        return np.asarray(values).astype(dtype)


def add_operation(draw: st.DrawFn, maker: GraphMaker, values: list[Ref]) -> Ref:
    """One more operation on what there is; it raises what the kernel raises when the operands do not fit it."""
    x = draw(st.sampled_from(values[-4:] if draw(st.booleans()) else values))
    rank = np.ndim(maker.found[x.index])
    match draw(st.integers(0, 13)):
        case 0 | 1 | 2:
            return maker.add(f"aten.{draw(st.sampled_from(UNARY))}.default", x)
        case 3 | 4:
            return maker.add(f"aten.{draw(st.sampled_from(BINARY))}", x, draw(st.sampled_from(values)))
        case 5 | 6:
            name = draw(st.sampled_from(("add.Tensor", "sub.Tensor", "mul.Tensor", "div.Tensor", "pow.Tensor_Scalar")))
            return maker.add(f"aten.{name}", x, draw(st.sampled_from(NUMBERS)))
        case 7:
            y = draw(st.sampled_from(values))
            names = draw(st.sampled_from((("add", "sub"), ("sub", "add"), ("mul", "div"), ("div", "mul"))))
            inner = maker.add(f"aten.{names[0]}.Tensor", x, y)
            return maker.add(f"aten.{names[1]}.Tensor", inner, y)
        case 8:
            dims = draw(st.permutations(range(rank)))
            once = maker.add("aten.permute.default", x, list(dims))
            return maker.add("aten.permute.default", once, draw(st.permutations(range(rank))))
        case 9:
            wide = maker.add("aten._to_copy.default", x, dtype=draw(st.sampled_from(NAMES)))
            return maker.add("aten._to_copy.default", wide, dtype=maker.found[x.index].dtype.name)
        case 10:
            axis = draw(st.integers(0, rank))
            once = maker.add("aten.unsqueeze.default", x, axis)
            return maker.add("aten.view.default", once, [-1])
        case 11:
            size = maker.add("aten.sym_size.int", x, draw(st.integers(-rank, rank - 1)))
            rest = maker.found[x.index].size // max(maker.found[size.index], 1)
            return maker.add("aten.view.default", x, [size, rest])
        case 12:
            dim = draw(st.integers(-rank, rank - 1))
            start, stop = draw(st.sampled_from(((0, 2**63 - 1), (None, None), (1, 2), (0, 3))))
            part = maker.add("aten.slice.Tensor", x, dim, start, stop)
            return maker.add("aten.cat.default", [part], dim)
        case _:
            return maker.add("aten.dropout.default", x, 0.5, False)


@st.composite
def graphs(draw: st.DrawFn) -> GraphMaker:
    """A graph of a few inputs, weights and operations."""
    maker = GraphMaker({SYMBOL: "s0"}, typed=draw(st.integers(0, 4)) > 0)
    values = [maker.input(array(draw)) for _ in range(draw(st.integers(1, 2)))]
    values += [maker.weight(array(draw)) for _ in range(draw(st.integers(0, 2)))]
    for _ in range(draw(st.integers(1, 10))):
        try:
            found = add_operation(draw, maker, values)
        except (ValueError, TypeError, IndexError, FormatError):
            continue
        if isinstance(maker.found[found.index], np.ndarray):
            values.append(found)
    outputs = draw(st.lists(st.sampled_from(values), min_size=1, max_size=3))
    maker.build(*outputs, values[-1])
    return maker


def at_another_size(maker: GraphMaker, size: int) -> list[Array]:
    """The inputs with another size in place of the symbolic one."""
    return [
        np.resize(array, [size if dim == SYMBOL else dim for dim in array.shape]).astype(array.dtype)
        for array in maker.given
    ]


def holds(graph: Graph, inputs: list[Array], size: int) -> bool:
    """Whether the graph runs with a size, and its types are true with it: squeeze drops a size that happens to be 1."""
    try:
        with Session(graph) as session:
            session.run(inputs, intermediate=range(len(graph.values)))
            found = session.last_run.intermediate
    except FormatError:
        return False
    shapes = [
        (value.type.shape, np.shape(found[value.index])) for value in graph.values if value.type.shape is not None
    ]
    return all(tuple(size if dim == "s0" else dim for dim in known) == shape for known, shape in shapes)


#: What a graph computes of some inputs, of which the symbolic size is one.
Baseline = list[tuple[list[Array], list[Array]]]


def baseline(maker: GraphMaker) -> Baseline:
    found = []
    for size in (SYMBOL, 1, 0):
        inputs = at_another_size(maker, size)
        if holds(maker.graph, inputs, size):
            found.append((inputs, run(maker.graph, inputs)))
        else:
            assert size != SYMBOL
    return found


def check(graph: Graph, expected: Baseline, tolerance: float) -> None:
    graph.verify()
    assert [value.index for value in graph.values] == list(range(len(graph.values)))
    for inputs, wanted in expected:
        if tolerance == 0:
            assert_same(run(graph, inputs), wanted)
        else:
            assert_close(run(graph, inputs), wanted, tolerance)


@settings(max_examples=effort(40, 5000), deadline=None, suppress_health_check=list(HealthCheck))
@given(graphs())
def test_passes_keep_what_a_graph_computes(maker: GraphMaker) -> None:
    """Each alone, and one after the other."""
    expected = baseline(maker)
    for name, entry in PASSES.items():
        after = entry.function(maker.graph)
        if after is not maker.graph:
            note(f"after {name}: {after}")
            check(after, expected, entry.tolerance)
    after = optimize(maker.graph)
    tolerance = 1e-3 if any(found.dtype.itemsize == 2 for found in maker.found if hasattr(found, "dtype")) else 1e-5
    note(f"after all: {after}")
    check(after, expected, tolerance)
    assert after.output_names == maker.graph.output_names
