"""Drawing the records of a schema: their fields, whether each is there, how often, and where."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any

from nacformats.fuzz import elements
from nacformats.fuzz.closures import Closures, OfNode
from nacformats.fuzz.fields import spread_of
from nacformats.fuzz.hints import HintedChoice, Hints
from nacformats.fuzz.output import Blame, DrawnNode, Guess, PendingError, UnsatisfiedError
from nacformats.fuzz.placing import PlacedPlan
from nacformats.fuzz.records import RecordElement, SwitchedElement, SwitchElement
from nacformats.fuzz.roles import Roles, all_types
from nacformats.fuzz.run import Run
from nacformats.fuzz.summing import summed_fields
from nacformats.fuzz.texts import PartElement, RestElement, TextElement
from nacformats.schema import expressions as ex
from nacformats.schema import model
from nacformats.schema.writing import factor_of, is_bare


class Plans:
    """The plans of all types that a schema uses.

    Attributes:
        cases: of every switch, the path of its field in the schema and a value that it tells apart; None: any other.
    """

    def __init__(self, schema: model.Schema, hints: Hints) -> None:
        types = all_types(schema)
        self.schema = schema
        self.hints = hints
        self.closures = Closures(schema)
        self.roles = Roles(types)
        self.closures.causes, self.closures.types_of = self.roles.causes, self.roles.types_of
        self.cases: set[tuple[str, Any]] = set()
        self._made: dict[int, TypePlan] = {}
        for target in types:
            self.of(target)
        self.root = self.of(schema.root)
        drawers = [drawer for plan in self.all for drawer in (*plan.fields, *plan.placed)]
        summed = {leaf for drawer in drawers for leaf in summed_fields(drawer, self.roles)}
        for drawer in drawers:
            drawer.is_summed = drawer.leaf in summed
        hints.check_used()

    def blamed(self, path: str) -> Blame:
        """Return the fields that an instance depends on, given its path in a file."""
        name = path.rpartition(".")[2].partition("[")[0]
        found: Blame = {}
        for target in (plan.type for plan in self.all):
            given = [value.value for value in target.values if value.id == name]
            given += [
                each for member in target.placed if member.id == name for each in (member.pos, member.size) if each
            ]
            for expression in given:
                found = {**found, **self.closures.blamed(target, expression)}
        return found

    @property
    def all(self) -> list[TypePlan]:
        """The plans of all types."""
        return list(self._made.values())

    def of(self, target: model.Type) -> TypePlan:
        """Return the plan of a type."""
        if id(target) not in self._made:
            plan = self._made[id(target)] = TypePlan(target)
            plan.fill(self)
        return self._made[id(target)]


class TypePlan:
    """A type of a schema, ready to draw records of.

    Attributes:
        lazy: all members, and how they are computed or drawn when they are requested, if they are.
        fields, placed: the plans of its fields, and of its instances with `pos`.
    """

    def __init__(self, target: model.Type) -> None:
        self.type = target
        self.lazy: dict[str, OfNode | None] = {}
        self.fields: list[FieldDrawer] = []
        self.placed: list[FieldDrawer] = []

    def fill(self, plans: Plans) -> None:
        """Plan the members, after the type itself is known: types use each other."""
        target = self.type
        self._choose_order(plans)
        self.lazy = dict.fromkeys(target.member_ids)
        self.lazy |= {value.id: _instance(plans, target, value) for value in target.values}
        self.fields = [FieldDrawer(plans, target, member) for member in target.fields]
        self.placed = [plan for plan in (FieldDrawer(plans, target, each) for each in target.placed) if plan.hint.draw]
        self.lazy |= {plan.id: plan.draw_early for plan in self.placed}
        by_id = {plan.id: plan for plan in self.fields}
        for plan in self.placed:
            plan.tell_offset(by_id)
        for plan in (*self.fields, *self.placed):
            plan.tell_length(by_id)
        for plan in (*self.fields, *self.placed):
            plan.tell_aims(plans.roles, self.fields)
        counts = [plan for plan in self.fields if plan.counts_elements]
        for position, plan in enumerate(counts):
            plan.sharers = len(counts) - position

    def _choose_order(self, plans: Plans) -> None:
        """Plan which byte order the numbers of a record have."""
        endian, of = self.type.endian, plans.closures.of_key
        if endian is None:
            return
        self._order_on = of(self.type, endian.on, endian.path)
        cases = [(key and of(self.type, key, endian.path)(None), order == "le") for key, order in endian.cases]
        self._orders = dict(reversed(cases))
        self._unordered = plans.closures.blamed(self.type, endian.on)

    def _is_little(self, node: DrawnNode) -> bool:
        """True if the numbers of a record have their lowest byte first."""
        if self.type.endian is None:
            return bool(getattr(node._holder, "_is_le"))  # noqa: B009  the record around it, if its type has one
        value = self._order_on(node)
        if value not in self._orders and None not in self._orders:
            raise UnsatisfiedError(self.type.endian.path, "no byte order", self._unordered, 0)
        return self._orders[value if value in self._orders else None]

    def draw_fields(self, run: Run, node: DrawnNode) -> None:
        """Draw the fields of a record, and leave its instances for later."""
        run.enter(self.type.path)
        own = node.__dict__
        own["_io"] = stream = run.stream
        own["_run"] = run
        if self.type.is_switched:
            own["_is_le"] = self._is_little(node)
        for plan in self.placed if run.lessons.first else ():
            if plan in run.lessons.first:
                with suppress(PendingError):  # then its place is not known yet
                    getattr(node, plan.id)
        for plan in self.fields:
            own[plan.id] = plan.draw_summed(run, node) if plan.is_summed else plan.draw(run, node)
        for plan in self.placed:
            run.later(stream if plan.io is None else plan.stream(node, stream), partial(plan.place, run, node))
        run.depth -= 1


def _instance(plans: Plans, owner: model.Type, value: model.ValueInstance) -> OfNode:
    compute = plans.closures.of_node(owner, value.value, f"{value.path}/value")
    one_of = plans.hints.of_value(owner, value, plans.closures)
    if one_of is not None:
        compute = _guessed(value, compute, one_of)
    if value.condition is None:
        return compute
    condition = plans.closures.of_node(owner, value.condition, f"{value.path}/if")
    return lambda node: compute(node) if condition(node) else None


def _guessed(value: model.ValueInstance, compute: OfNode, one_of: HintedChoice) -> OfNode:
    """Return the value, or what it is taken to be until it is known."""

    def guess(node: DrawnNode) -> Any:
        try:
            return compute(node)
        except PendingError:
            run: Run = node._run
            taken = one_of(node, run.choices.index)
            run.guesses.append(Guess(node, value.id, value.path, taken, compute))
            return taken

    return guess


class FieldDrawer(PlacedPlan):
    """A field, or an instance with `pos`, ready to be drawn.

    Attributes:
        element: draws its value, or one of them.
    """

    def __init__(self, plans: Plans, owner: model.Type, member: model.Field) -> None:
        super().__init__(owner, member, plans.closures, plans.hints, plans.roles)
        self.element = self._element(plans, member.kind)

    def _element(self, plans: Plans, kind: model.FieldKind) -> elements.Element:
        member = self.member
        if member.contents is not None:
            return elements.ContentsElement(self, member.contents)
        if isinstance(kind, model.RawBytes | model.TextKind):
            return TextElement(self, kind)
        inner = self.element_of(plans, kind)
        is_part = member.size is not None or member.to_end or member.terminator is not None
        return PartElement(self, inner) if is_part else inner

    def element_of(self, plans: Plans, kind: model.FieldKind) -> elements.Element:
        """Return what draws values of a kind."""
        match kind:
            case model.NumberKind(endian="switched"):
                little, big = (self.element_of(plans, replace(kind, endian=endian)) for endian in ("le", "be"))
                return SwitchedElement(self, little, big)
            case model.NumberKind("f"):
                return elements.FloatElement(self, kind)
            case model.NumberKind():
                return elements.FixedIntegerElement(self, kind)
            case model.Bits():
                return elements.BitsElement(self, kind)
            case model.TypeUse(target) if target.schema in model.NATIVE:
                return elements.VarintElement(self, target.schema)
            case model.TypeUse():
                return self._record(plans, kind)
            case model.SwitchKind():
                return self._switch(plans, kind)
            case model.RawBytes() | model.TextKind():
                return RestElement(self, kind)

    def _record(self, plans: Plans, use: model.TypeUse) -> RecordElement:
        target, path, parent = use.type, f"{self.path}/type", self.member.parent
        if len(use.arguments) != len(target.params):
            raise model.SchemaError(path, f"{target.id} takes {len(target.params)} arguments")
        closures, plan = plans.closures, plans.of(target)
        values = [closures.of_node(self.owner, each, path) for each in use.arguments]
        arguments = list(zip((param.id for param in target.params), values, strict=True))
        of = None
        is_foreign = target.outer is None and target.schema != self.owner.schema
        if is_foreign:
            parent = False if parent is None else parent
        if parent is not None:
            of = closures.of_node(self.owner, ex.Literal(False) if isinstance(parent, bool) else parent, path)
        return RecordElement(self, target.id, plan, partial(plans.roles.reach, target), arguments, of, is_foreign)

    def _switch(self, plans: Plans, kind: model.SwitchKind) -> SwitchElement:
        path, closures, member = f"{self.path}/type", plans.closures, self.member
        cases = [(key, self.element_of(plans, case)) for key, case in kind.cases]
        keyed = [(closures.of_key(self.owner, key, path)(None), case) for key, case in cases if key is not None]
        table = dict(reversed(keyed))
        otherwise = next((case for key, case in cases if key is None), None)
        plans.cases |= {(self.path, value) for value in table}
        plans.cases |= {(self.path, None)} if otherwise is not None else set()
        if otherwise is None and (member.size is not None or member.to_end or member.terminator is not None):
            otherwise = RestElement(self, model.RawBytes())
        return SwitchElement(self, closures.of_key(self.owner, kind.on, path), table, otherwise)

    # What tells of what

    def tell_offset(self, fields: dict[str, FieldDrawer]) -> None:
        """Let the field know that holds the position of this instance with `pos`."""
        pos = self.member.pos
        found = next((plan for plan in fields.values() if pos is not None and is_bare(pos, plan.id)), None)
        if found is not None and isinstance(found.element, elements.FixedIntegerElement) and found.offset_of is None:
            self.offset, found.offset_of, found.tells = found, self, True

    def tell_length(self, fields: dict[str, FieldDrawer]) -> None:
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
                element = plan.element
                if (
                    isinstance(self.element, PartElement)
                    and isinstance(element, elements.FixedIntegerElement)
                    and not plan.tells
                    and element.low == 0
                ):
                    self.length, plan.tells = plan, True

    def tell_aims(self, roles: Roles, fields: list[FieldDrawer]) -> None:
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
        if (
            isinstance(self.element, elements.FixedIntegerElement)
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
        """Return elements up to the end of the stream; where its size is given, they fill it."""
        if run.stream.limit is None:
            for index in range(run.choices.length(0, run.room() // self.typical)):
                self._add(run, node, values, index)
            for _ in range(elements.TRIES):  # readers take the bits that are left for more elements
                if not run.bits:
                    break
                self._add(run, node, values, len(values))
            return values
        while run.left_bits():
            self._add_fitting(run, node, values)
        return values

    def _add_fitting(self, run: Run, node: DrawnNode, values: list[Any]) -> None:
        mark, before = run.mark(), run.left_bits()
        for _ in range(elements.TRIES):
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
        for _ in range(elements.TRIES):
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
