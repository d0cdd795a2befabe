"""Every operation that has a form in ONNX gives there what its kernel gives, on all the cases of the kernels' tests."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from nacformats.errors import UnsupportedError
from nacformats.onnx.writing.model import supported
from nacformats.ops.onnx.complex_numbers import COMPLEX_RULES
from nacformats.ops.onnx.emitter import RULES
from nacformats.ops.schemas import KERNELS
from tests.effort import effort
from tests.kernels import layer_cases, tensor_cases
from tests.kernels.calls import call as call_kernel
from tests.kernels.groups import by_module, check_all
from tests.partners import partner
from tests.to_onnx.comparison import MODES, Call, assert_same, in_onnxruntime

partner("onnx")
partner("onnxruntime")

#: Where onnxruntime differs from PyTorch in what hardly any model meets.
KNOWN = {
    "mean.default-1": "the mean of nothing is 0",
    "max.dim-3": "extremes pass over NaN",
    "amax.default-5": "extremes pass over NaN",
    "argmin.default-5": "extremes pass over NaN",
    "median.default-2": "NaN is not the last in order",
    "median.dim-3": "NaN is not the last in order",
    "aten.max_pool2d.default#8": "extremes pass over NaN",
    "aten.max_pool2d.default#9": "a window of minus infinity gives the least number",
    "aten.max_pool2d.default#10": "a window of minus infinity gives the least number",
    "aten.max_pool2d_with_indices.default#8": "extremes pass over NaN",
    "aten.max_pool2d_with_indices.default#10": "a window of minus infinity gives the least number",
    "aten.adaptive_max_pool2d.default#6": "extremes pass over NaN",
    "aten.adaptive_avg_pool2d.default#6": "an empty batch is not reshaped",
}

CASES: list[Any] = [
    case for case in (*tensor_cases.CASES, *layer_cases.CASES) if supported(case.name) and str(case) not in KNOWN
]


@pytest.fixture(autouse=True)
def _quiet() -> Iterator[None]:
    with np.errstate(all="ignore"):
        yield


def arguments(case: Any, dtype: Any = np.float32) -> tuple[Any, dict[str, Any]]:
    found: tuple[Any, dict[str, Any]] = (
        case.arguments(dtype) if isinstance(case, layer_cases.Case) else (case.args, case.kwargs)
    )
    return found


def compared(case: Any, mode: str, dtype: Any = np.float32) -> None:
    args, kwargs = arguments(case, dtype)
    expected = call_kernel(case.name, *args, **kwargs)
    call = Call(case.name, args, kwargs, mode)
    if isinstance(expected, tuple | list):
        places = getattr(case, "outputs", None) or range(len(expected))
        places = [place for place in places if expected[place] is not None]  # gradients that were not asked for
        if not places:
            return
        call.select(places)
        expected = [expected[place] for place in places]
    else:
        expected = [expected]
    expected = call.take_apart([np.asarray(each) for each in expected])
    assert_same(in_onnxruntime(call.graph, call.inputs, like=expected), expected)


CASES_OF = by_module(CASES, lambda case: case.name)


@pytest.mark.sample(each=3)
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("module", CASES_OF)
def test_operations_give_what_their_kernels_give(module: str, mode: str) -> None:
    """In the normal run each case is compared in one mode, and in all of them at night."""
    step = effort(len(MODES), 1)
    check_all(CASES_OF[module][MODES.index(mode) % step :: step], lambda case: supported_in(case, mode))


def test_most_cases_have_a_form() -> None:
    done = Counter(supported_in(case, "weights") for case in CASES[::7])
    assert done[True] > 8 * done[False]


def supported_in(case: Any, mode: str) -> bool:
    """Compare a case, unless it has no form in ONNX."""
    try:
        compared(case, mode)
    except UnsupportedError:
        return False
    return True


def test_what_is_known_to_differ_is_a_case() -> None:
    assert set(KNOWN) <= {str(case) for case in (*tensor_cases.CASES, *layer_cases.CASES)}


def test_every_rule_is_for_an_operation_that_exists() -> None:
    assert set(RULES) | set(COMPLEX_RULES) <= set(KERNELS)
    assert supported("aten.linear.default")
    assert supported("getitem")
    assert not supported("aten.linalg_svd.default")


#: Of each kind of rule one, in the types that runtimes do not compute in.
HALF_CASES = [
    case
    for case in layer_cases.CASES
    if case.name.split(".")[1] in {"linear", "conv2d", "layer_norm", "softmax", "max_pool2d", "embedding"}
    and case.name in RULES
    and case.halves
    and str(case) not in KNOWN
]


def reason(case: Any, dtype: Any) -> str:
    try:
        compared(case, "weights", dtype)
    except UnsupportedError as error:
        return error.reason
    return ""


@pytest.mark.parametrize("dtype", ["float16", "float64"])
@pytest.mark.parametrize("case", HALF_CASES, ids=str)
def test_types_other_than_float32(case: Any, dtype: str) -> None:
    said = reason(case, np.dtype(dtype))
    assert not said or "pools floats only" in said or (dtype == "float64" and "no such operation in float64" in said)


def test_an_integer_divided_by_zero_ends_the_run_and_not_the_process() -> None:
    call = Call("aten.floor_divide.default", [np.array([3, 4]), np.array([1, 2])], {}, "open")
    with pytest.raises(Exception, match="Gather"):
        in_onnxruntime(call.graph, [np.array([3, 4]), np.array([1, 0])], examples=call.inputs)


def test_a_gradient_that_was_not_asked_for_is_no_output() -> None:
    x, ones = np.ones((2, 3), np.float32), np.ones((2, 1), np.float32)
    call = Call("aten.native_layer_norm_backward.default", [x, x, [3], ones, ones, None, None, [False] * 3], {}, "open")
    call.select([0])
    with pytest.raises(UnsupportedError, match="an output that is not a tensor"):
        in_onnxruntime(call.graph, call.inputs)
