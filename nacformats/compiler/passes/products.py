"""Products and sums taken apart: what fusions look for may be spelled in any order."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field

from nacformats.compiler.passes.facts import first, named, number
from nacformats.compiler.passes.rewriting import Rewriter
from nacformats.graph.graph import Operand, Operation, Ref
from nacformats.runtime.kernels._promotion import FLOAT32, FLOAT64

_MULTIPLY = ("aten.mul.Tensor", "aten.mul.Scalar")
_DIVIDE = ("aten.div.Tensor", "aten.div.Scalar")
_ADD = ("aten.add.Tensor", "aten.add.Scalar")
#: A product of more factors than that is none that a fusion looks for.
_MOST_FACTORS = 6
#: Operations that are taken apart to find the factors: in a long chain, each would go through all before it.
_MOST_OPENED = 16
#: Relative to the number that is looked for: constants are rounded to float32, or written with a few digits.
_CLOSE = 1e-4


@dataclass
class Product:
    """coefficient * factors[0] * factors[1] * ..."""

    coefficient: float = 1.0
    factors: list[Ref] = field(default_factory=list)


def is_single(rewriter: Rewriter, operand: Operand) -> bool:
    """Whether a tensor is of a type that is computed in itself: a half is rounded after every operation."""
    return rewriter.type(operand).dtype in (FLOAT32, FLOAT64)


def close(value: float | None, wanted: float) -> bool:
    """Whether a constant is the one that is looked for."""
    return value is not None and math.isclose(value, wanted, rel_tol=_CLOSE)


def product(rewriter: Rewriter, operand: Operand, *, inner: bool = False) -> Product:
    """What is multiplied to give a tensor; what is used elsewhere as well is one factor. inner: it may be such."""
    found = Product()
    pending = [(operand, True)]
    left = _MOST_OPENED
    while pending:
        each, is_root = pending.pop()
        constant = number(rewriter, each)
        if constant is not None:
            found.coefficient *= constant
            continue
        if not isinstance(each, Ref):
            return Product()
        operation = rewriter.operation(each, *_MULTIPLY, *_DIVIDE, "aten.pow.Tensor_Scalar", "aten.square.default")
        opened = left > 0 and ((is_root and not inner) or rewriter.used_once(each))
        left -= opened
        parts = None if operation is None or not opened else _parts(rewriter, operation, found)
        if parts is None or len(found.factors) + len(pending) + len(parts) > _MOST_FACTORS:
            found.factors.append(each)
        else:
            pending += [(part, False) for part in parts]
    return found


def _parts(rewriter: Rewriter, operation: Operation, found: Product) -> list[Operand] | None:
    """The factors of one operation; the number that it divides by goes into the coefficient."""
    arguments = named(operation)
    if operation.operator in _MULTIPLY:
        return [arguments.get("self"), arguments.get("other")]
    if operation.operator in _DIVIDE:
        divisor = number(rewriter, arguments.get("other"))
        if not divisor or not isinstance(arguments.get("self"), Ref):
            return None
        found.coefficient /= divisor
        return [arguments["self"]]
    exponent = 2 if operation.operator == "aten.square.default" else arguments.get("exponent")
    return [first(operation)] * int(exponent) if exponent in (2, 3) else None


def sums(rewriter: Rewriter, operand: Operand) -> Iterator[tuple[Ref, Operand]]:
    """Both orders of the two operands of a sum that is used once."""
    operation = rewriter.operation(operand, *_ADD)
    if operation is None or not rewriter.used_once(operand):
        return
    arguments = named(operation)
    if arguments.get("alpha") != 1:
        return
    left, right = arguments.get("self"), arguments.get("other")
    if isinstance(left, Ref):
        yield left, right
    if isinstance(right, Ref):
        yield right, left


def plus(rewriter: Rewriter, operand: Operand, constant: float) -> Ref | None:
    """What a constant is added to."""
    for term, other in sums(rewriter, operand):
        if close(number(rewriter, other), constant):
            return term
    return None
