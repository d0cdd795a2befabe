"""The command `nacformats inspect`."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import NoReturn

import click

from nacformats.api import format_of
from nacformats.checks.validation import findings_of_folder, findings_of_index
from nacformats.codec.streams import Source
from nacformats.commands import terminal
from nacformats.commands.inspection.core import MAX_READS, SECTION_READS, SHOWN_READS, inspect_source
from nacformats.commands.inspection.document import (
    inspection_document,
    refusals_as_json,
    refused_inspection,
    summary_document,
)
from nacformats.commands.inspection.screen import screen_lines
from nacformats.commands.inspection.text import inspection_lines
from nacformats.commands.opening import about, source_of
from nacformats.commands.options import check_used, chosen_format, given_schema
from nacformats.errors import FormatError
from nacformats.files import is_special
from nacformats.findings import Finding
from nacformats.formats.base import Format
from nacformats.kinds import INDEX, kind_of_file
from nacformats.printing import shell_word
from nacformats.view.report import findings_about
from nacformats.view.summaries.data import UNKNOWN_FILE, Summary
from nacformats.view.summary import summary_of


def inspect_file(
    *,
    file: str,
    section: str | None,
    hexdump: bool,
    full: bool,
    tables: bool,
    memory: bool,
    drawing: str | None,
    observe: bool,
    inputs: str | None,
    lenient: bool,
    format: str | None,  # noqa: A002
    schema: Format | None,
    as_json: bool,
    force: bool,
) -> None:
    """Show what is in a file, or what its memory schedule does; see `nacformats inspect --help`."""
    if memory or drawing is not None:
        from nacformats.commands.inspection.memory import show_memory  # noqa: PLC0415  it takes long to import

        used = ("memory", "drawing", "observe", "inputs", "format", "schema")
        check_used("with --memory and --memory-svg", *used, *(("full", "as_json") if drawing is None else ()))
        how: dict[str, bool] = {"full": full, "as_json": as_json, "force": force}
        show_memory(file, chosen_format(format, schema), drawing, inputs, observed=observe, strict=not lenient, **how)
        return
    if observe or inputs is not None:
        raise terminal.CommandError("--observe and --inputs go with --memory or --memory-svg")
    if hexdump and as_json:
        raise terminal.CommandError("--hex is for people and --json for programs: give one of them")
    chosen = chosen_format(format, schema)
    if not (tables or full or hexdump or as_json or section is not None):
        show_screen(file, chosen, strict=not lenient)
    source: Source | None = None
    with about(file), ExitStack() as stack:
        with refusals_as_json(as_json, lambda error: refused_inspection(file, source, error)):
            if chosen is None and (other := _about_other(file)) is not None:
                summary, findings = other
                if not as_json:
                    raise terminal.CommandError(
                        f"{file}: {summary.kind}: it has one screen, without --tables, --all, --hex and --section"
                    )
                terminal.show_json(summary_document(file, summary, findings))
                click.get_current_context().exit(_exit_code(findings))
            source = stack.enter_context(source_of(file))
            with terminal.progress(f"reading {file}"):
                reads, part_reads = SHOWN_READS, SECTION_READS
                if full or as_json or "[" in (section or ""):  # not only the first elements of each section
                    reads = part_reads = sys.maxsize if full else MAX_READS
                found = inspect_source(source, chosen, strict=not lenient, reads=reads, part_reads=part_reads)
                with terminal.usage_errors(ValueError, about=f"{file}: "):
                    selected = found.select(section)
        if as_json:
            terminal.show_json(inspection_document(file, found, *selected))
        else:
            width = terminal.line_width()
            for line in inspection_lines(file, source, found, selected, full=full, hexdump=hexdump, width=width):
                terminal.show(line)
    click.get_current_context().exit(0 if found.valid else terminal.BAD_FILE)


def show_screen(file: str, format: str | Format | None, *, strict: bool) -> NoReturn:  # noqa: A002
    """Show what a file or a folder is on one screen, and exit."""
    findings: list[Finding] = []
    refused: FormatError | None = None
    with about(file):
        if file not in ("", terminal.DASH) and Path(file).is_dir():
            summary, findings = summary_of(file), findings_of_folder(Path(file))
        else:
            with source_of(file) as source, terminal.progress(f"reading {file}"):
                summary = summary_of(source, format)
                is_model = summary.format is not None
                findings = findings_about(source, format, strict=strict) if is_model else _findings_of_index(source)
                refused = _refusal(source) if summary.kind == UNKNOWN_FILE else None
    summary = replace(summary, commands=list(_working(summary.commands, findings, format)))
    for line in screen_lines(file, summary, findings, terminal.line_width()):
        terminal.show(line)
    if refused is not None:
        with about(file):
            raise refused
    click.get_current_context().exit(_exit_code(findings))


def _working(commands: list[str], findings: list[Finding], format: str | Format | None) -> Iterator[str]:  # noqa: A002
    """Yield the commands that work: of a bad file those that show it, and each reads the file as this one did."""
    for command in commands:
        verb = command.partition(" ")[0]
        if _exit_code(findings) and verb not in ("inspect", "validate"):
            continue
        if isinstance(format, Format):
            yield f"{command} --schema {shell_word(given_schema())}"
        else:
            yield command if format is None else f"{command} {'--from' if verb == 'convert' else '--format'} {format}"


def _exit_code(findings: list[Finding]) -> int:
    return terminal.BAD_FILE if any(finding.severity == "error" for finding in findings) else 0


def _findings_of_index(source: Source) -> list[Finding]:
    """Return where an index and its shards contradict each other; nothing for a file of another kind."""
    return findings_of_index(source) if kind_of_file(source) is INDEX else []


def _about_other(file: str) -> tuple[Summary, list[Finding]] | None:
    """Return what is said of a folder, or of a file of no format and yet known; what can be read once is not read."""
    if file in ("", terminal.DASH) or not Path(file).exists() or is_special(file):
        return None
    if Path(file).is_dir():
        return summary_of(file), findings_of_folder(Path(file))
    with source_of(file) as source:
        if _refusal(source) is None:
            return None
        summary = summary_of(source)
        return None if summary.kind == UNKNOWN_FILE else (summary, _findings_of_index(source))


def _refusal(source: Source) -> FormatError | None:
    """Return the error for bytes that are of no format."""
    try:
        format_of(source, strict=False)
    except FormatError as error:
        return error
    return None
