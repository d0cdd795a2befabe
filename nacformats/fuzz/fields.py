"""Plans of fields: their rules and expressions, where they are, how often, and how many bytes they take."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

from nacformats.fuzz.closures import Closures
from nacformats.fuzz.hints import Hint, Hints
from nacformats.fuzz.output import (
    BlamedField,
    DrawnNode,
    ExhaustedError,
    OversizeError,
    Pending,
    PendingError,
    Site,
    Stream,
    SummedBytes,
    UnsatisfiedError,
)
from nacformats.fuzz.roles import Roles
from nacformats.fuzz.rules import FREE, Domain, Rules
from nacformats.fuzz.run import Run
from nacformats.schema import expressions as ex
from nacformats.schema.model import NATIVE, Field, FieldKind, SwitchKind, Type, TypeUse, uses
from nacformats.schema.sizes import element_bits, kind_bits
from nacformats.schema.writing import factor_of, holds_no_bytes, is_bare, reached_from

_Closure = TypeVar("_Closure", bound=Callable[..., Any])
_MakeClosure = Callable[[Type, ex.Expression, str], _Closure]
#: About how long a text or a list is of which the schema does not say it.
_SOME = 6
#: How often one value is drawn before its record is drawn again.
TRIES = 40


def extent_name(name: str) -> str:
    """Return the name under which a record remembers where a field is."""
    return f"{name} extent"


class Element(ABC):
    """One kind of value of a field.

    Attributes:
        field: the plan of the field.
        label: what it is, in a word.
        is_bits: whether its places and sizes are counted in bits.
        is_little: whether the first of its bits is the lowest.
        shares_byte: whether it may begin inside a byte.
        is_part: whether it is in a stream of its own.
        may_follow: whether it is a number that can be written after what it tells of; low: the least that it may be.
        values: int or float where its values are numbers; object: anything.
    """

    values: type = object
    is_bits = False
    is_little = False
    shares_byte = False
    is_part = False
    may_follow = False
    low = 0

    def __init__(self, field: FieldPlan, label: str) -> None:
        self.field = field
        self.label = label

    @abstractmethod
    def draw(self, run: Run, node: DrawnNode, index: int) -> Any:
        """Return a value, drawn and written; index: its place in a list, or -1."""

    def draw_list(self, run: Run, node: DrawnNode, count: int) -> list[Any] | None:  # noqa: ARG002  of few kinds
        """Draw many values at once, where nothing is asked of them; None where each is drawn on its own."""
        return None

    def domain(self, node: DrawnNode, pick: Callable[[int], int]) -> Domain:
        """Return what the rules of the field allow in a record; see Rules.domain."""
        rules = self.field.rules
        return FREE if rules.is_empty else rules.domain(node, pick, self.values)


class FieldPlan:
    """A field, or an instance with `pos`, ready to be drawn.

    Attributes:
        element: draws its value, or one of them.
        id, path: its name and its path in the schema.
        ending: its terminator.
        rules: its `valid`.
        checksum: what it is a checksum of; is_summed: whether a checksum is over its bytes.
        offset_of: of an offset: the instance whose place it tells; offset: of this one: the field that tells it.
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

    element: Element

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
        self.offset: FieldPlan | None = None
        self.length: FieldPlan | None = None
        self.tells = False
        self.unit = 1
        self.counts_elements = False
        self.sharers = 1
        self.aims: list[Callable[[Any], int]] = []
        self.reserves = False
        self.least = _bits(member, (), some=0) // 8
        self.typical = max(1, _bits(member, (), some=_SOME) // 8)
        self.weightless = _is_weightless(member.kind)

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

    # Where it is

    def draw_summed(self, run: Run, node: DrawnNode) -> Any:
        """Do the same as `draw`, and remember which bytes it takes."""
        run.align()
        extent = SummedBytes(run.segment, run.segment.at, 0)
        value = self.draw(run, node)
        run.align()
        extent.size = run.segment.at - extent.at
        node.__dict__[extent_name(self.id)] = extent
        run.segment.extents.append(extent)
        return value

    def draw_early(self, node: DrawnNode) -> Any:
        """Return the value of an instance that is requested before its turn."""
        run: Run = node._run
        if self.condition is not None and not self.condition(node):
            return None
        if self.weightless and self.count is not None:
            return Lookups(self, run, node, self.count(node))
        stream = node._io if self.io is None else self.io(node)
        if self.pos is None and stream is run.stream:
            return self.draw(run, node)
        if self.offset is None or not isinstance(getattr(node, self.offset.id), Pending):
            return run.at(stream, self._position(node), lambda: self.draw(run, node))
        before = len(stream.queue)
        segment, value = run.aside(stream, lambda: self.draw(run, node))
        node.__dict__[f"{self.id} aside"] = segment, stream.queue[before:]
        del stream.queue[before:]
        return value

    def place(self, run: Run, node: DrawnNode) -> None:
        """Draw an instance at the end of its stream, or add what was drawn early, and write where it is."""
        is_nothing = self.weightless and self.offset is None
        if is_nothing or (self.condition is not None and not self.condition(node)):
            return
        is_told = self.offset is not None and isinstance(getattr(node, self.offset.id), Pending)
        if not run.lessons.is_generous or is_told:
            self._place(run, node)
            return
        mark = run.mark()
        try:
            self._place(run, node)
        except UnsatisfiedError as error:
            if isinstance(error, OversizeError | ExhaustedError):
                raise
            run.rewind(mark)

    def _place(self, run: Run, node: DrawnNode) -> None:
        run.align()
        stream = run.stream if self.io is None else self.io(node)
        if stream is not run.stream and stream.final is None:
            run.later(stream, partial(self.place, run, node))
            return
        own, offset = node.__dict__, self.offset
        segment, queue = own.pop(f"{self.id} aside", (None, []))
        stream.queue += queue
        if offset is None or not isinstance(own[offset.id], Pending):
            if self.id not in own:
                self._place_known(run, node, stream)
            return
        if stream is not run.stream:
            int(own[offset.id])  # the offset has to be known now
        end = max(stream.pos, stream.due)
        run.pad_to(stream.start + self._chosen(node, offset, end))
        if segment is not None:
            run.append(segment)
        else:
            own[self.id] = self._drawn_there(run, node)

    def stream(self, node: DrawnNode, stream: Stream) -> Stream:
        """Return the stream in which an instance is drawn when that is closed; `stream` if it is not there any more."""
        assert self.io is not None
        try:
            there = self.io(node)
        except (PendingError, UnsatisfiedError):  # it will be known then, or is not needed
            return stream
        return there if there.final is None else stream

    def _place_known(self, run: Run, node: DrawnNode, stream: Stream) -> None:
        """Draw an instance whose place is known, among or after what is there already."""
        own = node.__dict__
        position = self._position(node)
        if position < stream.pos or stream is not run.stream:
            try:
                own[self.id] = run.at(stream, position, lambda: self._drawn_there(run, node))
            except UnsatisfiedError as error:
                error.blamed = error.blamed or self._closures.blamed(self.owner, self.member.pos)
                run.lessons.first.add(self)
                raise
            return
        run.skip_to(stream.start + position)
        own[self.id] = self._drawn_there(run, node)

    def _drawn_there(self, run: Run, node: DrawnNode) -> Any:
        if self.size is not None and self.length is None:
            run.reserve(-self.size(node))
        return self.draw_summed(run, node) if self.is_summed else self.draw(run, node)

    def _position(self, node: DrawnNode) -> int:
        position = node._io.pos if self.pos is None else self.pos(node)
        if position < 0:
            raise self.unfit("pos", position)
        return position

    def _chosen(self, node: DrawnNode, offset: FieldPlan, end: int) -> int:
        """Return the place of an instance that is chosen, after it is written into the field that tells it."""
        site: Site = node.__dict__[offset.site]
        low = offset.element.domain(node, lambda _: 0).low
        position = end if low is None else max(end, low)
        position += -position % max(offset.member.align, offset.hint.align)
        if position > site.element.high:
            raise UnsatisfiedError(self.path, "farther than its offset can tell")
        site.write(position)
        return position

    # What tells of what

    def tell_offset(self, fields: dict[str, FieldPlan]) -> None:
        """Let the field know that holds the position of this instance with `pos`."""
        pos = self.member.pos
        found = next((plan for plan in fields.values() if pos is not None and is_bare(pos, plan.id)), None)
        if found is not None and found.element.may_follow and found.offset_of is None:
            self.offset, found.offset_of, found.tells = found, self, True

    def tell_length(self, fields: dict[str, FieldPlan]) -> None:
        """Let the fields know that hold how many there are, or how many bytes."""
        member = self.member
        if member.count is not None:
            for plan in fields.values():
                if is_bare(member.count, plan.id):
                    plan.counts_elements = True
                    plan.unit = max(plan.unit, self.typical + spread_of(member))
                    plan.reserves |= member.pos is not None
        if member.size is None or member.repeat is not None:
            return
        for plan in fields.values():
            if scale := factor_of(member.size, plan.id):
                plan.unit, plan.reserves = scale, member.pos is not None
                if self.element.is_part and plan.element.may_follow and not plan.tells and plan.element.low == 0:
                    self.length, plan.tells = plan, True

    def tell_aims(self, roles: Roles, fields: list[FieldPlan]) -> None:
        """Let the last of the fields know from which a count, a size or a position is computed."""
        member = self.member
        for expression, aim in ((member.count, self.count), (member.size, self.size), (member.pos, self.pos)):
            if expression is None or aim is None or isinstance(expression, ex.Name):
                continue
            names = {name for owner, name in roles.leaves(self.owner, expression) if owner is self.owner}
            last = next((plan for plan in reversed(fields) if plan.id in names), None)
            if last is not None and last is not self:
                last.aims.append(aim)

    # Drawing

    def draw(self, run: Run, node: DrawnNode) -> Any:
        """Return the value of the field: drawn, and written."""
        if self.condition is not None and not self.condition(node):
            return None
        if self.member.repeat is None:
            return self._element_at(run, node, -1)
        if self.count is not None:
            return self._counted(run, node, self.count(node))
        values: list[Any] = []
        node.__dict__[self.id] = values
        return self._to_end(run, node, values) if self.until is None else self._until(run, node, values)

    # Lists

    def _counted(self, run: Run, node: DrawnNode, count: int) -> list[Any]:
        left = run.left()
        size = count * self.least
        if count < 0 or (left is not None and size > left) or size > run.most or count > run.budget.steps:
            raise self.unfit("repeat-expr", count)
        numbers = self.element.draw_list(run, node, count)
        if numbers is not None:
            return numbers
        values: list[Any] = []
        node.__dict__[self.id] = values
        for index in range(count):
            self._add(run, node, values, index)
        return values

    def _add(self, run: Run, node: DrawnNode, values: list[Any], index: int) -> Any:
        run.budget.spend()
        node._index = index
        value = self._element_at(run, node, index)
        values.append(value)
        return value

    def _element_at(self, run: Run, node: DrawnNode, index: int) -> Any:
        if not self.element.shares_byte:
            run.align()
        return self.element.draw(run, node, index)

    def _to_end(self, run: Run, node: DrawnNode, values: list[Any]) -> list[Any]:
        """Return elements up to the end of the stream; where its size is given, they fill it."""
        if run.stream.limit is None:
            for index in range(run.choices.length(0, run.room() // self.typical)):
                self._add(run, node, values, index)
            for _ in range(TRIES):  # readers take the bits that are left for more elements
                if not run.bits:
                    break
                self._add(run, node, values, len(values))
            return values
        while run.left_bits():
            self._add_fitting(run, node, values)
        return values

    def _add_fitting(self, run: Run, node: DrawnNode, values: list[Any]) -> None:
        mark, before = run.mark(), run.left_bits()
        for _ in range(TRIES):
            self._add(run, node, values, len(values))
            if 0 <= (run.left_bits() or 0) < (before or 0):
                return
            values.pop()
            run.rewind(mark)
        raise UnsatisfiedError(self.path, "the elements do not fill their stream")

    def _until(self, run: Run, node: DrawnNode, values: list[Any]) -> list[Any]:
        """Return elements up to one that ends the list; how many is drawn first, so that lists get short."""
        wanted = run.choices.length(0, run.room() // self.typical)
        for _ in range(wanted):
            value = self._add(run, node, values, len(values))
            if self._ends(run, node, value, is_last=False):
                return values
        mark = run.mark()
        for _ in range(TRIES):
            value = self._add(run, node, values, len(values))
            if self._ends(run, node, value, is_last=True):
                return values
            values.pop()
            run.rewind(mark)
        raise UnsatisfiedError(f"{self.path}/repeat-until", "no element that ends the list was found")

    def _ends(self, run: Run, node: DrawnNode, value: Any, *, is_last: bool) -> bool:
        assert self.until is not None
        run.stream.ends = is_last
        try:
            return bool(self.until(value, node))
        finally:
            run.stream.ends = None


class Lookups(list[Any]):
    """A list of records without bytes: each is made when it is requested."""

    def __init__(self, plan: FieldPlan, run: Run, node: DrawnNode, count: int) -> None:
        super().__init__()
        self._plan, self._run, self._node, self._count = plan, run, node, count
        self._made: dict[int, Any] = {}

    def __len__(self) -> int:
        return self._count

    def __getitem__(self, index: Any) -> Any:
        if not 0 <= index < self._count:
            raise UnsatisfiedError(self._plan.path, f"there is no element {index}")
        if index not in self._made:
            run, node = self._run, self._node
            outer, depth = node.__dict__.get("_index"), run.depth
            node._index = index
            self._made[index] = run.at(node._io, node._io.pos, lambda: self._plan.element.draw(run, node, index))
            node._index, run.depth = outer, depth
        return self._made[index]


def _is_weightless(kind: FieldKind) -> bool:
    """True for records that take no bytes, here or elsewhere."""
    if not isinstance(kind, TypeUse) or not holds_no_bytes(kind):
        return False
    return not any(target.placed for target in reached_from([kind.type]))


def spread_of(member: Field) -> int:
    """Return how many bytes the alignment of what a record points to may take."""
    aligned: dict[str, int] = {}
    for target in (use.type for use in uses(member.kind)):
        pointing = [placed.pos for placed in target.placed]
        aligned |= {field.id: field.align for field in target.fields if ex.Name(field.id) in pointing}
    return sum(aligned.values())


def _bits(member: Field, seen: tuple[Type, ...], some: int) -> int:
    """Return about how many bits a field takes; some: how many bytes there are of what the schema leaves open."""
    bits = element_bits(member)
    if bits is not None:
        return bits
    if member.size is None and not member.to_end and member.terminator is None:
        return _kind_bits(member.kind, seen, some)
    return 8 * (some + int(member.terminator is not None and member.terminator.required))


def _kind_bits(kind: FieldKind, seen: tuple[Type, ...], some: int) -> int:
    match kind:
        case TypeUse(target) if target.schema in NATIVE:
            return 8
        case TypeUse(target) if target not in seen:
            return sum(
                8 * some
                if member.condition is not None or member.repeat is not None
                else _bits(member, (*seen, target), some)
                for member in target.fields
            )
        case TypeUse():
            return 0
        case SwitchKind(_, cases):
            sizes = [_kind_bits(case, seen, some) for _, case in cases] or [0]
            is_total = any(key is None for key, _ in cases)
            return sum(sizes) // len(sizes) if some else min(sizes) * is_total
    return kind_bits(kind) or 8 * some
