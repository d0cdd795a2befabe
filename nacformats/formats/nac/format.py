"""NAC files as the verbs of the package treat them: read, check, write."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import chain
from typing import TYPE_CHECKING

from nacformats.errors import FormatError
from nacformats.formats.base import Room
from nacformats.formats.nac.check import check_file, check_weights
from nacformats.formats.nac.file.model import NacFile
from nacformats.formats.nac.file.reading import locator_of, read_structure, version_of
from nacformats.formats.nac.tables import FORMAT_NAME

if TYPE_CHECKING:
    from pathlib import Path

    from nacformats.codec.locator import Locator
    from nacformats.codec.streams import Buffer, Source
    from nacformats.files import PathLike
    from nacformats.findings import Finding
    from nacformats.formats.nac.check.program import ProgramCheck


def _read(source: Source, strict: bool, weights: str | Path | None = None) -> NacFile:
    """weights: the safetensors file with the weights, if it is not the one beside the file."""
    file = read_structure(source, weights)
    for finding in check_file(file) if strict else ():
        if finding.severity == "error":
            raise next(_located([finding], source)).error()
    return file


def _check(
    source: Source,
    strict: bool,
    *others: Callable[[NacFile], Iterable[Finding]],
    of_program: ProgramCheck | None = None,
) -> list[Finding]:
    """others: further checks, in order, after those of the format; of_program: one that is in its place among them."""
    from dataclasses import replace  # noqa: PLC0415  reading has no need of these

    from nacformats.findings import Finding  # noqa: PLC0415

    try:
        file = read_structure(source)
    except FormatError as error:
        return [Finding.of(error, f"{FORMAT_NAME}.structure")]
    found = list(_located(chain(check_file(file, of_program), check_weights(file)), source))
    if not strict:
        found = [replace(finding, severity="warning") for finding in found]
    return [*found, *chain.from_iterable(check(file) for check in others)]


def _located(findings: Iterable[Finding], source: Source) -> Iterator[Finding]:
    """Yield the findings with the offsets of the fields that their paths name."""
    locator: Locator | None = None
    for finding in findings:
        if finding.offset is None and finding.path is not None:
            from dataclasses import replace  # noqa: PLC0415  most files have no findings

            locator = locator or locator_of(source)
            finding = replace(finding, offset=locator.offset(finding.path))
        yield finding


def _write(file: NacFile) -> Iterable[Buffer]:
    from nacformats.formats.nac.file.writing import write_file  # noqa: PLC0415  reading has no need of construct

    return write_file(file, check_file)


def _companions(file: NacFile, path: Path) -> Mapping[PathLike, Iterable[Buffer]]:
    from nacformats.formats.nac.file.writing import companions  # noqa: PLC0415

    return companions(file, path)


def _title(source: Source) -> str | None:
    version = version_of(source)
    return None if version is None else f"NAC v{version}"


ROOM = Room(NacFile, _read, _write, _check, _companions, title=_title)
