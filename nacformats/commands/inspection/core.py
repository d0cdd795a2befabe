"""Looking into a file: as far as it can be read, and in bounded time however large it is."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice

from nacformats.api import format_of
from nacformats.codec.records import is_list
from nacformats.codec.streams import Source
from nacformats.codec.walk import FieldNode, Walk
from nacformats.errors import FormatError
from nacformats.findings import Finding
from nacformats.formats.base import Format
from nacformats.view.report import findings_about
from nacformats.view.summaries.data import Summary
from nacformats.view.summary import shown_model, summary_of
from nacformats.view.tables import Overview, ShownTable
from nacformats.view.texts import cut

#: How often the parser that keeps positions may read (about twenty seconds of work), unless everything is requested.
MAX_READS = 2_000_000
#: How often it may read when only the first elements of each field are shown (about a second of work), and how often
#: of that for one section.
SHOWN_READS = 50_000
SECTION_READS = SHOWN_READS // 8
#: Where a part is not found: how many others are compared with it, and how many are listed.
_COMPARED_PARTS, _LISTED_PARTS = 256, 24


@dataclass(frozen=True)
class Inspection:
    """The content of a file, as far as it can be read.

    Attributes:
        format: the format of the file.
        size: of the file, in bytes.
        walk: every field, as far as the file can be read.
        findings: what validate says about it.
        title: what it is, for people.
        overview: what its format offers to show of it.
        summary: one screen about it.
    """

    format: Format
    size: int
    walk: Walk
    findings: list[Finding]
    title: str
    overview: Overview
    summary: Summary

    @property
    def valid(self) -> bool:
        return not any(finding.severity == "error" for finding in self.findings)

    def select(self, section: str | None) -> tuple[list[ShownTable], FieldNode | None]:
        """Return the tables of this name and the node of this path; everything when none is named.

        Raises ValueError, which lists what there is, when there is neither.
        """
        if section is None:
            return self.overview.tables, self.walk.root
        tables = [table for table in self.overview.tables if section in (table.name, table.section)]
        node = self.walk.find(section) or self._found(section)
        if node is None and not tables:
            raise ValueError(f"no section {cut(section)!r}: {self._parts_near(section)}")
        return tables, node

    def _parts_near(self, path: str) -> str:
        """List what the innermost part on the way to a missing path has, and which was probably meant."""
        from difflib import get_close_matches  # noqa: PLC0415  only where a part is not found

        around = self.walk.nearest(path)
        if is_list(around.value):
            count = len(around.value)
            return f"{around.path} has the elements [0] to [{count - 1}]" if count else f"{around.path} is empty"
        tables = [table.name for table in self.overview.tables] if around is self.walk.root else []
        parts = [child.name for child in islice(self.walk.children(around), _COMPARED_PARTS)]
        names = list(dict.fromkeys((*tables, *parts)))
        near = get_close_matches(path.removeprefix(around.path).lstrip("."), names, 1, 0.5)
        meant = [f"did you mean {around.path}{'.' * bool(around.path)}{name}? " for name in near]
        more = ", …" * (len(names) > _LISTED_PARTS)
        has = f"{around.path or 'the file'} has {', '.join(names[:_LISTED_PARTS]) or 'no parts'}{more}"
        return "".join((*meant, has))

    def _found(self, path: str) -> FieldNode | None:
        """Return the node of a path that a finding names: in a bad file perhaps only one around it."""
        finding = next((each for each in self.findings if each.path == path), None)
        if finding is None:
            return None
        node = self.walk.nearest(path)
        if node is self.walk.root and finding.line is not None:
            return self.walk.at(self.walk.line(finding.line) + (finding.column or 1) - 1)
        return node


def inspect_source(
    source: Source,
    name: str | Format | None = None,
    *,
    strict: bool = True,
    reads: int = MAX_READS,
    part_reads: int | None = None,
) -> Inspection:
    """Look into a file; what is wrong with it is in the findings.

    Args:
        source: its bytes.
        name: of its format, or a format that need not be registered; detected when None.
        strict: whether the findings are those of strict reading; how a tree is laid out is a warning in any case.
        reads: how often the parser that keeps positions may read.
        part_reads: how often it may read for one section; None: as often as for the whole file.

    Raises:
        UnsupportedError: no format claims the bytes.
    """
    found = format_of(source, name, strict=False)
    findings = findings_about(source, name, strict=strict)
    walk = Walk(found.codec() if found.codec else found.name, source, reads, part_reads)
    return Inspection(
        found, source.size, walk, findings, found.title_of(source), _overview(source, found), summary_of(source, found)
    )


def _overview(source: Source, format: Format) -> Overview:  # noqa: A002
    """Return what the format offers."""
    shown = shown_model(format)
    try:
        return Overview() if shown is None else shown.overview(format.read(Source(source.view, source.path), False))
    except FormatError:
        return Overview()
