"""Formulas of the tables (`formulas`), parsed."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from functools import cache

from nacformats.graph.graph import GraphOperand

#: Names that mean something else than a value of the forward operation.
GRADIENTS = frozenset({"grad", "grads"})
ANYTHING = "_"
COMMUTATIVE = frozenset({"mul", "add"})


@dataclass(frozen=True, slots=True, eq=False)
class Name:
    """An operand of the forward operation, its result, the gradient, or a constant of the training instruction."""

    name: str


@dataclass(frozen=True, slots=True, eq=False)
class Literal:
    """A constant in a formula."""

    value: GraphOperand


@dataclass(frozen=True, slots=True, eq=False)
class Call:
    """An operation of the training program; part: which of its results."""

    operator: str
    arguments: tuple[Formula, ...]
    part: int | None = None


Formula = Name | Literal | Call


@cache
def formulas(text: str) -> tuple[Formula, ...]:
    """The alternatives that a formula of a table offers."""
    return tuple(_formula(each) for each in _alternatives(ast.parse(text, mode="eval").body))


def _alternatives(node: ast.expr) -> list[ast.expr]:
    match node:
        case ast.BinOp(left=left, op=ast.BitOr(), right=right):
            return [*_alternatives(left), *_alternatives(right)]
    return [node]


def _formula(node: ast.expr) -> Formula:
    match node:
        case ast.Name(id=name):
            return Name(name)
        case ast.Constant(value=None | int() | str() as value):
            return Literal(value)
        case ast.UnaryOp():
            return Literal(ast.literal_eval(node))
        case ast.Subscript(value=ast.Name(id=name), slice=ast.Constant(value=int() as part)):
            return Call("getitem", (Name(name), Literal(part)))
        case ast.Subscript(
            value=ast.Call(func=ast.Name(id=operator), args=args), slice=ast.Constant(value=int() as part)
        ):
            return Call(operator, tuple(map(_formula, args)), part)
        case ast.Call(func=ast.Name(id=operator), args=args):
            return Call(operator, tuple(map(_formula, args)))
    raise ValueError(f"not a formula: {ast.unparse(node)}")


@cache
def has_gradient(formula: Formula) -> bool:
    """Whether the gradient of the result is in a formula."""
    match formula:
        case Name(name):
            return name in GRADIENTS
        case Call(arguments=arguments):
            return any(map(has_gradient, arguments))
    return False
