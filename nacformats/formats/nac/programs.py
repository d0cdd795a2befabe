"""What is wrong with the programs inside a file, which reading does not look into: its plan and its tokenizer."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from nacformats.errors import FormatError
from nacformats.findings import Finding
from nacformats.formats.nac import rules
from nacformats.formats.nac.file.reading import offset_in
from nacformats.formats.nac.model import NacFile
from nacformats.formats.nac.tables import FORMAT_NAME, VERSIONS

#: Where the errors of a manifest say that they are.
_MANIFEST = "proc.manifest"


def check_programs(file: NacFile) -> Iterator[Finding]:
    """Findings about the plan (rules `nac.plan...`) and the tokenizer (`nac.manifest`, `nac.tokenizer`)."""
    if file.orch is not None:
        yield from _check_plan(file)
    if file.proc is not None:
        yield from _check_tokenizer(file)


def _check_plan(file: NacFile) -> Iterator[Finding]:
    try:
        plan = file.plan()
    except FormatError as error:
        yield replace(Finding.of(error, f"{FORMAT_NAME}.plan"), format=FORMAT_NAME)
        return
    if plan is not None:
        yield from plan.verify(file)


def _check_tokenizer(file: NacFile) -> Iterator[Finding]:
    try:
        needed = file.tokenizer().manifest.version_needed
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
    """Where the finding for an error about a resource is, and how bad: beside the file it may turn up later."""
    if file.rsrc is None:
        return {"severity": "warning", "path": "proc", "offset": offset_in(file.source, "proc")}
    name, _, field = (error.path or "").partition(": ")
    index = next((index for index, each in enumerate(file.rsrc) if each.name == name), None)
    if index is None:
        return {"path": "rsrc", "offset": offset_in(file.source, "rsrc")}
    path = f"rsrc.files[{index}].data"
    start = offset_in(file.source, path) or 0
    return {"path": f"{path}.{field}" if field else path, "offset": start + (error.offset or 0)}
