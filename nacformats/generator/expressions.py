"""The expression language of Kaitai Struct as a small tree, which can be looked at and rendered as Python."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from nacformats.generator.pycode import python_name


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
#: The attributes of every record that begin with an underscore.
_OWN = ("_parent", "_root", "_io", "_index")
#: Operators whose results may be of any size, by the helpers that bound them.
_GROWING = {"+": "bounded_sum", "*": "bounded_product", "%": "bounded_remainder", "<<": "bounded_shift"}
#: Attributes of `_io`, by the helpers that compute them.
_STREAM_BUILT_INS = {"size": "size_of", "pos": "position_in", "eof": "at_end_of"}


@dataclass(frozen=True)
class Python:
    """Renders expressions as Python.

    Attributes:
        enum_name: path of an enum -> name of its class.
        access: (object, member) -> how that is written.
        function: name of a helper -> the same; it records that the helper is used.
        is_bounded: whether operators whose results may be of any size are helpers as well, which bound them.
    """

    enum_name: Callable[[tuple[str, ...]], str]
    access: Callable[[str, str], str]
    function: Callable[[str], str]
    is_bounded: bool = False

    def render(self, expression: Expression) -> str:
        """Python for the expression, in which `this` is the record at hand and `it` the value that is validated."""
        return self._render(expression, -1)

    def _render(self, expression: Expression, outer: int) -> str:
        """Python for a part of an expression, in parentheses if it binds less tightly than `outer`."""
        text, level = self._leveled(expression)
        return f"({text})" if level < outer else text

    def _leveled(self, expression: Expression) -> tuple[str, int]:
        match expression:
            case Conditional(condition, yes, no):
                return f"{self._render(yes, 0)} if {self._render(condition, 0)} else {self._render(no, -1)}", -1
            case Binary(operator, left, right):
                return self._binary(operator, left, right)
            case Unary("not", operand):
                return f"not {self._render(operand, COMPARISON)}", COMPARISON - 1
            case Unary(operator, operand):
                return f"{operator}{self._render(operand, len(LEVELS))}", len(LEVELS)
            case _:
                return self._primary(expression), len(LEVELS) + 1

    def _binary(self, operator: str, left: Expression, right: Expression) -> tuple[str, int]:
        if self.is_bounded and operator in _GROWING:
            helper = self.function(_GROWING[operator])
            return f"{helper}({self.render(left)}, {self.render(right)})", len(LEVELS) + 1
        level = next(depth for depth, operators in enumerate(LEVELS) if operator in operators)
        sides = self._render(left, level + (level == COMPARISON)), self._render(right, level + 1)
        if operator == "/" and not self._is_fraction(left, right):
            operator = "//"
        return f"{sides[0]} {operator} {sides[1]}", level

    def _is_fraction(self, *sides: Expression) -> bool:
        """Return True if one number over another need not be whole."""
        return any(isinstance(side, Literal) and isinstance(side.value, float) for side in sides)

    def _primary(self, expression: Expression) -> str:
        match expression:
            case Literal(value):
                return quoted(value) if isinstance(value, str) else repr(value)
            case Name("_"):
                return "it"
            case Name(name):
                return self.access("this", name)
            case Member(enum, name):
                return f"{self.enum_name(enum)}.{python_name(name)}"
            case Index(of, at):
                return f"{self._operand(of)}[{self.render(at)}]"
            case Cast(of, _):
                return self._operand(of)
            case Attribute(of, name, arguments):
                return self._attribute(of, name, [self.render(argument) for argument in arguments])
        return self._compound(expression)

    def _compound(self, expression: Expression) -> str:
        match expression:
            case ArrayLiteral(items):
                listed = f"[{', '.join(self.render(item) for item in items)}]"
                return f"bytes({listed})" if all(_is_byte(item) for item in items) else listed
            case FormatString(parts):
                return f"''.join([{', '.join(f'str({self.render(part)})' for part in parts)}])"
        raise ExpressionError("`sizeof` is not supported here")

    def _attribute(self, of: Expression, name: str, arguments: list[str]) -> str:
        whole = self._operand(of)
        if name[0] == "_" and name not in _OWN:
            raise ExpressionError(f"`.{name}` is not supported")
        if isinstance(of, Name | Attribute) and of.id == "_io":
            if name not in _STREAM_BUILT_INS:
                raise ExpressionError(f"`_io.{name}` is not supported")
            return f"{self.function(_STREAM_BUILT_INS[name])}({whole})"
        if name not in BUILT_INS:
            if arguments:
                raise ExpressionError(f"`.{name}()` is not supported")
            return self.access(whole, name)
        try:
            return BUILT_INS[name](whole, *arguments)
        except TypeError:
            raise ExpressionError(f"`.{name}` with {len(arguments)} arguments is not supported") from None

    def _operand(self, expression: Expression) -> str:
        return self._render(expression, len(LEVELS) + 1)


def _is_byte(item: Expression) -> bool:
    return isinstance(item, Literal) and isinstance(item.value, int) and 0 <= item.value <= 255


def quoted(text: str) -> str:
    """Return a string as Python writes it, in double quotes."""
    dumped = json.dumps(text, ensure_ascii=False)
    return "".join(char if char.isprintable() else char.encode("unicode_escape").decode() for char in dumped)
