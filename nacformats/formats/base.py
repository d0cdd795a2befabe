"""What a format module provides."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from nacformats.codec.streams import Buffer, Source
from nacformats.files import PathLike
from nacformats.findings import Finding

if TYPE_CHECKING:
    from nacformats.codec.treecodec import TreeCodec


class Model:
    """A file or graph in memory. One that was opened from a path is a context manager over its mapping."""

    source: Source | None = None

    def close(self) -> None:
        if self.source is not None:
            self.source.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, tb: TracebackType | None) -> None:
        self.close()


@dataclass(frozen=True)
class Format:
    """One wire format. Every module under nacformats/formats/ that defines FORMAT (or FORMATS) is registered.

    Attributes:
        name: short name, also that of the schema ("stb").
        title: name for people ("STB v0.1").
        suffix: file name suffix with the dot (".stb").
        model: the class that read returns.
        sniff: tells from the first SNIFF_BYTES whether a file is of this format; only peeks, never raises.
        read: (source, strict, **options) -> model. Raises FormatError; keeps the source if the model is lazy.
        write: model -> the bytes of the file, in pieces. Validates first; raises FormatError, ValueError or TypeError.
        check: (source, strict) -> findings; never raises FormatError. Has an "error" exactly when read raises.
        codec: for a format that is its schema alone, what reads and writes its trees.
        companions: (model, path) -> other files that belong to the one at path, and what they hold.
    """

    name: str
    title: str
    suffix: str
    model: type[Any]
    sniff: Callable[[bytes], bool]
    read: Callable[..., Any]
    write: Callable[[Any], Iterable[Buffer]]
    check: Callable[[Source, bool], list[Finding]]
    companions: Callable[[Any, Path], Mapping[PathLike, Iterable[Buffer]]] = lambda _model, _path: {}
    codec: Callable[[], TreeCodec] | None = None


#: How many bytes from the start of a file `sniff` is given.
SNIFF_BYTES = 4096
