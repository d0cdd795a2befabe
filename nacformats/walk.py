"""Every field of a file with its place: a walk over the tree of a parser that was generated in debug mode.

A debug parser keeps, for each object, where each of its fields starts and ends in the stream that it was read from.
Sections of known size are streams of their own; here their positions become offsets in the file.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from kaitaistruct import KaitaiStream, KaitaiStruct

from nacformats.schema.kaitai import class_name
from nacformats.schema.sources import load_schema
from nacformats.stream import Buffer, Source, ViewIO
from nacformats.trees import PARSER_FAILURES, parser_class


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

    def __init__(self, schema: str, source: Source, reads: int) -> None:
        """Read the file with the debug parser of a schema, with at most `reads` reads from its bytes."""
        self._counter = CountingIO(source.view, reads)
        stream = KaitaiStream(self._counter)
        self._bases: dict[int, tuple[KaitaiStream, int]] = {id(stream): (stream, 0)}
        tree = parser_class(schema, debug=True)(stream)
        self._attempt(tree._read)
        self.root = Node(schema, "", 0, source.size, tree)

    @property
    def stopped(self) -> bool:
        return self._counter.reads < 0

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
        nodes = [self._field(node, name, name, self._base(tree._io)) for name in tree.SEQ_FIELDS if name in tree._debug]
        instances = []
        for name, instance in described.get("instances", {}).items():
            if "value" in instance:
                continue
            self._attempt(lambda name=name: getattr(tree, name))
            if f"_m_{name}" in tree._debug:
                stream = tree._root._io if "io" in instance else tree._io
                instances.append(self._field(node, name, f"_m_{name}", self._base(stream)))
        yield from nodes
        yield from sorted(instances, key=lambda child: child.offset)

    def _field(self, parent: Node, name: str, attribute: str, base: int) -> Node:
        position = parent.value._debug[attribute]
        path = f"{parent.path}.{name}" if parent.path else name
        value = getattr(parent.value, attribute, None)
        return self._node(name, path, base, position, value)

    def _elements(self, node: Node) -> Iterator[Node]:
        base = node.offset - node.positions[0]["start"] if node.positions else 0
        for index, (value, position) in enumerate(zip(node.value, node.positions, strict=False)):
            name = f"[{index}]"
            yield self._node(name, node.path + name, base, position, value)

    def _node(self, name: str, path: str, base: int, position: dict[str, Any], value: Any) -> Node:
        start, end = position["start"], position.get("end")
        if isinstance(value, KaitaiStruct):
            self._bases.setdefault(id(value._io), (value._io, base + start))
        size = None if end is None else end - start
        return Node(name, path, base + start, size, value, position.get("arr", []))

    def _base(self, stream: KaitaiStream) -> int:
        return self._bases[id(stream)][1]

    @staticmethod
    def _attempt(read: Any) -> None:
        """Read as far as it goes: what is wrong is for the checks to say, what was read stays in the tree."""
        try:
            read()
        except PARSER_FAILURES:
            return


class CountingIO(ViewIO):
    """A stream that ends early after a number of reads, so that no file keeps a parser busy for hours."""

    def __init__(self, view: memoryview, reads: int) -> None:
        super().__init__(view)
        self.reads = reads

    def read(self, size: int = -1) -> Buffer:
        self.reads -= 1
        if self.reads < 0:
            raise EOFError("the parser was stopped")
        return super().read(size)


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
