"""The models that a plan has loaded: one session each, closed at the end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from nacformats.api import read_source
from nacformats.codec.columns.arrays import Array
from nacformats.codec.streams import Buffer, Source
from nacformats.errors import InvalidError, UnsupportedError
from nacformats.files import PathLike
from nacformats.formats.nac import NacFile
from nacformats.formats.nac.file.external import ExternalWeights, WeightsFile
from nacformats.plan.budget import Meter
from nacformats.plan.host import Files
from nacformats.plan.model_use import OWN_PATH, own_paths
from nacformats.runtime import Budget
from nacformats.runtime.session import Session
from nacformats.tokenizer import Tokenizer

if TYPE_CHECKING:
    from nacformats.runtime.runs import TrainingStep
    from nacformats.typing import EngineName

#: A model in memory, whatever its format.
_Loaded: TypeAlias = Any


@dataclass
class _Entry:
    """A file that was loaded: its session, when it has been run, and its tokenizer, once that was needed.

    Attributes:
        held: the parameters that steps of training have made, which the session holds.
        trained: their bytes.
        read: bytes of its files that are in memory.
    """

    model: _Loaded
    is_own: bool
    session: Session | None = None
    tokenizer: Tokenizer | None = None
    held: set[str] = field(default_factory=set)
    trained: int = 0
    read: int = 0

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

    def __init__(self, own: NacFile | None, meter: Meter, engine: EngineName, trust: str | None = None) -> None:
        self.own = own
        self._meter = meter
        self.engine = engine
        self._trust = trust
        self._own_paths = own_paths(own)
        self._entries: dict[str, _Entry] = {}
        self._paths: dict[int, str] = {}

    def is_own(self, path: str) -> bool:
        """True if a path means the file that the plan is in."""
        return path in self._own_paths

    def path(self, number: int) -> str:
        """Return the path that a model was loaded by; that of the own file is empty."""
        return self._paths[self.require(number)]

    def load(self, number: int, path: str, files: Files | None) -> None:
        """Give a number to the file at a path; files: where it is looked for, None for the own file."""
        path = OWN_PATH if files is None else path
        if path not in self._entries:
            self._entries[path] = _Entry(self._own(), is_own=True) if files is None else self._read(path, files)
        before = self._paths.get(number)
        self._paths[number] = path
        self._release(before)

    def _own(self) -> NacFile:
        if self.own is None:
            raise InvalidError("the plan is in no file, so there is no model", hint="run it with one")
        return self.own

    def _read(self, path: str, files: Files) -> _Entry:
        """Return a file in memory, which counts as what is in slots does, and so do the files of its weights once they
        are read: a file that is mapped could change, or end the process, while the plan runs.
        """
        entry = _Entry(None, is_own=False)

        def take(size: int) -> None:
            self._meter.require(size)
            self._meter.used += size
            entry.read += size

        try:
            entry.model = read_source(files.source(path, take), None, strict=True)
        except BaseException:
            self._meter.used -= entry.read
            raise
        return entry

    def unload(self, number: int) -> None:
        self._release(self._paths.pop(number, None))

    def _release(self, path: str | None) -> None:
        """Close a file that has no number any more."""
        if path is not None and path not in self._paths.values():
            entry = self._entries.pop(path)
            self._meter.used -= entry.trained + entry.read
            entry.close()

    def run(self, number: int, inputs: list[Any]) -> list[Any]:
        """Return the outputs of a model."""
        return self._session(number).run(inputs, timeout=self._meter.seconds_left())

    def train(self, number: int, inputs: list[Any], targets: list[Any], rate: float | None) -> TrainingStep:
        """Return one step of training; the parameters that it makes count as what is in slots does."""
        session, entry = self._session(number), self._entry(number)
        done = session.train_step(inputs, targets, lr=rate, timeout=self._meter.seconds_left())
        entry.held.update(done.updated)
        held = sum(session.parameters[name].nbytes for name in entry.held)
        self._meter.used += held - entry.trained
        entry.trained = held
        self._meter.require(0)
        return done

    def save(self, number: int, path: Path) -> None:
        """Write a model with its parameters as they are."""
        self._saved(number).save(path)

    def files_to_save(self, number: int, path: Path) -> Mapping[PathLike, Iterable[Buffer]]:
        """Return what `save` writes, by the path of each file."""
        try:
            return self._saved(number).files_to_save(path)
        except ValueError as error:  # the weights would have the name of the file
            raise InvalidError(str(error)) from None

    def _saved(self, number: int) -> Session:
        if not isinstance(self._entry(number).model, NacFile):
            raise UnsupportedError(f"model {number} is no NAC file, and cannot be saved")
        return self._session(number)

    def size(self, number: int) -> int:
        """Return about how many bytes a model takes in files."""
        known = sum(each.size for each in _files_of(self._entry(number).model))
        return known or sum(array.nbytes for array in self.parameters(number).values())

    def parameters(self, number: int) -> Mapping[str, Array]:
        """Return the parameters of a model by name."""
        return self._session(number).parameters

    def _session(self, number: int) -> Session:
        """Return the session of a model, with the budget that is left."""
        entry, left = self._entry(number), self._meter.bytes_left()
        if entry.session is None:
            entry.session = Session(entry.model, engine=self.engine, trust=self._trust, budget=Budget(memory=left))
        entry.session.budget = Budget(memory=left)
        return entry.session

    def tokenizer(self, number: int) -> Tokenizer:
        """Return the tokenizer of a model."""
        entry = self._entry(number)
        if entry.tokenizer is None:
            if not isinstance(entry.model, NacFile):
                raise UnsupportedError(f"model {number} is no NAC file, and has no tokenizer")
            entry.tokenizer = Tokenizer.of(entry.model)
        return entry.tokenizer

    def require(self, number: int) -> int:
        """Return the number of a model that is loaded; InvalidError for another one."""
        if number not in self._paths:
            raise InvalidError(f"model {number} is not loaded", expected="one that RES_LOAD_MODEL has loaded before")
        return number

    def _entry(self, number: int) -> _Entry:
        return self._entries[self._paths[self.require(number)]]

    def files(self) -> set[tuple[int, int]]:
        """Return the device and number of the files that are open, with their weights: what is written to
        them is read, and
        what is cut off them ends the process.
        """
        models = [self.own, *(entry.model for entry in self._entries.values())]
        return {each.identity for model in models for each in _files_of(model) if each.identity is not None}

    def close(self) -> None:
        """Close what was opened."""
        for entry in self._entries.values():
            entry.close()
        self._entries.clear()
        self._paths.clear()


def _files_of(model: _Loaded | None) -> Iterator[Source | WeightsFile]:
    """Yield the file of a model, and those of its weights."""
    source, weights = getattr(model, "source", None), getattr(model, "weights", None)
    if source is not None:
        yield source
    if isinstance(weights, ExternalWeights):
        yield from weights.files
