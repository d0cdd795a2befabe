"""The CPython loop that finds where records start: it reads only what positions depend on."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from nacformats.generator import expressions as ex
from nacformats.generator.columns.render import Renderer
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
    places,
    vars_in,
)


def render_scan(record: FlatRecord) -> list[str]:
    """`scan(data, pos, end, note, count, …)`: notes where each record starts and, last, where they end.

    IndexError: the records do not fit between pos and end; those are noted that do, and where the one starts that does
    not.
    """
    return _Loop(record).lines()


class _Loop:
    def __init__(self, record: FlatRecord) -> None:
        self.record = record
        self.renderer = Renderer(record.scalars, lambda var: var, arrays=False)
        self.out: list[str] = []

    def lines(self) -> list[str]:
        arguments = "".join(f", {argument.var}" for argument in self.record.arguments)
        self.out = [
            f"def scan_{self.record.name}(data, pos, end, note, count{arguments}):",
            f"    for {INDEX if self.uses_index() else '_'} in range(count):",
            "        note(pos)",
        ]
        self.block(self.record.steps, 2)
        self.add(2, "if pos > end:")
        self.add(3, "raise IndexError")
        self.add(1, "note(pos)")
        return self.out

    def uses_index(self) -> bool:
        return any(INDEX in vars_in(part) for step in every(self.record.steps) for part in places(step))

    def add(self, depth: int, text: str) -> None:
        self.out.append("    " * depth + text)

    def block(self, steps: Sequence[FlatStep], depth: int) -> None:
        rest = list(steps)
        if not rest:
            self.add(depth, "pass")
        while rest:
            run = list(takewhile(lambda step: isinstance(step, Scalar) and step.width > 0, rest))
            if run:
                self.run([step for step in run if isinstance(step, Scalar)], depth)
                del rest[: len(run)]
            else:
                self.step(rest.pop(0), depth)

    def step(self, step: FlatStep, depth: int) -> None:
        match step:
            case Scalar():
                self.varint(step, depth)
            case Blob():
                self.skip(step.size, 1, depth)
            case ListStep():
                self.rows(step, depth)
            case When():
                self.when(step, depth)
            case Choose():
                self.choose(step, depth)

    def run(self, run: list[Scalar], depth: int) -> None:
        """Numbers of fixed width in a row."""
        at = 0
        for step in run:
            if step.var in self.record.needed:
                self.add(depth, f"{step.var} = {_load(step, at)}")
            at += step.width
        self.add(depth, f"pos += {at}")

    def varint(self, step: Scalar, depth: int) -> None:
        if step.var in self.record.needed:
            self.add(depth, f"{step.var} = data[pos]")
            self.add(depth, "pos += 1")
            self.add(depth, f"if {step.var} > 127:")
            self.add(depth + 1, f"{step.var}, pos = varint(data, pos - 1)")
            return
        self.add(depth, "if data[pos] < 128:")
        self.add(depth + 1, "pos += 1")
        self.add(depth, "elif data[pos + 1] < 128:")
        self.add(depth + 1, "pos += 2")
        self.add(depth, "elif data[pos + 2] < 128:")
        self.add(depth + 1, "pos += 3")
        self.add(depth, "else:")
        self.add(depth + 1, "pos = varint(data, pos)[1]")

    def skip(self, size: ex.Expression, width: int, depth: int) -> None:
        """Bytes as a number says; whether they are there shows when the next byte is read, or at the end."""
        text = self.renderer.text(size)
        if self.may_be_negative(size):
            self.add(depth, f"n = {text}")
            self.add(depth, "if n < 0:")
            self.add(depth + 1, "raise IndexError")
            text = "n"
        self.add(depth, f"pos += {text} * {width}" if width > 1 else f"pos += {text}")

    def may_be_negative(self, size: ex.Expression) -> bool:
        """Before its rules are checked, that is."""
        match size:
            case ex.Literal():
                return False
            case ex.Name(var) if var in self.record.scalars:
                return self.record.scalars[var].code[0] == "s"
            case ex.Index(ex.Name(var)):
                return any(argument.var == var and argument.low < 0 for argument in self.record.arguments)
        return True

    def rows(self, step: ListStep, depth: int) -> None:
        if step.width:
            self.skip(step.count, step.width, depth)
            return
        self.add(depth, f"n = {self.renderer.text(step.count)}")
        self.add(depth, "if n < 0 or n > end - pos:")
        self.add(depth + 1, "raise IndexError")
        self.add(depth, "for _ in range(n):")
        self.varint(step.body[0], depth + 1)

    def when(self, step: When, depth: int) -> None:
        for each in every(step.body):
            if isinstance(each, Scalar) and each.var in self.record.needed:
                self.add(depth, f"{each.var} = 0")  # fields that follow may refer to it
        self.add(depth, f"if {self.renderer.truth(step.condition)}:")
        self.block(step.body, depth + 1)

    def choose(self, step: Choose, depth: int) -> None:
        self.add(depth, f"on = {self.renderer.text(step.on)}")
        word = "if"
        for keys, body in step.arms:
            if keys:
                test = f"on == {keys[0]}" if len(keys) == 1 else f"on in {keys}"
                self.add(depth, f"{word} {test}:")
            elif word == "if":
                self.add(depth, "if True:")
            else:
                self.add(depth, "else:")
            self.block(body, depth + 1)
            word = "elif"


def _load(step: Scalar, at: int) -> str:
    octets = [f"data[pos + {at + k}]" if at + k else "data[pos]" for k in range(step.width)]
    text = " | ".join(f"{octet} << {8 * k}" if k else octet for k, octet in enumerate(octets))
    if step.code[0] == "u":
        return text
    half = 1 << 8 * step.width - 1
    return f"(({text}) ^ {half}) - {half}"
