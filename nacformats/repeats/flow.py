"""The operations of a program and how values flow between them, for the search of blocks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from nacformats.repeats.data import ProgramRows


@dataclass(frozen=True)
class Flow:
    """The operations of a program, counted without the rows that compute nothing.

    Attributes:
        rows: the row of each operation.
        labels: a number for the operator and for how many parameters it takes.
        operands: the operations whose results each one takes; -1 for an input or a constant. Parameters are left out.
        last_use: the last operation that takes the result; the number of operations for a result of the program.
        live: before each operation, and at the end, how many results there are that are still to be used.
    """

    rows: Sequence[int]
    labels: Sequence[int]
    operands: Sequence[Sequence[int]]
    last_use: Sequence[int]
    live: Sequence[int]

    def structure(self, span: range) -> int:
        """Return a number that is equal for spans of the same operations that are joined in the same way.

        What an operation takes from outside of the span is an argument, and may be another one elsewhere.
        """
        return hash(tuple((self.labels[i], *self.places(i, span.start)) for i in span))

    def places(self, i: int, start: int) -> list[int]:
        """Return how far back the operands of an operation are; 0 for those before the start, however many.

        A list of what was computed so far may grow from one occurrence to the next.
        """
        distances = [i - operand if operand >= start else 0 for operand in self.operands[i]]
        return [each for each, before in zip(distances, [1, *distances], strict=False) if each or before]


def flow_of(program: ProgramRows) -> Flow:
    """Return the operations of a program."""
    rows = [row for row, label in enumerate(program.labels) if label]
    number = {row: i for i, row in enumerate(rows)}
    numbers: dict[tuple[str, int], int] = {}
    labels: list[int] = []
    operands: list[list[int]] = []
    last_use = list(range(1, len(rows) + 1))
    for i, row in enumerate(rows):
        taken = [number.get(operand, -1) for operand in program.operands[row] if program.name(operand) is None]
        operands.append(taken)
        label = program.labels[row], len(program.operands[row]) - len(taken)
        labels.append(numbers.setdefault(label, len(numbers)))
        for operand in taken:
            if operand >= 0:
                last_use[operand] = i
    for row in program.outputs:
        if row in number:
            last_use[number[row]] = len(rows)
    return Flow(rows, labels, operands, last_use, _live(last_use))


def _live(last_use: Sequence[int]) -> list[int]:
    """Return, before each operation and at the end, how many results are still to be used."""
    changes = [0] * (len(last_use) + 2)
    for i, last in enumerate(last_use):
        changes[i + 1] += 1
        changes[last + 1] -= 1
    return list(accumulate(changes))[: len(last_use) + 1]
