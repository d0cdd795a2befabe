"""The options --memory and --memory-svg of `nacformats inspect`: what a schedule keeps in fast memory, tick by tick.

The schedule is replayed, and its timeline shown as a chart, as JSON, or drawn as SVG.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from html import escape
from pathlib import Path, PurePath
from typing import Any

import numpy as np
import numpy.typing as npt

from nacformats.commands import terminal
from nacformats.commands.arrays import GivenArrays
from nacformats.commands.inspection.document import json_value
from nacformats.commands.inspection.text import finding_lines, labelled, table_lines
from nacformats.commands.opening import about, check_ends, check_target, opened_model
from nacformats.formats.base import Format
from nacformats.formats.nac import NacFile
from nacformats.printing import printable, size_text
from nacformats.view.tables import ShownTable
from nacformats.view.timeline import Present, Timeline

#: Characters of a chart: across where no width is given, at least, and down.
WIDTH, NARROWEST, HEIGHT = 72, 16, 10
#: How many of the things that are there at the peak are shown.
SHOWN_PRESENT = 16
#: A character that is filled by so many eighths.
_EIGHTHS = " ▁▂▃▄▅▆▇█"


def chart_lines(timeline: Timeline, *, full: bool = False, width: int | None = None) -> Iterator[terminal.ShownLine]:
    """Yield the summary, the chart, what is there at the peak, and what is wrong with the schedule.

    Args:
        timeline: what is drawn.
        full: list all that is there at the peak.
        width: columns of a row; None: as many as it takes.
    """
    if not timeline.ticks:
        yield "there is no program"
        return
    for label, text in memory_summary(timeline):
        yield from labelled(f"{label:>10}: ", text, width)
    yield ""
    yield from _chart(timeline, width)
    yield ""
    peak = timeline.peak
    there = list(timeline.present(peak))
    columns, rows = ("result", "bytes", "from", "to", "what"), map(_row, there if full else there[:SHOWN_PRESENT])
    table = ShownTable(f"in fast memory at tick {peak}", columns, rows, len(there))
    yield from table_lines(table, full=full, width=width)
    yield ""
    if not timeline.findings:
        complete = "the schedule is complete: nothing is used before it is loaded, nothing is left"
        yield terminal.styled(complete, fg="green")
    yield from finding_lines(timeline.findings)


def memory_summary(timeline: Timeline) -> Iterator[tuple[str, str]]:
    """Yield labels and texts: the peak, the weights, the commands."""
    peak = timeline.peak
    operation = timeline.nac.instructions[peak].name or "?"
    yield "peak", f"{amount(timeline, peak)} at tick {peak} of {timeline.ticks:,} ({operation})"
    sizes = timeline.sizes[timeline.stays.indices]
    total = int(sizes[sizes > 0].sum())
    if timeline.in_bytes:
        left = int(timeline.memory[-1])
        yield "in all", f"{size_text(total)} pass through fast memory, {size_text(left)} are there at the end"
    yield "commands", ", ".join(f"{count:,} {action}" for action, count in timeline.commands().items())


def amount(timeline: Timeline, tick: int) -> str:
    """Return how much is in fast memory at a tick."""
    known, unknown = int(timeline.memory[tick]), int(timeline.uncounted[tick])
    counted = f"{unknown:,} result{'s' * (unknown != 1)} of unknown size"
    if not timeline.in_bytes:
        return counted
    return f"{size_text(known)} and {counted}" if unknown else size_text(known)


def _chart(timeline: Timeline, room: int | None) -> Iterator[terminal.ShownLine]:
    top = int(timeline.heights.max(initial=0))
    scale = size_text if timeline.in_bytes else "{:,}".format
    width = max(len(scale(top)), len(scale(0)))
    across = WIDTH if room is None else max(room - width - 2, NARROWEST)
    columns = in_buckets(timeline.heights, across)
    columns = np.repeat(columns, across // len(columns))
    eighths = np.ceil(columns * (8 * HEIGHT / max(top, 1))).astype(np.int64)
    for row in range(HEIGHT - 1, -1, -1):
        label = scale(top) if row == HEIGHT - 1 else scale(0) if row == 0 else ""
        cells = np.clip(eighths - 8 * row, 0, 8).tolist()
        yield terminal.styled(f"{label:>{width}} ┤", dim=True), "".join(_EIGHTHS[cell] for cell in cells).rstrip()
    yield terminal.styled(f"{'':{width}} └{'─' * len(columns)}", dim=True)
    first, last = "tick 0", str(timeline.ticks - 1)
    yield terminal.styled(f"{'':{width}}  {first}{last:>{max(len(columns) - len(first), len(last) + 1)}}", dim=True)


def in_buckets(heights: npt.NDArray[np.int64], most: int) -> npt.NDArray[np.int64]:
    """Return the heights, or the largest one of each of `most` parts of equal length."""
    if len(heights) <= most:
        return heights
    starts = np.arange(most) * len(heights) // most
    found: npt.NDArray[np.int64] = np.maximum.reduceat(heights, starts)
    return found


def _row(present: Present) -> Sequence[object]:
    return f"%{present.index}", present.size, present.start, present.stop - 1, present.name


#: Most steps of the curve, and most bars below it: those of the largest things.
MAX_STEPS, MAX_BARS = 1200, 200
#: The places of things, in pixels.
_LEFT, _WIDTH, _RIGHT = 280, 840, 20
_CURVE_TOP, _CURVE_HEIGHT = 110, 200
_BARS_TOP, _BAR, _BAR_STEP = 360, 9, 15
#: Characters of a name that fit beside its bar, whatever letters they are.
_NAME_WIDTH = 42


def svg_lines(file: str, timeline: Timeline) -> Iterator[str]:
    """Yield the drawing, line by line. The same file gives the same text."""
    bars = timeline.largest(MAX_BARS)
    height = _BARS_TOP + len(bars) * _BAR_STEP + 30
    width = _LEFT + _WIDTH + _RIGHT
    name = _text(PurePath(file).name)
    yield f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}">'
    yield f"<title>Fast memory of {name}</title>"
    style = Path(__file__).with_suffix(".css").read_text(encoding="utf-8")
    yield f"<style>\n{style}</style>"
    yield f'<rect width="{width}" height="{height}" fill="#ffffff"/>'
    yield f'<text class="title" x="{_LEFT}" y="26">Fast memory of {name}</text>'
    if timeline.ticks:
        for place, (label, text) in enumerate(memory_summary(timeline)):
            yield f'<text x="{_LEFT}" y="{44 + 15 * place}">{label}: {_text(text)}</text>'
        yield from _curve(timeline)
        yield from _lanes(timeline, bars)
    yield "</svg>"


def _curve(timeline: Timeline) -> Iterator[str]:
    heights = in_buckets(timeline.heights, MAX_STEPS)
    top, bottom = int(heights.max(initial=0)), _CURVE_TOP + _CURVE_HEIGHT
    step, scale = _WIDTH / len(heights), _CURVE_HEIGHT / max(top, 1)
    path = "".join(
        f"V{bottom - height * scale:.1f}H{_LEFT + (place + 1) * step:.1f}"
        for place, height in enumerate(heights.tolist())
    )
    yield f'<path class="curve" d="M{_LEFT} {bottom}{path}V{bottom}Z"/>'
    for height, y in ((top, _CURVE_TOP), (0, bottom)):
        label = size_text(height) if timeline.in_bytes else f"{height:,}"
        yield f'<line class="axis" x1="{_LEFT}" y1="{y}" x2="{_LEFT + _WIDTH}" y2="{y}"/>'
        yield f'<text x="{_LEFT - 8}" y="{y + 4}" text-anchor="end">{label}</text>'
    peak = timeline.peak
    x = _x(timeline, peak + 0.5)
    yield f'<line class="peak" x1="{x}" y1="{_CURVE_TOP - 6}" x2="{x}" y2="{bottom}"/>'
    label = _text(f"peak, tick {peak}: {amount(timeline, peak)}")
    anchor = "end" if peak * 2 > timeline.ticks else "start"
    yield f'<text class="small" x="{x}" y="{_CURVE_TOP - 9}" text-anchor="{anchor}">{label}</text>'
    yield f'<text class="small" x="{_LEFT}" y="{bottom + 14}">tick 0</text>'
    last = f"tick {timeline.ticks - 1}"
    yield f'<text class="small" x="{_LEFT + _WIDTH}" y="{bottom + 14}" text-anchor="end">{last}</text>'


def _lanes(timeline: Timeline, bars: list[Present]) -> Iterator[str]:
    y = _BARS_TOP - 12
    more = len(timeline.stays.indices) - len(bars)
    note = f" (the largest {len(bars):,}; {more:,} more are not drawn)" if more else ""
    yield f'<rect class="parameter" x="{_LEFT}" y="{y - 9}" width="10" height="10"/>'
    yield f'<text x="{_LEFT + 15}" y="{y}">parameters</text>'
    yield f'<rect class="result" x="{_LEFT + 95}" y="{y - 9}" width="10" height="10"/>'
    yield f'<text x="{_LEFT + 110}" y="{y}">results{note}</text>'
    for place, bar in enumerate(bars):
        y = _BARS_TOP + place * _BAR_STEP
        kind = "parameter" if bar.is_parameter else "result"
        x, end = _x(timeline, bar.start), _x(timeline, bar.stop)
        size = "size unknown" if bar.size is None else size_text(bar.size)
        title = _text(f"%{bar.index} {bar.name}: {size}, ticks {bar.start} to {bar.stop - 1}")
        name = _text(terminal.squeezed(printable(f"%{bar.index} {bar.name}"), _NAME_WIDTH))
        yield f'<text class="name" x="{_LEFT - 8}" y="{y + _BAR}" text-anchor="end">{name}</text>'
        yield (
            f'<rect class="{kind}" x="{x}" y="{y}" width="{max(float(end) - float(x), 1):.1f}" height="{_BAR}">'
            f"<title>{title}</title></rect>"
        )


def _x(timeline: Timeline, tick: float) -> str:
    return f"{_LEFT + tick * _WIDTH / timeline.ticks:.1f}"


def _text(text: str) -> str:
    return escape(printable(text))


def show_memory(
    file: str,
    format: str | Format | None,  # noqa: A002
    drawing: str | None,
    inputs: str | None,
    *,
    observed: bool,
    strict: bool,
    full: bool,
    as_json: bool,
    force: bool,
) -> None:
    """Show, or draw, what the schedule of a file keeps in fast memory.

    Args:
        file: its name.
        format: what to read it as.
        drawing: where an SVG file is to be written; None: text goes to standard output.
        inputs: a .npz file of inputs to run the model on, so that the sizes of results are known.
        observed: whether to run it on zeros where no inputs are given.
        strict, full, as_json, force: as for inspect.
    """
    if drawing is not None:
        check_target(drawing, force=force)
        check_ends(drawing, ".svg")
    with opened_model(file, format, strict=strict) as model, about(file):
        if not isinstance(model, NacFile):
            raise terminal.CommandError(f"{file}: only NAC files have a memory schedule")
        with terminal.progress(f"replaying {file}"):
            timeline = Timeline(model, _observed(model, inputs) if inputs or observed else None)
        if drawing is not None:
            terminal.write_target(drawing, [f"{line}\n".encode() for line in svg_lines(file, timeline)])
            done = f"{drawing}: the memory schedule of {file}, {timeline.ticks:,} ticks"
            terminal.show(done, err=drawing == terminal.DASH)
        elif as_json:
            terminal.show_json([json.dumps(_document(file, timeline)), "\n"])
        else:
            terminal.show(terminal.styled(f"{file}: memory schedule", bold=True))
            for line in chart_lines(timeline, full=full, width=terminal.line_width()):
                terminal.show(line)


def _observed(nac: NacFile, inputs: str | None) -> Sequence[Any]:
    """Return the types of all results, from one run."""
    from nacformats.graph.of_nac import graph_of_nac  # noqa: PLC0415  it runs the model
    from nacformats.runtime.budget import checked_memory  # noqa: PLC0415
    from nacformats.runtime.observe import observe  # noqa: PLC0415

    graph = graph_of_nac(nac)
    memory = checked_memory(None)
    return observe(graph, None if inputs is None else GivenArrays(memory).named(inputs), max_memory=memory)


def _document(file: str, timeline: Timeline) -> dict[str, Any]:
    return {
        "file": Path(file).name,
        "ticks": timeline.ticks,
        "peak": {"tick": timeline.peak, "bytes": int(timeline.memory.max(initial=0))},
        "memory": timeline.memory.tolist(),
        "uncounted": timeline.uncounted.tolist(),
        "commands": dict(timeline.commands()),
        "stays": [json_value(vars(each)) for each in timeline.present()],
        "findings": [json_value(vars(finding)) for finding in timeline.findings],
    }
