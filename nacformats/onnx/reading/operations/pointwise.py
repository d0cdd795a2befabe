"""Element by element: arithmetic, comparison, choice, limits."""

from __future__ import annotations

from typing import Any

from nacformats.onnx.reading.node import NodeReader, operation, plain_number
from nacformats.onnx.reading.operations.sizes import COMPARISONS
from nacformats.onnx.reading.values import NamedValue
from nacformats.ops.dtypes import FLOAT32
from nacformats.ops.names import ATEN


def _commutative(kernel: str) -> Any:
    def translate(node: NodeReader) -> NamedValue:
        if not isinstance(plain_number(node.value(0)), type(node.value(0))):  # a number on the left changes places
            return node.emit(f"aten.{kernel}.Tensor", node[1], node.operand(0))
        return node.emit(f"aten.{kernel}.Tensor", node[0], node.operand(1))

    return translate


operation("Add")(_commutative("add"))
operation("Mul")(_commutative("mul"))


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


def _comparison(kernel: str) -> Any:
    def translate(node: NodeReader) -> NamedValue:
        left, right = node[0], node.operand(1)
        overload = "Scalar" if isinstance(right, int | float) else "Tensor"
        return node.emit(f"aten.{kernel}.{overload}", left, right)

    return translate


for _name, _kernel in COMPARISONS.items():
    operation(_name)(_comparison(_kernel))


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
