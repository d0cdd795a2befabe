"""Compute which fields and types of a schema have a fixed size, and the places of fields in their type."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from nacformats.schema import expressions as ex
from nacformats.schema.model import Bits, Field, FieldKind, NumberKind, RawBytes, SwitchKind, TextKind, Type, TypeUse


@dataclass(frozen=True)
class FieldSpan:
    """A field in its type: first bit and number of bits, None where they depend on the data."""

    field: Field
    start: int | None
    bits: int | None


def spans(target: Type) -> Iterator[FieldSpan]:
    """Return the fields of a type in their order."""
    position: int | None = 0
    for member in target.fields:
        if position is not None and not isinstance(member.kind, Bits):
            position += -position % 8
        bits = bits_of(member)
        yield FieldSpan(member, position, bits)
        position = None if position is None or bits is None else position + bits


def type_size(target: Type) -> int | None:
    """Return the size of a type in bytes, or None if it depends on the data."""
    bits = type_bits(target)
    return None if bits is None else (bits + 7) // 8


def type_bits(target: Type) -> int | None:
    """Return the size of a type in bits, or None if it depends on the data."""
    if "_bits" not in target.inferred:
        target.inferred["_bits"] = None  # of a type inside of itself
        ends = [(0, 0), *((span.start, span.bits) for span in spans(target))][-1]
        target.inferred["_bits"] = None if None in ends else sum(ends)
    return target.inferred["_bits"]  # type: ignore[no-any-return]


def bits_of(member: Field) -> int | None:
    """Return the size of a field in bits, or None if it depends on the data."""
    if member.condition is not None:
        return None
    bits = element_bits(member)
    if member.repeat is None:
        return bits
    count = fixed_count(member)
    return None if bits is None or count is None else count * bits


def fixed_count(member: Field) -> int | None:
    """Return the number of elements of a list, if the schema fixes it."""
    match member.count:
        case ex.Literal(int(count)):
            return count
    return None


def element_bits(member: Field) -> int | None:
    """Return the size of a field, or of an element of it, in bits."""
    if member.contents is not None:
        return 8 * len(member.contents)
    match member.size:
        case ex.Literal(int(size)):
            return 8 * size
    return None if member.has_extent else kind_bits(member.kind)


def kind_bits(kind: FieldKind) -> int | None:
    match kind:
        case NumberKind(_, width, _):
            return 8 * width
        case Bits(width, _):
            return width
        case TypeUse(target, _):
            bits = type_bits(target)
            return None if bits is None or bits % 8 else bits  # what follows bits of a record may share their byte
        case SwitchKind(_, cases):
            sizes = {kind_bits(case) for _, case in cases}
            return sizes.pop() if kind.otherwise and len(sizes) == 1 else None
        case RawBytes() | TextKind():
            return None
