"""Functions that expressions of a schema call: bounded operators, the stream, and derived values."""

from __future__ import annotations

from typing import Any

from nacformats.codec.constructs.failures import MissingError, RecordError
from nacformats.codec.constructs.fields import If
from nacformats.codec.constructs.lists import Repeat
from nacformats.codec.constructs.nodes import Computation, NodePath, RecordNode, working_on
from nacformats.codec.constructs.streams import BitReader
from nacformats.codec.machine.operators import bounded_product, bounded_remainder, bounded_shift, bounded_sum  # noqa: F401  generated structs find them here

# The stream


def size_of(stream: Any) -> int:
    """`_io.size`: of the stream that is read, or of the file that is built."""
    return int(stream.size)


def position_in(stream: BitReader) -> int:
    """`_io.pos`."""
    return stream.tell()


def at_end_of(stream: BitReader) -> bool:
    """`_io.eof`."""
    return stream.at_end


# Counts, lengths, offsets and arguments that are derived


def count_of(field: str) -> Computation:
    """Return the number of elements of a list."""

    def derive(node: RecordNode) -> int:
        value = _value_of(node, field)
        if value is None:
            return 0
        part = _part_of(node, field)
        count = part.length(value) if isinstance(part, Repeat) else len(value)
        if count is None:
            raise MissingError(f"has to be given, since {field} is given as bytes", NodePath(node))
        return count

    return derive


def length_of(field: str, scale: int = 1) -> Computation:
    """Return the size of a field in units of `scale` bytes."""

    def derive(node: RecordNode) -> int:
        value = _value_of(node, field)
        size = 0 if value is None else int(_part_of(node, field).measure(value, node))
        if size % scale:
            raise RecordError(f"{field} is not a whole number of elements", NodePath(node), actual=f"{size} bytes")
        return size // scale

    return derive


def offset_of(instance: str) -> Computation:
    """Derive the position of an instance; 0 if the tree has none."""

    def derive(node: RecordNode) -> int:
        assert node._state.layout is not None
        if node._state.given is None or instance not in node._state.given:
            return 0
        field = node._state.record.placed[instance].offset
        given = None if field is None else node._state.given.get(field)
        with working_on(node, instance):
            return node._state.layout.position(str(NodePath(node)), given)

    return derive


class argument_of:  # noqa: N801  used like the functions beside it
    """Derive the param of the record in a field; not every type that the field may have determines it."""

    def __init__(self, field: str, param: str) -> None:
        self.field = field
        self.param = param

    def __call__(self, node: RecordNode) -> Any:
        record = node[self.field]
        if not isinstance(record, RecordNode) or self.param not in record._state.record.derived:
            raise MissingError("has to be given", NodePath(node))
        return record._state.record.derived[self.param](record)


def _value_of(node: RecordNode, field: str) -> Any:
    """Return the value of a field, or of an instance if it is given."""
    is_absent = field in node._state.record.placed and node._state.given is not None and field not in node._state.given
    return None if is_absent else node[field]


def _part_of(node: RecordNode, field: str) -> Any:
    """Return the part of a field, without its condition."""
    record = node._state.record
    part = record.fields[field] if field in record.fields else record.placed[field].subcon
    return part.subcon if isinstance(part, If) else part
