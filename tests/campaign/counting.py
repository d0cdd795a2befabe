"""What a campaign counts, and the tables that it prints."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

ACCEPTED, REFUSED, BROKEN = "accepted", "refused", "broken"
VERDICTS = (ACCEPTED, REFUSED, BROKEN)


class Broken(NamedTuple):
    """A file that broke a promise: what it was made from, and how."""

    seed: int
    details: str


class Extreme(NamedTuple):
    """The most that a file took, and which file that was."""

    amount: float = 0.0
    seed: int = 0
    format: str = ""
    size: int = 0


NOTHING = Extreme()


@dataclass
class Tally:
    """What became of some files.

    Attributes:
        verdicts: files by format, origin and verdict.
        compared: files by format and reader.
        named: files with one damaged field that were refused, by format, and whether its path or one around was named.
        slowest: seconds of the slowest file.
        largest: bytes of memory of the file that took most, of those that were measured.
        measured: files of which the memory was measured one by one.
        broken: files that broke a promise.
    """

    verdicts: Counter[tuple[str, str, str]] = field(default_factory=Counter)
    compared: Counter[tuple[str, str]] = field(default_factory=Counter)
    named: Counter[tuple[str, bool]] = field(default_factory=Counter)
    slowest: Extreme = NOTHING
    largest: Extreme = NOTHING
    measured: int = 0
    broken: list[Broken] = field(default_factory=list)

    def add(self, other: Tally) -> None:
        self.verdicts += other.verdicts
        self.compared += other.compared
        self.named += other.named
        self.slowest = max(self.slowest, other.slowest)
        self.largest = max(self.largest, other.largest)
        self.measured += other.measured
        self.broken += other.broken

    @property
    def files(self) -> int:
        return self.verdicts.total()

    def lines(self) -> Iterator[str]:
        """The counts as text."""
        yield from self._verdict_lines()
        yield ""
        yield from self._reader_lines()
        yield ""
        yield from self._extreme_lines()
        yield from self._named_lines()

    def _verdict_lines(self) -> Iterator[str]:
        yield _row("format", "origin", VERDICTS)
        rows = sorted({(name, origin) for name, origin, _ in self.verdicts})
        for name, origin in rows:
            yield _row(name, origin, (f"{self.verdicts[name, origin, verdict]:,}" for verdict in VERDICTS))
        totals = (sum(self.verdicts[name, origin, verdict] for name, origin in rows) for verdict in VERDICTS)
        yield _row("all", f"{self.files:,} files", (f"{total:,}" for total in totals))

    def _reader_lines(self) -> Iterator[str]:
        names = sorted({name for name, _ in self.compared})
        yield f"{'files compared':<20}" + "".join(f"{name:>12}" for name in names)
        for reader in dict.fromkeys(reader for _, reader in self.compared):
            yield f"{reader:<20}" + "".join(f"{self.compared[name, reader]:>12,}" for name in names)

    def _extreme_lines(self) -> Iterator[str]:
        slow, large = self.slowest, self.largest
        yield f"slowest: {slow.amount:.3f} s, seed {slow.seed} ({slow.format}, {slow.size:,} bytes)"
        if self.measured:
            memory = f"{large.amount / 1024**2:.1f} MB, seed {large.seed} ({large.format}, {large.size:,} bytes)"
            yield f"largest memory: {memory}, of {self.measured:,} files measured one by one"

    def _named_lines(self) -> Iterator[str]:
        for name in sorted({name for name, _ in self.named}):
            hits, misses = self.named[name, True], self.named[name, False]
            share = 100 * hits / (hits + misses)
            yield f"{name}: {share:.2f}% of {hits + misses:,} refusals of a damaged field name it, or what is around it"


def _row(name: str, origin: str, cells: Iterable[str]) -> str:
    return f"{name:<8}{origin:<20}" + "".join(f"{cell:>12}" for cell in cells)
