"""Programs in the neutral language as typed objects: what is printed in other languages.

A type is named by a text: Int, U64, Real, bool, Text, Bytes, None, NoReturn, list[T], or the name of a class or array.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, fields


@dataclass
class Expression:
    """A value. Attributes: type: its type."""

    type: str


@dataclass
class Literal(Expression):
    value: bool | int | float | str


@dataclass
class Constant(Expression):
    name: str


@dataclass
class Local(Expression):
    """A parameter or a local variable; the machine is called `m`."""

    name: str


@dataclass
class Member(Expression):
    """A field of an object."""

    of: Expression
    name: str


@dataclass
class Item(Expression):
    """An element of a list, an array, bytes or a constant tuple."""

    of: Expression
    index: Expression


@dataclass
class Length(Expression):
    of: Expression


@dataclass
class Pop(Expression):
    of: Expression


@dataclass
class Call(Expression):
    """A call of a function; `function` is None for one that every language has of its own."""

    name: str
    arguments: list[Expression]
    function: Function | None = None


@dataclass
class New(Expression):
    """A new object of the class `type`, new bytes, an empty list, or an array of so many zeros."""

    arguments: list[Expression]


@dataclass
class Operation(Expression):
    """Arithmetic: + - * // % & | ^ << >> of Ints or U64, + - * / of Reals, + of texts."""

    operator: str
    left: Expression
    right: Expression


@dataclass
class Comparison(Expression):
    operator: str
    left: Expression
    right: Expression


@dataclass
class Logic(Expression):
    """Attributes: operator: and, or."""

    operator: str
    left: Expression
    right: Expression


@dataclass
class Unary(Expression):
    """Attributes: operator: not, - (Int, Real), ~ (U64)."""

    operator: str
    of: Expression


@dataclass
class Convert(Expression):
    """An Int as U64, or the lowest 64 bits of a computed U64 (which is then of that type already)."""

    of: Expression


@dataclass
class Choice(Expression):
    condition: Expression
    yes: Expression
    no: Expression


@dataclass
class Statement:
    pass


@dataclass
class Declare(Statement):
    name: str
    type: str
    value: Expression
    is_changed: bool = False


@dataclass
class Assign(Statement):
    target: Expression
    value: Expression


@dataclass
class Perform(Statement):
    """A call for what it does."""

    call: Expression


@dataclass
class Append(Statement):
    to: Expression
    value: Expression


@dataclass
class Clear(Statement):
    of: Expression


@dataclass
class If(Statement):
    condition: Expression
    body: list[Statement]
    other: list[Statement]


@dataclass
class While(Statement):
    condition: Expression
    body: list[Statement]


@dataclass
class Count(Statement):
    """A loop over the Ints from `first` to below `last`."""

    name: str
    first: Expression
    last: Expression
    body: list[Statement]


@dataclass
class Break(Statement):
    pass


@dataclass
class Continue(Statement):
    pass


@dataclass
class Return(Statement):
    value: Expression | None


@dataclass
class Fail(Statement):
    """A call of a function that never returns, or, without one, the end of such a function."""

    call: Expression | None


@dataclass
class Parameter:
    name: str
    type: str
    is_changed: bool = False


@dataclass
class Function:
    """Attributes: can_fail: it, or a function that it calls, may raise Failed."""

    name: str
    parameters: list[Parameter]
    result: str
    doc: str
    body: list[Statement] = field(default_factory=list)
    can_fail: bool = False

    @property
    def is_method(self) -> bool:
        """True if it works on the machine, its first parameter."""
        return bool(self.parameters) and self.parameters[0].type == "Machine"


@dataclass
class Class:
    """Attributes: fields: name, type, and what it begins with, or None where it has to be given.

    widths: the bytes of those Ints that have fewer than 8.
    """

    name: str
    doc: str
    is_value: bool
    fields: list[tuple[str, str, Expression | None]]
    widths: dict[str, int] = field(default_factory=dict)


@dataclass
class Definition:
    """A constant: a number, a text, or a list of numbers."""

    name: str
    type: str
    value: int | str | tuple[int, ...]


@dataclass
class Module:
    name: str
    doc: str
    constants: list[Definition] = field(default_factory=list)
    classes: list[Class] = field(default_factory=list)
    functions: list[Function] = field(default_factory=list)


def parts(node: Expression | Statement) -> Iterator[Expression | Statement]:
    """Yield a node and all that are in it."""
    yield node
    for each in fields(node):
        value = getattr(node, each.name)
        for part in value if isinstance(value, list) else [value]:
            if isinstance(part, Expression | Statement):
                yield from parts(part)


def parts_of(function: Function) -> Iterator[Expression | Statement]:
    for statement in function.body:
        yield from parts(statement)
