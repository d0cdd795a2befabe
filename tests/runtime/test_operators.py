"""Operation schemas in the notation of ATen."""

from __future__ import annotations

import pytest

from nacformats.ops import kernels  # noqa: F401  importing it fills the table
from nacformats.ops.schemas import KERNELS, kernel, parse_schema
from nacformats.ops.schemas import KernelParameter as Parameter
from tests.partners import partner


def test_a_schema_of_our_own() -> None:
    name, parameters = parse_schema(
        "aten.sum.dim_IntList(Tensor self, int[1]? dim, bool keepdim=False, *, dtype? dtype=None)"
    )
    assert name == "aten.sum.dim_IntList"
    assert parameters == (
        Parameter("self", "Tensor"),
        Parameter("dim", "int", is_list=True, optional=True),
        Parameter("keepdim", "bool", required=False, default=False),
        Parameter("dtype", "dtype", optional=True, required=False, keyword_only=True),
    )


@pytest.mark.parametrize(
    ("printed", "name", "parameters"),
    [
        ("aten::relu(Tensor self) -> Tensor", "aten.relu.default", (Parameter("self", "Tensor"),)),
        (
            "aten::add_.Tensor(Tensor(a!) self, Tensor other) -> Tensor(a!)",
            "aten.add_.Tensor",
            (Parameter("self", "Tensor"), Parameter("other", "Tensor")),
        ),
        (
            "aten::split.Tensor(Tensor(a -> *) self, SymInt split_size, int dim=0) -> Tensor(a)[]",
            "aten.split.Tensor",
            (
                Parameter("self", "Tensor"),
                Parameter("split_size", "int"),
                Parameter("dim", "int", required=False, default=0),
            ),
        ),
        (
            "aten::index.Tensor(Tensor self, Tensor?[] indices) -> Tensor",
            "aten.index.Tensor",
            (Parameter("self", "Tensor"), Parameter("indices", "Tensor", is_list=True, optional_items=True)),
        ),
        (
            "ns::pool(int[2] size=[1, 2], *, MemoryFormat memory_format=contiguous_format) -> (Tensor, Tensor)",
            "ns.pool.default",
            (
                Parameter("size", "int", is_list=True, required=False, default=[1, 2]),
                Parameter(
                    "memory_format", "memory_format", required=False, default="contiguous_format", keyword_only=True
                ),
            ),
        ),
        ("ns::nothing() -> ()", "ns.nothing.default", ()),
        ("getitem", "getitem", None),
    ],
)
def test_what_pytorch_prints_is_understood(printed: str, name: str, parameters: tuple[Parameter, ...] | None) -> None:
    assert parse_schema(printed) == (name, parameters)


@pytest.mark.parametrize("text", ["", "a b", "f(Tensor)", "f(Tensor x", "f(... rest)"])
def test_other_text_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="not a"):
        parse_schema(text)


def test_every_schema_that_pytorch_prints_is_read_like_pytorch_reads_it() -> None:
    torch = partner("torch")
    compared = 0
    for name in KERNELS:
        namespace, _, rest = name.partition(".")
        base, _, overload = rest.partition(".")
        packet = getattr(getattr(torch.ops, namespace), base, None) if namespace == "aten" else None
        found = getattr(packet, overload, None)
        if found is None:
            continue
        read_name, parameters = parse_schema(str(found._schema))
        assert read_name == name
        assert [(p.name, p.keyword_only, not p.required) for p in parameters or ()] == [
            (argument.name, argument.kwarg_only, argument.has_default_value()) for argument in found._schema.arguments
        ]
        compared += 1
    assert compared > 300


def test_a_decorator_without_its_schema_is_refused() -> None:
    with pytest.raises(TypeError, match="under its name or schema"):
        kernel(lambda x: x)  # type: ignore[arg-type]
