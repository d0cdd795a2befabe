"""Repeated blocks of a program as data: where they occur, what they are called, and what repeats inside of them."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import overload

from nacformats.graph.graph import FOLDED

#: How many runs of a scattered block its name lists before the rest is counted.
_NAMED_RUNS = 2


@dataclass(frozen=True)
class ProgramRows:
    """A program as plain data: one entry a row in each list.

    Attributes:
        labels: the operators; "" for a row that computes nothing: an input, a parameter, a constant.
        operands: the rows whose results each row takes, all before it.
        names: of parameters, dotted paths such as "h.0.ln_1.weight", "" without a name; None for other rows.
        outputs: the rows that are the results of the program.
        length: how many rows there are; those past the end of the lists belong to no block.
        unit: the noun for a row: "instruction", "node" or "value".
    """

    labels: Sequence[str]
    operands: Sequence[Sequence[int]]
    names: Sequence[str | None] = ()
    outputs: Sequence[int] = ()
    length: int = 0
    unit: str = "instruction"

    def name(self, row: int) -> str | None:
        return self.names[row] if row < len(self.names) else None

    def is_parameter(self, row: int) -> bool:
        """True for a parameter of the model; constants that the compiler computed may be arguments of a block."""
        name = self.name(row)
        return name is not None and name.partition(".")[0] != FOLDED


@dataclass(frozen=True)
class Block:
    """Rows of a program that occur more than once with one structure: the same operators, joined in the same way.

    Values from outside of an occurrence are its arguments; they, constants and parameters may differ between
    occurrences. A span may hold extra rows that have no counterpart in the others: a parameter that all share, or a
    mask that the first one computes.

    Attributes:
        names: of each occurrence, by its parameters: "h.0", "h.1"; "" where they have no name in common.
        spans: rows of each occurrence, ascending; they do not overlap.
        inner: blocks inside of the first occurrence, in rows of the program.
        extra: rows inside of spans without a counterpart in each of the others, ascending.
        operators: those that an occurrence begins and ends with.
        unit: the noun for a row.
    """

    names: tuple[str, ...]
    spans: tuple[range, ...]
    inner: tuple[Block, ...] = ()
    extra: tuple[int, ...] = ()
    operators: tuple[str, str] = ("", "")
    unit: str = "instruction"

    @property
    def length(self) -> int:
        """The number of rows of an occurrence, the extra ones left out."""
        return len(self.rows(0))

    def rows(self, occurrence: int) -> list[int]:
        """Return the rows of an occurrence without the extra ones; row i corresponds to row i of any other."""
        span = self.spans[occurrence]
        inside = self.extra[bisect_left(self.extra, span.start) : bisect_left(self.extra, span.stop)]
        return sorted(set(span).difference(inside))

    @property
    def runs(self) -> list[range]:
        """The occurrences, as ranges of their numbers, that follow one another without a row between them."""
        starts = [0, *(i + 1 for i, (one, other) in enumerate(pairwise(self.spans)) if one.stop != other.start)]
        return [range(start, stop) for start, stop in pairwise([*starts, len(self.spans)])]

    @property
    def consecutive(self) -> bool:
        """True if each occurrence begins where the one before it ends."""
        return len(self.runs) == 1

    @property
    def name(self) -> str:
        """The names of the occurrences: "h.0 to h.11", or else the operators that they begin and end with."""
        if not all(self.names):
            return " to ".join(dict.fromkeys(map(short_operator, self.operators)))
        runs = [range_text(self.names[run.start], self.names[run.stop - 1]) for run in self.runs]
        if len(runs) > _NAMED_RUNS + 1:
            runs[_NAMED_RUNS:] = [f"{sum(len(run) for run in self.runs[_NAMED_RUNS:]):,} more"]
        return ", ".join(runs)

    @property
    def title(self) -> str:
        """The name, how many occurrences there are, and how long they are: "h.0 to h.11: 12 x 38 instructions"."""
        return f"{self.name}: {len(self.spans):,} x {self.length:,} {self.unit}{'s' * (self.length != 1)}"

    def walk(self) -> Iterator[Block]:
        """Yield the block and all that are inside of it, outer ones first."""
        yield self
        for each in self.inner:
            yield from each.walk()

    def as_plain(self) -> dict[str, object]:
        """Return the block in the types of JSON; spans are [start, stop]."""
        return {
            "title": self.title,
            "name": self.name,
            "length": self.length,
            "names": list(self.names),
            "spans": [[span.start, span.stop] for span in self.spans],
            "extra": list(self.extra),
            "inner": [each.as_plain() for each in self.inner],
        }


@dataclass(frozen=True)
class Blocks(Sequence[Block]):
    """The outermost repeated blocks of a program, by their first row. Occurrences of two blocks do not overlap.

    Attributes:
        found: the blocks.
        length: how many rows the program has.
    """

    found: tuple[Block, ...] = ()
    length: int = 0

    @overload
    def __getitem__(self, index: int) -> Block: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Block]: ...
    def __getitem__(self, index: int | slice) -> Block | Sequence[Block]:
        return self.found[index]

    def __len__(self) -> int:
        return len(self.found)

    def walk(self) -> Iterator[Block]:
        """Yield all blocks, the inner ones too."""
        for each in self.found:
            yield from each.walk()

    def as_plain(self) -> list[dict[str, object]]:
        """Return the blocks in the types of JSON."""
        return [each.as_plain() for each in self.found]


def short_operator(name: str) -> str:
    """Return the part of an operator's name that people say: "linear" of "aten.linear.default"."""
    parts = name.split(".")
    return parts[1] if len(parts) > 1 else name


def range_text(first: str, last: str) -> str:
    """Return a text for all from the first name to the last one."""
    return first if first == last else f"{first} to {last}"
