"""Reading: a file mapped into memory, and the streams that the generated parsers read."""

from __future__ import annotations

import mmap
import os
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO

from nacformats.errors import LimitError
from nacformats.limits import MAX_STREAM_BYTES

#: Reads up to this many bytes are copied to `bytes`; longer ones are views of the mapped file.
COPY_BELOW = 4096
#: What has no size is read in pieces of this many bytes.
_PIECE_BYTES = 1 << 20

Buffer = bytes | bytearray | memoryview


class Pieces(tuple[Buffer, ...]):
    """The ready bytes of a list, in pieces, so that large ones are not copied."""

    __slots__ = ()


def whole(view: Buffer) -> bytes:
    """All bytes of a buffer; not a copy of them when it is all of a bytes object."""
    owner = view.obj if isinstance(view, memoryview) and view.c_contiguous else view
    return owner if type(owner) is bytes and len(owner) == len(view) else bytes(view)


class Source:
    """The bytes of one file: mapped when they come from a path, borrowed when they come from memory.

    Attributes:
        view: read-only memoryview of all bytes.
        path: where they come from, or None.
    """

    def __init__(self, data: Buffer, path: Path | None = None, mapping: mmap.mmap | None = None) -> None:
        self.view = memoryview(data).toreadonly().cast("B")
        self.path = path
        self._mapping = mapping

    @classmethod
    def open(cls, path: str | os.PathLike[str]) -> Source:
        """Map the file at path; what has no size, such as a pipe, is read.

        Raises:
            OSError: no such file, no permission, a directory.
            LimitError: a pipe or a device gives more than limits.MAX_STREAM_BYTES.
        """
        file_path = Path(path)
        with file_path.open("rb") as file:
            if not os.fstat(file.fileno()).st_size:
                return cls(read_bounded(file, str(path)), file_path)  # an empty file cannot be mapped, nor can a pipe
            mapping = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        return cls(mapping, file_path, mapping)  # type: ignore[arg-type]  # mmap is a buffer

    @property
    def size(self) -> int:
        return len(self.view)

    def stream(self) -> Any:
        """A new KaitaiStream over the bytes, for a generated parser."""
        from kaitaistruct import KaitaiStream  # noqa: PLC0415  bytes are also read without it

        return KaitaiStream(ViewIO(self.view))

    def prefetch(self, offset: int = 0, length: int | None = None) -> None:
        """Ask the system to read the bytes ahead; does nothing for bytes that are already in memory."""
        if self._mapping is not None and hasattr(self._mapping, "madvise"):
            start = offset - offset % mmap.PAGESIZE
            stop = self.size if length is None else offset + length
            self._mapping.madvise(mmap.MADV_WILLNEED, start, stop - start)

    def close(self) -> None:
        """Release the mapping. Arrays that still view it keep it alive: they never dangle."""
        self._mapping = None
        self.view = memoryview(b"")

    def __enter__(self) -> Source:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, tb: TracebackType | None) -> None:
        self.close()


def read_bounded(file: BinaryIO, name: str) -> bytearray:
    """All bytes of something that has no size. LimitError when there are more than MAX_STREAM_BYTES."""
    data = bytearray()
    while piece := file.read(_PIECE_BYTES):
        data += piece
        if len(data) > MAX_STREAM_BYTES:
            expected = f"at most {MAX_STREAM_BYTES:,} bytes"
            raise LimitError(f"{name} is too long", expected=expected, hint="give a file instead, which is mapped")
    return data


class OverBudgetError(EOFError):
    """A file was read from more often than allowed."""


class Budget:
    """How often a file may be read from, so that no file keeps a parser busy for hours.

    Attributes:
        stopped: whether more was asked for.
    """

    def __init__(self, reads: int) -> None:
        self.stopped = False
        self._reads = reads

    def spend(self) -> None:
        """Count one read. EOFError when that is one too many."""
        if self._reads <= 0:
            self.stopped = True
            raise OverBudgetError("the parser was stopped")
        self._reads -= 1

    @contextmanager
    def at_most(self, reads: int) -> Iterator[None]:
        """Within this block, at most this many of the reads that are left may be used up."""
        kept = max(self._reads - reads, 0)
        self._reads -= kept
        try:
            yield
        finally:
            self._reads += kept


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
    """What a generated parser reads a sized field through: views, which are large, are not copied."""
    return BytesIO(raw) if isinstance(raw, bytes) else ViewIO(memoryview(raw))


class PositionedIO(ViewIO):
    """A ViewIO that gives views only, so that the place of a part in the whole file is never lost."""

    def __init__(self, data: Buffer, budget: Budget | None = None) -> None:
        super().__init__(memoryview(data))
        self._budget = budget

    def read(self, size: int = -1) -> memoryview:
        if self._budget is not None:
            self._budget.spend()
        start = min(self._position, len(self._view))
        stop = len(self._view) if size < 0 else min(start + size, len(self._view))
        self._position = max(stop, self._position)
        return self._view[start:stop]

    def offset_in(self, whole: memoryview) -> int:
        """Where this stream starts in the view that it is part of."""
        return _address(self._view) - _address(whole)


def _address(view: memoryview) -> int:
    import numpy as np  # noqa: PLC0415  only the debug parsers need it, and commands start faster without it

    return int(np.frombuffer(view, np.uint8).__array_interface__["data"][0])


def find_byte(view: memoryview, byte: bytes, step: int = 4096) -> int | None:
    """The position of the first such byte; looks at the view in pieces, since most fields are short."""
    for start in range(0, len(view), step):
        found = bytes(view[start : start + step]).find(byte)
        if found >= 0:
            return start + found
    return None


def first_nonzero(view: memoryview, step: int = 1 << 20) -> int | None:
    """The position of the first byte that is not zero, or None; looks at the view in pieces, since gaps can be long."""
    for start in range(0, len(view), step):
        piece = bytes(view[start : start + step])
        if rest := piece.lstrip(b"\0"):
            return start + len(piece) - len(rest)
    return None
