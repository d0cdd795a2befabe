"""Drawing the records of a schema: their fields, whether each is there, how often, and where."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any

from nacformats.fuzz import elements
from nacformats.fuzz.closures import Closures, OfNode
from nacformats.fuzz.fields import TRIES, Element, FieldPlan
from nacformats.fuzz.hints import HintedChoice, Hints
from nacformats.fuzz.output import Blame, DrawnNode, PendingError, UnsatisfiedError
from nacformats.fuzz.roles import Roles
from nacformats.fuzz.run import Run
from nacformats.fuzz.texts import PartElement, RestElement, TextElement
from nacformats.schema import expressions as ex
from nacformats.schema import model
from nacformats.schema.writing import reached_from

#: How often a record is drawn before the one that holds it is drawn again: one that is in others less often.
_RECORD_TRIES = 8
_LEAST_TRIES = 2


class Plans:
    """The plans of all types that a schema uses.

    Attributes:
        cases: of every switch, the path of its field in the schema and a value that it tells apart; None: any other.
    """

    def __init__(self, schema: model.Schema, hints: Hints) -> None:
        types = reached_from(schema.types)
        self.schema = schema
        self.hints = hints
        self.closures = Closures(schema)
        self.roles = Roles(types)
        self.closures.causes = self.roles.causes
        self.cases: set[tuple[str, Any]] = set()
        self._made: dict[int, TypePlan] = {}
        for target in types:
            self.of(target)
        self.root = self.of(schema.root)
        drawers = [drawer for plan in self.all for drawer in (*plan.fields, *plan.placed)]
        summed = {leaf for drawer in drawers for leaf in _summed_fields(drawer, self.roles)}
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

    def field(self, owner: model.Type, member: model.Field) -> FieldPlan:
        """Return the plan of a field."""
        plan = FieldPlan(owner, member, self.closures, self.hints, self.roles)
        plan.element = _Elements(self, plan).of_field()
        return plan

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
        self.fields: list[FieldPlan] = []
        self.placed: list[FieldPlan] = []

    def fill(self, plans: Plans) -> None:
        """Plan the members, after the type itself is known: types use each other."""
        target = self.type
        self._choose_order(plans)
        self.lazy = dict.fromkeys(target.member_ids)
        self.lazy |= {value.id: _instance(plans, target, value) for value in target.values}
        self.fields = [plans.field(target, member) for member in target.fields]
        self.placed = [plan for plan in (plans.field(target, each) for each in target.placed) if plan.hint.draw]
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
            run.checks.append(partial(check, node, taken))
            return taken

    def check(node: DrawnNode, taken: Any) -> None:
        try:
            is_right = compute(node) == taken
        except PendingError:
            is_right = False
        if not is_right:
            raise UnsatisfiedError(f"{value.path}/value", f"is not {taken}, which it was taken to be")

    return guess


class RecordElement(Element):
    """A record of a type of the schema.

    Args:
        name, plan: of the type.
        reach: gives the types that its records may hold.
        arguments: the params, each with its value.
        parent: the record that is its parent, where it is not the one that holds it.
        is_root: whether the record is its own root, since another schema is that of a whole file.
    """

    shares_byte = True

    def __init__(
        self,
        field: FieldPlan,
        name: str,
        plan: TypePlan,
        reach: Callable[[], frozenset[int]],
        arguments: list[tuple[str, OfNode]],
        parent: OfNode | None,
        is_root: bool,
    ) -> None:
        super().__init__(field, name)
        self._plan = plan
        self._reach = reach
        self._arguments = arguments
        self._parent = parent
        self._is_root = is_root

    def draw(self, run: Run, node: DrawnNode, index: int) -> Any:
        if self.field.rules.is_empty:
            return self._record(run, node, index)
        mark = run.mark()
        for _ in range(TRIES):
            value = self._record(run, node, index)
            if self.field.keeps_rules(run, node, value):
                return value
            run.rewind(mark)
        raise UnsatisfiedError(f"{self.field.path}/valid", "no record that keeps the rule was found")

    def _record(self, run: Run, holder: DrawnNode, index: int) -> DrawnNode:
        """Return a record, drawn again while its fields cannot be satisfied."""
        mark, tries = run.mark(), max(_LEAST_TRIES, _RECORD_TRIES - run.depth)
        for attempt in range(tries):
            node = DrawnNode(self._plan.lazy, holder, self.field.id, index)
            own = node.__dict__
            own["_root"] = node if self._is_root else holder._root
            try:
                if self._parent is not None:
                    own["_parent"] = self._parent(holder)
                for name, argument in self._arguments:
                    own[name] = argument(holder)
                self._plan.draw_fields(run, node)
            except UnsatisfiedError as error:
                run.spend(error.path or self.field.path, error.reason)
                if attempt == tries - 1 or self._is_elsewhere(error):
                    raise
                run.lessons.blame(error)
            else:
                return node
            run.rewind(mark)
        raise UnsatisfiedError(self.field.path, "the expressions in it have no values")

    def _is_elsewhere(self, error: UnsatisfiedError) -> bool:
        """True if nothing that is to blame is in the record."""
        return bool(error.blamed) and not any(owner in self._reach() for owner, _ in error.blamed)


class SwitchElement(Element):
    """One of several kinds.

    Args:
        on: gives the value that decides.
        table: the kinds by that value; otherwise: that of all others.
    """

    shares_byte = True

    def __init__(self, field: FieldPlan, on: OfNode, table: Mapping[Any, Element], otherwise: Element | None) -> None:
        super().__init__(field, "switch")
        self._on = on
        self._table = table
        self._otherwise = otherwise

    def draw(self, run: Run, node: DrawnNode, index: int) -> Any:
        value = self._on(node)
        chosen = self._table.get(value, self._otherwise)
        run.reached.add((self.field.path, value if value in self._table else None))
        if chosen is None:
            return None
        if not chosen.shares_byte:
            run.align()
        return chosen.draw(run, node, index)


class SwitchedElement(Element):
    """A number whose byte order each record chooses."""

    def __init__(self, field: FieldPlan, little: Element, big: Element) -> None:
        super().__init__(field, little.label)
        self._orders = {True: little, False: big}

    def draw(self, run: Run, node: DrawnNode, index: int) -> Any:
        return self._orders[node.__dict__["_is_le"]].draw(run, node, index)


class _Elements:
    """Makes what draws the values of one field."""

    def __init__(self, plans: Plans, field: FieldPlan) -> None:
        self._plans = plans
        self._field = field
        self._owner = field.owner

    def of_field(self) -> Element:
        """Return what draws its values."""
        field, member = self._field, self._field.member
        if member.contents is not None:
            return elements.ContentsElement(field, member.contents)
        if isinstance(member.kind, model.RawBytes | model.TextKind):
            return TextElement(field, member.kind)
        inner = self._of(member.kind)
        return PartElement(field, inner) if self._is_part else inner

    @property
    def _is_part(self) -> bool:
        member = self._field.member
        return member.size is not None or member.to_end or member.terminator is not None

    def _of(self, kind: model.FieldKind) -> Element:
        """Return what draws values of a kind."""
        field = self._field
        match kind:
            case model.NumberKind(endian="switched"):
                little, big = (self._of(replace(kind, endian=endian)) for endian in ("le", "be"))
                return SwitchedElement(field, little, big)
            case model.NumberKind("f"):
                return elements.FloatElement(field, kind)
            case model.NumberKind():
                return elements.FixedIntegerElement(field, kind)
            case model.Bits():
                return elements.BitsElement(field, kind)
            case model.TypeUse(target) if target.schema in model.NATIVE:
                return elements.VarintElement(field, target.schema)
            case model.TypeUse():
                return self._record(kind)
            case model.SwitchKind():
                return self._switch(kind)
            case model.RawBytes() | model.TextKind():
                return RestElement(field, kind)

    def _record(self, use: model.TypeUse) -> RecordElement:
        target, path, parent = use.type, f"{self._field.path}/type", self._field.member.parent
        if len(use.arguments) != len(target.params):
            raise model.SchemaError(path, f"{target.id} takes {len(target.params)} arguments")
        of_node, plan = self._plans.closures.of_node, self._plans.of(target)
        values = [of_node(self._owner, each, path) for each in use.arguments]
        arguments = list(zip((param.id for param in target.params), values, strict=True))
        is_foreign = target.outer is None and target.schema != self._owner.schema
        if is_foreign and parent is None:
            parent = False
        of = None
        if parent is not None:
            of = of_node(self._owner, ex.Literal(False) if isinstance(parent, bool) else parent, path)
        reach = partial(self._plans.roles.reach, target)
        return RecordElement(self._field, target.id, plan, reach, arguments, of, is_foreign)

    def _switch(self, kind: model.SwitchKind) -> SwitchElement:
        field, plans = self._field, self._plans
        path, of_key = f"{field.path}/type", plans.closures.of_key
        cases = [(key, self._of(case)) for key, case in kind.cases]
        keyed = [(of_key(self._owner, key, path)(None), case) for key, case in cases if key is not None]
        table = dict(reversed(keyed))
        otherwise = next((case for key, case in cases if key is None), None)
        plans.cases |= {(field.path, value) for value in table}
        plans.cases |= {(field.path, None)} if otherwise is not None else set()
        if otherwise is None and self._is_part:
            otherwise = RestElement(field, model.RawBytes())
        return SwitchElement(field, of_key(self._owner, kind.on, path), table, otherwise)


def _summed_fields(plan: FieldPlan, roles: Roles) -> set[tuple[int, str]]:
    """Return the fields whose bytes the checksum in a field is over, by the identities of their types.

    Raises:
        SchemaError: there is no such field, or the checksum is no number of a fixed size.
    """
    found: set[tuple[int, str]] = set()
    if plan.checksum is None:
        return found
    path = f"{plan.path}/-checksum"
    if (
        not isinstance(plan.member.kind, model.NumberKind)
        or plan.member.kind.kind == "f"
        or plan.member.repeat is not None
    ):
        raise model.SchemaError(path, "a checksum is a single whole number of 1, 2, 4 or 8 bytes")
    for name in plan.checksum.over:
        targets = [] if name == elements.WHOLE_STREAM else [plan.owner]
        *steps, last = name.split(".")
        for step in steps:
            targets = [each for target in targets for each in roles.types_of(target, ex.Name(step))]
        fields = {(id(target), last) for target in targets if _has(target, last)}
        if name != elements.WHOLE_STREAM and not fields:
            raise model.SchemaError(f"{path}/over", f"there is no field {name}")
        found |= fields
    return found


def _has(target: model.Type, name: str) -> bool:
    return any(member.id == name for member in target.stored)
