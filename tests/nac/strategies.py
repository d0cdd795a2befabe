"""Random NAC files, built as a user builds them."""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from nacformats.formats.nac import MemoryAction, NacBuilder, NacFile, Value

METHODS = (None, "FP16", "INT8_TENSOR", "INT8_CHANNEL", "BLOCK_FP8")
DTYPES = [np.dtype(kind) for kind in ("f4", "f8", "f2", "i4", "i8", "i2", "i1", "u1", "?")]
NAMES = ("nac.add", "nac.arange", "aten.linear.default", "aten.mul.Tensor", "größe", "x\0y")

names = st.text(st.characters(codec="utf-8"), max_size=12)
floats = st.floats(allow_nan=True) | st.just(-0.0)
constants = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(2**63), 2**63 - 1),
    floats,
    names,
    st.lists(st.integers(-(2**31), 2**31 - 1), max_size=4),
    st.lists(st.floats(width=32), min_size=1, max_size=4),
)
shapes = arrays.array_shapes(min_dims=0, max_dims=3, min_side=0, max_side=5)


@st.composite
def tensors(draw: st.DrawFn) -> np.ndarray[Any, Any]:
    if draw(st.integers(0, 9)) == 0:
        return np.arange(draw(st.integers(0, 5))).astype(ml_dtypes.bfloat16)
    return draw(arrays.arrays(draw(st.sampled_from(DTYPES)), draw(shapes)))


@st.composite
def files(draw: st.DrawFn) -> NacFile:
    """A file with a few instructions of every kind that a builder makes."""
    builder = NacBuilder(
        d_model=draw(st.integers(0, 65535)),
        quantize=draw(st.sampled_from(METHODS)),
        external_weights=draw(st.booleans()),
    )
    values = [builder.input("x")]
    for number in range(draw(st.integers(0, 12))):
        values.append(draw(steps(builder, values, number)))
    if draw(st.booleans()):
        chosen = draw(st.sampled_from(list(MemoryAction)))
        builder.schedule(draw(st.sampled_from(values)), chosen, draw(st.sampled_from(values)))
    if draw(st.booleans()):
        builder.tokenizer(draw(st.binary(max_size=9)))
        builder.resource(draw(names), draw(st.binary(max_size=9)))
        builder.orchestrator(draw(st.binary(max_size=9)), draw(st.lists(constants, max_size=3)))
    builder.output(*draw(st.lists(st.sampled_from(values), max_size=3)))
    return builder.build()


@st.composite
def steps(draw: st.DrawFn, builder: NacBuilder, values: list[Value], number: int) -> Value:
    """One more instruction."""
    kind = draw(st.integers(0, 9))
    if kind == 0:
        return builder.input(draw(st.none() | names))
    if kind == 1:
        method = draw(st.sampled_from(METHODS))
        return builder.parameter(f"{number}.{draw(names)}", draw(tensors()), method)
    if kind == 2:
        return builder.state(draw(st.integers(0, 32767)))
    if kind == 3:
        return builder.constant(draw(constants), draw(st.none() | names))
    arguments = draw(st.lists(st.sampled_from(values) | constants, max_size=5))
    return builder.operation(draw(st.sampled_from(NAMES)), *arguments)
