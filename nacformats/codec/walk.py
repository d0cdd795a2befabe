"""Every field of a file with its place: a walk over the tree that the machine reads.

A record is read again when somebody asks where its fields are, and tells it; nothing is kept for the others.
"""

from __future__ import annotations

import re
import sys
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from typing import Any

from nacformats.codec.columns.extents import ExtentLists
from nacformats.codec.elements import ListReader, RecordElements
from nacformats.codec.records import is_list
from nacformats.codec.streams import Source, find_unit
from nacformats.codec.tables import FieldEntry, schema_of_name
from nacformats.codec.trees.codec import SchemaCodec
from nacformats.codec.trees.record import TreeRecord
from nacformats.codec.trees.stream import FAILURES, FileReading
from nacformats.codec.trees.trace import SpanTrace, field_spans
from nacformats.errors import FormatError

_STEP = re.compile(r"(?P<name>\w+)|\[(?P<index>\d+)\]")
#: What reading a partly read tree can raise: its parser failed, or a field that others need is missing.
UNREADABLE: tuple[type[BaseException], ...] = (FormatError, *FAILURES)
#: So many records keep the places of their fields.
_PLACED_RECORDS = 256


@dataclass(frozen=True)
class FieldNode:
    """One field of a file.

    Attributes:
        name: its id in the schema, or "[3]" for an element of a repeated field.
        path: the names from the root down, such as "tensors[3].ofs_body".
        offset: absolute, in bytes.
        size: in bytes; None when the file ends, or the parser gave up, inside the field.
        value: a number, bytes, text, an enum, a generated object, or a list of these.
        starts: of the elements, when the value is a list.
        holds: the schema of the file that the value, bytes, may be; "" for any other field.
    """

    name: str
    path: str
    offset: int
    size: int | None
    value: Any
    starts: Sequence[int] = field(default=(), repr=False)
    holds: str = ""

    @property
    def end(self) -> int | None:
        return None if self.size is None else self.offset + self.size


class Walk:
    """The fields of a file, read as far as it can be read.

    Attributes:
        root: the node of the whole file.
        stopped: whether the parser was stopped because it had read as often as it may.
    """

    def __init__(self, schema: str | SchemaCodec, source: Source, reads: int, part_reads: int | None = None) -> None:
        """Read the file.

        Args:
            schema: its name, or what reads it.
            source: the bytes.
            reads: how many elements and records may be read.
            part_reads: how many for one instance, so that a long section does not keep the others from being read;
                None: as many as for the whole file.
        """
        codec = SchemaCodec.generated(schema) if isinstance(schema, str) else schema
        record = codec.read_part(source.view, 0, units=reads, is_lenient=True, lists=_lists_of(codec))
        self._begin(source.view, reads if part_reads is None else part_reads)
        self._readings.append(record._io.reading)
        self.root = FieldNode(codec.name, "", 0, source.size, record)

    def _begin(self, whole: memoryview, part_reads: int) -> None:
        self._whole, self._part_reads = whole, part_reads
        self._readings: list[FileReading] = []
        self._spans = lru_cache(_PLACED_RECORDS)(partial(field_spans, units=part_reads))

    @classmethod
    def below(cls, record: TreeRecord, whole: memoryview, start: int) -> Walk:
        """Return a walk over one record that was read alone.

        Args:
            record: as far as it could be read.
            whole: the bytes of the file.
            start: of the record, in bytes.
        """
        walk = cls.__new__(cls)
        walk._begin(whole, sys.maxsize)
        walk.root = FieldNode("", "", start, None, record)
        return walk

    @property
    def stopped(self) -> bool:
        return any(reading.stopped for reading in self._readings)

    def inside(self, node: FieldNode) -> FieldNode:
        """Return the node with the tree of the file that its bytes are, where they are one; any other node as it is."""
        if not node.holds or not isinstance(node.value, bytes | memoryview):
            return node
        codec = SchemaCodec.generated(node.holds)
        if bytes(node.value[: len(codec.table.magic)]) != codec.table.magic:
            return node
        record = codec.read_part(
            node.value, node.offset, units=self._part_reads, is_lenient=True, lists=_lists_of(codec)
        )
        self._readings.append(record._io.reading)
        return replace(node, value=record, holds="") if self._spans(record).spans else node

    def children(self, node: FieldNode) -> Iterator[FieldNode]:
        """Yield the fields of an object in the order of the file, or the elements of a list; nothing for anything else.

        Bytes that are a file of another schema have the fields of that.
        """
        node = self.inside(node)
        if isinstance(node.value, TreeRecord):
            yield from self._fields(node, node.value)
        elif is_list(node.value):
            yield from self._elements(node)

    def find(self, path: str) -> FieldNode | None:
        """Return the node with this path, or None."""
        node = self.nearest(path)
        return node if node.path == path else None

    def nearest(self, path: str) -> FieldNode:
        """Return the node with this path, or the innermost one above it. Only what is on the way is read."""
        node = self.root
        for step in _STEP.finditer(path):
            child = self._child(node, step)
            if child is None:
                break
            node = child
        return node

    def at(self, offset: int) -> FieldNode:
        """Return the innermost node that a byte belongs to; the root when there is no other."""
        node = self.root
        while True:
            children = self._elements_at(node, offset) if is_list(node.value) else self.children(node)
            child = next((each for each in children if _covers(each, offset)), None)
            if child is None:
                return node
            node = child

    def line(self, number: int) -> int:
        """Return the offset of a line of a text; the first one is number 1."""
        start = 0
        for _ in range(number - 1):
            start += (find_unit(self._whole[start:], b"\n") or 0) + 1
        return min(start, len(self._whole))

    def _child(self, node: FieldNode, step: re.Match[str]) -> FieldNode | None:
        node = self.inside(node)
        if step["index"]:
            index = int(step["index"])
            return next(self._elements(node, index, index + 1), None) if is_list(node.value) else None
        if not isinstance(node.value, TreeRecord):
            return None
        placed = next((entry for entry in node.value._type.placed if entry.id == step["name"]), None)
        if placed is not None:
            return self._instance(node, node.value, placed)
        return next((child for child in self._sequence(node, node.value) if child.name == step["name"]), None)

    def _fields(self, node: FieldNode, record: TreeRecord) -> Iterator[FieldNode]:
        yield from self._sequence(node, record)
        instances = (self._instance(node, record, entry) for entry in record._type.placed)
        yield from sorted(filter(None, instances), key=lambda child: child.offset)

    def _sequence(self, node: FieldNode, record: TreeRecord) -> Iterator[FieldNode]:
        spans = self._spans(record)
        for entry in record._type.fields:
            if entry.id not in spans.spans:
                continue
            child = self._field(node, record._known(record.FIELDS[entry.id]), entry, spans)
            if child.value is None and child.size == 0:  # absent, or a switch without a case for what the file says
                continue
            yield replace(child, holds=_schema_of(entry.holds, record)) if entry.holds else child

    def _instance(self, node: FieldNode, record: TreeRecord, entry: FieldEntry) -> FieldNode | None:
        """Return an instance that is read from the file; None for one that is absent, or a table of lookups."""
        reading, spans = record._io.reading, SpanTrace(record)
        attribute = record.PLACED[entry.id]
        with reading.at_most(self._part_reads, spans), suppress(*UNREADABLE):  # what was read stays in the tree
            record._LAZY[attribute](record, spans)
        value = record._known(attribute)
        if entry.id not in spans.spans:
            return None
        child = self._field(node, value, entry, spans)
        return None if child.size == 0 and (is_list(value) or isinstance(value, TreeRecord)) else child

    @staticmethod
    def _field(parent: FieldNode, value: Any, entry: FieldEntry, spans: SpanTrace) -> FieldNode:
        start, end = spans.spans[entry.id]
        path = f"{parent.path}.{entry.id}" if parent.path else entry.id
        starts: Sequence[int] = spans.starts.get(entry.id, ())
        if isinstance(value, RecordElements):
            starts = value.starts[:-1]
        elif is_list(value) and value and not starts and end is not None:  # numbers that were read at once
            size = (end - start) // len(value)  # 0 of what was unpacked, all of which is where its field is
            starts = range(start, end, size) if size else (start,) * len(value)
        return FieldNode(entry.id, path, start, None if end is None else end - start, value, starts)

    def _elements(self, node: FieldNode, first: int = 0, stop: int | None = None) -> Iterator[FieldNode]:
        for index in range(first, len(node.starts))[: None if stop is None else max(stop - first, 0)]:
            start = node.starts[index]
            end = node.starts[index + 1] if index + 1 < len(node.starts) else node.end
            value = node.value[index] if index < len(node.value) else None
            name = f"[{index}]"
            yield FieldNode(name, node.path + name, start, None if end is None else end - start, value)

    def _elements_at(self, node: FieldNode, offset: int) -> Iterator[FieldNode]:
        """Return the elements that may hold a byte: they follow one another."""
        after = bisect_right(node.starts, offset)
        yield from self._elements(node, max(after - 1, 0), after)


def _lists_of(codec: SchemaCodec) -> Mapping[str, ListReader]:
    """Return what finds the records of lists."""
    return (
        {name: ExtentLists(name) for name in (codec.name, *codec.table.imports)} if codec.is_generated else codec.lists
    )


def _schema_of(holds: str, record: TreeRecord) -> str:
    """Return the schema that `-holds` names, or that belongs to the file name in the field that it names in braces."""
    if not holds.startswith("{"):
        return holds
    name = record._known(holds[1:-1])
    return (schema_of_name(name) or "") if isinstance(name, str) else ""


def _covers(node: FieldNode, offset: int) -> bool:
    return node.offset <= offset and (node.size is None or offset < node.offset + node.size)
