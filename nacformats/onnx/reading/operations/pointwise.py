"""Element by element: arithmetic, comparison, choice, limits."""

from __future__ import annotations

from functools import reduce
from typing import Any

from nacformats.onnx.reading.node import NodeReader, operation, plain_number
from nacformats.onnx.reading.operations.sizes import arithmetic_of_sizes, choice_of_sizes, comparison_of_sizes
from nacformats.onnx.reading.values import NamedValue
from nacformats.ops.dtypes import FLOAT32
from nacformats.ops.names import ATEN


def _commutative(kernel: str) -> Any:
    def translate(node: NodeReader) -> NamedValue:
        known = arithmetic_of_sizes(node)
        if known is not None:
            return known
        if not isinstance(plain_number(node.value(0)), type(node.value(0))):  # a number on the left changes places
            return node.emit(f"aten.{kernel}.Tensor", node[1], node.operand(0))
        return node.emit(f"aten.{kernel}.Tensor", node[0], node.operand(1))

    return translate


operation("Add")(_commutative("add"))
operation("Mul")(_commutative("mul"))


@operation("Sub")
def _subtract(node: NodeReader) -> NamedValue:
    """Difference."""
    known = arithmetic_of_sizes(node)
    return node.emit(ATEN.sub.Tensor, node[0], node.operand(1)) if known is None else known


@operation("Div")
def _divide(node: NodeReader) -> NamedValue:
    """Quotient; that of integers is truncated."""
    known = arithmetic_of_sizes(node)
    if known is not None:
        return known
    left, right = node[0], node.operand(1)
    if left.dtype.kind in "iu":
        return node.emit(ATEN.div.Tensor_mode, left, right, rounding_mode="trunc")
    return node.emit(ATEN.div.Tensor, left, right)


@operation("Mod")
def _modulo(node: NodeReader) -> NamedValue:
    """Remainder with the sign of the divisor, or of the dividend as C's fmod gives it."""
    known = arithmetic_of_sizes(node) if not node.attribute("fmod", 0) else None
    if known is not None:
        return known
    kernel = "fmod" if node.attribute("fmod", 0) else "remainder"
    return node.emit(f"aten.{kernel}.Tensor", node[0], node.operand(1))


@operation("Pow")
def _power(node: NodeReader) -> NamedValue:
    """Power in the type of the base."""
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


@operation("Sum", "Mean", "Max", "Min")
def _many(node: NodeReader) -> NamedValue:
    """Sum, mean, maximum or minimum of any number of tensors."""
    kernel = {"Max": ATEN.maximum.default, "Min": ATEN.minimum.default}.get(node.operator, ATEN.add.Tensor)
    known = arithmetic_of_sizes(node) if len(node.inputs) == 2 and node.operator != "Mean" else None
    if known is not None:
        return known
    tensors = [node[place] for place in range(len(node.inputs))]
    total = reduce(lambda x, y: node.emit(kernel, x, y), tensors)
    return node.emit(ATEN.div.Tensor, total, len(tensors)) if node.operator == "Mean" and len(tensors) > 1 else total


def _comparison(kernel: str) -> Any:
    def translate(node: NodeReader) -> NamedValue:
        known = comparison_of_sizes(node, kernel)
        if known is not None:
            return known
        left, right = node[0], node.operand(1)
        overload = "Scalar" if isinstance(right, int | float) else "Tensor"
        return node.emit(f"aten.{kernel}.{overload}", left, right)

    return translate


_COMPARISONS = {"Equal": "eq", "Greater": "gt", "GreaterOrEqual": "ge", "Less": "lt", "LessOrEqual": "le"}
for _name, _kernel in _COMPARISONS.items():
    operation(_name)(_comparison(_kernel))


@operation("Where")
def _where(node: NodeReader) -> NamedValue:
    """Elements of one tensor where a condition holds, else of another."""
    known = choice_of_sizes(node)
    return node.emit(ATEN.where.self, node[0], node[1], node[2]) if known is None else known


@operation("Clip")
def _clip(node: NodeReader) -> NamedValue:
    """Elements limited to a range."""
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
