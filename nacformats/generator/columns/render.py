"""Expressions of records as Python over numbers, and as NumPy over arrays."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, auto

from nacformats.generator import expressions as ex
from nacformats.generator.columns.bounds import bounds_of_code
from nacformats.generator.columns.steps import INDEX, VARINT, Scalar, vars_in

_COMPARISONS = ("<", "<=", ">", ">=", "==", "!=")
_ARRAY_LOGIC = {"and": "&", "or": "|"}
_INTEGER_DIVISION = {"/": "//"}


class _Kind(Enum):
    """What an expression gives."""

    TRUTH = auto()
    SIGNED = auto()  # of 64 bits
    NARROW = auto()  # of the type in the schema, so that arithmetic could wrap
    UNSIGNED = auto()  # of 64 bits


@dataclass(frozen=True)
class Renderer:
    """Renders the expressions of one record.

    Attributes:
        scalars: the numbers of the record by their var.
        name: var -> what it is in the generated code.
        arrays: whether names are arrays.
    """

    scalars: dict[str, Scalar]
    name: Callable[[str], str]
    arrays: bool

    def text(self, expression: ex.Expression) -> str:
        """The expression, in parentheses where it needs them."""
        return self._visit(expression)[0]

    def number(self, expression: ex.Expression) -> str:
        """The same as a signed number of 64 bits."""
        text, kind = self._visit(expression)
        return f"wide({text})" if self.arrays and kind in (_Kind.NARROW, _Kind.UNSIGNED) else text

    def truth(self, expression: ex.Expression) -> str:
        text, kind = self._visit(expression)
        return text if kind is _Kind.TRUTH else f"({text} != 0)"

    def _visit(self, expression: ex.Expression) -> tuple[str, _Kind]:
        match expression:
            case ex.Literal(value):
                return repr(value), _Kind.TRUTH if isinstance(value, bool) else _Kind.SIGNED
            case ex.Name(var):
                return self.name(var), self._kind(var)
            case ex.Index(ex.Name(table), at):
                return f"{self.name(table)}[{self.text(at)}]", _Kind.SIGNED
            case ex.Binary("and" | "or" as operator, left, right):
                sign = _ARRAY_LOGIC[operator] if self.arrays else operator
                return f"({self.truth(left)} {sign} {self.truth(right)})", _Kind.TRUTH
            case ex.Binary(operator, left, right) if operator in _COMPARISONS:
                return f"({self.text(left)} {operator} {self.text(right)})", _Kind.TRUTH
            case ex.Binary(operator, left, right):
                sign = _INTEGER_DIVISION.get(operator, operator)
                return f"({self.number(left)} {sign} {self.number(right)})", _Kind.SIGNED
            case ex.Unary("not", of):
                return f"({'~' if self.arrays else 'not '}{self.truth(of)})", _Kind.TRUTH
            case ex.Unary(operator, of):
                return f"({operator}{self.number(of)})", _Kind.SIGNED
            case ex.Conditional(condition, yes, no):
                is_shared = self.arrays and not vars_in(condition) & {*self.scalars, INDEX}
                return (self._choice if is_shared else self._conditional)(self.truth(condition), yes, no)
        raise AssertionError(expression)

    def _fits(self, var: str, number: int) -> bool:
        """Whether a number is one of the type of a narrow scalar, where that matters."""
        if not self.arrays or var not in self.scalars or self._kind(var) is not _Kind.NARROW:
            return False
        low, high = bounds_of_code(self.scalars[var].code)
        return low <= number <= high

    def _choice(self, condition: str, yes: ex.Expression, no: ex.Expression) -> tuple[str, _Kind]:
        """Of two expressions by what is the same for all records: only the one that is needed is computed."""
        (chosen, kind), (other, other_kind) = self._visit(yes), self._visit(no)
        if _Kind.UNSIGNED in (kind, other_kind) and kind is not other_kind:
            chosen, kind, other, other_kind = self.number(yes), _Kind.SIGNED, self.number(no), _Kind.SIGNED
        return f"({chosen} if {condition} else {other})", kind if kind is other_kind else _Kind.NARROW

    def _conditional(self, condition: str, yes: ex.Expression, no: ex.Expression) -> tuple[str, _Kind]:
        match yes, no:
            case ex.Name(var), ex.Literal(int(other)) if self._fits(var, other):
                # Both are of the type of the number: arrays of bytes are a fraction of arrays of 64 bits.
                return f"np.where({condition}, {self.name(var)}, np.{self.scalars[var].dtype}({other}))", _Kind.NARROW
        if self.arrays:
            return f"np.where({condition}, {self.number(yes)}, {self.number(no)})", _Kind.SIGNED
        return f"({self.number(yes)} if {condition} else {self.number(no)})", _Kind.SIGNED

    def _kind(self, var: str) -> _Kind:
        if var not in self.scalars:
            return _Kind.SIGNED
        return _Kind.UNSIGNED if self.scalars[var].code in (VARINT, "u8") else _Kind.NARROW


def column_name(key: str) -> str:
    """The name of a column in generated code."""
    for sign, word in ((".", "_"), ("[]", "_rows"), ("@", "_at"), ("#", "_size")):
        key = key.replace(sign, word)
    return f"c_{key}"
