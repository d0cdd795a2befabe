"""The expression language of Kaitai Struct: parsed into a small tree, which can be looked at and rendered as Python."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from nacformats.generator.pycode import python_name
from nacformats.limits import MAX_BRACKETS, MAX_EXPRESSION, MAX_SCHEMA_DEPTH


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
_LEVELS = (
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
_COMPARISON = 2
_NAME = re.compile(r"[a-z_][a-z0-9_]*", re.ASCII)
_SIZES = {"sizeof": False, "bitsizeof": True}
_TRUTHS = {"true": True, "false": False}

_TOKEN = re.compile(
    r"""\s*(?:
        (?P<number>0[xX][0-9a-fA-F_]+|0[bB][01_]+|0[oO][0-7_]+|\.\d+(?:[eE][-+]?\d+)?|\d[\d_]*(?:\.\d+|\.(?![\w.]))?(?:[eE][-+]?\d+)?)
      | (?P<string>'[^']*'|"(?:[^"\\]|\\.)*")
      | (?P<format>f"(?:[^"\\{]|\\.|\{(?:[^"'}]|'[^']*'|"(?:[^"\\]|\\.)*")*\})*")
      | (?P<name>[A-Za-z_][A-Za-z0-9_]*)
      | (?P<symbol>::|<<|>>|<=|>=|==|!=|[-+*/%&|^~<>?:.,()\[\]])
    )""",
    re.VERBOSE,
)


def parse_expression(text: str | int | float | bool) -> Expression:
    """Parse an expression; YAML has already turned some into plain numbers and booleans.

    Raises:
        ExpressionError: the text is not an expression of the supported language.
    """
    if isinstance(text, str):
        if len(text) > MAX_EXPRESSION:
            raise ExpressionError(f"an expression of more than {MAX_EXPRESSION:,} characters")
        return _Parser(text).whole()
    if not isinstance(text, int | float):
        raise ExpressionError(f"{text!r} is no expression")
    return Literal(_checked(text))


def _checked(number: int | float) -> int | float:
    """Return a number that fits into 64 bits."""
    if not -(1 << 63) <= number < 1 << 64 and not (isinstance(number, float) and math.isfinite(number)):
        raise ExpressionError("a number does not fit into 64 bits")
    return number


class _Parser:
    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens = list(_tokens(text))
        self.next = 0
        self.brackets = 0

    def whole(self) -> Expression:
        expression = self.conditional()
        if _depth(expression) > MAX_SCHEMA_DEPTH:
            raise self.error(f"more than {MAX_SCHEMA_DEPTH} operators inside of each other")
        if self.next < len(self.tokens):
            raise self.error(f"{self.tokens[self.next][1]!r} is not expected here")
        return expression

    def conditional(self) -> Expression:
        condition = self.level(0)
        if not self.take("?"):
            return condition
        with self.inside():
            yes = self.conditional()
            self.expect(":")
            return Conditional(condition, yes, self.conditional())

    @contextmanager
    def inside(self) -> Iterator[None]:
        """Within this block, one level deeper."""
        self.brackets += 1
        if self.brackets > MAX_BRACKETS:
            raise self.error(f"nested more than {MAX_BRACKETS} deep")
        yield
        self.brackets -= 1

    def level(self, depth: int) -> Expression:
        if depth == _COMPARISON and self.take("not"):
            with self.inside():
                return Unary("not", self.level(depth))
        if depth == len(_LEVELS):
            return self.unary()
        left = self.level(depth + 1)
        while (operator := self.take(*_LEVELS[depth])) is not None:
            left = Binary(operator, left, self.level(depth + 1))
        return left

    def unary(self) -> Expression:
        operator = self.take("-", "~", "+")
        if operator is not None:
            with self.inside():
                operand = self.unary()
            return operand if operator == "+" else Unary(operator, operand)
        return self.trailers(self.atom())

    def trailers(self, of: Expression) -> Expression:
        while (symbol := self.take(".", "[")) is not None:
            if symbol == "[":
                with self.inside():
                    of = Index(of, self.conditional())
                self.expect("]")
            else:
                of = self.attribute(of)
        return of

    def attribute(self, of: Expression) -> Expression:
        name = self.name()
        if name == "as" and self.take("<"):
            return Cast(of, self.type_name())
        if name == "_sizeof":
            return SizeOf(of=of)
        return Attribute(of, name, self.listed(")") if self.take("(") else ())

    def type_name(self) -> str:
        """Return the name of a type, up to the `>` that comes after it."""
        is_absolute = self.take("::")
        name = "::".join(self.path(self.name()))
        if self.take("["):
            self.expect("]")
            name += "[]"
        self.expect(">")
        return f"::{name}" if is_absolute else name

    def listed(self, end: str, after_comma: str = "") -> tuple[Expression, ...]:
        """Return expressions with commas between them, up to a bracket that is passed over.

        The last comma may come before `after_comma`.
        """
        if self.take(end):
            return ()
        with self.inside():
            items = [self.conditional()]
            while self.take(",") and not self.sees(after_comma):
                items.append(self.conditional())
        self.expect(end)
        return tuple(items)

    def atom(self) -> Expression:
        if self.take("("):
            with self.inside():
                inside = self.conditional()
            self.expect(")")
            return inside
        if self.take("["):
            return ArrayLiteral(self.listed("]", "]"))
        if self.take("::"):
            path = self.path(self.name())
            return Member(("", *path[:-1]), path[-1])
        kind, token = self.tokens[self.next] if self.next < len(self.tokens) else ("end", "the end")
        self.next += 1
        if kind == "number":
            return Literal(self.number(token))
        if kind == "string":
            return Literal(_string(token) + self.strings())
        if kind == "format":
            return self.format(token)
        if kind != "name":
            raise self.error(f"{token!r} is not expected here" if kind != "end" else "it is not complete")
        return self.named(token)

    def strings(self) -> str:
        """Return the text of the strings that come next: several are one."""
        text = ""
        while self.next < len(self.tokens) and self.tokens[self.next][0] == "string":
            text += _string(self.tokens[self.next][1])
            self.next += 1
        return text

    def named(self, name: str) -> Expression:
        if name in _TRUTHS:
            return Literal(_TRUTHS[name])
        if name == "_sizeof":
            return SizeOf()
        if name in _SIZES and self.take("<"):
            return SizeOf(self.type_name(), is_bits=_SIZES[name])
        path = self.path(self.checked(name))
        return Name(name) if len(path) == 1 else Member(tuple(path[:-1]), path[-1])

    def format(self, token: str) -> FormatString:
        """Return the parts of a text in which expressions are in braces."""
        parts: list[Expression] = []
        for match in _PART.finditer(token[2:-1]):
            if match[1] is None:
                parts.append(Literal(_string(f'"{match[0]}"')))
                continue
            inner = _Parser(match[1])
            with self.inside():
                inner.brackets = self.brackets
                parts.append(inner.whole())
        return FormatString(tuple(parts))

    def number(self, token: str) -> int | float:
        plain = token.replace("_", "")
        try:
            is_float = re.search(r"^\d*(\.|[eE])", plain)
            return _checked(float(plain) if is_float else int(plain, 0 if plain[:1] == "0" and len(plain) > 1 else 10))
        except (ValueError, ExpressionError):  # of too many digits as well
            raise self.error(f"{token[:40]} is no number of 64 bits") from None

    def path(self, first: str) -> list[str]:
        path = [first]
        while self.take("::"):
            path.append(self.name())
        return path

    def sees(self, *wanted: str) -> bool:
        kind, token = self.tokens[self.next] if self.next < len(self.tokens) else ("end", "")
        return kind in ("name", "symbol") and token in wanted

    def take(self, *wanted: str) -> str | None:
        if not self.sees(*wanted):
            return None
        self.next += 1
        return self.tokens[self.next - 1][1]

    def expect(self, wanted: str) -> None:
        if self.take(wanted) is None:
            raise self.error(f"{wanted!r} is missing")

    def name(self) -> str:
        if self.next < len(self.tokens) and self.tokens[self.next][0] == "name":
            self.next += 1
            return self.checked(self.tokens[self.next - 1][1])
        raise self.error("a name is missing")

    def checked(self, name: str) -> str:
        if not _NAME.fullmatch(name):
            raise self.error(f"{name!r} is no id: lower-case letters, digits and _, a letter first")
        return name

    def error(self, reason: str) -> ExpressionError:
        return ExpressionError(f"expression `{' '.join(self.text.split())}`: {reason}")


def _tokens(text: str) -> Iterator[tuple[str, str]]:
    position, end = 0, len(text.rstrip())
    while position < end:
        match = _TOKEN.match(text, position)
        if match is None:
            raise ExpressionError(f"expression `{text}`: {text[position:].strip()[0]!r} is not supported")
        assert match.lastgroup is not None
        yield match.lastgroup, match[match.lastgroup]
        position = match.end()


#: Of the text of a format string: an expression in braces, or what is between two of them.
_PART = re.compile(r"""\{((?:[^"'}]|'[^']*'|"(?:[^"\\]|\\.)*")*)\}|(?:[^\\{]|\\.)+""", re.DOTALL)
_ESCAPE = re.compile(r"\\(?:([0-7]{1,3})|u([0-9a-fA-F]{4})|(.))", re.DOTALL)
_ESCAPED = dict(zip("abtnvfre", "\a\b\t\n\v\f\r\x1b", strict=True))


def _string(token: str) -> str:
    inside = token[1:-1]
    return inside if token[0] == "'" else _ESCAPE.sub(_unescaped, inside)


def _unescaped(match: re.Match[str]) -> str:
    octal, code, letter = match.groups()
    if letter is not None:
        return _ESCAPED.get(letter, letter)
    return chr(int(octal, 8) if octal else int(code, 16))


def walk(expression: Expression) -> Iterator[Expression]:
    """Return the expression and everything in it."""
    yield expression
    for child in _children(expression):
        yield from walk(child)


def _depth(expression: Expression) -> int:
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
#: Attributes of `_io`, by the helpers of nacformats.codec.constructs that compute them.
_STREAM_BUILT_INS = {"size": "size_of", "pos": "position_in", "eof": "at_end_of"}


@dataclass(frozen=True)
class Python:
    """Renders expressions as Python.

    Attributes:
        enum_name: path of an enum -> name of its class.
        access: (object, member) -> how that is written.
        is_member: whether a type of the schema has a member of that name; it hides the built-in attribute.
        function: name of a helper -> the same; it records that the helper is used.
        is_bounded: whether operators whose results may be of any size are helpers as well, which bound them.
    """

    enum_name: Callable[[tuple[str, ...]], str]
    access: Callable[[str, str], str]
    is_member: Callable[[str], bool]
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
                return f"not {self._render(operand, _COMPARISON)}", _COMPARISON - 1
            case Unary(operator, operand):
                return f"{operator}{self._render(operand, len(_LEVELS))}", len(_LEVELS)
            case _:
                return self._primary(expression), len(_LEVELS) + 1

    def _binary(self, operator: str, left: Expression, right: Expression) -> tuple[str, int]:
        if self.is_bounded and operator in _GROWING:
            helper = self.function(_GROWING[operator])
            return f"{helper}({self.render(left)}, {self.render(right)})", len(_LEVELS) + 1
        level = next(depth for depth, operators in enumerate(_LEVELS) if operator in operators)
        sides = self._render(left, level + (level == _COMPARISON)), self._render(right, level + 1)
        if operator == "/" and not any(
            isinstance(side, Literal) and isinstance(side.value, float) for side in (left, right)
        ):
            operator = "//"
        return f"{sides[0]} {operator} {sides[1]}", level

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
        if self.is_member(name):
            raise ExpressionError(
                f"`.{name}` may be the built-in attribute or a member of that name: rename the member"
            )
        try:
            return BUILT_INS[name](whole, *arguments)
        except TypeError:
            raise ExpressionError(f"`.{name}` with {len(arguments)} arguments is not supported") from None

    def _operand(self, expression: Expression) -> str:
        return self._render(expression, len(_LEVELS) + 1)


def _is_byte(item: Expression) -> bool:
    return isinstance(item, Literal) and isinstance(item.value, int) and 0 <= item.value <= 255


def quoted(text: str) -> str:
    """Return a string as Python writes it, in double quotes."""
    return json.dumps(text, ensure_ascii=False)
