"""Expressions that passes look for in a graph, such as `x * tanh(softplus(x))`.

- A name is a tensor, one that NUMBERS has is a number; one that comes twice is one value.
- `exp(x)` is an operator with any overload; arguments that are left out have the defaults of the schema.
- Factors and terms may be spelled in any order; factors are taken apart down to powers and numbers.
- What is inside has no other use, so that it is gone when the whole is replaced; the names aside.
"""

from __future__ import annotations

import ast
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import Any

from nacformats.compiler.passes.rewriting import Rewriter, arguments_of, first
from nacformats.graph.graph import GraphOperand, Operation, Ref
from nacformats.ops.names import ATEN
from nacformats.ops.schemas import KERNELS
from nacformats.ops.table import operators_called

#: Names of patterns that stand for numbers.
NUMBERS = frozenset({"eps"})
#: What names of a pattern stand for.
Named = dict[str, GraphOperand]

_MULTIPLY = (ATEN.mul.Tensor, ATEN.mul.Scalar)
_DIVIDE = (ATEN.div.Tensor, ATEN.div.Scalar)
_POWERS = (ATEN.pow.Tensor_Scalar, ATEN.square.default)
_OF_PRODUCTS = frozenset({*_MULTIPLY, *_DIVIDE, *_POWERS})
#: The operators of other signs.
_SIGNS: dict[type[ast.operator], frozenset[str]] = {
    ast.Add: frozenset({ATEN.add.Tensor, ATEN.add.Scalar}),
    ast.Sub: frozenset({ATEN.sub.Tensor}),
    ast.Div: frozenset(_DIVIDE),
}
#: A product of more factors is none that a pattern looks for.
_MOST_FACTORS = 6
#: Operations that are taken apart to find the factors: in a long chain, each would go through all before it.
_MOST_OPENED = 16
#: Relative to the number that is looked for: constants are rounded to float32, or written with a few digits.
_CLOSE = 1e-4


@dataclass
class Product:
    """coefficient * factors[0] * factors[1] * ..."""

    coefficient: float = 1.0
    factors: list[Any] = field(default_factory=list)


def matches(rewriter: Rewriter, texts: Sequence[str], operation: Operation) -> Iterator[tuple[str, Named]]:
    """Yield patterns, and what their names stand for, in each way in which an operation is that expression."""
    search = _Search(rewriter, operation)
    for text in texts:
        for found in search.whole(_parsed(text), operation, {}):
            yield text, found


@cache
def _parsed(text: str) -> ast.expr:
    return ast.parse(text, mode="eval").body


@cache
def _product_of(node: ast.expr) -> Product | None:
    """Return the factors of a pattern; None if it is no product with a number in each divisor and exponent."""
    match node:
        case ast.BinOp(left=left, op=ast.Mult(), right=right):
            parts = [_product_of(each) or Product(1.0, [each]) for each in (left, right)]
            return Product(parts[0].coefficient * parts[1].coefficient, parts[0].factors + parts[1].factors)
        case ast.BinOp(left=left, op=ast.Div(), right=ast.Constant(value=float() | int() as divisor)):
            inner = _product_of(left) or Product(1.0, [left])
            return Product(inner.coefficient / divisor, inner.factors)
        case ast.BinOp(left=left, op=ast.Pow(), right=ast.Constant(value=int() as power)):
            return Product(1.0, [left] * power)
        case ast.Constant(value=int() | float() as number):
            return Product(float(number))
    return None


@dataclass
class _Search:
    rewriter: Rewriter
    root: Operation

    def whole(self, node: ast.expr, operation: Operation, found: Named) -> Iterator[Named]:
        """Yield the ways in which an operation, whatever takes its result, is an expression."""
        product = _product_of(node)
        if product is not None:
            if operation.operator in _OF_PRODUCTS:
                actual = self._of_root if operation is self.root else self._taken_apart(operation)
                yield from self._factors(product, actual, found)
            return
        match node:
            case ast.BinOp(left=left, op=ast.Add() | ast.Sub() | ast.Div() as sign, right=right):
                arguments = arguments_of(operation) if operation.operator in _SIGNS[type(sign)] else {}
                if arguments and arguments.get("alpha", 1) == 1:
                    pair = arguments["self"], arguments["other"]
                    for one, other in (pair, pair[::-1]) if isinstance(sign, ast.Add) else (pair,):
                        for known in self._part(left, one, found):
                            yield from self._part(right, other, known)
            case ast.Call(func=ast.Name(id=name), args=given):
                if operation.operator in _overloads(name):
                    yield from self._called(given, operation, found)

    def _part(self, node: ast.expr, operand: GraphOperand, found: Named) -> Iterator[Named]:
        if isinstance(node, ast.Name):
            value = self.rewriter.number(operand) if node.id in NUMBERS else operand
            if value is not None and found.get(node.id, value) == value and (node.id in NUMBERS or _is_ref(operand)):
                yield {**found, node.id: value}
        elif isinstance(node, ast.Constant):
            if isinstance(node.value, int | float) and close(self.rewriter.number(operand), node.value):
                yield found
        elif isinstance(value := self.rewriter.value(operand), Operation) and self.rewriter.used_once(operand):
            yield from self.whole(node, value, found)

    def _called(self, given: Sequence[ast.expr], operation: Operation, found: Named) -> Iterator[Named]:
        arguments = arguments_of(operation)
        parameters = KERNELS[operation.operator].parameters or ()
        rank = len(self.rewriter.type(first(operation)).shape or ())
        for place, parameter in enumerate(parameters[1:], 1):
            wanted = ast.literal_eval(given[place]) if place < len(given) else parameter.default
            value = arguments.get(parameter.name)
            if isinstance(wanted, list) and isinstance(value, list | tuple):
                value = [each - rank if isinstance(each, int) and each >= 0 else each for each in value]
            if not parameter.is_placement and (value != wanted or isinstance(value, bool) != isinstance(wanted, bool)):
                return
        yield from self._part(given[0], first(operation), found)

    def _factors(self, wanted: Product, actual: Product, found: Named) -> Iterator[Named]:
        """Yield the ways in which each factor that is wanted is another one of a product."""
        if len(wanted.factors) == len(actual.factors) and close(actual.coefficient, wanted.coefficient):
            yield from self._assigned(wanted.factors, actual.factors, found)

    def _assigned(self, wanted: Sequence[ast.expr], factors: Sequence[Ref], found: Named) -> Iterator[Named]:
        if not wanted:
            yield found
        for place, factor in enumerate(factors if wanted else ()):
            for known in self._part(wanted[0], factor, found):
                yield from self._assigned(wanted[1:], [*factors[:place], *factors[place + 1 :]], known)

    @cached_property
    def _of_root(self) -> Product:
        return self._taken_apart(self.root)

    def _taken_apart(self, operation: Operation) -> Product:
        """Return the factors of an operation; what is used elsewhere is one factor."""
        found, left = Product(), _MOST_OPENED
        pending = self._parts(operation, found) or []
        while pending:
            each = pending.pop()
            constant = self.rewriter.number(each)
            if constant is not None:
                found.coefficient *= constant
                continue
            if not isinstance(each, Ref):
                return Product()
            inner = self.rewriter.operation(each, *_MULTIPLY, *_DIVIDE, *_POWERS)
            opened = left > 0 and self.rewriter.used_once(each)
            left -= opened
            parts = None if inner is None or not opened else self._parts(inner, found)
            if parts is None or len(found.factors) + len(pending) + len(parts) > _MOST_FACTORS:
                found.factors.append(each)
            else:
                pending += parts
        return found

    def _parts(self, operation: Operation, found: Product) -> list[GraphOperand] | None:
        """Return the factors of one operation; the number that it divides by goes into the coefficient."""
        arguments = arguments_of(operation)
        if operation.operator in _MULTIPLY:
            return [arguments.get("self"), arguments.get("other")]
        if operation.operator in _DIVIDE:
            divisor = self.rewriter.number(arguments.get("other"))
            if not divisor or not isinstance(arguments.get("self"), Ref):
                return None
            found.coefficient /= divisor
            return [arguments["self"]]
        exponent = arguments.get("exponent", 2)
        return [first(operation)] * int(exponent) if exponent in (2, 3) else None


def _is_ref(operand: GraphOperand) -> bool:
    return isinstance(operand, Ref)


@cache
def _overloads(name: str) -> frozenset[str]:
    return frozenset(row.name for row in operators_called(name))


def close(value: float | None, wanted: float) -> bool:
    """True if a constant is the wanted one, up to rounding."""
    return value is not None and math.isclose(value, wanted, rel_tol=_CLOSE)
