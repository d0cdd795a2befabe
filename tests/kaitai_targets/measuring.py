"""What a target makes of files: how many trees are equal, and how many damaged files are refused."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from nacformats.fuzz import Maker
from nacformats.schema.model import NATIVE, Schema
from nacformats.schema.reading import schema_model
from nacformats.schema.sources import load_schema, read_yaml, schema_names
from tests.kaitai_targets.casts import portable_schema
from tests.kaitai_targets.comparing import DIFFERENT, EQUAL, INEXACT, Reference, corpus_files, difference
from tests.kaitai_targets.layout import Layout
from tests.kaitai_targets.targets import CrashedError, Made, Server, Target, make

#: Larger files of the corpus take the slower targets too long.
MOST_BYTES = 20_000
REFUSED, ACCEPTED, CRASHED = "refused", "accepted", "crashed"


@dataclass(frozen=True)
class File:
    """A file: its schema, its place, and the tree that the Python parser makes of it; None where it refuses it."""

    schema: str
    path: Path
    tree: Any


@dataclass(frozen=True)
class Outcome:
    """What a target makes of a file.

    Attributes:
        kind: of a good file equal, inexact (but for digits past 2^53), different or refused; of a bad one refused or
            accepted; of both crashed.
        detail: the place of a difference, or the words of a refusal.
    """

    target: str
    file: File
    kind: str
    detail: str = ""


class Trial:
    """Files with their trees, in a folder of their own; use it in a `with`.

    Args:
        generated: how many files are made for each schema, half of them damaged.
        each: of the files of the corpus, one of so many.
        names: of the schemas.
    """

    def __init__(self, generated: int = 40, each: int = 1, names: Sequence[str] = ()) -> None:
        self.names = list(names) or schema_names()
        self._generated, self._each = generated, each
        self._folder = TemporaryDirectory()
        self.folder = Path(self._folder.name)

    def __enter__(self) -> Trial:
        return self

    def __exit__(self, *_: object) -> None:
        self._folder.cleanup()

    @cached_property
    def schemas(self) -> list[Schema]:
        """The schemas, each after those that it imports."""
        models = [schema_model(name) for name in self.names]
        return sorted(models, key=lambda schema: (bool(schema.imports), schema.name))

    @cached_property
    def layout(self) -> Layout:
        return Layout(self.schemas)

    def texts(self, *, is_portable: bool) -> dict[str, Any]:
        return {name: read_yaml(portable_schema(name)) if is_portable else load_schema(name) for name in schema_names()}

    @cached_property
    def files(self) -> list[File]:
        return list(self._read())

    def _read(self) -> Iterator[File]:
        reference = Reference(self.layout, self.texts(is_portable=False))
        for name, path in self._paths():
            yield File(name, path, reference.tree(name, path.read_bytes()))

    def _paths(self) -> Iterator[tuple[str, Path]]:
        found = [(name, path) for name, path in corpus_files(MOST_BYTES) if name in self.names]
        yield from found[:: self._each]
        for name in sorted({*self.names} - NATIVE):  # a number has no files
            maker, draw = Maker(name), random.Random(7)
            for index in range(self._generated):
                path = self.folder / f"{name}_{index}"
                path.write_bytes((maker.near(draw) if index % 2 else maker.sample(draw)).data)
                yield name, path


@dataclass
class Result:
    """What a target made of all files.

    Attributes:
        made: the compiled schemas; outcomes: by file, for good and for bad ones.
    """

    target: Target
    made: Made
    outcomes: list[Outcome] = field(default_factory=list)

    def count(self, *kinds: str, is_good: bool) -> int:
        return sum(each.kind in kinds and (each.file.tree is not None) == is_good for each in self.outcomes)

    @property
    def failures(self) -> list[Outcome]:
        """Good files whose tree differs, or that are refused, and crashes."""
        return [
            each
            for each in self.outcomes
            if each.kind == CRASHED or (each.kind in (DIFFERENT, REFUSED) and each.file.tree is not None)
        ]

    @property
    def row(self) -> list[str]:
        """A row of the table; see HEAD."""
        good = sum(each.file.tree is not None for each in self.outcomes)
        counted = [self.count(kind, is_good=True) for kind in (EQUAL, INEXACT, DIFFERENT, REFUSED, CRASHED)]
        bad = [self.count(kind, is_good=False) for kind in (REFUSED, ACCEPTED, CRASHED)]
        return [self.target.name, str(len(self.made.compiled)), f"{counted[0]} of {good}", *map(str, counted[1:] + bad)]

    def by_schema(self) -> dict[str, Counter[str]]:
        found: dict[str, Counter[str]] = {}
        for each in self.outcomes:
            if each.file.tree is not None:
                found.setdefault(each.file.schema, Counter())[each.kind] += 1
        return found


HEAD = ("target", "compile", "equal", "but for 2^53", "differ", "refused", "crash", "bad refused", "accepted", "crash")


def measure(target: Target, trial: Trial) -> Result:
    """Compile the schemas for a target and read all files by what comes out."""
    with TemporaryDirectory() as folder:
        made = make(target, trial.schemas, trial.texts(is_portable=target.is_portable), Path(folder))
        result = Result(target, made)
        result.outcomes += outcomes(target, made, trial, Path(folder))
        return result


def outcomes(target: Target, made: Made, trial: Trial, folder: Path) -> Iterator[Outcome]:
    """Yield what a target makes of each file whose schema compiles."""
    with Server(made, target, folder) as server:
        for file in trial.files:
            if file.schema in made.compiled:
                yield _outcome(target, server, file)


def _outcome(target: Target, server: Server, file: File) -> Outcome:
    try:
        kind, found = json.loads(server.ask(file.schema, file.path))
    except CrashedError as crash:
        return Outcome(target.name, file, CRASHED, str(crash))
    if kind == "panic":
        return Outcome(target.name, file, CRASHED, "panic")
    if kind == "no":
        return Outcome(target.name, file, REFUSED, found)
    if file.tree is None:
        return Outcome(target.name, file, ACCEPTED)
    return Outcome(target.name, file, *difference(file.tree, found))
