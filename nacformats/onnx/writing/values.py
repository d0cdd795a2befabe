"""The parts of an ONNX graph in the making: values, nodes, and facts about element types."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

import ml_dtypes
import numpy as np

from nacformats.runtime.kernels._types import FLOAT32, INT32, INT64, DType

#: The numbers of the element types in ONNX.
ELEMENT_TYPES: dict[DType, int] = {
    np.dtype(name): number
    for number, name in enumerate(
        ("float32", "uint8", "int8", "uint16", "int16", "int32", "int64", "object", "bool", "float16", "float64"), 1
    )
    if name != "object"  # 8 is text
} | {np.dtype(np.uint32): 12, np.dtype(np.uint64): 13, np.dtype(ml_dtypes.bfloat16): 16}
#: The types in which arithmetic is done for those that ONNX runtimes do not compute in.
COMPUTED_IN: dict[DType, DType] = {
    **{np.dtype(name): FLOAT32 for name in ("float16", "bfloat16")},
    **{np.dtype(name): INT32 for name in ("bool", "int8", "uint8", "int16", "uint16")},
    **{np.dtype(name): INT64 for name in ("uint32", "uint64")},
}
#: Types of which some values do not fit the type that they are computed in.
TOO_WIDE = frozenset({np.dtype(np.uint64)})
#: The types that Where takes.
SELECTED = frozenset(np.dtype(name) for name in ("float32", "float64", "int32", "int64", "int8", "uint8", "float16"))
#: The largest size: what "to the end" is.
END = 2**63 - 1


class Inexpressible(Exception):  # noqa: N818  it becomes an UnsupportedError
    """An operation has no form in ONNX with these arguments; the text says why."""


@dataclass(frozen=True, slots=True)
class Symbol:
    """A value of the ONNX graph.

    rank is None where nobody asks for it. sizes: what the graph fixes of the shape, None for the rest. number: it
    stands for a Python number, which does not decide the type of a result. seen: its shape in the run that the types
    come from, for what depends on sizes of 1 and on nothing else.
    """

    name: str
    dtype: DType
    rank: int | None = None
    sizes: tuple[int | None, ...] | None = None
    number: bool = False
    seen: tuple[int, ...] | None = None


OnnxSize: TypeAlias = int | Symbol
#: An operand of arithmetic: a tensor or a Python number.
OnnxOperand: TypeAlias = Symbol | bool | int | float


class OnnxNode(NamedTuple):
    """A node of the ONNX graph."""

    kind: str
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    attributes: dict[str, Any]


class OnnxBody(NamedTuple):
    """The body of a loop node: a graph of its own, whose inputs and results are of one type."""

    nodes: tuple[OnnxNode, ...]
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    dtype: DType


#: Nodes whose result has the rank of the operand with the most dimensions.
_ELEMENTWISE = """
    Abs Acos Acosh Add And Asin Asinh Atan Atanh BitwiseAnd BitwiseNot BitwiseOr BitwiseXor Cast Ceil Celu Clip Cos Cosh
    CumSum Div Elu Equal Erf Exp Floor Gelu Greater GreaterOrEqual HardSigmoid HardSwish IsInf IsNaN LeakyRelu Less
    LessOrEqual Log LogSoftmax Max Min Mish Mod Mul Neg Not Or Pow Reciprocal Relu Round Selu Sigmoid Sign Sin Sinh
    Softmax Softplus Sqrt Sub Tan Tanh Trilu Where Xor
"""


def rank_of_result(kind: str, inputs: Sequence[Symbol | None]) -> int | None:
    """The rank of the result where it follows from those of the operands."""
    ranks = [each.rank for each in inputs if each is not None]
    known = [rank for rank in ranks if rank is not None]
    if len(known) < len(ranks):
        return None
    if kind in _ELEMENTWISE.split():
        return max(known)
    if kind == "MatMul" and min(known) >= 2:
        return max(known)
    return None


def example(operand: OnnxOperand) -> Any:
    """Return an example of an operand for the promotion of types."""
    if not isinstance(operand, Symbol):
        return operand
    if operand.number:
        return operand.dtype.type(0).item()
    return np.empty((0,) if operand.rank != 0 else (), operand.dtype)
