"""Arithmetic: of tensors, and of sizes, which Shape gives, as Python numbers of the graph."""

from __future__ import annotations

import math
import operator as op
from collections.abc import Callable
from typing import Any

import numpy as np

from nacformats.graph.graph import Ref
from nacformats.onnx.reading.node import OF_SIZES, NodeReader, SizesForm, operation, plain_number
from nacformats.onnx.reading.values import (
    GraphConstant,
    GraphNumbers,
    GraphSize,
    NamedValue,
    Refusal,
    as_numbers,
    constant,
    rank_of,
)
from nacformats.ops.dtypes import FLOAT32
from nacformats.ops.names import ATEN


@operation("Shape")
def _shape(node: NodeReader) -> NamedValue:
    """Return the sizes of a tensor."""
    value = node.value(0)
    rank = rank_of(value)
    axes = range(rank)[slice(node.attribute("start", 0), node.attribute("end"))]
    return GraphNumbers(tuple(node.build.size(value, axis) for axis in axes))


@operation("Size")
def _size(node: NodeReader) -> NamedValue:
    """Return the number of elements."""
    value = node.value(0)
    items: list[Any] = [node.build.size(value, axis) for axis in range(rank_of(value))]
    total: GraphSize = math.prod(items)
    if isinstance(total, int) and total >= 2**63:
        raise Refusal("a product of sizes that is no number of 64 bits")
    return GraphNumbers((total,), scalar=True)


def _binary(node: NodeReader, operator: str, x: GraphSize, y: GraphSize) -> Any:
    """Return the result for two numbers; None where the operation has no exact form on numbers."""
    is_known = isinstance(x, int) and isinstance(y, int)
    if operator in _EXTREMES and not is_known:
        return node.build.number(_EXTREMES[operator], x, y)
    try:
        result = _COMPUTED[operator](x, y)
    except (TypeError, ZeroDivisionError):
        return None
    return result if not is_known or -(2**63) <= result < 2**63 else None


def _truncated(x: Any, y: Any) -> Any:
    if isinstance(x, Ref) or isinstance(y, Ref):
        return x // y
    return abs(x) // abs(y) * (1 if (x < 0) == (y < 0) else -1)


_COMPUTED: dict[str, Callable[[Any, Any], Any]] = {"Add": op.add, "Sum": op.add, "Sub": op.sub, "Mul": op.mul}
_COMPUTED |= {"Div": _truncated, "Mod": op.mod, "Max": max, "Min": min}
_EXTREMES = {"Max": "sym_max", "Min": "sym_min"}


def _sized(node: NodeReader, *places: int) -> list[GraphNumbers] | None:
    """Return the inputs as numbers, when all are known as such and one is really of sizes, not a constant."""
    values = [node.value(place) for place in places or range(len(node.inputs))]
    if not any(isinstance(value, GraphNumbers) for value in values):
        return None
    found = [as_numbers(value) for value in values]
    return None if any(item is None for item in found) else [item for item in found if item is not None]


def _aligned(numbers: list[GraphNumbers]) -> list[list[GraphSize]] | None:
    """Return the items of several lists, single ones repeated; None if the lengths differ otherwise."""
    length = max(len(item.items) for item in numbers)
    if any(len(item.items) not in (1, length) for item in numbers):
        return None
    return [list(item.items) * (length if len(item.items) == 1 else 1) for item in numbers]


def gives_sizes(*names: str) -> Callable[[SizesForm], SizesForm]:
    """Register a function as the form of operators on sizes; it returns None where its operands are others."""

    def register(function: SizesForm) -> SizesForm:
        OF_SIZES.update(dict.fromkeys(names, function))
        return function

    return register


@gives_sizes(*_COMPUTED)
def _arithmetic(node: NodeReader) -> NamedValue:
    """Return the result of arithmetic on two lists of sizes."""
    if len(node.inputs) != 2 or node.attribute("fmod", 0):
        return None
    found = _sized(node, 0, 1)
    columns = _aligned(found) if found is not None else None
    if found is None or columns is None or any(item.dtype.kind != "i" for item in found):
        return None
    results = [_binary(node, node.operator, x, y) for x, y in zip(*columns, strict=True)]
    if any(item is None for item in results):
        return None
    return GraphNumbers(tuple(results), found[0].dtype, all(item.scalar for item in found))


#: Comparisons, by what ATen calls them.
COMPARISONS = {"Equal": "eq", "Greater": "gt", "GreaterOrEqual": "ge", "Less": "lt", "LessOrEqual": "le"}


@gives_sizes(*COMPARISONS)
def _comparison(node: NodeReader) -> NamedValue:
    """Return the comparison of sizes where it is known: of known ones, and with a negative number."""
    found = _sized(node, 0, 1)
    columns = _aligned(found) if found is not None else None
    if found is None or columns is None:
        return None
    results = [_compared(node, getattr(op, COMPARISONS[node.operator]), x, y) for x, y in zip(*columns, strict=True)]
    if any(item is None for item in results):
        return None
    scalar = all(item.scalar for item in found)
    return constant(np.asarray(results[0] if scalar else results, np.bool_))


def _compared(node: NodeReader, holds: Callable[[int, int], bool], x: GraphSize, y: GraphSize) -> bool | None:
    if isinstance(x, int) and isinstance(y, int):
        return holds(x, y)
    if isinstance(x, Ref) and isinstance(y, Ref):
        return holds(0, 0) if x == y else None
    # a size is to a negative number what 0 is
    if isinstance(x, Ref) and isinstance(y, int) and y < 0 and node.build.is_size(x):
        return holds(0, y)
    if isinstance(x, int) and isinstance(y, Ref) and x < 0 and node.build.is_size(y):
        return holds(x, 0)
    return None


@gives_sizes("Where")
def _choice(node: NodeReader) -> NamedValue:
    """Return the sizes that a known condition chooses."""
    found = _sized(node, 1, 2)
    condition = as_numbers(node.value(0))
    if found is None or condition is None or not all(isinstance(item, int) for item in condition.items):
        return None
    columns = _aligned([condition, *found])
    if columns is None:
        return None
    chosen = tuple(yes if test else no for test, yes, no in zip(*columns, strict=True))
    return GraphNumbers(chosen, found[0].dtype, all(item.scalar for item in (condition, *found)))


@gives_sizes("Neg")
def _negative(node: NodeReader) -> NamedValue:
    """Return the numbers with the other sign."""
    found = _sized(node, 0)
    if found is None:
        return None
    items = tuple(-item if isinstance(item, int) else node.build.number("neg", item) for item in found[0].items)
    return GraphNumbers(items, found[0].dtype, found[0].scalar)


@gives_sizes("Gather")
def _gathered(node: NodeReader) -> NamedValue:
    """Return the sizes at known places."""
    found, places = node.value(0), node.value(1)
    if (
        not isinstance(found, GraphNumbers)
        or found.scalar
        or not isinstance(places, GraphConstant)
        or len(places.shape) > 1
    ):
        return None
    chosen = [int(place) for place in places.array.reshape(-1)]
    if not all(-len(found.items) <= place < len(found.items) for place in chosen):
        return None
    return GraphNumbers(tuple(found.items[place] for place in chosen), found.dtype, not places.shape)


@gives_sizes("Concat")
def _concatenated(node: NodeReader) -> NamedValue:
    """Return lists of sizes, concatenated."""
    found = _sized(node)
    if found is None or any(item.scalar for item in found):
        return None
    return GraphNumbers(tuple(item for each in found for item in each.items), found[0].dtype)


def sliced_sizes(node: NodeReader, starts: list[GraphSize], ends: list[GraphSize], steps: list[int]) -> NamedValue:
    """Return a known range of a list of sizes, or None when it is not that."""
    found = node.value(0)
    if not isinstance(found, GraphNumbers) or found.scalar or len(starts) != 1:
        return None
    start, end = starts[0], ends[0]
    if not (isinstance(start, int) and isinstance(end, int)):
        return None
    if steps[0] < 0 and end < -len(found.items):
        return GraphNumbers(found.items[start :: steps[0]], found.dtype)
    return GraphNumbers(found.items[start : end : steps[0]], found.dtype)


_REDUCED = {"ReduceProd": "Mul", "ReduceSum": "Add", "ReduceMax": "Max", "ReduceMin": "Min"}


@gives_sizes(*_REDUCED)
def _reduced(node: NodeReader) -> NamedValue:
    """Return the product, sum, largest or smallest of a list of sizes."""
    found = node.value(0)
    if not isinstance(found, GraphNumbers) or not found.items:
        return None
    if node.attribute("noop_with_empty_axes", 0) and not (node.has(1) and node.numbers(1)):
        return None
    total: Any = found.items[0]
    for item in found.items[1:]:
        total = _binary(node, _REDUCED[node.operator], total, item)
        if total is None:
            return None
    return GraphNumbers((total,), found.dtype, scalar=not node.attribute("keepdims", 1))


def reshaped_sizes(value: NamedValue, sizes: list[GraphSize]) -> NamedValue:
    """Return numbers of rank 0 or 1 in such a shape, or None when it is not that."""
    if not isinstance(value, GraphNumbers) or len(sizes) > 1:
        return None
    if not sizes:
        return GraphNumbers(value.items, value.dtype, scalar=True) if len(value.items) == 1 else None
    return GraphNumbers(value.items, value.dtype) if sizes[0] in (-1, len(value.items)) else None


@operation("Add", "Mul")
def _commutative(node: NodeReader) -> NamedValue:
    """Return the sum or the product; a number on the left changes places."""
    kernel = ATEN.add.Tensor if node.operator == "Add" else ATEN.mul.Tensor
    if not isinstance(plain_number(node.value(0)), type(node.value(0))):
        return node.emit(kernel, node[1], node.operand(0))
    return node.emit(kernel, node[0], node.operand(1))


@operation(*COMPARISONS)
def _compared_elements(node: NodeReader) -> NamedValue:
    """Return the comparison of each element."""
    left, right = node[0], node.operand(1)
    overload = "Scalar" if isinstance(right, int | float) else "Tensor"
    return node.emit(f"aten.{COMPARISONS[node.operator]}.{overload}", left, right)


@operation("Pow")
def _power(node: NodeReader) -> NamedValue:
    """Return the power in the type of the base."""
    base, exponent = node[0], node.operand(1)
    if isinstance(exponent, int | float):
        if base.dtype.kind in "iu" and isinstance(exponent, float):
            wide = node.emit(ATEN.pow.Tensor_Scalar, node.build.cast(base, FLOAT32), exponent)
            return node.build.cast(wide, base.dtype)
        if base.dtype.kind not in "iu" or exponent >= 0:
            return node.emit(ATEN.pow.Tensor_Scalar, base, exponent)
        exponent = node[1]
    other = node.build.tensor(node.value(1))
    if base.dtype.kind in "iu" and other.dtype.kind not in "iu":
        wide = node.emit(ATEN.pow.Tensor_Tensor, base, other)
        return node.build.cast(wide, base.dtype)
    return node.emit(ATEN.pow.Tensor_Tensor, base, node.build.cast(other, base.dtype))


@operation("Clip")
def _clip(node: NodeReader) -> NamedValue:
    """Return the elements limited to a range."""
    x = node[0]
    if node.version < 11:
        low, high = node.attribute("min"), node.attribute("max")
        return node.emit(ATEN.clamp.default, x, low, high) if (low, high) != (None, None) else x
    bounds = [plain_number(value) if value is not None else None for value in (node.optional(1), node.optional(2))]
    if bounds == [None, None]:
        return x
    if all(bound is None or isinstance(bound, int | float) for bound in bounds):
        return node.emit(ATEN.clamp.default, x, *bounds)
    tensors = [None if value is None else node.build.tensor(value) for value in (node.optional(1), node.optional(2))]
    return node.emit(ATEN.clamp.Tensor, x, *tensors)
