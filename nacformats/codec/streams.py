"""Reading: a file mapped into memory, and the streams that the generated parsers read."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from io import BytesIO, FileIO
from itertools import islice
from mmap import ACCESS_READ, PAGESIZE
from mmap import mmap as Mapping  # noqa: N812  `mmap` is what the verbs of the package call the choice
from typing import IO, TYPE_CHECKING, Any, Self

from nacformats.errors import LimitError
from nacformats.limits import MAX_STREAM_BYTES

if TYPE_CHECKING:
    from pathlib import Path
    from types import TracebackType

#: Reads up to this many bytes are copied to `bytes`; longer ones are views of the mapped file.
COPY_BELOW = 4096
#: What is not mapped is read in pieces of this many bytes.
_PIECE_BYTES = 1 << 20

#: Unit of st_blocks.
_BLOCK_BYTES = 512
#: Of a file with more holes than this, the others are read as the zeros that they are.
MAX_HOLES = 4096

Buffer = bytes | bytearray | memoryview


class Pieces(tuple[Buffer, ...]):
    """The ready bytes of a list, in pieces, so that large ones are not copied."""

    __slots__ = ()


def whole(view: Buffer) -> bytes:
    """Return all bytes of a buffer; not a copy of them when it is all of a bytes object."""
    owner = view.obj if isinstance(view, memoryview) and view.c_contiguous else view
    return owner if type(owner) is bytes and len(owner) == len(view) else bytes(view)


class Source:
    """The bytes of one file: mapped when they come from a path, borrowed when they come from memory.

    Attributes:
        view: read-only memoryview of all bytes.
        name: the path that they come from as it was given, or None.
        mmap: whether the caller wants files mapped, None for no preference; holds for the file's companions as well.
        identity: device and number of the file that was opened, whatever is at the path by now, or None.
    """

    identity: tuple[int, int] | None = None

    def __init__(
        self,
        data: Buffer,
        path: str | os.PathLike[str] | None = None,
        mapping: Mapping | None = None,
        mmap: bool | None = None,
    ) -> None:
        self.view = memoryview(data).toreadonly().cast("B")
        self.name = None if path is None else os.fspath(path)
        self.mmap = mmap
        self._mapping = mapping
        self._holes: Sequence[tuple[int, int]] = ()

    @classmethod
    def of(cls, path_or_bytes: str | os.PathLike[str] | Buffer, mmap: bool | None = None) -> Self:
        """Return the bytes of a file, or those that are given. Args and Raises: as for open."""
        return cls(path_or_bytes) if isinstance(path_or_bytes, Buffer) else cls.open(path_or_bytes, mmap=mmap)

    @classmethod
    def open(cls, path: str | os.PathLike[str], *, mmap: bool | None = None, regular: bool = False) -> Self:
        """Map the file at path, or read it.

        A process that touches a mapped page past the end of its file is killed (SIGBUS): what others can truncate is
        not mapped unasked.

        Args:
            path: the file.
            mmap: True maps any regular file; False reads it into memory; None maps one that belongs to the user of
                the process or to root, and reads any other. What has no size, such as a pipe, is always read.
            regular: refuse everything but a regular file, without waiting for a pipe to be written to.

        Raises:
            OSError: no such file, no permission, a directory, not enough memory, a file system that cannot map.
            ValueError: the path has a NUL character.
            LimitError: there are more than limits.MAX_STREAM_BYTES to be read.
        """
        try:
            with naming(path), FileIO(os.fspath(path), opener=_open_regular if regular else None) as file:
                return cls.of_file(file, path, mmap)
        except IsADirectoryError:
            from nacformats.printing import shell_word  # noqa: PLC0415  few files are folders

            reason = f"It is a folder: `nacformats inspect {shell_word(os.fsdecode(path))}` lists its files"
            raise IsADirectoryError(errno.EISDIR, reason, path) from None

    @classmethod
    def of_file(cls, file: FileIO, path: str | os.PathLike[str], mmap: bool | None = None) -> Self:
        """Return the bytes of a file that is open. Args and Raises: as for open."""
        status = os.fstat(file.fileno())
        mapping = _mapping(file) if _is_mapped(status, mmap) else None
        if mapping is not None:
            source = cls(mapping, path, mapping, mmap)  # type: ignore[arg-type]  # a mapping is a buffer
            source._holes = list(islice(_holes(file, status), MAX_HOLES))
        elif stat.S_ISREG(status.st_mode) and status.st_size > MAX_STREAM_BYTES:
            raise _too_long(os.fspath(path), "mmap=True, or --mmap, maps it")
        else:
            source = cls(read_bounded(file, os.fspath(path)), path, mmap=mmap)
        source.identity = status.st_dev, status.st_ino
        return source

    @classmethod
    def in_memory(cls, file: FileIO, path: str | os.PathLike[str], take: Callable[[int], None]) -> Self:
        """Return a copy of the bytes of a regular file that is open: whatever becomes of the file, they stay.

        Args:
            file: as it is now; what is added to it while it is read is left out.
            path: for messages.
            take: called with the number of the bytes before they are read; raises LimitError when these are too many.
        """
        status = os.fstat(file.fileno())
        take(status.st_size)
        source = cls(_read_exactly(file, status.st_size), path, mmap=False)
        source.identity = status.st_dev, status.st_ino
        return source

    @property
    def path(self) -> Path | None:
        """The path of the file, or None."""
        from pathlib import Path  # noqa: PLC0415  files are opened sooner without it

        return None if self.name is None else Path(self.name)

    @property
    def size(self) -> int:
        return len(self.view)

    def stream(self) -> Any:
        """Return a new KaitaiStream over the bytes, for a generated parser."""
        from kaitaistruct import KaitaiStream  # noqa: PLC0415  bytes are also read without it

        return KaitaiStream(ViewIO(self.view))

    def prefetch(self, offset: int = 0, length: int | None = None) -> None:
        """Ask the system to read the bytes ahead; does nothing for bytes that are already in memory."""
        if self._mapping is not None and hasattr(self._mapping, "madvise"):
            from mmap import MADV_WILLNEED  # noqa: PLC0415  Windows has neither

            start = offset - offset % PAGESIZE
            stop = self.size if length is None else offset + length
            self._mapping.madvise(MADV_WILLNEED, start, stop - start)

    def first_nonzero(self, start: int, stop: int) -> int | None:
        """Return the position of the first nonzero byte in a range, or None. Holes of a sparse file are not read."""
        for hole_start, hole_stop in self._holes:
            if start < hole_start < stop:
                found = first_nonzero(self.view[start:hole_start])
                if found is not None:
                    return start + found
            if hole_start < stop:
                start = max(start, hole_stop)
        found = first_nonzero(self.view[start:stop]) if start < stop else None
        return None if found is None else start + found

    def close(self) -> None:
        """Release the mapping. Arrays that still view it keep it alive: they never dangle."""
        self._mapping = None
        self.view = memoryview(b"")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, tb: TracebackType | None) -> None:
        self.close()


@contextmanager
def naming(path: str | os.PathLike[str]) -> Iterator[None]:
    """Within this block, an OSError names this path, whatever was opened for it; so does running out of memory."""
    try:
        yield
    except MemoryError:
        raise OSError(errno.ENOMEM, os.strerror(errno.ENOMEM), os.fspath(path)) from None
    except OSError as error:
        if error.errno is None:
            raise
        raise OSError(error.errno, error.strerror, os.fspath(path)) from error


def _open_regular(name: str, flags: int) -> int:
    """Open a regular file; OSError at anything else, which may block when it is opened, or do worse."""
    _check_regular(os.stat(name).st_mode)  # noqa: PTH116  opening needs no Path
    handle = os.open(name, flags | getattr(os, "O_NONBLOCK", 0))
    try:
        _check_regular(os.fstat(handle).st_mode)  # another file may have come to be there
    except OSError:
        os.close(handle)
        raise
    return handle


def _check_regular(mode: int) -> None:
    if not stat.S_ISREG(mode):
        raise OSError(errno.EINVAL, "Not a regular file")


def _is_mapped(status: os.stat_result, wanted: bool | None) -> bool:
    """Return True if a file is to be mapped. An empty one cannot be."""
    if not stat.S_ISREG(status.st_mode) or not status.st_size:
        return False
    return _is_ours(status) if wanted is None else wanted


def _is_ours(status: os.stat_result) -> bool:
    """Return True if a file belongs to the user or to root. Windows lets nobody truncate a mapped file."""
    return not hasattr(os, "geteuid") or status.st_uid in (0, os.geteuid())


def _mapping(file: FileIO) -> Mapping | None:
    """Return the file, mapped; None when it has just become empty."""
    try:
        return Mapping(file.fileno(), 0, access=ACCESS_READ)
    except ValueError:
        return None


def _holes(file: FileIO, status: os.stat_result) -> Iterator[tuple[int, int]]:
    """Start and stop of the holes of a sparse file, in their order, where the system tells: they are zeros."""
    whence = getattr(os, "SEEK_HOLE", None)
    if whence is None or getattr(status, "st_blocks", 0) * _BLOCK_BYTES >= status.st_size:
        return
    position = 0
    with suppress(OSError):  # a file system that does not tell
        while (start := os.lseek(file.fileno(), position, whence)) < status.st_size:
            position = _next_data(file, start, status.st_size)
            yield start, position


def _next_data(file: FileIO, start: int, size: int) -> int:
    try:
        return os.lseek(file.fileno(), start, os.SEEK_DATA)
    except OSError as error:
        if error.errno != errno.ENXIO:
            raise
        return size  # there is none


def _read_exactly(file: FileIO, size: int) -> memoryview:
    """Read a number of bytes, or fewer if the file has become shorter."""
    data, done = memoryview(bytearray(size)), 0
    while read := file.readinto(data[done : done + _PIECE_BYTES]):
        done += read
    return data[:done]


def read_bounded(file: IO[bytes] | FileIO, name: str) -> bytearray:
    """Return all bytes of something that may never end. LimitError when there are more than MAX_STREAM_BYTES."""
    data = bytearray()
    while piece := file.read(_PIECE_BYTES):
        data += piece
        if len(data) > MAX_STREAM_BYTES:
            raise _too_long(name, "give a file instead, which is mapped")
    return data


def _too_long(name: str, hint: str) -> LimitError:
    return LimitError(
        f"{name} is too long to be read into memory", expected=f"at most {MAX_STREAM_BYTES:,} bytes", hint=hint
    )


class OverBudgetError(EOFError):
    """A file was read from more often than allowed."""


class ViewIO:
    """A seekable binary stream over a memoryview: what kaitaistruct asks of a stream, without copying large reads."""

    def __init__(self, view: memoryview) -> None:
        self._view = view
        self._position = 0

    def read(self, size: int = -1) -> Buffer:
        stop = len(self._view) if size < 0 else min(self._position + size, len(self._view))
        piece = self._view[self._position : stop]
        self._position = max(stop, self._position)
        return bytes(piece) if len(piece) <= COPY_BELOW else piece

    def seek(self, offset: int, whence: int = os.SEEK_SET) -> int:
        base = {os.SEEK_SET: 0, os.SEEK_CUR: self._position, os.SEEK_END: len(self._view)}[whence]
        self._position = base + offset
        return self._position

    def tell(self) -> int:
        return self._position

    def seekable(self) -> bool:
        return True

    def close(self) -> None:
        pass


def substream(raw: Buffer) -> Any:
    """Return the stream over a sized field for a generated parser; large fields are views and are not copied."""
    return BytesIO(raw) if isinstance(raw, bytes) else ViewIO(memoryview(raw))


def find_unit(view: memoryview, unit: bytes, step: int = 4096) -> int | None:
    """Return the position of the first such byte, or of the first such code unit at a multiple of its width.

    Looks at the view in pieces, since most fields are short.
    """
    for start in range(0, len(view), step):
        piece = bytes(view[start : start + step])
        found = piece.find(unit)
        while found % len(unit) and found >= 0:
            found = piece.find(unit, found + 1)
        if found >= 0:
            return start + found
    return None


def first_nonzero(view: memoryview, step: int = 1 << 20) -> int | None:
    """Return the position of the first byte that is not zero, or None; reads in pieces, since gaps can be long."""
    for start in range(0, len(view), step):
        piece = bytes(view[start : start + step])
        if rest := piece.lstrip(b"\0"):
            return start + len(piece) - len(rest)
    return None
