"""A schema of the gallery under this package and under Kaitai's: what each makes of it, and of its files."""

from __future__ import annotations

import random
import signal
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from nacformats.errors import FormatError
from nacformats.fuzz import Maker
from tests.kaitai.compiler import Parser, RefusedByKaitaiError, yaml_of
from tests.kaitai.ours import OurParser, modelled
from tests.kaitai.trees import Failure, ask, compare
from tests.kaitai_gallery.samples import Samples, suffixes_of

#: What a schema gets, in the order of the table.
USES = ("read", "write", "columns", "C", "fuzz")
#: What may become of a file.
EQUAL, BOTH, WE, THEY, APART = "trees equal", "both refuse", "we refuse", "Kaitai refuses", "different"
UNWRITTEN = "not written back: "
#: Seconds for one file, and for making the files of a schema.
FILE_SECONDS, FUZZ_SECONDS = 5, 20
#: A file has a second more for so many bytes: in some schemas every byte is a record.
BYTES_A_SECOND = 5_000


@dataclass
class SchemaResult:
    """Attributes:
    kaitai: why Kaitai gives no parser, empty if it does; is_modelled: whether our front end takes the schema.
    refusals: why the schema does not get one of USES; those that it gets are missing.
    files, generated: how many of each outcome, for samples and for files that were made by the schema.
    read: how many files were read, every instance of them; written: how many of these are written back byte for byte.
    wrong: outcomes other than equal trees, and trees that are not written back, each with its file.
    """

    id: str
    kaitai: str = ""
    is_modelled: bool = True
    refusals: dict[str, str] = field(default_factory=dict)
    files: Counter[str] = field(default_factory=Counter)
    generated: Counter[str] = field(default_factory=Counter)
    leaves: int = 0
    read: int = 0
    written: int = 0
    wrong: list[str] = field(default_factory=list)

    @property
    def fields(self) -> dict[str, Any]:
        return {name: dict(each) if isinstance(each, Counter) else each for name, each in vars(self).items()}


class OutOfTimeError(Exception):
    """One step took too long."""


@contextmanager
def bounded(seconds: int) -> Iterator[None]:
    """Within this block, computing ends after some seconds."""

    def stop(*_: object) -> None:
        raise OutOfTimeError(f"more than {seconds} s")

    signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)


class Gallery:
    """A checkout of kaitai_struct_formats."""

    def __init__(self, folder: Path, generated: int) -> None:
        self.folder = folder
        self.generated = generated
        self.schemas = sorted(path for path in folder.rglob("*.ksy") if not path.parent.name.startswith("_"))
        self.compiled: dict[Path, dict[str, Any]] = {}
        self.samples = Samples((), (), ())

    def find_samples(self, folders: Iterable[Path]) -> None:
        suffixes = {suffix for path in self.schemas for suffix in suffixes_of(yaml_of(path))}
        self.samples = Samples(folders, (path.stem for path in self.schemas), suffixes)

    def name(self, path: Path) -> str:
        return path.relative_to(self.folder).with_suffix("").as_posix()

    def examine(self, path: Path) -> SchemaResult:
        """Open a schema, and read and write files with what comes of it."""
        result = SchemaResult(self.name(path))
        try:
            theirs = Parser(self.compiled[path], path.stem)
        except RefusedByKaitaiError as error:
            theirs, result.kaitai = None, str(error)
        try:
            ours = OurParser(path)
        except (ValueError, OSError) as error:
            result.refusals = dict.fromkeys(USES, _without_path(error, path))
            result.is_modelled = not isinstance(ask(lambda: modelled(path)), Failure)
            return result
        result.refusals = {use: reason for use, reason in ours.refusals().items() if reason}
        for name, data in self.samples.of(path.stem, suffixes_of(yaml_of(path))):
            result.files[self._judge(result, name, data, ours, theirs)] += 1
        for seed, data in enumerate(self._made(result, path)):
            result.generated[self._judge(result, f"generated file {seed}", data, ours, theirs)] += 1
        if result.read and not result.written:
            unwritten = next(each for each in result.wrong if each.startswith(UNWRITTEN))
            result.refusals["write"] = f"no file is written back: {unwritten.removeprefix(UNWRITTEN)}"
        return result

    def _made(self, result: SchemaResult, path: Path) -> list[bytes]:
        made: list[bytes] = []
        try:
            with bounded(FUZZ_SECONDS):
                maker = Maker(path)
                made += (maker.sample(random.Random(seed)).data for seed in range(self.generated))
        except (ValueError, OutOfTimeError) as error:
            result.refusals["fuzz"] = _without_path(error, path)
        except Exception as error:  # noqa: BLE001  a defect, which is told
            result.refusals["fuzz"] = f"a defect: {type(error).__name__}: {error}"
        return made

    def _judge(self, result: SchemaResult, name: str, data: bytes, ours: OurParser, theirs: Parser | None) -> str:
        """Read a file with both; return what came of it."""
        try:
            with bounded(FILE_SECONDS + len(data) // BYTES_A_SECOND):
                our = ask(lambda: ours.read(data))
                their = ask(lambda: theirs.read(data)) if theirs else Failure(ValueError("no parser"))
                outcome, why, is_sound = self._outcome(result, our, their)
                if is_sound and "write" not in result.refusals:
                    result.read += 1
                    unwritten = ours.unwritten(our, data)
                    result.written += unwritten is None
                    if unwritten:
                        result.wrong.append(f"{UNWRITTEN}{unwritten} [{name}]")
        except OutOfTimeError as error:
            outcome, why = APART, f"a defect: {error}"
        if why:
            result.wrong.append(f"{outcome}: {why} [{name}]")
        return outcome

    @staticmethod
    def _outcome(result: SchemaResult, our: Any, their: Any) -> tuple[str, str, bool]:
        """Return what came of a file, why, and whether all of it can be read."""
        if isinstance(our, Failure):
            if isinstance(our.error, OutOfTimeError):
                raise our.error
            if not isinstance(our.error, FormatError):
                return APART, f"a defect: {our}", False
            return (BOTH, "", False) if isinstance(their, Failure) else (WE, str(our.error), False)
        if isinstance(their, Failure):
            return THEY, str(their), False
        compared = compare(their, our)
        result.leaves += compared.leaves
        different = compared.different[0] if compared.different else ""
        return APART if different else EQUAL, different, not compared.failures


def _without_path(error: BaseException, path: Path) -> str:
    return str(error).removeprefix(f"{path}: ")
