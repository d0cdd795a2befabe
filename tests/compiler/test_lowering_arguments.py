"""Arguments of any kind for every operation that the runtime knows: what is read back is what was meant."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from typing import Any

import pytest

import nacformats
from nacformats.compiler.lowering.operations import OperatorCall, without_idle
from nacformats.errors import UnsupportedError
from nacformats.formats.nac import NacFile
from nacformats.graph.binding import Names, call_of
from nacformats.graph.graph import Graph, Operation, Ref
from nacformats.graph.of_nac import graph_of_nac
from nacformats.ops.schemas import KERNELS, Kernel, KernelParameter
from nacformats.ops.table import marked
from nacformats.restoring import restore
from tests.compiler.drafts import Draft

FUNCTIONAL = sorted(
    name
    for name, kernel in KERNELS.items()
    if name.startswith("aten.") and "_." not in name and kernel.parameters is not None and name != "aten.sym_size.int"
)
#: Constants by kind of parameter; None where there is none.
CHOICES: dict[str, list[Any]] = {
    "Scalar": [0, 1, -3, 0.5, 1.0, 0.0, -0.0, True, False, float("nan"), float("-inf"), 7.25],
    "int": [0, 1, -1, 2, 5],
    "float": [0.0, 1.0, 0.1, 0.5, 1e-5],
    "bool": [True, False],
    "str": ["mean", "none", "tanh", "reflect"],
    "dtype": ["float32", "int64", "bool"],
    "layout": ["strided"],
    "device": ["cpu"],
    "memory_format": ["contiguous_format", "channels_last"],
}
#: Read back as an operation that gives the same.
SAME = {
    "aten.add.Scalar": ["aten.add.Tensor"],
    "aten.sub.Scalar": ["aten.sub.Tensor"],
    "aten.rsub.Scalar": ["aten.sub.Tensor"],
    "aten.rsub.Tensor": ["aten.sub.Tensor"],
    "aten.view.default": ["aten.reshape.default"],
    "aten._unsafe_view.default": ["aten.reshape.default"],
    "aten.lift_fresh_copy.default": ["aten.clone.default"],
    "aten.masked_fill.Tensor": ["aten.where.self"],
}
#: The order of the arguments where it is another one.
ORDERS: dict[tuple[str, str], slice | tuple[int, ...]] = {
    ("aten.rsub.Scalar", "aten.sub.Tensor"): (1, 0),
    ("aten.rsub.Tensor", "aten.sub.Tensor"): (1, 0),
    ("aten.masked_fill.Tensor", "aten.where.self"): (1, 2, 0),
}
#: Arguments of one kind of which the first is left out, or several lists with sizes one after the other: these are
#: refused when they are such that no order tells them apart.
AMBIGUOUS = {
    "aten.cov.default",
    "aten._trilinear.default",
    "aten.linalg_pinv.atol_rtol_float",
    "aten.linalg_pinv.atol_rtol_tensor",
    "aten.scaled_dot_product_attention.default",
    "aten._scaled_dot_product_attention_math.default",
}


class Caller:
    """Random calls, always the same ones of a kernel: tensors are x, and some numbers are a size of x."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def draft(self, kernels: Iterable[Kernel]) -> Draft:
        """A call of each of them, in one graph; its outputs are their results, and the size of x."""
        draft = Draft()
        self.x = draft.input("x", 2, 3)
        self.size = draft.operation("aten.sym_size.int", self.x, 0)
        calls = [
            Operation(place, operator=kernel.name, attributes=self.arguments(kernel))
            for place, kernel in enumerate(kernels, len(draft.graph.values))
        ]
        draft.graph.values += calls
        draft.graph.outputs = (*(Ref(each.index) for each in calls), self.size)
        return draft

    def arguments(self, kernel: Kernel) -> dict[str, Any]:
        self.random = random.Random(f"{self.seed} {kernel.name}")
        return {each.name: self.value(each) for each in kernel.parameters or () if self.is_given(each)}

    def is_given(self, parameter: KernelParameter) -> bool:
        return parameter.required or self.random.random() < 0.5

    def value(self, parameter: KernelParameter) -> Any:
        if parameter.optional and self.random.random() < 0.3:
            return None
        if not parameter.is_list:
            return self.item(parameter)
        length = 2 if parameter.name == "hx" else self.random.randint(1, 3)
        return [self.item(parameter) for _ in range(length)]

    def item(self, parameter: KernelParameter) -> Any:
        if parameter.kind == "Tensor":
            return None if parameter.optional_items and self.random.random() < 0.3 else self.x
        if parameter.kind == "int" and self.random.random() < 0.2:
            return self.size
        return self.random.choice(CHOICES.get(parameter.kind, [None]))


def calls(graph: Graph) -> list[OperatorCall | None]:
    """The call that each output is of; None where it is x."""
    names = Names()
    found = {operation.index: without_idle(call_of(operation, names)) for operation in graph.every(Operation)}
    return [found.get(_source(graph, ref)) for ref in graph.outputs]


def _source(graph: Graph, ref: Ref) -> int:
    """The operation that gives a result, which may be one of several."""
    value = graph.values[ref.index]
    if isinstance(value, Operation) and value.operator == "getitem":
        (operand, _) = value.operands
        assert isinstance(operand, Ref)
        return operand.index
    return ref.index


def plain(value: Any) -> Any:
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    return value if isinstance(value, Ref) else repr(value)


def is_gone(meant: OperatorCall) -> bool:
    return meant.operator in {"nac.pass", *marked("identity")} or (
        meant.operator in ("aten.dropout.default", "aten.feature_dropout.default") and meant.arguments["train"] is False
    )


def assert_read_back(kernels: Sequence[Kernel], caller: Caller) -> None:
    draft = caller.draft(kernels)
    graph = draft.graph
    nac = nacformats.loads(nacformats.dumps(draft.lower(*graph.outputs)))
    assert isinstance(nac, NacFile)
    restored = restore(graph_of_nac(nac))
    for meant, found in zip(calls(graph), calls(restored), strict=True):
        assert meant is not None
        assert_same_call(meant, found)


def assert_same_call(meant: OperatorCall, found: OperatorCall | None) -> None:
    if found is None:
        assert is_gone(meant)
        return
    order = ORDERS.get((meant.operator, found.operator), slice(None))
    if found.operator != meant.operator:
        assert found.operator in SAME[meant.operator]
    else:
        assert found.arguments.keys() == meant.arguments.keys()
    given = list(map(plain, meant.arguments.values()))
    expected = given[order] if isinstance(order, slice) else [given[place] for place in order]
    assert list(map(plain, found.arguments.values())) == expected


#: So many operations are in one file, since most of the time goes for files; no more than a file has numbers for.
TOGETHER = 100


@pytest.mark.sample("0", "3")
@pytest.mark.parametrize("seed", range(5))
def test_every_operation(seed: int) -> None:
    assert len(FUNCTIONAL) > 600
    caller = Caller(seed)
    kernels = [KERNELS[name] for name in FUNCTIONAL]
    refused = {kernel.name for kernel in kernels if kernel.name in AMBIGUOUS and is_refused(kernel, caller)}
    written = [kernel for kernel in kernels if kernel.name not in refused]
    for start in range(0, len(written), TOGETHER):
        assert_read_back(written[start : start + TOGETHER], caller)


def is_refused(kernel: Kernel, caller: Caller) -> bool:
    draft = caller.draft([kernel])
    try:
        draft.lower(*draft.graph.outputs)
    except UnsupportedError:
        return True
    return False
