"""Plans of fields: their rules and expressions, and how many bytes they take."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

from nacformats.fuzz.closures import Closures
from nacformats.fuzz.hints import Hint, Hints
from nacformats.fuzz.output import BlamedField, DrawnNode, Pending, PendingError, UnsatisfiedError
from nacformats.fuzz.roles import Roles
from nacformats.fuzz.rules import Rules
from nacformats.fuzz.run import Run
from nacformats.schema import expressions as ex
from nacformats.schema.model import NATIVE, Bits, Field, FieldKind, NumberKind, SwitchKind, Type, TypeUse, uses

_Closure = TypeVar("_Closure", bound=Callable[..., Any])
_MakeClosure = Callable[[Type, ex.Expression, str], _Closure]
#: About how long a text or a list is of which the schema does not say it.
_SOME = 6


class FieldPlan:
    """The plan of a field, or of an instance with `pos`, without what draws it.

    Attributes:
        id, path: its name and its path in the schema.
        ending: its terminator.
        rules: its `valid`.
        checksum: what it is a checksum of; is_summed: whether a checksum is over its bytes.
        offset_of: of an offset: the instance whose place it tells.
        length: of a record of a given size: the field that tells its size.
        tells: whether the field tells of something that is drawn later: it is written then.
        unit: of a count or a size: how many bytes count as one.
        counts_elements: whether it is the count of a list.
        sharers: of such a count: how many lists of the record the room is for, this one included.
        reserves: whether what it counts is drawn much later.
        aims: counts, sizes and positions in its record that are known once it is.
        leaf: it, as what is to blame; size_from: what its size follows from.
        pending: its value until it is written.
        site: the name under which a record remembers where the field is, until it is written.
    """

    def __init__(self, owner: Type, member: Field, closures: Closures, hints: Hints, roles: Roles) -> None:
        self.id = member.id
        self.path = member.path
        self.site = f"{member.id} site"
        self.member = member
        self.owner = owner
        self.hint: Hint = hints.of(owner, member, closures)
        self.checksum = member.checksum or self.hint.checksum
        self.is_summed = False
        self.rules = Rules(closures, owner, member)
        self.role = roles.of(owner, member.id)
        self.size_from = closures.blamed(owner, member.size)
        self.leaf: BlamedField = id(owner), member.id
        self.pending = Pending(self)
        self._closures = closures

        def closure(make: _MakeClosure[_Closure], expression: ex.Expression | None, key: str) -> _Closure | None:
            return None if expression is None else make(owner, expression, f"{member.path}/{key}")

        self.condition = closure(closures.of_node, member.condition, "if")
        self.count = closure(closures.of_number, member.count, "repeat-expr")
        self.size = closure(closures.of_number, member.size, "size")
        self.pos = closure(closures.of_number, member.pos, "pos")
        self.io = closure(closures.of_stream, member.io, "io")
        self.until = closure(closures.of_value, member.until, "repeat-until")
        arguments = () if member.process is None else member.process.arguments
        self._arguments = [closures.of_node(owner, each, f"{member.path}/process") for each in arguments]
        self.ending = b"" if member.terminator is None else member.terminator.unit
        self.offset_of: FieldPlan | None = None
        self.length: FieldPlan | None = None
        self.tells = False
        self.unit = 1
        self.counts_elements = False
        self.sharers = 1
        self.aims: list[Callable[[Any], int]] = []
        self.reserves = False
        self.least = _bits(member, (), some=0) // 8
        self.typical = max(1, _bits(member, (), some=_SOME) // 8)
        self.weightless = isinstance(member.kind, TypeUse) and _is_weightless(member.kind.type)

    def terminate(self, run: Run) -> None:
        """Write what ends the field, where anything does, or have it follow."""
        end = self.member.terminator
        if end is None:
            return
        if not end.consume:
            run.plant(self.ending, is_due=end.required)
        elif end.include:
            pass  # it has been written with the value
        elif end.required:
            run.put(self.ending)
        else:
            run.stream.separator = self.ending  # if anything follows it in the stream

    def checked_size(self, run: Run, node: DrawnNode) -> int:
        """Return what `size` says, if there is room for that."""
        assert self.size is not None
        size, left = self.size(node), run.left()
        if size < 0 or (left is not None and size > left) or size > run.most:
            error = self.unfit("size", size)
            if left is not None and size > left:
                error.blamed = {**run.stream.blamed, **error.blamed}
            raise error
        return size

    def unfit(self, key: str, value: int) -> UnsatisfiedError:
        """Return the error that a number that a key of the field gives does not fit."""
        expression, words = {
            "size": (self.member.size, "a size"),
            "pos": (self.member.pos, "a position"),
            "repeat-expr": (self.member.count, "a count"),
        }[key]
        blamed = self._closures.blamed(self.owner, expression)
        return UnsatisfiedError(f"{self.path}/{key}", f"{words} of {value}", blamed, 1 if value < 0 else -1)

    def filled(self, data: bytes, size: int) -> bytes:
        """Return the bytes of a value in a part that is larger: its terminator comes next, and padding."""
        if len(data) > size:
            raise self.unfit("size", size)
        data += self.ending if len(data) + len(self.ending) <= size else b""
        return data.ljust(size, bytes([self.member.pad_right or 0]))

    def processing(self, node: DrawnNode) -> tuple[str, list[Any]]:
        """Return what is done to the bytes of the field when they are read, and with which arguments."""
        assert self.member.process is not None
        return self.member.process.name, [argument(node) for argument in self._arguments]

    def keeps_rules(self, run: Run, node: DrawnNode, value: Any) -> bool:
        """True if a value keeps the rules; what cannot be told yet is checked once the whole file is known."""
        try:
            return self.rules.holds(value, node)
        except PendingError:
            self.check_later(run, node, value)
            return True

    def check_later(self, run: Run, node: DrawnNode, value: Any) -> None:
        """Check the rules once the whole file is known; value: what is checked; Pending: what is known then."""
        run.checks.append(partial(self._check, node, value))

    def _check(self, node: DrawnNode, value: Any) -> None:
        now = node.__dict__[self.id] if isinstance(value, Pending) else value
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
    aligned: dict[str, int] = {}
    for target in (use.type for use in uses(member.kind)):
        pointing = [placed.pos for placed in target.placed]
        aligned |= {field.id: field.align for field in target.fields if ex.Name(field.id) in pointing}
    return sum(aligned.values())


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
