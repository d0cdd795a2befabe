"""How a field of a type is drawn: whether it is there, how often, and where."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from nacformats.fuzz.closures import Closures, OfNode
from nacformats.fuzz.elements import (
    TRIES,
    BitsElement,
    ContentsElement,
    Element,
    FixedIntegerElement,
    FloatElement,
    PartElement,
    RestElement,
    TextElement,
    VarintElement,
)
from nacformats.fuzz.hints import Hint
from nacformats.fuzz.output import PENDING, DrawnNode, Site, UnsatisfiedError
from nacformats.fuzz.records import RecordElement, SwitchElement
from nacformats.fuzz.rules import Rules
from nacformats.fuzz.weights import is_weightless, least_of, spread_of, typical_of
from nacformats.generator import expressions as ex
from nacformats.generator.derivation import is_bare
from nacformats.generator.model import NATIVE, Bits, Field, Kind, Number, Raw, Switch, Text, Type, Use

if TYPE_CHECKING:
    from nacformats.fuzz.plans import Plans
    from nacformats.fuzz.run import Run


class FieldPlan:
    """How a field is drawn, or an instance with `pos`.

    Attributes:
        id, path: its name and its path in the schema.
        ending: its terminator.
        rules: its `valid`.
        offset: of an instance: the field that tells where it is; offset_of: the other way round.
        length: of a record of a given size: the field that tells its size.
        tells: whether the field tells of something that is drawn later: it is written then.
        unit: of a count or a size: how many bytes count as one.
        counts_elements: whether it is the count of a list.
        sharers: of such a count: how many lists of the record the room is for, this one included.
        reserves: whether what it counts is drawn much later.
        site: the name under which a record remembers where the field is, until it is written.
    """

    def __init__(self, plans: Plans, owner: Type, member: Field) -> None:
        self.id = member.id
        self.path = member.path
        self.site = f"{member.id} site"
        self.member = member
        self.owner = owner
        closures = plans.closures
        self.hint: Hint = plans.hints.of(owner, member, closures)
        self.rules = Rules(closures, owner, member)
        self.role = plans.roles.of(owner, member.id)
        self.condition = self._closure(closures, member.condition, "if")
        self.count = self._number(closures, member.count, "repeat-expr")
        self.size = self._number(closures, member.size, "size")
        self.pos = self._number(closures, member.pos, "pos")
        self.io = None if member.io is None else closures.of_stream(owner, member.io, f"{self.path}/io")
        self.ending = b"" if member.terminator is None else member.terminator.unit
        self.until = None
        if member.until is not None:
            self.until = closures.of_value(owner, member.until, f"{member.path}/repeat-until")
        self.offset: FieldPlan | None = None
        self.offset_of: FieldPlan | None = None
        self.length: FieldPlan | None = None
        self.tells = False
        self.unit = 1
        self.counts_elements = False
        self.sharers = 1
        self.reserves = False
        self.least = least_of(member)
        self.typical = typical_of(member)
        self.weightless = isinstance(member.kind, Use) and is_weightless(member.kind.type)
        self.element = self._element(plans, member.kind)

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

    def _element(self, plans: Plans, kind: Kind) -> Element:
        member = self.member
        if member.contents is not None:
            return ContentsElement(self, member.contents)
        if isinstance(kind, Raw | Text):
            return TextElement(self, kind)
        inner = self.element_of(plans, kind)
        is_part = member.size is not None or member.to_end or member.terminator is not None
        return PartElement(self, inner) if is_part else inner

    def element_of(self, plans: Plans, kind: Kind) -> Element:
        """What draws values of a kind."""
        match kind:
            case Number("f"):
                return FloatElement(self, kind)
            case Number():
                return FixedIntegerElement(self, kind)
            case Bits():
                return BitsElement(self, kind)
            case Use(target) if target.schema in NATIVE:
                return VarintElement(self, target.schema)
            case Use():
                return RecordElement(self, plans, kind)
            case Switch():
                return SwitchElement(self, plans, kind)
            case Raw() | Text():
                return RestElement(self, kind)

    # What tells of what

    def tell_offset(self, fields: dict[str, FieldPlan]) -> None:
        """Of an instance with `pos`: let the field know that holds its position."""
        assert self.member.pos is not None
        found = next((plan for plan in fields.values() if is_bare(self.member.pos, plan.id)), None)
        if found is not None and isinstance(found.element, FixedIntegerElement) and found.offset_of is None:
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
            if scale := _scale(member.size, plan.id):
                plan.unit, plan.reserves = scale, member.pos is not None
                element = plan.element
                if (
                    isinstance(self.element, PartElement)
                    and isinstance(element, FixedIntegerElement)
                    and not plan.tells
                    and element.low == 0
                ):
                    self.length, plan.tells = plan, True

    # Drawing

    def draw(self, run: Run, node: DrawnNode) -> Any:
        """The value of the field: drawn, and written."""
        if self.condition is not None and not self.condition(node):
            return None
        if self.member.repeat is None:
            return self._element_at(run, node, -1)
        if self.count is not None:
            return self._counted(run, node, self.count(node))
        values: list[Any] = []
        node.__dict__[self.id] = values
        return self._to_end(run, node, values) if self.until is None else self._until(run, node, values)

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
        """What `size` says, if there is room for that."""
        assert self.size is not None
        size, left = self.size(node), run.left()
        if size < 0 or (left is not None and size > left) or size > run.most:
            raise UnsatisfiedError(f"{self.path}/size", f"a size of {size}")
        return size

    # Lists

    def _counted(self, run: Run, node: DrawnNode, count: int) -> list[Any]:
        left = run.left()
        size = count * self.least
        if count < 0 or (left is not None and size > left) or size > run.most or count > run.budget.steps:
            raise UnsatisfiedError(f"{self.path}/repeat-expr", f"a count of {count}")
        if (
            isinstance(self.element, FixedIntegerElement)
            and (numbers := self.element.draw_list(run, node, count)) is not None
        ):
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
        """Elements up to the end of the stream; where its size is given, they fill it."""
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
        """Elements up to one that ends the list; how many is drawn first, so that lists get short."""
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
            run.stream.ends = False

    # Instances

    def draw_early(self, node: DrawnNode) -> Any:
        """The value of an instance that is asked for before its turn."""
        run: Run = node._run
        if self.condition is not None and not self.condition(node):
            return None
        if self.weightless and self.count is not None:
            return Lookups(self, run, node, self.count(node))
        stream = node._io if self.io is None else self.io(node)
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
        end = len(run.segment.data) - run.stream.start
        position = self._position(node, end)
        run.align()
        own = node.__dict__
        if position < end and self.id not in own:
            own[self.id] = self.draw_early(node)
        segment, queue = own.pop(f"{self.id} aside", (None, []))
        run.stream.queue += queue
        if position < end:
            if segment is not None and segment.data:
                raise UnsatisfiedError(self.path, "overlaps what is before it (the hint `draw: false` leaves it out)")
            return
        run.pad_to(run.stream.start + position)
        if segment is not None:
            run.segment.append(segment)
        elif self.id not in own:
            if self.size is not None and self.length is None:
                run.reserve(-self.size(node))
            own[self.id] = self.draw(run, node)

    def _position(self, node: DrawnNode, end: int) -> int:
        """Where an instance is; its offset is chosen and written if it is not known yet."""
        assert self.pos is not None
        offset = self.offset
        if offset is None or node.__dict__[offset.id] is not PENDING:
            return self.pos(node)
        site: Site = node.__dict__[offset.site]
        low = offset.element.domain(node, lambda _: 0).low
        position = end if low is None else max(end, low)
        position += -position % max(offset.member.align, offset.hint.align)
        if position > site.element.high:
            raise UnsatisfiedError(self.path, "farther than its offset can tell")
        site.write(position)
        return position


class Lookups(list[Any]):
    """A list of records without bytes: each is made when it is asked for."""

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
            self._made[index] = run.aside(node._io, lambda: self._plan.element.draw(run, node, index))[1]
            node._index, run.depth = outer, depth
        return self._made[index]


def _scale(size: ex.Expression, name: str) -> int:
    """The factor of a field in a size; 0 if the size is something else."""
    match size:
        case ex.Binary("*", left, ex.Literal(int(scale))) | ex.Binary("*", ex.Literal(int(scale)), left):
            return scale if is_bare(left, name) else 0
    return int(is_bare(size, name))
