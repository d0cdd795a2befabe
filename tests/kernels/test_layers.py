"""The kernels of layers: against PyTorch where it is installed, and against its stored results everywhere."""

from __future__ import annotations

import inspect
import pkgutil
from functools import partial
from pathlib import Path
from typing import Any

import ml_dtypes
import numpy as np
import pytest

from nacformats.ops import kernels
from nacformats.ops.kernels import interpolation
from nacformats.ops.schemas import KERNELS
from nacformats.ops.scratch import sizing
from nacformats.ops.table import canonical_name
from tests.kernels.calls import call as call_kernel
from tests.kernels.drawing import Case
from tests.kernels.golden import load
from tests.kernels.groups import by_module, check_all
from tests.kernels.layer_cases import CASES
from tests.partners import partner

GOLDEN = Path(__file__).with_name("golden_layers.npz")

MODULES = (
    "attention",
    "convolution",
    "decomposition",
    "embedding",
    "fourier",
    "interpolation",
    "linear",
    "loss",
    "normalization",
    "padding",
)
MODULES += ("pooling", "recurrent", "windows")
MODULES += ("backward.activation", "backward.normalization")
MODULES += tuple(f"backward.{module.name}" for module in pkgutil.iter_modules(kernels.backward.__path__))
#: The kernels under test; the registered function keeps the module it was written in.
NAMES = {
    name for name, each in KERNELS.items() if each.function.__module__ in {f"{kernels.__name__}.{m}" for m in MODULES}
}
#: Operations that PyTorch has on GPUs only; they are tried below against their portable twin, or in test_grouped.py.
WITHOUT_ORACLE = {"aten._scaled_dot_product_efficient_attention.default", "aten._grouped_mm.default"}

#: Relative and absolute error allowed in each type.
TOLERANCE: dict[Any, tuple[float, float]] = {
    np.dtype(np.float32): (1e-4, 1e-5),
    np.dtype(np.float64): (1e-9, 1e-9),
    np.dtype(np.float16): (4e-3, 8e-3),
    np.dtype(ml_dtypes.bfloat16): (3e-2, 6e-2),
    np.dtype(np.complex64): (1e-4, 1e-5),
    np.dtype(np.complex128): (1e-9, 1e-9),
}
#: That of gradients, where it is a smaller relative one.
GRADIENT_TOLERANCE = {np.dtype(np.float32): 1e-5}


def compute(name: str, args: list[Any], kwargs: dict[str, Any]) -> tuple[Any, ...]:
    with np.errstate(all="ignore"):
        result = call_kernel(name, *args, **kwargs)
    return result if isinstance(result, tuple) else (result,)


def check_same(actual: tuple[Any, ...], expected: Any, case: Case) -> None:
    wanted = expected if isinstance(expected, tuple) else (expected,)
    assert len(actual) == len(wanted)
    for number in case.outputs or range(len(wanted)):
        ours, theirs = actual[number], wanted[number]
        if theirs is None:
            assert ours is None
            continue
        assert isinstance(ours, np.ndarray)
        assert (ours.dtype, ours.shape) == (theirs.dtype, theirs.shape)
        if ours.tobytes() == theirs.tobytes():
            continue
        rtol, atol = TOLERANCE.get(ours.dtype, (0, 0))
        if "_backward" in case.name:
            rtol = min(rtol, GRADIENT_TOLERANCE.get(ours.dtype, rtol))
        wide = ours.dtype if ours.dtype.kind in "biuc" else np.float64
        np.testing.assert_allclose(ours.astype(wide), theirs.astype(wide), rtol=rtol, atol=atol)


def rearranged(value: Any, order: str) -> Any:
    """The same array, read-only: in one piece ("C"), with the axes reversed in memory ("F"), or with gaps."""
    if isinstance(value, list):
        return [rearranged(item, order) for item in value]
    if not isinstance(value, np.ndarray):
        return value
    if order == "gaps" and value.ndim:
        spaced = np.zeros((*value.shape[:-1], 2 * value.shape[-1]), value.dtype)
        spaced[..., ::2] = value
        value = spaced[..., ::2]
    else:
        value = np.array(value, order="F" if order == "F" else "C")
    value.flags.writeable = False
    return value


@pytest.fixture(scope="module")
def golden() -> dict[str, Any]:
    """The stored results: CASE/count, CASE/0, CASE/1, ... without those that are None."""
    return load(GOLDEN)


def stored(golden: dict[str, Any], case: Case) -> tuple[Any, ...]:
    """The stored results of one case."""
    return tuple(golden.get(f"{case}/{number}") for number in range(int(golden[f"{case}/count"])))


CASES_OF = by_module(CASES, lambda case: case.name)


@pytest.mark.parametrize("module", CASES_OF)
def test_layers_give_the_stored_results(module: str, golden: dict[str, Any]) -> None:
    """New arrays, which can be written to."""
    check_all(CASES_OF[module], lambda case: check_stored(case, golden))


def check_stored(case: Case, golden: dict[str, Any]) -> None:
    args, kwargs = case.arguments()
    results = compute(case.name, args, kwargs)
    check_same(results, stored(golden, case), case)
    for result in (each for each in results if each is not None and "dropout" not in case.name):
        assert result.flags.writeable
        assert not any(np.shares_memory(result, array) for array in arrays_of([*args, *kwargs.values()]))


def arrays_of(values: Any) -> list[Any]:
    """Every array among values and lists of them."""
    lists = [item for value in values if isinstance(value, list | tuple) for item in value]
    return [value for value in [*values, *lists] if isinstance(value, np.ndarray)]


def test_every_kernel_has_a_case() -> None:
    assert {case.name for case in CASES} == NAMES - WITHOUT_ORACLE


def test_functions_can_be_called_by_their_schemas() -> None:
    check_all(sorted(NAMES), check_callable)


def check_callable(name: str) -> None:
    inspect.signature(KERNELS[name].function).bind(*KERNELS[name].taken)


VARIANTS: dict[str, tuple[Any, str]] = {
    "float32": (np.float32, "C"),
    "float32 reversed": (np.float32, "F"),
    "float32 with gaps": (np.float32, "gaps"),
    "float64": (np.float64, "C"),
    "float16": (np.float16, "C"),
    "bfloat16": (ml_dtypes.bfloat16, "C"),
}


@pytest.mark.nightly
@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("module", CASES_OF)
def test_layers_give_what_pytorch_gives(module: str, variant: str) -> None:
    partner("torch")
    check_all(CASES_OF[module], lambda case: check_variant(case, *VARIANTS[variant]))


def check_variant(case: Case, dtype: Any, order: str) -> None:
    from tests.kernels import torch_oracle

    half = np.dtype(dtype).itemsize == 2
    if half and not case.halves:
        return
    args, kwargs = case.arguments(dtype)
    try:
        expected = torch_oracle.call(case.name, args, kwargs)
    except NotImplementedError:
        assert half, f"{case}: PyTorch has no such operation"
        return
    args = [rearranged(value, order) for value in args]
    kwargs = {key: rearranged(value, order) for key, value in kwargs.items()}
    check_same(compute(case.name, args, kwargs), expected, case)


def test_efficient_attention_is_flash_attention() -> None:
    random = np.random.RandomState(0)
    query, key, value = (random.standard_normal((2, 3, 5, 8)).astype(np.float32) for _ in range(3))
    flash = partial(call_kernel, "aten._scaled_dot_product_flash_attention_for_cpu.default")
    efficient = partial(call_kernel, "aten._scaled_dot_product_efficient_attention.default")
    expected, log_sums = flash(query, key, value, 0.0, True)
    out, kept, seed, offset = efficient(query, key, value, None, True, 0.0, True)
    np.testing.assert_array_equal(out, expected)
    np.testing.assert_array_equal(kept, log_sums)
    assert (seed.shape, offset.shape) == ((), ())
    assert efficient(query, key, value, None, False)[1].size == 0


@pytest.mark.parametrize(("setting", "names"), [("convolution.COLUMN_BYTES", "conv"), ("attention.SCORE_BYTES", "sca")])
def test_result_does_not_depend_on_the_size_of_the_pieces(
    monkeypatch: pytest.MonkeyPatch, setting: str, names: str, golden: dict[str, Any]
) -> None:
    module, _, constant = setting.partition(".")
    chosen = [case for case in CASES if case.name.removeprefix("aten.").lstrip("_").startswith(names)]
    assert len(chosen) > 20
    for size in (1, 600, 5000):
        monkeypatch.setattr(f"{kernels.__name__}.{module}.{constant}", size)
        for case in chosen:
            expected = stored(golden, case)
            check_same(compute(case.name, *case.arguments()), expected, case)


@pytest.mark.parametrize("power", [0, 9])
def test_result_does_not_depend_on_the_way_to_it(
    monkeypatch: pytest.MonkeyPatch, power: int, golden: dict[str, Any]
) -> None:
    """Every convolution by columns, and every one of single channels without."""
    monkeypatch.setattr(f"{kernels.__name__}.convolution.CHANNELS_LAST_POWER", power)
    for case in (case for case in CASES if "conv" in case.name):
        expected = stored(golden, case)
        check_same(compute(case.name, *case.arguments()), expected, case)


X = np.ones((1, 4, 6, 6), np.float32)
ROWS = np.ones((3, 4), np.float32)
ARGUMENTS_OF_ONE_NUMBER = [
    ("aten.conv2d.default", (X, np.ones((2, 4, 3, 3), np.float32), None), (2, 1, 1), ([2, 2], [1, 1], [1, 1])),
    ("aten.conv_transpose2d.input", (X, np.ones((4, 2, 3, 3), np.float32), None), (2, 1, 1), ([2, 2], [1, 1], [1, 1])),
    ("aten.max_pool2d.default", (X,), (2, 1), ([2, 2], [1, 1])),
    ("aten.adaptive_avg_pool2d.default", (X,), (2,), ([2, 2],)),
    ("aten.layer_norm.default", (X,), (6,), ([6],)),
]


@pytest.mark.parametrize(("name", "tensors", "numbers", "lists"), ARGUMENTS_OF_ONE_NUMBER)
def test_one_number_stands_for_every_axis(name: str, tensors: Any, numbers: Any, lists: Any) -> None:
    expected = compute(name, [*tensors, *lists], {})
    np.testing.assert_array_equal(compute(name, [*tensors, *numbers], {})[0], expected[0])


def ones(*shape: int, dtype: Any = np.float32) -> Any:
    return np.ones(shape, dtype)


REFUSED = [
    ("linear", [ones(3, 5), ones(2, 4)], "5 features.*takes 4"),
    ("linear", [ones(3, 4), ones(2, 4, dtype=np.float64)], "one type.*float32.*float64"),
    ("linear", [ones(3, 4), ones(2, 4), ones(3)], "does not expand"),
    ("mm", [ones(3, 4), ones(5, 4)], "4 columns against 5 rows"),
    ("mm", [ones(3, 4), ones(4)], "2 dimensions"),
    ("mm", [ones(3, 4, dtype=np.bool_), ones(4, 3, dtype=np.bool_)], "bool"),
    ("bmm", [ones(2, 3, 4), ones(3, 4, 5)], "stacks of 2 and 3"),
    ("addmm", [ones(4), ones(3, 4), ones(4, 5)], "does not expand"),
    ("addmm", [ones(4, 5), ones(3, 4), ones(4, 5)], "does not expand"),
    ("matmul", [ones(), ones(3)], "at least 1 dimension"),
    ("linalg_multi_dot", [[]], "no matrix"),
    ("tensordot", [ones(2, 3), ones(2, 3), [1], [0]], "differ"),
    ("bilinear", [ones(2, 3), ones(3, 3), ones(2, 3, 3)], "differ"),
    ("cdist", [ones(2, 3), ones(2, 4)], "rows of one length"),
    ("conv2d", [X, ones(2, 3, 3, 3)], "do not fit in 1 groups"),
    ("conv2d", [X, ones(2, 4, 7, 3)], "do not fit into"),
    ("conv2d", [X, ones(2, 4, 3, 3), ones(3)], "bias must have shape"),
    ("conv2d", [X, ones(2, 4, 3, 3), None, [0]], "stride must be at least 1"),
    ("conv2d", [X, ones(2, 4, 3, 3), None, [1, 1, 1]], "1 or 2 entries"),
    ("conv2d", [ones(4, 6), ones(2, 4, 3, 3)], "3 or 4 dimensions"),
    ("conv2d.padding", [X, ones(2, 4, 3, 3), None, [2], "same"], "needs stride 1"),
    ("conv2d.padding", [X, ones(2, 4, 3, 3), None, [1], "full"], "neither 'same' nor 'valid'"),
    ("conv_transpose2d.input", [X, ones(4, 2, 3, 3), None, [1], [0], [1]], "output_padding"),
    ("conv_transpose2d.input", [X, ones(4, 2, 3, 3), None, [1], [9]], "cuts more"),
    ("col2im", [ones(1, 8, 9), [5, 5], [2, 2], [1, 1], [0, 0], [1, 1]], "are not 16 windows"),
    ("max_pool2d", [X, [7, 7]], "does not fit"),
    ("max_pool2d", [X, [2, 2], [1, 1], [2, 2]], "more than half"),
    ("max_pool2d", [ones(1, 2, 0, 3), [1, 1]], "empty spatial"),
    ("avg_pool2d", [X, [2, 2], [], [0], False, True, 0], "must not be 0"),
    ("avg_pool2d", [ones(1, 2, 4, 4, dtype=np.int32), [2, 2]], "int32"),
    ("adaptive_avg_pool2d", [ones(1, 2, 4, 4, dtype=np.int64), [2, 2]], "floating point"),
    ("layer_norm", [ROWS, [3]], "does not end"),
    ("layer_norm", [ROWS, [4], ones(3)], "weight must have shape"),
    ("layer_norm", [ROWS, [4], ones(4, dtype=np.float64)], "float64"),
    ("group_norm", [X, 3], "not 3 groups"),
    ("batch_norm", [X, None, None, None, None, False, 0.1, 1e-5, True], "needed outside of training"),
    ("batch_norm", [X, ones(3), None, ones(4), ones(4), False, 0.1, 1e-5, True], "weight must have shape"),
    ("dropout", [X, 0.5, True], "random"),
    ("native_dropout", [X, 0.5, None], "random"),
    ("scaled_dot_product_attention", [ROWS, ones(3, 5), ones(3, 5)], "do not fit"),
    ("scaled_dot_product_attention", [ROWS, ROWS, ROWS, ones(2, 3)], "does not expand"),
    ("scaled_dot_product_attention", [ROWS, ROWS, ROWS, ones(3, 3, dtype=np.int64)], "mask must be"),
    ("scaled_dot_product_attention", [ROWS, ROWS, ROWS, None, 0.5], "random"),
    ("embedding", [ROWS, np.array([3])], "from 3 to 3 for a table of 3 rows"),
    ("embedding", [ROWS, np.array([-1])], "from -1 to -1"),
    ("embedding", [ROWS, ones(2)], "int32 or int64"),
    ("embedding_bag", [ROWS, np.array([0, 1]), np.array([1])], "offsets must rise"),
    ("constant_pad_nd", [ROWS, [1]], "pairs"),
    ("constant_pad_nd", [ROWS, [-3, -3]], "cuts more"),
    ("pad", [ROWS, [4, 0], "reflect"], "less than the size 4"),
    ("pad", [ROWS, [5, 0], "circular"], "not exceed the size 4"),
    ("pad", [ROWS, [5, 0], "mirror"], "no mode 'mirror'"),
    ("reflection_pad2d", [X, [1, 1]], "4 entries"),
    ("upsample_nearest2d", [X, [0, 3]], "at least 1"),
    ("upsample_nearest2d.vec", [X, None, None], "either output_size or scale_factors"),
    ("upsample_nearest2d.vec", [X, None, [2.0, float("nan")]], "positive"),
    ("upsample_bilinear2d", [ones(1, 2, 3, 3, dtype=np.int64), [6, 6], False], "floating point"),
    ("grid_sampler", [X, ones(1, 2, 2, 3), 0, 0, False], "does not fit"),
    ("affine_grid_generator", [ones(1, 2, 2), [1, 1, 2, 2], False], "theta must have shape"),
    ("gru_cell", [ones(2, 3), ones(2, 4), ones(12, 3), ones(12, 5)], "w_hh must have shape"),
    ("lstm.input", [ones(5, 2, 3), [ones(1, 2, 4)], [], True, 1, 0.0, False, False, False], "1 tensors"),
    ("gru.input", [ones(5, 2, 3), ones(1, 2, 4), [ones(12, 3)], False, 1, 0.0, False, False, False], "1 times 2"),
    ("gru.input", [ones(5, 2, 3), ones(2, 2, 4), [], False, 2, 0.5, True, False, False], "random"),
    ("nll_loss", [ROWS, np.array([0, 4, 1])], "for 4 classes"),
    ("linalg_inv", [ones(2, 3)], "square"),
    ("linalg_inv", [ones(2, 2)], "[Ss]ingular"),
    ("max_unpool2d", [ones(1, 1, 1), np.full((1, 1, 1), 4), [2, 2]], "from 4 to 4"),
    ("fft_rfft", [ones(3, dtype=np.float16)], "float16"),
    ("fft_fft2", [ones(3, 3), [2]], "1 sizes for 2"),
    ("stft", [ones(5), 8], "n_fft=8"),
    ("_fft_r2c", [ones(4), [0], 3, True], "no normalization 3"),
    ("mse_loss", [ROWS, ROWS, 3], "no reduction 3"),
    ("binary_cross_entropy", [ROWS + 1, ROWS], "between 0 and 1"),
]


@pytest.mark.parametrize(("name", "args", "message"), REFUSED)
def test_what_does_not_fit_is_refused(name: str, args: list[Any], message: str) -> None:
    name = f"aten.{name}" if "." in name else f"aten.{name}.default"
    with pytest.raises(ValueError, match=message):
        compute(name, args, {})


ASKING_FOR_MUCH = [
    ("upsample_nearest2d", [X, [2**40, 2**20]]),
    ("upsample_nearest2d.vec", [X, None, [1e18, 1e18]]),
    ("upsample_bilinear2d", [X, [2**40, 2**20], False]),
    ("_upsample_bicubic2d_aa", [X, [2**40, 1], False]),
    ("adaptive_avg_pool2d", [X, [2**40, 2**20]]),
    ("adaptive_max_pool2d", [X, [2**40, 1]]),
    ("constant_pad_nd", [X, [2**60, 0]]),
    ("pad", [X, [2**60, 0], "replicate"]),
    ("conv2d", [X, ones(2, 4, 1, 1), None, [1], [2**40]]),
    ("conv_transpose2d.input", [X, ones(4, 2, 1, 1), None, [2**40]]),
    ("im2col", [X, [1, 1], [1, 1], [2**40, 0], [1, 1]]),
    ("col2im", [ones(1, 4, 1), [2**40, 2**40], [1, 1], [1, 1], [0, 0], [2**50, 2**50]]),
    ("max_pool2d", [X, [2**40, 1], [1, 1], [2**39, 0]]),
    ("affine_grid_generator", [ones(1, 2, 3), [1, 1, 2**40, 2**40], False]),
    ("fft_fft", [ROWS, 2**40]),
    ("fft_fft2", [ROWS, [2**30, 2**30]]),
    ("_fft_c2r", [ROWS, [1], 0, 2**40]),
    ("max_unpool2d", [X, np.zeros(X.shape, np.int64), [2**20, 2**20]]),
]


@pytest.mark.parametrize(("name", "args"), ASKING_FOR_MUCH)
def test_sizes_from_a_file_are_seen_before_anything_is_allocated(name: str, args: list[Any]) -> None:
    name = canonical_name(name)
    known = sizing(name)
    assert known is not None
    assert known.estimate is not None
    assert known.estimate(*KERNELS[name].bound(*args)).bytes > 1 << 40


@pytest.mark.parametrize("padding", [0, 1])
def test_samples_of_many_channels_are_those_of_each(padding: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Elements of many channels are taken together, here in several blocks."""
    monkeypatch.setattr(interpolation, "BLOCK", 40)
    rng = np.random.default_rng(0)
    image = rng.standard_normal((2, 9, 4, 5)).astype(np.float32)
    grid = rng.uniform(-1.5, 1.5, (2, 3, 7, 2)).astype(np.float32)
    sample = KERNELS["aten.grid_sampler.default"].function
    each = [sample(image[:, [channel]], grid, 0, padding, False) for channel in range(9)]
    np.testing.assert_allclose(sample(image, grid, 0, padding, False), np.concatenate(each, 1), rtol=1e-6, atol=1e-6)
