"""The files of a campaign: each is made from a seed, together with those that share its bases.

A group of files has two bases of one format: files of examples/ and of the corpus, files made by the schema, and files
made by what knows the format. The first two files of the group are its bases, the others are the bases damaged.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import groupby
from pathlib import Path

from nacformats.formats import formats
from nacformats.fuzz import Maker, Near, mic, nac, stb, weights
from nacformats.fuzz.choices import Choices, RandomChoices
from nacformats.schema.model import SchemaError
from tests.campaign.mutations import mutated, spliced

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "examples"
CORPUS = ROOT / "tests" / "corpus"
#: Larger files take too long to be read thousands of times.
FILE_BYTES = 8 * 1024
#: Most files are made from small ones; of so many groups, one is made from any.
SMALL_BYTES, LARGE_ONES = 512, 16
#: Files with the same bases.
GROUP = 32
#: How many groups of each other format there are for one of NAC, which takes the readers four times as long.
HEAVY, TURNS = "nac", 6
#: Where files come from, and of a hundred bases how many come from there.
ORIGINAL, GENERATED, MEANINGFUL = "original", "generated", "meaningful"
BASES = {ORIGINAL: 30, GENERATED: 40, MEANINGFUL: 30}
#: What makes files that are valid by everything that a format says, not by its schema alone.
MEANINGFUL_FILES: Mapping[str, Callable[[Choices], bytes]] = {
    "micb": mic.make_micb,
    "mic2": mic.make_mic2,
    "nac": nac.make_nac_file,
    "stb": stb.make_stb_file,
    "gguf": weights.make_gguf_file,
    "safetensors": weights.make_safetensors_file,
}
#: How a base is damaged, and of a hundred times how often.
NEAR, MUTATED, SPLICED = "near", "mutated", "spliced"
DAMAGES = {NEAR: 45, MUTATED: 40, SPLICED: 15}

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
    """What files are damaged from: its origin, its bytes, and what damages one of its fields, where those are known."""

    origin: str
    data: bytes
    near: Callable[[random.Random], Near] | None = None


def originals(*folders: Path, limit: int = FILE_BYTES) -> list[Original]:
    """The small files below folders that have the suffix of a format, each with the name of that."""
    names = {entry.suffix: entry.name for entry in formats().values()}
    paths = sorted(path for folder in folders for path in folder.rglob("*") if path.suffix in names)
    return [(names[path.suffix], path.read_bytes()) for path in paths if path.stat().st_size <= limit]


class Bases:
    """What makes the bases of one format; those that are small, or those of any size up to FILE_BYTES.

    Args:
        name: of the format.
        found: the files of it that there are.
        limit: how large the bases may be, more or less.
    """

    def __init__(self, name: str, found: Sequence[bytes], limit: int) -> None:
        self._name = name
        self._limit = limit
        self._found = [data for data in found if len(data) <= limit] or found

    def choose(self, rng: random.Random) -> Base:
        """One of them."""
        origins = list(self._sources)
        origin = rng.choices(origins, [BASES[each] for each in origins])[0]
        return self._sources[origin](rng)

    @cached_property
    def _sources(self) -> Mapping[str, Callable[[random.Random], Base]]:
        sources: dict[str, Callable[[random.Random], Base]] = {}
        if self._found:
            sources[ORIGINAL] = self._original
        if self._name in MEANINGFUL_FILES:
            sources[MEANINGFUL] = partial(_meaningful, MEANINGFUL_FILES[self._name])
        try:
            sources[GENERATED] = partial(_generated, Maker(self._name, max_size=self._limit))
        except SchemaError:  # outside of what files can be made of
            assert self._found, f"there are no files of {self._name}"
        return sources

    def _original(self, rng: random.Random) -> Base:
        return Base(ORIGINAL, rng.choice(self._found))


def _generated(maker: Maker, rng: random.Random) -> Base:
    sample = maker.sample(rng)
    return Base(GENERATED, sample.data, partial(maker.near, sample=sample))


def _meaningful(make: Callable[[Choices], bytes], rng: random.Random) -> Base:
    return Base(MEANINGFUL, make(RandomChoices(rng)))


class Files:
    """Files by their seeds: the seeds from GROUP * n up to GROUP * (n + 1) have the same bases.

    Attributes:
        names: of the formats.
    """

    def __init__(self, found: Iterable[Original]) -> None:
        by_name: dict[str, list[bytes]] = {name: [] for name in sorted(formats())}
        for name, data in found:
            by_name[name].append(data)
        self.names = list(by_name)
        self._turns = [name for turn in range(TURNS) for name in self.names if turn == 0 or name != HEAVY]
        self._small = {name: Bases(name, files, SMALL_BYTES) for name, files in by_name.items()}
        self._any = {name: Bases(name, files, FILE_BYTES) for name, files in by_name.items()}

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
        bases = (self._any if rng.randrange(LARGE_ONES) == 0 else self._small)[name]
        return name, [bases.choose(rng) for _ in range(2)]

    def _case(self, seed: int, member: int, name: str, bases: list[Base]) -> Case:
        if member < len(bases):
            return Case(seed, name, bases[member].origin, bases[member].data)
        rng = random.Random(seed)
        one, other = bases if rng.random() < 0.5 else bases[::-1]
        origin = rng.choices(list(DAMAGES), list(DAMAGES.values()))[0]
        if origin == SPLICED:
            return Case(seed, name, SPLICED, spliced(rng, one.data, other.data))
        if origin == NEAR and one.near is not None:
            near = one.near(rng)
            return Case(seed, name, NEAR, near.data, near.path)
        return Case(seed, name, MUTATED, mutated(rng, one.data))
