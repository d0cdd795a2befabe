"""Expressions of a schema as C: calls of the functions that runtime/nacformats.h declares."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from nacformats.schema import expressions as ex
from nacformats.schema.members import byte_values, fixed_size, number_of_name
from nacformats.schema.model import SchemaError, Type
from nacformats.schema.reserved import reserved

#: Operators by the letter that stands for them in nacf_binary; `and` and `or` are those of C.
_LETTERS = {"==": "=", "!=": "!", "<=": "l", ">=": "g", "<<": "L", ">>": "R"}
_NAMES = {"_": "IT", "_index": "nacf_index(c)", "_root": "OWN(_root)", "_parent": "OWN(_parent)", "_io": "OWN(_io)"}
_LOGICAL = {"and": "&&", "or": "||"}
_KNOWN_ENCODINGS = {"UTF-8", "UTF8", "ASCII", "US-ASCII"}
_WORDS = reserved("c")


def c_id(name: str) -> str:
    """Return the name that an id has in C, and in C++: words, and these with `_` behind them, get one more."""
    return f"{name}_" if name.rstrip("_") in _WORDS else name


def c_string(data: bytes) -> str:
    """Return a literal of C for bytes; an escape ends where the literal does."""
    text = "".join(chr(byte) if 32 <= byte < 127 and byte not in b'"\\?' else f"\\{byte:03o}" for byte in data)
    return f'"{text}"'


@dataclass
class Expressions:
    """Writes expressions of one source as functions, each of which is there once."""

    functions: dict[str, str] = field(default_factory=dict)

    def function(self, expression: ex.Expression, scope: Type, path: str) -> str:
        """Return the name of the function that computes an expression for a record of a type.

        Raises:
            SchemaError: C cannot compute it.
        """
        text = _Term(scope, path).of(expression)
        return self.functions.setdefault(text, f"e{len(self.functions)}")

    def functions_of(self, expressions: Sequence[ex.Expression], scope: Type, path: str) -> str:
        names = [self.function(each, scope, path) for each in expressions]
        return ", ".join(names)

    @property
    def lines(self) -> list[str]:
        return [f"E({name}, {text})" for text, name in self.functions.items()]


@dataclass(frozen=True)
class _Term:
    scope: Type
    path: str

    def of(self, expression: ex.Expression) -> str:
        match expression:
            case ex.Literal(value):
                return self.literal(value)
            case ex.Name(name):
                return _NAMES.get(name, f"GET({name})")
            case ex.Member():
                return self.literal(number_of_name(self.scope, expression, self.path))
            case ex.Attribute(of, name, arguments):
                return self.attribute(of, name, arguments)
            case ex.Index(of, at):
                return f"AT({self.of(of)}, {self.of(at)})"
            case ex.Cast(of, _):
                return self.of(of)
            case ex.SizeOf():
                return self.literal(fixed_size(self.scope, expression, self.path))
        return self.operation(expression)

    def operation(self, expression: ex.Expression) -> str:
        match expression:
            case ex.Conditional(condition, yes, no):
                return f"({self.truth(condition)} ? {self.of(yes)} : {self.of(no)})"
            case ex.ArrayLiteral(items):
                octets = byte_values(expression)
                if octets is not None:
                    return f"OCTETS({c_string(octets)})"
                return self.call("nacf_enough", items)
            case ex.FormatString(parts):
                return self.call("nacf_joined", parts)
            case ex.Unary("not") | ex.Binary("and" | "or"):
                return f"nacf_bool({self.truth(expression)})"
            case ex.Unary(operator, operand):
                return f"{'nacf_minus' if operator == '-' else 'nacf_invert'}(c, {self.of(operand)})"
            case ex.Binary(operator, left, right):
                return f"OP({self.of(left)}, '{_LETTERS.get(operator, operator)}', {self.of(right)})"
        raise AssertionError(expression)

    def truth(self, expression: ex.Expression) -> str:
        match expression:
            case ex.Unary("not", operand):
                return f"!{self.truth(operand)}"
            case ex.Binary("and" | "or" as operator, left, right):
                return f"({self.truth(left)} {_LOGICAL[operator]} {self.truth(right)})"
        return f"IS({self.of(expression)})"

    def literal(self, value: float | str | bool) -> str:
        match value:
            case bool():
                return f"nacf_bool({str(value).lower()})"
            case int() if value >= 1 << 63:
                return f"nacf_uint(UINT64_C({value}))"
            case int() if value < 0:
                return f"I(-{-value - 1} - 1)" if value > -(1 << 31) else f"I(-INT64_C({-value - 1}) - 1)"
            case int():
                return f"I({value})" if value < 1 << 31 else f"I(INT64_C({value}))"
            case float():
                return f"nacf_real({value!r})"
        return f"TEXT({c_string(value.encode())})"

    def call(self, function: str, items: Sequence[ex.Expression]) -> str:
        values = f"(const nacf_value[]){{{', '.join(map(self.of, items))}}}" if items else "NULL"
        return f"{function}(c, {len(items)}, {values})"

    def attribute(self, of: ex.Expression, name: str, arguments: Sequence[ex.Expression]) -> str:
        if not arguments:
            return f"OF({self.of(of)}, {name})"
        match name, arguments:
            case "to_s", [ex.Literal(str(encoding))] if encoding.upper() not in _KNOWN_ENCODINGS:
                raise SchemaError(self.path, f"C cannot decode {encoding} in an expression: UTF-8 and ASCII only")
            case ("to_s" | "to_i", [_]) | ("substring", [_, _]):
                given = [*map(self.of, arguments), "I(0)"]
                return f'nacf_call(c, {self.of(of)}, "{name}", {given[0]}, {given[1]})'
        raise SchemaError(self.path, f"C has no method `.{name}` with {len(arguments)} arguments")
