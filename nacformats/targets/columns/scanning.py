"""Emit functions that find records: a CPython loop over what positions depend on, and leaping with NumPy.

Leaping measures how long the record is at every position where one may start, all at once. Where the records are is
then found by following the lengths from the first one (nacformats.codec.columns.leaping). Positions where no record
starts give some length as well, which nothing follows.
"""

# ruff: noqa: ARG002  a loop has no use for where it is

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from math import gcd

from nacformats.languages.loop_terms import LoopTerms
from nacformats.languages.scan import ScanLoop
from nacformats.schema import expressions as ex
from nacformats.schema.flat import steps as ir
from nacformats.targets.columns.vector import PlacedEmitter, RecordScope

_BYTE = "u1"


class _ScanTerms(LoopTerms):
    """Expressions in which tables are lists, and bytes are objects; Python computes in numbers of any size."""

    def entry(self, table: str, at: ex.Expression) -> str:
        return f"{table}[{self.number(at)}]"

    def same(self, var: str, text: bytes) -> str:
        return f"{var} == {text!r}"

    def can_be_negative(self, expression: ex.Expression) -> bool:
        """Return True if a number may be negative before its rules are checked."""
        match expression:
            case ex.Literal():
                return False
            case ex.Name(var) if var in self.scalars:
                return self.scalars[var].code[0] == "s"
            case ex.Index(ex.Name(var)):
                return self.arguments[var].low < 0
        return True


class ScanEmitter(ScanLoop):
    """`scan(data, pos, end, note, count, …)`: it notes where each record starts and, last, where they end.

    It is the loop of all languages as Python computes it fastest: what is outside of the data raises IndexError by
    itself. Where there are lists whose elements it has to find, it takes `noted` as well: for each three functions,
    which note where an element starts, how many there are in a list, and where the list ends.

    IndexError: the records do not fit between pos and end; those are noted that do, and where the one starts that does
    not.
    """

    def __init__(self, record: ir.FlatRecord) -> None:
        arguments = {argument.var: argument for argument in record.arguments}
        compared = frozenset(blob.var for blob in record.blobs.values())
        super().__init__(record, _ScanTerms(record, record.scalars, arguments, compared, used=record.needed))

    @property
    def fail(self) -> str:
        return "raise IndexError"

    def lines(self) -> list[str]:
        arguments = "".join(f", {argument.var}" for argument in self.record.arguments)
        if self.notes:
            arguments += ", noted"
            self.add(f"{', '.join(self.notes)} = noted")
        with self.indented(f"for {'i' if self.record.has_index else '_'} in range(count):"):
            self.add("note(pos)")
            self.block(self.record.steps, False)
            self.ends()
        self.add("note(pos)")
        return [f"def scan_{self.record.name}(data, pos, end, note, count{arguments}):", *self.body]

    def numbers(self, steps: list[ir.Scalar], where: bool) -> None:
        at = 0
        for step in steps:
            if step.var in self.record.needed:
                self.add(f"{step.var} = {_load(step, at)}")
            at += step.width
        if at:
            self.add(f"pos += {at}")

    def scalar(self, step: ir.Scalar, where: bool) -> None:
        """Read a varint."""
        if step.var in self.record.needed:
            self.add(f"{step.var} = data[pos]", "pos += 1", f"if {step.var} > 127:")
            self.add(f"    {step.var}, pos = varint(data, pos - 1)")
            return
        self.add("if data[pos] < 128:", "    pos += 1")
        for more in (1, 2):
            self.add(f"elif data[pos + {more}] < 128:", f"    pos += {more + 1}")
        self.add("else:", "    pos = varint(data, pos)[1]")

    def blob(self, step: ir.Blob, where: bool) -> None:
        is_kept, end = step.var in self.record.needed, step.terminator
        if step.size is not None:
            start = "pos"
            if is_kept:
                self.add("start = pos")
                start = "start"
            self.skip(step.size, 1)
            if is_kept:
                ending = f"{end.byte}, {end.include}" if end else "None, False"
                value = f"bytes(data[{start}:pos])"
                value = f"trimmed_bytes({value}, {step.padding}, {ending})" if step.is_trimmed else value
                self.add(f"{step.var} = {value}")
        elif end is None:
            self.ends()
            self.add(*([f"{step.var} = bytes(data[pos:{self.end}])"] if is_kept else []), f"pos = {self.end}")
        else:
            self.add(f"last = octet_place(data, {end.byte}, pos, {self.end}, {end.required})")
            if is_kept:
                self.add(f"{step.var} = bytes(data[pos : last + {int(end.include)}])")
            self.add("pos = last" if not end.consume else f"pos = min(last + 1, {self.end})")

    def skip(self, count: ex.Expression, width: int) -> None:
        """Skip bytes as a number says; whether they are there shows when the next byte is read, or at the end."""
        text = self.terms.number(count)
        if self.terms.can_be_negative(count):
            text = self.local("n")
            self.add(f"{text} = {self.terms.number(count)}")
            self.unless(f"{text} < 0")
        self.add(f"pos += {text} * {width}" if width > 1 else f"pos += {text}")

    def note(self, array: str, value: str) -> None:
        self.add(f"{array}({value})")

    def ends(self) -> None:
        self.unless(f"pos > {self.end}")


def _load(step: ir.Scalar, at: int) -> str:
    if step.bits:
        first, last = step.bits.first // 8, (step.bits.first + step.bits.width + 7) // 8
        spare = 8 * last - step.bits.first - step.bits.width if step.bits.is_msb_first else step.bits.first % 8
        order = "big" if step.bits.is_msb_first else "little"
        whole = f"int.from_bytes(data[pos + {at + first} : pos + {at + last}], '{order}')"
        return f"{whole} >> {spare} & {(1 << step.bits.width) - 1}"
    octets = [f"data[pos + {at + k}]" if at + k else "data[pos]" for k in range(step.width)]
    if step.is_big:
        octets.reverse()
    text = " | ".join(f"{octet} << {8 * k}" if k else octet for k, octet in enumerate(octets))
    if step.code[0] == "u":
        return text
    half = 1 << 8 * step.width - 1
    return f"(({text}) ^ {half}) - {half}"


@dataclass(frozen=True)
class RecordStarts:
    """Positions where a record may start: its first bytes, and a number of bytes that divides its size."""

    leading: list[int]
    grain: int


def record_starts(record: ir.FlatRecord) -> RecordStarts | None:
    """Return the positions where records may start, or None if measuring them does not pay."""
    steps = list(ir.every(record.steps))
    if any(isinstance(step, ir.Blob) for step in steps) or ir.fixed(record.steps) is not None:
        return None
    if record.has_index or not record.is_plain:
        return None
    found = RecordStarts(_leading(record.steps[0]), gcd(*_runs(record.steps)))
    return found if len(found.leading) < _ALL or found.grain > 1 else None


_ALL = 256


def _leading(first: ir.FlatStep) -> list[int]:
    """Return the bytes with which the first field can begin."""
    if not isinstance(first, ir.Scalar) or first.code != _BYTE or not _constant(first):
        return list(range(_ALL))
    return [value for value in range(_ALL) if all(_holds(rule.test, first, value) for rule in first.rules)]


def _runs(steps: Sequence[ir.FlatStep]) -> Iterator[int]:
    """Return the sizes of all parts of records between which something else may or may not be."""
    for is_number, run in groupby(steps, key=lambda step: isinstance(step, ir.Scalar) and step.is_fixed):
        if is_number:
            yield sum(step.width for step in run if isinstance(step, ir.Scalar))
            continue
        for step in run:
            match step:
                case ir.ListStep():
                    yield step.width or 1
                case ir.When() | ir.Choose():
                    for body in ir.bodies(step):
                        yield from _runs(body)
                case _:
                    yield 1


class MeasureEmitter(PlacedEmitter):
    """`measure(window, pos, …)`: where records end that start somewhere; beyond the window if they do.

    A result inside of the window is right if a record does start there; one that is not cannot be relied on.
    """

    keeps_rows = False

    def __init__(self, record: ir.FlatRecord) -> None:
        super().__init__(record)
        self.checked: set[str] = set()
        choices = [step for step in ir.every(record.steps) if isinstance(step, ir.When | ir.Choose)]
        self.chosen_by = {name for step in choices for part in ir.places(step) for name in ir.vars_in(part)}

    def lines(self) -> list[str]:
        first = self.record.steps[0]
        if isinstance(first, ir.Scalar):
            self.checked.add(first.var)  # the positions that are given are those where its rules hold
        scope = RecordScope(place="pos")
        self.block(self.record.steps, scope)
        head = f"def measure_{self.record.name}(window, pos{self.arguments()}):"
        return [head, *self.body, f"    return {scope.position}"]

    def block(self, steps: Sequence[ir.FlatStep], scope: RecordScope) -> None:
        for at, step in enumerate(steps):
            super().block([step], scope)
            if isinstance(step, ir.Scalar) and self.rules(step):
                self.checked.add(step.var)
                tests = " & ".join(self.renderer(scope).truth(rule.test) for rule in step.rules)
                self.only(tests, steps[at + 1 :], scope)
                return

    def rules(self, step: ir.Scalar) -> bool:
        """Return True if the number rules out positions where no record can be."""
        return step.var in self.chosen_by and step.var not in self.checked and _constant(step)

    def only(self, tests: str, rest: Sequence[ir.FlatStep], scope: RecordScope) -> None:
        """Render the rest of the steps where a record can be; elsewhere it ends nowhere."""
        self.before_arms(scope)
        mask = self.new("mask", f"({tests}).nonzero()[0]")
        inner = RecordScope(scope, mask)
        self.enter(inner, scope)
        self.block(rest, inner)
        self.add(f"{scope.place} = window.nowhere({scope.place})")
        self.leave(inner, scope)

    def scalar(self, step: ir.Scalar, scope: RecordScope) -> None:
        is_needed = step.var in self.record.needed
        if step.is_fixed:
            if is_needed:
                read = f"window.numbers('{step.dtype}', {scope.place}, {scope.shift})"
                scope.names[step.var] = self.new(step.var, read)
            scope.shift += step.width
            return
        if is_needed:
            value, place = self.fresh(step.var), self.fresh("pos")
            self.add(f"{value}, {place} = window.small_varints({scope.position})")
            scope.names[step.var] = value
            scope.place, scope.shift = place, 0
            return
        self.advance(scope, f"window.after({scope.position})")

    def rows(self, step: ir.ListStep, scope: RecordScope) -> None:
        count = self.new("n", f"window.counts({self.renderer(scope).number(step.count)}, {scope.place})")
        if step.width:
            self.advance(scope, f"{scope.position} + {count} * {step.width}")
        else:
            self.advance(scope, f"window.after_rows({scope.position}, {count})")


def _constant(step: ir.Scalar) -> bool:
    """Return True if the rules of a number are about nothing else."""
    return bool(step.rules) and all(ir.vars_in(rule.test) == {step.var} for rule in step.rules)


def _holds(test: ex.Expression, number: ir.Scalar, value: int) -> bool:
    """Return True if a rule about one number holds for a value."""
    record = ir.FlatRecord("", "", [number], [], [], set(), takes_index=False)
    text = _ScanTerms(record, record.scalars, {}).truth(test)
    return bool(eval(text, {}, {number.var: value}))  # noqa: S307  an expression that was rendered here
