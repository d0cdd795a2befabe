"""The interface of a format: its model, and how its files are read, checked and written."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, Self

from nacformats.codec.streams import Buffer, Source
from nacformats.codec.tables import file_formats
from nacformats.lazy import NotebookObject
from nacformats.plain import Plain

if TYPE_CHECKING:
    from pathlib import Path
    from types import TracebackType

    from nacformats.codec.trees.codec import SchemaCodec
    from nacformats.files import PathLike
    from nacformats.findings import Finding


class Model(NotebookObject):
    """A file or graph in memory. One that was opened from a path is a context manager over its mapping.

    Attributes:
        format: name of the format that it was read from; None for one that was made.
        source: the bytes that it was read from.
    """

    format: str | None
    source: Source | None = None

    def close(self) -> None:
        if self.source is not None:
            self.source.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, tb: TracebackType | None) -> None:
        self.close()


class Room(Plain):
    """The functions that read, check and write the files of a format.

    Attributes:
        model: the class that read returns.
        read: (source, strict, **options) -> model. Raises FormatError; keeps the source if the model is lazy.
        write: model -> the bytes of the file, in pieces. Validates first; raises FormatError, ValueError or TypeError.
        check: (source, strict) -> findings; never raises FormatError. Has an "error" exactly when read raises. Where
            nacformats.checks has checks of the model, they follow as arguments: model -> findings, which come last.
        codec: for a format that is its schema alone, what reads and writes its trees.
        companions: (model, path) -> other files that belong to the one at path, and what they hold.
        title: source -> name for people of what it is, where a format has several versions; None for any other file.
    """

    model: type[Any]
    read: Callable[..., Any]
    write: Callable[[Any], Iterable[Buffer]]
    check: Callable[..., list[Finding]]
    companions: Callable[[Any, Path], Mapping[PathLike, Iterable[Buffer]]] = lambda _model, _path: {}
    codec: Callable[[], SchemaCodec] | None = None
    title: Callable[[Source], str | None] = lambda _source: None


class Format(Plain):
    """One wire format. Every module under nacformats/formats/ that defines FORMAT (or FORMATS) is registered.

    It is known by name, suffix and first bytes; the room is imported when a file of the format is read or written.

    Attributes:
        name: short name, also that of the schema ("stb").
        title: name for people ("STB v0.1").
        suffix: file name suffix with the dot (".stb").
        sniff: tells from the first SNIFF_BYTES whether a file is of this format; only peeks, never raises.
        room: gives what is done with the files.
        package: where the model is defined.
    """

    name: str
    title: str
    suffix: str
    sniff: Callable[[bytes], bool]
    room: Callable[[], Room]
    package: str

    @classmethod
    def of_schema(cls, name: str, package: str, room: Callable[[], Room], title: str | None = None) -> Format:
        """Return the format of a package whose schema says the suffix and the first bytes of its files."""
        of_schema, suffix, magic = file_formats()[name]
        return cls(name, title or of_schema, suffix, lambda head: head.startswith(magic), room, package)

    def holds(self, obj: object) -> bool:
        """Return True if an object is a model of this format."""
        is_near = any(f"{each.__module__}.".startswith(f"{self.package}.") for each in type(obj).__mro__)
        return is_near and isinstance(obj, self.model)  # asking for the model of another room would import that room

    @cached_property
    def _room(self) -> Room:
        return self.room()

    @property
    def model(self) -> type[Any]:
        return self._room.model

    @property
    def read(self) -> Callable[..., Any]:
        return self._room.read

    @property
    def write(self) -> Callable[[Any], Iterable[Buffer]]:
        return self._room.write

    @property
    def check(self) -> Callable[..., list[Finding]]:
        return self._room.check

    def title_of(self, source: Source) -> str:
        """Return the name for people of one file, which says the version where there are several."""
        return self._room.title(source) or self.title

    @property
    def companions(self) -> Callable[[Any, Path], Mapping[PathLike, Iterable[Buffer]]]:
        return self._room.companions

    @property
    def is_tree(self) -> bool:
        """True if it is its schema alone. Its model is a Tree, and lenient reading allows other layouts and no more."""
        return self.codec is not None

    @property
    def codec(self) -> Callable[[], SchemaCodec] | None:
        return self._room.codec


#: How many bytes from the start of a file `sniff` is given.
SNIFF_BYTES = 4096
