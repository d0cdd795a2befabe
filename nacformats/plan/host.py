"""The world outside of a plan: somebody who answers, somebody who reads, and the files of one folder."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from io import FileIO
from pathlib import Path

from nacformats import limits
from nacformats.codec.streams import Buffer, Source
from nacformats.errors import FormatError, InvalidError
from nacformats.files import PathLike, require_not_kept, require_replaceable, write_all_below
from nacformats.files.folders import Companions, Folder, problem_of_name
from nacformats.printing import shortened


@dataclass(frozen=True, kw_only=True)
class Host:
    """The world of a plan. What is None is not there: a plan gets no answer and no file, and what it prints is kept.

        Host(input=input, print=print, files=Files("data"))

    Texts are as the program makes them: what goes to a terminal has to be escaped (`nacformats.printing.printable`),
    as the command `nacformats run` does.

    Attributes:
        input: called with a prompt, gives the answer; raises EOFError when there are no more.
        print: called as the builtin is, with a text, `end=` and `flush=`, for what goes to standard output.
        error: the same for standard error; None leaves it to `print`.
        files: the folder whose files the plan may read and, where it says so, write.
        save: the file that the plan's own model is written to, when the plan saves it under the name of its file, or
            without a name; None refuses that. Never the file itself.
    """

    input: Callable[[str], str] | None = None
    print: Callable[..., object] | None = None
    error: Callable[..., object] | None = None
    files: Files | None = None
    save: PathLike | None = None


def _check_name(name: str) -> None:
    """Refuse a name that is no relative path with "/" between its parts, such as "data/prompt.npy".

    Raises:
        InvalidError: it could lead out of a folder, or mean something else than a file on some system.
    """
    problem = problem_of_name(name)
    if problem is not None:
        raise _refused(name, problem)


def _refused(name: str, reason: str) -> FormatError:
    return InvalidError(f"the file {shortened(name, limits.MAX_SHOWN_TEXT)!r} is refused: {reason}")


class Files:
    """The files of one folder: they may be read, and written where the caller allows it.

    Links are not followed, wherever they lead; the folder itself may be one. It is opened once, and stays the one that
    it was when something else takes its name. Only regular files are opened, and they are read, never mapped.

    Attributes:
        directory: where the folder was.
        may_write: whether files may be made, replaced and added to.
    """

    def __init__(self, directory: PathLike, *, write: bool = False) -> None:
        """Take a folder.

        Args:
            directory: it has to be there.
            write: whether files in it may be made, replaced and added to. Folders are never made.

        Raises:
            NotADirectoryError, FileNotFoundError: there is no such folder.
        """
        self.directory = Path(os.path.realpath(directory, strict=True))
        self.may_write = write
        if not self.directory.is_dir():
            raise NotADirectoryError(f"{os.fspath(directory)}: is no folder")
        self._folder = Folder(self.directory)

    def __repr__(self) -> str:
        return f"Files({str(self.directory)!r}, write={self.may_write})"

    def read(self, name: str, most: int) -> bytes:
        """Read a file.

        Raises:
            InvalidError: the name is refused, or there is no such regular file, or it cannot be read.
            LimitError: it has more than `most` bytes.
        """
        with _refusing(name):
            return self._folder.read(name, most)

    def source(self, name: str, take: Callable[[int], None]) -> Source:
        """Read a file into memory, for a reader of its format; the files that belong to it are found in its folder.

        Args:
            name: of the file.
            take: called with the bytes of each file before it is read; raises LimitError when these are too many.

        Raises:
            InvalidError: as for `read`.
            LimitError: as `take` does.
        """
        with _refusing(name):
            return Companions.below(self._folder, name, take)

    def write(
        self, name: str, data: Buffer, *, append: bool = False, kept: Collection[tuple[int, int]] = frozenset()
    ) -> None:
        """Make a file, replace it as a whole, or add to it.

        Args:
            name: of the file.
            data: what it gets.
            append: whether it keeps what it has.
            kept: device and number of files that must stay as they are.

        Raises:
            InvalidError: the name is refused, the folder is for reading only, or the file cannot be written.
        """
        with self._writing(name):
            if append:
                with FileIO(self._may_be_written(name, kept, os.O_CREAT | os.O_APPEND), "a") as file:
                    file.write(data)
                return
            with suppress(FileNotFoundError):
                os.close(self._may_be_written(name, kept))
            write_all_below(self._folder, {name: [data]}, kept)

    def save(
        self,
        name: str,
        made: Callable[[Path], Mapping[PathLike, Iterable[Buffer]]],
        *,
        kept: Collection[tuple[int, int]] = frozenset(),
    ) -> None:
        """Make a file and those that belong beside it, such as weights, or replace them; all are complete before any
        takes its place.

        Args:
            name: of the file.
            made: the chunks of each file by its path, for the path that the file is to have.
            kept: device and number of files that must stay as they are.

        Raises:
            InvalidError: as for `write`.
        """
        with self._writing(name), self._folder.parent(name) as (folder, last):
            require_replaceable(folder, last, kept)  # before anything is made
            files = made(folder.path / last)
            write_all_below(folder, {Path(path).name: chunks for path, chunks in files.items()}, kept)

    def _may_be_written(self, name: str, kept: Collection[tuple[int, int]], flags: int = 0) -> int:
        """Return the handle of a file, open for writing; OSError for one that must not be written."""
        handle = self._folder.open(name, os.O_WRONLY | flags)
        try:
            status = os.fstat(handle)
            if status.st_nlink > 1:
                raise OSError("it has another name, which may be outside of the folder")
            require_not_kept(status, kept)
        except OSError:
            os.close(handle)
            raise
        return handle

    @contextmanager
    def _writing(self, name: str) -> Iterator[None]:
        with _refusing(name):
            if not self.may_write:
                raise _refused(name, "files may be read here, not written")
            yield


@contextmanager
def _refusing(name: str) -> Iterator[None]:
    """Within this block, what the system refuses is an InvalidError, as a name is that is not safe."""
    _check_name(name)
    try:
        yield
    except OSError as error:
        # Why the system refuses, in its own words; to some systems, a link on the way is no folder, or a loop.
        raise _refused(name, (error.strerror or str(error)).lower()) from error
