"""Files that consist of a few numbers and long tables: numbers are read one by one, tables as columns.

The modules of generated/layouts/ give their order, from the `seq` of the root of a schema.
"""

from __future__ import annotations

import importlib
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import KW_ONLY, dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from nacformats.codec.columns.arrays import LONGEST_VARINT, varint
from nacformats.codec.columns.record import RecordCodec
from nacformats.codec.columns.table import Columns
from nacformats.codec.explain import Failure, explain
from nacformats.codec.machine.values import Varint
from nacformats.errors import FormatError

if TYPE_CHECKING:
    from nacformats.codec.walk import FieldNode, Walk

VARINT = "varint"


@dataclass(frozen=True)
class LayoutBytes:
    """Bytes that are always the same."""

    path: str
    data: bytes


@dataclass(frozen=True)
class LayoutNumber:
    """A number.

    Attributes:
        path: such as "output.idx".
        width: bytes, or 0 for a varint.
        equals: the only value allowed, if there is one.
        below: path of a number that has to be larger, if there is one.
        most: the largest value allowed, if there is one.
    """

    path: str
    width: int = 0
    equals: int | None = None
    below: str | None = None
    most: int | None = None


@dataclass(frozen=True)
class LayoutTable:
    """Records that follow each other; `count` is the path of the number that says how many, "" for all that is left."""

    path: str
    record: str
    count: str


@dataclass(frozen=True)
class LayoutEnd:
    """The end of the file: a field that takes all that is left and has to be empty; `rule` is what requires that."""

    path: str
    rule: str


LayoutPart = LayoutBytes | LayoutNumber | LayoutTable | LayoutEnd


@dataclass(frozen=True)
class FileLayout:
    """The root of a schema.

    Attributes:
        schema: its name.
        parts: what a file consists of, in order.
    """

    schema: str
    parts: tuple[LayoutPart, ...]

    def codec(self, record: str) -> RecordCodec:
        module = importlib.import_module(f"nacformats._generated.columns.{self.schema}")
        return getattr(module, record)  # type: ignore[no-any-return]


@dataclass
class File:
    """The content of a file that was read.

    Attributes:
        numbers: by path.
        offsets: where each number is, by path.
        tables: by path.
        end: how far reading has come.
    """

    numbers: dict[str, int] = field(default_factory=dict)
    offsets: dict[str, int] = field(default_factory=dict)
    tables: dict[str, Columns] = field(default_factory=dict)
    end: int = 0


@dataclass(eq=False)
class LayoutReader:
    """Reads a file part by part.

    Attributes:
        layout: of its schema.
        data: the whole file.
        check: whether references and records are held against the rules of the schema.
        before: called with the path of each table, the number of its records and the offset of that number,
            before the table is read; raises what is to be raised when there are too many.
        file: what was read so far.
    """

    layout: FileLayout
    data: bytes
    _: KW_ONLY
    check: bool = True
    before: Callable[[str, int, int], None] | None = None
    file: File = field(default_factory=File, init=False)

    def read(self) -> File:
        """Read all parts.

        Raises:
            FormatError: of the first field that does not fit the schema; path and offset say where.
        """
        for part in self.layout.parts:
            match part:
                case LayoutBytes():
                    self._contents(part)
                case LayoutNumber():
                    self._number(part)
                case LayoutTable():
                    self._table(part)
                case LayoutEnd():
                    self._nothing(part)
        return self.file

    def _contents(self, part: LayoutBytes) -> None:
        start, size = self.file.end, len(part.data)
        found = self.data[start : start + size]
        if len(found) < size:
            raise self._failed(Failure("end", size, len(found)), part.path)
        if found != part.data:
            raise self._failed(Failure("eq", part.data, found), part.path)
        self.file.end += size

    def _number(self, part: LayoutNumber) -> None:
        start = self.file.end
        try:
            number, stop = self._decoded(part.width)
        except IndexError:
            left = self.data[start : start + LONGEST_VARINT]
            is_endless = len(left) == LONGEST_VARINT and part.width == 0
            failure = Failure("bits", 64) if is_endless else Failure("end", 1, 0)
            raise self._failed(failure, part.path) from None
        if part.equals is not None and number != part.equals:
            raise self._failed(Failure("eq", part.equals, number), part.path)
        if part.most is not None and number > part.most:
            raise self._failed(Failure("max", part.most, number), part.path)
        if self.check and part.below is not None and number >= self.file.numbers[part.below]:
            expected = f"a number below {self.file.numbers[part.below]}"
            raise self._failed(Failure("expr", None, number), part.path, expected)
        self.file.numbers[part.path], self.file.offsets[part.path] = number, start
        self.file.end = stop

    def _decoded(self, width: int) -> tuple[int, int]:
        start = self.file.end
        if width == 0:
            return varint(self.data, start)
        if start + width > len(self.data):
            raise IndexError
        return int.from_bytes(self.data[start : start + width], "little"), start + width

    def _table(self, part: LayoutTable) -> None:
        codec, start = self.layout.codec(part.record), self.file.end
        given = {"path": part.path, "check": self.check, **arguments(codec, self.file.numbers)}
        if part.count:
            count = self.file.numbers[part.count]
            if self.before is not None:
                self.before(part.path, count, self.file.offsets[part.count])
            table = codec.read(self.data, start, count, **given)
        else:
            table = codec.read_to(self.data, start, len(self.data), **given)
        self.file.tables[part.path] = table
        self.file.end = int(table.starts[-1])

    def _nothing(self, part: LayoutEnd) -> None:
        rest = self.data[self.file.end :]
        if rest:
            raise self._failed(Failure("expr", None, rest), part.path, expected=f"`{part.rule}`")

    def _failed(self, failure: Failure, path: str, expected: str | None = None) -> FormatError:
        error = explain(self.layout.schema, failure, None)
        error.path, error.offset = path, self.file.end
        if expected is not None:
            error.expected = expected
        return error


#: The largest byte that ends a varint.
_LAST_GROUP = 127


def arguments(codec: RecordCodec, numbers: Mapping[str, int]) -> dict[str, Any]:
    """Return the arguments that records take from the root of their file."""
    return {each.name: numbers[each.path.removesuffix(".value")] for each in codec.arguments}


class PaddedNumber(NamedTuple):
    """A padded varint: its path in the record, its absolute offset, number and bytes."""

    path: str
    offset: int
    number: int
    octets: bytes


def first_padded(layout: FileLayout, data: bytes, file: File) -> PaddedNumber | None:
    """Return the first padded varint of a file, with its path in the file."""
    if not _has_group_of_zeros(np.frombuffer(data, np.uint8)):
        return None
    found = [
        PaddedNumber(part.path, start, number, data[start : start + len(encoded_varint(number))])
        for part in layout.parts
        if isinstance(part, LayoutNumber) and part.width == 0
        for number, start in [(file.numbers[part.path], file.offsets[part.path])]
        if not data.startswith(encoded_varint(number), start)
    ]
    tables = [part for part in layout.parts if isinstance(part, LayoutTable)]
    found += filter(None, (_padded_in(layout.codec(part.record), data, file, part.path) for part in tables))
    return min(found, key=lambda padded: padded.offset, default=None)


def _has_group_of_zeros(octets: npt.NDArray[np.uint8]) -> bool:
    """Return True if a varint might end with a group of zeros; looks at parts, which needs no new pages of memory."""
    for start in range(0, len(octets), _PART):
        part = octets[start : start + _PART + 1]
        if ((part[:-1] > _LAST_GROUP) & (part[1:] == 0)).any():
            return True
    return False


#: So many bytes are looked at together.
_PART = 1 << 16


def _padded_in(codec: RecordCodec, data: bytes, file: File, path: str) -> PaddedNumber | None:
    table = file.tables[path]
    longer = np.flatnonzero(codec.sizes(table, **arguments(codec, file.numbers)) != np.diff(table.starts))
    if not len(longer):
        return None
    index = int(longer[0])
    found = _padded_number(codec, data, int(table.starts[index]), int(table.starts[index + 1]))
    return found._replace(path=f"{path}[{index}].{found.path}".rstrip("."))


def _padded_number(codec: RecordCodec, data: bytes, start: int, stop: int) -> PaddedNumber:
    """Return the first padded varint of a record that has one.

    In a record of very many numbers, of which the parser reads only the first ones, the path is empty.

    Args:
        codec: of the record.
        data: the whole file.
        start, stop: the bytes of the record.
    """
    from nacformats.codec.columns.replay import record_at  # noqa: PLC0415  only bad files need a parser
    from nacformats.codec.walk import Walk  # noqa: PLC0415

    view = memoryview(data)
    walk = Walk.below(record_at(codec, view, start), view, start)
    for node in _nodes(walk, walk.root):
        if isinstance(node.value, Varint) and node.size is not None and not node.value.is_minimal:
            return PaddedNumber(node.path, node.offset, node.value.value, data[node.offset : node.offset + node.size])
    found = _PADDED.search(data, start, stop)
    assert found is not None, "a record without padding takes as many bytes as it needs"
    return PaddedNumber("", found.start(), varint(data, found.start())[0], found[0])


#: A varint whose last group is zeros.
_PADDED = re.compile(rb"[\x80-\xff]{1,9}\x00")


def _nodes(walk: Walk, node: FieldNode) -> Iterator[FieldNode]:
    yield node
    for child in walk.children(node):
        yield from _nodes(walk, child)


def write_layout(
    layout: FileLayout, numbers: Mapping[str, int], tables: Mapping[str, Mapping[str, Any]]
) -> list[bytes]:
    """Return the bytes of a file, in pieces.

    Args:
        layout: of its schema.
        numbers: by path; those with only one value and the counts of tables are derived.
        tables: columns by path. Varints are written as short as can be.

    Raises:
        FormatError: columns that contradict each other or do not fit.
    """
    counted = [part for part in layout.parts if isinstance(part, LayoutTable) and part.count]
    counts = {part.count: _length(layout, part, tables[part.path]) for part in counted}
    known = {**numbers, **counts}
    pieces = []
    for part in layout.parts:
        match part:
            case LayoutBytes():
                pieces.append(part.data)
            case LayoutNumber():
                number = known[part.path] if part.equals is None else part.equals
                pieces.append(number.to_bytes(part.width, "little") if part.width else encoded_varint(number))
            case LayoutTable():
                codec = layout.codec(part.record)
                pieces.append(codec.write(tables[part.path], path=part.path, **arguments(codec, known)))
    return pieces


def _length(layout: FileLayout, part: LayoutTable, columns: Mapping[str, Any]) -> int:
    column = next(column for column in layout.codec(part.record).columns if not column.rows and column.key in columns)
    return len(columns[column.key]) - column.is_offsets


def encoded_varint(number: int) -> bytes:
    """Return the shortest varint of a number."""
    groups = bytearray()
    while number > _LAST_GROUP:
        groups.append(number & 127 | 128)
        number >>= 7
    groups.append(number)
    return bytes(groups)
