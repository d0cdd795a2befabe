"""Kernels that have several ways to one result: all of them give what the plain one gives."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from nacformats.ops import kernels  # noqa: F401  importing it fills the table
from nacformats.ops.schemas import KERNELS

RNG = np.random.default_rng(5)


def normal(*shape: int) -> Any:
    return RNG.standard_normal(shape).astype(np.float32)


def constant(x: Any) -> Any:
    fixed = x.copy()
    fixed.flags.writeable = False
    return fixed


@pytest.mark.sample(each=5)
@pytest.mark.parametrize(("sizes", "edge"), [((16, 16), 1), ((9, 13), 1), ((12, 10), 0), ((8, 8), 2), ((80, 64), 1)])
def test_tiles_of_constant_weights_give_what_columns_give(sizes: tuple[int, int], edge: int) -> None:
    x, weight, bias = normal(2, 64, *sizes), normal(65, 64, 3, 3) / 24, normal(65)
    conv = KERNELS["aten.conv2d.default"].function
    for given in (bias, None):
        wanted = conv(x, weight, given, [1, 1], [edge, edge], [1, 1], 1)
        np.testing.assert_allclose(conv(x, constant(weight), given, [1, 1], [edge, edge], [1, 1], 1), wanted, atol=2e-5)


@pytest.mark.parametrize(
    ("sizes", "kernel", "stride", "edge", "dilation"),
    [
        ((4, 4), (3, 3), (1, 1), (12, 12), (12, 12)),
        ((1, 1), (3, 3), (1, 1), (1, 1), (1, 1)),
        ((2, 5), (5, 3), (2, 1), (6, 3), (3, 3)),
        ((1, 3), (3, 3), (2, 2), (2, 3), (2, 1)),
    ],
)
def test_elements_of_a_kernel_that_meet_margins_alone_count_nothing(
    sizes: Any, kernel: Any, stride: Any, edge: Any, dilation: Any
) -> None:
    x, weight = normal(2, 6, *sizes), normal(8, 3, *kernel)
    conv = KERNELS["aten.conv2d.default"].function
    padded = np.pad(x, [(0, 0), (0, 0), *((each, each) for each in edge)])
    wanted = conv(padded, weight, None, list(stride), [0, 0], list(dilation), 2)
    for given in (weight, constant(weight)):
        found = conv(x, given, None, list(stride), list(edge), list(dilation), 2)
        np.testing.assert_allclose(found, wanted, rtol=1e-5, atol=1e-5)


@pytest.mark.parametrize("equation", ["bij,bjk->bik", "ij,kj,jl->ikl", "bhnd,bhnd->bhn", "ab,cd->dacb", "aij,i,jk->ka"])
def test_sums_of_products_are_those_of_numpy(equation: str) -> None:
    names = equation.partition("->")[0].split(",")
    tensors = [normal(*(2 + ord(name) % 4 for name in each)) for each in names]
    found = KERNELS["aten.einsum.default"].function(equation, tensors, None)
    np.testing.assert_allclose(found, np.einsum(equation, *tensors), rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize("shift", [0.0, 100.0, -200.0])
def test_a_softmax_is_the_same_whatever_is_added_to_its_rows(shift: float) -> None:
    rows = normal(5, 7)
    wanted = np.exp(rows.astype(np.float64))
    wanted /= wanted.sum(-1, keepdims=True)
    shifted = rows + np.array([[shift], [0], [0], [-shift], [0]], np.float32)
    np.testing.assert_allclose(KERNELS["aten.softmax.int"].function(shifted, -1, None), wanted, rtol=5e-5)
    log = KERNELS["aten.log_softmax.int"].function(shifted, -1, None)
    np.testing.assert_allclose(log, np.log(wanted), rtol=5e-5, atol=5e-5)


@pytest.mark.parametrize("scale", [0.3, 60.0])
@pytest.mark.parametrize("mask", [None, "bool", "float", "hidden"])
def test_attention_with_scores_of_any_size(scale: float, mask: str | None) -> None:
    query, key, value = normal(2, 3, 5, 4), normal(2, 3, 6, 4), normal(2, 3, 6, 2)
    seen = np.arange(30).reshape(5, 6) % 4 > 0
    given = {None: None, "bool": seen, "float": normal(5, 6), "hidden": np.where(seen, 0, -np.inf).astype(np.float32)}
    attention = KERNELS["aten.scaled_dot_product_attention.default"].function
    found = attention(query, key, value, given[mask], 0.0, False, scale, False)
    scores = query.astype(np.float64) @ key.swapaxes(-1, -2) * scale
    if mask is not None:
        scores += np.where(seen, 0, -np.inf) if mask == "bool" else given[mask]
    weights = np.exp(scores - scores.max(-1, keepdims=True))
    np.testing.assert_allclose(found, weights / weights.sum(-1, keepdims=True) @ value, rtol=2e-4, atol=2e-5)
