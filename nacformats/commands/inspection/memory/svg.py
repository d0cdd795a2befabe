"""A timeline as SVG: memory over ticks and, below, from when to when each thing is there."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from pathlib import PurePath

from nacformats.commands.inspection.memory.chart import amount, bucketed, memory_summary
from nacformats.commands.inspection.memory.timeline import Present, Timeline
from nacformats.commands.widths import squeezed
from nacformats.printing import printable, size_text

#: Most steps of the curve, and most bars below it: those of the largest things.
MAX_STEPS, MAX_BARS = 1200, 200
#: The places of things, in pixels.
_LEFT, _WIDTH, _RIGHT = 280, 840, 20
_CURVE_TOP, _CURVE_HEIGHT = 110, 200
_BARS_TOP, _BAR, _BAR_STEP = 360, 9, 15
#: Characters of a name that fit beside its bar, whatever letters they are.
_NAME_WIDTH = 42
_STYLE = """
text { font: 12px system-ui, sans-serif; fill: #24292f }
.title { font-size: 16px; font-weight: 600 }
.small { font-size: 10px; fill: #57606a }
.name { font: 10px ui-monospace, monospace; fill: #24292f }
.axis { stroke: #d0d7de }
.curve { fill: #b6d4f5; stroke: #0969da; stroke-width: 1 }
.peak { stroke: #cf222e; stroke-dasharray: 3 3 }
.parameter { fill: #0969da }
.result { fill: #bf8700 }
"""


def svg_lines(file: str, timeline: Timeline) -> Iterator[str]:
    """Yield the drawing, line by line. The same file gives the same text."""
    bars = _bars(timeline)
    height = _BARS_TOP + len(bars) * _BAR_STEP + 30
    width = _LEFT + _WIDTH + _RIGHT
    name = _text(PurePath(file).name)
    yield f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}">'
    yield f"<title>Fast memory of {name}</title>"
    yield f"<style>{_STYLE}</style>"
    yield f'<rect width="{width}" height="{height}" fill="#ffffff"/>'
    yield f'<text class="title" x="{_LEFT}" y="26">Fast memory of {name}</text>'
    if timeline.replay.ticks:
        for place, (label, text) in enumerate(memory_summary(timeline)):
            yield f'<text x="{_LEFT}" y="{44 + 15 * place}">{label}: {_text(text)}</text>'
        yield from _curve(timeline)
        yield from _lanes(timeline, bars)
    yield "</svg>"


def _curve(timeline: Timeline) -> Iterator[str]:
    heights = bucketed(timeline.heights, MAX_STEPS)
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
    peak = timeline.replay.peak
    x = _x(timeline, peak + 0.5)
    yield f'<line class="peak" x1="{x}" y1="{_CURVE_TOP - 6}" x2="{x}" y2="{bottom}"/>'
    label = _text(f"peak, tick {peak}: {amount(timeline, peak)}")
    anchor = "end" if peak * 2 > timeline.replay.ticks else "start"
    yield f'<text class="small" x="{x}" y="{_CURVE_TOP - 9}" text-anchor="{anchor}">{label}</text>'
    yield f'<text class="small" x="{_LEFT}" y="{bottom + 14}">tick 0</text>'
    last = f"tick {timeline.replay.ticks - 1}"
    yield f'<text class="small" x="{_LEFT + _WIDTH}" y="{bottom + 14}" text-anchor="end">{last}</text>'


def _bars(timeline: Timeline) -> list[Present]:
    """Return the largest things, in the order in which they come."""
    largest = sorted(timeline.present(), key=lambda each: (-(each.size or 0), each.start))[:MAX_BARS]
    return sorted(largest, key=lambda each: (each.start, each.index))


def _lanes(timeline: Timeline, bars: list[Present]) -> Iterator[str]:
    y = _BARS_TOP - 12
    more = len(timeline.replay.stays.indices) - len(bars)
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
        name = _text(squeezed(printable(f"%{bar.index} {bar.name}"), _NAME_WIDTH))
        yield f'<text class="name" x="{_LEFT - 8}" y="{y + _BAR}" text-anchor="end">{name}</text>'
        yield (
            f'<rect class="{kind}" x="{x}" y="{y}" width="{max(float(end) - float(x), 1):.1f}" height="{_BAR}">'
            f"<title>{title}</title></rect>"
        )


def _x(timeline: Timeline, tick: float) -> str:
    return f"{_LEFT + tick * _WIDTH / timeline.replay.ticks:.1f}"


def _text(text: str) -> str:
    return escape(printable(text))
