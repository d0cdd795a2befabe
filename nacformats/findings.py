"""Findings: what a check reports, and how a finding becomes an exception."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import KW_ONLY, dataclass, replace
from itertools import islice
from typing import Any, Literal, NamedTuple, TypeVar

from nacformats.errors import FormatError, InvalidError, LimitError, TruncatedError, UnsupportedError, describe

Severity = Literal["error", "warning"]


class RuleText(NamedTuple):
    """The explanation of a rule, once for all of its findings.

    Attributes:
        severity: of its findings in strict reading; lenient reading may turn an error into a warning.
        meaning: what is wrong where the rule is broken.
        remedy: what to do about it.
    """

    severity: Literal["error", "warning", "error or warning"]
    meaning: str
    remedy: str


_CAUSES: dict[str, type[FormatError]] = {
    "truncated": TruncatedError,
    "invalid": InvalidError,
    "unsupported": UnsupportedError,
    "limit": LimitError,
}


@dataclass(frozen=True)
class Finding:
    """One thing that a check reports about a file.

    An "error" means that the file is bad: loading it the same way (strict or lenient) raises.
    A "warning" is worth knowing but does not make the file bad.
    """

    severity: Severity
    rule: str  # stable name of the broken rule, such as "stb.tensor-alignment"
    reason: str
    _: KW_ONLY
    cause: str = "invalid"  # a key of _CAUSES
    format: str | None = None
    path: str | None = None
    offset: int | None = None
    line: int | None = None
    column: int | None = None
    expected: object = None
    actual: object = None
    hint: str | None = None

    def __str__(self) -> str:
        return f"{self.severity}: {describe(self)} [{self.rule}]"

    def error(self) -> FormatError:
        """Return the exception that reading the file raises for this finding."""
        error = _CAUSES[self.cause](self.reason, **_details(self))
        error.rule = self.rule
        return error

    def standing_for(self, others: int) -> Finding:
        """Return this finding, with a note that its rule is broken in that many places more, which are not listed."""
        return replace(self, reason=f"{self.reason}, and so {others} times more") if others > 0 else self

    @classmethod
    def of(cls, error: FormatError, rule: str) -> Finding:
        """Return the finding that says what the exception says."""
        cause = next((name for name, kind in _CAUSES.items() if isinstance(error, kind)), "invalid")
        return cls("error", rule, error.reason, cause=cause, **_details(error))


Where = TypeVar("Where")


def listed(where: Collection[Where], finding: Callable[[Where], Finding], most: int) -> Iterator[Finding]:
    """Yield a finding for each place up to a number of them; the last one says how many more there are.

    Args:
        where: the places at which one rule is broken, such as indices.
        finding: place -> finding.
        most: how many are given.
    """
    hidden = len(where) - most
    for number, place in enumerate(islice(where, most), 1):
        found = finding(place)
        yield found.standing_for(hidden) if number == most else found


def _details(problem: Any) -> dict[str, Any]:
    names = ("format", "path", "offset", "line", "column", "expected", "actual", "hint")
    return {name: getattr(problem, name) for name in names}


def reported(severity: Severity, format: str, rule: str, reason: str, **details: Any) -> Finding:  # noqa: A002
    """Return a finding about a rule of a format."""
    return Finding(severity, f"{format}.{rule}", reason, format=format, **details)
