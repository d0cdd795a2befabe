"""Files beyond those of conformance/: of a folder, made by the fuzzer, or good ones that were damaged."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from nacformats.codec.tables import schema_of_name
from nacformats.fuzz import Maker
from nacformats.fuzz.choices import RandomChoices
from nacformats.schema.model import SchemaError
from tests.campaign.files import MEANINGFUL_FILES
from tests.campaign.mutations import mutated
from tests.conformance.answers import LIMIT, OK, answer_of_machine
from tests.conformance.holding import Case
from tests.conformance.schemas import Subject
from tests.conformance.vectors import folder_of, load

#: Bytes of a drawn file, more or less; of so many, one may be larger.
SMALL, LARGE_ONES = 600, 8
#: Of so many damaged files, one is damaged in one field by the fuzzer, the others blindly.
NEAR_ONES = 3
#: So many times a file is drawn, if none is found.
TRIES = 8
#: Larger files of a folder are not read.
MOST_BYTES = 1 << 20


class Drawing:
    """Draws files of schemas, into a folder; `keeps` says whether they stay there when the next one is asked for."""

    def __init__(self, subjects: Sequence[Subject], folder: Path, seed: int, *, keeps: bool = False) -> None:
        self.keeps = keeps
        self.subjects, self.folder, self.seed = list(subjects), folder, seed
        self._makers: dict[tuple[str, int | None], Maker] = {}
        self._good: dict[str, list[bytes]] = {}

    def generated(self, count: int) -> Iterator[Case]:
        """Yield so many files, of each schema as many as of any other."""
        yield from self._cases("generated", count, self._made)

    def damaged(self, count: int) -> Iterator[Case]:
        """Yield so many damaged files."""
        yield from self._cases("damaged", count, self._damaged)

    def _cases(self, kind: str, count: int, draw: Callable[[Subject, random.Random], bytes | None]) -> Iterator[Case]:
        """Yield files of the schemas in turn; where none is found, another one is tried."""
        for number in range(count):
            subject = self.subjects[number % len(self.subjects)]
            rngs = (random.Random(f"{self.seed} {kind} {number} {again}") for again in range(TRIES))
            drawn = (draw(subject, rng) for rng in rngs)
            data = next((each for each in drawn if each is not None), None)
            if data is not None:
                yield from self._case(subject, f"{kind}-{number}", data)

    def _case(self, subject: Subject, name: str, data: bytes) -> Iterator[Case]:
        path = self.folder / f"{name}{subject.suffix}"
        path.write_bytes(data)
        yield from case_of(subject, path)
        if not self.keeps:
            path.unlink()

    def _made(self, subject: Subject, rng: random.Random) -> bytes | None:
        make = MEANINGFUL_FILES.get(subject.name) if subject.is_ours else None
        if make is not None and rng.random() < 0.4:
            return make(RandomChoices(rng))
        try:
            return self._maker(subject, None if rng.randrange(LARGE_ONES) == 0 else SMALL).sample(rng).data
        except SchemaError:  # none was found
            return None

    def _damaged(self, subject: Subject, rng: random.Random) -> bytes | None:
        if rng.randrange(NEAR_ONES) == 0:
            try:
                return self._maker(subject, SMALL).near(rng).data
            except (SchemaError, ValueError):
                return None
        if rng.random() < 0.5:
            return mutated(rng, rng.choice(self._committed(subject)))
        data = self._made(subject, rng)
        return None if data is None else mutated(rng, data)

    def _committed(self, subject: Subject) -> list[bytes]:
        if subject.name not in self._good:
            folder = folder_of(subject)
            vectors = load(subject) if folder.is_dir() else []
            found = [(folder / each.file).read_bytes() for each in vectors if each.answer[0] == OK]
            self._good[subject.name] = found or [b""]
        return self._good[subject.name]

    def _maker(self, subject: Subject, size: int | None) -> Maker:
        schema = subject.path.stem if subject.is_ours else subject.path
        key = subject.name, size
        if key not in self._makers:
            maker = Maker(schema, max_size=size)
            try:
                maker.sample(random.Random(0))
            except SchemaError:  # the smallest takes more
                maker = Maker(schema)
            self._makers[key] = maker
        return self._makers[key]


def case_of(subject: Subject, path: Path) -> Iterator[Case]:
    """Yield a file with what Python says of it; nothing where it is beyond the limits of Python."""
    expected = answer_of_machine(subject, path.read_bytes())
    if expected[0] != LIMIT:
        yield Case(subject, path, expected)


def of_folder(subjects: Sequence[Subject], folder: Path) -> Iterator[Case]:
    """Yield the files below a folder that have the suffix, or the whole name, of a schema's files."""
    by_suffix = {each.suffix: each for each in reversed(subjects)}
    by_name = {each.name: each for each in subjects}
    for path in sorted(folder.rglob("*")):
        if path.is_file() and path.stat().st_size <= MOST_BYTES:
            named = schema_of_name(path.name)
            subject = by_name.get(named) if named else by_suffix.get(path.suffix)
            if subject is not None:
                yield from case_of(subject, path)
