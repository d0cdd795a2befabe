"""What models and exporters spell out becomes one operation."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from nacformats.codec.columns.arrays import Array
from nacformats.compiler.passes import DEFAULT_PASSES, optimize
from nacformats.graph.graph import Graph, Ref
from tests.compiler.graphs import GraphMaker, assert_close, operators, run

RANDOM = np.random.default_rng(3)
X = (RANDOM.normal(size=(2, 5, 8)) * 3).astype("f4")
Build = Callable[[GraphMaker, Ref], Ref]


class Spelling:
    """Arithmetic on a graph, with numbers as numbers or as weights of no dimension."""

    def __init__(self, maker: GraphMaker, weights: bool) -> None:
        self.maker = maker
        self.weights = weights

    def __call__(self, name: str, *operands: Any, **attributes: Any) -> Ref:
        shown = [
            self.maker.weight(np.float32(item)) if self.weights and isinstance(item, float) else item
            for item in operands
        ]
        return self.maker.add(f"aten.{name}", *shown, **attributes)


def gelu_after(s: Spelling, x: Ref) -> Ref:
    return s("mul.Tensor", s("mul.Tensor", x, s("add.Tensor", s("erf.default", s("div.Tensor", x, 2**0.5)), 1.0)), 0.5)


def gelu_before(s: Spelling, x: Ref) -> Ref:
    curve = s("add.Tensor", s("erf.default", s("mul.Tensor", x, 0.70710677)), 1.0)
    return s("mul.Tensor", s("mul.Tensor", x, 0.5), curve)


def gelu_inside(s: Spelling, x: Ref) -> Ref:
    curve = s("add.Tensor", s("erf.default", s("div.Tensor", x, 1.4142135)), 1.0)
    return s("mul.Tensor", x, s("mul.Tensor", curve, 0.5))


def gelu_tanh(s: Spelling, x: Ref) -> Ref:
    cube = s("pow.Tensor_Tensor" if s.weights else "pow.Tensor_Scalar", x, 3.0)
    cubic = s("add.Tensor", x, s("mul.Tensor", cube, 0.044715))
    curve = s("tanh.default", s("mul.Tensor", cubic, math.sqrt(2 / math.pi)))
    return s("mul.Tensor", s("mul.Tensor", x, 0.5), s("add.Tensor", curve, 1.0))


def gelu_tanh_of_square(s: Spelling, x: Ref) -> Ref:
    square = s("add.Tensor", s("mul.Tensor", s("mul.Tensor", x, x), 0.044715), 1.0)
    curve = s("tanh.default", s("mul.Tensor", s("mul.Tensor", x, 0.7978845608), square))
    return s("mul.Tensor", s("add.Tensor", curve, 1.0), s("mul.Tensor", x, 0.5))


def silu(s: Spelling, x: Ref) -> Ref:
    return s("mul.Tensor", x, s("sigmoid.default", x))


def hardswish_by_bounds(s: Spelling, x: Ref) -> Ref:
    return s("div.Tensor", s("mul.Tensor", x, s("hardtanh.default", s("add.Tensor", x, 3.0), 0, 6)), 6.0)


def hardswish(s: Spelling, x: Ref) -> Ref:
    return s("mul.Tensor", s("hardsigmoid.default", x), x)


def mish(s: Spelling, x: Ref) -> Ref:
    return s("mul.Tensor", x, s("tanh.default", s("softplus.default", x)))


def norm(s: Spelling, x: Ref, *, root: str = "sqrt", square: str = "pow") -> Ref:
    centered = s("sub.Tensor", x, s("mean.dim", x, [-1], True))
    squares = s("pow.Tensor_Scalar", centered, 2) if square == "pow" else s("mul.Tensor", centered, centered)
    spread = s("add.Tensor", s("mean.dim", squares, [2], True), 1e-5)
    if root == "sqrt":
        return s("div.Tensor", centered, s("sqrt.default", spread))
    return s("mul.Tensor", centered, s("rsqrt.default", spread))


def layer_norm(s: Spelling, x: Ref) -> Ref:
    weight, bias = (s.maker.weight(RANDOM.normal(size=8).astype("f4")) for _ in range(2))
    return s("add.Tensor", s("mul.Tensor", norm(s, x), weight), bias)


def layer_norm_by_reciprocal(s: Spelling, x: Ref) -> Ref:
    return norm(s, x, root="rsqrt", square="mul")


def rms_norm(s: Spelling, x: Ref) -> Ref:
    spread = s("add.Tensor", s("mean.dim", s("pow.Tensor_Scalar", x, 2), [-1], True), 1e-6)
    normal = s("mul.Tensor", x, s("rsqrt.default", spread))
    return s("mul.Tensor", s.maker.weight(RANDOM.normal(size=8).astype("f4")), normal)


def rms_norm_by_quotient(s: Spelling, x: Ref) -> Ref:
    spread = s("add.Tensor", s("mean.dim", s("mul.Tensor", x, x), [-1], True), 1e-6)
    return s("mul.Tensor", x, s("reciprocal.default", s("sqrt.default", spread)))


def fused(build: Callable[[Spelling, Ref], Ref], x: Array = X, *, weights: bool = False) -> Graph:
    """The graph of a spelling after the passes; it gives what it gave before."""
    maker = GraphMaker()
    maker.build(build(Spelling(maker, weights), maker.input(x)))
    graph = optimize(maker.graph)
    assert_close(run(graph, maker.given), run(maker.graph, maker.given), 1e-5)
    return graph


@pytest.mark.parametrize("weights", [False, True])
@pytest.mark.parametrize(
    ("build", "name"),
    [
        (gelu_after, "gelu"),
        (gelu_before, "gelu"),
        (gelu_inside, "gelu"),
        (gelu_tanh, "gelu"),
        (gelu_tanh_of_square, "gelu"),
        (silu, "silu"),
        (hardswish, "hardswish"),
        (hardswish_by_bounds, "hardswish"),
        (mish, "mish"),
        (norm, "layer_norm"),
        (layer_norm, "layer_norm"),
        (layer_norm_by_reciprocal, "layer_norm"),
        (rms_norm, "rms_norm"),
        (rms_norm_by_quotient, "rms_norm"),
    ],
)
def test_what_is_spelled_out_becomes_one_operation(
    build: Callable[[Spelling, Ref], Ref], name: str, weights: bool
) -> None:
    assert operators(fused(build, weights=weights)) == [f"aten.{name}.default"]


@pytest.mark.parametrize(
    "build",
    [
        lambda s, x: s("mul.Tensor", s("mul.Tensor", x, s("sigmoid.default", x)), 2.0),
        lambda s, x: s("mul.Tensor", x, s("add.Tensor", s("erf.default", s("mul.Tensor", x, 0.70710677)), 1.0)),
        lambda s, x: s("mul.Tensor", s("mul.Tensor", x, 0.5), s("add.Tensor", s("erf.default", x), 1.0)),
        lambda s, x: s("mul.Tensor", x, s("sigmoid.default", s("mul.Tensor", x, 1.702))),
        lambda s, x: s("div.Tensor", s("mul.Tensor", x, s("hardtanh.default", s("add.Tensor", x, 2.0), 0, 6)), 6.0),
        lambda s, x: s("div.Tensor", x, s("sqrt.default", s("mean.dim", s("pow.Tensor_Scalar", x, 2), [-1], True))),
        lambda s, x: s(
            "mul.Tensor", x, s("rsqrt.default", s("add.Tensor", s("mean.dim", s("mul.Tensor", x, x), [1], True), 1e-6))
        ),
    ],
)
def test_what_only_looks_like_it_stays(build: Callable[[Spelling, Ref], Ref]) -> None:
    names = operators(fused(build))
    assert not {"aten.gelu.default", "aten.silu.default", "aten.hardswish.default", "aten.rms_norm.default"} & {
        *names[-1:]
    }


def test_a_half_is_rounded_after_every_operation() -> None:
    maker = GraphMaker()
    maker.build(silu(Spelling(maker, False), maker.input(X.astype("f2"))))
    assert operators(optimize(maker.graph)) == ["aten.sigmoid.default", "aten.mul.Tensor"]


def test_what_is_used_elsewhere_is_not_computed_twice() -> None:
    def build(s: Spelling, x: Ref) -> Ref:
        gate = s("sigmoid.default", x)
        return s("add.Tensor", s("mul.Tensor", x, gate), gate)

    assert operators(fused(build)) == ["aten.sigmoid.default", "aten.mul.Tensor", "aten.add.Tensor"]


# attention

Q, K, V = (RANDOM.normal(size=shape).astype("f4") for shape in ((2, 3, 5, 4), (2, 3, 7, 4), (2, 3, 7, 6)))


def attention(mask: Array | None = None, *, form: str = "after", safe: bool = False, key: Array = K) -> GraphMaker:
    maker = GraphMaker()
    s = Spelling(maker, False)
    query, keys, values = maker.input(Q), maker.input(key), maker.input(V)
    heads_last = form == "permuted"  # as a linear layer gives them
    turned = s("permute.default", keys, [0, 2, 3, 1]) if heads_last else s("transpose.int", keys, -1, -2)
    if form == "both":
        query, turned = s("mul.Tensor", query, 0.25**0.5), s("mul.Tensor", turned, 0.25**0.5)
    if form == "before":
        query = s("mul.Tensor", query, 0.25)
    scores = s("matmul.default", query, turned)
    if form in {"after", "permuted"}:
        scores = s("div.Tensor", scores, 4.0)
    if mask is not None:
        scores = s("add.Tensor", scores, maker.weight(mask))
    weights = s("softmax.int", scores, -1)
    if safe:
        weights = s("where.self", s("isnan.default", weights), maker.weight(np.float32(0)), weights)
    maker.build(s("matmul.default", weights, values))
    return maker


def attended(maker: GraphMaker) -> list[str]:
    graph = optimize(maker.graph)
    assert_close(run(graph, maker.given), run(maker.graph, maker.given), 1e-5)
    return operators(graph)


SDPA = "aten.scaled_dot_product_attention.default"
CAUSAL = np.triu(np.full((5, 7), -np.inf, "f4"), 1)
BLIND = np.where(np.arange(5)[:, None] == 2, np.float32(-np.inf), CAUSAL)


@pytest.mark.parametrize("form", ["after", "before", "both", "plain"])
@pytest.mark.parametrize("mask", [None, CAUSAL, RANDOM.normal(size=(2, 1, 5, 7)).astype("f4")])
def test_attention_that_is_spelled_out_becomes_one_operation(form: str, mask: Array | None) -> None:
    assert attended(attention(mask, form=form)) == [SDPA]


def test_a_permutation_that_turns_the_keys_does_the_rest() -> None:
    assert attended(attention(form="permuted", key=K.transpose(0, 2, 1, 3).copy())) == ["aten.permute.default", SDPA]


def test_rows_that_see_nothing_are_nan_unless_the_model_makes_them_zero() -> None:
    assert SDPA not in attended(attention(BLIND))
    assert attended(attention(BLIND, safe=True)) == [SDPA]


def test_a_mask_that_widens_the_scores_stays_outside() -> None:
    maker = attention(np.zeros((2, 2, 1, 5, 7), "f4"))
    assert SDPA not in attended(maker)


def grouped(form: str = "unsqueeze", turn: bool = False) -> GraphMaker:
    """Attention of six query heads that share two heads of keys and values."""
    maker = GraphMaker()
    query, keys, values = (maker.input(RANDOM.normal(size=(2, heads, 5, 4)).astype("f4")) for heads in (6, 2, 2))

    def repeated(heads: Ref) -> Ref:
        if form == "unsqueeze":
            opened = maker.add("aten.unsqueeze.default", heads, 1 if turn else 2)
        else:
            opened = maker.add("aten.view.default", heads, [2, 2, 1, 5, 4])
        wide = maker.add("aten.expand.default", opened, [2, 3, 2, 5, 4] if turn else [2, 2, 3, 5, 4])
        return maker.add("aten.reshape.default", wide, [2, 6, 5, 4])

    maker.build(maker.add(SDPA, query, repeated(keys), repeated(values), None, 0.0, True, scale=0.3))
    return maker


@pytest.mark.parametrize("form", ["unsqueeze", "view"])
def test_heads_that_groups_share_are_not_repeated(form: str) -> None:
    assert attended(grouped(form)) == [SDPA]


def test_heads_that_are_repeated_in_another_order_stay() -> None:
    assert len(attended(grouped(turn=True))) == 7


def test_keys_that_are_turned_between_two_reshapes_are_turned() -> None:
    def build(s: Spelling, x: Ref) -> Ref:
        joined = s("reshape.default", x, [-1, 7, 4])
        return s("reshape.default", s("permute.default", joined, [0, 2, 1]), [2, 3, 4, 7])

    assert operators(fused(build, K)) == ["aten.transpose.int"]


def test_other_permutations_between_two_reshapes_stay() -> None:
    def build(s: Spelling, x: Ref) -> Ref:
        joined = s("reshape.default", x, [2, 21, 4])
        return s("reshape.default", s("permute.default", joined, [0, 2, 1]), [2, 3, 4, 7])

    assert len(operators(fused(build, K))) == 3


def test_a_layer_of_rows_between_two_reshapes_takes_any_number_of_dimensions() -> None:
    def build(s: Spelling, x: Ref) -> Ref:
        weight = s.maker.weight(RANDOM.normal(size=(3, 8)).astype("f4"))
        rows = s("linear.default", s("reshape.default", x, [-1, 8]), weight)
        return s("reshape.default", rows, [2, 5, 3])

    def regrouped(s: Spelling, x: Ref) -> Ref:
        weight = s.maker.weight(RANDOM.normal(size=(3, 8)).astype("f4"))
        rows = s("linear.default", s("reshape.default", x, [-1, 8]), weight)
        return s("reshape.default", rows, [5, 2, 3])

    assert operators(fused(build)) == ["aten.linear.default"]
    assert len(operators(fused(regrouped))) == 3


def test_fusions_are_among_the_default_passes() -> None:
    assert {"activations", "norms", "attention"} <= {*DEFAULT_PASSES}


def layer_scale(maker: GraphMaker, x: Ref, *, permuted: bool, shape: tuple[int, ...], bias: bool = True) -> Ref:
    parameters = [maker.weight(RANDOM.normal(size=(6, 8)).astype("f4"), "fc.weight")]
    parameters += [maker.weight(RANDOM.normal(size=6).astype("f4"))] if bias else []
    layer = maker.add("aten.linear.default", x, *parameters)
    turned = maker.add("aten.permute.default", layer, [0, 2, 1]) if permuted else layer
    return maker.add("aten.mul.Tensor", maker.weight(RANDOM.normal(size=shape).astype("f4")), turned)


@pytest.mark.parametrize("bias", [False, True])
@pytest.mark.parametrize(
    ("permuted", "shape", "names"),
    [
        (False, (6,), ["aten.linear.default"]),
        (False, (1, 1, 6), ["aten.linear.default"]),
        (False, (), ["aten.linear.default"]),
        (True, (6, 1), ["aten.linear.default", "aten.permute.default"]),
        (True, (1, 6, 1), ["aten.linear.default", "aten.permute.default"]),
    ],
)
def test_a_factor_of_channels_goes_into_the_layer(
    permuted: bool, shape: tuple[int, ...], names: list[str], bias: bool
) -> None:
    def build(s: Spelling, x: Ref) -> Ref:
        return layer_scale(s.maker, x, permuted=permuted, shape=shape, bias=bias)

    assert operators(fused(build)) == names


@pytest.mark.parametrize(("permuted", "shape"), [(False, (5, 1)), (False, (5, 6)), (True, (5,)), (False, (1, 1, 1, 6))])
def test_other_factors_stay(permuted: bool, shape: tuple[int, ...]) -> None:
    def build(s: Spelling, x: Ref) -> Ref:
        return layer_scale(s.maker, x, permuted=permuted, shape=shape)

    assert "aten.mul.Tensor" in operators(fused(build))


def test_a_factor_of_channels_goes_into_a_convolution() -> None:
    def build(s: Spelling, x: Ref) -> Ref:
        layer = s("conv1d.default", x, s.maker.weight(RANDOM.normal(size=(4, 5, 3)).astype("f4")))
        return s("mul.Tensor", layer, s.maker.weight(RANDOM.normal(size=(4, 1)).astype("f4")))

    assert operators(fused(build)) == ["aten.conv1d.default"]


def test_a_layer_that_is_used_without_its_factor_keeps_it() -> None:
    def build(s: Spelling, x: Ref) -> Ref:
        layer = s("linear.default", x, s.maker.weight(RANDOM.normal(size=(6, 8)).astype("f4")))
        return s("add.Tensor", s("mul.Tensor", layer, 2.0), layer)

    assert len(operators(fused(build))) == 3
