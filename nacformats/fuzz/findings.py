"""Defects of a target: crashes, hangs and verdicts that differ from ours, one of each kind, made small."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Generic, TypeVar

from nacformats.fuzz.choices import Answer, NotedChoices, ReplayedChoices
from nacformats.fuzz.corpora import ACCEPTED, Candidate, Corpus, CorpusFile
from nacformats.fuzz.target import ACCEPTS, CRASHES, HANGS, FuzzTarget, Outcome, without_particulars
from nacformats.schema.model import SchemaError

Whole = TypeVar("Whole", bytes, list[Answer])


def minimised(data: bytes, holds: Callable[[bytes], bool], *, steps: int = 200) -> bytes:
    """Return a smaller file of which the same holds; the file itself when none is found.

    Parts are left out, larger ones first; then what is left is set to zeros.

    Args:
        data: the file, of which it holds.
        holds: what has to stay true.
        steps: how often `holds` may be asked.
    """
    search = _Search(data, holds, steps)
    search.cut()
    search.replace(lambda part: bytes(len(part)))
    return search.whole


def minimised_answers(
    answers: list[Answer], holds: Callable[[list[Answer]], bool], *, steps: int = 200
) -> list[Answer]:
    """Return fewer and smaller answers of a generator; see minimised and nacformats.fuzz.choices."""
    search, before = _Search(answers, holds, steps), None
    while search.whole != before:
        before = search.whole
        search.cut()
        search.replace(lambda part: [0] * len(part))
        search.replace(lambda part: list(map(_halved, part)))
        search.replace(lambda part: list(map(_lowered, part)))
    return search.whole


def _halved(answer: Answer) -> Answer:
    return answer[: len(answer) // 2] if isinstance(answer, bytes) else int(answer / 2)


def _lowered(answer: Answer) -> Answer:
    return answer[:-1] if isinstance(answer, bytes) else answer - (answer > 0) + (answer < 0)


class _Search(Generic[Whole]):
    """The smallest one so far."""

    def __init__(self, whole: Whole, holds: Callable[[Whole], bool], steps: int) -> None:
        self.whole: Whole = whole
        self._steps = steps
        self._holds: Callable[[Whole], bool] = holds

    def cut(self) -> None:
        """Leave parts out where it holds without them."""
        self.replace(lambda part: part[:0])

    def replace(self, other: Callable[[Whole], Whole]) -> None:
        """Put another part in the place of parts, where it holds then."""
        for start, size in self._parts():
            part = self.whole[start : start + size]
            self._try(self.whole[:start] + other(part) + self.whole[start + size :])

    def _try(self, candidate: Whole) -> None:
        if self._steps > 0 and candidate != self.whole:
            self._steps -= 1
            if self._holds(candidate):
                self.whole = candidate

    def _parts(self) -> Iterator[tuple[int, int]]:
        """Halves, quarters, ... single elements of what is left, each from the end."""
        size = (len(self.whole) + 1) // 2
        while size and self._steps > 0:
            for start in range(len(self.whole) - size, -size, -size):
                yield max(start, 0), size + min(start, 0)
            size //= 2


#: How often a target is run to make one finding smaller: by other choices, and by other bytes.
STEPS = 200
#: After this time, in seconds, a finding is left as small as it is; half of it is for each of the two.
MOST_SECONDS = 30.0
#: While a hang is made small, what takes so many times longer than the slowest answer, and this many seconds, hangs.
_TIMES_SLOWEST, _GRACE = 3.0, 0.2
#: Has the target run on some bytes.
Submit = Callable[[bytes], Future[Outcome]]
#: The kind of a finding where the verdicts differ.
DISAGREES = "disagreement"


@dataclass(frozen=True)
class TargetFinding:
    """A defect of a target, seen with one file.

    Attributes:
        kind: CRASHES, HANGS or DISAGREES.
        entry: the file, and our verdict.
        outcome: how the target ended.
    """

    kind: str
    entry: CorpusFile
    outcome: Outcome

    @property
    def cause(self) -> tuple[str, ...]:
        """The features that findings of the same defect share, as far as it shows."""
        report, verdict = self.outcome.report, self.entry.verdict
        if self.kind == DISAGREES and self.outcome.kind == ACCEPTS:
            return self.kind, ACCEPTS, self._place
        return self.kind, self.outcome.detail, *report.identity, *([] if report.is_located else [verdict])

    def is_like(self, other: TargetFinding) -> bool:
        """True if a smaller file shows the same defect.

        Where the target does not say where it went wrong, our reader has to stop at the same place: else a crash
        would become that of another file, such as the empty one.
        """
        return self.cause == other.cause and (self.outcome.report.is_located or self._place == other._place)

    @property
    def _place(self) -> str:
        """The place and the reason of our refusal, in the same words for each element of a list."""
        refusal = self.entry.refusal
        return "" if refusal is None else without_particulars(f"{refusal.path}: {refusal.reason}")

    def __str__(self) -> str:
        if self.kind == DISAGREES and self.outcome.kind == ACCEPTS:
            return f"accepts what is refused ({self.entry.refusal})"
        words = self.outcome.report.words
        said = f": {words}" if words else ""
        if self.kind == DISAGREES:
            return f"refuses what is accepted ({self.outcome.detail}{said})"
        return f"{self.kind} ({self.outcome.detail}{said})"

    def as_dict(self, name: str) -> dict[str, Any]:
        """Return the finding in the types of JSON; name: of the file that is kept."""
        outcome = {"detail": self.outcome.detail, "words": self.outcome.report.words}
        target = {"outcome": self.outcome.kind, **outcome}
        return {"kind": self.kind, "target": target, **self.entry.as_dict(), "file": name}


def finding_of(entry: CorpusFile, outcome: Outcome) -> TargetFinding | None:
    """Return what is wrong with an outcome; None when nothing is."""
    if outcome.kind in (CRASHES, HANGS):
        return TargetFinding(outcome.kind, entry, outcome)
    agrees = (outcome.kind == ACCEPTS) == (entry.verdict == ACCEPTED)
    return None if agrees else TargetFinding(DISAGREES, entry, outcome)


class Hunt:
    """Runs a target on the files of a corpus, several at a time, and keeps what it finds.

    Attributes:
        outcomes: how often the target ended in which way.
        found: the smallest finding of each cause, and how many there were, in the order in which they were found.
    """

    def __init__(self, corpus: Corpus, target: FuzzTarget, *, jobs: int) -> None:
        self.corpus = corpus
        self.target = target
        self.jobs = jobs
        self.outcomes: dict[str, int] = {}
        self.found: dict[tuple[str, ...], tuple[TargetFinding, int]] = {}
        self._slowest = 0.0

    def run(self, entries: Iterator[CorpusFile]) -> Generator[CorpusFile, None, None]:
        """Run the target on each file; gives the entries as they are done, in order."""
        waiting: list[tuple[CorpusFile, Future[Outcome]]] = []
        try:
            with self._workers() as submit:
                for entry in entries:
                    waiting.append((entry, submit(entry.data)))
                    if len(waiting) >= 2 * self.jobs:
                        yield self._note_first(waiting, submit)
                while waiting:
                    yield self._note_first(waiting, submit)
        finally:  # what had been found when the run was stopped
            for entry, future in waiting:
                if future.done() and not future.cancelled() and future.exception() is None:
                    self._note(entry, future.result())

    def smallest(self, finding: TargetFinding) -> TargetFinding:
        """Return a finding of the same cause with a smaller file: by fewer and smaller choices, then by some of its
        bytes.
        """
        start = time.monotonic()
        with self._workers(timeout=_TIMES_SLOWEST * self._slowest + _GRACE) as submit:
            best = self._simplest(finding, submit, start + MOST_SECONDS / 2)
            end = start + MOST_SECONDS
            candidate = best.entry.candidate

            def same(data: bytes) -> bool:
                return time.monotonic() < end and self._again(best, replace(candidate, data=data), submit) is not None

            data = minimised(candidate.data, same, steps=STEPS)
        with self._workers() as submit:  # a target may only be slow, or not always do the same
            return self._again(finding, replace(candidate, data=data), submit) or finding

    def _simplest(self, finding: TargetFinding, submit: Submit, end: float) -> TargetFinding:
        """Return the smallest file that the generator makes of some of its choices."""
        index, best = finding.entry.index, finding
        noted = NotedChoices(self.corpus.choices(index))
        self.corpus.made(index, noted)

        def same(answers: list[Answer]) -> bool:
            nonlocal best
            if time.monotonic() > end:
                return False
            try:
                candidate = self.corpus.made(index, ReplayedChoices(answers))
            except SchemaError:  # they lead nowhere
                return False
            found = self._again(finding, candidate, submit)
            if found is not None and len(found.entry.data) < len(best.entry.data):
                best = found
            return found is not None

        minimised_answers(noted.answers, same, steps=STEPS)
        return best

    def _again(self, finding: TargetFinding, candidate: Candidate, submit: Submit) -> TargetFinding | None:
        """Return the finding for another file, if it has the same cause."""
        entry = self.corpus.judged(finding.entry.index, candidate)
        if finding.kind == DISAGREES and entry.verdict != finding.entry.verdict:
            return None
        found = finding_of(entry, submit(entry.data).result())
        return found if found is not None and found.is_like(finding) else None

    def _note_first(self, waiting: list[tuple[CorpusFile, Future[Outcome]]], submit: Submit) -> CorpusFile:
        entry, future = waiting[0]
        outcome = future.result()
        # The machine may have been busy: a new hang is seen twice.
        if outcome.kind == HANGS and TargetFinding(HANGS, entry, outcome).cause not in self.found:
            outcome = submit(entry.data).result()
        self._note(entry, outcome)
        del waiting[0]  # and not before: an interruption would lose it
        return entry

    def _note(self, entry: CorpusFile, outcome: Outcome) -> None:
        if outcome.kind != HANGS:
            self._slowest = max(self._slowest, outcome.seconds)
        self.outcomes[outcome.kind] = self.outcomes.get(outcome.kind, 0) + 1
        finding = finding_of(entry, outcome)
        if finding is not None:
            best, count = self.found.get(finding.cause, (finding, 0))
            smaller = len(finding.entry.data) < len(best.entry.data)
            self.found[finding.cause] = (finding if smaller else best, count + 1)

    @contextmanager
    def _workers(self, timeout: float | None = None) -> Iterator[Submit]:
        """Runs the target on some bytes, in a file of a temporary folder; all of it ends when the block does."""
        name = f"file{self.corpus.format.suffix}"
        with ThreadPoolExecutor(self.jobs) as pool:

            def run(data: bytes) -> Outcome:
                # A folder for each run: the target may do anything with its file, and leave others beside it.
                with tempfile.TemporaryDirectory(prefix="nacformats-fuzz-", ignore_cleanup_errors=True) as folder:
                    path = Path(folder, name)
                    path.write_bytes(data)
                    return self.target.run(path, timeout)

            def submit(data: bytes) -> Future[Outcome]:
                return pool.submit(run, data)

            try:
                yield submit
            except BaseException:
                self.target.stop()
                pool.shutdown(cancel_futures=True)
                raise
