"""How many bytes records take: at least, and as a rule."""

from __future__ import annotations

from nacformats.generator import expressions as ex
from nacformats.generator.model import NATIVE, Bits, Field, Kind, Number, Switch, Type, Use, uses

#: About how long a text or a list is of which the schema does not say it.
_SOME = 6


def is_weightless(target: Type, seen: tuple[Type, ...] = ()) -> bool:
    """Whether records of a type take no bytes."""
    if target in seen:
        return True
    return not target.placed and all(
        isinstance(member.kind, Use)
        and member.size is None
        and member.kind.type.schema not in NATIVE
        and is_weightless(member.kind.type, (*seen, target))
        for member in target.fields
    )


def spread_of(member: Field) -> int:
    """How many bytes the alignment of what a record points to may take."""
    aligned = {
        field.id: field.align for use in uses(member.kind) for field in use.type.fields if _points(use.type, field)
    }
    return sum(aligned.values())


def _points(target: Type, field: Field) -> bool:
    return any(placed.pos == ex.Name(field.id) for placed in target.placed)


def least_of(member: Field) -> int:
    """How many bytes a field, or one element of it, takes at least."""
    return _bits(member, (), some=0) // 8


def typical_of(member: Field) -> int:
    """How many bytes a field, or one element of it, takes as a rule; 1 or more."""
    return max(1, _bits(member, (), some=_SOME) // 8)


def _type_bits(target: Type, seen: tuple[Type, ...], some: int) -> int:
    if target in seen:
        return 0
    bits = 0
    for member in target.fields:
        if member.condition is not None or member.repeat is not None:
            bits += 8 * some
        else:
            bits += _bits(member, (*seen, target), some)
    return bits


def _bits(member: Field, seen: tuple[Type, ...], some: int) -> int:
    if member.contents is not None:
        return 8 * len(member.contents)
    match member.size:
        case ex.Literal(int(size)):
            return 8 * size
    is_open = member.size is not None or member.to_end or member.terminator is not None
    required = int(member.terminator is not None and member.terminator.required)
    return 8 * (some + required) if is_open else _kind_bits(member.kind, seen, some)


def _kind_bits(kind: Kind, seen: tuple[Type, ...], some: int) -> int:
    match kind:
        case Number(_, width, _):
            return 8 * width
        case Bits(width, _):
            return width
        case Use(target, _):
            return 8 if target.schema in NATIVE else _type_bits(target, seen, some)
        case Switch(_, cases):
            sizes = [_kind_bits(case, seen, some) for _, case in cases] or [0]
            is_total = any(key is None for key, _ in cases)
            return sum(sizes) // len(sizes) if some else min(sizes) * is_total
    return 8 * some
