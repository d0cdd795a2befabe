"""The base of the parsers that the Kaitai Struct compiler makes: its runtime library, with types."""

import os
from types import TracebackType
from typing import BinaryIO, Self

class KaitaiStream:
    """A stream of bytes, as generated parsers read it."""

    def __init__(self, io: BinaryIO) -> None: ...
    def pos(self) -> int: ...
    def size(self) -> int: ...
    def is_eof(self) -> bool: ...
    def close(self) -> None: ...

class KaitaiStruct:
    """The base of all generated classes; the fields of the schema are attributes of a subclass.

    A field whose `if` does not hold is missing: reading it raises AttributeError. An instance is None then.
    """

    _io: KaitaiStream

    def __init__(
        self, _io: KaitaiStream, _parent: KaitaiStruct | None = None, _root: KaitaiStruct | None = None
    ) -> None: ...
    @classmethod
    def from_file(cls, filename: str | os.PathLike[str]) -> Self:
        """Open a file and parse it; close it when the object is no longer needed."""

    @classmethod
    def from_bytes(cls, buf: bytes) -> Self:
        """Parse bytes in memory."""

    @classmethod
    def from_io(cls, io: BinaryIO) -> Self:
        """Parse an open file."""

    def close(self) -> None: ...
    def __enter__(self) -> Self: ...
    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, tb: TracebackType | None
    ) -> None: ...
