"""The options --memory and --memory-svg of `nacformats inspect`."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from nacformats.commands.arrays import GivenArrays
from nacformats.commands.inspection.document import json_value
from nacformats.commands.inspection.memory import chart, svg
from nacformats.commands.inspection.memory.timeline import Timeline
from nacformats.commands.opening import about, check_ends, check_target, opened_model
from nacformats.commands.terminal import DASH, USAGE, CommandError, progress, show, show_json, styled, write_target
from nacformats.commands.widths import line_width
from nacformats.formats.base import Format
from nacformats.formats.nac import NacFile


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
            raise CommandError(f"{file}: only NAC files have a memory schedule", USAGE)
        with progress(f"replaying {file}"):
            timeline = Timeline(model, _observed(model, inputs) if inputs or observed else None)
        if drawing is not None:
            write_target(drawing, [f"{line}\n".encode() for line in svg.svg_lines(file, timeline)])
            done = f"{drawing}: the memory schedule of {file}, {timeline.replay.ticks:,} ticks"
            show(done, err=drawing == DASH)
        elif as_json:
            show_json([json.dumps(_document(file, timeline)), "\n"])
        else:
            show(styled(f"{file}: memory schedule", bold=True))
            for line in chart.chart_lines(timeline, full=full, width=line_width()):
                show(line)


def _observed(nac: NacFile, inputs: str | None) -> Sequence[Any]:
    """Return the types of all results, from one run."""
    from nacformats.graph.of_nac import graph_of_nac  # noqa: PLC0415  it runs the model
    from nacformats.runtime.budget import checked_memory  # noqa: PLC0415
    from nacformats.runtime.observe import observe  # noqa: PLC0415

    graph = graph_of_nac(nac)
    memory = checked_memory(None)
    return observe(graph, None if inputs is None else GivenArrays(memory).named(inputs), max_memory=memory)


def _document(file: str, timeline: Timeline) -> dict[str, Any]:
    replay = timeline.replay
    return {
        "file": Path(file).name,
        "ticks": replay.ticks,
        "peak": {"tick": replay.peak, "bytes": int(replay.memory.max(initial=0))},
        "memory": replay.memory.tolist(),
        "uncounted": replay.uncounted.tolist(),
        "commands": dict(timeline.commands()),
        "stays": [json_value(vars(each)) for each in timeline.present()],
        "findings": [json_value(vars(finding)) for finding in timeline.findings],
    }
