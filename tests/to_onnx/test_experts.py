"""Products of groups of rows, as a mixture of experts has them, in onnxruntime."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from nacformats.errors import UnsupportedError
from tests.kernels.calls import call as call_kernel
from tests.partners import partner
from tests.to_onnx.comparison import MODES, Call, assert_same, in_onnxruntime

partner("onnx")
partner("onnxruntime")

NAME = "aten._grouped_mm.default"


def numbers(*shape: int) -> np.ndarray:
    return np.random.default_rng(0).standard_normal(shape).astype(np.float32)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("ends", [[2, 2, 6], [0, 3, 5], None], ids=str)
def test_groups(mode: str, ends: Sequence[int] | None) -> None:
    x = numbers(6, 4) if ends is not None else numbers(3, 6, 4)
    args = [x, numbers(3, 4, 5)] + ([np.array(ends, np.int32)] if ends is not None else [])
    expected = [call_kernel(NAME, *args)]
    call = Call(NAME, args, {}, mode)
    assert_same(in_onnxruntime(call.graph, call.inputs, like=expected), expected)


def test_what_has_no_form() -> None:
    call = Call("aten.histc.default", [numbers(9), 4], {}, "known")
    with pytest.raises(UnsupportedError, match="between the extremes"):
        in_onnxruntime(call.graph, call.inputs)
