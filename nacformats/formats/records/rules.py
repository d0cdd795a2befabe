"""Findings about a NAC file, and about the programs inside it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from typing import TYPE_CHECKING, Any

from nacformats.formats.records import FORMAT_NAME

if TYPE_CHECKING:
    from nacformats.findings import Finding, Where

#: Findings of one kind that are listed one by one; the last one says how many more there are.
MAX_LISTED = 20


def error(rule: str, reason: str, **details: Any) -> Finding:
    """Return a finding that strict reading refuses."""
    from nacformats.findings import Finding  # noqa: PLC0415  most files have none

    return Finding("error", f"{FORMAT_NAME}.{rule}", reason, format=FORMAT_NAME, **details)


def warning(rule: str, reason: str, **details: Any) -> Finding:
    """Return a finding that is worth knowing."""
    from nacformats.findings import Finding  # noqa: PLC0415  most files have none

    return Finding("warning", f"{FORMAT_NAME}.{rule}", reason, format=FORMAT_NAME, **details)


def findings_at(where: Collection[Where], finding: Callable[[Where], Finding]) -> Iterator[Finding]:
    """Return a finding for each place, up to MAX_LISTED of them.

    Args:
        where: the places, such as indices.
        finding: place -> finding.
    """
    if not len(where):
        return iter(())
    from nacformats import findings  # noqa: PLC0415  most files have none

    return findings.listed(where, finding, MAX_LISTED)
