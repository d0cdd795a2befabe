"""Checks of what operations mean: results that a method which changes a tensor would leave unused."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import numpy as np

from nacformats.findings import Finding
from nacformats.formats.nac.check.program import ProgramRules
from nacformats.formats.records.rules import findings_at, warning
from nacformats.runtime.aliasing import ONCE_IN_PLACE, LostChange, Use, lost_changes


def check_changes(program: ProgramRules) -> Iterator[Finding]:
    """Check that no result is left unused that a method which changes a tensor would leave unused."""
    ops, end = program.ops, program.end
    unused = ~program.used & (np.arange(len(ops)) < end)
    if not (unused & program.where(lambda name: name in ONCE_IN_PLACE)).any():
        return
    final = ops[end].d if end < len(ops) else ()
    outputs = [end + distance for distance in final if -end <= distance < 0]
    yield from findings_at(list(lost_changes(_uses(program), outputs)), lambda change: _lost_change(program, change))


def _uses(program: ProgramRules) -> list[Use]:
    """Return the instructions before the end."""
    ops = program.ops
    distances, bounds = ops.field("distances").tolist(), pairwise(ops.rows_of("distances").tolist())
    return [
        Use(
            program.known[a] or "",
            [index + distance if -index <= distance < 0 else None for distance in distances[start:stop]],
        )
        for index, (a, (start, stop)) in enumerate(zip(ops.a[: program.end].tolist(), bounds, strict=False))
    ]


def _lost_change(program: ProgramRules, change: LostChange) -> Finding:
    reason = (
        f"{program.label(change.place)}: nobody takes the result, and its operand, {program.label(change.view)}, is a "
        f"view of {program.label(change.base)}, which is used later: if this was a method that changes a tensor, the "
        "change is lost"
    )
    return warning("lost-change", reason, path=program.path(change.place))
