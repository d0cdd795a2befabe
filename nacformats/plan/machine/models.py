"""The models that a plan has loaded: one session each, closed at the end."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

import nacformats
from nacformats.errors import InvalidError, UnsupportedError
from nacformats.formats.nac import NacFile
from nacformats.formats.nac.external import ExternalWeights
from nacformats.graph import Array
from nacformats.plan.budget import Meter
from nacformats.plan.own_file import OWN_PATH, own_paths
from nacformats.plan.sandbox import Files
from nacformats.runtime.session import Session
from nacformats.tokenizer import Tokenizer

if TYPE_CHECKING:
    from nacformats.runtime.training.result import TrainingStep

#: A model in memory, whatever its format.
Loaded: TypeAlias = Any


@dataclass
class _Entry:
    """A file that was loaded: its session, when it has been run, and its tokenizer, when that was asked for.

    Attributes:
        held: the parameters that steps of training have made, which the session holds.
        trained: their bytes.
    """

    model: Loaded
    is_own: bool
    session: Session | None = None
    tokenizer: Tokenizer | None = None
    held: set[str] = field(default_factory=set)
    trained: int = 0

    def close(self) -> None:
        if self.session is not None:
            self.session.close()
        if not self.is_own:
            self.model.close()


class Models:
    """Models by the number that the plan gives them.

    Attributes:
        own: the file that the plan is in, or None.
        engine: what sessions run on.
    """

    def __init__(self, own: NacFile | None, meter: Meter, engine: str, trust: str | None = None) -> None:
        self.own = own
        self._meter = meter
        self.engine = engine
        self._trust = trust
        self._own_paths = own_paths(own)
        self._entries: dict[str, _Entry] = {}
        self._paths: dict[int, str] = {}

    def is_own(self, path: str) -> bool:
        """Whether a path means the file that the plan is in."""
        return path in self._own_paths

    def path(self, number: int) -> str:
        """The path that a model was loaded by; that of the own file is empty."""
        return self._paths[self.require(number)]

    def load(self, number: int, path: str, files: Files | None) -> None:
        """Give a number to the file at a path; files: where it is looked for, None for the own file."""
        path = OWN_PATH if files is None else path
        if path not in self._entries:
            self._entries[path] = _Entry(self._own(), is_own=True) if files is None else _read(path, files)
        before = self._paths.get(number)
        self._paths[number] = path
        self._release(before)

    def _own(self) -> NacFile:
        if self.own is None:
            raise InvalidError("the plan is in no file, so there is no model", hint="run it with one")
        return self.own

    def unload(self, number: int) -> None:
        self._release(self._paths.pop(number, None))

    def _release(self, path: str | None) -> None:
        """Close a file that has no number any more."""
        if path is not None and path not in self._paths.values():
            entry = self._entries.pop(path)
            self._meter.used -= entry.trained
            entry.close()

    def run(self, number: int, inputs: list[Any]) -> list[Any]:
        """The outputs of a model."""
        return self._session(number).run(inputs, timeout=self._meter.seconds_left())

    def train(self, number: int, inputs: list[Any], targets: list[Any], rate: float | None) -> TrainingStep:
        """One step of training; the parameters that it makes count as what is in slots does."""
        session, entry = self._session(number), self._entry(number)
        done = session.train_step(inputs, targets, rate, timeout=self._meter.seconds_left())
        entry.held.update(done.updated)
        held = sum(session.parameters[name].nbytes for name in entry.held)
        self._meter.used += held - entry.trained
        entry.trained = held
        self._meter.require(0)
        return done

    def save(self, number: int, path: Path) -> None:
        """Write a model with its parameters as they are."""
        if not isinstance(self._entry(number).model, NacFile):
            raise UnsupportedError(f"model {number} is no NAC file, and cannot be saved")
        self._session(number).save(path)

    def size(self, number: int) -> int:
        """About how many bytes a model takes in files."""
        known = [status.st_size for status in _statuses(self._entry(number).model)]
        return sum(known) or sum(array.nbytes for array in self.parameters(number).values())

    def parameters(self, number: int) -> Mapping[str, Array]:
        """The parameters of a model by name."""
        return self._session(number).parameters

    def _session(self, number: int) -> Session:
        """The session of a model, with the budget that is left."""
        entry, left = self._entry(number), self._meter.bytes_left()
        if entry.session is None:
            entry.session = Session(entry.model, self.engine, trust=self._trust, max_memory=left)
        entry.session.max_memory = left
        return entry.session

    def tokenizer(self, number: int) -> Tokenizer:
        """The tokenizer of a model."""
        entry = self._entry(number)
        if entry.tokenizer is None:
            if not isinstance(entry.model, NacFile):
                raise UnsupportedError(f"model {number} is no NAC file, and has no tokenizer")
            entry.tokenizer = entry.model.tokenizer()
        return entry.tokenizer

    def require(self, number: int) -> int:
        """The number of a model that is loaded; InvalidError for another one."""
        if number not in self._paths:
            raise InvalidError(f"model {number} is not loaded", expected="one that RES_LOAD_MODEL has loaded before")
        return number

    def _entry(self, number: int) -> _Entry:
        return self._entries[self._paths[self.require(number)]]

    def files(self) -> set[tuple[int, int]]:
        """Device and number of the files that are open, with their weights: what is written to them is read, and what
        is cut off them ends the process.
        """
        models = [self.own, *(entry.model for entry in self._entries.values())]
        return {(status.st_dev, status.st_ino) for model in models for status in _statuses(model)}

    def close(self) -> None:
        """Close what was opened."""
        for entry in self._entries.values():
            entry.close()
        self._entries.clear()
        self._paths.clear()


def _statuses(model: Loaded | None) -> Iterator[os.stat_result]:
    """Of the file of a model, and of those of its weights."""
    source, weights = getattr(model, "source", None), getattr(model, "weights", None)
    paths = [] if source is None or source.path is None else [source.path]
    if isinstance(weights, ExternalWeights):
        paths += [each.path for each in weights.files]
    for each in paths:
        with suppress(OSError):
            yield each.stat()


def _read(path: str, files: Files) -> _Entry:
    return _Entry(nacformats.load(files.path(path)), is_own=False)
