"""The time that a conversion to ONNX takes grows with the program, not with its square."""

from __future__ import annotations

import time

import numpy as np
import pytest

from nacformats.errors import InvalidError
from nacformats.formats.nac.builder import NacBuilder
from nacformats.graph.graph import ValueType
from nacformats.runtime.observe import observe
from tests.partners import partner

partner("onnx")

from nacformats.onnx.writing.model import model_and_weights_of
from nacformats.ops.onnx.emitter import Emitter
from tests.runtime.programs import Program


def many_inputs(count: int) -> NacBuilder:
    """The sum of many inputs, each of which meets a weight that tells what it is."""
    builder = NacBuilder()
    weight = builder.parameter("w", np.ones(4, np.float32))
    inputs = [builder.input(f"x{number}") for number in range(count)]
    total = weight
    for value in inputs:
        total = builder.operation("aten.add.Tensor", total, builder.operation("aten.add.Tensor", value, weight))
    builder.output(total)
    return builder


@pytest.mark.nightly
def test_many_inputs_of_unknown_types() -> None:
    started = time.process_time()
    made = model_and_weights_of(many_inputs(3000).build())
    assert time.process_time() - started < 8
    assert len(made.proto.graph.input) == 3000


def test_an_error_names_some_of_many_inputs() -> None:
    builder = NacBuilder()
    inputs = [builder.input(f"x{number}") for number in range(500)]
    builder.output(*inputs)
    with pytest.raises(InvalidError, match="'x9' and 490 more") as caught:
        model_and_weights_of(builder.build())
    assert len(str(caught.value)) < 500


def test_symbols_of_many_inputs_do_not_make_them_larger() -> None:
    program = Program()
    kinds = (ValueType(np.dtype(np.float32), (f"n{number}",)) for number in range(2000))
    inputs = [program.input(f"x{number}", type=kind) for number, kind in enumerate(kinds)]
    sizes = [kind.shape for kind in observe(program.output(*inputs)) if isinstance(kind, ValueType)]
    largest = max(shape[0] for shape in sizes if shape is not None)
    assert isinstance(largest, int)
    assert largest < 1000


def test_one_name_that_many_wish() -> None:
    emitter = Emitter(["x", "x_3"])
    names = [emitter.unused_name("x") for _ in range(20_000)]
    assert names[:3] == ["x_2", "x_4", "x_5"]
    assert len(set(names)) == len(names)
