"""The files of a campaign: each is made from a seed, together with those that share its bases.

A group of files has two bases of one format. The first two files of the group are its bases, the others are the bases
damaged.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

from nacformats.formats import formats
from tests.campaign.mutations import mutated, spliced

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "examples"
CORPUS = ROOT / "tests" / "corpus"
#: Larger files take too long to be read thousands of times.
FILE_BYTES = 8 * 1024
#: Of so many files that are damaged, one may be larger than SMALL_BYTES.
LARGE_ONES, SMALL_BYTES = 16, 1024
#: Files with the same bases.
GROUP = 32
#: How many groups of other formats there are for one of NAC, which takes the readers three times as long.
HEAVY, TURNS = "nac", 2
#: Where files come from.
ORIGINAL, MUTATED, SPLICED = "original", "mutated", "spliced"
#: How a base is damaged, and how often in a hundred times.
SHARES = {MUTATED: 80, SPLICED: 20}

Original = tuple[str, bytes]


@dataclass(frozen=True)
class Case:
    """One file.

    Attributes:
        seed: what it is made from.
        format: the name of its format.
        origin: how it was made.
        data: its bytes.
        damaged: the path of its one damaged field, where that is known.
    """

    seed: int
    format: str
    origin: str
    data: bytes
    damaged: str | None = None

    @property
    def suffix(self) -> str:
        return formats()[self.format].suffix


@dataclass(frozen=True)
class Base:
    """What files are damaged from."""

    origin: str
    data: bytes


def originals(*folders: Path, limit: int = FILE_BYTES) -> list[Original]:
    """The small files below folders that have the suffix of a format, each with the name of that."""
    names = {entry.suffix: entry.name for entry in formats().values()}
    paths = sorted(path for folder in folders for path in folder.rglob("*") if path.suffix in names)
    return [(names[path.suffix], path.read_bytes()) for path in paths if path.stat().st_size <= limit]


class Files:
    """Files by their seeds: the seeds from GROUP * n up to GROUP * (n + 1) have the same bases."""

    def __init__(self, files: Sequence[Original]) -> None:
        self.names = sorted({name for name, _ in files})
        self._turns = [name for name in self.names for _ in range(1 if name == HEAVY else TURNS)]
        self._originals = {name: [data for format_name, data in files if format_name == name] for name in self.names}
        self._small = {
            name: [data for data in of_format if len(data) <= SMALL_BYTES] or of_format
            for name, of_format in self._originals.items()
        }

    def case(self, seed: int) -> Case:
        """One file."""
        return next(self.cases([seed]))

    def cases(self, seeds: Iterable[int]) -> Iterator[Case]:
        """Some files; the bases of a group are made once for all of them that follow each other."""
        for number, group in groupby(seeds, lambda seed: seed // GROUP):
            name, bases = self._bases(number)
            for seed in group:
                yield self._case(seed, seed % GROUP, name, bases)

    def _bases(self, number: int) -> tuple[str, list[Base]]:
        name = self._turns[number % len(self._turns)]
        rng = random.Random(~number)  # that of no file
        files = self._originals if rng.randrange(LARGE_ONES) == 0 else self._small
        return name, [Base(ORIGINAL, rng.choice(files[name])) for _ in range(2)]

    def _case(self, seed: int, member: int, name: str, bases: list[Base]) -> Case:
        if member < len(bases):
            return Case(seed, name, bases[member].origin, bases[member].data)
        rng = random.Random(seed)
        one, other = bases if rng.random() < 0.5 else bases[::-1]
        origin = rng.choices(list(SHARES), list(SHARES.values()))[0]
        data = mutated(rng, one.data) if origin == MUTATED else spliced(rng, one.data, other.data)
        return Case(seed, name, origin, data)
