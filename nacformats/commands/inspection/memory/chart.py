"""A timeline as text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import numpy.typing as npt

from nacformats.commands.inspection.memory.timeline import Present, Timeline
from nacformats.commands.inspection.tables import ShownTable
from nacformats.commands.inspection.text import finding_lines, labelled, table_lines
from nacformats.commands.terminal import ShownLine, styled
from nacformats.printing import size_text

#: Characters of a chart: across where no width is given, at least, and down.
WIDTH, NARROWEST, HEIGHT = 72, 16, 10
#: How many of the things that are there at the peak are shown.
SHOWN_PRESENT = 16
#: A character that is filled by so many eighths.
_EIGHTHS = " ▁▂▃▄▅▆▇█"


def chart_lines(timeline: Timeline, *, full: bool = False, width: int | None = None) -> Iterator[ShownLine]:
    """Yield the summary, the chart, what is there at the peak, and what is wrong with the schedule.

    Args:
        timeline: what is drawn.
        full: list all that is there at the peak.
        width: columns of a row; None: as many as it takes.
    """
    if not timeline.replay.ticks:
        yield "there is no program"
        return
    for label, text in memory_summary(timeline):
        yield from labelled(f"{label:>10}: ", text, width)
    yield ""
    yield from _chart(timeline, width)
    yield ""
    peak = timeline.replay.peak
    there = list(timeline.present(peak))
    columns, rows = ("result", "bytes", "from", "to", "what"), map(_row, there if full else there[:SHOWN_PRESENT])
    yield from table_lines(
        ShownTable(f"in fast memory at tick {peak}", columns, rows, len(there)), full=full, width=width
    )
    yield ""
    if not timeline.findings:
        yield styled("the schedule is complete: nothing is used before it is loaded, nothing is left", fg="green")
    yield from finding_lines(timeline.findings)


def memory_summary(timeline: Timeline) -> Iterator[tuple[str, str]]:
    """Labels and texts: the peak, the weights, the commands."""
    replay, peak = timeline.replay, timeline.replay.peak
    operation = timeline.nac.instructions[peak].name or "?"
    yield "peak", f"{amount(timeline, peak)} at tick {peak} of {replay.ticks:,} ({operation})"
    sizes = replay.sizes[replay.stays.indices]
    total = int(sizes[sizes > 0].sum())
    if timeline.in_bytes:
        left = int(replay.memory[-1])
        yield "in all", f"{size_text(total)} pass through fast memory, {size_text(left)} are there at the end"
    yield "commands", ", ".join(f"{count:,} {action}" for action, count in timeline.commands().items())


def amount(timeline: Timeline, tick: int) -> str:
    """Return how much is in fast memory at a tick."""
    known, unknown = int(timeline.replay.memory[tick]), int(timeline.replay.uncounted[tick])
    counted = f"{unknown:,} result{'s' * (unknown != 1)} of unknown size"
    if not timeline.in_bytes:
        return counted
    return f"{size_text(known)} and {counted}" if unknown else size_text(known)


def _chart(timeline: Timeline, room: int | None) -> Iterator[ShownLine]:
    top = int(timeline.heights.max(initial=0))
    scale = size_text if timeline.in_bytes else "{:,}".format
    width = max(len(scale(top)), len(scale(0)))
    across = WIDTH if room is None else max(room - width - 2, NARROWEST)
    columns = bucketed(timeline.heights, across)
    columns = np.repeat(columns, across // len(columns))
    eighths = np.ceil(columns * (8 * HEIGHT / max(top, 1))).astype(np.int64)
    for row in range(HEIGHT - 1, -1, -1):
        label = scale(top) if row == HEIGHT - 1 else scale(0) if row == 0 else ""
        cells = np.clip(eighths - 8 * row, 0, 8).tolist()
        yield styled(f"{label:>{width}} ┤", dim=True), "".join(_EIGHTHS[cell] for cell in cells).rstrip()
    yield styled(f"{'':{width}} └{'─' * len(columns)}", dim=True)
    first, last = "tick 0", str(timeline.replay.ticks - 1)
    yield styled(f"{'':{width}}  {first}{last:>{max(len(columns) - len(first), len(last) + 1)}}", dim=True)


def bucketed(heights: npt.NDArray[np.int64], most: int) -> npt.NDArray[np.int64]:
    """Return the heights, or the largest one of each of `most` parts of equal length."""
    if len(heights) <= most:
        return heights
    starts = np.arange(most) * len(heights) // most
    found: npt.NDArray[np.int64] = np.maximum.reduceat(heights, starts)
    return found


def _row(present: Present) -> Sequence[object]:
    return f"%{present.index}", present.size, present.start, present.stop - 1, present.name
