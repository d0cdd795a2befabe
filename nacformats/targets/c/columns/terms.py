"""Names and expressions of the intermediate form as C, without overflow whatever the numbers are.

The limits that a schema sets are not yet checked when bytes are gathered, so that only the types of numbers count here:
what could leave 64 bits saturates.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from nacformats.codec.columns.table import Column
from nacformats.schema import expressions as ex
from nacformats.schema.flat import steps as ir
from nacformats.schema.lines import filled_words
from nacformats.schema.model import SchemaError
from nacformats.schema.reserved import reserved

_KEYWORDS = reserved("c-columns")
_ENDS = {"[]": "_rows", "@": "_at", "#": "_len"}
_COMPARISONS = ("<", "<=", ">", ">=", "==", "!=")
_SATURATING = {"+": "add", "-": "subtract", "*": "multiply", "/": "divide", "%": "modulo"}
_LOGICAL = {"and": "&&", "or": "||"}


@dataclass(frozen=True)
class CTerm:
    """C for an expression: a primary one, so that it can be an operand anywhere.

    Attributes:
        kind: "truth" (int), "signed" (int64_t) or "unsigned" (uint64_t).
    """

    text: str
    kind: str


@dataclass(frozen=True)
class Terms:
    """Writes the expressions of one record type."""

    scalars: Mapping[str, ir.Scalar]
    arguments: Mapping[str, ir.RootArgument]

    @classmethod
    def of(cls, record: ir.FlatRecord) -> Terms:
        return cls(record.scalars, {argument.var: argument for argument in record.arguments})

    def truth(self, expression: ex.Expression) -> str:
        term = self.term(expression)
        return term.text if term.kind == "truth" else f"({term.text} != 0)"

    def signed(self, expression: ex.Expression) -> str:
        """Write an expression as int64_t; larger values count as INT64_MAX."""
        term = self.term(expression)
        return f"narrow({term.text})" if term.kind == "unsigned" else term.text

    def can_be_negative(self, expression: ex.Expression) -> bool:
        return self.bounds(expression)[0] < 0

    def bounds(self, expression: ex.Expression) -> ir.Bounds:
        return ir.bounds(expression, self._bounds_of_name) if self._stays(expression) else ir.I64

    def _bounds_of_name(self, expression: ex.Expression) -> ir.Bounds:
        var = getattr(expression.of if isinstance(expression, ex.Index) else expression, "id", "")
        if var in self.scalars:
            return ir.bounds_of_code(self.scalars[var].code)
        if var in self.arguments:
            return self.arguments[var].low, self.arguments[var].high
        return 0, ir.I64[1]

    def name(self, var: str) -> str:
        """Return C for a scalar, an argument, or the position of the record."""
        return "(int64_t)i" if var == ir.INDEX else var

    def term(self, expression: ex.Expression) -> CTerm:
        match expression:
            case ex.Literal(bool(value)):
                return CTerm(str(int(value)), "truth")
            case ex.Literal(int(value)):
                return CTerm(c_literal(value), "signed")
            case ex.Name(var):
                is_large = var in self.scalars and is_unsigned(self.scalars[var])
                return CTerm(self.name(var), "unsigned" if is_large else "signed")
            case ex.Index(ex.Name(var), at):
                return CTerm(f"{self.name(var)}[(uint8_t){self.term(at).text}]", "signed")
            case ex.Binary(operator, left, right):
                return self._binary(operator, left, right)
            case ex.Unary("not", of):
                return CTerm(f"(!{self.truth(of)})", "truth")
            case ex.Unary("-", of):
                return self._binary("-", ex.Literal(0), of)
            case ex.Conditional(condition, yes, no):
                return CTerm(f"({self.truth(condition)} ? {self.signed(yes)} : {self.signed(no)})", "signed")
        raise AssertionError(expression)

    def _binary(self, operator: str, left: ex.Expression, right: ex.Expression) -> CTerm:
        if operator in _LOGICAL:
            return CTerm(f"({self.truth(left)} {_LOGICAL[operator]} {self.truth(right)})", "truth")
        if operator in _COMPARISONS:
            return self._comparison(operator, left, right)
        sides = self.signed(left), self.signed(right)
        if self._stays(ex.Binary(operator, left, right)) or operator not in _SATURATING:
            return CTerm(f"({sides[0]} {operator} {sides[1]})", "signed")
        return CTerm(f"{_SATURATING[operator]}({sides[0]}, {sides[1]})", "signed")

    def _stays(self, expression: ex.Expression) -> bool:
        """Return True if nothing can overflow."""
        try:
            ir.bounds(expression, self._bounds_of_name)
        except ir.TooWideError:
            return False
        return True

    def _comparison(self, operator: str, left: ex.Expression, right: ex.Expression) -> CTerm:
        """Exact, also for a signed with an unsigned number, which C would silently make unsigned."""
        sides = [self.term(left), self.term(right)]
        if sides[0].kind == "unsigned" and sides[1].kind != "unsigned":
            return self._mixed(operator, sides[0], sides[1], self.can_be_negative(right))
        if sides[1].kind == "unsigned" and sides[0].kind != "unsigned":
            turned = operator.translate(str.maketrans("<>", "><"))
            return self._mixed(turned, sides[1], sides[0], self.can_be_negative(left))
        return CTerm(f"({sides[0].text} {operator} {sides[1].text})", "truth")

    @staticmethod
    def _mixed(operator: str, unsigned: CTerm, signed: CTerm, can_be_negative: bool) -> CTerm:
        if can_be_negative:
            return CTerm(f"(order({unsigned.text}, {signed.text}) {operator} 0)", "truth")
        return CTerm(f"({unsigned.text} {operator} {as_unsigned(signed.text)})", "truth")


def bare(text: str) -> str:
    """Return the text without parentheses around all of it."""
    depth = 0
    for place, char in enumerate(text):
        depth += {"(": 1, ")": -1}.get(char, 0)
        if not depth and place < len(text) - 1:
            return text
    return text[1:-1] if text.startswith("(") else text


def as_unsigned(text: str) -> str:
    return f"{text}u" if text.isdecimal() else f"(uint64_t){text}"


def c_literal(value: int) -> str:
    """Return a number of any size up to 64 bits."""
    if value < 0:
        return f"(-{c_literal(-value - 1)} - 1)"
    return str(value) if value < 1 << 31 else f"INT64_C({value})"


def is_unsigned(scalar: ir.Scalar) -> bool:
    """Return True if a value needs all 64 bits without a sign."""
    return scalar.code in (ir.VARINT, "u8")


def local_type(scalar: ir.Scalar) -> str:
    return "uint64_t" if is_unsigned(scalar) else "int64_t"


# names


def c_type(dtype: str) -> str:
    """Return the type of the elements of a column; those of floats are their bits."""
    return f"{dtype.replace('float', 'uint')}_t"


def column_base(key: str) -> str:
    """Return what the names of the columns of bytes or of a list begin with."""
    return re.sub(r"\W", "_", key.removesuffix("[]").rstrip("@#"))


def label_lines(words: Sequence[str]) -> list[str]:
    """Return labels of a switch, several to a line."""
    return filled_words(words, 110)


def c_name(key: str) -> str:
    """Return the name of a column in its struct."""
    end = next((end for end in _ENDS if key.endswith(end)), "")
    name = re.sub(r"\W", "_", key.removesuffix(end)) + _ENDS.get(end, "")
    return f"{name}_" if name in _KEYWORDS else name


def length(key: str) -> str:
    """Return the name of the number of elements of a list, given the key of its row offsets."""
    return f"{column_base(key)}_length"


def members(record: ir.FlatRecord) -> Iterator[tuple[str, str, Column | None]]:
    """Type, name and column of each member of the struct, in their order."""
    for kind, column in record.struct.members():
        match kind, column:
            case "array", Column():
                yield f"{c_type(column.dtype)} *", c_name(column.key), column
            case "length", Column():
                yield "size_t", length(column.key), column
            case "starts", _:
                yield "int64_t *", "starts", None
            case _:
                yield "size_t", kind, None


def check_names(record: ir.FlatRecord) -> None:
    """No two columns may have one name in C.

    Raises:
        SchemaError: two do.
    """
    seen: set[str] = set()
    for _, name, _ in members(record):
        if name in seen:
            raise SchemaError(f"/types/{record.name}", f"two columns are called {name} in C: rename one of the fields")
        seen.add(name)
