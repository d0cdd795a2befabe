"""How the checks of a NAC file report what they find."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import replace
from itertools import islice
from typing import Any

from nacformats.findings import Finding
from nacformats.formats.nac.tables import FORMAT_NAME

#: Findings of one kind that are listed one by one; the last one says how many more there are.
MAX_LISTED = 20


def error(rule: str, reason: str, **details: Any) -> Finding:
    """A finding that strict reading refuses."""
    return Finding("error", f"{FORMAT_NAME}.{rule}", reason, format=FORMAT_NAME, **details)


def warning(rule: str, reason: str, **details: Any) -> Finding:
    """A finding that is worth knowing."""
    return Finding("warning", f"{FORMAT_NAME}.{rule}", reason, format=FORMAT_NAME, **details)


def listed(where: Collection[Any], finding: Callable[[Any], Finding]) -> Iterator[Finding]:
    """A finding for each place, up to a number of them.

    Args:
        where: the places, such as indices.
        finding: place -> finding.
    """
    hidden = len(where) - MAX_LISTED
    for number, place in enumerate(islice(where, MAX_LISTED), 1):
        found = finding(place)
        if number == MAX_LISTED and hidden > 0:
            found = replace(found, reason=f"{found.reason}, and so {hidden} times more")
        yield found
