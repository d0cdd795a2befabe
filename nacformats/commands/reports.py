"""What `nacformats validate` says about one file."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from nacformats.api import format_of, refusal
from nacformats.commands.inspection.document import plain
from nacformats.commands.inspection.text import finding_lines
from nacformats.commands.terminal import BAD_FILE, USAGE, Line, source_of
from nacformats.errors import FormatError
from nacformats.findings import Finding
from nacformats.formats import formats
from nacformats.formats.base import Format


@dataclass(frozen=True)
class Report:
    """The verdict on one file.

    Attributes:
        file: as it was named.
        format, title: name of its format, and the name for people; None when it is not known.
        size: in bytes; None when the file cannot be read.
        findings: what the check of the format says.
        problem: why the file cannot be read, or None.
    """

    file: str
    format: str | None = None
    title: str | None = None
    size: int | None = None
    findings: list[Finding] = field(default_factory=list)
    problem: str | None = None

    @property
    def valid(self) -> bool:
        return self.problem is None and not any(finding.severity == "error" for finding in self.findings)

    @property
    def exit_code(self) -> int:
        if self.problem is not None:
            return USAGE
        return 0 if self.valid else BAD_FILE

    def lines(self) -> Iterator[Line]:
        """One line if all is well, else one line for each finding."""
        if self.problem is not None:
            yield f"{self.file}: {self.problem}"
        elif self.valid:
            yield f"{self.file}: ok ({self.title}, {self.size:,} bytes)"
        yield from ((f"{self.file}: ", line) for line in finding_lines(self.findings))

    def as_dict(self) -> dict[str, Any]:
        """The report in the types of JSON."""
        document = {
            "file": self.file,
            "valid": self.valid,
            "format": self.format,
            "size": self.size,
            "findings": [plain(vars(finding)) for finding in self.findings],
        }
        return document if self.problem is None else {**document, "problem": self.problem}


def expanded(files: Iterable[str]) -> Iterator[str]:
    """The files as given; a folder is replaced by the files below it that have the suffix of a format.

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
            if path.suffix.lower() in suffixes() and path.is_file()
        ]
        yield from sorted([*below, *(str(error.filename) for error in unreadable)]) or [file]


def suffixes() -> list[str]:
    """The suffixes of all formats."""
    return [entry.suffix for entry in formats().values()]


def report_of(file: str, format: str | Format | None, *, strict: bool) -> Report:  # noqa: A002
    """Check one file, or standard input when it is called "-". A folder holds nothing to check."""
    try:
        if Path(file).is_dir():
            os.scandir(file).close()  # one that cannot be read is not empty
            return Report(file, problem=f"no file below this folder has one of the suffixes {', '.join(suffixes())}")
        with source_of(file) as source:
            chosen = format_of(source, format, strict=strict)
            return Report(file, chosen.name, chosen.title, source.size, chosen.check(source, strict))
    except FormatError as error:
        return Report(file, findings=[refusal(error)])
    except OSError as error:
        return Report(file, problem=error.strerror or str(error))
