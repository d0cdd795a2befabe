"""Every pass does what it says, and leaves alone what only looks like it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from nacformats.codec.columns.arrays import Array
from nacformats.compiler.passes import PASSES, optimize
from nacformats.graph.graph import Graph, Input, Operation, Ref, Weight
from tests.compiler.graphs import GraphMaker, assert_close, assert_same, operators, run
from tests.effort import effort

FLOATS = np.array([[0.0, -0.0, 1.5], [np.inf, -np.inf, np.nan]], np.float32)
INTEGERS = np.array([[0, -1, 5], [2**31 - 1, -(2**31), 7]], np.int32)

Build = Callable[[GraphMaker, Ref], Ref]


def built(build: Build, x: Array = FLOATS, symbols: dict[int, str] | None = None) -> GraphMaker:
    """A graph of one input and one output."""
    maker = GraphMaker(symbols)
    maker.build(build(maker, maker.input(x)))
    return maker


def after(maker: GraphMaker, *names: str) -> Graph:
    """The graph after some passes, which gives what it gave before."""
    graph = optimize(maker.graph, [*names, "dead", "unused"])
    tolerance = max(PASSES[name].tolerance for name in names)
    before = run(maker.graph, maker.given)
    if tolerance:
        assert_close(run(graph, maker.given), before, tolerance)
    else:
        assert_same(run(graph, maker.given), before)
    return graph


def op(name: str, *rest: Any, **attributes: Any) -> Build:
    """One operation on the input."""
    return lambda maker, x: maker.add(name, x, *rest, **attributes)


def then(*steps: Build) -> Build:
    """Several operations, each on the result of the one before."""

    def build(maker: GraphMaker, x: Ref) -> Ref:
        for step in steps:
            x = step(maker, x)
        return x

    return build


# identities


@pytest.mark.parametrize(
    "build",
    [
        op("aten.clone.default"),
        op("aten.clone.default", memory_format="contiguous_format"),
        op("aten.detach.default"),
        op("aten.alias.default"),
        op("aten.contiguous.default"),
        op("aten.lift_fresh_copy.default"),
        op("nac.pass"),
        op("aten.dropout.default", 0.5, False),
        op("aten.feature_dropout.default", 0.5, False),
        op("aten._to_copy.default", dtype="float32"),
        op("aten.to.dtype", "float32"),
        then(op("aten.native_dropout.default", 0.5, False), op("getitem", 0)),
    ],
)
def test_what_does_nothing_disappears(build: Build) -> None:
    assert operators(after(built(build), "identity")) == []


@pytest.mark.parametrize(
    "build",
    [
        op("aten._to_copy.default", dtype="float16"),
        then(op("aten.clone.default"), op("aten.as_strided.default", [2, 2], [1, 1])),
        then(op("aten.native_dropout.default", 0.5, False), op("getitem", 1)),
    ],
)
def test_what_does_something_stays(build: Build) -> None:
    maker = built(build)
    assert after(maker, "identity") is maker.graph


def test_a_dropout_that_draws_stays() -> None:
    graph = Graph("test", "value", [Input(0, "x")], (Ref(1),))
    graph.values.append(Operation(1, operator="aten.dropout.default", operands=(Ref(0), 0.5, True)))
    assert optimize(graph) is graph


# algebra


@pytest.mark.parametrize(
    "build",
    [
        op("aten.mul.Tensor", 1),
        op("aten.mul.Tensor", 1.0),
        op("aten.mul.Tensor", True),
        op("aten.div.Tensor", 1),
        op("aten.sub.Tensor", 0),
        op("aten.sub.Tensor", 0.0),
        op("aten.pow.Tensor_Scalar", 1),
        op("aten.pow.Tensor_Scalar", 1.0),
        op("aten.view.default", [2, 3]),
        op("aten.reshape.default", [2, -1]),
        op("aten.expand.default", [2, 3]),
        op("aten.expand.default", [-1, -1]),
        op("aten.repeat.default", [1, 1]),
        op("aten.slice.Tensor", 0, 0, 2**63 - 1),
        op("aten.slice.Tensor", 1),
        op("aten.squeeze.dim", 0),
        op("aten.constant_pad_nd.default", [0, 0, 0, 0]),
        lambda maker, x: maker.add("aten.cat.default", [x], 1),
        lambda maker, x: maker.add("aten.mul.Tensor", x, maker.weight(np.ones((1, 1), np.float32))),
        lambda maker, x: maker.add("aten.mul.Tensor", maker.weight(np.float64(1)), x),
        lambda maker, x: maker.add("aten.sub.Tensor", x, maker.weight(np.zeros((), np.float32))),
    ],
)
def test_operations_that_change_nothing_disappear(build: Build) -> None:
    assert operators(after(built(build), "algebra")) == []


def test_zero_is_added_to_integers_in_vain() -> None:
    assert operators(after(built(op("aten.add.Tensor", 0), INTEGERS), "algebra")) == []


@pytest.mark.parametrize(
    ("build", "x"),
    [
        (op("aten.add.Tensor", 0.0), FLOATS),  # makes 0.0 of -0.0
        (op("aten.sub.Tensor", -0.0), FLOATS),
        (op("aten.sub.Tensor", 0.0, alpha=-1), FLOATS),
        (op("aten.mul.Tensor", 0), FLOATS),  # NaN for infinities
        (op("aten.mul.Tensor", 1.0), INTEGERS),  # gives floats
        (op("aten.div.Tensor", 1), INTEGERS),
        (op("aten.add.Tensor", 0.0), INTEGERS),
        (op("aten.div.Tensor_mode", 1, rounding_mode="floor"), FLOATS),
        (op("aten.slice.Tensor", 0, 1), FLOATS),
        (op("aten.constant_pad_nd.default", [1, -1]), FLOATS),  # moves everything by one
        (op("aten.expand.default", [1, 2, 3]), FLOATS),
        (lambda maker, x: maker.add("aten.mul.Tensor", x, maker.weight(np.ones((2, 1, 1), np.float32))), FLOATS),
        (lambda maker, x: maker.add("aten.mul.Tensor", x, maker.weight(np.ones(1, np.float64))), FLOATS),
        (lambda maker, x: maker.add("aten.mul.Tensor", x, maker.weight(np.ones(3, np.float32) * 2)), FLOATS),
    ],
)
def test_what_only_looks_like_an_identity_stays(build: Build, x: Array) -> None:
    maker = built(build, x)
    assert after(maker, "algebra", "inverse") is maker.graph


def test_an_operation_between_unknown_types_stays() -> None:
    maker = GraphMaker(typed=False)
    graph = maker.build(maker.add("aten.mul.Tensor", maker.input(FLOATS), 1))
    assert optimize(graph, "algebra") is graph


def test_a_factor_of_minus_one_is_a_sign() -> None:
    assert operators(after(built(op("aten.mul.Tensor", -1)), "algebra")) == ["aten.neg.default"]
    assert operators(after(built(op("aten.div.Tensor", -1.0)), "algebra")) == ["aten.neg.default"]


def test_a_chain_of_views_becomes_one() -> None:
    build = then(op("aten.unsqueeze.default", 0), op("aten.view.default", [3, 2]), op("aten.reshape.default", [6]))
    graph = after(built(build), "algebra")
    assert operators(graph) == ["aten.reshape.default"]
    back = then(op("aten.view.default", [3, 2]), op("aten.view.default", [2, 3]))
    assert operators(after(built(back), "algebra")) == []


def test_what_is_idempotent_is_done_once() -> None:
    build = then(op("aten.relu.default"), op("aten.relu.default"), op("aten.relu.default"))
    assert operators(after(built(build), "algebra")) == ["aten.relu.default"]


# inverse pairs


@pytest.mark.parametrize(
    "build",
    [
        then(op("aten.transpose.int", 0, 1), op("aten.transpose.int", -1, -2)),
        then(op("aten.t.default"), op("aten.permute.default", [1, 0])),
        then(op("aten.unsqueeze.default", 0), op("aten.permute.default", [0, 1, 2]), op("aten.squeeze.dim", 0)),
        op("aten.permute.default", [0, 1]),
        then(op("aten.neg.default"), op("aten.neg.default")),
        then(op("aten._to_copy.default", dtype="float64"), op("aten._to_copy.default", dtype="float32")),
    ],
)
def test_inverse_pairs_disappear(build: Build) -> None:
    assert operators(after(built(build), "inverse", "algebra")) == []


@pytest.mark.parametrize("names", [("add", "sub"), ("sub", "add")])
def test_integers_wrap_around_so_that_sums_are_undone(names: tuple[str, str]) -> None:
    def build(maker: GraphMaker, x: Ref) -> Ref:
        y = maker.weight(INTEGERS[:, ::-1].copy())
        return maker.add(f"aten.{names[1]}.Tensor", maker.add(f"aten.{names[0]}.Tensor", x, y), y)

    assert operators(after(built(build, INTEGERS), "inverse")) == []


def pair(first: str, second: str, y: Any, x: Array = FLOATS, **attributes: Any) -> GraphMaker:
    def build(maker: GraphMaker, x: Ref) -> Ref:
        other = maker.weight(y) if isinstance(y, np.ndarray) else y
        return maker.add(second, maker.add(first, x, other, **attributes), other)

    return built(build, x)


@pytest.mark.parametrize(
    "maker",
    [
        pair("aten.add.Tensor", "aten.sub.Tensor", np.ones((4, 1, 1), np.float32)),  # has another shape
        pair("aten.add.Tensor", "aten.sub.Tensor", np.float32(1e8) * np.ones((2, 3), np.float32)),  # rounds
        pair("aten.mul.Tensor", "aten.div.Tensor", np.zeros((2, 3), np.float32)),  # gives NaN
        pair("aten.mul.Tensor", "aten.div.Tensor", 2.0, np.float32([3e38])),  # overflows
        pair("aten.add.Tensor", "aten.sub.Tensor", np.ones((2, 3), np.float32), alpha=2),
        pair("aten.add.Tensor", "aten.sub.Tensor", np.ones((2, 3), np.int32), INTEGERS, alpha=2),
        pair("aten.add.Tensor", "aten.sub.Tensor", np.ones((4, 1, 1), np.int32), INTEGERS),
        pair("aten.mul.Tensor", "aten.div.Tensor", 3, INTEGERS),
        built(then(op("aten._to_copy.default", dtype="float16"), op("aten._to_copy.default", dtype="float32"))),
        built(then(op("aten._to_copy.default", dtype="bool"), op("aten._to_copy.default", dtype="int32")), INTEGERS),
    ],
)
def test_pairs_that_are_not_exact_stay(maker: GraphMaker) -> None:
    assert after(maker, "algebra", "inverse") is maker.graph


def test_two_permutations_become_one() -> None:
    build = then(op("aten.transpose.int", 0, 1), op("aten.permute.default", [2, 0, 1]))
    graph = after(built(build, np.arange(24.0).reshape(2, 3, 4)), "inverse")
    (operation,) = graph.every(Operation)
    assert (operation.operator, operation.operands[1]) == ("aten.permute.default", [2, 1, 0])


# common subexpressions


def both(first: Build, second: Build) -> Build:
    return lambda maker, x: maker.add("aten.stack.default", [first(maker, x), second(maker, x)])


def test_the_same_operation_is_computed_once() -> None:
    layer = op("aten.mul.Tensor", 2.0)
    graph = after(built(both(then(layer, op("aten.exp.default")), then(layer, op("aten.exp.default")))), "cse")
    assert operators(graph) == ["aten.mul.Tensor", "aten.exp.default", "aten.stack.default"]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (op("aten.mul.Tensor", 1), op("aten.mul.Tensor", 1.0)),
        (op("aten.mul.Tensor", 1), op("aten.mul.Tensor", True)),
        (op("aten.mul.Tensor", 0.0), op("aten.mul.Tensor", -0.0)),
        (op("aten.sum.dim_IntList", [0], True), op("aten.sum.dim_IntList", [0], False)),
        (op("aten.add.Tensor", 1, alpha=1), op("aten.add.Tensor", 1, alpha=2)),
    ],
)
def test_constants_are_compared_by_type_and_value(first: Build, second: Build) -> None:
    def build(maker: GraphMaker, x: Ref) -> Ref:
        results = [maker.add("aten.sum.default", step(maker, x)) for step in (first, second)]
        return maker.add("aten.stack.default", results)

    maker = built(build, np.float32([[1, -2], [3, 4]]))
    assert operators(after(maker, "cse")) == operators(maker.graph)


@pytest.mark.parametrize("name", ["aten.rand_like.default", "aten.bernoulli.p", "mylib.scan.default"])
def test_random_and_unknown_operations_are_repeated(name: str) -> None:
    values = [Input(0, "x"), *(Operation(i, operator=name, operands=(Ref(0), 0.5)) for i in (1, 2))]
    graph = Graph("test", "value", values, (Ref(1), Ref(2)))
    assert optimize(graph) is graph


def test_two_dropouts_in_training_are_two() -> None:
    attention = "aten.scaled_dot_product_attention.default"
    values = [Input(0, "q"), *(Operation(i, operator=attention, operands=(Ref(0),) * 3 + (None, 0.1)) for i in (1, 2))]
    graph = Graph("test", "value", values, (Ref(1), Ref(2)))
    assert optimize(graph) is graph


# constant folding


def test_what_depends_on_constants_is_computed() -> None:
    def build(maker: GraphMaker, x: Ref) -> Ref:
        scale = maker.add("aten.exp.default", maker.weight(np.float32([1, 2, 3]), "scale"))
        return maker.add("aten.mul.Tensor", x, maker.add("aten.add.Tensor", scale, 1.0))

    graph = after(built(build), "fold")
    assert operators(graph) == ["aten.mul.Tensor"]
    (weight,) = graph.every(Weight)
    assert weight.load is not None
    np.testing.assert_array_equal(weight.load(), np.exp(np.float32([1, 2, 3])) + 1)


def test_equal_results_are_one_weight() -> None:
    def build(maker: GraphMaker, x: Ref) -> Ref:
        for scale in (2.0, 4.0):
            weight = maker.add("aten.div.Tensor", maker.weight(np.float32([scale, scale, -scale])), scale)
            x = maker.add("aten.mul.Tensor", x, weight)
        return x

    assert sum(1 for _ in after(built(build), "fold").every(Weight)) == 1


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64", "int64", "int32", "uint8", "bool", "bfloat16"])
def test_folding_keeps_the_type(dtype: str) -> None:
    def build(maker: GraphMaker, x: Ref) -> Ref:
        return maker.add("aten.add.Tensor", x, maker.add("aten.ones.default", [3], dtype=dtype))

    graph = after(built(build), "fold")
    (weight,) = graph.every(Weight)
    assert weight.type.dtype is not None
    assert weight.type.dtype.name == dtype


def test_numbers_take_the_place_of_what_gives_them() -> None:
    def build(maker: GraphMaker, x: Ref) -> Ref:
        rows = maker.add("mul", maker.add("aten.sym_size.int", x, 0), 3)
        return maker.add("aten.repeat.default", x, [rows, 1])

    (repeat,) = after(built(build), "sizes", "fold").every(Operation)
    assert (repeat.operator, repeat.operands[1]) == ("aten.repeat.default", [6, 1])


def test_a_number_that_is_an_output_stays() -> None:
    maker = built(op("aten.sym_size.int", 0))
    assert operators(after(maker, "sizes", "fold")) == ["aten.sym_size.int"]


def test_large_constants_are_not_written_out() -> None:
    def build(maker: GraphMaker, x: Ref) -> Ref:
        ones = maker.add("aten.ones.default", [1000, 1000])
        weight = maker.weight(np.ones((1, 1000), np.float32))
        wide = maker.add("aten.expand.default", weight, [1000, 1000])
        grown = maker.add("aten.add.Tensor", maker.weight(np.ones((1000, 1), np.float32)), weight)
        total = maker.add("aten.add.Tensor", maker.add("aten.add.Tensor", ones, wide), grown)
        return maker.add("aten.add.Tensor", x, total)

    maker = built(build, np.ones((1000, 1000), np.float32))
    assert after(maker, "fold") is maker.graph


def test_a_large_weight_is_replaced_by_one_that_is_no_larger() -> None:
    def build(maker: GraphMaker, x: Ref) -> Ref:
        return maker.add("aten.add.Tensor", x, maker.add("aten.neg.default", maker.weight(np.ones((200, 200), "f4"))))

    assert operators(after(built(build, np.ones((200, 200), "f4")), "fold")) == ["aten.add.Tensor"]


def test_a_large_weight_that_is_used_elsewhere_is_not_doubled() -> None:
    def build(maker: GraphMaker, x: Ref) -> Ref:
        weight = maker.weight(np.ones((200, 200), "f4"))
        return maker.add(
            "aten.add.Tensor", maker.add("aten.mul.Tensor", x, weight), maker.add("aten.neg.default", weight)
        )

    maker = built(build, np.ones((200, 200), "f4"))
    assert after(maker, "fold") is maker.graph


def test_a_constant_that_fails_is_left_to_the_run() -> None:
    maker = GraphMaker()
    x = maker.input(FLOATS)
    values = maker.graph.values
    values.append(Operation(1, operator="aten.zeros.default", operands=([-1],)))
    values.append(Operation(2, operator="aten.neg.default", operands=(Ref(1),)))
    graph = maker.build(x, Ref(2))
    assert optimize(graph, "fold") is graph


# what is known of sizes


def test_the_open_size_of_a_reshape_follows() -> None:
    def build(maker: GraphMaker, x: Ref) -> Ref:
        size = maker.add("aten.sym_size.int", x, 0)
        wide = maker.add("aten.expand.default", maker.add("aten.view.default", x, [size, 1, 3]), [size, 2, 3])
        return maker.add("aten.view.default", wide, [size, 6])

    maker = built(build, np.ones((7, 3), "f4"), {7: "s0"})
    graph = after(maker, "sizes")
    assert operators(graph) == ["aten.view.default", "aten.expand.default", "aten.view.default"]
    assert run(graph, [np.ones((0, 3), "f4")])[0].shape == (0, 6)


@pytest.mark.parametrize("symbols", [{}, {7: "s0"}])
def test_the_shape_of_a_tensor_is_known_without_it(symbols: dict[int, str]) -> None:
    def build(maker: GraphMaker, x: Ref) -> Ref:
        other = maker.add("aten.exp.default", x)
        return maker.add("aten.reshape_as.default", maker.add("aten.view.default", x, [-1]), other)

    maker = built(build, np.ones((7, 3), "f4"), symbols)
    graph = after(maker, "sizes")
    assert operators(graph) == ["aten.view.default", "aten.reshape.default"]


def test_two_open_sizes_stay() -> None:
    def build(maker: GraphMaker, x: Ref) -> Ref:
        size = maker.add("aten.sym_size.int", x, 0)
        return maker.add("aten.view.default", x, [size, 1, size])

    maker = built(build, np.ones((7, 7), "f4"), {7: "s0"})
    assert after(maker, "sizes") is maker.graph


# layers


def convolution(maker: GraphMaker, x: Ref, weight: Array, bias: Array | None, groups: int = 1) -> Ref:
    parameters = maker.weight(weight, "conv.weight"), None if bias is None else maker.weight(bias, "conv.bias")
    return maker.add("aten.conv2d.default", x, *parameters, [2, 2], [1, 1], [1, 1], groups)


def normalized(maker: GraphMaker, x: Ref, channels: int, affine: bool = True, legit: bool = False) -> Ref:
    random = np.random.default_rng(3)
    scale, shift, mean = (maker.weight(random.normal(size=channels).astype("f4")) for _ in range(3))
    variance = maker.weight(random.uniform(0.5, 2, channels).astype("f4"))
    parameters = (scale, shift) if affine else (None, None)
    if legit:
        name = "aten._native_batch_norm_legit_no_training.default"
        return maker.add("getitem", maker.add(name, x, *parameters, mean, variance, 0.1, 1e-5), 0)
    return maker.add("aten.batch_norm.default", x, *parameters, mean, variance, False, 0.1, 1e-5, True)


@pytest.mark.parametrize("legit", [False, True])
@pytest.mark.parametrize("affine", [False, True])
@pytest.mark.parametrize("bias", [False, True])
@pytest.mark.parametrize("groups", [1, 2])
def test_a_batch_norm_becomes_part_of_the_convolution(legit: bool, affine: bool, bias: bool, groups: int) -> None:
    random = np.random.default_rng(5)
    weight = random.normal(size=(6, 4 // groups, 3, 3)).astype("f4")

    def build(maker: GraphMaker, x: Ref) -> Ref:
        layer = convolution(maker, x, weight, random.normal(size=6).astype("f4") if bias else None, groups)
        return normalized(maker, layer, 6, affine, legit)

    graph = after(built(build, random.normal(size=(2, 4, 9, 9)).astype("f4")), "bn")
    assert operators(graph) == ["aten.conv2d.default"]
    assert [weight.name for weight in graph.every(Weight)] == ["conv.weight.folded", "conv.weight.folded_bias"]


def test_a_batch_norm_becomes_part_of_a_linear_layer_and_a_transposed_convolution() -> None:
    random = np.random.default_rng(5)

    def linear(maker: GraphMaker, x: Ref) -> Ref:
        weight = maker.weight(random.normal(size=(6, 4)).astype("f4"))
        return normalized(maker, maker.add("aten.linear.default", x, weight), 6)

    def transposed(maker: GraphMaker, x: Ref) -> Ref:
        weight = maker.weight(random.normal(size=(4, 6, 3, 3)).astype("f4"))
        layer = maker.add("aten.conv_transpose2d.input", x, weight, None, [2, 2], [1, 1], [1, 1])
        return normalized(maker, layer, 6)

    assert operators(after(built(linear, random.normal(size=(3, 4)).astype("f4")), "bn")) == ["aten.linear.default"]
    graph = after(built(transposed, random.normal(size=(2, 4, 5, 5)).astype("f4")), "bn")
    assert operators(graph) == ["aten.conv_transpose2d.input"]


@pytest.mark.parametrize("shape", [[-1, 6], [6, 6]])
def test_rows_may_be_joined_before_a_batch_norm(shape: list[int]) -> None:
    random = np.random.default_rng(5)

    def build(maker: GraphMaker, x: Ref) -> Ref:
        layer = maker.add("aten.linear.default", x, maker.weight(random.normal(size=(6, 4)).astype("f4")))
        rows = normalized(maker, maker.add("aten.view.default", layer, shape), 6)
        return maker.add("aten.reshape.default", rows, [2, 3, 6])

    graph = after(built(build, random.normal(size=(2, 3, 4)).astype("f4")), "bn", "algebra")
    assert operators(graph) == ["aten.linear.default"]


def test_rows_that_are_split_before_a_batch_norm_keep_it() -> None:
    random = np.random.default_rng(5)

    def build(maker: GraphMaker, x: Ref) -> Ref:
        layer = maker.add("aten.linear.default", x, maker.weight(random.normal(size=(6, 4)).astype("f4")))
        return normalized(maker, maker.add("aten.view.default", layer, [12, 3]), 3)

    maker = built(build, random.normal(size=(2, 3, 4)).astype("f4"))
    assert after(maker, "bn") is maker.graph


def test_a_batch_norm_stays_where_its_layer_is_used_otherwise() -> None:
    random = np.random.default_rng(5)
    weight = random.normal(size=(6, 4, 3, 3)).astype("f4")

    def twice(maker: GraphMaker, x: Ref) -> Ref:
        layer = convolution(maker, x, weight, None)
        return maker.add("aten.add.Tensor", layer, normalized(maker, layer, 6))

    def unbatched(maker: GraphMaker, x: Ref) -> Ref:
        layer = convolution(maker, x, weight, None)  # (6, 5, 5): the norm is over what is not a channel
        return normalized(maker, layer, 5)

    for build, shape in ((twice, (2, 4, 9, 9)), (unbatched, (4, 9, 9))):
        maker = built(build, random.normal(size=shape).astype("f4"))
        assert after(maker, "bn") is maker.graph


def test_a_layer_whose_weight_is_shared_keeps_it() -> None:
    random = np.random.default_rng(5)

    def build(maker: GraphMaker, x: Ref) -> Ref:
        weight = maker.weight(random.normal(size=(4, 4)).astype("f4"))
        first = normalized(maker, maker.add("aten.linear.default", x, weight), 4)
        return maker.add("aten.linear.default", first, weight)

    maker = built(build, random.normal(size=(3, 4)).astype("f4"))
    assert after(maker, "bn") is maker.graph


def product(name: str, *, view: str = "", bias: bool = True, rows: int = 5) -> Build:
    random = np.random.default_rng(7)
    matrix = random.normal(size=(4, 6)).astype("f4")

    def build(maker: GraphMaker, x: Ref) -> Ref:
        vector = maker.weight(random.normal(size=6).astype("f4"))
        if view:
            arguments = {"aten.permute.default": ([1, 0],), "aten.transpose.int": (-2, -1)}.get(view, ())
            weight = maker.add(view, maker.weight(matrix.T.copy()), *arguments)
        else:
            weight = maker.weight(matrix)
        if name == "aten.addmm.default":
            return maker.add(name, vector, x, weight)
        found = maker.add(name, x, weight)
        return maker.add("aten.add.Tensor", found, vector) if bias else found

    return build


@pytest.mark.parametrize("name", ["aten.addmm.default", "aten.mm.default", "aten.matmul.default"])
@pytest.mark.parametrize("view", ["", "aten.t.default", "aten.permute.default", "aten.transpose.int"])
def test_products_with_parameters_become_linear_layers(name: str, view: str) -> None:
    maker = built(product(name, view=view), np.random.default_rng(1).normal(size=(5, 4)).astype("f4"))
    graph = after(maker, "linear")
    (layer,) = graph.every(Operation)
    assert (layer.operator, len(layer.operands)) == ("aten.linear.default", 3)


def test_a_product_of_integers_stays() -> None:
    def build(maker: GraphMaker, x: Ref) -> Ref:
        return maker.add("aten.matmul.default", x, maker.weight(np.ones((3, 4), np.int32)))

    maker = built(build, INTEGERS)
    assert after(maker, "linear") is maker.graph


def test_a_stack_of_rows_is_multiplied_by_a_linear_layer() -> None:
    maker = built(product("aten.matmul.default", bias=False), np.ones((2, 5, 4), "f4"))
    assert operators(after(maker, "linear")) == ["aten.linear.default"]


def test_a_bias_of_another_shape_is_added_as_before() -> None:
    def build(maker: GraphMaker, x: Ref) -> Ref:
        layer = maker.add("aten.linear.default", x, maker.weight(np.ones((6, 4), "f4")))
        return maker.add("aten.add.Tensor", layer, maker.weight(np.ones((5, 6), "f4")))

    maker = built(build, np.ones((5, 4), "f4"))
    assert after(maker, "linear") is maker.graph


# what nothing depends on


def test_inputs_stay_and_what_no_output_depends_on_goes() -> None:
    maker = GraphMaker()
    x, _ = maker.input(FLOATS), maker.input(INTEGERS)
    maker.add("aten.mul.Tensor", x, maker.weight(FLOATS, "unused"))
    graph = after(finished(maker, maker.add("aten.neg.default", x)), "dead", "unused")
    assert [type(value).__name__ for value in graph.values] == ["Input", "Input", "Operation"]
    assert graph.output_names == ("y0",)


def finished(maker: GraphMaker, output: Ref) -> GraphMaker:
    maker.build(output)
    return maker


def test_outputs_keep_their_order_and_names() -> None:
    maker = GraphMaker()
    x = maker.input(FLOATS)
    same = maker.add("aten.clone.default", x)
    half = maker.add("aten.exp.default", maker.weight(np.float32(2)))
    again = maker.add("aten.exp.default", x)
    maker.build(again, same, x, maker.add("aten.exp.default", x), half, again)
    graph = after(maker, *PASSES)
    assert graph.output_names == ("y0", "y1", "y2", "y3", "y4", "y5")
    assert graph.outputs[1] == graph.outputs[2] == Ref(0)
    assert graph.outputs[0] == graph.outputs[3] == graph.outputs[5]


def test_references_among_attributes_are_followed() -> None:
    maker = GraphMaker()
    q = maker.input(np.ones((2, 3, 4), "f4"))
    mask = maker.add("aten.neg.default", maker.add("aten.clone.default", maker.input(np.ones((3, 3), "f4"))))
    same = maker.add("aten.mul.Tensor", mask, 1.0)
    maker.build(maker.add("aten.scaled_dot_product_attention.default", q, q, q, attn_mask=same))
    graph = after(maker, *PASSES)
    assert operators(graph) == ["aten.neg.default", "aten.scaled_dot_product_attention.default"]


def test_a_graph_with_changes_in_place_is_left_alone() -> None:
    values = [Input(0, "x"), Operation(1, operator="aten.clone.default", operands=(Ref(0),))]
    values.append(Operation(2, operator="aten.add_.Tensor", operands=(Ref(1), 1)))
    graph = Graph("test", "value", values, (Ref(0), Ref(2)))
    assert optimize(graph) is graph


def test_a_long_chain_takes_time_in_proportion() -> None:
    import time

    def seconds(length: int) -> float:
        maker = GraphMaker()
        x = maker.input(np.ones(4, "f4"))
        for _ in range(length // 4):
            x = maker.add("aten.view.default", x, [2, 2])
            x = maker.add("aten.view.default", x, [4])
            x = maker.add("aten.mul.Tensor", x, 1)
            x = maker.add("aten.tanh.default", x)
        graph = maker.build(x)
        best = np.inf
        for _ in range(2):
            started = time.process_time()
            assert len(operators(optimize(graph))) == length // 4
            best = min(best, time.process_time() - started)
        return float(best)

    assert seconds(effort(4_000, 16_000)) < 20 * seconds(effort(500, 2_000))
