"""What quantization costs, tensor by tensor and output by output."""

from __future__ import annotations

import math
from pathlib import Path

import ml_dtypes
import numpy as np
import pytest

import nacformats
from nacformats.compiler.comparing import error_of, quantization_report
from nacformats.errors import InvalidError
from nacformats.formats.nac import NacFile
from nacformats.runtime.session import Session
from tests.compiler.drafts import Draft

#: Method -> bytes of a weight of 64 x 96 float32 (24,576) and its scales, and a bound of its relative error.
METHODS = {
    "FP16": (12_288, 5e-4),
    "INT8_TENSOR": (6_144 + 4, 2e-2),
    "INT8_CHANNEL": (6_144 + 4 * 64, 2e-2),
    "BLOCK_FP8": (6_144 + 4 * 96, 1e-2),
}


def model(quantize: str | None, *, external: bool = False, dtype: type = np.float32) -> NacFile:
    """linear, gelu, and a table of integers as a second output."""
    generator = np.random.default_rng(7)
    draft = Draft()
    x = draft.input("x", "n", 96, dtype=dtype)
    weight = draft.weight("fc.weight", generator.standard_normal((64, 96)).astype(dtype))
    bias = draft.weight("fc.bias", np.zeros(64, dtype))
    table = draft.weight("table", np.arange(5))
    y = draft.operation("aten.gelu.default", draft.operation("aten.linear.default", x, weight, bias))
    draft.graph.output_names = ("y", "table")
    return draft.lower(y, table, quantize=quantize, external_weights=external)


@pytest.mark.parametrize("external", [False, True])
@pytest.mark.parametrize("method", METHODS)
def test_errors_and_sizes(method: str, external: bool, tmp_path: Path) -> None:
    x = np.random.default_rng(3).standard_normal((4, 96)).astype(np.float32)
    nacformats.dump(model(method, external=external), tmp_path / "small.nac")
    with nacformats.load(tmp_path / "small.nac") as small:
        report = quantization_report(model(None), small, [x])
        assert not list(nacformats.validate(tmp_path / "small.nac"))
    weight, bias, table = report.tensors
    size, bound = METHODS[method]
    assert (weight.name, weight.shape, weight.dtype, weight.method) == ("fc.weight", (64, 96), "float32", method)
    assert (weight.bytes_before, weight.bytes_after) == (24_576, size)
    assert 0 < weight.error.relative < bound
    assert 0 < weight.error.largest < 0.03
    assert (bias.error.largest, bias.error.relative) == (0, 0)
    assert (table.method, table.dtype, table.error.largest) == ("NONE", "int64", 0)
    y, same = report.outputs
    assert (y.name, y.type) == ("y", "float32[4, 64]")
    assert 0 < y.error.relative < 3 * bound
    assert same.error.largest == 0
    text = str(report)
    assert all(each in text for each in ("fc.weight", "64x96", method, "24.0 KiB", "total", "output", "float32[4, 64]"))


def test_without_quantization_there_is_no_error() -> None:
    report = quantization_report(model(None), model(None), {"x": np.ones((1, 96), np.float32)})
    assert {each.error.largest for each in (*report.tensors, *report.outputs)} == {0}
    assert report.bytes_before == report.bytes_after == 24_576 + 256 + 40


@pytest.mark.parametrize("method", [None, *METHODS])
@pytest.mark.parametrize("dtype", [np.float16, np.float64, ml_dtypes.bfloat16])
def test_a_model_keeps_its_dtype(dtype: type, method: str | None) -> None:
    nac = nacformats.loads(nacformats.dumps(model(method, dtype=dtype)))
    with Session(nac) as session:
        y, table = session.run([np.ones((2, 96), dtype)])
    assert (y.dtype, table.dtype) == (np.dtype(dtype), np.dtype(np.int64))
    report = quantization_report(model(None, dtype=dtype), nac, [np.ones((2, 96), dtype)])
    assert max(each.error.relative for each in (*report.tensors, *report.outputs)) < 3e-2


def test_the_error_of_arrays() -> None:
    exact = np.array([3.0, 4.0, math.inf, math.nan])
    error = error_of(exact, np.array([3.0, 4.5, math.inf, math.nan]))
    assert (error.largest, error.relative) == (0.5, pytest.approx(0.1))
    assert error_of(exact, np.array([3.0, 4.0, 1.0, math.nan])).largest == math.inf
    assert error_of(np.zeros(2), np.ones(2)).relative == math.inf
    assert error_of(np.zeros(0), np.zeros(0)).relative == 0
    big = np.ones((1 << 20) + 5, np.float32)
    assert error_of(big, big + np.float32(1)).relative == pytest.approx(1)


def test_other_parameters() -> None:
    draft = Draft()
    other = draft.lower(draft.weight("w", np.zeros(2, np.float32)))
    with pytest.raises(InvalidError, match="same parameters"):
        quantization_report(model(None), other)
    draft = Draft()
    with pytest.raises(InvalidError, match="another shape"):
        quantization_report(other, draft.lower(draft.weight("w", np.zeros(3, np.float32))))
