"""Holds readers to files: asks each, and counts what it says; the table that comes out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from tests.conformance.answers import (
    BROKEN,
    DIFFERENT,
    EQUAL,
    UNCLAIMED,
    WRONGLY_ACCEPTED,
    WRONGLY_REFUSED,
    Answer,
    Score,
)
from tests.conformance.pythons import MissingError
from tests.conformance.readers import BuildError, Reader
from tests.conformance.schemas import Subject

_BAD = (DIFFERENT, WRONGLY_REFUSED, WRONGLY_ACCEPTED, BROKEN, UNCLAIMED)


class Case(NamedTuple):
    """A file with what is expected of it."""

    subject: Subject
    path: Path
    expected: Answer


@dataclass
class Results:
    """What became of files under readers.

    Attributes:
        scores: by reader and schema.
        missing: why readers could not be run, by reader; broken: packages that do not build.
    """

    scores: dict[tuple[str, str], Score] = field(default_factory=dict)
    missing: dict[str, str] = field(default_factory=dict)
    broken: dict[str, str] = field(default_factory=dict)

    def is_good(self, reader: str) -> bool:
        """Return True if a reader was right about all files that it was given."""
        return reader not in self.broken and all(
            score.is_good for (name, _), score in self.scores.items() if name == reader
        )

    def wrong(self) -> Iterator[str]:
        """Yield what was wrong, a line for each file."""
        for (name, schema), score in self.scores.items():
            yield from (f"{name}: {schema}/{each}" for each in score.wrong)
        yield from (f"{name}: {why}" for name, why in self.broken.items())


def hold(readers: Sequence[Reader], cases: Iterable[Case]) -> Results:
    """Ask each reader about each file; every reader is closed."""
    results = Results()
    try:
        for case in cases:
            for reader in readers:
                if reader.name not in results.broken and reader.knows(case.subject):
                    _ask(reader, case, results)
    finally:
        for reader in readers:
            reader.close()
    return results


def _ask(reader: Reader, case: Case, results: Results) -> None:
    try:
        answer = reader.answer(case.subject, case.path)
    except MissingError as error:
        results.missing[reader.name] = str(error)
        return
    except BuildError as error:
        results.broken[reader.name] = str(error)
        return
    score = results.scores.setdefault((reader.name, case.subject.name), Score())
    score.add(case.path.name, case.expected, answer, reader.claims)


# the table


def table(readers: Sequence[Reader], subjects: Sequence[Subject], results: Results) -> Iterator[str]:
    """Yield the lines of a table in Markdown: a row for each reader, a column for each schema."""
    names = [subject.name for subject in subjects if any(key[1] == subject.name for key in results.scores)]
    yield f"| reader | {' | '.join(names)} | written back |"
    yield f"|---|{'---|' * (len(names) + 1)}"
    for reader in readers:
        if any(key[0] == reader.name for key in results.scores):
            cells = [_cell(results.scores.get((reader.name, name))) for name in names]
            yield f"| {reader.name} | {' | '.join(cells)} | {_written(reader, results)} |"


def _cell(score: Score | None) -> str:
    if score is None:
        return "-"
    others = [f"{score.counts[outcome]:,} {outcome}" for outcome in _BAD if score.counts[outcome]]
    return ", ".join([f"{score.counts[EQUAL]:,}", *others])


def _written(reader: Reader, results: Results) -> str:
    if not reader.claims.writes:
        return "-"
    scores = [score for (name, _), score in results.scores.items() if name == reader.name]
    wrong = sum(score.unwritten for score in scores)
    return f"{sum(score.written for score in scores):,}" + (f", {wrong:,} different" if wrong else "")


def notes(readers: Sequence[Reader], results: Results) -> Iterator[str]:
    """Yield what is not in the table: readers that could not be run, and what readers do not claim."""
    yield from (f"{name} was not run: {why}" for name, why in results.missing.items())
    yield from (f"{reader.name} does not claim: {reader.claims.missing}" for reader in readers if reader.claims.missing)
