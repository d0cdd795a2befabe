"""The expression language of Kaitai Struct as a small tree, which can be looked at and rendered as Python."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass


class ExpressionError(ValueError):
    """The text is not an expression, or uses what this package does not support."""


@dataclass(frozen=True)
class Literal:
    """A number, a string or a boolean."""

    value: int | float | str | bool


@dataclass(frozen=True)
class Name:
    """A field, an instance or a parameter of the type at hand, or `_`, `_root`, `_parent`, `_io`, `_index`."""

    id: str


@dataclass(frozen=True)
class Member:
    """An enum member: `enum::member`, or `type::enum::member`."""

    enum: tuple[str, ...]
    id: str


@dataclass(frozen=True)
class Attribute:
    """`of.id`, or `of.id(arguments)`."""

    of: Expression
    id: str
    arguments: tuple[Expression, ...] = ()


@dataclass(frozen=True)
class Index:
    """`of[at]`."""

    of: Expression
    at: Expression


@dataclass(frozen=True)
class Cast:
    """`of.as<type>`: tells statically typed languages what `of` is. `type[]` is a list."""

    of: Expression
    type: str


@dataclass(frozen=True)
class Unary:
    """`-`, `~` or `not`."""

    operator: str
    operand: Expression


@dataclass(frozen=True)
class Binary:
    """Arithmetic, bits, comparison, `and`, `or`."""

    operator: str
    left: Expression
    right: Expression


@dataclass(frozen=True)
class Conditional:
    """`condition ? yes : no`."""

    condition: Expression
    yes: Expression
    no: Expression


@dataclass(frozen=True)
class ArrayLiteral:
    """`[1, 2]`: bytes where every item is a number of one byte, otherwise a list."""

    items: tuple[Expression, ...]


@dataclass(frozen=True)
class SizeOf:
    """`sizeof<type>` or `of._sizeof`; without either `_sizeof`, that of the type at hand."""

    type: str = ""
    of: Expression | None = None
    is_bits: bool = False


@dataclass(frozen=True)
class FormatString:
    """`f"text {expression}"`: texts and expressions, which become text."""

    parts: tuple[Expression, ...]


Expression = (
    Literal
    | Name
    | Member
    | Attribute
    | Index
    | Cast
    | Unary
    | Binary
    | Conditional
    | ArrayLiteral
    | SizeOf
    | FormatString
)

#: From the loosest to the tightest. Comparisons come between `not` and the bit operators, as in Python.
LEVELS = (
    ("or",),
    ("and",),
    ("<", "<=", ">", ">=", "==", "!="),
    ("|",),
    ("^",),
    ("&",),
    ("<<", ">>"),
    ("+", "-"),
    ("*", "/", "%"),
)
COMPARISON = 2


def walk(expression: Expression) -> Iterator[Expression]:
    """Return the expression and everything in it."""
    yield expression
    for child in _children(expression):
        yield from walk(child)


def depth_of(expression: Expression) -> int:
    """Return the nesting depth of the operators, without recursion."""
    deepest, waiting = 0, [(expression, 1)]
    while waiting:
        part, depth = waiting.pop()
        deepest = max(deepest, depth)
        waiting += [(child, depth + 1) for child in _children(part)]
    return deepest


def _children(expression: Expression) -> Iterator[Expression]:
    for part in vars(expression).values():
        for child in part if isinstance(part, tuple) else (part,):
            if isinstance(child, Expression):
                yield child


def conjuncts(expression: Expression) -> Iterator[Expression]:
    """Return the parts of a chain of `and`."""
    if isinstance(expression, Binary) and expression.operator == "and":
        yield from conjuncts(expression.left)
        yield from conjuncts(expression.right)
    else:
        yield expression


#: Attributes that the language gives to strings, bytes, lists, enum members and streams.
BUILT_INS: dict[str, Callable[..., str]] = {
    "length": lambda of: f"len({of})",
    "size": lambda of: f"len({of})",
    "first": lambda of: f"{of}[0]",
    "last": lambda of: f"{of}[-1]",
    "min": lambda of: f"min({of})",
    "max": lambda of: f"max({of})",
    "reverse": lambda of: f"{of}[::-1]",
    "substring": lambda of, start, stop: f"{of}[{start}:{stop}]",
    "to_i": lambda of, base="": f"int({of}, {base})" if base else f"int({of})",
    "to_s": lambda of, encoding="": f"str({of}, {encoding})" if encoding else f"str({of})",
}


def quoted(text: str) -> str:
    """Return a string as Python writes it, in double quotes."""
    dumped = json.dumps(text, ensure_ascii=False)
    return "".join(char if char.isprintable() else char.encode("unicode_escape").decode() for char in dumped)
