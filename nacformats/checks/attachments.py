"""Checks of what reading a NAC file does not look into: its plan, its tokenizer, and changes that are lost."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from typing import Any

import numpy as np

from nacformats.errors import FormatError
from nacformats.findings import Finding
from nacformats.formats.nac.check.program import ProgramRules
from nacformats.formats.nac.file.model import NacFile
from nacformats.formats.nac.file.reading import offset_in
from nacformats.formats.nac.tables import FORMAT_NAME
from nacformats.formats.records import VERSIONS, rules
from nacformats.formats.records.rules import findings_at, warning
from nacformats.graph.aliasing import ONCE_IN_PLACE, LostChange, Use, lost_changes

#: Where the errors of a manifest say that they are.
_MANIFEST = "proc.manifest"


def check_plan(file: NacFile) -> Iterator[Finding]:
    """Check the plan of a file (rules `nac.plan...`)."""
    try:
        plan = file.plan
    except FormatError as error:
        yield replace(Finding.of(error, f"{FORMAT_NAME}.plan"), format=FORMAT_NAME)
        return
    if plan is not None:
        from nacformats.plan.model_use import verify_plan  # noqa: PLC0415  few files have a plan

        yield from verify_plan(plan, file)


def check_tokenizer(file: NacFile) -> Iterator[Finding]:
    """Check the tokenizer of a file (rules `nac.manifest` and `nac.tokenizer`)."""
    if file.sections.proc is None:
        return
    from nacformats.tokenizer.tokenizer import Tokenizer  # noqa: PLC0415  few files have a tokenizer

    try:
        needed = Tokenizer.of(file).manifest.version_needed
    except FormatError as error:
        if error.path is not None and error.path.startswith(_MANIFEST):
            found = Finding.of(error, f"{FORMAT_NAME}.manifest")
            offset = offset_in(file.source, _MANIFEST) if error.offset is None else error.offset
            yield replace(found, format=FORMAT_NAME, offset=offset)
        else:
            yield replace(Finding.of(error, f"{FORMAT_NAME}.tokenizer"), format=FORMAT_NAME, **_place(file, error))
        return
    if VERSIONS.index(needed) > VERSIONS.index(file.version):
        reason = f"the manifest has a step of NAC v{needed}, and the file is v{file.version}"
        where: dict[str, Any] = {"path": _MANIFEST, "offset": offset_in(file.source, _MANIFEST)}
        yield rules.error("manifest", reason, expected=f"a file of NAC v{needed} or later", **where)


def _place(file: NacFile, error: FormatError) -> dict[str, Any]:
    """Return the place and severity of an error about a resource; one beside the file may turn up later."""
    if file.sections.rsrc is None:
        return {"severity": "warning", "path": "proc", "offset": offset_in(file.source, "proc")}
    name, _, field = (error.path or "").partition(": ")
    index = next((index for index, each in enumerate(file.sections.rsrc) if each.name == name), None)
    if index is None:
        return {"path": "rsrc", "offset": offset_in(file.source, "rsrc")}
    path = f"rsrc.files[{index}].data"
    start = offset_in(file.source, path) or 0
    return {"path": f"{path}.{field}" if field else path, "offset": start + (error.offset or 0)}


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
