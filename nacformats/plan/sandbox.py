"""Files inside of one folder, by names that come from a file: nothing outside of the folder is reached.

A name is checked as text before the system sees it, as the names of resources are. Then each part is opened without
following links, and what it leads to has to be a regular file.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from nacformats import limits
from nacformats.codec.streams import Buffer
from nacformats.errors import FormatError, InvalidError, LimitError
from nacformats.files import PathLike
from nacformats.formats.nac.resource_names import problem_of_name
from nacformats.printing import shortened

#: Whether folders can be opened and used as places to open files in, so that nothing can be exchanged in between.
_ANCHORED = os.open in os.supports_dir_fd and hasattr(os, "O_NOFOLLOW") and hasattr(os, "O_DIRECTORY")
_FOLDER = os.O_RDONLY | getattr(os, "O_DIRECTORY", 0) | getattr(os, "O_CLOEXEC", 0)
_FILE = (
    getattr(os, "O_NOFOLLOW", 0)
    | getattr(os, "O_NONBLOCK", 0)
    | getattr(os, "O_NOCTTY", 0)
    | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_BINARY", 0)
)
_READING, _WRITING = os.O_RDONLY, os.O_WRONLY | os.O_CREAT
#: What a new file may be before the umask is applied.
_NEW_MODE = 0o666
#: Begins the name of a folder that a file is made in before it gets its place.
_SAVING = ".nacformats-"
_IS_OPEN = "it is the file of a model that is open"
#: Marks a link of any kind on Windows, junctions included.
_REPARSE_POINT = getattr(stat, "FILE_ATTRIBUTE_REPARSE_POINT", 0x400)


def parts_of(name: str) -> tuple[str, ...]:
    """The parts of a relative path with `/` between them, such as ("data", "prompt.npy").

    Raises:
        InvalidError: it could lead out of a folder, or mean something else than a file on some system.
    """
    problem = problem_of_name(name)
    if problem is not None:
        raise _refused(name, problem)
    return tuple(name.split("/"))


def _refused(name: str, reason: str) -> FormatError:
    return InvalidError(f"the file {shortened(name, limits.MAX_SHOWN_TEXT)!r} is refused: {reason}")


class Files:
    """The files of one folder: they may be read, and written where the caller allows it.

    Links are not followed, wherever they lead; the folder itself may be one. Only regular files are opened.
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

    def __repr__(self) -> str:
        return f"Files({str(self.directory)!r}, write={self.may_write})"

    def read(self, name: str, most: int) -> bytes:
        """The bytes of a file.

        Raises:
            InvalidError: the name is refused, or there is no such regular file, or it cannot be read.
            LimitError: it has more than `most` bytes.
        """
        with self._opened(name, _READING) as file, open(file, "rb", closefd=False) as stream:
            size = os.fstat(file).st_size
            data = b"" if size > most else stream.read(most + 1)
            if max(size, len(data)) > most:
                raise LimitError(f"the file {name!r} is too long", expected=f"at most {most:,} bytes", actual=size)
            return data

    def path(self, name: str) -> Path:
        """Where a file is that can be read.

        Raises:
            InvalidError: as for `read`.
        """
        with self._opened(name, _READING):
            return self.directory.joinpath(*parts_of(name))

    def write(
        self, name: str, data: Buffer, *, append: bool = False, kept: Collection[tuple[int, int]] = frozenset()
    ) -> None:
        """Make a file, replace it, or add to it.

        Args:
            name: of the file.
            data: what it gets.
            append: whether it keeps what it has.
            kept: device and number of files that must stay as they are.

        Raises:
            InvalidError: the name is refused, the folder is for reading only, or the file cannot be written.
        """
        parts_of(name)
        if not self.may_write:
            raise _refused(name, "files may be read here, not written")
        with self._opened(name, _WRITING | (os.O_APPEND if append else 0)) as file:
            status = os.fstat(file)
            if status.st_nlink > 1:
                raise _refused(name, "it has another name, which may be outside of the folder")
            if (status.st_dev, status.st_ino) in kept:
                raise _refused(name, _IS_OPEN)
            if not append:
                os.ftruncate(file, 0)
            with open(file, "ab" if append else "wb", closefd=False) as stream:
                stream.write(data)

    def save(
        self, name: str, write: Callable[[Path], object], *, kept: Collection[tuple[int, int]] = frozenset()
    ) -> None:
        """Make a file, or replace it as a whole, with what is written beside it, such as weights.

        Args:
            name: of the file.
            write: makes a file of this name at a path in a folder of its own.
            kept: device and number of files that must stay as they are.

        Raises:
            InvalidError: as for `write`.
        """
        parts = parts_of(name)
        if not self.may_write:
            raise _refused(name, "files may be read here, not written")
        try:
            with (
                TemporaryDirectory(prefix=_SAVING, dir=self.directory) as folder,
                _inside(self.directory, parts[:-1]) as (place, anchor),
            ):
                _require_replaceable(place / parts[-1], anchor, kept)  # before anything is made
                write(Path(folder, parts[-1]))
                made = sorted(Path(folder).iterdir())
                for each in made:
                    _require_replaceable(place / each.name, anchor, kept)
                for each in made:
                    os.replace(each, place / each.name, dst_dir_fd=anchor)
        except OSError as error:
            raise _refused(name, _told(error)) from error

    @contextmanager
    def _opened(self, name: str, flags: int) -> Iterator[int]:
        """The number of an open regular file."""
        parts = parts_of(name)
        try:
            file = (_open_anchored if _ANCHORED else _open_checked)(self.directory, parts, flags | _FILE)
            try:
                _require_regular(os.fstat(file))
                yield file
            finally:
                os.close(file)
        except OSError as error:
            raise _refused(name, _told(error)) from error


def _open_anchored(directory: Path, parts: tuple[str, ...], flags: int) -> int:
    """Open a file from folder to folder; what is exchanged for a link in between is not followed."""
    with _anchor(directory, parts[:-1]) as folder:
        with suppress(FileNotFoundError):  # opening a device may do something
            _require_regular(os.stat(parts[-1], dir_fd=folder, follow_symlinks=False))
        return os.open(parts[-1], flags, _NEW_MODE, dir_fd=folder)


@contextmanager
def _anchor(directory: Path, parts: tuple[str, ...]) -> Iterator[int]:
    """The number of an open folder."""
    folder = os.open(directory, _FOLDER)
    try:
        for part in parts:
            inner = os.open(part, _FOLDER | os.O_NOFOLLOW, dir_fd=folder)
            os.close(folder)
            folder = inner
        yield folder
    finally:
        os.close(folder)


@contextmanager
def _inside(directory: Path, parts: tuple[str, ...]) -> Iterator[tuple[Path, int | None]]:
    """What is in front of names in a folder, and the number of the open folder that this is relative to."""
    if _ANCHORED:
        with _anchor(directory, parts) as folder:
            yield Path(), folder
    else:
        yield _without_links(directory, parts), None


def _require_replaceable(path: Path, anchor: int | None, kept: Collection[tuple[int, int]]) -> None:
    """OSError for what is there and is not to be replaced."""
    with suppress(FileNotFoundError):
        status = os.stat(path, dir_fd=anchor, follow_symlinks=False)
        _require_regular(status)
        if (status.st_dev, status.st_ino) in kept:
            raise OSError(_IS_OPEN)


def _open_checked(directory: Path, parts: tuple[str, ...], flags: int) -> int:
    """Open a file where folders cannot be opened (Windows): look at each part before."""
    path = _without_links(directory, parts)
    with suppress(FileNotFoundError):
        _require_regular(path.lstat())
    return os.open(path, flags, _NEW_MODE)


def _without_links(directory: Path, parts: tuple[str, ...]) -> Path:
    """A path, whose parts are looked at before."""
    path = directory
    with suppress(FileNotFoundError):
        for part in parts:
            path = path / part
            _require_no_link(path.lstat())
    path = directory.joinpath(*parts)
    if not Path(os.path.realpath(path)).is_relative_to(directory):
        raise OSError("it is outside of the folder")
    return path


def _require_no_link(status: os.stat_result) -> None:
    if stat.S_ISLNK(status.st_mode) or getattr(status, "st_file_attributes", 0) & _REPARSE_POINT:
        raise OSError("it is a link")


def _require_regular(status: os.stat_result) -> None:
    if not stat.S_ISREG(status.st_mode):
        raise OSError("it is a link" if stat.S_ISLNK(status.st_mode) else "it is no regular file")


def _told(error: OSError) -> str:
    """Why the system refuses, in its own words; to some systems, a link on the way is no folder, or a loop."""
    return (error.strerror or str(error)).lower()
