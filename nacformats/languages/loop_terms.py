"""Expressions of records in the neutral language, and which of them fit it.

Everything is computed in Ints, of 53 bits and a sign. Numbers that may be larger are bounded when they are read, so
that nothing that is computed from them is more than an Int.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field

from nacformats.languages.neutral import MOST_INT
from nacformats.schema import expressions as ex
from nacformats.schema.flat import steps as ir
from nacformats.schema.model import SchemaError

#: Bounds of numbers that may be large: the first with which a record can be computed.
_TOPS = (2**53 - 2**32 - 1, 2**44 - 1, 2**40 - 1, 2**32 - 1)
_TABLE_SIZE = 256
_ARITHMETIC = {"+": "+", "-": "-", "*": "*", "/": "//", "%": "%", "&": "&", "|": "|", "^": "^"}
_COMPARISONS = ("<", "<=", ">", ">=", "==", "!=")
_MOST_BITS = 2**31 - 1


@dataclass
class LoopTerms:
    """Writes the expressions of one record type.

    Attributes:
        compared: bytes that may be compared with text.
        used: what any of them names; needed: those on which the place of something depends.
        top: the most that a number of more than 32 bits, or an argument, may be.
    """

    record: ir.FlatRecord
    scalars: Mapping[str, ir.Scalar]
    arguments: Mapping[str, ir.RootArgument]
    compared: Set[str] = frozenset()
    top: int = _TOPS[0]
    used: set[str] = field(default_factory=set)
    needed: set[str] = field(default_factory=set)

    @classmethod
    def of(cls, record: ir.FlatRecord) -> LoopTerms:
        """Return what writes the expressions of a record type.

        Raises:
            SchemaError: it has something that is only read record by record.
        """
        for step in ir.every(record.steps):
            _demand_plain(step, record)
        rules = [rule.test for scalar in record.scalars.values() for rule in scalar.rules]
        return cls._with(record, rules, frozenset())

    @classmethod
    def of_places(cls, record: ir.FlatRecord) -> LoopTerms:
        """Return what writes the expressions on which places in a record depend.

        Raises:
            SchemaError: one is not computed in Ints.
        """
        return cls._with(record, [], frozenset(blob.var for blob in record.blobs.values()))

    @classmethod
    def _with(cls, record: ir.FlatRecord, rules: Sequence[ex.Expression], compared: Set[str]) -> LoopTerms:
        made = cls(record, record.scalars, {argument.var: argument for argument in record.arguments}, compared)
        places = [part for step in ir.every(record.steps) for part in ir.places(step)]
        made.needed = {name for part in places for name in ir.vars_in(part)}
        made.used = made.needed | {name for part in rules for name in ir.vars_in(part)}
        made.top = next((top for top in _TOPS if made.fit([*places, *rules], top)), 0)
        if not made.top:
            raise _refused(record, "something is computed that may take more than 53 bits")
        return made

    def place_of_argument(self, number: int) -> int:
        """Return where an argument is, or where a table begins."""
        return sum(_TABLE_SIZE if each.is_table else 1 for each in self.record.arguments[:number])

    def hoisted(self, *, is_written: bool) -> list[str]:
        """Return the numbers that are used outside of the block that they are in."""
        outside = set(_outside(self.record.steps, is_written=is_written))
        sizes = {f"{var}_size" for var in outside & self.compared}
        return sorted((outside & (self.scalars.keys() | self.compared)) | sizes)

    # bounds

    def fit(self, expressions: Sequence[ex.Expression], top: int) -> bool:
        """Return True if all are Ints, and whatever they are computed from."""
        self.top = top
        try:
            for each in expressions:
                for part in ex.walk(each):
                    self._fit_part(part)
        except (ir.TooWideError, LookupError):
            return False
        return True

    def _fit_part(self, part: ex.Expression) -> None:
        match part:
            case ex.Literal(float()):
                raise LookupError
            case ex.Index(ex.Name(), at):
                low, high = self.bounds(at)
                if low < 0 or high >= _TABLE_SIZE:
                    raise ir.TooWideError
            case ex.Binary("&" | "|" | "^", left, right):
                if max(self.bounds(left)[1], self.bounds(right)[1]) > _MOST_BITS:
                    raise ir.TooWideError
        low, high = self.bounds(part)
        if max(-low, high) > MOST_INT:
            raise ir.TooWideError

    def bounds(self, expression: ex.Expression) -> ir.Bounds:
        return ir.bounds(expression, self._bounds_of_name)

    def _bounds_of_name(self, expression: ex.Expression) -> ir.Bounds:
        var = getattr(expression.of if isinstance(expression, ex.Index) else expression, "id", "")
        if var == ir.INDEX:
            return 0, 2**32 - 1
        if var in self.compared:
            return ir.TRUTH
        if var in self.arguments:
            return max(self.arguments[var].low, -self.top), min(self.arguments[var].high, self.top)
        scalar = self.scalars[var]
        if scalar.code[0] == "f":
            raise LookupError
        low, high = ir.bounds_of_code(scalar.code)
        return max(low, -self.top), min(high, self.top)

    def can_be_negative(self, expression: ex.Expression) -> bool:
        return self.bounds(expression)[0] < 0

    # text

    def truth(self, expression: ex.Expression) -> str:
        text, kind = self.term(expression)
        return text if kind == "bool" else f"({text} != 0)"

    def number(self, expression: ex.Expression) -> str:
        text, kind = self.term(expression)
        return text if kind == "Int" else f"(1 if {text} else 0)"

    def term(self, expression: ex.Expression) -> tuple[str, str]:
        """Return an expression and its type."""
        match expression:
            case ex.Literal(bool(value)):
                return str(value), "bool"
            case ex.Literal(value):
                return str(value), "Int"
            case ex.Name(var):
                return "i" if var == ir.INDEX else var, "Int"
            case ex.Index(ex.Name(var), at):
                return self.entry(var, at), "Int"
            case ex.Unary("not", of):
                return f"(not {self.truth(of)})", "bool"
            case ex.Unary("-", of):
                return f"(0 - {self.number(of)})", "Int"
            case ex.Binary(operator, ex.Name(var), ex.Literal(str(text))):
                same = self.same(var, text.encode("latin-1"))
                return f"({same})" if operator == "==" else f"(not ({same}))", "bool"
            case ex.Binary(operator, left, right):
                return self._binary(operator, left, right)
            case ex.Conditional(condition, yes, no):
                return f"({self.number(yes)} if {self.truth(condition)} else {self.number(no)})", "Int"
        raise AssertionError(expression)

    def _binary(self, operator: str, left: ex.Expression, right: ex.Expression) -> tuple[str, str]:
        if operator in ("and", "or"):
            return f"({self.truth(left)} {operator} {self.truth(right)})", "bool"
        if operator in _COMPARISONS:
            return f"({self.number(left)} {operator} {self.number(right)})", "bool"
        return f"({self.number(left)} {_ARITHMETIC[operator]} {self.number(right)})", "Int"

    def entry(self, table: str, at: ex.Expression) -> str:
        """Return an entry of an argument that is a table."""
        number = next(k for k, each in enumerate(self.record.arguments) if each.var == table)
        return f"arguments[{self.place_of_argument(number)} + {self.number(at)}]"

    def same(self, var: str, text: bytes) -> str:
        """Return the test whether bytes are some others."""
        octets = (f"data[{var} + {place}] == {octet}" for place, octet in enumerate(text))
        return " and ".join([f"{var}_size == {len(text)}", *octets])

    def of_halves(self, step: ir.Scalar, low: str, high: str, fail: str) -> list[str]:
        """Return what gives a number of eight bytes its local, or fails if it is too large."""
        most, var = self.top >> 32, step.var
        if step.code[0] == "u":
            return [f"if {high} > {most}:", f"    {fail}", f"{var} = {low} + 4294967296 * {high}"]
        test = f"if {var} > {most} or {var} < -{most}:"
        return [f"{var} = with_sign({high}, 2147483648)", test, f"    {fail}", f"{var} = {low} + 4294967296 * {var}"]


def _refused(record: ir.FlatRecord, reason: str) -> SchemaError:
    return SchemaError(record.type_path, reason)


def _demand_plain(step: ir.FlatStep, record: ir.FlatRecord) -> None:
    """Refuse what no loop reads.

    Raises:
        SchemaError: the step is such.
    """
    match step:
        case ir.Scalar():
            is_plain = step.bits is None
        case ir.ListStep():
            is_plain = not step.is_noted and all(isinstance(part, ir.Scalar) for part in step.body)
        case _:
            is_plain = step.is_plain
    if not is_plain:
        raise _refused(record, f"`{getattr(step, 'path', '')}` is only read record by record")


def _outside(steps: Sequence[ir.FlatStep], *, is_written: bool) -> Iterator[str]:
    """Yield the numbers that are used where the block that they are in has ended."""
    yield from _unknown(steps, set(), is_written=is_written)


def _unknown(steps: Sequence[ir.FlatStep], known: set[str], *, is_written: bool) -> Iterator[str]:
    """Yield what the steps of a block name that is not known there; `known` are those of the blocks around it."""
    known = set(known)
    for step in steps:
        for part in ir.places(step):
            yield from ir.vars_in(part) - known
        if isinstance(step, ir.Scalar | ir.Blob):
            known.add(step.var)
            for rule in [] if is_written or isinstance(step, ir.Blob) else step.rules:
                yield from ir.vars_in(rule.test) - known
        for body in ir.bodies(step):
            yield from _unknown(body, known, is_written=is_written)
