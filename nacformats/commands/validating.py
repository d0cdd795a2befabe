"""The command `nacformats validate`: what it says about each file."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path

import click

from nacformats.checks.validation import refusal, verdict_on
from nacformats.commands.inspection.document import CommandRefusal, entry_of, json_array, json_value, problem_of
from nacformats.commands.inspection.text import finding_lines
from nacformats.commands.opening import source_of
from nacformats.commands.options import chosen_format
from nacformats.commands.terminal import BAD_FILE, USAGE, CommandError, ShownLine, progress, show, show_json
from nacformats.errors import FormatError
from nacformats.findings import Finding
from nacformats.formats import formats
from nacformats.formats.base import Format
from nacformats.kinds import INDEX_SUFFIX


@dataclass(frozen=True)
class _Report:
    """The verdict on one file.

    Attributes:
        file: as it was named.
        format, title: name of its format, and the name for people; None when it is not known.
        size: in bytes; None when the file cannot be read.
        findings: what the check of the format says.
        refused: why the file cannot be read, or None.
    """

    file: str
    format: str | None = None
    title: str | None = None
    size: int | None = None
    findings: list[Finding] = field(default_factory=list)
    refused: CommandRefusal | None = None

    @property
    def valid(self) -> bool:
        return self.refused is None and not any(finding.severity == "error" for finding in self.findings)

    @property
    def exit_code(self) -> int:
        if self.refused is not None:
            return USAGE
        return 0 if self.valid else BAD_FILE

    def lines(self) -> Iterator[ShownLine]:
        """Yield one line if all is well, else one line for each finding; the word ok stands above none."""
        if self.refused is not None:
            yield f"{self.file}: {problem_of(self.refused)}"
        elif self.valid:
            count = len(self.findings)
            verdict = f"valid, with {count} warning{'s' * (count > 1)}" if count else "ok"
            yield f"{self.file}: {verdict} ({self.title}, {self.size:,} bytes)"
        yield from ((f"{self.file}: ", line) for line in finding_lines(self.findings))

    def document(self) -> Iterator[str]:
        """Yield the report as a JSON object, in pieces: there may be many findings."""
        head = {"file": self.file, "valid": self.valid, "format": self.format, "size": self.size}
        if self.refused is not None:
            head["problem"] = problem_of(self.refused)
        yield json.dumps(head).removesuffix("}")
        entries = [] if self.refused is None else [entry_of(self.refused)]
        yield ', "findings": '
        yield from json_array(
            [json.dumps(each)] for each in chain(entries, (json_value(vars(each)) for each in self.findings))
        )
        yield "}"


def validate_files(
    *,
    files: tuple[str, ...],
    lenient: bool,
    format: str | None,  # noqa: A002
    schema: Format | None,
    as_json: bool,
) -> None:
    """Check files and show what is wrong with them; see `nacformats validate --help`."""
    described = chosen_format(format, schema)
    suffixes = _suffixes(described)
    listed = list(expanded(files, suffixes))
    code = 0
    with progress("validating", len(listed)) as advance:
        if as_json:
            show_json(['{"files": ['])
        for number, file in enumerate(listed):
            report = _report_of(file, described, suffixes, strict=not lenient)
            code = max(code, report.exit_code)
            if as_json:
                show_json(chain(["\n" if number == 0 else ",\n"], report.document()))
            for line in () if as_json else report.lines():
                show(line)
            advance(1)
        if as_json:
            show_json(["\n]}\n"])
    click.get_current_context().exit(code)


def expanded(files: Iterable[str], suffixes: tuple[str, ...]) -> Iterator[str]:
    """Yield the files as given; a folder is replaced by the files below it that end in one of the suffixes.

    A folder without such a file is kept as it is, and so is one that cannot be read.
    """
    for file in files:
        if not Path(file).is_dir():
            yield file
            continue
        unreadable: list[OSError] = []
        below = [
            str(path)
            for folder, _, names in os.walk(file, onerror=unreadable.append)
            for path in map(Path(folder).joinpath, names)
            if path.name.lower().endswith(suffixes) and path.is_file()
        ]
        yield from sorted([*below, *(str(error.filename) for error in unreadable)]) or [file]


def _suffixes(format: str | Format | None) -> tuple[str, ...]:  # noqa: A002
    """Return how the files of a format end, by default those of all that is checked; "" is any file."""
    if isinstance(format, Format):
        return (format.suffix,)
    chosen = [entry for entry in formats().values() if format in (None, entry.name)]
    return (*(entry.suffix for entry in chosen), *([INDEX_SUFFIX] if format is None else []))


def _report_of(file: str, format: str | Format | None, suffixes: tuple[str, ...], *, strict: bool) -> _Report:  # noqa: A002
    """Check one file, or standard input when it is called "-". A folder holds nothing to check."""
    try:
        if Path(file).is_dir():
            os.scandir(file).close()  # one that cannot be read is not empty
            reason = f"no file below this folder has one of the suffixes {', '.join(suffixes)}"
            return _Report(file, refused=CommandError(reason))
        with source_of(file) as source:
            name, title, findings = verdict_on(source, format, strict)
            return _Report(file, name, title, source.size, findings)
    except FormatError as error:
        return _Report(file, findings=[refusal(error)])
    except (CommandError, OSError) as error:
        return _Report(file, refused=error)
