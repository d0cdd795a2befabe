"""What the kernels of layers are tried with: one table, for the comparison with PyTorch and for the stored results.

An argument is a value or a Draw, which becomes an array when the case is made for a type.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np

from tests.kernels.backward_cases import backward
from tests.kernels.drawing import Case, Draw, Make, between, integers, mask, signs, t, values


def _cases() -> Iterator[Case]:
    counts: Counter[str] = Counter()

    def case(name: str, *args: Any, outputs: tuple[int, ...] | None = None, halves: bool = True, **kwargs: Any) -> Case:
        name = f"aten.{name}" if "." in name else f"aten.{name}.default"
        counts[name] += 1
        return Case(name, counts[name], args, kwargs, outputs, halves)

    yield from _products(case)
    yield from _convolutions(case)
    yield from _pooling(case)
    yield from _normalizations(case)
    yield from _attention(case)
    yield from _embeddings(case)
    yield from _padding(case)
    yield from _resampling(case)
    yield from _recurrence(case)
    yield from _losses(case)
    yield from _transforms(case)
    yield from _decompositions(case)
    yield from backward(case)


def _products(case: Make) -> Iterator[Case]:
    yield case("linear", t(3, 4), t(5, 4), t(5))
    yield case("linear", t(2, 3, 4), t(5, 4))
    yield case("linear", t(4), t(5, 4), t(5))
    yield case("linear", t(0, 4), t(5, 4), t(5))
    yield case("linear", t(3, 4), t(4))
    yield case("linear", t(3, 0), t(5, 0), t(5))
    yield case("linear", integers(-9, 9, 3, 4), integers(-9, 9, 5, 4), integers(-9, 9, 5))
    shapes = [
        ((4,), (4,)),
        ((3, 4), (4,)),
        ((4,), (4, 5)),
        ((3, 4), (4, 5)),
        ((2, 3, 4), (4,)),
        ((4,), (2, 4, 5)),
        ((2, 3, 4), (4, 5)),
        ((3, 4), (2, 4, 5)),
        ((2, 1, 3, 4), (6, 4, 5)),
        ((0, 3, 4), (4, 5)),
        ((2, 3, 0), (2, 0, 5)),
    ]
    for left, right in shapes:
        yield case("matmul", t(*left), t(*right))
    yield case("matmul", integers(-9, 9, 2, 3, 4), integers(-9, 9, 4, 5))
    yield case("linalg_matmul", t(2, 3, 4), t(4, 5))
    yield case("mm", t(3, 4), t(4, 5))
    yield case("mm", integers(-99, 99, 3, 4, dtype=np.int8), integers(-99, 99, 4, 5, dtype=np.int8))
    yield case("bmm", t(2, 3, 4), t(2, 4, 5))
    yield case("bmm", t(0, 3, 4), t(0, 4, 5))
    yield case("mv", t(3, 4), t(4))
    yield case("dot", t(4), t(4))
    yield case("dot", integers(-9, 9, 4), integers(-9, 9, 4))
    yield case("vdot", t(4), t(4))
    yield case("linalg_vecdot", t(3, 4), t(3, 4))
    yield case("linalg_vecdot", t(3, 4), t(2, 3, 4), dim=1)
    yield case("inner", t(2, 3, 4), t(5, 4))
    yield case("inner", t(), t(3, 4))
    yield case("outer", t(3), t(4))
    yield case("outer", t(3), integers(0, 9, 4))
    yield case("ger", t(3), t(4))
    yield case("kron", t(2, 3), t(3, 2))
    yield case("kron", t(2), t(2, 3, 2))
    yield case("addmm", t(5), t(3, 4), t(4, 5))
    yield case("addmm", t(3, 1), t(3, 4), t(4, 5), beta=0.5, alpha=2)
    yield case("addmm", values(np.nan), t(3, 4), t(4, 5), beta=0)
    yield case("addmm", integers(0, 9, 5), integers(0, 9, 3, 4), integers(0, 9, 4, 5), beta=2, alpha=3)
    yield case("addmv", t(3), t(3, 4), t(4), beta=0.5, alpha=2)
    yield case("addr", t(3, 4), t(3), t(4), beta=0.5, alpha=2, halves=False)
    yield case("addr", integers(0, 9, 4), t(3), t(4), halves=False)
    yield case("baddbmm", t(2, 1, 5), t(2, 3, 4), t(2, 4, 5), beta=0.5, alpha=2)
    yield case("baddbmm", t(5), t(2, 3, 4), t(2, 4, 5))
    yield case("addbmm", t(3, 5), t(2, 3, 4), t(2, 4, 5), beta=0.5, alpha=2)
    yield case("linalg_multi_dot", [t(3, 4), t(4, 2), t(2, 5)])
    yield case("linalg_multi_dot", [t(4), t(4, 2), t(2)])
    yield case("chain_matmul", [t(3, 4), t(4, 2), t(2, 5)])
    for equation, shapes_of in {
        "bij,bjk->bik": [(2, 3, 4), (2, 4, 5)],
        "bhqd,bhkd->bhqk": [(2, 2, 3, 4), (2, 2, 5, 4)],
        "ij->ji": [(3, 4)],
        "ii->i": [(3, 3)],
        "ij": [(3, 4)],
        "i,i": [(4,), (4,)],
        "i,j->ij": [(3,), (4,)],
        "...ij,...jk->...ik": [(2, 3, 4), (4, 5)],
        " b n , a n m , b m -> b a ": [(2, 3), (5, 3, 4), (2, 4)],
        "aB,Bc": [(2, 3), (3, 4)],
        "ij,jk->ik": [(2, 1), (3, 4)],
        "ij->": [(3, 4)],
        "bi,bi->b": [(0, 3), (0, 3)],
    }.items():
        yield case("einsum", equation, [t(*shape) for shape in shapes_of])
    yield case("tensordot", t(2, 3, 4), t(4, 3, 5), [1, 2], [1, 0])
    yield case("tensordot", t(2, 3), t(4), [], [])
    regular = Draw((2, 3, 3), lambda random, size: random.standard_normal(size) + 3 * np.eye(3))
    for name in ("linalg_inv", "inverse", "linalg_inv_ex", "linalg_det", "det"):
        yield case(name, regular, halves=False)
    yield case("linalg_solve", regular, t(2, 3, 4), halves=False)
    yield case("linalg_solve", regular, t(2, 3), halves=False)
    yield case("linalg_solve", regular, t(4, 3), left=False, halves=False)
    yield case("bilinear", t(2, 3, 4), t(2, 3, 5), t(6, 4, 5), t(6))
    yield case("bilinear", t(3, 4), t(3, 5), t(6, 4, 5))
    yield case("_trilinear", t(2, 4), t(6, 4, 5), t(2, 5), [1, 3], [0], [1, 2], [2, 3])
    for p in (0.0, 1.0, 2.0, 3.0, float("inf")):
        yield case("cdist", t(2, 3, 4), t(2, 5, 4), p)
    yield case("cdist", t(30, 4), t(26, 4))
    yield case("cdist", t(3, 0), t(2, 0))
    yield case("cdist", t(1, 3, 4), t(2, 5, 4))
    yield case("_cdist_forward", t(3, 4), t(5, 4), 2.0, None)


def _convolutions(case: Make) -> Iterator[Case]:
    yield case("conv1d", t(2, 4, 9), t(6, 4, 3), t(6))
    yield case("conv1d", t(2, 4, 9), t(6, 2, 3), None, [2], [2], [2], 2)
    yield case("conv1d", t(4, 9), t(6, 4, 1), t(6))
    yield case("conv1d", t(2, 4, 9), t(4, 1, 5), t(4), [1], [2], [1], 4)
    yield case("conv1d.padding", t(2, 4, 9), t(6, 4, 4), t(6), [1], "same")
    yield case("conv2d", t(2, 3, 7, 8), t(4, 3, 3, 3), t(4))
    yield case("conv2d", t(2, 3, 7, 8), t(4, 3, 3, 3), None, [1, 1], [1, 1])
    yield case("conv2d", t(2, 4, 7, 9), t(6, 2, 3, 2), t(6), [2, 1], [1, 0], [1, 2], 2)
    yield case("conv2d", t(3, 4, 6, 6), t(8, 4, 1, 1), t(8))
    yield case("conv2d", t(3, 4, 6, 6), t(8, 4, 1, 1), None, [2, 2])
    yield case("conv2d", t(1, 4, 6, 6), t(8, 4, 1, 1), t(8), [1], [1])
    yield case("conv2d", t(2, 6, 6, 7), t(6, 1, 3, 3), t(6), [1, 1], [1, 1], [1, 1], 6)
    yield case("conv2d", t(2, 6, 6, 7), t(12, 1, 3, 3), t(12), [2, 2], [1, 1], [1, 1], 6)
    yield case("conv2d", t(1, 40, 5, 5), t(40, 40, 3, 3), t(40), [1, 1], [1, 1])
    yield case("conv2d", t(3, 7, 8), t(4, 3, 3, 3), t(4), [1], [1])
    yield case("conv2d", t(0, 3, 7, 8), t(4, 3, 3, 3), t(4))
    yield case("conv2d", t(2, 3, 9, 9), t(4, 3, 3, 3), t(4), [1], [2], [3])
    yield case("conv2d", integers(-9, 9, 1, 2, 5, 5), integers(-9, 9, 3, 2, 3, 3), integers(-9, 9, 3))
    yield case("conv2d", t(2, 3, 6, 7), t(3, 1, 5, 3), t(3), [2, 3], [2, 1], [1, 2], 3)
    yield case("conv2d", t(2, 3, 6, 7), t(3, 1, 3, 3), None, [1], [0], [1], 3)
    yield case("conv2d", t(0, 3, 6, 7), t(3, 1, 3, 3), t(3), [1], [1], [1], 3)
    yield case("conv2d", integers(-9, 9, 1, 2, 5, 5), integers(-9, 9, 2, 1, 3, 3), integers(-9, 9, 2), [1], [1], [1], 2)
    yield case("conv2d.padding", t(2, 3, 7, 8), t(4, 3, 2, 3), t(4), [1, 1], "same", [2, 1])
    yield case("conv2d.padding", t(2, 3, 7, 8), t(4, 3, 2, 3), t(4), [2, 1], "valid")
    yield case("conv3d", t(2, 2, 4, 5, 6), t(3, 2, 2, 3, 3), t(3))
    yield case("conv3d", t(2, 4, 4, 5, 6), t(4, 2, 2, 3, 3), t(4), [1, 2, 1], [1, 1, 0], [1, 1, 2], 2)
    yield case("conv3d", t(1, 2, 4, 5, 6), t(3, 2, 3, 3, 3), t(3), [1], [1])
    yield case("conv3d", t(2, 3, 4, 5, 6), t(3, 1, 2, 3, 3), t(3), [1, 2, 1], [1, 1, 0], [1, 1, 2], 3)
    yield case("conv3d.padding", t(2, 4, 5, 6), t(3, 2, 2, 3, 3), t(3), [1], "same")
    yield case("conv_transpose1d", t(2, 4, 5), t(4, 3, 3), t(3))
    yield case("conv_transpose1d", t(2, 4, 5), t(4, 3, 3), None, [2], [1], [1], 2, [2])
    yield case("conv_transpose2d.input", t(2, 4, 5, 6), t(4, 3, 3, 2), t(3))
    yield case("conv_transpose2d.input", t(2, 4, 5, 6), t(4, 3, 3, 3), t(6), [2, 3], [1, 0], [1, 2], 2, [1, 2])
    yield case("conv_transpose2d.input", t(4, 5, 6), t(4, 3, 2, 2), t(3), [2], [0])
    yield case("conv_transpose2d.input", t(0, 4, 5, 6), t(4, 3, 2, 2))
    yield case("conv_transpose2d.input", t(1, 4, 3, 3), t(4, 1, 3, 3), t(4), [2], [2], [1], 4)
    yield case("conv_transpose3d.input", t(1, 4, 2, 3, 4), t(4, 2, 3, 2, 2), t(4), [2], [1], [1], 2)
    yield case("convolution", t(2, 4, 5, 6), t(4, 3, 3, 3), t(6), [2, 2], [1, 1], [1, 1], True, [1, 1], 2)
    yield case("convolution", t(2, 4, 6), t(6, 4, 3), None, [1], [1], [1], False, [0], 1)
    yield case("convolution", t(2, 4, 5, 6, 3), t(6, 4, 3, 3, 1), t(6), [1], [1], [1], False, [0], 1)
    flags = (False, False, True)
    yield case("_convolution", t(2, 4, 5, 6), t(4, 4, 3, 3), t(4), [1], [1], [1], False, [0], 1, *flags, True)
    yield case("_convolution.deprecated", t(2, 4, 5), t(4, 4, 3), t(4), [1], [1], [1], False, [0], 1, *flags)
    yield case("im2col", t(2, 3, 6, 7), [2, 3], [1, 2], [1, 0], [2, 1])
    yield case("im2col", t(3, 6, 7), [2, 2], [1, 1], [0, 0], [2, 2])
    yield case("im2col", t(1, 3, 4, 5), [1, 1], [1, 1], [0, 0], [1, 1])
    yield case("col2im", t(2, 12, 35), [6, 8], [2, 2], [1, 1], [0, 0], [1, 1])
    yield case("col2im", t(18, 18), [5, 6], [3, 3], [1, 1], [1, 1], [2, 1])


def _pooling(case: Make) -> Iterator[Case]:
    for suffix in ("", "_with_indices"):
        yield case(f"max_pool1d{suffix}", t(2, 3, 9), [3], [2], [1], [1], True)
        yield case(f"max_pool1d{suffix}", t(3, 9), [2])
        yield case(f"max_pool2d{suffix}", t(2, 3, 8, 9), [3, 2], [2, 1], [1, 1], [1, 2])
        yield case(f"max_pool2d{suffix}", t(2, 3, 8, 9), [2, 2])
        yield case(f"max_pool2d{suffix}", t(3, 8, 9), 3, 2, 1, 1, True)
        yield case(f"max_pool2d{suffix}", t(2, 3, 5, 5), [1, 1])
        yield case(f"max_pool2d{suffix}", t(0, 3, 5, 5), [2, 2])
        yield case(f"max_pool2d{suffix}", integers(-9, 9, 2, 3, 5, 5), [2, 2], [1, 1], [1, 1])
        yield case(f"max_pool2d{suffix}", integers(0, 3, 1, 2, 7, 7, dtype=np.uint8), [3, 3], [2, 2], [1, 1])
        yield case(f"max_pool2d{suffix}", values([[[1, np.nan, 3, np.nan, 2, 2, 7, 7]]]), [1, 4], [1, 1])
        yield case(f"max_pool2d{suffix}", values([[[-np.inf] * 3] * 3]), [2, 2], [2, 2], [1, 1])
        yield case(f"max_pool3d{suffix}", t(2, 3, 4, 5, 6), [2, 3, 2], [2, 1, 2], [1, 1, 0])
        yield case(f"max_pool3d{suffix}", t(3, 4, 5, 6), 2)
        yield case(f"max_pool2d{suffix}", t(1, 2, 2, 1), [3, 2], [], [1, 1], [2, 2], True)
    yield case("avg_pool1d", t(2, 3, 9), [3], [2], [1])
    yield case("avg_pool1d", t(3, 9), [2], [3], [1], True, False)
    yield case("avg_pool2d", t(2, 3, 8, 9), [3, 2], [2, 1], [1, 1])
    yield case("avg_pool2d", t(2, 3, 8, 8), [3, 3], [2, 2], [1, 1], True, False)
    yield case("avg_pool2d", t(2, 3, 8, 8), [3, 3], [2, 2], [1, 1], True, True)
    yield case("avg_pool2d", t(3, 8, 8), 2, [], 0, False, True, 3)
    yield case("avg_pool2d", t(0, 3, 4, 4), 2)
    yield case("avg_pool2d", integers(-20, 20, 1, 2, 5, 5), [2, 2], [1, 1], [1, 1])
    yield case("avg_pool2d", integers(-20, 20, 1, 2, 5, 5), [2, 2], [1, 1], [1, 1], False, True, -3)
    yield case("avg_pool3d", t(2, 3, 4, 5, 6), [2, 3, 2], [2, 1, 2], [1, 1, 0])
    yield case("avg_pool3d", t(3, 4, 5, 6), 2, 3, 1, True, False)
    for size in ([1], [3], [9], [4], [12]):
        yield case("adaptive_avg_pool1d", t(2, 3, 9), size)
        yield case("adaptive_max_pool1d", t(2, 3, 9), size)
    for sizes in ([1, 1], [2, 3], [3, 5], [9, 8], [6, 7]):
        yield case("adaptive_avg_pool2d", t(2, 3, 6, 7), sizes)
        yield case("adaptive_max_pool2d", t(3, 6, 7), sizes)
    yield case("adaptive_avg_pool2d", t(0, 3, 6, 7), [2, 3])
    yield case("adaptive_max_pool2d", values([[[1, np.nan, 3, np.nan, 2, 2, 7, 7]]]), [1, 2])
    yield case("_adaptive_avg_pool2d", t(2, 3, 6, 7), [4, 7])
    yield case("adaptive_avg_pool3d", t(2, 3, 4, 5, 6), [2, 3, 6])
    yield case("_adaptive_avg_pool3d", t(2, 3, 4, 5, 6), [1, 1, 1])
    yield case("adaptive_max_pool3d", t(2, 3, 4, 5, 6), [2, 3, 6])
    places = values([[[0, 3], [9, 14]], [[2, 1], [12, 15]]], dtype=np.int64)
    yield case("max_unpool2d", t(1, 2, 2, 2), places, [4, 4], halves=False)
    places = values([[[[0, 3], [9, 14]], [[2, 1], [12, 15]]]], dtype=np.int64)
    yield case("max_unpool3d", t(1, 1, 2, 2, 2), places, [2, 2, 4], [1, 1, 1], [0, 0, 0], halves=False)


def _normalizations(case: Make) -> Iterator[Case]:
    statistics = (t(4), t(4), t(4), between(0.5, 1.5, 4))
    for shape in ((2, 4, 3, 5), (2, 4, 3), (3, 4), (2, 4, 2, 3, 2), (0, 4, 3)):
        yield case("batch_norm", t(*shape), *statistics, False, 0.1, 1e-5, True)
        yield case("_native_batch_norm_legit_no_training", t(*shape), *statistics, 0.1, 1e-3)
    yield case("batch_norm", t(2, 4, 3), None, None, t(4), between(0.5, 1.5, 4), False, 0.1, 1e-5, False)
    yield case("batch_norm", t(2, 4, 3), t(4), t(4), None, None, True, 0.1, 1e-5, False)
    yield case("native_batch_norm", t(2, 4, 3), *statistics, False, 0.1, 1e-5)
    yield case("native_batch_norm", t(2, 4, 3, 2), t(4), t(4), None, None, True, 0.1, 1e-5)
    yield case("_native_batch_norm_legit", t(2, 4, 3), *statistics, False, 0.1, 1e-5)
    yield case("_native_batch_norm_legit.no_stats", t(2, 4, 3), t(4), t(4), True, 0.1, 1e-5)
    yield case("_native_batch_norm_legit.no_stats", t(1, 6, 3, 4), None, None, True, 0.0, 1e-5)
    yield case("_batch_norm_no_update", t(2, 4, 3), *statistics, 0.1, 1e-5)
    yield case("instance_norm", t(2, 4, 3, 5), t(4), t(4), None, None, True, 0.1, 1e-5, True)
    yield case("instance_norm", t(2, 4, 3), None, None, None, None, True, 0.1, 1e-5, True)
    yield case("instance_norm", t(2, 4, 3), *statistics, False, 0.1, 1e-5, True)
    for name in ("layer_norm", "native_layer_norm"):
        yield case(name, t(2, 3, 8), [8], t(8), t(8), 1e-5)
        yield case(name, t(2, 3, 8), [3, 8], None, None, 1e-3)
        yield case(name, t(0, 3, 8), [8], t(8), None, 1e-5)
    yield case("layer_norm", t(2, 3, 8), [8])
    yield case("layer_norm", t(8), [8], None, t(8), 1e-5, False)
    yield case("rms_norm", t(2, 3, 8), [8], t(8), 1e-5)
    yield case("rms_norm", t(2, 3, 8), [3, 8])
    yield case("rms_norm", values([1e-4, 2e-4, -1e-4, 0]), [4])
    yield case("_fused_rms_norm", t(2, 3, 8), [8], t(8), 1e-5, halves=False)
    yield case("_fused_rms_norm", t(2, 3, 8), [8], None, None, halves=False)
    yield case("group_norm", t(2, 6, 3, 4), 3, t(6), t(6))
    yield case("group_norm", t(2, 6), 2, None, None, 1e-3, False)
    yield case("group_norm", t(2, 6, 5), 1, t(6), None)
    yield case("native_group_norm", t(2, 6, 3, 4), t(6), t(6), 2, 6, 12, 3, 1e-5)
    yield case("native_group_norm", t(0, 6, 3), t(6), t(6), 0, 6, 3, 2, 1e-5)
    yield case("_weight_norm", t(4, 3, 2), t(4, 1, 1))
    yield case("_weight_norm", t(4, 3, 2), t(1, 3, 1), 1, halves=False)
    yield case("_weight_norm", t(4, 3), t(1), -1)
    yield case("_weight_norm_interface", t(4, 3, 2), t(4, 1, 1), halves=False)
    yield case("_weight_norm_interface", t(4, 3, 2), t(1, 1, 2), 2, halves=False)
    for name in ("dropout", "alpha_dropout", "feature_dropout", "feature_alpha_dropout"):
        yield case(name, t(2, 3, 4), 0.5, False)
        yield case(f"{name}_", t(2, 3, 4), 0.5, False)
    yield case("dropout", t(2, 3), 0.0, True)
    yield case("dropout", integers(0, 9, 3), 0.5, False)
    yield case("native_dropout", t(2, 3), 0.5, False)


def _attention(case: Make) -> Iterator[Case]:
    q, k, v = t(2, 3, 5, 8), t(2, 3, 7, 8), t(2, 3, 7, 6)
    name = "scaled_dot_product_attention"
    yield case(name, q, k, v)
    yield case(name, q, k, v, scale=0.7)
    yield case(name, q, k, v, t(5, 7))
    yield case(name, q, k, v, t(2, 1, 1, 7), 0.0, False)
    yield case(name, q, k, v, mask(2, 3, 5, 7))
    yield case(name, q, k, v, mask(1, 7))
    yield case(name, q, k, v, values([False] * 7, [True] * 7, *[[False] * 6 + [True]] * 3, dtype=np.bool_))
    yield case(name, q, k, v, None, 0.0, True)
    yield case(name, t(2, 3, 7, 8), t(2, 3, 5, 8), t(2, 3, 5, 8), None, 0.0, True)
    yield case(name, t(2, 3, 5, 8), t(2, 3, 7, 8), t(2, 3, 7, 8), mask(5, 7), 0.0, True)
    yield case(name, t(5, 8), t(7, 8), t(7, 8))
    yield case(name, t(3, 5, 8), t(3, 7, 8), t(3, 7, 8), mask(5, 7))
    yield case(name, t(2, 6, 5, 8), t(2, 2, 7, 8), t(2, 2, 7, 8), enable_gqa=True)
    yield case(name, t(2, 6, 5, 8), t(2, 2, 7, 8), t(2, 2, 7, 8), mask(2, 6, 5, 7), enable_gqa=True)
    yield case(name, t(2, 6, 5, 8), t(2, 3, 7, 8), t(2, 3, 7, 8), t(2, 1, 5, 7), enable_gqa=True, scale=0.3)
    yield case(name, t(2, 3, 5, 8), t(1, 1, 7, 8), t(2, 1, 7, 8))
    yield case(name, t(0, 3, 5, 8), t(0, 3, 7, 8), t(0, 3, 7, 8))
    yield case(name, t(1, 1, 2, 4), t(1, 1, 0, 4), t(1, 1, 0, 4))
    yield case(name, t(2, 3, 5, 1), t(2, 3, 7, 1), t(2, 3, 7, 1))
    yield case(name, t(2, 3, 5, 2), t(2, 3, 7, 2), t(2, 3, 7, 1))
    flash = "_scaled_dot_product_flash_attention_for_cpu"
    yield case(flash, t(2, 3, 5, 8), t(2, 3, 7, 8), t(2, 3, 7, 8))
    yield case(flash, t(2, 3, 5, 8), t(2, 3, 5, 8), t(2, 3, 5, 8), 0.0, True, scale=0.2)
    yield case(flash, t(2, 3, 5, 8), t(2, 3, 5, 8), t(2, 3, 5, 8), attn_mask=t(2, 1, 5, 5))
    yield case(flash, t(2, 6, 5, 8), t(2, 2, 7, 8), t(2, 2, 7, 8), attn_mask=t(5, 7))
    math = "_scaled_dot_product_attention_math"
    yield case(math, q, k, v)
    yield case(math, t(2, 3, 5, 8), t(2, 3, 5, 8), t(2, 3, 5, 8), None, 0.0, True, scale=0.2)
    yield case(math, t(2, 3, 5, 8), t(2, 3, 5, 8), t(2, 3, 5, 8), t(5, 5))


def _embeddings(case: Make) -> Iterator[Case]:
    yield case("embedding", t(10, 4), integers(0, 10, 2, 3))
    yield case("embedding", t(10, 4), integers(0, 10, 5, dtype=np.int32), 3, False, False)
    yield case("embedding", t(10, 4), integers(0, 10))
    yield case("embedding", integers(0, 99, 10, 4), integers(0, 10, 0))
    offsets = values(0, 3, 3, 7, dtype=np.int64)
    only = {"outputs": (0,)}
    for mode in (0, 1, 2):
        yield case("embedding_bag", t(10, 4), integers(0, 10, 9), offsets, False, mode, **only)
        tail = (False, mode, False, None, False, 3)
        yield case("embedding_bag.padding_idx", t(10, 4), integers(2, 5, 9), offsets, *tail, **only)
    yield case("embedding_bag", t(10, 4), integers(0, 10, 9), offsets, False, 0, False, t(9), **only)
    with_last = values(0, 3, 9, dtype=np.int64)
    yield case("embedding_bag", t(10, 4), integers(0, 10, 9), with_last, False, 1, False, None, True, **only)
    yield case("_embedding_bag", t(10, 4), integers(0, 10, 9), offsets, False, 1, **only)
    yield case("_embedding_bag_forward_only", t(10, 4), integers(0, 10, 9), offsets, False, 2, **only)


def _padding(case: Make) -> Iterator[Case]:
    yield case("constant_pad_nd", t(2, 3, 4), [1, 2])
    yield case("constant_pad_nd", t(2, 3, 4), [1, -2, 0, 1, -1, 0], 2.5)
    yield case("constant_pad_nd", integers(0, 9, 3, 4), [1, 1], 7)
    yield case("constant_pad_nd", mask(3, 4), [1, 1], True)
    yield case("constant_pad_nd", t(0, 3), [1, 1, 2, 0])
    yield case("pad", t(2, 3, 4), [1, 2])
    yield case("pad", t(2, 3, 4), [1, 2, 0, 1], "constant", 1.5)
    for mode in ("reflect", "replicate", "circular"):
        yield case("pad", t(2, 3, 5), [2, 1], mode)
        yield case("pad", t(2, 3, 5, 6), [2, 1, 0, 3], mode)
        yield case("pad", t(3, 5, 6), [2, 1, 0, 3], mode)
        yield case("pad", t(2, 3, 4, 5, 6), [2, 1, 0, 3, 1, 1], mode)
    yield case("pad", t(2, 3, 5), [-1, 2], "replicate")
    yield case("pad", t(2, 3, 5), [0, 0], "reflect")
    yield case("pad", t(2, 3, 5), [-1, 2], "circular")
    yield case("pad", t(2, 3, 5), [-2, 3], "reflect")
    yield case("reflection_pad1d", t(2, 3, 5), [2, 4])
    yield case("reflection_pad2d", t(3, 5, 6), [2, 1, 0, 3])
    yield case("reflection_pad3d", t(2, 3, 4, 5, 6), [2, 1, 0, 3, 1, 1])
    yield case("replication_pad1d", t(3, 5), [2, 9])
    yield case("replication_pad2d", t(2, 3, 5, 6), [2, 1, 0, 3])
    yield case("replication_pad3d", t(3, 4, 5, 6), [2, 1, 0, 3, 1, 1])
    yield case("_pad_circular", t(2, 3, 5, 6), [2, 1, 0, 3])


def _resampling(case: Make) -> Iterator[Case]:
    for kind in ("upsample_nearest", "_upsample_nearest_exact"):
        yield case(f"{kind}1d", t(2, 3, 7), [11])
        yield case(f"{kind}1d", t(2, 3, 7), [14], 2.0)
        yield case(f"{kind}1d", t(2, 3, 10), [7], 0.7)
        yield case(f"{kind}1d", t(2, 3, 8), [8], 2.1)
        yield case(f"{kind}1d.vec", t(2, 3, 7), None, [1.7])
        yield case(f"{kind}2d", t(2, 3, 4, 7), [4, 14], 1.3, 0.7)
        yield case(f"{kind}2d", t(2, 3, 7, 5), [3, 11])
        yield case(f"{kind}2d", t(0, 3, 7, 5), [3, 11])
        yield case(f"{kind}2d.vec", t(2, 3, 7, 5), [7, 9], None)
        yield case(f"{kind}2d.vec", t(2, 3, 7, 5), None, [3.0, 0.6])
        yield case(f"{kind}3d", t(2, 3, 4, 5, 3), [3, 6, 6])
        yield case(f"{kind}3d.vec", t(2, 3, 4, 5, 3), None, [2.0, 1.3, 0.5])
    yield case("upsample_nearest2d", integers(0, 255, 1, 2, 3, 3, dtype=np.uint8), [5, 6])
    for corners in (False, True):
        yield case("upsample_linear1d", t(2, 3, 7), [11], corners)
        yield case("upsample_linear1d", t(2, 3, 7), [11], corners, 1.6)
        yield case("upsample_linear1d.vec", t(2, 3, 7), None, corners, [1.7])
        yield case("upsample_bilinear2d", t(2, 3, 7, 5), [3, 11], corners)
        yield case("upsample_bilinear2d", t(2, 3, 7, 5), [14, 10], corners, 2.0, 2.0)
        yield case("upsample_bilinear2d.vec", t(2, 3, 7, 5), [7, 1], corners, None)
        yield case("upsample_bilinear2d", t(2, 3, 7, 5), [7, 6], corners, 1.1, None)
        yield case("_upsample_bilinear2d_aa", t(2, 3, 7, 5), [7, 6], corners, 1.1, None)
        yield case("upsample_bilinear2d.vec", t(2, 3, 7, 5), None, corners, [2.5, 0.6])
        yield case("upsample_trilinear3d", t(2, 3, 4, 5, 3), [3, 6, 6], corners)
        yield case("upsample_trilinear3d.vec", t(2, 3, 4, 5, 3), None, corners, [2.0, 1.3, 0.5])
        for kind in ("upsample_bicubic2d", "_upsample_bilinear2d_aa", "_upsample_bicubic2d_aa"):
            yield case(kind, t(2, 3, 7, 5), [3, 11], corners)
            yield case(kind, t(2, 3, 9, 12), [4, 5], corners)
            yield case(f"{kind}.vec", t(2, 3, 7, 5), None, corners, [2.5, 0.6])
        yield case("affine_grid_generator", t(2, 2, 3), [2, 3, 4, 5], corners)
        yield case("affine_grid_generator", t(2, 3, 4), [2, 3, 4, 5, 1], corners)
        for padding in (0, 1, 2):
            for mode in (0, 1, 2):
                grid = between(-1.5, 1.5, 2, 4, 3, 2)
                yield case("grid_sampler", t(2, 3, 5, 6), grid, mode, padding, corners, halves=False)
            yield case("grid_sampler_2d", t(2, 3, 5, 6), between(-3, 3, 2, 4, 3, 2), 0, padding, corners, halves=False)
            for mode in (0, 1):
                grid = between(-1.5, 1.5, 2, 4, 3, 2, 3)
                yield case("grid_sampler_3d", t(2, 2, 4, 5, 6), grid, mode, padding, corners, halves=False)
    yield case("grid_sampler", t(1, 1, 1, 6), between(-1.5, 1.5, 1, 4, 3, 2), 0, 2, True)


def _recurrence(case: Make) -> Iterator[Case]:
    for name, gates in (("lstm", 4), ("gru", 3), ("rnn_tanh", 1), ("rnn_relu", 1)):
        for biases, layers, both, first in (
            (True, 1, False, False),
            (True, 2, True, True),
            (False, 2, False, True),
            (False, 1, True, False),
        ):
            size = (2 if first else 5, 5 if first else 2, 3)
            count = layers * (2 if both else 1)
            state = t(count, 2, 4)
            parameters = []
            for layer in range(layers):
                for _ in range(2 if both else 1):
                    features = 3 if layer == 0 else 4 * (2 if both else 1)
                    parameters += [t(gates * 4, features), t(gates * 4, 4)]
                    parameters += [t(gates * 4), t(gates * 4)] if biases else []
            states = [state, t(count, 2, 4)] if name == "lstm" else state
            yield case(
                f"{name}.input",
                t(*size),
                states,
                parameters,
                biases,
                layers,
                0.0,
                False,
                both,
                first,
                halves=name != "rnn_relu",
            )
        cell_states = [t(2, 4), t(2, 4)] if name == "lstm" else t(2, 4)
        yield case(f"{name}_cell", t(2, 3), cell_states, t(gates * 4, 3), t(gates * 4, 4), t(gates * 4), t(gates * 4))
        yield case(f"{name}_cell", t(2, 3), cell_states, t(gates * 4, 3), t(gates * 4, 4))
    projected = [t(16, 3), t(16, 2), t(16), t(16), t(2, 4)]
    states = [t(1, 2, 2), t(1, 2, 4)]
    yield case("lstm.input", t(5, 2, 3), states, projected, True, 1, 0.0, False, False, False)


def _losses(case: Make) -> Iterator[Case]:
    for reduction in (0, 1, 2):
        for name in ("mse_loss", "l1_loss", "smooth_l1_loss", "huber_loss"):
            yield case(name, t(3, 4), t(3, 4), reduction)
        yield case("smooth_l1_loss", t(3, 4), t(3, 4), reduction, 0.5)
        yield case("huber_loss", t(3, 4), t(3, 4), reduction, 0.3)
        yield case("soft_margin_loss", t(3, 4), signs(3, 4), reduction)
        yield case("hinge_embedding_loss", t(3, 4), signs(3, 4), 0.5, reduction)
        yield case("margin_ranking_loss", t(5), t(5), signs(5), 0.3, reduction)
        yield case("cosine_embedding_loss", t(5, 4), t(5, 4), signs(5), 0.2, reduction)
        yield case("triplet_margin_loss", t(5, 4), t(5, 4), t(5, 4), 1.5, 2.0, 1e-6, False, reduction)
        yield case("triplet_margin_loss", t(5, 4), t(5, 4), t(5, 4), 1.5, 1.0, 1e-6, True, reduction)
        unit = between(0, 1, 3, 4)
        yield case("binary_cross_entropy", unit, unit, None, reduction, halves=False)
        yield case("binary_cross_entropy", unit, unit, unit, reduction, halves=False)
        yield case("binary_cross_entropy_with_logits", t(3, 4), unit, None, None, reduction)
        yield case("binary_cross_entropy_with_logits", t(3, 4), unit, unit, between(0, 3, 4), reduction)
        yield case("kl_div", t(3, 4), unit, reduction)
        yield case("kl_div", t(3, 4), t(3, 4), reduction, log_target=True)
        classes = values(0, 4, -100, 2, dtype=np.int64)
        yield case("nll_loss", t(4, 5), classes, between(0.5, 1.5, 5), reduction)
        yield case("nll_loss_nd", t(4, 5), classes, None, reduction)
        yield case("nll_loss_forward", t(4, 5), integers(0, 5, 4), None, reduction, 2)
        yield case("nll_loss2d", t(2, 5, 3, 4), integers(0, 5, 2, 3, 4), between(0.5, 1.5, 5), reduction)
        yield case("nll_loss2d_forward", t(2, 5, 3, 4), integers(0, 5, 2, 3, 4), None, reduction, 1)
        yield case("cross_entropy_loss", t(4, 5), classes, None, reduction)
        yield case("cross_entropy_loss", t(4, 5), classes, between(0.5, 1.5, 5), reduction, -100, 0.1)
        yield case("cross_entropy_loss", t(2, 5, 3), between(0, 1, 2, 5, 3), between(0.5, 1.5, 5), reduction, -100, 0.1)
    yield case("binary_cross_entropy", values(0, 1, 1, 0), values(0, 1, 0, 1), halves=False)
    yield case("smooth_l1_loss", t(3, 4), t(3, 4), 1, 0.0)
    yield case("mse_loss", t(3, 4), integers(0, 9, 3, 4))
    yield case("cross_entropy_loss", t(5), integers(3, 4))
    yield case("cosine_similarity", t(3, 4), t(3, 4))
    yield case("cosine_similarity", t(2, 3, 4), t(4), -1, 1e-3)
    for p in (0.0, 1.0, 2.0, float("inf")):
        yield case("pairwise_distance", t(3, 4), t(3, 4), p, 1e-6, True)
    yield case("pairwise_distance", t(4), t(3, 4))


def complexes(*shape: int) -> Draw:
    """Complex numbers, of twice the size of the floats of the case."""
    return Draw(shape, lambda random, size: random.standard_normal(size) + 1j * random.standard_normal(size), complex)


def _transforms(case: Make) -> Iterator[Case]:
    def whole(name: str, *args: Any, **kwargs: Any) -> Case:
        return case(name, *args, halves=False, **kwargs)

    for name in ("fft", "ifft", "rfft", "irfft", "hfft", "ihfft"):
        yield whole(f"fft_{name}", t(3, 8))
        yield whole(f"fft_{name}", t(3, 8), 5, 0, "ortho")
        yield whole(f"fft_{name}", t(3, 8), None, -1, "forward")
    yield whole("fft_fft", complexes(3, 8))
    yield whole("fft_rfft", integers(0, 9, 8))
    for name in ("fft", "ifft", "rfft", "irfft"):
        yield whole(f"fft_{name}2", t(2, 4, 6))
        yield whole(f"fft_{name}2", t(2, 4, 6), [5, -1], [0, 2], "ortho")
        yield whole(f"fft_{name}n", t(2, 4, 6))
        yield whole(f"fft_{name}n", t(2, 4, 6), [3, 8])
        yield whole(f"fft_{name}n", t(2, 4, 6), None, [1], "forward")
    for name in ("fft_fftshift", "fft_ifftshift"):
        yield whole(name, t(3, 4))
        yield whole(name, t(3, 4), [1])
    for normalization in (0, 1, 2):
        yield whole("_fft_r2c", t(2, 4, 6), [1, 2], normalization, True)
        yield whole("_fft_r2c", t(2, 4, 6), [2], normalization, False)
        yield whole("_fft_c2r", complexes(2, 4, 4), [1, 2], normalization, 6)
        yield whole("_fft_c2c", complexes(2, 4, 4), [0, 2], normalization, True)
        yield whole("_fft_c2c", complexes(2, 4, 4), [1], normalization, False)
    yield whole("stft", t(2, 20), 8, 3, 6, t(6), False, None, True)
    yield whole("stft", t(20), 8, None, None, t(8), True, False, True)
    yield whole("stft.center", t(2, 20), 8, 2, None, t(8), True, "reflect", False, None, True)


def symmetric(size: int) -> Draw:
    """A symmetric positive definite matrix with eigenvalues that lie apart."""

    def make(random: np.random.RandomState, shape: tuple[int, ...]) -> Any:
        basis = np.linalg.qr(random.standard_normal(shape))[0]
        return basis * np.arange(1, size + 1) @ basis.T

    return Draw((size, size), make)


def _decompositions(case: Make) -> Iterator[Case]:
    def whole(name: str, *args: Any, **kwargs: Any) -> Case:
        outputs = kwargs.pop("outputs", None)
        return case(name, *args, halves=False, outputs=outputs, **kwargs)

    for order in (1, -1, 2, -2, float("inf"), -float("inf")):
        yield whole("linalg_matrix_norm", t(2, 3, 4), order)
        yield whole("linalg_norm", t(3, 4), order, None, True)
        yield whole("linalg_cond", t(3, 3), order)
    yield whole("linalg_norm", t(2, 3, 4))
    yield whole("linalg_norm", t(2, 3, 4), 3, [1])
    yield whole("linalg_norm", t(5), 0)
    yield whole("linalg_norm", t(2, 3, 4), float("inf"), [0, 2], True)
    yield whole("linalg_cond", t(2, 3, 4))
    for name in ("fro", "nuc"):
        yield whole("linalg_norm.ord_str", t(2, 3, 4), name, [0, -1])
        yield whole("linalg_matrix_norm.str_ord", t(2, 3, 4), name)
        yield whole("linalg_cond.p_str", t(3, 3), name)
    yield whole("linalg_matrix_norm.str_ord", t(3, 4), dtype=None)
    yield whole("nuclear_norm", t(3, 4), True)
    yield whole("nuclear_norm.dim", t(2, 3, 4), [0, 2])
    for name in ("linalg_matrix_power", "matrix_power"):
        yield from (whole(name, t(2, 3, 3), power) for power in (0, 1, 3, -2))
    for name in ("linalg_matrix_exp", "matrix_exp"):
        yield whole(name, t(2, 3, 3))
        yield whole(name, between(3, 5, 2, 2))
    yield whole("linalg_pinv", t(2, 3, 4), 0.1)
    yield whole("linalg_pinv", symmetric(4), 0.3, True)
    yield whole("linalg_pinv.atol_rtol_float", t(2, 4, 3))
    yield whole("linalg_pinv.atol_rtol_float", t(4, 3), atol=1.0)
    yield whole("linalg_pinv.atol_rtol_float", t(4, 3), atol=0.1, rtol=0.7)
    yield whole("pinverse", t(3, 4))
    for mode in ("reduced", "complete", "r"):
        yield whole("linalg_qr", t(2, 4, 3), mode)
    yield whole("linalg_svd", t(2, 3, 4), outputs=(1,))
    yield whole("linalg_svd", t(2, 3, 4), False, outputs=(1,))
    yield whole("linalg_svdvals", t(2, 3, 4))
    yield whole("linalg_eigh", symmetric(4), outputs=(0,))
    yield whole("linalg_eigvalsh", t(2, 3, 3), "U")
    for name in ("linalg_slogdet", "slogdet", "logdet"):
        yield from (whole(name, t(2, 3, 3)) for _ in range(3))
    yield whole("linalg_cholesky", symmetric(4))
    yield whole("linalg_cholesky", symmetric(4), upper=True)
    yield whole("cholesky", symmetric(4))
    for upper, left, unit in ((True, True, False), (False, True, True), (True, False, True), (False, False, False)):
        right = t(4, 2) if left else t(2, 4)
        yield whole("linalg_solve_triangular", symmetric(4), right, upper=upper, left=left, unitriangular=unit)


CASES = tuple(_cases())
