"""Quantized parameters: what the numbers are, what the quantizers store, and the corpus."""

from __future__ import annotations

import tracemalloc
from typing import Any

import ml_dtypes
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

import nacformats
from nacformats import InvalidError, UnsupportedError
from nacformats.formats.nac import NacBuilder, Parameter, Quantization
from nacformats.formats.nac.columns.quantizing import store
from tests.nac.samples import COMPLETE, SIGNALLING_NAN32, Case, changed, complete, floats

GRID = np.arange(-6, 6, dtype=np.float32).reshape(3, 4)


def parameter(array: Any, quantize: str | None = None) -> Parameter:
    """A parameter, written and read again."""
    builder = NacBuilder()
    builder.output(builder.parameter("w", array, quantize=quantize))
    return nacformats.loads(nacformats.dumps(builder.build())).parameters["w"]


def test_the_complete_file_by_hand() -> None:
    parameters = nacformats.loads(COMPLETE).parameters
    arrays_by_id = {number: each.array() for number, each in parameters.items() if number != 8}
    np.testing.assert_array_equal(arrays_by_id[1], np.arange(6).reshape(2, 3))
    np.testing.assert_array_equal(arrays_by_id[2], GRID / 2)
    np.testing.assert_array_equal(arrays_by_id[3], GRID * [1, 2, 3, 4])
    np.testing.assert_array_equal(arrays_by_id[4], [0, 0.25, 0.5, 0.75, 8])
    assert arrays_by_id[5] == 1.5
    assert arrays_by_id[6].shape == (0, 4)
    np.testing.assert_array_equal(arrays_by_id[7], [1, 2])
    kinds = {number: (array.dtype.name, array.shape) for number, array in arrays_by_id.items()}
    assert kinds == {
        1: ("float32", (2, 3)),
        2: ("float32", (3, 4)),
        3: ("float32", (3, 4)),
        4: ("float32", (5,)),
        5: ("float32", ()),
        6: ("int64", (0, 4)),
        7: ("float32", (2,)),
    }
    assert parameters[7].stored().dtype == ml_dtypes.bfloat16
    assert parameters[3].stored().tolist() == GRID.tolist()
    assert [parameters[number].quantization for number in range(1, 6)] == [0, 2, 3, 4, 1]
    assert parameters[4].shape == (5,)
    assert parameters[4].scaling.block_size == 4


def test_nothing_is_copied_when_nothing_is_to_do() -> None:
    each = nacformats.loads(COMPLETE).parameters[1]
    assert np.shares_memory(each.array(), each.raw)


@pytest.mark.parametrize("name", ["f4", "f8", "f2", "i4", "i8", "i2", "i1", "u1", "?"])
def test_every_dtype(name: str) -> None:
    array = np.array([[0, 1, 1], [1, 0, 1]], name)
    found = parameter(array)
    assert found.dtype == array.dtype
    np.testing.assert_array_equal(found.array(), array)


def test_bfloat16_and_other_layouts() -> None:
    array = np.arange(6).reshape(2, 3).astype(ml_dtypes.bfloat16)
    assert parameter(array).stored().tolist() == array.tolist()
    assert parameter(array).array().dtype == np.float32
    for other in (GRID.T, GRID[::-1, ::2], GRID.astype(">f4"), np.asfortranarray(GRID)):
        np.testing.assert_array_equal(parameter(other).array(), other)
    assert parameter(3.5).array() == 3.5


def test_a_dtype_that_the_format_has_not() -> None:
    for array in (np.array([1j]), np.array([1], "u2"), np.array(["x"])):
        with pytest.raises(UnsupportedError, match="no number for this dtype"):
            NacBuilder().parameter("w", array)


def test_int8_tensor() -> None:
    found = parameter([[-254.0, 1], [3, 127]], "INT8_TENSOR")
    assert found.quantization is Quantization.int8_tensor
    assert found.scaling.scales.tolist() == [2.0]
    assert found.stored().tolist() == [[-127, 0], [2, 64]]  # 0.5 and 1.5 and 63.5 go to the even neighbour
    assert found.array().tolist() == [[-254, 0], [4, 128]]


def test_int8_channel() -> None:
    found = parameter([[[127.0, -3]], [[0, 0]], [[254, 3]]], "INT8_CHANNEL")
    assert found.quantization is Quantization.int8_channel
    assert (found.scaling.axis, found.scaling.scales.tolist()) == (0, [1.0, np.float32(1e-9), 2.0])
    assert found.stored().tolist() == [[[127, -3]], [[0, 0]], [[127, 2]]]


@pytest.mark.parametrize("array", [np.float32(5), np.array([1.0, 2], "f4")])
def test_int8_channel_without_a_second_axis_is_int8_tensor(array: Any) -> None:
    found = parameter(array, "INT8_CHANNEL")
    assert found.quantization is Quantization.int8_tensor
    np.testing.assert_allclose(found.array(), array, rtol=0.01)


def test_block_fp8() -> None:
    array = np.zeros((2, 64), np.float32)
    array[0, :3] = [254, -254, 3]
    found = parameter(array[:, :50], "BLOCK_FP8")
    assert found.quantization is Quantization.block_fp8
    assert (found.scaling.block_size, found.scaling.shape, found.scaling.scales.tolist()) == (64, (2, 50), [2.0, 1.0])
    assert found.stored().shape == (128,)
    assert found.stored()[:4].tolist() == [127, -127, 2, 0]
    np.testing.assert_array_equal(found.array()[0, :4], [254, -254, 4, 0])


def test_a_single_number_is_not_stored_in_blocks() -> None:
    found = parameter(np.float32(5), "BLOCK_FP8")
    assert (found.quantization, found.stored().shape, float(found.array())) == (Quantization.none, (), 5)


def test_fp16() -> None:
    found = parameter([1.0, 2 / 3], "FP16")
    assert (found.quantization, found.dtype, found.array().dtype) == (Quantization.fp16, np.float16, np.float32)
    assert found.array().tolist() == [1, np.float16(2 / 3)]


@pytest.mark.parametrize("method", ["FP16", "INT8_TENSOR", "INT8_CHANNEL", "BLOCK_FP8"])
def test_what_cannot_be_quantized_is_stored_as_it_is(method: str) -> None:
    for array in (np.array([[1, 2]]), np.array([True]), np.array([0, -np.inf], "f4"), np.array([np.nan])):
        found = parameter(array, method)
        assert found.quantization is Quantization.none
        np.testing.assert_array_equal(found.array(), array)
    assert parameter([65504.0, 65536.0], "FP16").quantization is Quantization.none
    assert parameter(np.zeros((0, 3), "f4"), method).array().shape == (0, 3)
    assert np.isfinite(parameter(np.array([[1e-45, 0]], "f4"), method).array()).all()


numbers = arrays.arrays(
    np.float32,
    arrays.array_shapes(min_dims=0, max_dims=3, max_side=9),
    elements=st.floats(-(2.0**100), 2.0**100, width=32),
)


@given(numbers, st.sampled_from(["INT8_TENSOR", "INT8_CHANNEL", "BLOCK_FP8"]))
def test_no_number_is_off_by_more_than_half_a_step(array: np.ndarray[Any, Any], method: str) -> None:
    found = parameter(array, method)
    assert found.shape == array.shape
    step = np.max(np.abs(array), initial=0).astype(np.float64) / 127
    np.testing.assert_allclose(found.array(), array, rtol=1e-6, atol=step * 0.501 + 1e-30)


def test_a_file_whose_header_alone_says_fp16() -> None:
    """Compilers mark tensors of FP16 files as not quantized; in other files such a tensor is float16."""
    data = complete()["DATA"]
    data["tensors"][4]["quant"] = 0
    for method, expected in ((1, "float32"), (0, "float16")):
        assert nacformats.loads(changed(DATA=data, method=method)).parameters[5].array().dtype == expected


def test_scales_keep_their_bits() -> None:
    data = complete()["DATA"]
    data["tensors"][1]["scales"] = bytes.fromhex("0100807f")
    file = changed(DATA=data)
    assert nacformats.dumps(nacformats.loads(file)) == file


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize(("index", "count"), [(1, 1), (2, 4), (3, 2)])
def test_any_scale_is_a_scale(index: int, count: int) -> None:
    """Signalling NaNs and infinities give no warning, just numbers."""
    data = complete()["DATA"]
    for scale in (SIGNALLING_NAN32, floats(np.inf), floats(3e38)):
        data["tensors"][index]["scales"] = scale * count
        found = nacformats.loads(changed(DATA=data)).parameters[index + 1].array()
        assert not np.isfinite(found).all()


@pytest.mark.parametrize("shape", [(3, (1 << 20) + 5), (70_000, 33), (1, 1), (0, 4), (4, 0), (2, 3, 5)])
def test_large_arrays_are_quantized_tile_by_tile(shape: tuple[int, ...]) -> None:
    array = np.random.default_rng(0).standard_normal(shape, np.float32)
    largest = np.abs(array).max(axis=tuple(range(1, array.ndim)), initial=0, keepdims=True)
    found = parameter(array, "INT8_CHANNEL")
    scales = np.where(largest == 0, np.float32(1e-9), largest / np.float32(127))
    np.testing.assert_array_equal(found.scaling.scales, scales.reshape(-1))
    np.testing.assert_array_equal(found.stored(), np.rint(array / scales))


@pytest.mark.parametrize("method", ["INT8_TENSOR", "INT8_CHANNEL"])
def test_quantizing_takes_little_memory(method: str) -> None:
    array = np.ones((64, 1 << 18), np.float32)
    tracemalloc.start()
    try:
        store(array, Quantization[method.lower()])
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < array.nbytes * 0.75, "the elements are a quarter, and so is what tells that all are finite"


def test_a_contradiction_names_the_parameter() -> None:
    data = complete()["DATA"]
    data["tensors"][3]["scales"] = floats(1)
    with pytest.raises(InvalidError, match=r'parameter 4 "layer.4.weight": each block needs one scale') as caught:
        nacformats.loads(changed(DATA=data), strict=False).parameters[4].array()
    assert caught.value.path == "data.tensors[3].meta.scaling.num_scales"


def test_a_shape_that_numpy_cannot_hold() -> None:
    data = complete()["DATA"]
    data["tensors"][0] |= {"dims": (2**32 - 1, 2**32 - 1, 2**32 - 1, 0), "raw": b""}
    file = nacformats.loads(changed(DATA=data))
    with pytest.raises(UnsupportedError, match="NumPy cannot hold this shape"):
        file.parameters[1].array()


def test_the_corpus(cases: list[Case]) -> None:
    """All parameters can be read; their dtypes are those of the program before it was quantized."""
    seen = set()
    for case in cases:
        with nacformats.load(case.path) as file:
            for each in file.parameters.values():
                seen.add(each.quantization)
                if each.dtype is not None:
                    assert each.array().shape == each.shape, case.name
                    assert each.quantization is Quantization.none or each.array().dtype == np.float32
    assert {Quantization.none, Quantization.fp16, Quantization.int8_tensor, Quantization.block_fp8} <= seen


def test_the_corpus_was_quantized_by_the_same_rules(cases: list[Case]) -> None:
    """One small model was stored in several ways; quantizing its plain weights gives the stored ones."""
    stored = {case.name: nacformats.load(case.path).parameters for case in cases if case.name.startswith("quant_")}
    plain = {each.name: each.array() for each in stored.pop("quant_none").values()}
    compared = 0
    for name, parameters in stored.items():
        for each in parameters.values():
            if each.quantization in (Quantization.none, Quantization.fp16) or each.name not in plain:
                continue
            again = parameter(plain[each.name], each.quantization.name)
            np.testing.assert_array_equal(again.stored(), each.stored(), err_msg=f"{name}: {each.name}")
            np.testing.assert_allclose(again.scaling.scales, each.scaling.scales, rtol=1e-6)
            compared += 1
    assert compared >= 4
