"""Arguments whose names a file has dropped find their parameters again."""

from __future__ import annotations

import time
from typing import Any

import pytest

from nacformats.graph.binding import BindingError, bind
from nacformats.graph.calls import ScalarRef, arranged
from nacformats.graph.graph import Operation, Ref
from nacformats.ops import kernels  # noqa: F401  importing it fills the table
from nacformats.ops.schemas import KERNELS, Kernel, parse_schema

# Results of earlier instructions: tensors, and sizes, which are known to be Python numbers.
T, U, V, W = (Ref(place) for place in range(4))
M, N = Ref(10), Ref(11)

SDPA = (
    "aten::scaled_dot_product_attention(Tensor query, Tensor key, Tensor value, Tensor? attn_mask=None, "
    "float dropout_p=0., bool is_causal=False, *, float? scale=None, bool enable_gqa=False) -> Tensor"
)
FULL = (
    "aten::full(SymInt[] size, Scalar fill_value, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, "
    "bool? pin_memory=None) -> Tensor"
)
ARANGE = FULL.replace(
    "full(SymInt[] size, Scalar fill_value", "arange.start_step(Scalar start, Scalar end, Scalar step=1"
)
TO_COPY = (
    "aten::_to_copy(Tensor self, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, "
    "bool? pin_memory=None, bool non_blocking=False, MemoryFormat? memory_format=None) -> Tensor"
)
ADD = "aten::add.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor"
BUCKETIZE = (
    "aten::bucketize.Tensor(Tensor self, Tensor boundaries, *, bool out_int32=False, bool right=False) -> Tensor"
)
ADDMM = "aten::addmm(Tensor self, Tensor mat1, Tensor mat2, *, Scalar beta=1, Scalar alpha=1) -> Tensor"
NEW_FULL = FULL.replace("full(SymInt[] size", "new_full(Tensor self, SymInt[] size")
CAT = "aten::cat(Tensor[] tensors, int dim=0) -> Tensor"
INDEX = "aten::index.Tensor(Tensor self, Tensor?[] indices) -> Tensor"
PUT = "aten::index_put(Tensor self, Tensor?[] indices, Tensor values, bool accumulate=False) -> Tensor"
VIEW = "aten::view(Tensor(a) self, SymInt[] size) -> Tensor(a)"
EXPAND = "aten::expand(Tensor(a) self, SymInt[] size, *, bool implicit=False) -> Tensor(a)"
CONV = (
    "aten::conv2d(Tensor input, Tensor weight, Tensor? bias=None, SymInt[2] stride=[1, 1], SymInt[2] padding=[0, 0], "
    "SymInt[2] dilation=[1, 1], SymInt groups=1) -> Tensor"
)
DIV = "aten::div.Tensor_mode(Tensor self, Tensor other, *, str? rounding_mode) -> Tensor"
SUM = "aten::sum.dim_IntList(Tensor self, int[1]? dim, bool keepdim=False, *, ScalarType? dtype=None) -> Tensor"
STD = "aten::std.correction(Tensor self, int[1]? dim=None, *, Scalar? correction=None, bool keepdim=False) -> Tensor"
PAD = 'aten::pad(Tensor self, SymInt[] pad, str mode="constant", float? value=None) -> Tensor'
UPSAMPLE = "aten::upsample_nearest2d.vec(Tensor input, SymInt[]? output_size, float[]? scale_factors) -> Tensor"
GELU = 'aten::gelu(Tensor self, *, str approximate="none") -> Tensor'
LSTM = (
    "aten::lstm.input(Tensor input, Tensor[] hx, Tensor[] params, bool has_biases, int num_layers, float dropout, "
    "bool train, bool bidirectional, bool batch_first) -> (Tensor, Tensor, Tensor)"
)
NEW_ZEROS = TO_COPY.replace("_to_copy(Tensor self, ", "new_zeros(Tensor self, SymInt[] size, ")
EINSUM = "aten::einsum(str equation, Tensor[] tensors, *, int[]? path=None) -> Tensor"
NORM = (
    "aten::layer_norm(Tensor input, SymInt[] normalized_shape, Tensor? weight=None, Tensor? bias=None, float eps=1e-05)"
)


def bound(schema: str, *operands: Any, named: bool = True, **attributes: Any) -> Any:
    """The positional arguments and the keywords that a function is called with."""
    name, parameters = parse_schema(schema)
    kernel = Kernel(name, parameters, lambda *positional, **keywords: (positional, keywords), named)
    operation = Operation(12, operator=name, operands=operands, attributes=attributes)
    function, arguments = arranged(kernel, bind(kernel, operation, lambda ref: ref.index >= 10))
    return function(*arguments)


@pytest.mark.parametrize(
    ("schema", "operands", "positional", "keywords"),
    [
        # a list without results of the graph is one operand: a number alone is a keyword
        (STD, (T, 0), (T,), {"correction": 0}),
        (STD, (T, 0, True), (T,), {"correction": 0, "keepdim": True}),
        (STD, (T, [1], 0), (T, [1]), {"correction": 0}),
        # of two keywords of one kind the likelier one, unless both are given
        (BUCKETIZE, (T, U, True), (T, U), {"right": True}),
        (BUCKETIZE, (T, U, False, True), (T, U), {"out_int32": False, "right": True}),
        (ADDMM, (T, U, V, 2), (T, U, V), {"alpha": 2}),
        (ADDMM, (T, U, V, 0, 3), (T, U, V), {"beta": 0, "alpha": 3}),
        # a list laid out item by item leaves the value that fills the tensor, not pin_memory
        (NEW_FULL, (T, M, 2, 3, False), (T, [M, 2], 3), {"pin_memory": False}),
        # attention: every combination of mask, dropout, causal, scale and grouped heads
        (SDPA, (T, U, V), (T, U, V), {}),
        (SDPA, (T, U, V, W), (T, U, V, W), {}),
        (SDPA, (T, U, V, 0.5), (T, U, V), {"scale": 0.5}),
        (SDPA, (T, U, V, True), (T, U, V), {"enable_gqa": True}),
        (SDPA, (T, U, V, 0.5, True), (T, U, V), {"scale": 0.5, "enable_gqa": True}),
        (SDPA, (T, U, V, W, 0.5), (T, U, V, W), {"scale": 0.5}),
        (SDPA, (T, U, V, W, 0.0), (T, U, V, W, 0.0), {}),
        (SDPA, (T, U, V, None, 0.0, True), (T, U, V, None, 0.0, True), {}),
        (SDPA, (T, U, V, None, 0.0, True, 0.5), (T, U, V, None, 0.0, True), {"scale": 0.5}),
        (SDPA, (T, U, V, None, 0.0, True, 0.5, True), (T, U, V, None, 0.0, True), {"scale": 0.5, "enable_gqa": True}),
        # alpha after two operands; numbers in place of tensors
        (ADD, (T, U), (T, U), {}),
        (ADD, (T, 2.5), (T, 2.5), {}),
        (ADD, (T, U, 2), (T, U), {"alpha": 2}),
        (ADD, (T, 1, 2.5), (T, 1), {"alpha": 2.5}),
        (ADD, (T, N), (T, N), {}),
        (DIV, (T, U, "floor"), (T, U), {"rounding_mode": "floor"}),
        (DIV, (T, U, None), (T, U), {"rounding_mode": None}),
        (GELU, (T, "tanh"), (T,), {"approximate": "tanh"}),
        # types, devices and flags by what they are
        (FULL, ([2, 3], 1.0, "cpu", False), ([2, 3], 1.0), {"device": "cpu", "pin_memory": False}),
        (FULL, ([2], True, "bool", "cpu", False), ([2], True), {"dtype": "bool", "device": "cpu", "pin_memory": False}),
        (FULL, (N, 3, 1.5), ([N, 3], 1.5), {}),
        (FULL, (N, M, 0, "int64", "strided"), ([N, M], 0), {"dtype": "int64", "layout": "strided"}),
        (ARANGE, (2, 9, "float32", "cpu", False), (2, 9), {"dtype": "float32", "device": "cpu", "pin_memory": False}),
        (ARANGE, (0, N, 2, False), (0, N, 2), {"pin_memory": False}),
        (ARANGE, (0, N, False), (0, N), {"pin_memory": False}),
        (TO_COPY, (T, "torch.float16"), (T,), {"dtype": "float16"}),
        (TO_COPY, (T, "cuda:0", None, "channels_last"), (T,), {"device": "cuda:0", "memory_format": "channels_last"}),
        (NEW_ZEROS, (T, N, 1, False), (T, [N, 1]), {"pin_memory": False}),
        # lists: whole, laid out, with gaps, and with a parameter after them
        (VIEW, (T, [2, -1]), (T, [2, -1]), {}),
        (VIEW, (T, M, N, 8), (T, [M, N, 8]), {}),
        (EXPAND, (T, M, N), (T, [M, N]), {}),
        (EXPAND, (T, M, -1), (T, [M, -1]), {}),
        (CAT, (T, U), ([T, U],), {}),
        (CAT, (T, U, V, -1), ([T, U, V], -1), {}),
        (CAT, (T, U, N), ([T, U], N), {}),
        (INDEX, (T, None, U, None, V), (T, [None, U, None, V]), {}),
        (INDEX, (T, U), (T, [U]), {}),
        (PUT, (T, U, V), (T, [U], V), {}),
        (PUT, (T, None, U, V, W, True), (T, [None, U, V], W, True), {}),
        (CONV, (T, U, None, [2, 2], [1, 1]), (T, U, None, [2, 2], [1, 1]), {}),
        (CONV, (T, U, V, [1, 1], [0, 0], [1, 1], 8), (T, U, V, [1, 1], [0, 0], [1, 1], 8), {}),
        (SUM, (T, [1], True, "float64"), (T, [1], True), {"dtype": "float64"}),
        (SUM, (T, None, True), (T, None, True), {}),
        (SUM, (T, [-1.0]), (T, [-1]), {}),
        (STD, (T, [1], 0, True), (T, [1]), {"correction": 0, "keepdim": True}),
        (PAD, (T, [1, 2], "constant", 0.25), (T, [1, 2], "constant", 0.25), {}),
        (PAD, (T, 0, N, "reflect"), (T, [0, N], "reflect"), {}),
        (UPSAMPLE, (T, None, [2.0, 2.0]), (T, None, [2.0, 2.0]), {}),
        (UPSAMPLE, (T, None, [2, 2]), (T, None, [2.0, 2.0]), {}),
        (UPSAMPLE, (T, [8, 8], None), (T, [8, 8], None), {}),
        (LSTM, (T, U, V, W, W, W, W, True, 1, 0.0, False, False, True),
         (T, [U, V], [W, W, W, W], True, 1, 0.0, False, False, True), {}),
        (EINSUM, ("ij,jk->ik", T, U), ("ij,jk->ik", [T, U]), {}),
        (NORM, (T, [8], U, V, 1e-6), (T, [8], U, V, 1e-6), {}),
        (NORM, (T, N, U, V), (T, [N], U, V), {}),
        # a computed value in place of a constant (specification 3.5.2)
        (CAT, (T, U, V), ([T, U, V],), {}),
        ("op(Tensor x, int dim)", (T, U), (T, ScalarRef(U)), {}),
        ("op(Tensor x, int[] sizes)", (T, U, 3), (T, [ScalarRef(U), 3]), {}),
        ("op(Tensor x, Scalar value)", (T, U), (T, ScalarRef(U)), {}),
        # an argument in front of which a default was left out
        ("op(Tensor x, int a=1, str mode='m')", (T, "n"), (T, 1, "n"), {}),
    ],
)  # fmt: skip
def test_each_argument_finds_its_parameter(
    schema: str, operands: tuple[Any, ...], positional: tuple[Any, ...], keywords: dict[str, Any]
) -> None:
    found = bound(schema, *operands)
    assert found == (positional, keywords)
    assert list(map(type, found[0])) == list(map(type, positional))


@pytest.mark.parametrize(
    ("schema", "operands", "arguments"),
    [
        (ADD, (T, U), (T, U, 1)),
        ("op(Tensor x, int a=1, *, str mode='m', Device? device=None)", (T, "n", "cpu"), (T, 1, "n")),
        ("op(Tensor x, Device device, bool non_blocking=False, bool copy=False)", (T, "cpu", False, True), (T, True)),
        ("op(Tensor x, *, ScalarType? dtype=4)", (T,), (T, "int64")),
    ],
)
def test_a_kernel_gets_all_arguments_in_order(
    schema: str, operands: tuple[Any, ...], arguments: tuple[Any, ...]
) -> None:
    assert bound(schema, *operands, named=False) == (arguments, {})


def test_a_named_function_gets_a_device_where_its_schema_has_one() -> None:
    schema = "op(Tensor x, Device device, int a=1, *, bool copy=False)"
    assert bound(schema, T, "cpu", True) == ((T, "cpu"), {"copy": True})


@pytest.mark.parametrize(
    ("schema", "operands"),
    [
        (ADD, (T,)),
        (ADD, ()),
        (ADD, (T, U, "floor")),
        (ADD, (T, None)),
        (VIEW, (T,)),
        (VIEW, (T, [1.5])),
        (GELU, (T, "tanh", "none")),
        (CONV, (T, U, 3.5)),
        ("op(Tensor x, bool flag)", (T, 7)),
        ("op(Tensor x, *, int count)", (T,)),
    ],
)
def test_arguments_that_do_not_fit_are_refused(schema: str, operands: tuple[Any, ...]) -> None:
    with pytest.raises(BindingError, match="do not fit") as caught:
        bound(schema, *operands)
    assert schema.partition("(")[0].rpartition("::")[2].split(".")[0] in str(caught.value)


def test_an_operation_without_schema_gets_its_operands_as_they_come() -> None:
    assert bound("my.op", T, 0.5, [1, 2], "soft", loud=True) == ((T, 0.5, [1, 2], "soft"), {"loud": True})


def test_attributes_keep_their_names() -> None:
    operation = Operation(3, operator="mind.softmax", operands=(T,), attributes={"axis": -2})
    assert bind(KERNELS["mind.softmax"], operation, lambda _: False) == {"x": T, "axis": -2}
    operation.attributes = {"axes": [0]}
    with pytest.raises(BindingError, match="no parameter 'axes'"):
        bind(KERNELS["mind.softmax"], operation, lambda _: False)


def test_a_hostile_list_of_arguments_takes_bounded_time() -> None:
    started = time.perf_counter()
    with pytest.raises(BindingError):
        bound("op(int[] a, int[] b, int[] c, int[] d, int[] e, int[] f, str g)", *[1] * 250)
    assert time.perf_counter() - started < 5
