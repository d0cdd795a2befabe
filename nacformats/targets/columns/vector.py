"""Shared parts of the NumPy emitters, which work on all records at once: expressions and a walk over the steps.

They walk the steps with a scope: some of the records. In the generated code, names in a scope are arrays with one entry
for each of them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Any

from nacformats.schema import expressions as ex
from nacformats.schema.flat import steps as ir
from nacformats.schema.model import SchemaError

_COMPARISONS = ("<", "<=", ">", ">=", "==", "!=")
_ARRAY_LOGIC = {"and": "&", "or": "|"}
_INTEGER_DIVISION = {"/": "//"}


class _Kind(Enum):
    """The kind of value of an expression."""

    TRUTH = auto()
    SIGNED = auto()  # of 64 bits
    NARROW = auto()  # of the type in the schema, so that arithmetic could wrap
    UNSIGNED = auto()  # of 64 bits
    REAL = auto()  # a float, which is only compared


@dataclass(frozen=True)
class Renderer:
    """Renders the expressions of one record.

    Attributes:
        scalars: the numbers of the record by their var.
        name: var -> what it is in the generated code: an array.
    """

    scalars: dict[str, ir.Scalar]
    name: Callable[[str], str]

    def text(self, expression: ex.Expression) -> str:
        """Return the expression, in parentheses where it needs them."""
        return self._visit(expression)[0]

    def number(self, expression: ex.Expression) -> str:
        """Render the expression as a signed number of 64 bits."""
        text, kind = self._visit(expression)
        return f"wide({text})" if kind in (_Kind.NARROW, _Kind.UNSIGNED, _Kind.TRUTH) else text

    def truth(self, expression: ex.Expression) -> str:
        text, kind = self._visit(expression)
        return text if kind is _Kind.TRUTH else f"({text} != 0)"

    def _visit(self, expression: ex.Expression) -> tuple[str, _Kind]:
        match expression:
            case ex.Literal(value):
                return repr(value), _Kind.TRUTH if isinstance(value, bool) else _Kind.SIGNED
            case ex.Name(var):
                kind = self._kind(var)
                is_short = kind is _Kind.REAL and self.scalars[var].width == 4
                return f"{self.name(var)}.astype('float64')" if is_short else self.name(var), kind
            case ex.Index(ex.Name(table), at):
                return f"{self.name(table)}[{self.text(at)}]", _Kind.SIGNED
            case ex.Binary():
                return self._binary(expression)
            case ex.Unary("not", of):
                return f"(~{self.truth(of)})", _Kind.TRUTH
            case ex.Unary(operator, of):
                return f"({operator}{self.number(of)})", _Kind.SIGNED
            case ex.Conditional(condition, yes, no):
                is_shared = not ir.vars_in(condition) & {*self.scalars, ir.INDEX}
                return (self._choice if is_shared else self._conditional)(self.truth(condition), yes, no)
        raise AssertionError(expression)

    def _binary(self, expression: ex.Binary) -> tuple[str, _Kind]:
        match expression:
            case ex.Binary("and" | "or" as operator, left, right):
                return f"({self.truth(left)} {_ARRAY_LOGIC[operator]} {self.truth(right)})", _Kind.TRUTH
            case ex.Binary(operator, ex.Name(var), ex.Literal(str(text))):
                return self._same(var, text.encode("latin-1"), operator), _Kind.TRUTH
            case ex.Binary(operator, left, right) if operator in _COMPARISONS:
                return f"({self.text(left)} {operator} {self.text(right)})", _Kind.TRUTH
        sign = _INTEGER_DIVISION.get(expression.operator, expression.operator)
        return f"({self.number(expression.left)} {sign} {self.number(expression.right)})", _Kind.SIGNED

    def _same(self, var: str, text: bytes, operator: str) -> str:
        """Return the test of bytes for a constant."""
        sign = "~" if operator == "!=" else ""
        return f"{sign}same_bytes(data, {self.name(var + '@')}, {self.name(var + '#')}, {text!r})"

    def _fits(self, var: str, number: int) -> bool:
        """Return True if a number is in the range of a narrow scalar, where that matters."""
        if var not in self.scalars or self._kind(var) is not _Kind.NARROW:
            return False
        low, high = ir.bounds_of_code(self.scalars[var].code)
        return low <= number <= high

    def _choice(self, condition: str, yes: ex.Expression, no: ex.Expression) -> tuple[str, _Kind]:
        """Render a conditional that is the same for all records: only the expression that is needed is computed."""
        (chosen, kind), (other, other_kind) = self._visit(yes), self._visit(no)
        if _Kind.UNSIGNED in (kind, other_kind) and kind is not other_kind:
            chosen, kind, other, other_kind = self.number(yes), _Kind.SIGNED, self.number(no), _Kind.SIGNED
        return f"({chosen} if {condition} else {other})", kind if kind is other_kind else _Kind.NARROW

    def _conditional(self, condition: str, yes: ex.Expression, no: ex.Expression) -> tuple[str, _Kind]:
        match yes, no:
            case ex.Name(var), ex.Literal(int(other)) if self._fits(var, other):
                # Both are of the type of the number: arrays of bytes are a fraction of arrays of 64 bits.
                return f"np.where({condition}, {self.name(var)}, np.{self.scalars[var].dtype}({other}))", _Kind.NARROW
        return f"np.where({condition}, {self.number(yes)}, {self.number(no)})", _Kind.SIGNED

    def one_of(self, value: ex.Expression) -> Callable[[tuple[int | str, ...]], str]:
        """Return what renders the test for one of some texts."""
        return lambda keys: " | ".join(self.text(ex.Binary("==", value, ex.Literal(key))) for key in keys)

    def _kind(self, var: str) -> _Kind:
        dtype = self.scalars[var].dtype if var in self.scalars else "int64"
        kinds = {"int64": _Kind.SIGNED, "uint64": _Kind.UNSIGNED, "float32": _Kind.REAL, "float64": _Kind.REAL}
        return kinds.get(dtype, _Kind.NARROW)


def _plain_name(var: str) -> str:
    return var.replace("@", "_at").replace("#", "_size")


def column_name(key: str) -> str:
    """Return the name of a column in generated code."""
    for sign, word in ((".", "_"), ("[]", "_ROWS"), ("@", "_AT"), ("#", "_SIZE")):  # in capitals, as no id is
        key = key.replace(sign, word)
    return f"c_{key}"


@dataclass
class RecordScope:
    """Some of the records, in generated code.

    Attributes:
        outer: the scope of which this is a part, None for all records.
        mask: array of the places in the outer scope.
        rows: array of the places among all records, or among all elements of a list, "" for all.
        records: of elements, array of the record that each is in.
        stop: array of the ends of the parts that these are in.
        list_path: of elements, the path of their list.
        names: var -> array of its values here.
        place: array of byte offsets at which the next field is, `shift` bytes before it.
    """

    outer: RecordScope | None = None
    mask: str = ""
    rows: str = ""
    names: dict[str, str] = field(default_factory=dict)
    place: str = ""
    shift: int = 0
    records: str = ""
    stop: str = ""
    list_path: str = ""

    @property
    def position(self) -> str:
        return f"{self.place} + {self.shift}" if self.shift else self.place

    @property
    def pick(self) -> str:
        """Subscript that takes the records of this scope from a column of all."""
        return f"[{self.rows}]" if self.rows else ""

    @property
    def masks(self) -> list[str]:
        """The masks that have to have something in them for this scope to be."""
        outer = [] if self.outer is None else self.outer.masks
        return [*outer, self.mask] if self.mask.startswith("mask_") else outer


def _lists_of(steps: Sequence[ir.FlatStep], path: str = "") -> dict[str, str]:
    """Return the path of the list that each number, or bytes, is in, by its var; "" for those of the record."""
    found: dict[str, str] = {}
    for step in steps:
        if isinstance(step, ir.Scalar | ir.Blob):
            found[step.var] = path
        inner = step.path if isinstance(step, ir.ListStep) else path
        for body in ir.bodies(step):
            found |= _lists_of(body, inner)
    return found


class _VectorEmitter(ir.StepEmitter[RecordScope]):
    """Emits one function.

    Attributes:
        keeps_rows: whether the function has to know which of all records those of an arm are.
    """

    keeps_rows = True

    def __init__(self, record: ir.FlatRecord) -> None:
        super().__init__(record)
        self.scalars = record.scalars
        self.blob_paths = {blob.var: blob.path for blob in ir.every(record.steps) if isinstance(blob, ir.Blob)}
        self.list_of = _lists_of(record.steps)
        self.tables = {argument.var for argument in record.arguments}
        self.made = 0

    def fresh(self, name: str) -> str:
        self.made += 1
        return f"{name}_{self.made}"

    def new(self, name: str, text: str) -> str:
        """Return a new local of the generated function."""
        var = self.fresh(name)
        self.add(f"{var} = {text}")
        return var

    def arguments(self) -> str:
        return "".join(f", {argument.var}" for argument in self.record.arguments)

    # names and expressions

    def name(self, var: str, scope: RecordScope) -> str:
        """Return the values of a number in a scope, picked from those of the enclosing scope."""
        if var in self.tables:
            return var
        if var not in scope.names:
            scope.names[var] = self.picked(var, scope)
        return scope.names[var]

    def picked(self, var: str, scope: RecordScope) -> str:
        """Return values from the nearest scope that has them: those between may not be there when this is run."""
        masks, outer = "", scope
        while var not in outer.names:
            masks, next_outer = f"[{outer.mask}]{masks}", outer.outer
            if next_outer is None:
                raise SchemaError(self.record.type_path, f"a place depends on `{var}`, which is not always there")
            outer = next_outer
        return self.new(_plain_name(var), f"{outer.names[var]}{masks}")

    def renderer(self, scope: RecordScope) -> Renderer:
        return Renderer(self.scalars, lambda var: self.name(var, scope))

    # steps

    def when(self, step: ir.When, scope: RecordScope) -> None:
        """Choose the records for which a condition holds; in the others, what is needed later is 0."""
        later = [
            part.var
            for part in ir.every(step.body)
            if isinstance(part, ir.Scalar)
            and part.var in self.kept_by_conditions()
            and self.list_of[part.var] == scope.list_path
        ]
        for var in later:
            scope.names[var] = self.new(var, f"np.zeros(len({self.one_each(scope)}), '{self.scalars[var].dtype}')")
        self.before_arms(scope)
        condition = self.for_each(step.condition, self.renderer(scope).truth(step.condition), scope)
        inner = self.arm(f"({condition}).nonzero()[0]", step.body, scope)
        for var in later:
            with self.indented():
                self.add(f"{scope.names[var]}[{inner.mask}] = {self.name(var, inner)}")

    def for_each(self, expression: ex.Expression, text: str, scope: RecordScope) -> str:
        """Return an array even of a value that is the same for all records."""
        if ir.vars_in(expression) & {*self.scalars, *self.blob_paths, ir.INDEX}:
            return text
        return f"np.full(len({self.one_each(scope)}), {text})"

    def kept_by_conditions(self) -> set[str]:
        """Return the numbers under `if` that later fields refer to."""
        return self.record.needed

    def choose(self, step: ir.Choose, scope: RecordScope) -> None:
        self.before_arms(scope)
        known = [key for keys, _ in step.arms for key in keys]
        if any(isinstance(key, str) for key in known):
            one_of = self.renderer(scope).one_of(step.on)
        else:
            on = self.new("on", self.for_each(step.on, self.renderer(scope).text(step.on), scope))
            one_of = lambda keys: _one_of(on, keys)  # noqa: E731
        for keys, body in step.arms:
            if body:
                test = one_of(keys) if keys else f"~({one_of(tuple(known))})"
                self.arm(f"({test}).nonzero()[0]", body, scope)

    def arm(self, mask: str, body: Sequence[ir.FlatStep], scope: RecordScope) -> RecordScope:
        """Return the steps of an arm, which are left out where no record is in it."""
        inner = RecordScope(scope, self.new("mask", mask))
        with self.indented(f"if {inner.mask}.size:"):
            if self.keeps_rows:
                inner.rows = self.new("rows", f"{scope.rows}[{inner.mask}]") if scope.rows else inner.mask
            inner.list_path = scope.list_path
            if scope.records:
                inner.records = self.new("records", f"{scope.records}[{inner.mask}]")
            if scope.stop:
                inner.stop = self.new("stop", f"{scope.stop}[{inner.mask}]")
            self.enter(inner, scope)
            self.block(body, inner)
            self.leave(inner, scope)
        return inner

    def before_arms(self, scope: RecordScope) -> None:
        """Prepare what arms share: called where they begin."""

    def enter(self, inner: RecordScope, outer: RecordScope) -> None:
        """Begin an arm."""

    def leave(self, inner: RecordScope, outer: RecordScope) -> None:
        """End an arm."""

    def one_each(self, scope: RecordScope) -> str:
        """Return an array of the length of the scope."""
        return scope.records or scope.rows or ir.INDEX


class ColumnEmitter(_VectorEmitter):
    """An emitter of what takes columns: every number is in one, or is the length of something in one."""

    def name(self, var: str, scope: RecordScope) -> str:
        if var in self.tables:
            return var
        if var == ir.INDEX:
            return scope.records or scope.rows or ir.INDEX
        if var not in scope.names:
            scope.names[var] = self.new(_plain_name(var), self.taken(var, scope))
        return scope.names[var]

    def taken(self, var: str, scope: RecordScope) -> str:
        """Return the values of a number, or where bytes are and how many, of the records of a scope."""
        masks, outer = "", scope
        while outer.outer is not None and self.list_of[var.rstrip("@#")] != outer.list_path:
            masks, outer = f"[{outer.mask}]{masks}", outer.outer
        key = var.rstrip("@#")
        column = column_name(self.blob_paths[key] + var[len(key) :]) if key in self.blob_paths else ""
        return f"{column or column_value(self.scalars[var])}{outer.pick}{masks}"

    def kept_by_conditions(self) -> set[str]:
        return set()

    def columns(self) -> str:
        return "".join(f", {column_name(column.key)}" for column in self.record.columns)

    def index_line(self) -> list[str]:
        """Return the positions of the records, where something depends on them."""
        wanted = any(re.search(rf"\b{ir.INDEX}\b", line) for line in self.body)
        return [f"    {ir.INDEX} = np.arange(count)"] if wanted else []


def column_value(step: ir.Scalar) -> str:
    """Return the values of a number of all records."""
    if not step.derived:
        return column_name(step.path)
    name = column_name(step.derived)
    if step.derived.endswith("[]"):
        return f"({name}[1:] - {name}[:-1])"
    return f"({name} // {step.unit})" if step.unit > 1 else name


class PlacedEmitter(_VectorEmitter):
    """An emitter that knows where the fields of each record are."""

    def advance(self, scope: RecordScope, text: str) -> None:
        """Go to the next field."""
        scope.place, scope.shift = self.new("pos", text), 0

    def before_arms(self, scope: RecordScope) -> None:
        """Copy the places of the records, which arms move."""
        self.advance(scope, scope.position if scope.shift else f"{scope.place}.copy()")

    def enter(self, inner: RecordScope, outer: RecordScope) -> None:
        inner.place = self.new("pos", f"{outer.place}[{inner.mask}]")

    def leave(self, inner: RecordScope, outer: RecordScope) -> None:
        self.add(f"{outer.place}[{inner.mask}] = {inner.position}")

    def one_each(self, scope: RecordScope) -> str:
        return scope.place


def _one_of(on: str, keys: tuple[Any, ...]) -> str:
    """Return the test for numbers among some others in generated code: a comparison for each run of those."""
    tests = [
        f"({on} == {first})" if first == last else f"(({on} >= {first}) & ({on} <= {last}))"
        for first, last in ir.runs(keys)
    ]
    return " | ".join(tests) if len(tests) > 1 else tests[0]
