"""What the emitters that work on all records at once with NumPy share.

They walk the steps with a scope: some of the records. In the generated code, names in a scope are arrays with one entry
for each of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from nacformats.generator import expressions as ex
from nacformats.generator.columns.render import Renderer, column_name
from nacformats.generator.columns.steps import (
    INDEX,
    Blob,
    Choose,
    FlatRecord,
    FlatStep,
    ListStep,
    Scalar,
    When,
    every,
    vars_in,
)


@dataclass
class RecordScope:
    """Some of the records, in generated code.

    Attributes:
        outer: the scope of which this is a part, None for all records.
        mask: array of the places in the outer scope.
        rows: array of the places among all records, "" for all.
        names: var -> array of its values here.
        place: array of byte offsets at which the next field is, `shift` bytes before it.
    """

    outer: RecordScope | None = None
    mask: str = ""
    rows: str = ""
    names: dict[str, str] = field(default_factory=dict)
    place: str = ""
    shift: int = 0

    @property
    def position(self) -> str:
        return f"{self.place} + {self.shift}" if self.shift else self.place

    @property
    def pick(self) -> str:
        """Subscript that takes the records of this scope from a column of all."""
        return f"[{self.rows}]" if self.rows else ""


class _Emitter:
    """Emits one function. Subclasses say what each kind of step becomes.

    Attributes:
        keeps_rows: whether the function has to know which of all records those of an arm are.
    """

    keeps_rows = True

    def __init__(self, record: FlatRecord) -> None:
        self.record = record
        self.scalars = record.scalars
        self.tables = {argument.var for argument in record.arguments}
        self.body: list[str] = []
        self.depth = 1
        self.made = 0

    def add(self, text: str) -> None:
        self.body.append("    " * self.depth + text)

    @contextmanager
    def indented(self) -> Iterator[None]:
        self.depth += 1
        yield
        self.depth -= 1

    def fresh(self, name: str) -> str:
        self.made += 1
        return f"{name}_{self.made}"

    def new(self, name: str, text: str) -> str:
        """A new local of the generated function."""
        var = self.fresh(name)
        self.add(f"{var} = {text}")
        return var

    def arguments(self) -> str:
        return "".join(f", {argument.var}" for argument in self.record.arguments)

    # names and expressions

    def name(self, var: str, scope: RecordScope) -> str:
        """The values of a number in a scope, picked from those of the enclosing scope."""
        if var in self.tables:
            return var
        if var not in scope.names:
            scope.names[var] = self.picked(var, scope)
        return scope.names[var]

    def picked(self, var: str, scope: RecordScope) -> str:
        assert scope.outer is not None, var
        return self.new(var, f"{self.name(var, scope.outer)}[{scope.mask}]")

    def renderer(self, scope: RecordScope) -> Renderer:
        return Renderer(self.scalars, lambda var: self.name(var, scope), arrays=True)

    # steps

    def block(self, steps: Sequence[FlatStep], scope: RecordScope) -> None:
        for step in steps:
            match step:
                case Scalar():
                    self.scalar(step, scope)
                case Blob():
                    self.blob(step, scope)
                case ListStep():
                    self.rows(step, scope)
                case When():
                    self.when(step, scope)
                case Choose():
                    self.choose(step, scope)

    def scalar(self, step: Scalar, scope: RecordScope) -> None:
        raise NotImplementedError

    def blob(self, step: Blob, scope: RecordScope) -> None:
        raise NotImplementedError

    def rows(self, step: ListStep, scope: RecordScope) -> None:
        raise NotImplementedError

    def when(self, step: When, scope: RecordScope) -> None:
        """The records for which the condition holds; in the others, what is needed later is 0."""
        later = [
            part.var for part in every(step.body) if isinstance(part, Scalar) and part.var in self.kept_by_conditions()
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
        """An array also of what is the same for all records."""
        if vars_in(expression) & {*self.scalars, INDEX}:
            return text
        return f"np.full(len({self.one_each(scope)}), {text})"

    def kept_by_conditions(self) -> set[str]:
        """The numbers under `if` that later fields refer to."""
        return self.record.needed

    def choose(self, step: Choose, scope: RecordScope) -> None:
        self.before_arms(scope)
        on = self.new("on", self.for_each(step.on, self.renderer(scope).text(step.on), scope))
        known = [key for keys, _ in step.arms for key in keys]
        for keys, body in step.arms:
            if body:
                test = _one_of(on, keys) if keys else f"~({_one_of(on, tuple(known))})"
                self.arm(f"({test}).nonzero()[0]", body, scope)

    def arm(self, mask: str, body: Sequence[FlatStep], scope: RecordScope) -> RecordScope:
        """The steps of an arm, which are left out where no record is in it."""
        inner = RecordScope(scope, self.new("mask", mask))
        self.add(f"if {inner.mask}.size:")
        with self.indented():
            if self.keeps_rows:
                inner.rows = self.new("rows", f"{scope.rows}[{inner.mask}]") if scope.rows else inner.mask
            self.enter(inner, scope)
            self.block(body, inner)
            self.leave(inner, scope)
        return inner

    def before_arms(self, scope: RecordScope) -> None:
        """Called where arms begin."""

    def enter(self, inner: RecordScope, outer: RecordScope) -> None:
        """Called at the start of an arm."""

    def leave(self, inner: RecordScope, outer: RecordScope) -> None:
        """Called at its end."""

    def one_each(self, scope: RecordScope) -> str:
        """An array of the length of the scope."""
        return scope.rows or INDEX


class ColumnEmitter(_Emitter):
    """An emitter of what takes columns: every number is in one, or is the length of something in one."""

    def name(self, var: str, scope: RecordScope) -> str:
        if var in self.tables:
            return var
        if var == INDEX:
            return scope.rows or INDEX
        if var not in scope.names:
            scope.names[var] = self.new(var, f"{column_value(self.scalars[var])}{scope.pick}")
        return scope.names[var]

    def kept_by_conditions(self) -> set[str]:
        return set()

    def columns(self) -> str:
        return "".join(f", {column_name(column.key)}" for column in self.record.columns)

    def index_line(self) -> list[str]:
        """The positions of the records, where something depends on them."""
        wanted = any(re.search(rf"\b{INDEX}\b", line) for line in self.body)
        return [f"    {INDEX} = np.arange(count)"] if wanted else []


def column_value(step: Scalar) -> str:
    """The values of a number of all records."""
    if not step.derived:
        return column_name(step.path)
    name = column_name(step.derived)
    if step.derived.endswith("[]"):
        return f"({name}[1:] - {name}[:-1])"
    return f"({name} // {step.unit})" if step.unit > 1 else name


class PlacedEmitter(_Emitter):
    """An emitter that knows where the fields of each record are."""

    def advance(self, scope: RecordScope, text: str) -> None:
        """The next field is there."""
        scope.place, scope.shift = self.new("pos", text), 0

    def before_arms(self, scope: RecordScope) -> None:
        """Arms move the places of their records, so that these are no longer shared with anything."""
        self.advance(scope, scope.position if scope.shift else f"{scope.place}.copy()")

    def enter(self, inner: RecordScope, outer: RecordScope) -> None:
        inner.place = self.new("pos", f"{outer.place}[{inner.mask}]")

    def leave(self, inner: RecordScope, outer: RecordScope) -> None:
        self.add(f"{outer.place}[{inner.mask}] = {inner.position}")

    def one_each(self, scope: RecordScope) -> str:
        return scope.place


def _one_of(on: str, keys: tuple[int, ...]) -> str:
    """Whether numbers are among some others: in generated code, a comparison for each run of those."""
    tests = []
    for first in sorted(key for key in keys if key - 1 not in keys):
        last = first
        while last + 1 in keys:
            last += 1
        tests.append(f"({on} == {first})" if first == last else f"(({on} >= {first}) & ({on} <= {last}))")
    return " | ".join(tests) if len(tests) > 1 else tests[0]
