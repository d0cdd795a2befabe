"""Plans of fields: their rules and expressions, and how many bytes they take."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from nacformats.fuzz.closures import Closures, OfNode
from nacformats.fuzz.hints import Hint, Hints
from nacformats.fuzz.output import PENDING, DrawnNode, PendingError, UnsatisfiedError
from nacformats.fuzz.roles import Roles
from nacformats.fuzz.rules import Rules
from nacformats.fuzz.run import Run
from nacformats.generator import expressions as ex
from nacformats.generator.model import NATIVE, Bits, Field, FieldKind, NumberKind, SwitchKind, Type, TypeUse, uses

#: About how long a text or a list is of which the schema does not say it.
_SOME = 6


class FieldPlan:
    """The plan of a field, or of an instance with `pos`, without what draws it.

    Attributes:
        id, path: its name and its path in the schema.
        ending: its terminator.
        rules: its `valid`.
        offset_of: of an offset: the instance whose place it tells.
        length: of a record of a given size: the field that tells its size.
        tells: whether the field tells of something that is drawn later: it is written then.
        unit: of a count or a size: how many bytes count as one.
        counts_elements: whether it is the count of a list.
        sharers: of such a count: how many lists of the record the room is for, this one included.
        reserves: whether what it counts is drawn much later.
        site: the name under which a record remembers where the field is, until it is written.
    """

    def __init__(self, owner: Type, member: Field, closures: Closures, hints: Hints, roles: Roles) -> None:
        self.id = member.id
        self.path = member.path
        self.site = f"{member.id} site"
        self.member = member
        self.owner = owner
        self.hint: Hint = hints.of(owner, member, closures)
        self.rules = Rules(closures, owner, member)
        self.role = roles.of(owner, member.id)
        self.condition = self._closure(closures, member.condition, "if")
        self.count = self._number(closures, member.count, "repeat-expr")
        self.size = self._number(closures, member.size, "size")
        self.pos = self._number(closures, member.pos, "pos")
        self.io = None if member.io is None else closures.of_stream(owner, member.io, f"{self.path}/io")
        self.ending = b"" if member.terminator is None else member.terminator.unit
        self.until = None
        if member.until is not None:
            self.until = closures.of_value(owner, member.until, f"{member.path}/repeat-until")
        self.offset_of: FieldPlan | None = None
        self.length: FieldPlan | None = None
        self.tells = False
        self.unit = 1
        self.counts_elements = False
        self.sharers = 1
        self.reserves = False
        self.least = _least_of(member)
        self.typical = _typical_of(member)
        self.weightless = isinstance(member.kind, TypeUse) and _is_weightless(member.kind.type)

    def _closure(self, closures: Closures, expression: ex.Expression | None, key: str) -> OfNode | None:
        if expression is None:
            return None
        return closures.of_node(self.owner, expression, f"{self.path}/{key}")

    def _number(
        self, closures: Closures, expression: ex.Expression | None, key: str
    ) -> Callable[[DrawnNode], int] | None:
        if expression is None:
            return None
        return closures.of_number(self.owner, expression, f"{self.path}/{key}")

    def terminate(self, run: Run) -> None:
        """Write what ends the field, where anything does, or have it follow."""
        end = self.member.terminator
        if end is None:
            return
        if not end.consume:
            run.follow(self.ending, is_required=end.required)
        elif end.include:
            pass  # it has been written with the value
        elif end.required:
            run.put(self.ending)
        else:
            run.separate_before(self.ending)

    def checked_size(self, run: Run, node: DrawnNode) -> int:
        """Return what `size` says, if there is room for that."""
        assert self.size is not None
        size, left = self.size(node), run.left()
        if size < 0 or (left is not None and size > left) or size > run.most:
            raise UnsatisfiedError(f"{self.path}/size", f"a size of {size}")
        return size

    def check_later(self, run: Run, node: DrawnNode, value: Any) -> None:
        """Check the rules once the whole file is known; value: what is checked, PENDING: what is known then."""
        run.checks.append(partial(self._check, node, value))

    def _check(self, node: DrawnNode, value: Any) -> None:
        now = node.__dict__[self.id] if value is PENDING else value
        try:
            holds = self.rules.holds(now, node)
        except PendingError:
            raise UnsatisfiedError(f"{self.path}/valid", "depends on what nothing says") from None
        if not holds:
            raise UnsatisfiedError(f"{self.path}/valid", "does not hold for the whole file")


def _is_weightless(target: Type, seen: tuple[Type, ...] = ()) -> bool:
    """True if records of a type take no bytes."""
    if target in seen:
        return True
    return not target.placed and all(
        isinstance(member.kind, TypeUse)
        and member.size is None
        and member.kind.type.schema not in NATIVE
        and _is_weightless(member.kind.type, (*seen, target))
        for member in target.fields
    )


def spread_of(member: Field) -> int:
    """Return how many bytes the alignment of what a record points to may take."""
    aligned = {
        field.id: field.align for use in uses(member.kind) for field in use.type.fields if _points(use.type, field)
    }
    return sum(aligned.values())


def _points(target: Type, field: Field) -> bool:
    return any(placed.pos == ex.Name(field.id) for placed in target.placed)


def _least_of(member: Field) -> int:
    """Return how many bytes a field, or one element of it, takes at least."""
    return _bits(member, (), some=0) // 8


def _typical_of(member: Field) -> int:
    """Return how many bytes a field, or one element of it, takes as a rule; 1 or more."""
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


def _kind_bits(kind: FieldKind, seen: tuple[Type, ...], some: int) -> int:
    match kind:
        case NumberKind(_, width, _):
            return 8 * width
        case Bits(width, _):
            return width
        case TypeUse(target, _):
            return 8 if target.schema in NATIVE else _type_bits(target, seen, some)
        case SwitchKind(_, cases):
            sizes = [_kind_bits(case, seen, some) for _, case in cases] or [0]
            is_total = any(key is None for key, _ in cases)
            return sum(sizes) // len(sizes) if some else min(sizes) * is_total
    return 8 * some
