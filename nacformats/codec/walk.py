"""Every field of a file with its place: a walk over the tree of a parser that keeps positions.

Such a parser keeps, for each record, where each of its fields starts and ends in the stream that it was read from.
Fields of known size are streams of their own, which know where in the file they start.
"""

from __future__ import annotations

import re
import sys
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any

from construct import ConstructError

from nacformats.codec.constructs.lists import Elements
from nacformats.codec.records import base, is_list, is_record, member_value, span, type_of
from nacformats.codec.streams import ReadBudget, Source, find_unit
from nacformats.codec.tables import FieldEntry, schema_of_name
from nacformats.codec.treecodec import TreeCodec
from nacformats.codec.trees import PARSER_FAILURES

_STEP = re.compile(r"(?P<name>\w+)|\[(?P<index>\d+)\]")
#: What reading a partly read tree can raise: its parser failed, or a field that others need is missing.
UNREADABLE = (*PARSER_FAILURES, ConstructError, AttributeError, LookupError, TypeError)


@dataclass(frozen=True)
class FieldNode:
    """One field of a file.

    Attributes:
        name: its id in the schema, or "[3]" for an element of a repeated field.
        path: the names from the root down, such as "tensors[3].ofs_body".
        offset: absolute, in bytes.
        size: in bytes; None when the file ends, or the parser gave up, inside the field.
        value: a number, bytes, text, an enum, a generated object, or a list of these.
        positions: of the elements, when the value is a list.
        holds: the schema of the file that the value, bytes, may be; "" for any other field.
    """

    name: str
    path: str
    offset: int
    size: int | None
    value: Any
    positions: list[dict[str, int]] = field(default_factory=list, repr=False)
    holds: str = ""


class Walk:
    """The fields of a file, read as far as it can be read.

    Attributes:
        root: the node of the whole file.
        stopped: whether the parser was stopped because it had read as often as it may.
    """

    def __init__(self, schema: str | TreeCodec, source: Source, reads: int, part_reads: int | None = None) -> None:
        """Read the file with a parser that keeps positions.

        Args:
            schema: its name, or what reads it.
            source: the bytes.
            reads: how often the parser may read from them.
            part_reads: how often it may for one instance, so that a long section does not keep the others from being
                read; None: as often as for the whole file.
        """
        self._whole = source.view
        self._part_reads = reads if part_reads is None else part_reads
        self._budget = ReadBudget(reads)
        codec = TreeCodec.generated(schema) if isinstance(schema, str) else schema
        self.root = FieldNode(codec.name, "", 0, source.size, codec.walked(source, self._budget))

    @classmethod
    def below(cls, record: Any, whole: memoryview, start: int) -> Walk:
        """Return a walk over one record that was read alone.

        Args:
            record: as its parser, which keeps positions, has left it.
            whole: the bytes of the file.
            start: of the record, in bytes.
        """
        walk = cls.__new__(cls)
        walk._whole, walk._part_reads, walk._budget = whole, sys.maxsize, ReadBudget(sys.maxsize)
        walk.root = FieldNode("", "", start, None, record)
        return walk

    @property
    def stopped(self) -> bool:
        return self._budget.stopped

    def inside(self, node: FieldNode) -> FieldNode:
        """Return the node with the tree of the file that its bytes are, where they are one; any other node as it is."""
        if not node.holds or not isinstance(node.value, bytes | memoryview):
            return node
        codec = TreeCodec.generated(node.holds)
        if bytes(node.value[: len(codec.table.magic)]) != codec.table.magic:
            return node
        with self._budget.at_most(self._part_reads):
            record = codec.walked_part(node.value, node.offset, self._budget)
        return replace(node, value=record, holds="") if record._debug else node

    def children(self, node: FieldNode) -> Iterator[FieldNode]:
        """Yield the fields of an object in the order of the file, or the elements of a list; nothing for anything else.

        Bytes that are a file of another schema have the fields of that.
        """
        node = self.inside(node)
        if is_record(node.value):
            yield from self._fields(node)
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
        if not is_record(node.value):
            return None
        placed = next((entry for entry in type_of(node.value).placed if entry.id == step["name"]), None)
        if placed is not None:
            return self._instance(node, placed)
        return next((child for child in self._sequence(node) if child.name == step["name"]), None)

    def _fields(self, node: FieldNode) -> Iterator[FieldNode]:
        yield from self._sequence(node)
        instances = (self._instance(node, entry) for entry in type_of(node.value).placed)
        yield from sorted(filter(None, instances), key=lambda child: child.offset)

    def _sequence(self, node: FieldNode) -> Iterator[FieldNode]:
        record = node.value
        bits = 0
        for entry in type_of(record).fields:
            if span(record, entry.id) is None:
                continue
            child = self._field(node, entry.id, base(record, self._whole))
            if child.value is None and child.size == 0:  # a switch without a case for what the file says
                continue
            if entry.holds:
                child = replace(child, holds=_schema_of(entry.holds, record))
            yield _within_byte(child, bits, entry.bits) if entry.bits else child
            bits = (bits + entry.bits) % 8 if entry.bits else 0

    def _instance(self, node: FieldNode, entry: FieldEntry) -> FieldNode | None:
        """Return an instance that is read from the file; None for one that is absent, or a table of lookups."""
        with self._budget.at_most(self._part_reads), suppress(*UNREADABLE):  # what was read stays in the tree
            member_value(node.value, entry.id)
        if span(node.value, entry.id) is None:
            return None
        child = self._field(node, entry.id, base(node.value, self._whole, elsewhere=entry.elsewhere))
        return None if child.size == 0 and (is_list(child.value) or is_record(child.value)) else child

    def _field(self, parent: FieldNode, name: str, start: int) -> FieldNode:
        position = span(parent.value, name)
        assert position is not None
        path = f"{parent.path}.{name}" if parent.path else name
        return self._node(name, path, start, position, _value(parent.value, name))

    def _elements(self, node: FieldNode, first: int = 0, stop: int | None = None) -> Iterator[FieldNode]:
        chosen: Iterable[tuple[Any, Mapping[str, Any]]]
        if isinstance(node.value, Elements):
            places = range(len(node.value))[first:stop]
            chosen = ((node.value[index], node.value.position(index)) for index in places)
        else:
            chosen = zip(node.value[first:stop], node.positions[first:stop], strict=False)
        start = _start_of_stream(node)
        for index, (value, position) in enumerate(chosen, first):
            name = f"[{index}]"
            yield self._node(name, node.path + name, start, position, value)

    def _elements_at(self, node: FieldNode, offset: int) -> Iterator[FieldNode]:
        """Return the elements that may hold a byte: they follow one another."""
        starts = _starts(node)
        after = bisect_right(starts, offset - _start_of_stream(node))
        yield from self._elements(node, max(after - 1, 0), after)

    @staticmethod
    def _node(name: str, path: str, start: int, position: Mapping[str, Any], value: Any) -> FieldNode:
        first, end = position["start"], position.get("end")
        size = None if end is None else end - first
        return FieldNode(name, path, start + first, size, value, position.get("arr", []))


def _starts(node: FieldNode) -> Sequence[int]:
    """Return the starts of the elements of a list in their stream."""
    if isinstance(node.value, Elements):
        return node.value.starts
    return [position["start"] for position in node.positions]


def _start_of_stream(node: FieldNode) -> int:
    """Return the offset in the file of the stream of a list's elements."""
    return node.offset - next(iter(_starts(node)), node.offset)


def _value(record: Any, name: str) -> Any:
    """Return the value that was read of a field; None if there is none, or it makes no sense."""
    try:
        return record.get(name) if isinstance(record, dict) else vars(record).get(name, vars(record).get(f"_m_{name}"))
    except UNREADABLE:
        return None


def _schema_of(holds: str, record: Any) -> str:
    """Return the schema that `-holds` names, or that belongs to the file name in the field that it names in braces."""
    if not holds.startswith("{"):
        return holds
    name = _value(record, holds[1:-1])
    return (schema_of_name(name) or "") if isinstance(name, str) else ""


def _within_byte(node: FieldNode, before: int, width: int) -> FieldNode:
    """Return the bytes that hold bits: a stream counts a byte as read with its first bit."""
    return replace(node, offset=node.offset - bool(before), size=(before + width + 7) // 8)


def _covers(node: FieldNode, offset: int) -> bool:
    return node.offset <= offset and (node.size is None or offset < node.offset + node.size)
