"""A listing of a program in which repeated blocks are shown once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from nacformats.repeats.data import Block, range_text


@dataclass(frozen=True)
class FoldedRow:
    """One line of a folded listing. Each row of the program is in `rows` of exactly one line.

    Attributes:
        kind: "row": a row of the program; "block": the heading of a block, whose first occurrence follows unless the
            heading stands for it as well; "again": occurrences of blocks whose headings were above.
        rows: the rows of the program that the line stands for. A heading stands for the occurrences that follow the
            first one without a gap, and for that one too where its rows are not shown.
        depth: how many blocks the line is inside of.
        block: of a heading; of "again", where all are occurrences of one block.
        text: what a heading or "again" says.
    """

    kind: Literal["row", "block", "again"]
    rows: range
    depth: int = 0
    block: Block | None = None
    text: str = ""


def folded_rows(blocks: Sequence[Block], count: int, limit: int | None = None) -> list[FoldedRow]:
    """Return the lines of a folded listing.

    Args:
        blocks: the outermost blocks of the program, which do not overlap.
        count: how many rows the program has.
        limit: how many lines there may be at best: blocks are opened, the shortest first, while all fits; None opens
            each. There may be more where rows that do not repeat are more.
    """
    opened = None if limit is None else _opened(blocks, count, limit)
    return list(_lines(blocks, range(count), 0, opened))


def _opened(blocks: Sequence[Block], count: int, limit: int) -> set[int]:
    """Return the blocks, by id, whose first occurrence is shown within a number of lines."""
    opened: set[int] = set()
    lines = sum(1 for _ in _lines(blocks, range(count), 0, opened))
    waiting = list(blocks)
    while waiting:
        costs = [(sum(1 for _ in _lines(each.inner, each.spans[0], 0, opened)), i) for i, each in enumerate(waiting)]
        cost, place = min(costs)
        if lines + cost > limit:
            break
        lines += cost
        block = waiting.pop(place)
        opened.add(id(block))
        waiting += block.inner
    return opened


def _lines(blocks: Sequence[Block], rows: range, depth: int, opened: set[int] | None) -> Iterator[FoldedRow]:
    """Yield the lines for a range of rows."""
    at = rows.start
    for group in _groups(blocks):
        start = group[0][0].spans[group[0][1].start].start
        yield from (FoldedRow("row", range(row, row + 1), depth) for row in range(at, start))
        at = group[-1][0].spans[group[-1][1].stop - 1].stop
        yield from _group(group, range(start, at), depth, opened)
    yield from (FoldedRow("row", range(row, row + 1), depth) for row in range(at, rows.stop))


#: Occurrences of a block that follow one another: their numbers.
_Run = tuple[Block, range]


def _groups(blocks: Sequence[Block]) -> Iterator[list[_Run]]:
    """Yield the runs of all blocks in order; those that are no first ones and follow one another, together."""
    runs = sorted(((block, run) for block in blocks for run in block.runs), key=lambda each: _start(*each))
    group: list[_Run] = []
    for block, run in runs:
        if group and (run.start == 0 or group[-1][1].start == 0 or _stop(*group[-1]) != _start(block, run)):
            yield group
            group = []
        group.append((block, run))
    if group:
        yield group


def _start(block: Block, run: range) -> int:
    return block.spans[run.start].start


def _stop(block: Block, run: range) -> int:
    return block.spans[run.stop - 1].stop


def _group(group: list[_Run], rows: range, depth: int, opened: set[int] | None) -> Iterator[FoldedRow]:
    block, run = group[0]
    if run.start:
        same = block if all(each is block for each, _ in group) else None
        yield FoldedRow("again", rows, depth, same, _again(group))
        return
    first = block.spans[0]
    is_open = opened is None or id(block) in opened
    yield FoldedRow("block", range(first.stop, rows.stop) if is_open else rows, depth, block, block.title)
    if is_open:
        yield from _lines(block.inner, first, depth + 1, opened)


def _again(group: Iterable[_Run]) -> str:
    """Return a text for occurrences of blocks whose headings were above."""
    runs = list(group)
    (first, one), (last, other) = runs[0], runs[-1]
    names = [first.names[one.start], last.names[other.stop - 1]]
    known = range_text(*names) if all(names) else range_text(first.name, last.name)
    if all(each is first for each, _ in runs):
        like = first.names[0] or "above"
        return f"{known}: as {like}"
    return f"{known}: {sum(len(run) for _, run in runs):,} blocks as above"
