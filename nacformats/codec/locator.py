"""Translate paths to offsets and back: only what is on the way is read, by a parser that keeps positions."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any

from nacformats.codec.streams import Source

if TYPE_CHECKING:
    from nacformats.codec.columns import RecordCodec
    from nacformats.codec.columns.arrays import Array
    from nacformats.codec.trees.codec import SchemaCodec
    from nacformats.codec.walk import Walk


@dataclass(frozen=True)
class KnownList:
    """A list of records of which it is known where each one starts: one that is asked for is read alone.

    Attributes:
        codec: of its records.
        starts: absolute offsets of the records, in bytes.
        arguments: what records take from elsewhere in the file; None where that does not decide what is in them.
    """

    codec: RecordCodec
    starts: Sequence[int] | Array
    arguments: Mapping[str, Any] | None = None


@dataclass(eq=False)
class Locator:
    """Paths and offsets of one file. What is not on the way to a field is not read.

    Attributes:
        schema: its name, or what reads it.
        source: the bytes; need not be those of a good file.
        known: path of a list -> the list, where a reader knows it.
    """

    schema: str | SchemaCodec
    source: Source
    known: Callable[[str], KnownList | None] = lambda _: None

    @cached_property
    def _walk(self) -> Walk:
        from nacformats.codec.walk import Walk  # noqa: PLC0415  a file that is read has nothing to locate

        return Walk(self.schema, self.source, sys.maxsize)

    def offset(self, path: str) -> int:
        """Return the offset of a field, or of the innermost enclosing one that exists."""
        found = _ELEMENT.fullmatch(path)
        known = None if found is None else self.known(found["list"])
        if found is None or known is None:
            return min(self._walk.nearest(path).offset, self.source.size)
        index = int(found["index"])
        start = int(known.starts[index])
        return record_offsets(known.codec, self.source.view, start, index, known.arguments)(found["field"])

    def path(self, offset: int) -> str | None:
        """Return the path of the innermost field that a byte belongs to; None when it belongs to none."""
        return self._walk.at(offset).path or None

    def number(self, path: str) -> int | float | None:
        """Return the value of a field that is a number; None for any other, and where there is no such field."""
        node = self._walk.find(path)
        return node.value if node is not None and isinstance(node.value, int | float) else None


#: A record of a list, and the path of a field in it.
_ELEMENT = re.compile(r"(?P<list>[\w.]+)\[(?P<index>\d+)\]\.?(?P<field>.*)")


def record_offsets(
    codec: RecordCodec,
    view: memoryview,
    start: int,
    index: int | None = None,
    arguments: Mapping[str, Any] | None = None,
) -> Callable[[str], int]:
    """Return a function from the paths of fields of one record to their absolute offsets; it reads the record once.

    It takes a path in the record, such as "body.inputs[1].idx"; empty for the record. The offset is that of the
    enclosing field if the record is broken.

    Args:
        codec: of the record.
        view: the bytes of the file.
        start: of the record, in bytes.
        index: number of the record in its list.
        arguments: as for KnownList.
    """

    @cache
    def walk() -> Walk:
        from nacformats.codec.columns.replay import record_at  # noqa: PLC0415  only bad files need a parser
        from nacformats.codec.walk import Walk  # noqa: PLC0415  a file that is read has nothing to locate

        return Walk.below(record_at(codec, view, start, index=index, arguments=arguments), view, start)

    return lambda field: walk().nearest(field).offset if field else start
