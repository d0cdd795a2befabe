"""Sequences of a known length, as lists; they cannot go in or out of a model."""

from __future__ import annotations

from typing import Any

from nacformats.onnx.reading.node import NodeReader, operation
from nacformats.onnx.reading.values import NamedValue, Refusal, constant, rank_of
from nacformats.runtime.kernels._promotion import INT64

#: A sequence is made of an axis of up to this many elements.
MAX_ENTRIES = 1 << 16


def _list(node: NodeReader, place: int) -> list[Any]:
    value = node.inputs[place]
    if not isinstance(value, list):
        raise Refusal(f"input {place} is not a sequence of known length")
    return value


def _place(node: NodeReader, place: int, length: int) -> int:
    number = node.scalar(place)
    if not -length <= number < length:
        raise Refusal(f"place {number} of a sequence of {length}")
    return int(number) % length


@operation("SequenceEmpty")
def _empty(_node: NodeReader) -> NamedValue:
    """A sequence without entries."""
    return []


@operation("SequenceConstruct")
def _construct(node: NodeReader) -> NamedValue:
    """A sequence of tensors."""
    return [node.value(place) for place in range(len(node.inputs))]


@operation("SequenceLength")
def _length(node: NodeReader) -> NamedValue:
    """The number of entries."""
    return constant(len(_list(node, 0)), INT64)


@operation("SequenceAt")
def _at(node: NodeReader) -> NamedValue:
    """One entry."""
    entries = _list(node, 0)
    found: NamedValue = entries[_place(node, 1, len(entries))]
    return found


@operation("SequenceInsert")
def _insert(node: NodeReader) -> NamedValue:
    """The sequence with one entry more."""
    entries = list(_list(node, 0))
    place = _place(node, 2, len(entries) + 1) if node.has(2) and node.scalar(2) >= 0 else None
    if node.has(2) and place is None:
        place = node.scalar(2) + len(entries)
    entries.insert(len(entries) if place is None else place, node.value(1))
    return entries


@operation("SequenceErase")
def _erase(node: NodeReader) -> NamedValue:
    """The sequence with one entry less."""
    entries = list(_list(node, 0))
    del entries[_place(node, 1, len(entries)) if node.has(1) else -1]
    return entries


@operation("SplitToSequence")
def _split_to_sequence(node: NodeReader) -> NamedValue:
    """Consecutive parts along an axis."""
    value, axis = node.value(0), node.axis(default=0)
    whole = node.build.size(value, axis)
    if not isinstance(whole, int):
        raise Refusal("an axis of unknown size")
    if whole > MAX_ENTRIES:
        raise Refusal(f"an axis of {whole} elements")
    sizes = _sizes(node, whole)
    parts: list[Any] = []
    start = 0
    for size in sizes:
        parts.append(node.build.slice(value, axis, start, start + size))
        start += size
    if node.has(1) or node.attribute("keepdims", 1):
        return parts
    shape = value.shape or ()
    return [node.emit("aten.squeeze.dim", part, axis, shape=(*shape[:axis], *shape[axis + 1 :])) for part in parts]


def _sizes(node: NodeReader, whole: int) -> list[int]:
    if not node.has(1):
        return [1] * whole
    given = node.constant(1)
    if given.shape:
        return [int(size) for size in given.array]
    each = int(given.array)
    if each < 1:
        raise Refusal(f"parts of size {each}")
    return [min(each, whole - start) for start in range(0, whole, each)]


@operation("ConcatFromSequence")
def _concat_from_sequence(node: NodeReader) -> NamedValue:
    """The entries one after the other, or along a new axis."""
    entries = _list(node, 0)
    if not entries:
        raise Refusal("a sequence without entries")
    new = bool(node.attribute("new_axis", 0))
    rank = rank_of(entries[0]) + new
    axis = node.attribute("axis", 0) % rank
    if not new:
        return node.build.cat(entries, axis)
    first = entries[0].shape
    return node.emit("aten.stack", entries, axis, shape=(*first[:axis], len(entries), *first[axis:]))
