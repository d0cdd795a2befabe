"""The command `nacformats inspect`."""

from __future__ import annotations

import sys
from contextlib import ExitStack

import click

from nacformats.codec.streams import Source
from nacformats.commands.inspection.core import MAX_READS, SECTION_READS, SHOWN_READS, inspect_source
from nacformats.commands.inspection.document import inspection_document
from nacformats.commands.inspection.text import inspection_lines
from nacformats.commands.opening import about, source_of
from nacformats.commands.options import check_used, chosen_format
from nacformats.commands.refusals import refusals_as_json, refused_inspection
from nacformats.commands.terminal import BAD_FILE, CommandError, line_width, progress, show, show_json, usage_errors
from nacformats.formats.base import Format


def inspect_file(
    *,
    file: str,
    section: str | None,
    hexdump: bool,
    full: bool,
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
        raise CommandError("--observe and --inputs go with --memory or --memory-svg")
    if hexdump and as_json:
        raise CommandError("--hex is for people and --json for programs: give one of them")
    source: Source | None = None
    with about(file), ExitStack() as stack:
        with refusals_as_json(as_json, lambda error: refused_inspection(file, source, error)):
            source = stack.enter_context(source_of(file))
            with progress(f"reading {file}"):
                reads, part_reads = SHOWN_READS, SECTION_READS
                if full or as_json or "[" in (section or ""):  # not only the first elements of each section
                    reads = part_reads = sys.maxsize if full else MAX_READS
                described = chosen_format(format, schema)
                found = inspect_source(source, described, strict=not lenient, reads=reads, part_reads=part_reads)
                with usage_errors(ValueError, about=f"{file}: "):
                    selected = found.select(section)
        if as_json:
            show_json(inspection_document(file, found, *selected))
        else:
            width = line_width()
            for line in inspection_lines(file, source, found, selected, full=full, hexdump=hexdump, width=width):
                show(line)
    click.get_current_context().exit(0 if found.valid else BAD_FILE)
