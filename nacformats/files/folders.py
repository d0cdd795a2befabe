"""Folders that are held open: what a file names is opened below them, by handle and through no link.

A path that is checked and then opened may lead elsewhere by then. A handle cannot: each part of a name is opened in
the folder that the part before it led to, without following links, and what was opened is checked again. Windows has no
such handles: every part is checked before it is opened, and what was opened is compared with what was checked.

The files that belong to a file by their names, such as its weights, are in its folder and nowhere else.
"""

from __future__ import annotations

import errno
import os
import re
import stat
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from io import FileIO
from pathlib import Path
from types import TracebackType

from nacformats.codec.streams import Source
from nacformats.errors import LimitError
from nacformats.limits import MAX_EXTRACTED_NAME_BYTES, MAX_EXTRACTED_PATH_BYTES
from nacformats.printing import printable

#: Whether files can be opened in an open folder, so that nothing can be exchanged in between.
_ANCHORED = os.open in os.supports_dir_fd and hasattr(os, "O_NOFOLLOW") and hasattr(os, "O_DIRECTORY")
_NO_LINK = getattr(os, "O_NOFOLLOW", 0)
_INHERITED_BY_NONE = getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NOINHERIT", 0)
_LISTED = os.O_RDONLY | getattr(os, "O_DIRECTORY", 0) | _INHERITED_BY_NONE
#: A folder that files are opened in need not be readable, where the system tells these apart.
_ENTERED = _LISTED | getattr(os, "O_PATH", 0)
#: Opening a pipe must not wait for its other end, and a terminal must not become the one of the process.
_FILE = (
    _NO_LINK
    | _INHERITED_BY_NONE
    | getattr(os, "O_NONBLOCK", 0)
    | getattr(os, "O_NOCTTY", 0)
    | getattr(os, "O_BINARY", 0)
)
#: The handle of a folder that is closed; no system gives it out.
_CLOSED = -1
_PIECE_BYTES = 1 << 20
_LINK = "It is a link, which may lead out of the folder"
_SEPARATORS = frozenset(filter(None, (os.sep, os.altsep, "\0")))
#: Marks a link of any kind on Windows, junctions included.
_REPARSE_POINT = getattr(stat, "FILE_ATTRIBUTE_REPARSE_POINT", 0x400)


class Folder:
    """A folder that is held open until it is closed. Names below it have "/" between their parts, none of them "..".

    Only regular files and folders below it are opened, and no link is followed. A hard link is no link in this sense:
    it cannot be told from the file that it is another name of.

        with Folder("models") as folder:
            data = folder.read("weights/layer.bin", 1 << 30)

    Attributes:
        path: where it was when it was opened; for messages.
    """

    def __init__(self, path: str | os.PathLike[str], within: Folder | None = None) -> None:
        """Open a folder.

        Args:
            path: of the folder, which may be a link; or, with `within`, its name there, which must not be one.
            within: the folder that it is directly in.

        Raises:
            OSError: there is no such folder, or it must not be entered.
        """
        self._handle: int | None = None
        self.path: Path = Path(path) if within is None else within.path / path
        if within is not None:
            self._handle = within._entered(os.fspath(path))
        elif _ANCHORED:
            self._handle = os.open(path, _ENTERED)
        else:
            self.path = Path(os.path.realpath(path, strict=True))
            _require_folder(self.path.stat())

    def open(self, name: str, flags: int = os.O_RDONLY, mode: int = 0o666) -> int:
        """Return the handle of a regular file, as os.open gives it: its status is that of the file that was looked at.

        Args:
            name: of the file.
            flags: as for os.open.
            mode: of a file that is made, before the umask is applied.

        Raises:
            OSError: there is no such file, it is a link or no regular file, or a part of its name is one.
        """
        with self.parent(name) as (folder, last):
            return folder._opened(last, flags, mode)

    def read(self, name: str, most: int) -> bytes:
        """Return the bytes of a regular file.

        Args:
            name: of the file.
            most: bytes that it may have.

        Raises:
            LimitError: it has more.
            OSError: as for open.
        """
        with FileIO(self.open(name)) as file:
            return read_at_most(file, name, most)

    def status(self, name: str) -> os.stat_result:
        """Return the status of a file, a folder or a link, which is not followed. OSError where there is none."""
        with self.parent(name) as (folder, last):
            return folder._status(last)

    def names(self) -> list[str]:
        """Return the names of everything that is directly in the folder. OSError when it cannot be listed."""
        if self._handle is None:
            return [each.name for each in self.path.iterdir()]
        listed = os.open(".", _LISTED, dir_fd=self._handle)
        try:
            return os.listdir(listed)  # noqa: PTH208  a handle is no path
        finally:
            os.close(listed)

    @contextmanager
    def parent(self, name: str) -> Iterator[tuple[Folder, str]]:
        """Open the folder that a name leads to, for this block; gives it and the last part of the name.

        Raises: as open_parent.
        """
        folder, last = self.open_parent(name)
        try:
            yield folder, last
        finally:
            if folder is not self:
                folder.close()

    def open_parent(self, name: str) -> tuple[Folder, str]:
        """Return the folder that a name leads to, which may be this one, and the last part of the name.

        Raises:
            OSError: a part is no name, or all but the last do not lead to a folder.
        """
        *inner, last = _parts(name)
        folder = self
        for part in inner:
            outer, folder = folder, Folder(part, folder)
            if outer is not self:
                outer.close()
        return folder, last

    def make(self, name: str) -> None:
        """Make a folder directly in this one. OSError when there is something of the name."""
        os.mkdir(self._at(name), dir_fd=self._handle)

    def rename(self, old: str, new: str) -> None:
        """Give a file of this folder the place of another one in it, or a new name."""
        os.replace(self._at(old), self._at(new), src_dir_fd=self._handle, dst_dir_fd=self._handle)

    def remove(self, name: str) -> None:
        """Remove a file of this folder."""
        os.unlink(self._at(name), dir_fd=self._handle)

    def remove_folder(self, name: str) -> None:
        """Remove a folder of this folder, which has to be empty."""
        os.rmdir(self._at(name), dir_fd=self._handle)

    def sync(self) -> None:
        """Have the names in this folder written to the disk, where the file system can."""
        with suppress(OSError):
            handle = os.open(self._at("."), _LISTED, dir_fd=self._handle)
            try:
                os.fsync(handle)
            finally:
                os.close(handle)

    def close(self) -> None:
        """Give the handle back. Nothing can be opened in the folder afterwards."""
        handle = self._handle
        if handle is not None and handle != _CLOSED:
            self._handle = _CLOSED
            os.close(handle)

    def __enter__(self) -> Folder:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, tb: TracebackType | None) -> None:
        self.close()

    def __del__(self) -> None:
        self.close()

    def _at(self, name: str) -> str:
        """Return what the system is given beside the handle: the name, or the whole path where there is no handle."""
        return name if self._handle is not None else str(self.path / name)

    def _status(self, name: str) -> os.stat_result:
        return os.stat(self._at(name), dir_fd=self._handle, follow_symlinks=False)

    def _entered(self, name: str) -> int | None:
        (name,) = _parts(name)
        _require_folder(self._status(name))
        return None if self._handle is None else os.open(name, _ENTERED | _NO_LINK, dir_fd=self._handle)

    def _opened(self, name: str, flags: int, mode: int) -> int:
        seen = None
        with suppress(FileNotFoundError):  # opening a device may do something
            seen = self._status(name)
            require_regular(seen)
        handle = os.open(self._at(name), flags | _FILE, mode, dir_fd=self._handle)
        try:
            status = os.fstat(handle)
            require_regular(status)
            if self._handle is None:
                self._require_same(name, seen, status)
        except OSError:
            os.close(handle)
            raise
        return handle

    def _require_same(self, name: str, seen: os.stat_result | None, status: os.stat_result) -> None:
        """Without handles of folders: OSError when what was opened is not what was seen, or is outside by now."""
        if not os.path.samestat(status, seen or self._status(name)):
            raise OSError(errno.ESTALE, "It was exchanged while it was opened")
        if os.path.normcase(os.path.realpath(self.path)) != os.path.normcase(self.path):
            raise OSError(errno.ELOOP, "It is in a folder that is a link")


def read_at_most(file: FileIO, name: str, most: int) -> bytes:
    """Return the bytes of a file that is open, whatever size it says that it has. LimitError when there are more."""
    size, data = os.fstat(file.fileno()).st_size, bytearray()
    while max(size, len(data)) <= most and (piece := file.read(_PIECE_BYTES)):
        data += piece
    if max(size, len(data)) > most:
        expected = f"at most {most:,} bytes"
        raise LimitError(f"the file {name!r} is too long", expected=expected, actual=max(size, len(data)))
    return bytes(data)


def _parts(name: str) -> list[str]:
    """Return the parts of a name. OSError for one that could lead elsewhere than down."""
    parts = name.split("/")
    for part in parts:
        if part in ("", ".", "..") or _SEPARATORS.intersection(part):
            raise OSError(errno.EINVAL, "It is no name of a file below the folder")
    return parts


def is_link(status: os.stat_result) -> bool:
    """True if something is a link of any kind, by its own status."""
    return stat.S_ISLNK(status.st_mode) or bool(getattr(status, "st_file_attributes", 0) & _REPARSE_POINT)


def _require_folder(status: os.stat_result) -> None:
    if is_link(status):
        raise OSError(errno.ELOOP, _LINK)
    if not stat.S_ISDIR(status.st_mode):
        raise OSError(errno.ENOTDIR, os.strerror(errno.ENOTDIR))


def require_regular(status: os.stat_result) -> None:
    """OSError for what is no regular file, by its own status, not that of what a link leads to."""
    if is_link(status):
        raise OSError(errno.ELOOP, _LINK)
    if not stat.S_ISREG(status.st_mode):
        raise OSError(errno.EINVAL, "Not a regular file")


#: What Windows takes for devices, with any suffix.
_DEVICES = re.compile(r"(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9\u00b9\u00b2\u00b3])\s*(\..*)?", re.IGNORECASE)

#: What is wrong with a part of a path, and when; the first that holds is told.
_WRONG: tuple[tuple[str, Callable[[str], object]], ...] = (
    ("it has an empty part", lambda part: not part),
    ("it leads out of the folder", lambda part: part in (".", "..")),
    ("it has a backslash or a colon, which some systems take for a separator", re.compile(r"[\\:]").search),
    ("it has a character that some systems forbid", re.compile(r'[<>"|?*]').search),
    ("it has a character that is not visible", lambda part: printable(part) != part),
    ("it begins with a dot, so that it would be hidden or a setting of a program", lambda part: part[0] == "."),
    ("it begins or ends with a space, or ends with a dot", lambda part: part != part.strip(" ").rstrip(".")),
    ("it is the name of a device", _DEVICES.fullmatch),
    ("it is too long", lambda part: len(part.encode()) > MAX_EXTRACTED_NAME_BYTES),
)


def problem_of_name(name: str) -> str | None:
    """Return why a file must not be called so below a folder; None when it may. A slash separates folders.

    The same names are refused on every system, so that what can be extracted here can be extracted elsewhere.
    """
    if name.startswith("/"):
        return "it is an absolute path"
    if len(name.encode(errors="surrogatepass")) > MAX_EXTRACTED_PATH_BYTES:
        return "it is too long"
    return next((why for part in name.split("/") for why, is_wrong in _WRONG if is_wrong(part)), None)


#: Called with the bytes of a file before they are read; raises LimitError when these are too many.
Take = Callable[[int], None]


class _SourceBelow(Source):
    """A source that was opened below an open folder, and knows its companions."""

    companions: Companions


class Companions:
    """The files of one folder, opened by names that the user did not give: regular ones, through no link.

    Where the user named the file that they belong to, there is one exception: his path may itself be a link, such as
    those in a cache of downloads, and then so may theirs, as long as they lead to the folder that the file is in.

    Attributes:
        path: of the folder, for messages.
    """

    def __init__(
        self,
        folder: Path | Folder,
        mmap: bool | None = None,
        take: Take | None = None,
        owner: str | os.PathLike[str] | None = None,
    ) -> None:
        """Take a folder; nothing is opened yet.

        Args:
            folder: a path that the user gave, or a folder that is open.
            mmap: as for Source.open.
            take: given, files are read into memory and never mapped.
            owner: the path of the file that they belong to, when the user gave it.
        """
        self._folder = folder
        self._mmap = mmap
        self._take = take
        self._owner = owner
        self.path = folder.path if isinstance(folder, Folder) else folder

    @classmethod
    def below(cls, folder: Folder, name: str, take: Take) -> Source:
        """Return the source of a file below an open folder, in memory, which knows its companions.

        Raises: as Folder.open and take.
        """
        parent, last = folder.open_parent(name)
        companions = cls(parent, False, take)
        with FileIO(companions._opened(last)) as file:
            source = _SourceBelow.in_memory(file, companions.path / last, take)
        source.companions = companions
        return source

    @classmethod
    def of(cls, source: Source) -> Companions | None:
        """Return the companions of a source; None if it has no path."""
        if isinstance(source, _SourceBelow):
            return source.companions
        return None if source.path is None else cls(source.path.parent, source.mmap, owner=source.path)

    def source(self, name: str, *, mapped: bool = True) -> Source:
        """Return the bytes of a file. OSError when it cannot be opened; what `take` raises.

        Args:
            name: of the file.
            mapped: whether the file may be mapped at all.
        """
        with FileIO(self._opened(name)) as file:
            if self._take is None:
                return Source.of_file(file, self.path / name, self._mmap if mapped else False)
            return Source.in_memory(file, self.path / name, self._take)

    def names(self, inner: str | None = None) -> list[str]:
        """Return the names of everything in the folder, or in one that is in it. OSError when that cannot be listed."""
        with self._open() as folder:
            if inner is None:
                return folder.names()
            with Folder(inner, folder) as listed:
                return listed.names()

    def status(self, name: str) -> os.stat_result | None:
        """Return the status of a file or a link; None if it does not exist."""
        try:
            with self._open() as folder:
                return folder.status(name)
        except OSError:
            return None

    def _open(self) -> AbstractContextManager[Folder]:
        return nullcontext(self._folder) if isinstance(self._folder, Folder) else Folder(self._folder)

    def _opened(self, name: str) -> int:
        try:
            with self._open() as folder:
                return folder.open(name)
        except OSError:
            home = self._home_of(name)
            if home is None:
                raise
        with Folder(home.parent) as folder:
            return folder.open(home.name)

    def _home_of(self, name: str) -> Path | None:
        """Return the target of a link if that is in the folder of the user's file."""
        status = None if self._owner is None else self.status(name)
        if self._owner is None or status is None or not is_link(status):
            return None
        target = Path(os.path.realpath(self.path / name))
        return target if target.parent == Path(os.path.realpath(self._owner)).parent else None
