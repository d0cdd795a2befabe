"""Graphs as NAC files: names, arguments, signatures, constants and the order of instructions."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from typing import Any

import ml_dtypes
import numpy as np
import pytest

import nacformats
from nacformats.compiler.lowering import lower
from nacformats.errors import InvalidError, UnsupportedError
from nacformats.formats.nac import NacFile
from nacformats.formats.nac.tables import nac_target
from nacformats.graph.graph import Graph, Operation, Ref
from nacformats.graph.of_nac import graph_of_nac
from nacformats.restoring import resolved, restore
from nacformats.runtime.session import Session
from tests.compiler.drafts import FLOAT32, Draft


def read_back(nac: NacFile) -> NacFile:
    return nacformats.loads(nacformats.dumps(nac))  # type: ignore[no-any-return]


def described(nac: NacFile) -> list[tuple[str | None, str | None]]:
    """Names and signatures of the regular operations."""
    return [(each.name, each.signature) for each in nac.instructions if each.a >= 10]


def arguments(graph: Graph) -> list[tuple[str, Mapping[str, Any] | tuple[Any, ...]]]:
    """Operations with their arguments by name, Refs without their numbers."""

    def plain(value: Any) -> Any:
        if isinstance(value, list | tuple):
            return [plain(item) for item in value]
        return "result" if isinstance(value, Ref) else repr(value)

    return [
        (each.operator, {name: plain(value) for name, value in each.attributes.items()} or tuple(plain(each.operands)))
        for each in resolved(graph).every(Operation)
    ]


def one(operator: str, *operands: Any, x: Sequence[int] = (2, 3), **named: Any) -> tuple[NacFile, Graph]:
    """A file of one operation on an input x (the operand ...), and its graph."""
    draft = Draft()
    given = draft.input("x", *x)

    def filled(value: Any) -> Any:
        if isinstance(value, list):
            return [filled(item) for item in value]
        return given if value is ... else value

    result = draft.operation(operator, *map(filled, operands), **{name: filled(value) for name, value in named.items()})
    return draft.lower(result), draft.graph


@pytest.mark.parametrize(
    ("operator", "operands", "named", "name", "signature"),
    [
        ("aten.add.Tensor", (..., ...), {}, "nac.add", "TT"),
        ("aten.add.Tensor", (..., 1), {}, "nac.add", "Ti"),
        ("aten.add.Tensor", (..., ...), {"alpha": 1}, "nac.add", "TT"),
        ("aten.add.Tensor", (..., ...), {"alpha": 2}, "aten.add.Tensor", "TTi"),
        ("aten.add.Tensor", (..., ...), {"alpha": 1.0}, "aten.add.Tensor", "TTf"),
        ("aten.add.Scalar", (..., 2.5), {}, "nac.add", "Tf"),
        ("aten.sub.Tensor", (..., ...), {}, "nac.sub", "TT"),
        ("aten.sub.Tensor", (..., ...), {"alpha": 0.5}, "aten.sub.Tensor", "TTf"),
        ("aten.rsub.Scalar", (..., 1.0), {}, "nac.sub", "fT"),
        ("aten.rsub.Scalar", (..., 1.0, 2), {}, "aten.rsub.Scalar", "Tfi"),
        ("aten.gt.Scalar", (..., 0.0), {}, "nac.gt", "Tf"),
        ("aten.le.Tensor", (..., ...), {}, "nac.le", "TT"),
        ("aten.ge.Scalar", (..., 0), {}, "aten.ge.Scalar", "Ti"),
        ("aten.neg.default", (...,), {}, "nac.neg", "T"),
        ("aten.clone.default", (...,), {"memory_format": "contiguous_format"}, "nac.clone", "Tc"),
        ("aten.lift_fresh_copy.default", (...,), {}, "nac.clone", "T"),
        ("aten.view.default", (..., [3, -1]), {}, "nac.view", "TS"),
        ("aten.reshape.default", (..., [6]), {}, "nac.view", "TS"),
        ("aten._unsafe_view.default", (..., [6]), {}, "nac.view", "TS"),
        ("aten.squeeze.dim", (..., 0), {}, "aten.squeeze.dim", "TA"),
        ("aten.arange.default", (5,), {"device": "cpu", "pin_memory": False}, "nac.arange", "i"),
        ("aten.arange.start_step", (0, 6, 2), {"dtype": "float32"}, "nac.arange", "iiic"),
        ("aten.arange.start_step", (0, 6), {}, "nac.arange", "iii"),
        ("aten.mul.Tensor", (..., 2.0), {}, "aten.mul.Tensor", "Tf"),
        ("aten.transpose.int", (..., 0, 1), {}, "aten.transpose.int", "Tii"),
        ("aten.sum.dim_IntList", (..., [0], True), {}, "aten.sum.dim_IntList", "TAb"),
        ("aten.mean.dim", (..., None), {}, "aten.mean.dim", "Tc"),
        ("aten.gelu.default", (...,), {"approximate": "tanh"}, "aten.gelu.default", "Ts"),
        ("aten._to_copy.default", (...,), {"dtype": "float64", "device": "cpu"}, "aten._to_copy.default", "Tc"),
        ("aten.layer_norm.default", (..., [3], None, None, 1e-5, False), {}, "aten.layer_norm.default", "TS"),
    ],
)
def test_names_and_signatures(
    operator: str, operands: tuple[Any, ...], named: dict[str, Any], name: str, signature: str
) -> None:
    nac, graph = one(operator, *operands, **named)
    assert described(nac) == [(name, signature)]
    x = np.arange(-2, 4, dtype=np.float32).reshape(2, 3)
    with Session(graph) as meant, Session(read_back(nac)) as written:
        (expected,), (found,) = meant.run([x]), written.run([x])
    np.testing.assert_array_equal(found, expected, strict=True)


@pytest.mark.parametrize(
    ("operator", "operands", "named"),
    [
        ("aten.addmm.default", (..., ..., ...), {"beta": 0.5}),
        ("aten.addmm.default", (..., ..., ...), {"alpha": 2.0}),
        ("aten.addmm.default", (..., ..., ...), {"beta": 2, "alpha": 3}),
        ("aten.scaled_dot_product_attention.default", (..., ..., ...), {"scale": 0.5}),
        ("aten.scaled_dot_product_attention.default", (..., ..., ..., ...), {"is_causal": True}),
        ("aten.scaled_dot_product_attention.default", (..., ..., ..., None, 0.0, True), {"scale": 0.125}),
        ("aten.upsample_nearest2d.vec", (..., None, [0.7, 1 / 3]), {}),
        ("aten.upsample_bilinear2d.vec", (..., [4, 4], False, None), {}),
        ("aten.full.default", ([2, 3], float("-inf")), {"dtype": "float32"}),
        ("aten.full.default", ([], True), {}),
        ("aten.clamp.default", (..., None, 6.0), {}),
        ("aten.clamp.default", (..., -0.0), {}),
        ("aten.index.Tensor", (..., [None, ...]), {}),
        ("aten.index.Tensor", (..., [..., None, ...]), {}),
        ("aten.cat.default", ([..., ...], 1), {}),
        ("aten.cat.default", ([..., ...],), {}),
        ("aten.stack.default", ([..., ..., ...], -1), {}),
        ("aten.slice.Tensor", (..., 0, 1, 9223372036854775807), {}),
        ("aten.slice.Tensor", (..., 1, None, None, 2), {}),
        ("aten.conv2d.default", (..., ..., None, [2, 2], [1, 1], [1, 1], 4), {}),
        ("aten.max_pool2d.default", (..., [3, 3], [], 1, 1, True), {}),
        ("aten.constant_pad_nd.default", (..., [1, 1], float("nan")), {}),
        ("aten.var.correction", (..., [0]), {"correction": 0, "keepdim": True}),
        ("aten.div.Tensor_mode", (..., ...), {"rounding_mode": "floor"}),
        ("aten.bucketize.Tensor", (..., ...), {"right": True}),
        ("aten.bucketize.Tensor", (..., ...), {"out_int32": True}),
        ("aten.einsum.default", ("ij,jk->ik", [..., ...]), {}),
        ("aten.lstm.input", (..., [..., ...], [..., ..., ..., ...], True, 1, 0.0, False, False, True), {}),
    ],
)
def test_arguments_are_read_back_as_they_were(operator: str, operands: tuple[Any, ...], named: dict[str, Any]) -> None:
    nac, graph = one(operator, *operands, **named)
    again = restore(graph_of_nac(read_back(nac)))
    assert arguments(again) == arguments(graph)
    assert not list(nacformats.validate(nacformats.dumps(nac)))


def test_a_list_with_sizes_of_the_graph() -> None:
    """The argument after such a list could be mistaken for an item of it: codes say which belong together."""
    draft = Draft()
    x = draft.input("x", "n", 4)
    size = draft.operation("aten.sym_size.int", x, 0)
    half = draft.operation("floordiv", size, 2)
    rest = draft.operation("sub", size, half)
    turned = draft.operation("aten.transpose.int", x, 0, 1)
    parts = [
        draft.operation("aten.split_with_sizes.default", turned, [half, rest], 1),
        draft.operation("aten.split_with_sizes.default", turned, [1, half, 1], -1),
        draft.operation("aten.split_with_sizes.default", turned, [1, 3]),
        draft.operation("aten.split_with_sizes.default", x, [rest, half]),
    ]
    outputs = [draft.operation("getitem", each, 1) for each in parts]
    nac = draft.lower(*outputs, draft.operation("aten.view.default", x, [size, 2, 2]))
    splits = [codes for name, codes in described(nac) if name == "aten.split_with_sizes.default"]
    assert splits == ["TSSA", "TSSSA", "TS", "TTT"]
    assert ("nac.view", "TTii") in described(nac)
    given = np.arange(16, dtype=np.float32).reshape(4, 4)
    with Session(draft.graph) as meant, Session(read_back(nac)) as written:
        for expected, found in zip(meant.run([given]), written.run([given]), strict=True):
            np.testing.assert_array_equal(found, expected)


def test_arithmetic_of_sizes() -> None:
    draft = Draft()
    x = draft.input("x", "n", 4)
    size = draft.operation("aten.sym_size.int", x, 0)
    more = draft.operation("add", draft.operation("mul", size, 2), 1)
    nac = draft.lower(draft.operation("aten.full.default", [more], 1.0))
    assert [name for name, _ in described(nac)] == ["aten.sym_size.int", "mul", "nac.add", "aten.full.default"]
    with Session(read_back(nac)) as session:
        assert session.run([np.zeros((3, 4), np.float32)])[0].shape == (7,)


@pytest.mark.parametrize(
    ("dtype", "value", "name"),
    [
        (np.float32, -math.inf, "nac.where"),
        (np.int64, 3, "nac.where"),
        (np.int64, 0.5, "aten.masked_fill.Scalar"),
        (None, 0.5, "aten.masked_fill.Scalar"),
    ],
)
def test_masked_fill_is_where_unless_it_casts(dtype: Any, value: float, name: str) -> None:
    draft = Draft()
    x = draft.input("x", 2, 3, dtype=dtype or np.float32)
    if dtype is None:
        x = draft.operation("aten.abs.default", x)  # of unknown type
    mask = draft.input("mask", 2, 3, dtype=np.bool_)
    nac = draft.lower(draft.operation("aten.masked_fill.Scalar", x, mask, value))
    assert described(nac)[-1][0] == name
    given = [np.arange(6).reshape(2, 3).astype(dtype or np.float32), np.eye(2, 3, dtype=np.bool_)]
    with Session(draft.graph) as meant, Session(read_back(nac)) as written:
        np.testing.assert_array_equal(written.run(given)[0], meant.run(given)[0], strict=True)


def test_a_where_that_would_be_read_as_a_masked_fill_keeps_its_name() -> None:
    draft = Draft()
    x, mask = draft.input("x", 3, dtype=np.int64), draft.input("mask", 3, dtype=np.bool_)
    nac = draft.lower(draft.operation("aten.where.ScalarSelf", mask, 0.5, x))
    assert described(nac) == [("aten.where.ScalarSelf", "TfT")]


@pytest.mark.parametrize(
    ("operator", "operands", "x", "shape", "expected"),
    [
        ("aten.squeeze.default", (), (2, 1, 3), (2, 3), "nac.view"),
        ("aten.squeeze.dim", (1,), (2, 1, 3), (2, 3), "nac.view"),
        ("aten.squeeze.dims", ([0, 1],), (1, 1, 3), (3,), "nac.view"),
        ("aten.squeeze.dim", (1,), ("n", 1, 3), ("n", 3), "aten.squeeze.dim"),
        ("aten.flatten.using_ints", (1,), ("n", 1, 3), ("n", 3), "nac.view"),
        ("aten.flatten.using_ints", (1,), ("n", "m", 3), ("n", "3*m"), "aten.flatten.using_ints"),
        ("aten.flatten.using_ints", (), (2, 1, 3), None, "aten.flatten.using_ints"),
    ],
)
def test_views_of_known_shape(operator: str, operands: Any, x: Any, shape: Any, expected: str) -> None:
    draft = Draft()
    result = draft.operation(operator, draft.input("x", *x), *operands, shape=shape)
    nac = draft.lower(result)
    assert described(nac)[0][0] == expected
    given = np.zeros([5 if isinstance(size, str) else size for size in x], np.float32)
    with Session(draft.graph) as meant, Session(read_back(nac)) as written:
        assert written.run([given])[0].shape == meant.run([given])[0].shape


def test_operations_that_do_nothing_are_gone() -> None:
    draft = Draft()
    x = draft.input("x", 2)
    same = draft.operation("aten.dropout.default", draft.operation("aten.detach.default", x), 0.5, False)
    kept = draft.operation("aten.dropout.default", x, 0.5, True)
    nac = draft.lower(same, draft.operation("aten.alias.default", same), kept)
    assert described(nac) == [("aten.dropout.default", "Tfb")]
    with Session(read_back(draft.lower(same))) as written:
        assert written.run([[1, 2]])[0].tolist() == [1, 2]


def test_codes_by_the_name_of_the_parameter() -> None:
    draft = Draft()
    x = draft.input("x", 1, 2, 8, 8)
    names = ("weight", "bias", "mean", "var")
    w = {name: draft.weight(f"bn.{name}", np.ones(2, np.float32)) for name in names}
    norm = draft.operation("aten.batch_norm.default", x, *w.values(), False, 0.1, 1e-5, False)
    kernel = draft.weight("kernel", np.ones((2, 2, 3, 3), np.float32))
    conv = draft.operation("aten.conv2d.default", norm, kernel, w["bias"])
    table = draft.weight("table", np.ones((8, 8), np.float32))
    attention = draft.operation("aten.scaled_dot_product_attention.default", conv, conv, conv)
    filled = draft.operation("aten.masked_fill.Tensor", attention, table, table)
    nac = draft.lower(draft.operation("aten.mul.Tensor", filled, table))
    assert [codes for _, codes in described(nac)] == ["TWBPPbffb", "TWB", "QKV", "TMP", "TT"]


def test_constants_are_shared_by_type_and_value() -> None:
    draft = Draft()
    x = draft.input("x", 2)
    for value in (1, 1.0, True, 0.0, -0.0, 1, 1.0, float("nan"), float("nan"), 0):
        x = draft.operation("aten.mul.Tensor" if not isinstance(value, bool) else "aten.eq.Scalar", x, value)
    nac = draft.lower(x)
    found = [constant.value for constant in nac.constants.values()]
    assert [repr(value) for value in found] == ["1", "1.0", "True", "0.0", "-0.0", "nan", "0"]


def test_the_order_of_instructions() -> None:
    draft = Draft()
    unused_weight = draft.weight("unused", np.zeros(4, np.float32))
    second = draft.weight("second", np.ones(2, np.float32))
    first = draft.weight("first", np.ones(2, np.float32))
    a, _ = draft.input("a", 2), draft.input("b", 2)
    draft.operation("aten.exp.default", unused_weight)
    x = draft.operation("aten.mul.Tensor", a, first)
    y = draft.operation("aten.mul.Tensor", x, second)
    nac = draft.lower(draft.operation("aten.mul.Tensor", y, first), second, draft.number(5))
    names = [each.operands[0].name if (each.a, each.b) == (2, 1) else each.name for each in nac.instructions]
    assert names[:2] == ["<INPUT>", "<INPUT>"]
    assert [each.input_name for each in nac.instructions][:2] == ["a", "b"]
    assert names[2:] == ["first", "aten.mul.Tensor", "second", *["aten.mul.Tensor"] * 2, "<INPUT>", "<OUTPUT>"]
    assert nac.num_inputs == 2
    with Session(read_back(nac)) as session:
        assert [each.tolist() for each in session.run([[1, 2], [0, 0]])] == [[1, 2], [1, 1], 5]


def test_equal_arrays_in_memory_are_one_parameter() -> None:
    draft = Draft()
    array = np.ones((2, 2), np.float32)
    x = draft.input("x", 2, 2)
    tied = draft.operation("aten.mm.default", x, draft.weight("embedding", array))
    nac = draft.lower(draft.operation("aten.mm.default", tied, draft.weight("head", array)))
    assert [parameter.name for parameter in nac.parameters.values()] == ["embedding"]


@pytest.mark.parametrize(
    "dtype",
    [np.complex64, np.complex128, np.uint16, np.uint32, np.uint64, ml_dtypes.bfloat16, np.bool_, np.float16, np.int8],
)
def test_weights_of_any_dtype(dtype: Any) -> None:
    array = np.array([[1, 0], [3, 1]], dtype) * np.array(1 + (2j if np.dtype(dtype).kind == "c" else 0), dtype)
    draft = Draft()
    arrays = [array, array.T, array[0, 0], array[:0]]
    nac = draft.lower(*(draft.weight(f"w{place}", each) for place, each in enumerate(arrays)))
    with Session(read_back(nac)) as session:
        for found, expected in zip(session.run(), arrays, strict=True):
            np.testing.assert_array_equal(found, np.asarray(expected), strict=True)


def test_everything_that_cannot_be_written_is_in_one_error() -> None:
    draft = Draft()
    x = draft.input("x", 2)
    one = draft.operation("aten.mul.Tensor", x, 2 + 3j)
    two = draft.operation("aten.add.Tensor", one, 1 << 70)
    odd = draft.weight("odd", np.array(["a"]))
    with pytest.raises(UnsupportedError) as raised:
        draft.lower(draft.operation("aten.mul.Tensor", two, odd))
    text = str(raised.value)
    assert all(part in text for part in ("3 values", "aten.mul.Tensor", "complex", "aten.add.Tensor", "int64", "'odd'"))


def test_the_interface_is_in_the_file() -> None:
    draft = Draft()
    x, ids = draft.input("x", "batch", 2), draft.input("ids", dtype=np.int64)
    result = draft.operation("aten.neg.default", x, shape=("batch", 2))
    draft.graph.output_names = ("logits", "seen")
    nac = draft.lower(result, draft.operation("aten.abs.default", ids))
    (resource,) = nac.resources
    assert resource.name == "interface.json"
    described = json.loads(bytes(resource.data))
    assert described["inputs"][0] == {"name": "x", "dtype": "float32", "shape": ["batch", 2]}
    assert described["outputs"][1] == {"name": "seen", "dtype": None, "shape": None}
    with Session(read_back(nac)) as session:
        assert [(port.name, port.shape, port.dtype) for port in session.inputs] == [
            ("x", ("batch", 2), FLOAT32),
            ("ids", (), np.dtype(np.int64)),
        ]
        assert list(session.run({"x": np.zeros((4, 2), np.float32), "ids": np.int32(3)})) == ["logits", "seen"]
        assert session.run([[[1.0, 2.0]], 3])[0].tolist() == [[-1, -2]]
        for wrong in (np.zeros((4, 2)), np.zeros((4, 3), np.float32), np.zeros(2, np.float32)):
            with pytest.raises(InvalidError, match="'x'"):
                session.run({"x": wrong, "ids": 3})


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{",
        b"[" * 100_000,
        b"null",
        b'{"inputs":{},"outputs":[]}',
        b'{"inputs":[{"name":"x","dtype":"float99","shape":[2]}],"outputs":[]}',
        b'{"inputs":[{"name":"x","dtype":"float32","shape":[-2]}],"outputs":[]}',
        b'{"inputs":[{"name":"x","dtype":"float32","shape":[true]}],"outputs":[]}',
        b'{"inputs":[{"name":"x","dtype":["float32"],"shape":[2]}],"outputs":[]}',
        b'{"inputs":[{"name":5,"dtype":"float32","shape":[2]}],"outputs":[]}',
        b'{"inputs":[1' + b"0" * 5000 + b'],"outputs":[]}',
        b'{"inputs":[],"outputs":[]}',
        b"\xff\xfe",
    ],
)
def test_a_malformed_interface_is_ignored(data: bytes) -> None:
    builder = nacformats.NacBuilder()
    builder.output(builder.operation("nac.neg", builder.input("x")))
    builder.resource("interface.json", data)
    with Session(nacformats.loads(nacformats.dumps(builder.build()))) as session:
        assert session.inputs[0].shape is None
        assert session.outputs[0].name == "out0"
        assert session.run([[1.0]])[0].tolist() == [-1]


def test_a_file_can_be_lowered_again() -> None:
    """The graph of a file has parts of results and names of its own; what is written gives the same."""
    draft = Draft()
    x = draft.input("x", 2, 3)
    norm = draft.operation("aten.native_layer_norm.default", x, [3], None, None, 1e-5)
    rows = draft.operation("aten.unbind.int", draft.operation("getitem", norm, 0))
    nac = read_back(draft.lower(draft.operation("getitem", norm, 1), draft.operation("getitem", rows, 1)))
    again = lower(resolved(restore(graph_of_nac(nac))), nac_target())
    given = np.arange(6, dtype=np.float32).reshape(2, 3)
    with Session(nac) as one, Session(read_back(again)) as other:
        for expected, found in zip(one.run([given]), other.run([given]), strict=True):
            np.testing.assert_array_equal(found, expected, strict=True)


def test_parts_of_results() -> None:
    draft = Draft()
    norm = draft.operation("aten.native_layer_norm.default", draft.input("x", 2, 3), [3], None, None, 1e-5)
    doubled = draft.operation("aten.add.Tensor", Ref(norm.index, part=0), Ref(norm.index, part=0))
    with Session(read_back(draft.lower(doubled))) as session:
        assert session.run([[[1.0, 1, 1], [0, 0, 0]]])[0].tolist() == [[0, 0, 0], [0, 0, 0]]
