"""The kernels of tensors: against stored results of PyTorch, and against PyTorch itself where it is installed."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from functools import cache, partial
from itertools import product
from pathlib import Path
from typing import Any

import ml_dtypes
import numpy as np
import pytest

from nacformats.errors import LimitError, UnsupportedError
from nacformats.ops import kernels
from nacformats.ops.dtypes import category
from nacformats.ops.promotion import dtype_of
from nacformats.ops.schemas import KERNELS, KernelParameter
from nacformats.ops.scratch import sizing
from tests.kernels.calls import call as call_kernel
from tests.kernels.groups import by_module, check_all
from tests.kernels.tensor_cases import CASES, Case, each
from tests.partners import partner

GOLDEN = Path(__file__).with_name("golden_tensors.json")

MODULES = each(
    "_pointwise activation arithmetic complex_numbers creation elementwise indexing parts "
    "reduction shape sorting special statistics"
)
#: The kernels under test, by the names that PyTorch gives them.
TESTED = {
    name: entry
    for name, entry in KERNELS.items()
    if entry.function.__module__ in {f"{kernels.__name__}.{module}" for module in MODULES} and name.startswith("aten.")
}
#: Those whose results are not determined, or that draw random numbers and so refuse.
EMPTIES = each("empty empty_like empty_permuted empty_strided new_empty new_empty_strided")
EMPTY = {name for name in TESTED if name.split(".")[1] in EMPTIES}
RANDOM = {name for name, entry in TESTED.items() if entry.parameters is None}

BY_NAME: dict[str, list[Case]] = {}
for _case in CASES:
    BY_NAME.setdefault(_case.name, []).append(_case)
#: The first name of each function; in-place forms wrap the function of the other form.
FIRST_NAME = {KERNELS[name].function: name for name in reversed(BY_NAME)}
#: Second names and in-place forms, with the name that has the cases.
DERIVED = {
    name: FIRST_NAME.get(entry.function) or FIRST_NAME.get(getattr(entry.function, "__wrapped__", None))
    for name, entry in TESTED.items()
    if name not in BY_NAME and name not in EMPTY | RANDOM
}

TYPES = each("bool uint8 int8 int32 int64 float16 bfloat16 float32 float64")

#: Relative and absolute error allowed in each type.
TOLERANCE: dict[Any, tuple[float, float]] = {
    np.dtype(np.float32): (1e-5, 1e-6),
    np.dtype(np.float64): (1e-11, 1e-12),
    np.dtype(np.complex64): (1e-5, 1e-6),
    np.dtype(np.complex128): (1e-11, 1e-12),
    np.dtype(np.float16): (2e-3, 2e-3),
    np.dtype(ml_dtypes.bfloat16): (1.6e-2, 1e-2),
}


@pytest.fixture(autouse=True)
def _quiet() -> Iterator[None]:
    """Division by 0 and overflow give what PyTorch gives, without a warning: the engine runs the kernels so."""
    with np.errstate(all="ignore"):
        yield


@pytest.fixture(scope="module")
def torch() -> Any:
    return partner("torch")


def protected(value: Any, order: str = "C") -> Any:
    """An argument whose arrays cannot be written to, in C or Fortran order or with gaps between the elements."""
    if isinstance(value, list):
        return [protected(item, order) for item in value]
    if not isinstance(value, np.ndarray):
        return value
    if order == "gaps" and value.ndim:
        value = np.repeat(value, 2, axis=-1)[..., ::2]
    else:
        value = np.array(value, order="F" if order == "F" else "C")
    value.flags.writeable = False
    return value


def call(name: str, args: Any, kwargs: Any, order: str = "C") -> Any:
    return call_kernel(name, *(protected(value, order) for value in args), **kwargs)


def check_same(actual: Any, expected: Any) -> None:
    if isinstance(expected, tuple):
        assert isinstance(actual, tuple)
        assert len(actual) == len(expected)
        for ours, theirs in zip(actual, expected, strict=True):
            check_same(ours, theirs)
        return
    assert type(actual) is type(expected)
    if not isinstance(expected, np.ndarray):
        assert actual == expected
        return
    assert (actual.dtype, actual.shape) == (expected.dtype, expected.shape)
    if actual.tobytes() == expected.tobytes():
        return
    rtol, atol = TOLERANCE.get(expected.dtype, (0, 0))
    wide = (expected.dtype, expected.dtype, np.float64, np.complex128)[category(expected.dtype)]
    np.testing.assert_allclose(actual.astype(wide), expected.astype(wide), rtol=rtol, atol=atol)


@cache
def _golden() -> dict[str, Any]:
    return json.loads(GOLDEN.read_text())


def stored(case: Case) -> Any:
    return _restored(_golden()[str(case)])


def _restored(entry: dict[str, Any]) -> Any:
    if "tuple" in entry:
        return tuple(_restored(item) for item in entry["tuple"])
    if "value" in entry:
        return entry["value"]
    wide = np.array(entry["data"], np.float64 if "float" in entry["dtype"] else None)
    if "complex" in entry["dtype"]:
        return wide.view(np.complex128).reshape(entry["shape"][:-1]).astype(entry["dtype"])
    return wide.astype(dtype_of(entry["dtype"])).reshape(entry["shape"])


CASES_OF = by_module(CASES, lambda case: case.name)


@pytest.mark.parametrize("module", CASES_OF)
def test_kernels_give_the_stored_results(module: str) -> None:
    def check(case: Case) -> None:
        check_same(call(case.name, case.args, case.kwargs), stored(case))

    check_all(CASES_OF[module], check)


DERIVED_OF = by_module(DERIVED)


@pytest.mark.parametrize("module", DERIVED_OF)
def test_second_names_give_the_same(module: str) -> None:
    check_all(DERIVED_OF[module], check_second_name)


def check_second_name(name: str) -> None:
    first = DERIVED[name]
    assert first is not None, f"{name} has no case in tensor_cases.py"
    in_place = TESTED[name].function is not TESTED[first].function
    fits = 0
    for case in BY_NAME[first]:
        if len(case.args) + len(case.kwargs) > len(TESTED[name].taken):
            continue  # the first name has more parameters
        expected, x = stored(case), case.args[0]
        if in_place and (expected.shape != x.shape or category(expected.dtype) > category(x.dtype)):
            with pytest.raises((ValueError, TypeError), match="cannot take the place"):
                call(name, case.args, case.kwargs)
            continue
        fits += 1
        check_same(call(name, case.args, case.kwargs), expected.astype(x.dtype) if in_place else expected)
    assert fits


def test_every_kernel_has_a_case() -> None:
    assert sorted(TESTED.keys() - BY_NAME.keys() - DERIVED.keys() - EMPTY - RANDOM) == []
    assert sorted(BY_NAME.keys() - TESTED.keys()) == []


@pytest.mark.parametrize("name", sorted(EMPTY))
def test_empty_array_has_shape_and_type(name: str) -> None:
    x = np.ones((2, 3), np.int32)
    values = {"self": x, "size": [2, 3], "stride": [3, 1], "physical_layout": [0, 1]}
    args = [values[parameter.name] for parameter in KERNELS[name].parameters or () if parameter.required]
    default = np.int32 if args[0] is x else np.float32
    assert (call(name, args, {}).shape, call(name, args, {}).dtype) == ((2, 3), default)
    assert call(name, args, {"dtype": "int64", "device": "cpu"}).dtype == np.int64


@pytest.mark.parametrize("name", sorted(RANDOM))
def test_random_numbers_are_refused(name: str) -> None:
    with pytest.raises(UnsupportedError, match=rf"{name} draws random numbers"):
        call(name, [[2, 3]], {"device": "cpu"})


def test_random_slopes_are_refused() -> None:
    with pytest.raises(ValueError, match="slopes at random"):
        call("aten.rrelu.default", (X, 0.1, 0.3, True), {})


# What is refused: a kernel, its arguments, and what the message says.
X = np.arange(6, dtype=np.float32).reshape(2, 3)
INTS = np.arange(6).reshape(2, 3)
BOOLS = INTS > 2
REFUSED: list[tuple[str, tuple[Any, ...], str]] = [
    ("add.Tensor", (X, np.ones(4, np.float32)), "broadcast"),
    ("sub.Tensor", (BOOLS, BOOLS), "subtract"),
    ("neg.default", (BOOLS,), "negative"),
    ("floor_divide.default", (INTS, INTS), "by 0"),
    ("floor_divide.default", (BOOLS, BOOLS), "no such operation for bool"),
    ("remainder.Scalar", (INTS, 0), "by 0"),
    ("fmod.Scalar", (INTS, 0), "by 0"),
    ("pow.Tensor_Scalar", (INTS, -1), "negative power"),
    ("bitwise_and.Tensor", (X, X), "not supported"),
    ("__lshift__.Scalar", (X, 1), "not supported"),
    ("frac.default", (INTS,), "expected a float type"),
    ("relu.default", (BOOLS,), "expected a number type"),
    ("celu.default", (X, 0), "alpha 0"),
    ("glu.default", (X,), "even size"),
    ("glu.default", (np.float32(1).reshape(()),), "even size"),
    ("prelu.default", (X, np.ones(2, np.float32)), "expected 1 or 3"),
    ("_prelu_kernel.default", (X, np.ones(3)), "one type"),
    ("softshrink.default", (X, -1.0), "at least 0"),
    ("hardtanh.default", (INTS.astype(np.uint8),), "signed"),
    ("clamp.default", (X,), "bound"),
    ("clamp_max.default", (INTS.astype(np.uint8), 300), "does not fit uint8"),
    ("where.self", (X, X, X), "expected bool"),
    ("masked_fill.Scalar", (X, X, 1), "expected bool"),
    ("masked_fill.Scalar", (INTS.astype(np.int8), BOOLS, 300), "does not fit int8"),
    ("masked_fill.Tensor", (X, BOOLS, X), "0-d"),
    ("lerp.Scalar", (X, X.astype(np.float64), 0.5), "one float type"),
    ("addcdiv.default", (X, INTS, INTS), "float type"),
    ("isclose.default", (X, INTS), "one type"),
    ("sum.dim_IntList", (X, [2]), "dimension 2"),
    ("sum.dim_IntList", (X, [0, -2]), "twice"),
    ("mean.dim", (INTS, [0]), "expected a float type"),
    ("var.default", (INTS,), "expected a float type"),
    ("linalg_vector_norm.default", (INTS,), "expected a float type"),
    ("amax.default", (X[:0],), "zero-size"),
    ("argmax.default", (X[:0],), "empty"),
    ("argmax.default", (BOOLS,), "bool"),
    ("median.default", (BOOLS,), "bool"),
    ("median.dim", (X[:0], 0), "empty"),
    ("softmax.int", (INTS, 0), "float type"),
    ("softmax.int", (X, 2), "dimension 2"),
    ("_softmax.default", (X, 0, True), "half type"),
    ("topk.default", (X, 4), "expected 0 to 3"),
    ("kthvalue.default", (X, 0), "expected 1 to 3"),
    ("full.default", ([-1], 0), "negative size"),
    ("full.default", ([2], 3, "uint7"), "not a tensor type"),
    ("full.default", ([2], float("inf"), "int64"), "does not fit int64"),
    ("arange.start", (3, 0), "towards the end"),
    ("arange.start_step", (0, 3, 0), "towards the end"),
    ("arange.default", (float("inf"),), "finite numbers"),
    ("round.decimals", (X, 309), "at most 308"),
    ("movedim.intlist", (X, [0], [0, 1]), "1 dimensions moved to 2"),
    ("linspace.default", (0, 1, -1), "negative size"),
    ("view.default", (X, [4]), "reshape"),
    ("view.default", (X, [-1, -1]), "unknown dimension"),
    ("flatten.using_ints", (X, 1, 0), "order"),
    ("squeeze.dim", (X, 2), "dimension 2"),
    ("unsqueeze.default", (X, 3), "dimension 3"),
    ("permute.default", (X, [0]), "rank 2"),
    ("permute.default", (X, [0, 0]), "twice"),
    ("t.default", (X[None],), "rank 3"),
    ("mT.default", (X[0],), "rank 1"),
    ("expand.default", (X, [3]), "at least as many"),
    ("expand.default", (X, [2, 4]), "broadcast"),
    ("repeat.default", (X, [2]), "rank 2"),
    ("repeat_interleave.self_Tensor", (X[0], np.array([1, -1, 1])), "none below 0"),
    ("cat.default", ([X, X[0]],), "dimension"),
    ("cat.default", ([X, X[:, :2]],), "dimension"),
    ("stack.default", ([X, X[:1]],), "same shape"),
    ("split_with_sizes.default", (X, [1, 2]), "size 2"),
    ("split.Tensor", (X, 0), "size 0"),
    ("split.Tensor", (np.float32(1).reshape(()), 1), "0-d"),
    ("chunk.default", (X, 0), "at least 1"),
    ("tensor_split.sections", (X, 0), "at least 1"),
    ("slice.Tensor", (X, 0, 0, 1, 0), "at least 1"),
    ("select.int", (X, 1, 3), "size 3"),
    ("narrow.default", (X, 1, 2, 2), "size 3"),
    ("diag.default", (X[None],), "rank 3"),
    ("diagonal.default", (X, 0, 1, 1), "axis"),
    ("roll.default", (X, [1, 2], [0]), "2 shifts"),
    ("tril.default", (X[0],), "at least 2"),
    ("unfold.default", (X, 1, 4, 1), "size 4"),
    ("unfold.default", (X, 1, 1, 0), "0 apart"),
    ("as_strided.default", (X, [2, 3], [3, 2]), "element 7 of 6"),
    ("as_strided.default", (X, [2], [-1]), "none below 0"),
    ("as_strided_scatter.default", (X, X, [2, 3], [3, 2]), "element 7 of 6"),
    ("as_strided_scatter.default", (X, X, [3, 2], [2, 1]), "expected the same"),
    ("pixel_shuffle.default", (X[None], 2), "multiples"),
    ("pixel_unshuffle.default", (X[None], 2), "multiples"),
    ("channel_shuffle.default", (X[None], 3), "multiple"),
    ("meshgrid.indexing", ([X], "ab"), "'ij' or 'xy'"),
    ("index.Tensor", (X, [np.array([2])]), "out of bounds"),
    ("index.Tensor", (X, [None, None, np.array([0])]), "rank 2"),
    ("index.Tensor", (X, [X]), "expected integers"),
    ("index.Tensor", (X, [BOOLS[:, :2]]), "boolean"),
    ("index_put.default", (X, [np.array([0])], INTS), "one type"),
    ("index_select.default", (X, 0, np.array([-1])), "expected 0 to 1"),
    ("index_select.default", (X, 0, np.array([[0]])), "vector"),
    ("index_add.default", (X, 0, np.array([0]), X), "expected (1, 3)"),
    ("index_copy.default", (X, 0, np.array([2]), X[:1]), "expected 0 to 1"),
    ("take.default", (X, np.array([6])), "out of bounds"),
    ("gather.default", (X, 1, np.array([[3]])), "expected 0 to 2"),
    ("gather.default", (X, 1, np.array([[-1]])), "expected 0 to 2"),
    ("gather.default", (X, 1, np.array([0])), "one rank"),
    ("gather.default", (X, 1, np.zeros((3, 1), int)), "smaller"),
    ("scatter.src", (X, 1, np.array([[3]]), X), "expected 0 to 2"),
    ("scatter.src", (X, 1, np.array([[0, 1]]), X[:, :1]), "smaller"),
    ("scatter.src", (X, 1, np.array([[0]]), INTS), "one type"),
    ("scatter_reduce.two", (X, 1, np.array([[0]]), X, "median"), "expected 'sum'"),
    ("select_scatter.default", (X, X, 0, 0), "shape (2, 3)"),
    ("slice_scatter.default", (X, X, 0, 0, 1), "shape (2, 3)"),
    ("masked_select.default", (X, INTS), "expected bool"),
    ("masked_scatter.default", (X, BOOLS, X[0, :2]), "2 elements"),
    ("one_hot.default", (X,), "int64"),
    ("one_hot.default", (INTS, 3), "expected 0 to 2"),
    ("bucketize.Tensor", (X, X), "vector"),
    ("searchsorted.Tensor", (X, X[:1]), "as many"),
    ("_to_copy.default", (X, "float23"), "not a tensor type"),
    ("view_as_complex.default", (X,), "last dimension of size 2"),
    ("view_as_complex.default", (INTS,), "expected float32"),
    ("view_as_real.default", (X,), "expected complex64"),
    ("imag.default", (X,), "expected complex64"),
    ("complex.default", (X, X.astype(np.float64)), "one type"),
    ("heaviside.default", (X, INTS), "one type"),
    ("linalg_cross.default", (X[:, :2], X[:, :2]), "size 3"),
    ("trace.default", (X[0],), "expected a matrix"),
    ("sum_to_size.default", (X, [2, 2]), "broadcasts to"),
    ("flipud.default", (np.float32(1).reshape(()),), "0-d"),
    ("block_diag.default", ([X[None]],), "matrices"),
    ("hsplit.int", (X, 2), "equal parts"),
    ("vsplit.int", (X[0], 1), "dimension 1"),
    ("bincount.default", (INTS,), "expected a vector"),
    ("bincount.default", (np.array([-1]),), "expected 0 to"),
]


@pytest.mark.parametrize(
    ("name", "args", "message"), REFUSED, ids=lambda value: value if isinstance(value, str) else ""
)
def test_wrong_arguments_are_refused(name: str, args: tuple[Any, ...], message: str) -> None:
    with pytest.raises((ValueError, TypeError, IndexError)) as caught:
        call(f"aten.{name}", args, {})
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("name", "args"),
    [
        ("full.default", ([1 << 20, 1 << 20], 0)),
        ("zeros.default", ([1 << 40],)),
        ("new_zeros.default", (X, [1 << 40])),
        ("arange.default", (1 << 40,)),
        ("linspace.default", (0, 1, 1 << 40)),
        ("eye.default", (1 << 20,)),
        ("tril_indices.default", (1 << 20, 1 << 20)),
        ("repeat.default", (X, [1 << 20, 1 << 20])),
        ("repeat_interleave.self_int", (X, 1 << 40)),
        ("one_hot.default", (INTS, 1 << 40)),
        ("diag_embed.default", (np.zeros(1 << 17, np.float32),)),
    ],
)
def test_large_arrays_are_seen_before_anything_is_allocated(name: str, args: tuple[Any, ...]) -> None:
    assert cost(f"aten.{name}", args, {}) > 1 << 33


@pytest.mark.parametrize(
    ("name", "args"),
    [
        ("split.Tensor", (np.broadcast_to(X[0], (1 << 20, 3)), 1)),
        ("chunk.default", (X[:0], 1 << 20)),
        ("tensor_split.sections", (X, 1 << 20)),
        ("unbind.int", (np.broadcast_to(X[0], (1 << 20, 3)),)),
    ],
)
def test_too_many_parts_are_refused(name: str, args: tuple[Any, ...]) -> None:
    with pytest.raises(LimitError, match="too many parts"):
        call_kernel(f"aten.{name}", *args)


def cost(name: str, args: Any, kwargs: Any) -> int:
    """The bytes that a call takes at most, as far as its arguments make sense."""
    known = sizing(name)
    assert known is not None
    try:
        return known.estimate(*KERNELS[name].bound(*args, **kwargs)).bytes if known.estimate else 0
    except Exception:  # noqa: BLE001  the kernel is going to say what is wrong with them
        return 0


class Arguments:
    """Arguments of the right kind and of any value, as a broken or hostile file may have them."""

    def __init__(self, name: str) -> None:
        self._random = random.Random(name)

    def __call__(self, name: str) -> tuple[list[Any], dict[str, Any]]:
        positional, named = [], {}
        for parameter in TESTED[name].parameters or ():
            if not parameter.required and self._random.random() < 0.4:
                continue
            if parameter.keyword_only:
                named[parameter.name] = self._value(parameter)
            else:
                positional.append(self._value(parameter))
        return positional, named

    def _value(self, parameter: KernelParameter) -> Any:
        if parameter.optional and self._random.random() < 0.3:
            return None
        if parameter.is_list:
            return [self._item(parameter.kind) for _ in range(self._random.randrange(4))]
        return self._item(parameter.kind)

    def _item(self, kind: str) -> Any:
        choose = self._random.choice
        if kind == "Tensor":
            shape = choose([(), (0,), (1,), (3,), (2, 3), (1, 3), (2, 0), (2, 1, 3), (1, 4, 2, 2)])
            values = [choose([0, 1, 2, -1, 3, -7, 0.5, 100]) for _ in range(int(np.prod(shape)))]
            return np.array(values, np.float64).reshape(shape).astype(dtype_of(choose(TYPES)))
        return choose(
            {
                "int": [0, 1, 2, 3, -1, -2, 7, 100, -100, 1 << 31, (1 << 63) - 1, -(1 << 63)],
                "Scalar": [0, 1, -1, 2.5, True, np.inf, -np.inf, np.nan, 300, 1 << 62],
                "float": [0.0, 1.0, -1.0, np.inf, np.nan],
                "bool": [False, True],
                "dtype": [*TYPES, "float23"],
                "str": each("none tanh sum mean prod amax add left right xy floor trunc unknown"),
            }.get(kind, [None, "cpu"])
        )


HOSTILE_OF = by_module(sorted(TESTED.keys() - RANDOM))


@pytest.mark.sample(each=4)
@pytest.mark.parametrize("module", HOSTILE_OF)
def test_no_argument_gives_anything_but_a_result_or_an_error(module: str) -> None:
    check_all(HOSTILE_OF[module], check_hostile_arguments)


def check_hostile_arguments(name: str) -> None:
    arguments = Arguments(name)
    for _ in range(40):
        args, kwargs = arguments(name)
        if cost(name, args, kwargs) > 1 << 24:
            continue
        try:
            result = call(name, args, kwargs)
        except (ValueError, TypeError, IndexError):
            continue
        results = result if isinstance(result, tuple) else (result,)
        assert all(type(item) in {np.ndarray, bool} for item in results)


# The error function and its complement, by a program of arbitrary precision.
ERF = {
    0.125: (0.14031620480133382, 0.85968379519866618),
    0.25: (0.27632639016823693, 0.72367360983176307),
    0.5: (0.52049987781304654, 0.47950012218695346),
    0.75: (0.71115563365351513, 0.28884436634648487),
    1.5: (0.96610514647531073, 0.033894853524689273),
    2.5: (0.99959304798255504, 0.00040695201744495894),
    3.5: (0.99999925690162766, 7.4309837234141275e-7),
    5.0: (0.9999999999984625, 1.5374597944280349e-12),
    10.0: (1.0, 2.0884875837625448e-45),
    25.0: (1.0, 8.3001725711965227e-274),
}


@pytest.mark.parametrize(("dtype", "units"), [(np.float32, 2), (np.float64, 4)])
def test_error_function_is_exact_to_the_last_places(dtype: Any, units: int) -> None:
    erf, erfc = (partial(call_kernel, f"aten.{name}.default") for name in ("erf", "erfc"))
    for x, (inside, outside) in ERF.items():
        at = np.array([x, -x], dtype)
        np.testing.assert_array_max_ulp(erf(at), np.array([inside, -inside], dtype), units)
        np.testing.assert_array_max_ulp(erfc(at), np.array([outside, 1 + inside], dtype), units)


#: What is computed in another way when there are many elements, with the arguments after the array.
LARGE: dict[str, tuple[Any, ...]] = {
    **{
        f"{name}.default": ()
        for name in each("elu erf gelu hardswish leaky_relu log_sigmoid mish relu relu6 sigmoid silu")
    },
    **{f"{name}.int": (-1,) for name in each("softmax log_softmax")},
    "clamp.default": (-1, 0.5),
    "clamp_min.default": (0.5,),
    "clamp_max.default": (0.5,),
    "masked_fill.Scalar": (np.arange(257) % 3 == 0, 7),
    "where.ScalarSelf": (2, np.linspace(1, 2, 257, dtype=np.float32)),
}


@pytest.mark.parametrize("dtype", [np.float32, np.float64, np.float16])
@pytest.mark.parametrize("name", LARGE)
def test_many_elements_are_computed_as_few(name: str, dtype: Any) -> None:
    """More than one block, a part of a block at the end, an array that is not contiguous, and NaN and infinities."""
    rows = np.linspace(-8, 8, 300 * 257).astype(dtype).reshape(300, 257)
    if "softmax" not in name:
        rows[7, :4] = np.nan, np.inf, -np.inf, 0
    if name == "where.ScalarSelf":
        rows = rows > 0
    expected = np.stack([call(f"aten.{name}", (row, *LARGE[name]), {}) for row in rows])
    for order in ("C", "F"):
        result = call(f"aten.{name}", (rows, *LARGE[name]), {}, order)
        assert result.dtype == expected.dtype
        np.testing.assert_allclose(result, expected, rtol=1e-5 if dtype != np.float16 else 2e-3)


# Against PyTorch.


def pytorch(name: str, args: Any, kwargs: Any) -> Any:
    """What PyTorch gives, as arrays; types and memory formats are named by strings."""
    from tests.kernels import torch_oracle

    parameters = KERNELS[name].parameters or ()
    by_name = {parameter.name: parameter for parameter in parameters}
    converted = [_torch_name(parameter.kind, value) for parameter, value in zip(parameters, args, strict=False)]
    named = {key: _torch_name(by_name[key].kind, value) for key, value in kwargs.items()}
    return torch_oracle.call(name, converted, named)


def _torch_name(kind: str, value: Any) -> Any:
    import torch

    if not isinstance(value, str) or kind not in {"dtype", "layout", "memory_format"}:
        return value
    return getattr(torch, value, value)


def compare(name: str, args: Any, kwargs: Any, order: str = "C") -> bool:
    """Compare a call with PyTorch; False where PyTorch refuses it."""
    try:
        expected = pytorch(name, args, kwargs)
    except (RuntimeError, IndexError, TypeError, ValueError):
        return False
    check_same(call(name, args, kwargs, order), expected)
    return True


@pytest.mark.nightly  # neither has to do with the kernels, and kernels are compared with both
@pytest.mark.parametrize("module", CASES_OF)
def test_stored_results_are_what_pytorch_gives(module: str, torch: Any) -> None:
    def check(case: Case) -> None:
        check_same(stored(case), pytorch(case.name, case.args, case.kwargs))

    check_all(CASES_OF[module], check)


VARIANTS = {
    "reversed": (np.float32, "F"),
    "with gaps": (np.float32, "gaps"),
    "float64": (np.float64, "C"),
    "float16": (np.float16, "gaps"),
    "bfloat16": (ml_dtypes.bfloat16, "F"),
}


def as_variant(value: Any, dtype: Any) -> Any:
    """Float arrays in another type."""
    if isinstance(value, list):
        return [as_variant(item, dtype) for item in value]
    return value.astype(dtype) if isinstance(value, np.ndarray) and value.dtype == np.float32 else value


NAMES_OF = by_module(BY_NAME)


@pytest.mark.sample(each=3)
@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("module", NAMES_OF)
def test_kernels_give_what_pytorch_gives(module: str, variant: str, torch: Any) -> None:
    check_all(NAMES_OF[module], lambda name: check_variant(name, *VARIANTS[variant]))


def check_variant(name: str, dtype: Any, order: str) -> None:
    order = "C" if name.startswith("aten.as_strided") else order  # which is about where the elements lie
    for case in BY_NAME[name]:
        done = compare(name, [as_variant(value, dtype) for value in case.args], case.kwargs, order)
        assert done or dtype != np.float32


@cache
def numbers(dtype: str, shape: tuple[int, ...], start: int = 0) -> np.ndarray:
    """Different small numbers without 0, negative ones among them where the type has them."""
    halves = (np.arange(int(np.prod(shape))) * 7 + start) % 11 - 4.5
    if dtype == "uint8":
        halves = np.abs(halves)
    wide = halves.reshape(shape) if "float" in dtype else np.round(halves * 2).reshape(shape)
    return read_only(np.asarray(wide > 0) if dtype == "bool" else wide.astype(dtype_of(dtype)))


def read_only(array: np.ndarray) -> np.ndarray:
    array.flags.writeable = False
    return array


def _is_elementwise(name: str, operands: int) -> bool:
    """Whether a kernel takes so many numbers or arrays, and nothing else that must be given."""
    module = TESTED[name].function.__module__.rpartition(".")[2]
    required = [parameter for parameter in TESTED[name].parameters or () if parameter.required]
    return (
        module in each("_pointwise activation arithmetic elementwise")
        and name in BY_NAME
        and len(required) == operands
        and all(parameter.kind in {"Tensor", "Scalar"} for parameter in required)
    )


@pytest.mark.parametrize("name", sorted(name for name in TESTED if _is_elementwise(name, 1)))
def test_functions_of_one_array_give_what_pytorch_gives(name: str, torch: Any) -> None:
    """Over all types, shapes with and without elements, and numbers at the edge."""
    extra = (-2, 3) if name.startswith("aten.clamp.") and name.endswith("default") else ()
    done = [
        compare(name, (numbers(dtype, shape), *extra), {}, order)
        for dtype in TYPES
        for shape in ((), (0,), (3, 4), (2, 0, 3))
        for order in ("C", "gaps")
    ]
    assert any(done) or name == "aten.clamp.Tensor"
    edge = np.array([0, -0.0, 1e-30, -1e-30, 100, -100, 88, -88, 1e4, -1e4, 0.5, -0.5, np.inf, -np.inf, np.nan])
    if name in {"aten.gelu.default", "aten.signbit.default"}:
        edge = edge[:-3]  # gelu(inf) depends on the length of the array in PyTorch; NaN has no sign that means anything
    for dtype in each("float16 bfloat16 float32 float64"):
        compare(name, (edge.astype(dtype_of(dtype)), *extra), {})


@pytest.mark.sample(each=3)
@pytest.mark.parametrize("name", sorted(name for name in TESTED if _is_elementwise(name, 2)))
def test_functions_of_two_operands_give_what_pytorch_gives(name: str, torch: Any) -> None:
    """Over all pairs of types, arrays of several dimensions, of none, and numbers, and over broadcasting."""
    keywords = [{"rounding_mode": mode} for mode in (None, "floor", "trunc")] if name.endswith("_mode") else [{}]
    required = [parameter for parameter in TESTED[name].parameters or () if parameter.required]
    arrays = [(dtype, shape) for dtype in TYPES for shape in ((), (3, 4))]
    choices = [arrays if parameter.kind == "Tensor" else [True, 3, -2, 2.5, 300] for parameter in required[:2]]
    done = False
    for pair, kwargs in product(product(*choices), keywords):
        if name == "aten.pow.Tensor_Scalar" and pair[0][0] == "bool" and pair[1] is True:
            continue  # the first power of a bool is the only one that PyTorch gives as bool
        args = [numbers(*item, start) if isinstance(item, tuple) else item for start, item in enumerate(pair)]
        done |= compare(name, args, kwargs)
    assert done
    if all(parameter.kind == "Tensor" for parameter in required[:2]):
        for dtype, shapes, kwargs in product(TYPES, (((3, 1), (4,)), ((0, 4), (4,)), ((2, 1, 4), (3, 1))), keywords):
            compare(name, [numbers(dtype, shape) for shape in shapes], kwargs)


@cache
def different(dtype: str, shape: tuple[int, ...]) -> np.ndarray:
    """Different numbers, so that there is one answer to where the largest one is."""
    count = int(np.prod(shape))
    order = (np.arange(count) * 7) % max(count, 1)
    if dtype == "bool":
        return read_only(np.asarray(order % 3 > 0).reshape(shape))
    wide = (order - count // 2) / 4 if "float" in dtype else order
    return read_only(wide.astype(dtype_of(dtype)).reshape(shape))


SHAPES = ((), (5,), (3, 4), (2, 3, 4), (0,), (0, 3), (2, 0, 3))
LISTS = ([0], [-1], [0, -1], [0, 1], [2], [0, 0])
KEEP = (False, True)
#: What the arguments after the array are tried with, by operation; dimensions that are not there must be refused.
ALONG: dict[str, list[tuple[Any, ...]]] = {
    "sum.dim_IntList mean.dim any.dims all.dims": list(product((None, [], *LISTS), KEEP)),
    "amax amin logsumexp": list(product(LISTS, KEEP)),
    "prod.dim_int max.dim min.dim any.dim all.dim argmax argmin median.dim": list(product((0, -1, 1, -2, 3), KEEP)),
    "cumsum cumprod cummax cummin logcumsumexp count_nonzero softmax.int log_softmax.int _safe_softmax": [
        (0,), (-1,), (1,), (-2,), (3,)
    ],
    "_softmax _log_softmax sort argsort": list(product((0, -1, 1, -2, 3), KEEP)),
    "topk": list(product((1, 2, 4), (0, -1, 1), KEEP)),
    "kthvalue": list(product((0, 1, 2, 4), (0, -1, 1), KEEP)),
    "var.dim std.dim var_mean.dim std_mean.dim": list(product((None, [], *LISTS), KEEP, KEEP)),
    "linalg_vector_norm": list(product((0, 1, 2, 2.5, -1, np.inf, -np.inf), (None, *LISTS), KEEP)),
    "norm.ScalarOpt_dim": list(product((None, 1), LISTS, KEEP)),
    "flip": [(dims,) for dims in ([], *LISTS)],
    "squeeze.dims": [(dims,) for dims in ([], *LISTS)],
    "squeeze.dim unsqueeze unbind.int": [(dim,) for dim in (0, -1, 1, -2, 3)],
    "split.Tensor chunk": list(product((0, 1, 2, 3), (0, -1, 2))),
    "flatten.using_ints": list(product((0, 1, -1), (0, 1, -1))),
    "select.int": list(product((0, -1, 2), (0, -1, 2))),
    "slice.Tensor": list(product((0, -1), (None, 1, -2), (None, 2, -1, 100), (1, 2))),
    "sum mean prod max min any all argmax argmin median aminmax norm.Scalar squeeze var std": [()],
    "tril triu": [(0,), (1,), (-1,)],
}  # fmt: skip


@pytest.mark.sample(each=4)
@pytest.mark.parametrize("name", sorted(name for names in ALONG for name in each(names)))
def test_functions_along_dimensions_give_what_pytorch_gives(name: str, torch: Any) -> None:
    """Over types, shapes with and without elements, dimensions from either end, and those that are not there."""
    full = f"aten.{name}" if "." in name else f"aten.{name}.default"
    choices = next(args for names, args in ALONG.items() if name in each(names))
    done = False
    for dtype, shape, args in product(each("bool uint8 int64 float16 bfloat16 float32 float64"), SHAPES, choices):
        x = different(dtype, shape)
        try:
            expected = pytorch(full, (x, *args), {})
        except IndexError:
            with pytest.raises((IndexError, ValueError, TypeError)):
                call(full, (x, *args), {})
            continue
        except (RuntimeError, TypeError, ValueError):
            continue  # PyTorch has no such operation for the type; whether there is one here is tried by REFUSED
        actual = outcome(full, (x, *args))
        if isinstance(actual, Exception):
            assert x.size == 0, f"{dtype}{shape} {args}: {actual}"
            continue
        check_same(actual, expected)
        done = True
    assert done


def outcome(name: str, args: Any) -> Any:
    """The result, or the error that a wrong argument gives."""
    try:
        return call(name, args, {}, "gaps")
    except (ValueError, TypeError, IndexError) as error:
        return error


@pytest.mark.parametrize(
    ("name", "args", "message"), REFUSED, ids=lambda value: value if isinstance(value, str) else ""
)
def test_pytorch_refuses_the_same(name: str, args: tuple[Any, ...], message: str, torch: Any) -> None:
    with pytest.raises((RuntimeError, IndexError, TypeError, ValueError)):
        pytorch(f"aten.{name}", args, {})
