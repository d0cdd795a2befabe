"""What a NAC file holds besides a network: its plan, its tokenizer and other files, in the words of their texts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from nacformats.commands.inspection.tables import ShownTable, joined_and_cut
from nacformats.errors import FormatError
from nacformats.formats.mep.disassembly import disassembled
from nacformats.formats.nac import NacFile
from nacformats.formats.tisa.listing import opcode_of, step_lines
from nacformats.plan import Plan
from nacformats.tokenizer import Manifest

#: An offset in the file, or None, and a line of text.
_Rows = Sequence[tuple[int | None, str]]


def attached_summary(nac: NacFile) -> Iterator[tuple[str, str]]:
    """What there is, each on a line."""
    manifest, plan = _manifest(nac), _plan(nac)
    if manifest is not None:
        yield "tokenizer", joined_and_cut(", ", map(opcode_of, manifest.steps)) or "no steps"
    if plan is not None:
        yield "plan", f"{_counted(len(plan.instructions), 'instruction')}, {_counted(len(plan.constants), 'constant')}"


def attached_tables(nac: NacFile) -> Iterator[ShownTable]:
    """The steps of the tokenizer, the instructions of the plan, and the files; none for what cannot be read."""
    manifest, plan = _manifest(nac), _plan(nac)
    if manifest is not None:
        yield _text("tokenizer", "step", list(step_lines(manifest.steps, manifest.start)), "proc")
    if plan is not None:
        lines = disassembled(plan.instructions, plan.constants)
        rows = [(None if offset is None else plan.start + offset, line) for offset, line in lines]
        yield _text("plan", "instruction", rows, "orch")
    if nac.rsrc:
        yield ShownTable(
            "files", ("name", "bytes"), [(each.name, len(each.data)) for each in nac.rsrc], len(nac.rsrc), "rsrc"
        )


def _text(name: str, column: str, rows: _Rows, section: str) -> ShownTable:
    return ShownTable(name, ("offset", column), rows, len(rows), section)


def _plan(nac: NacFile) -> Plan | None:
    """The plan; None where there is none, where it is empty, as in files that have none, or cannot be read."""
    try:
        plan = nac.plan()
    except FormatError:  # it is among the findings
        return None
    return plan if plan is not None and plan.instructions else None


def _manifest(nac: NacFile) -> Manifest | None:
    try:
        return nac.manifest()
    except FormatError:
        return None


def _counted(count: int, noun: str) -> str:
    return f"{count:,} {noun}{'s' * (count != 1)}"
