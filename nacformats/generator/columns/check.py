"""Checking with NumPy: the `valid:` rules of all records as masks."""

from __future__ import annotations

from nacformats.generator.columns.render import column_name
from nacformats.generator.columns.steps import Blob, Choose, FlatRecord, ListStep, Scalar, TestedRule, When, bodies
from nacformats.generator.columns.vector import ColumnEmitter, RecordScope


def render_check(record: FlatRecord) -> tuple[list[str], list[TestedRule]]:
    """`check(data, count, …)` -> (record, rule, element) of the first offender, record `count` when there is none.

    With Offenders as `first`, these get every one, and are what it returns.

    The rules in the order of their numbers.
    """
    emitter = _Check(record)
    return emitter.lines(), emitter.rules


class _Check(ColumnEmitter):
    def __init__(self, record: FlatRecord) -> None:
        super().__init__(record)
        self.rules: list[TestedRule] = []

    def lines(self) -> list[str]:
        self.block(self.record.steps, RecordScope())
        head = f"def check_{self.record.name}(data, count{self.arguments()}{self.columns()}, first=None):"
        return [head, *self.index_line(), "    first = first or (count, 0, 0)", *self.body, "    return first"]

    def test(self, test: str, scope: RecordScope, rule: TestedRule, extra: str = "") -> None:
        number = len(self.rules)
        self.rules.append(rule)
        self.add(f"first = offender(first, {test}, {scope.rows or None}, {number}{extra})")

    def scalar(self, step: Scalar, scope: RecordScope) -> None:
        for rule in step.rules:
            self.test(self.renderer(scope).truth(rule.test), scope, rule)

    def blob(self, step: Blob, scope: RecordScope) -> None:
        if step.is_text:
            at, size = (f"{column_name(step.path + sign)}{scope.pick}" for sign in "@#")
            self.rules.append(TestedRule.of_text(step.path))
            number = len(self.rules) - 1
            self.add(f"first = text_offender(first, data, {at}, {size}, {scope.rows or None}, {number})")

    def rows(self, step: ListStep, scope: RecordScope) -> None:
        ruled = [part for part in step.body if part.rules]
        if not ruled:
            return
        rows = column_name(step.path + "[]")
        chosen = ""
        if self.record.sites(step.path) > 1:
            chosen = (
                "["
                + self.new("chosen", f"ramps({rows}[:-1]{scope.pick}, ({rows}[1:] - {rows}[:-1]){scope.pick}, 1)")
                + "]"
            )
        owner = self.new("owner", f"np.repeat(np.arange({self.length(scope)}), ({rows}[1:] - {rows}[:-1]){scope.pick})")
        inner = RecordScope(scope, owner, f"{scope.rows}[{owner}]" if scope.rows else owner)
        for part in step.body:
            inner.names[part.var] = f"{column_name(part.path)}{chosen}"
        for part in ruled:
            for rule in part.rules:
                self.test(self.renderer(inner).truth(rule.test), inner, rule, f", {rows}")

    def length(self, scope: RecordScope) -> str:
        return f"len({scope.rows})" if scope.rows else "count"

    def when(self, step: When, scope: RecordScope) -> None:
        if _has_rules(step):
            super().when(step, scope)

    def choose(self, step: Choose, scope: RecordScope) -> None:
        if _has_rules(step):
            super().choose(Choose(step.on, [(k, b if any(map(_has_rules, b)) else []) for k, b in step.arms]), scope)


def _has_rules(step: object) -> bool:
    match step:
        case Scalar():
            return bool(step.rules)
        case Blob():
            return step.is_text
        case ListStep() | When() | Choose():
            return any(_has_rules(part) for body in bodies(step) for part in body)
    return False
