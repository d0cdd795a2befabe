"""Every field of a file with its place: a walk over the tree of a parser that was generated in debug mode.

A debug parser keeps, for each object, where each of its fields starts and ends in the stream that it was read from.
Fields of known size are streams of their own, which know where in the file they start.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

from kaitaistruct import KaitaiStruct

from nacformats.codec.streams import Buffer, PositionedIO, PositionedStream, Source
from nacformats.codec.trees import PARSER_FAILURES, parser_class
from nacformats.generator.sources import class_name, load_schema

#: What reading a tree can raise that was read in part: its parser failed, or a field is missing that others need.
UNREADABLE = (*PARSER_FAILURES, AttributeError, IndexError, TypeError)


@dataclass(frozen=True)
class Node:
    """One field of a file.

    Attributes:
        name: its id in the schema, or "[3]" for an element of a repeated field.
        path: the names from the root down, such as "tensors[3].ofs_body".
        offset: absolute, in bytes.
        size: in bytes; None when the file ends, or the parser gave up, inside the field.
        value: a number, bytes, text, an enum, a generated object, or a list of these.
        positions: of the elements, when the value is a list.
    """

    name: str
    path: str
    offset: int
    size: int | None
    value: Any
    positions: list[dict[str, int]] = field(default_factory=list, repr=False)


class Walk:
    """The fields of a file, read as far as it can be read.

    Attributes:
        root: the node of the whole file.
        stopped: whether the parser was stopped because it had read as often as it may.
    """

    def __init__(self, schema: str, source: Source, reads: int, part_reads: int | None = None) -> None:
        """Read the file with the debug parser of a schema.

        Args:
            schema: its name.
            source: the bytes.
            reads: how often the parser may read from them.
            part_reads: how often it may for one instance, so that a long section does not keep the others from being
                read; None: as often as at all.
        """
        self._whole = source.view
        self._part_reads = reads if part_reads is None else part_reads
        self._counter = CountingIO(source.view, reads)
        tree = parser_class(schema, debug=True)(PositionedStream(self._counter))
        _attempt(tree._read)
        self.root = Node(schema, "", 0, source.size, tree)

    @property
    def stopped(self) -> bool:
        return self._counter.stopped

    def children(self, node: Node) -> Iterator[Node]:
        """The fields of an object in the order of the file, or the elements of a list; nothing for anything else."""
        if isinstance(node.value, KaitaiStruct):
            yield from self._fields(node)
        elif isinstance(node.value, list):
            yield from self._elements(node)

    def find(self, path: str) -> Node | None:
        """The node with this path, or None."""
        node: Node | None = self.root
        while node is not None and node.path != path:
            node = next((child for child in self.children(node) if _leads_to(child.path, path)), None)
        return node

    def _fields(self, node: Node) -> Iterator[Node]:
        tree = node.value
        described = type_of(tree)
        bits = 0
        for attribute in described.get("seq", []):
            name = attribute["id"]
            if name not in tree._debug:
                continue
            child = self._field(node, name, name, self._base(tree._io))
            if child.value is None and child.size == 0:  # a switch without a case for what the file says
                continue
            width = _bit_width(attribute)
            yield _within_byte(child, bits, width) if width else child
            bits = (bits + width) % 8 if width else 0
        instances = (self._instance(node, name, entry) for name, entry in described.get("instances", {}).items())
        yield from sorted(filter(None, instances), key=lambda child: child.offset)

    def _instance(self, node: Node, name: str, described: dict[str, Any]) -> Node | None:
        """An instance that is read from the file; None for one that is computed, absent, or a table of lookups."""
        tree = node.value
        if "value" in described:
            return None
        with self._counter.at_most(self._part_reads):
            _attempt(lambda: getattr(tree, name))
        if f"_m_{name}" not in tree._debug:
            return None
        stream = tree._root._io if "io" in described else tree._io
        child = self._field(node, name, f"_m_{name}", self._base(stream))
        return None if child.size == 0 and isinstance(child.value, list | KaitaiStruct) else child

    def _field(self, parent: Node, name: str, attribute: str, base: int) -> Node:
        position = parent.value._debug[attribute]
        path = f"{parent.path}.{name}" if parent.path else name
        return self._node(name, path, base, position, getattr(parent.value, attribute, None))

    def _elements(self, node: Node) -> Iterator[Node]:
        base = node.offset - node.positions[0]["start"] if node.positions else 0
        for index, (value, position) in enumerate(zip(node.value, node.positions, strict=False)):
            name = f"[{index}]"
            yield self._node(name, node.path + name, base, position, value)

    @staticmethod
    def _node(name: str, path: str, base: int, position: dict[str, Any], value: Any) -> Node:
        start, end = position["start"], position.get("end")
        size = None if end is None else end - start
        return Node(name, path, base + start, size, value, position.get("arr", []))

    def _base(self, stream: Any) -> int:
        return int(stream._io.offset_in(self._whole))


def _attempt(read: Callable[[], object]) -> None:
    """Read as far as it goes: what is wrong is for the checks to say, what was read stays in the tree."""
    try:
        read()
    except UNREADABLE:
        return


class CountingIO(PositionedIO):
    """A stream that ends early after a number of reads, so that no file keeps a parser busy for hours."""

    def __init__(self, data: Buffer, reads: int) -> None:
        super().__init__(data)
        self.stopped = False
        self._reads = reads

    def read(self, size: int = -1) -> memoryview:
        if self._reads <= 0:
            self.stopped = True
            raise EOFError("the parser was stopped")
        self._reads -= 1
        return super().read(size)

    @contextmanager
    def at_most(self, reads: int) -> Iterator[None]:
        """Within this block, at most this many of the reads that are left may be used up."""
        kept = max(self._reads - reads, 0)
        self._reads -= kept
        try:
            yield
        finally:
            self._reads += kept


def _bit_width(attribute: dict[str, Any]) -> int:
    """How many bits a field has; 0 for one that is whole bytes."""
    match = re.fullmatch(r"b(\d+)(le|be)?", str(attribute.get("type")))
    return int(match[1]) if match else 0


def _within_byte(node: Node, before: int, width: int) -> Node:
    """The bytes that bits stand in: a stream counts a byte as read with its first bit."""
    return replace(node, offset=node.offset - bool(before), size=(before + width + 7) // 8)


def _leads_to(start: str, path: str) -> bool:
    return path.startswith(start) and path[len(start) : len(start) + 1] in ("", ".", "[")


def type_of(tree: KaitaiStruct) -> dict[str, Any]:
    """What the schema says about the type of a generated object."""
    schema = type(tree).__module__.rpartition(".")[2]
    return _types(schema)[type(tree).__qualname__]


@cache
def _types(schema: str) -> dict[str, dict[str, Any]]:
    """Every type of a schema by the qualified name of its generated class."""
    found: dict[str, dict[str, Any]] = {}
    waiting = [(class_name(schema), load_schema(schema))]
    while waiting:
        name, described = waiting.pop()
        found[name] = described
        waiting += [(f"{name}.{class_name(inner)}", sub) for inner, sub in described.get("types", {}).items()]
    return found
