"""Whole models: files of other compilers, Mind IR, and graphs with everything that a graph can hold."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import ml_dtypes
import numpy as np
import pytest

import nacformats
from nacformats.errors import InvalidError, UnsupportedError
from nacformats.formats.mic.graph import MicGraph
from nacformats.graph.graph import NOTHING, Graph, Input, Operation, Ref, ValueType, Weight
from nacformats.onnx.writing.model import model_of, onnx_beside_weights, refusals
from nacformats.restoring import resolved
from nacformats.runtime import Session
from nacformats.runtime.observe import observe
from tests.partners import partner
from tests.runtime import test_mind as mind
from tests.runtime.programs import floats
from tests.runtime.test_run_corpus import BROKEN, CASES, arrays, opened
from tests.to_onnx.comparison import assert_same, compare, in_onnxruntime, run

onnx = partner("onnx")
partner("onnxruntime")

#: Files with values that the writer lost, or with an operation of their own.
INCOMPLETE = {"lifted", "non_persistent", "consts", "fold_getattr", "custom_op"}


def checked(model: Any) -> Any:
    onnx.checker.check_model(model, full_check=True)
    return model


@pytest.mark.parametrize(
    "case", [case for case in CASES if case.name not in BROKEN | INCOMPLETE], ids=lambda case: case.name
)
def test_a_file_of_the_public_compiler(case: Path) -> None:
    inputs = arrays(case / "inputs.npz", "in")
    with opened(case / "model.nac") as file:
        model = checked(model_of(file, inputs))
        session = Session(file)
        expected = session.run(inputs)
        assert [port.name for port in model.graph.input if "value" not in port.name] == [
            port.name for port in session.inputs
        ]
    assert_same(run(model, inputs[: len(model.graph.input)]), expected)


def test_what_a_file_lost_is_said() -> None:
    case = next(case for case in CASES if case.name == "custom_op")
    with opened(case / "model.nac") as file, pytest.raises(nacformats.FormatError, match="soft_threshold"):
        model_of(file, arrays(case / "inputs.npz", "in"))


@pytest.mark.parametrize(("op", "operands", "attributes"), [case[:3] for case in mind.CASES if case[3] is not None])
def test_mind_ir(op: str, operands: tuple[Any, ...], attributes: Any) -> None:
    if op == "reshape":
        return
    graph = mind.graph_of(op, *map(mind.type_of, operands), **attributes)
    assert_same(run(checked(model_of(graph)), operands), Session(graph).run(operands))


def test_parameters_without_data_become_inputs() -> None:
    graph = MicGraph(format="mic2")
    x = graph.arg("x", graph.add_type("f32", "batch", 3))
    w = graph.param("w", graph.add_type("f32", 3, 2))
    graph.output = graph.node("matmul", x, w)
    model = checked(model_of(graph))
    assert [port.name for port in model.graph.input] == ["x", "w"]
    assert model.graph.input[0].type.tensor_type.shape.dim[0].dim_param == "batch"
    (found,) = run(model, [floats(5, 3), floats(3, 2, seed=1)])
    np.testing.assert_allclose(found, floats(5, 3) @ floats(3, 2, seed=1), rtol=1e-5)


def program(*values: Any, outputs: tuple[int, ...], names: tuple[str, ...] = ()) -> Graph:
    for place, value in enumerate(values):
        value.index = place
    return Graph("torch", "node", list(values), tuple(Ref(place) for place in outputs), names)


def source(name: str, dtype: Any, *shape: Any) -> Input:
    return Input(0, name, ValueType(np.dtype(dtype), shape))


def weight(name: str, array: Any) -> Weight:
    return Weight(0, name, ValueType(array.dtype, array.shape), load=lambda: array)


def op(operator: str, **attributes: Any) -> Operation:
    return Operation(0, operator=f"aten.{operator}", attributes=attributes)


def test_outputs_of_every_kind() -> None:
    graph = program(
        source("x", "float32", "n", 3),
        source("unused", "int64", "n"),
        weight("w", floats(3)),
        op("relu.default", self=Ref(0)),
        Input(0, "five", lifted=True, default=5),
        op("sym_size.int", self=Ref(0), dim=0),
        outputs=(0, 3, 3, 2, 4, 5),
        names=("x", "a", "b", "w", "five", "n"),
    )
    inputs = [floats(4, 3), np.arange(4)]
    spelled = resolved(graph)
    model = checked(onnx_beside_weights(spelled, observe(spelled, inputs)).joined())
    assert [port.name for port in model.graph.input] == ["x", "unused"]
    assert [port.name for port in model.graph.output][1:3] == ["a", "b"]
    dims = model.graph.output[0].type.tensor_type.shape.dim
    assert (dims[0].dim_param, dims[1].dim_value) == ("n", 3)
    assert_same(run(model, inputs), [np.asarray(each) for each in Session(graph).run(inputs)])


def test_sizes_that_the_graph_does_not_fix_stay_open() -> None:
    rows, size = Ref(1), Ref(2)
    graph = program(
        source("x", "float32", "batch", "length", 4),
        op("sym_size.int", self=Ref(0), dim=0),
        op("sym_size.int", self=Ref(0), dim=1),
        Operation(0, operator="mul", operands=(rows, size)),
        op("view.default", self=Ref(0), size=[Ref(3), 4]),
        op("linear.default", input=Ref(4), weight=Ref(6)),
        weight("w", floats(8, 4)),
        op("view.default", self=Ref(5), size=[rows, size, 2, 4]),
        op("permute.default", self=Ref(7), dims=[0, 2, 1, 3]),
        op("scaled_dot_product_attention.default", query=Ref(8), key=Ref(8), value=Ref(8), is_causal=True),
        op("mean.dim", self=Ref(9), dim=[2]),
        op("arange.default", end=size),
        Operation(0, operator="floordiv", operands=(size, 2)),
        op("slice.Tensor", self=Ref(11), dim=0, start=0, end=Ref(12)),
        outputs=(10, 13),
    )
    graph.values[5], graph.values[6] = graph.values[6], graph.values[5]
    for place in (5, 6):
        graph.values[place].index = place
    graph.values[6].attributes = {"input": Ref(4), "weight": Ref(5)}  # type: ignore[attr-defined]
    graph.values[7].attributes = {"self": Ref(6), "size": [rows, size, 2, 4]}  # type: ignore[attr-defined]
    for shape in ((2, 5, 4), (3, 8, 4), (1, 2, 4)):
        inputs = [floats(*shape)]
        assert_same(in_onnxruntime(graph, inputs, examples=[floats(2, 3, 4)]), Session(graph).run(inputs))


def test_bfloat16_weights() -> None:
    graph = program(
        source("x", ml_dtypes.bfloat16, 2, 64),
        weight("w", floats(32, 64).astype(ml_dtypes.bfloat16)),
        op("linear.default", input=Ref(0), weight=Ref(1)),
        op("_to_copy.default", self=Ref(2), dtype="float32"),
        outputs=(2, 3),
    )
    compare(graph, [floats(2, 64).astype(ml_dtypes.bfloat16)])


def test_everything_that_cannot_be_expressed_is_in_one_error() -> None:
    graph = program(
        source("x", "float32", 3, 3),
        op("linalg_svdvals.default", A=Ref(0)),
        op("relu.default", self=Ref(1)),
        op("linalg_det.default", A=Ref(0)),
        outputs=(2, 3),
    )
    spelled = resolved(graph)
    types = observe(spelled, [floats(3, 3)])
    assert sorted(refusals(spelled, types)) == [1, 3]
    with pytest.raises(
        UnsupportedError, match=r"2 operations .*node 1 \(aten.linalg_svdvals.*node 3 \(aten.linalg_det"
    ):
        onnx_beside_weights(spelled, types)


def test_inputs_are_known_by_their_users() -> None:
    graph = program(
        Input(0, "ids"),
        Input(0, "image"),
        weight("table", floats(10, 4)),
        weight("kernel", floats(2, 3, 3, 3)),
        op("embedding.default", weight=Ref(2), indices=Ref(0)),
        op("conv2d.default", input=Ref(1), weight=Ref(3)),
        outputs=(4, 5),
    )
    model = checked(model_of(graph))
    ids, image = (port.type.tensor_type for port in model.graph.input)
    assert (ids.elem_type, len(ids.shape.dim)) == (onnx.TensorProto.INT64, 2)
    assert [dim.dim_value or dim.dim_param for dim in image.shape.dim] == ["image_0", 3, "image_2", "image_3"]
    inputs = [np.array([[1, 2, 3]]), floats(2, 3, 5, 6)]
    assert_same(run(model, inputs), Session(graph).run(inputs))


def test_inputs_that_nobody_knows() -> None:
    graph = program(Input(0, "x"), op("relu.default", self=Ref(0)), outputs=(1,))
    with pytest.raises(InvalidError, match=r"does not say what these inputs are: 'x', and their users do not tell"):
        model_of(graph)
    assert_same(run(model_of(graph, [floats(2)]), [floats(2)]), [np.maximum(floats(2), 0)])


def test_lifted_constants_stay_in_the_model() -> None:
    graph = program(
        source("x", "float32", 3),
        Input(0, "", lifted=True, default=[1.0, 2.0, 3.0]),
        op("mul.Tensor", self=Ref(0), other=Ref(1)),
        outputs=(2,),
    )
    assert graph.values[1].default is not NOTHING  # type: ignore[attr-defined]
    compare(graph, [floats(3)])


def test_groups_of_rows() -> None:
    graph = program(
        source("x", "float32", "rows", 4),
        weight("w", floats(3, 4, 5)),
        source("ends", "int32", 3),
        op("_grouped_mm.default", self=Ref(0), mat2=Ref(1), offs=Ref(2)),
        outputs=(3,),
    )
    for ends in ([2, 2, 6], [0, 3, 5], [6, 6, 6]):
        compare(graph, [floats(6, 4), np.array(ends, np.int32)])


def test_complex_numbers_stay_inside() -> None:
    graph = program(
        source("x", "float32", "n", 8),
        op("fft_rfft.default", self=Ref(0)),
        weight("turn", np.exp(1j * floats(5)).astype(np.complex64)),
        op("mul.Tensor", self=Ref(1), other=Ref(2)),
        op("fft_irfft.default", self=Ref(3), n=8),
        op("abs.default", self=Ref(3)),
        outputs=(4, 5),
    )
    compare(graph, [floats(3, 8)])
    graph.outputs = (Ref(3),)
    spelled = resolved(graph)
    with pytest.raises(UnsupportedError, match=r"node 3 .*complex"):
        onnx_beside_weights(spelled, observe(spelled, [floats(3, 8)]))


#: Rotary positions as Llama's first code has them: pairs of numbers are complex ones.
def test_rotation_by_complex_numbers() -> None:
    graph = program(
        source("x", "float32", "n", "length", 2, 6),
        op("sym_size.int", self=Ref(0), dim=0),
        op("sym_size.int", self=Ref(0), dim=1),
        op("view.default", self=Ref(0), size=[Ref(1), Ref(2), 2, 3, 2]),
        op("view_as_complex.default", self=Ref(3)),
        weight("turns", np.exp(1j * floats(16, 1, 3)).astype(np.complex64)),
        op("slice.Tensor", self=Ref(5), dim=0, start=0, end=Ref(2)),
        op("mul.Tensor", self=Ref(4), other=Ref(6)),
        op("view_as_real.default", self=Ref(7)),
        op("flatten.using_ints", self=Ref(8), start_dim=3),
        outputs=(9,),
    )
    for shape in ((2, 5, 2, 6), (1, 9, 2, 6)):
        inputs = [floats(*shape)]
        assert_same(in_onnxruntime(graph, inputs, examples=[floats(2, 3, 2, 6)]), Session(graph).run(inputs))
