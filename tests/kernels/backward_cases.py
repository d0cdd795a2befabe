"""What the gradients of operations are tried with: PyTorch computes them from the same operands and results."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from math import inf, nan
from typing import Any

import numpy as np

from tests.kernels.drawing import Case, Make, OwnType, between, integers, mask, signs, t, values

#: Numbers at and around the edges of piecewise functions.
EDGES = values(-inf, -30, -3, -2.5, -1, -0.5, -0.0, 0, 0.25, 0.5, 1, 2.5, 3, 6, 30, inf, nan)
UP = t(17)
#: Numbers whose exponentials fit half precision.
MODERATE = values(-9, -3, -2.5, -1, -0.5, -0.25, 0, 0.25, 0.5, 1, 2.5, 3, 6, 9, 5, 4, -4)


def backward(case: Make) -> Iterator[Case]:
    """The cases of all gradients."""
    yield from _activations(case)
    yield from _softmaxes(case)
    yield from _losses(case)
    yield from _normalizations(case)
    yield from _weight_normalizations(case)
    yield from _convolutions(case)
    yield from _pooling(case)
    yield from _padding(case)
    yield from _resampling(case)
    yield from _samples(case)
    yield from _views(case)
    yield from _embeddings(case)
    yield from _attention(case)


def _activations(case: Make) -> Iterator[Case]:
    pairs = [(UP, MODERATE), (t(3, 4), t(3, 4)), (t(2, 0, 3), t(2, 0, 3)), (t(), t()), (t(4), t(3, 1))]
    for grad, x in pairs:
        yield case("threshold_backward", grad, x, 0)
        yield case("threshold_backward", grad, x, 0.25)
        yield case("sigmoid_backward", grad, x)
        yield case("tanh_backward", grad, x)
        yield case("silu_backward", grad, x)
        yield case("mish_backward", grad, x)
        for is_result in (False, True):
            yield case("elu_backward", grad, 0.7, 1.5, 0.5, is_result, x)
            yield case("leaky_relu_backward", grad, x, 0.01, is_result)
        yield case("elu_backward", grad, -0.5, 1, 1, False, x)
        yield case("leaky_relu_backward", grad, x, -2, False)
        yield case("hardtanh_backward", grad, x, -1, 1)
        yield case("hardsigmoid_backward", grad, x)
        yield case("hardswish_backward", grad, x)
        yield case("softplus_backward", grad, x, 1, 20)
        yield case("softplus_backward", grad, x, 2.5, 3)
        yield case("logit_backward", grad, x)
        yield case("logit_backward", grad, x, 0.3)
        yield case("softshrink_backward", grad, x, 0.5)
        yield case("hardshrink_backward", grad, x, 0.5)
    yield case("threshold_backward", integers(-9, 9, 3, 4), integers(-9, 9, 3, 4), 2)
    for grad, x in pairs[:4]:
        yield case("gelu_backward", grad, x)
        yield case("gelu_backward", grad, x, approximate="tanh")
    numbers = np.array([-100, -30, -3, -0.5, 0, 0.25, 2, 30, 100])
    kept = values(*np.exp(-np.abs(numbers)))
    yield case("log_sigmoid_backward", t(9), values(*numbers), kept)
    yield case("threshold_backward", UP, EDGES, 0)
    yield case("silu_backward", t(5), values(-200, -100, 0, 100, 200))
    yield case("rrelu_with_noise_backward", t(3, 4), t(3, 4), between(0.1, 0.3, 3, 4), 0.1, 0.3, True, False)
    yield case("rrelu_with_noise_backward", t(3, 4), t(3, 4), between(0.1, 0.3, 3, 4), 0.1, 0.3, False, False)
    yield case("rrelu_with_noise_functional", t(3, 4), t(3, 4), 0.1, 0.3, False)
    yield case("_prelu_kernel_backward", t(3, 4), t(3, 4), t(1, 4))
    yield case("_prelu_kernel_backward", t(2, 3, 4), t(2, 3, 4), t(1, 3, 1))
    yield case("_prelu_kernel_backward", t(), t(), t())
    yield case("glu_backward", t(3, 2), t(3, 4), 1)
    yield case("glu_backward", t(3, 4, 2), t(6, 4, 2), -3)
    yield case("native_dropout_backward", t(3, 4), mask(3, 4), 1.25)
    yield case("native_dropout_backward", t(0, 4), mask(0, 4), 1.25)


def _softmaxes(case: Make) -> Iterator[Case]:
    for name in ("_softmax_backward_data", "_log_softmax_backward_data"):
        for shape, dim in [((3, 4), 1), ((3, 4), -2), ((2, 3, 4), 1), ((), 0), ((0, 3), 1), ((3, 0), 0), ((5,), 0)]:
            yield case(name, t(*shape), between(-3, 0, *shape), dim, OwnType())


def _losses(case: Make) -> Iterator[Case]:
    for reduction, grad in [(0, t(3, 4)), (1, t()), (2, t())]:
        yield case("mse_loss_backward", grad, t(3, 4), t(3, 4), reduction)
        yield case("smooth_l1_loss_backward", grad, t(3, 4), t(3, 4), reduction, 0.7)
        yield case("smooth_l1_loss_backward", grad, t(3, 4), t(3, 4), reduction, 0.0)
        yield case("huber_loss_backward", grad, t(3, 4), t(3, 4), reduction, 0.7)
        yield case("soft_margin_loss_backward", grad, t(3, 4), signs(3, 4), reduction)
        probabilities = between(0.05, 0.95, 3, 4)
        yield case("binary_cross_entropy_backward", grad, probabilities, between(0, 1, 3, 4), None, reduction)
        yield case("binary_cross_entropy_backward", grad, probabilities, between(0, 1, 3, 4), t(3, 4), reduction)
    yield case("mse_loss_backward", t(), t(0, 4), t(0, 4), 2)
    yield case("mse_loss_backward", t(3, 1), t(3, 1), t(1, 4), 0)
    yield case("binary_cross_entropy_backward", t(), values(0, 1, 0, 1), values(0, 1, 1, 0), halves=False)
    for weight in (None, between(0.5, 1.5, 5)):
        for reduction, grad in [(0, t(6)), (1, t()), (2, t())]:
            for target, ignored in ((integers(0, 5, 6), 2), (values(0, -100, 4, -100, 2, 2, dtype=np.int64), -100)):
                given = grad, t(6, 5), target, weight, reduction, ignored, between(1, 3)
                yield case("nll_loss_backward", *given)
        for reduction, grad in [(0, t(2, 3, 4)), (1, t()), (2, t())]:
            target = integers(0, 5, 2, 3, 4)
            yield case("nll_loss2d_backward", grad, t(2, 5, 3, 4), target, weight, reduction, 1, between(1, 3))
        yield case("nll_loss_backward", t(), t(5), integers(0, 5), weight, 1, -100, between(1, 3))
    yield case("nll_loss_backward", t(), t(0, 5), integers(0, 5, 0), None, 2, -100, between(1, 3))


def _normalizations(case: Make) -> Iterator[Case]:
    for weight in (t(8), None):
        for wanted in ([True, True, True], [True, False, False], [False, True, True]):
            if weight is None:
                wanted = [wanted[0], False, False]
            for lead in ((2, 3), (0, 3), ()):
                kept = (*lead, 1)
                x, mean, rstd = t(*lead, 8), t(*kept), between(0.5, 2, *kept)
                yield case("native_layer_norm_backward", t(*lead, 8), x, [8], mean, rstd, weight, weight, wanted)
    kept = t(2, 1, 1), between(0.5, 2, 2, 1, 1)
    yield case("native_layer_norm_backward", t(2, 3, 8), t(2, 3, 8), [3, 8], *kept, t(3, 8), t(3, 8), [True] * 3)
    yield from _group_normalizations(case)
    yield from _batch_normalizations(case)


def _group_normalizations(case: Make) -> Iterator[Case]:
    for weight in (t(6), None):
        for shape in ((2, 6, 3, 4), (2, 6), (2, 6, 5)):
            places = int(np.prod(shape[2:]))
            wanted = [True, weight is not None, weight is not None]
            statistics = t(2, 3), between(0.5, 2, 2, 3)
            given = t(*shape), t(*shape), *statistics, weight, 2, 6, places, 3, wanted
            yield case("native_group_norm_backward", *given)


def _batch_normalizations(case: Make) -> Iterator[Case]:
    running, kept = (t(4), between(0.5, 1.5, 4)), (t(4), between(0.5, 2, 4))
    for weight in (t(4), None):
        for train in (True, False):
            for shape in ((2, 4, 3, 5), (3, 4), (2, 4, 3)):
                wanted = [True, weight is not None, weight is not None]
                given = t(*shape), t(*shape), weight, *running, *kept, train, 1e-3, wanted
                yield case("native_batch_norm_backward", *given)
    yield case("native_batch_norm_backward", t(2, 4), t(2, 4), t(4), *running, None, None, False, 1e-5, [True] * 3)
    name = "_native_batch_norm_legit_functional"
    for training in (True, False):
        yield case(name, t(3, 4, 2), t(4), t(4), *running, training, 0.1, 1e-5)


def _weight_normalizations(case: Make) -> Iterator[Case]:
    name = "_weight_norm_interface_backward"
    for shape, kept, dim in [
        ((4, 3, 2), (4, 1, 1), 0),
        ((4, 3, 2), (1, 1, 2), 2),
        ((4, 3), (4, 1), 0),
        ((3,), (3,), 0),
    ]:
        yield case(name, t(*shape), t(*shape), t(*kept), between(0.5, 2, *kept), dim, halves=False)


def _convolutions(case: Make) -> Iterator[Case]:
    every = [True, True, True]

    def one(grad: Any, x: Any, weight: Any, *options: Any, wanted: Any = every) -> Case:
        channels = [grad.shape[1]]
        return case("convolution_backward", grad, x, weight, channels, *options, wanted)

    plain = [1], [0], [1], False, [0], 1
    yield one(t(2, 4, 5, 6), t(2, 3, 7, 8), t(4, 3, 3, 3), *plain)
    for wanted in ([True, False, False], [False, True, False]):
        yield one(t(2, 4, 5, 6), t(2, 3, 7, 8), t(4, 3, 3, 3), *plain, wanted=wanted)
    yield one(t(2, 6, 7), t(2, 4, 9), t(6, 4, 3), *plain)
    yield one(t(2, 6, 5), t(2, 4, 9), t(6, 2, 3), [2], [2], [2], False, [0], 2)
    yield one(t(2, 4, 4, 4), t(2, 3, 7, 8), t(4, 3, 3, 3), [2, 2], [1, 1], [1, 1], False, [0, 0], 1)
    yield one(t(2, 6, 3, 8), t(2, 4, 7, 9), t(6, 2, 3, 2), [2, 1], [0, 0], [1, 1], False, [0, 0], 2)
    yield one(t(2, 6, 6, 7), t(2, 6, 6, 7), t(6, 1, 3, 3), [1, 1], [1, 1], [1, 1], False, [0, 0], 6)
    yield one(t(2, 8, 3, 3), t(2, 4, 6, 6), t(8, 4, 1, 1), [2, 2], [0, 0], [1, 1], False, [0, 0], 1)
    yield one(t(0, 4, 5, 6), t(0, 3, 7, 8), t(4, 3, 3, 3), *plain)
    yield one(t(2, 3, 3, 3, 4), t(2, 2, 4, 5, 6), t(3, 2, 2, 3, 3), *plain)
    yield one(t(1, 4, 5, 2, 4), t(1, 4, 4, 5, 6), t(4, 2, 2, 3, 3), [1, 2, 1], [1, 0, 0], [1, 1, 1], False, [0], 2)
    yield one(t(2, 3, 7), t(2, 4, 5), t(4, 3, 3), [1], [0], [1], True, [0], 1)
    yield one(t(2, 6, 11, 19), t(2, 4, 5, 6), t(4, 3, 3, 3), [2, 3], [0, 0], [1, 1], True, [0, 1], 2)
    yield one(t(2, 6, 10, 12), t(2, 4, 5, 6), t(4, 3, 3, 3), [2, 2], [1, 1], [1, 1], True, [1, 1], 2)
    yield one(t(1, 4, 5, 7, 9), t(1, 4, 2, 3, 4), t(4, 2, 3, 3, 3), [2], [0], [1], True, [0], 2)
    yield one(t(2, 3, 13), t(2, 4, 5), t(4, 3, 3), [2], [0], [2], True, [0], 1)


def _pooling(case: Make) -> Iterator[Case]:
    name = "max_pool2d_with_indices_backward"
    yield case(name, t(2, 3, 4, 4), t(2, 3, 8, 9), [2, 2], [2, 2], [0], [1], False, integers(0, 72, 2, 3, 4, 4))
    yield case(name, t(3, 5, 5), t(3, 8, 9), [3], [2], [1], [1], True, integers(0, 72, 3, 5, 5))
    yield case(name, t(2, 3, 4, 4), t(2, 3, 8, 8), [2, 2], [], [0], [1], False, integers(0, 64, 2, 3, 4, 4))
    yield case(name, t(0, 3, 4, 4), t(0, 3, 8, 9), [2], [2], [0], [1], False, integers(0, 72, 0, 3, 4, 4))
    places = integers(0, 120, 2, 3, 2, 2, 3)
    name = "max_pool3d_with_indices_backward"
    yield case(name, t(2, 3, 2, 2, 3), t(2, 3, 4, 5, 6), [2], [2], [0], [1], False, places)
    yield case("adaptive_max_pool2d_backward", t(2, 3, 2, 3), t(2, 3, 5, 7), integers(0, 35, 2, 3, 2, 3))
    yield case("adaptive_max_pool3d_backward", t(3, 2, 3, 2), t(3, 4, 5, 6), integers(0, 120, 3, 2, 3, 2))
    places = integers(0, 49, 2, 3, 3, 3)
    yield case("fractional_max_pool2d_backward", t(2, 3, 3, 3), t(2, 3, 7, 7), [2, 2], [3, 3], places)
    places = integers(0, 343, 1, 3, 3, 3, 3)
    yield case("fractional_max_pool3d_backward", t(1, 3, 3, 3, 3), t(1, 3, 7, 7, 7), [2, 2, 2], [3, 3, 3], places)
    name = "avg_pool2d_backward"
    yield case(name, t(2, 3, 4, 10), t(2, 3, 8, 9), [3, 2], [2, 1], [1, 1], False, True, None)
    yield case(name, t(3, 3, 3), t(3, 8, 8), [3], [3], [1], True, False, None)
    yield case(name, t(2, 3, 5, 5), t(2, 3, 8, 8), [3], [2], [1], True, True, None)
    yield case(name, t(2, 3, 4, 4), t(2, 3, 8, 8), [2], [], [0], False, True, 3)
    yield case(name, t(0, 3, 4, 4), t(0, 3, 8, 8), [2], [2], [0], False, True, None)
    name = "avg_pool3d_backward"
    yield case(name, t(2, 3, 3, 5, 4), t(2, 3, 4, 5, 6), [2, 3, 2], [2, 1, 2], [1], False, True, None)
    yield case(name, t(3, 2, 2, 2), t(3, 4, 5, 6), [2], [3], [0], True, False, None)
    for sizes in ((1, 1), (2, 3), (3, 5), (9, 8), (5, 7)):
        yield case("_adaptive_avg_pool2d_backward", t(2, 3, *sizes), t(2, 3, 5, 7))
    yield case("_adaptive_avg_pool3d_backward", t(3, 2, 3, 1), t(3, 4, 5, 6))
    yield case("_adaptive_avg_pool2d_backward", t(0, 3, 1, 1), t(0, 3, 5, 7))


def _padding(case: Make) -> Iterator[Case]:
    for mode in ("reflection", "replication"):
        yield case(f"{mode}_pad1d_backward", t(2, 3, 11), t(2, 3, 5), [2, 4])
        yield case(f"{mode}_pad1d_backward", t(3, 8), t(3, 5), [3, 0])
        yield case(f"{mode}_pad2d_backward", t(3, 8, 9), t(3, 5, 6), [2, 1, 0, 3])
        yield case(f"{mode}_pad2d_backward", t(2, 3, 8, 9), t(2, 3, 5, 6), [2, 1, 2, 1])
        yield case(f"{mode}_pad3d_backward", t(2, 3, 6, 8, 9), t(2, 3, 4, 5, 6), [2, 1, 0, 3, 1, 1])
    yield case("replication_pad1d_backward", t(2, 3, 20), t(2, 3, 5), [6, 9])


def _resampling(case: Make) -> Iterator[Case]:
    pairs = {1: [((5,), (10,)), ((7,), (3,))], 2: [((5, 6), (10, 9)), ((7, 8), (3, 8))], 3: [((2, 3, 4), (4, 6, 5))]}
    for rank in (1, 2, 3):
        for before, after in pairs[rank]:
            given = t(2, 3, *after), list(after), [2, 3, *before]
            for name in (f"upsample_nearest{rank}d", f"_upsample_nearest_exact{rank}d"):
                yield case(f"{name}_backward", *given)
            linear = {1: "upsample_linear1d", 2: "upsample_bilinear2d", 3: "upsample_trilinear3d"}[rank]
            for corners in (False, True):
                yield case(f"{linear}_backward", *given, corners)
                if rank == 2:
                    for name in ("upsample_bicubic2d", "_upsample_bilinear2d_aa", "_upsample_bicubic2d_aa"):
                        yield case(f"{name}_backward", *given, corners)
    yield case("upsample_bilinear2d_backward", t(1, 2, 7, 9), [7, 9], [1, 2, 5, 6], False, 1.5, 1.6)
    yield case("upsample_nearest2d_backward", t(1, 2, 7, 9), [7, 9], [1, 2, 5, 6], 1.5, 1.6)


def _samples(case: Make) -> Iterator[Case]:
    for mode, padding, corners in itertools.product(range(3), range(3), (False, True)):
        images, grid = t(2, 3, 5, 6), between(-1.9, 1.9, 2, 4, 3, 2)
        given = t(2, 3, 4, 3), images, grid, mode, padding, corners, [True, True]
        yield case("grid_sampler_2d_backward", *given, halves=False)
        if mode < 2:
            images, grid = t(2, 3, 3, 5, 4), between(-1.9, 1.9, 2, 2, 3, 4, 3)
            given = t(2, 3, 2, 3, 4), images, grid, mode, padding, corners, [True, True]
            yield case("grid_sampler_3d_backward", *given, halves=False)
    grid = between(-1, 1, 2, 4, 3, 2)
    given = t(2, 3, 4, 3), t(2, 3, 5, 6), grid, 0, 0, False, [False, True]
    yield case("grid_sampler_2d_backward", *given, halves=False)


def _views(case: Make) -> Iterator[Case]:
    yield case("slice_backward", t(2, 2, 4), [2, 5, 4], 1, 1, 4, 2)
    yield case("slice_backward", t(2, 5), [2, 5], 1, 0, 9223372036854775807, 1)
    yield case("slice_backward", t(2, 2), [2, 5], -1, -2, 9223372036854775807, 1)
    yield case("slice_backward", t(2, 0), [2, 5], 1, 3, 3, 1)
    yield case("select_backward", t(2, 4), [2, 5, 4], 1, -2)
    yield case("select_backward", t(), [5], 0, 3)
    yield case("select_backward", integers(-9, 9, 4), [5, 4], 0, 3)
    yield case("diagonal_backward", t(2, 4), [2, 4, 5], 1, 1, 2)
    yield case("diagonal_backward", t(3, 3), [3, 4, 3], -1, 1, 0)
    yield case("unfold_backward", t(2, 3, 4, 3), [2, 5, 4], 1, 3, 1)
    yield case("unfold_backward", t(2, 2, 2), [2, 5], -1, 2, 3)
    yield case("unfold_backward", t(2, 5, 0), [2, 4], 1, 0, 1)
    yield case("masked_scatter_backward", t(3, 4), mask(3, 4), [4, 4])
    yield case("masked_scatter_backward", t(3, 4), mask(1, 4), [12])


def _embeddings(case: Make) -> Iterator[Case]:
    for by_frequency in (False, True):
        for padding in (-1, 3):
            given = 10, padding, by_frequency
            yield case("embedding_dense_backward", t(2, 7, 4), integers(0, 10, 2, 7), *given)
            yield case("embedding_dense_backward", t(9, 4), integers(2, 5, 9, dtype=np.int32), *given)
    yield case("embedding_dense_backward", t(0, 4), integers(0, 10, 0), 10, -1, False)
    yield case("embedding_dense_backward", t(4), integers(0, 10), 10, -1, False)
    bags = values(0, 0, 0, 1, 1, 1, 1, 3, 3, dtype=np.int64)
    sizes = values(3, 4, 0, 2, dtype=np.int64)
    offsets = values(0, 3, 7, 7, dtype=np.int64)
    none = integers(0, 1, 0)
    for mode, weight in ((0, None), (0, t(9)), (1, None)):
        rest = none, 10, False, mode
        numbers = integers(0, 10, 9)
        yield case("_embedding_bag_dense_backward", t(4, 5), numbers, bags, sizes, *rest, weight)
        yield case("_embedding_bag_backward", t(4, 5), numbers, offsets, bags, sizes, *rest, False, weight)
    numbers = integers(0, 10, 9)
    largest = integers(0, 10, 4, 5)
    yield case("_embedding_bag_dense_backward", t(4, 5), numbers, bags, sizes, largest, 10, False, 2, None)


def _attention(case: Make) -> Iterator[Case]:
    name = "_scaled_dot_product_flash_attention_for_cpu_backward"
    queries, keys, sums = t(2, 3, 5, 8), t(2, 3, 7, 8), between(2, 4, 2, 3, 5)
    given = queries, queries, keys, keys, queries, sums, 0.0
    yield case(name, *given, False, halves=False)
    yield case(name, *given, False, scale=0.2, halves=False)
    yield case(name, *given, False, attn_mask=t(5, 7), halves=False)
    yield case(name, *given, False, attn_mask=t(2, 1, 5, 7), halves=False)
    same = t(2, 3, 5, 8)
    yield case(name, same, same, same, same, same, sums, 0.0, True, halves=False)
    shared, wide = t(2, 2, 5, 8), t(2, 6, 5, 8)
    sums = between(2, 4, 2, 6, 5)
    yield case(name, wide, wide, shared, shared, wide, sums, 0.0, False, halves=False)
    yield case(name, wide, wide, shared, shared, wide, sums, 0.0, True, attn_mask=t(5, 5), halves=False)
    for p in (0.0, 0.5, 1.0, 1.5, 2.0, 3.0, inf):
        yield case("_cdist_backward", t(2, 3, 5), t(2, 3, 4), t(2, 5, 4), p, between(1, 3, 2, 3, 5), halves=False)
