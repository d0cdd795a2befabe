"""Makes the files of conformance/: those of the corpus, of the fuzzer and by hand that show something of their own.

A good file is kept if its tree has a part that no file before it had; a bad one, if it is refused at another field or
for another reason. What is expected is what the machine says; Kaitai's Python parser has to say the same.
"""

from __future__ import annotations

import random
import re
import shutil
from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

from nacformats.codec.explain import SCALARS
from nacformats.codec.tables import schema_of_name
from nacformats.fuzz import Maker
from nacformats.fuzz.choices import RandomChoices
from nacformats.schema.model import SchemaError
from nacformats.schema.sources import ROOT
from tests.campaign.files import MEANINGFUL_FILES
from tests.conformance.answers import EQUAL, LIMIT, NO, OK, UNCLAIMED, Answer, answer_of_machine, compare
from tests.conformance.by_hand import BY_HAND
from tests.conformance.pythons import KaitaiReader, place_by_kaitai
from tests.conformance.schemas import Subject
from tests.conformance.trees import HEX, REAL, VARINT
from tests.conformance.vectors import EXPECTED, FOLDER, Vector, folder_of, text_of

CORPUS = (ROOT / "examples", ROOT / "tests" / "corpus")
#: Larger files say little more.
MOST_BYTES, MOST_DRAWN = 6 * 1024, 400
#: So many files are drawn, and so many damaged ones.
SAMPLES, DAMAGED = 60, 400
#: Most files of a schema from one origin, good and bad.
MOST_GOOD, MOST_BAD = 20, 40


class Made(NamedTuple):
    """A file, and what it is."""

    name: str
    about: str
    data: bytes


def made_vectors(subject: Subject) -> Iterator[tuple[Vector, bytes]]:
    """Yield the vectors of a schema with their files, in order."""
    for origin in (_by_hand(subject), _of_corpus(subject), _drawn(subject), _damaged(subject)):
        yield from _with_news(subject, origin)


def _with_news(subject: Subject, files: Iterable[Made]) -> Iterator[tuple[Vector, bytes]]:
    """Yield the files of one origin that show something new among them; all that are made by hand."""
    seen: set[str] = set()
    count = {OK: 0, NO: 0}
    for made in files:
        answer = answer_of_machine(subject, made.data)
        shown = set(features(answer))
        is_full = count[answer[0]] >= {OK: MOST_GOOD, NO: MOST_BAD}[answer[0]] if answer[0] != LIMIT else True
        if not made.name.startswith("hand") and (is_full or shown <= seen):
            continue
        seen |= shown
        count[answer[0]] += 1
        yield Vector(f"{made.name}{subject.suffix}", made.about, answer), made.data


def features(answer: Answer) -> Iterator[str]:
    """Yield what an answer shows: of a tree its parts, of a refusal the field and the reason."""
    if answer[0] == OK:
        yield f"back {answer[2]}" if answer[2] is not True else "back"
        yield from _parts(answer[1], "")
    elif answer[0] == NO:
        yield f"{re.sub('[0-9]+', '', answer[1])}: {answer[3].partition(':')[0]}"


def _parts(tree: Any, path: str) -> Iterator[str]:
    match tree:
        case {"$hex": _}:
            yield f"{path} {HEX}"
        case {"$real": _}:
            yield f"{path} {REAL}"
        case {"$varint": _}:
            yield f"{path} {VARINT}"
        case dict():
            for key, value in tree.items():
                yield from _parts(value, f"{path}.{key}")
        case list():
            yield f"{path}[{min(len(tree), 1)}]"
            yield from chain.from_iterable(_parts(each, f"{path}[]") for each in tree[:50])
        case _:
            yield f"{path} {type(tree).__name__} {tree if path.rpartition('.')[2] in _KINDS else ''}"


#: Fields whose value says which kind of record it is.
_KINDS = frozenset({"version", "kind", "tag", "dtype", "opcode", "layout", "rank"})


def _by_hand(subject: Subject) -> Iterator[Made]:
    for name, about, data in BY_HAND.get(subject.name, ()):
        yield Made(f"hand-{name}", about, data)


def _of_corpus(subject: Subject) -> Iterator[Made]:
    """Yield files that other programs wrote, the smallest first."""
    if not subject.is_ours:
        return
    paths = (path for folder in CORPUS for path in folder.rglob("*") if _is_of(subject, path))
    found = sorted((path.stat().st_size, path.relative_to(ROOT).as_posix(), path) for path in paths)
    names: set[str] = set()
    for size, where, path in found:
        inner = f"{path.parent.name}-{path.stem}" if path.stem in (*names, "model") else path.stem
        if size <= MOST_BYTES and inner not in names:
            names.add(inner)
            yield Made(f"corpus-{re.sub('[^A-Za-z0-9_-]', '_', inner)}", where, path.read_bytes())


def _is_of(subject: Subject, path: Path) -> bool:
    if not path.is_file():
        return False
    by_name = schema_of_name(path.name)
    return by_name == subject.name if by_name else path.suffix == subject.suffix != ".b"


def _drawn(subject: Subject) -> Iterator[Made]:
    """Yield files that the fuzzer makes: valid by the schema, and by all rules of the format."""
    maker = _maker(subject)
    for seed in range(SAMPLES):
        try:
            yield Made(f"drawn-{seed:03}", f"fuzz, seed {seed}", maker.sample(random.Random(seed)).data)
        except SchemaError:  # nothing was found
            continue
    make = MEANINGFUL_FILES.get(subject.name) if subject.is_ours else None
    for seed in range(SAMPLES if make else 0):
        assert make is not None
        data = make(RandomChoices(random.Random(seed)))
        if len(data) <= MOST_BYTES:
            yield Made(f"model-{seed:03}", f"fuzz of the format, seed {seed}", data)


def _damaged(subject: Subject) -> Iterator[Made]:
    """Yield files with one damage, of which the fuzzer has a catalogue."""
    maker = _maker(subject)
    for seed in range(DAMAGED):
        try:
            near = maker.near(random.Random(seed))
        except (SchemaError, ValueError):
            continue
        yield Made(f"damage-{seed:03}", f"fuzz, seed {seed}: {near.path}: {near.damage}", near.data)


def _maker(subject: Subject) -> Maker:
    schema = subject.path.stem if subject.is_ours else subject.path
    try:
        maker = Maker(schema, max_size=MOST_DRAWN)
        maker.sample(random.Random(0))
    except SchemaError:  # the smallest file takes more
        return Maker(schema)
    return maker


# writing


def write_vectors(subjects: Iterable[Subject], folder: Path = FOLDER) -> Iterator[str]:
    """Write the vectors of some schemas, and yield a line about each.

    Raises:
        AssertionError: Kaitai's parser has another opinion.
    """
    for subject in subjects:
        made = list(made_vectors(subject))
        for vector, data in made:
            cross_check(subject, vector, data)
        where = folder_of(subject, folder)
        shutil.rmtree(where, ignore_errors=True)
        where.mkdir(parents=True)
        for vector, data in made:
            (where / vector.file).write_bytes(data)
        (where / EXPECTED).write_text(text_of(vector for vector, _ in made), encoding="utf-8")
        size = sum(path.stat().st_size for path in where.iterdir())
        good = sum(vector.answer[0] == OK for vector, _ in made)
        yield f"{subject.name}: {good} good and {len(made) - good} bad files, {size:,} bytes"


def cross_check(subject: Subject, vector: Vector, data: bytes) -> None:
    """Assert that Kaitai's parser for Python, if there is one, gives the same tree, or refuses the file where we do."""
    reader = KaitaiReader()
    if not reader.knows(subject):
        return
    outcome, why = compare(vector.answer, reader.parsed(subject, data), reader.claims)
    assert outcome in (EQUAL, UNCLAIMED), f"{subject.name}/{vector.file}: Kaitai: {outcome}: {why}"
    if vector.answer[0] == NO and outcome == EQUAL and subject.is_ours and subject.name not in SCALARS:
        path, offset = place_by_kaitai(subject.name, data)
        assert [path, offset] == vector.answer[1:3], f"{subject.name}/{vector.file}: Kaitai: {path} (byte {offset})"
