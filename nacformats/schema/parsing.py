"""Parse the expression language of Kaitai Struct into the small tree of nacformats.schema.expressions."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from contextlib import contextmanager

from nacformats.limits import MAX_BRACKETS, MAX_EXPRESSION, MAX_SCHEMA_DEPTH
from nacformats.schema import expressions as ex
from nacformats.schema.expressions import Expression, ExpressionError

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
    return ex.Literal(_checked(text))


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
        if ex.depth_of(expression) > MAX_SCHEMA_DEPTH:
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
            return ex.Conditional(condition, yes, self.conditional())

    @contextmanager
    def inside(self) -> Iterator[None]:
        """Within this block, one level deeper."""
        self.brackets += 1
        if self.brackets > MAX_BRACKETS:
            raise self.error(f"nested more than {MAX_BRACKETS} deep")
        yield
        self.brackets -= 1

    def level(self, depth: int) -> Expression:
        if depth == ex.COMPARISON and self.take("not"):
            with self.inside():
                return ex.Unary("not", self.level(depth))
        if depth == len(ex.LEVELS):
            return self.unary()
        left = self.level(depth + 1)
        while (operator := self.take(*ex.LEVELS[depth])) is not None:
            left = ex.Binary(operator, left, self.level(depth + 1))
        return left

    def unary(self) -> Expression:
        operator = self.take("-", "~", "+")
        if operator is not None:
            with self.inside():
                operand = self.unary()
            return operand if operator == "+" else ex.Unary(operator, operand)
        return self.trailers(self.atom())

    def trailers(self, of: Expression) -> Expression:
        while (symbol := self.take(".", "[")) is not None:
            if symbol == "[":
                with self.inside():
                    of = ex.Index(of, self.conditional())
                self.expect("]")
            else:
                of = self.attribute(of)
        return of

    def attribute(self, of: Expression) -> Expression:
        name = self.name()
        if name == "as" and self.take("<"):
            return ex.Cast(of, self.type_name())
        if name == "_sizeof":
            return ex.SizeOf(of=of)
        return ex.Attribute(of, name, self.listed(")") if self.take("(") else ())

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
            return ex.ArrayLiteral(self.listed("]", "]"))
        if self.take("::"):
            path = self.path(self.name())
            return ex.Member(("", *path[:-1]), path[-1])
        kind, token = self.tokens[self.next] if self.next < len(self.tokens) else ("end", "the end")
        self.next += 1
        if kind == "number":
            return ex.Literal(self.number(token))
        if kind == "string":
            return ex.Literal(_string(token) + self.strings())
        if kind == "format":
            return self.format(token)
        if kind != "name":
            other = _OTHERS.get(token, "")
            raise self.error(f"{token!r} is not expected here{other}" if kind != "end" else "it is not complete")
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
            return ex.Literal(_TRUTHS[name])
        if name == "_sizeof":
            return ex.SizeOf()
        if name in _SIZES and self.take("<"):
            return ex.SizeOf(self.type_name(), is_bits=_SIZES[name])
        path = self.path(self.checked(name))
        return ex.Name(name) if len(path) == 1 else ex.Member(tuple(path[:-1]), path[-1])

    def format(self, token: str) -> ex.FormatString:
        """Return the parts of a text in which expressions are in braces."""
        parts: list[Expression] = []
        for match in _PART.finditer(token[2:-1]):
            if match[1] is None:
                parts.append(ex.Literal(_string(f'"{match[0]}"')))
                continue
            inner = _Parser(match[1])
            with self.inside():
                inner.brackets = self.brackets
                parts.append(inner.whole())
        return ex.FormatString(tuple(parts))

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
        text = " ".join(self.text.split())
        return ExpressionError(f"expression `{text if len(text) <= 200 else f'{text[:199]}…'}`: {reason}")


def _tokens(text: str) -> Iterator[tuple[str, str]]:
    position, end = 0, len(text.rstrip())
    while position < end:
        match = _TOKEN.match(text, position)
        if match is None:
            first = text[position:].strip()[0]
            reason = "a string is not closed" if first in "'\"" else f"{first!r} is not supported"
            raise ExpressionError(f"expression `{' '.join(text.split())}`: {reason}{_OTHERS.get(first, '')}")
        assert match.lastgroup is not None
        yield match.lastgroup, match[match.lastgroup]
        position = match.end()


#: What operators of other languages are called here.
_OTHERS = {"!": ": is `not` meant?", "&": ": is `and` meant?", "|": ": is `or` meant?"}


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
