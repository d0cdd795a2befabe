"""How the records of a schema are drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from nacformats.fuzz.closures import Closures, OfNode
from nacformats.fuzz.fields import FieldPlan
from nacformats.fuzz.hints import HintedChoice, Hints
from nacformats.fuzz.output import DrawnNode, Guess, PendingError
from nacformats.fuzz.roles import Roles, all_types
from nacformats.generator.model import Schema, Type, ValueInstance

if TYPE_CHECKING:
    from nacformats.fuzz.run import Run


class Plans:
    """The plans of all types that a schema uses.

    Attributes:
        cases: of every switch, the path of its field in the schema and a value that it tells apart; None: any other.
    """

    def __init__(self, schema: Schema, hints: Hints) -> None:
        types = all_types(schema)
        self.schema = schema
        self.hints = hints
        self.closures = Closures(schema, types)
        self.roles = Roles(schema, types)
        self.cases: set[tuple[str, Any]] = set()
        self._made: dict[int, TypePlan] = {}
        for target in types:
            self.of(target)
        self.root = self.of(schema.root)
        hints.check_used()

    @property
    def all(self) -> list[TypePlan]:
        """The plans of all types."""
        return list(self._made.values())

    def of(self, target: Type) -> TypePlan:
        """The plan of a type."""
        if id(target) not in self._made:
            plan = self._made[id(target)] = TypePlan(target)
            plan.fill(self)
        return self._made[id(target)]


class TypePlan:
    """How a record of a type is drawn.

    Attributes:
        lazy: what is computed or drawn when it is asked for.
        fields, placed: the plans of its fields, and of its instances with `pos`.
    """

    def __init__(self, target: Type) -> None:
        self.type = target
        self.lazy: dict[str, OfNode] = {}
        self.fields: list[FieldPlan] = []
        self.placed: list[FieldPlan] = []

    def fill(self, plans: Plans) -> None:
        """Plan the members, after the type itself is known: types use each other."""
        target = self.type
        self.lazy = {value.id: _instance(plans, target, value) for value in target.values}
        self.fields = [FieldPlan(plans, target, member) for member in target.fields]
        self.placed = [plan for plan in (FieldPlan(plans, target, each) for each in target.placed) if plan.hint.draw]
        self.lazy |= {plan.id: plan.draw_early for plan in self.placed}
        by_id = {plan.id: plan for plan in self.fields}
        for plan in self.placed:
            plan.tell_offset(by_id)
        for plan in (*self.fields, *self.placed):
            plan.tell_length(by_id)
        counts = [plan for plan in self.fields if plan.counts_elements]
        for position, plan in enumerate(counts):
            plan.sharers = len(counts) - position

    def draw_fields(self, run: Run, node: DrawnNode) -> None:
        """Draw the fields of a record, and leave its instances for later."""
        run.enter(self.type.path)
        own = node.__dict__
        own["_io"] = stream = run.stream
        own["_run"] = run
        for plan in self.fields:
            own[plan.id] = plan.draw(run, node)
        for plan in self.placed:
            there = stream if plan.io is None else plan.io(node)
            there.queue.append((node, plan))
        run.depth -= 1


def _instance(plans: Plans, owner: Type, value: ValueInstance) -> OfNode:
    compute = plans.closures.of_node(owner, value.value, f"{value.path}/value")
    one_of = plans.hints.of_value(owner, value, plans.closures)
    if one_of is not None:
        compute = _guessed(value, compute, one_of)
    if value.condition is None:
        return compute
    condition = plans.closures.of_node(owner, value.condition, f"{value.path}/if")
    return lambda node: compute(node) if condition(node) else None


def _guessed(value: ValueInstance, compute: OfNode, one_of: HintedChoice) -> OfNode:
    """The value, or what it is taken to be until it is known."""

    def guess(node: DrawnNode) -> Any:
        try:
            return compute(node)
        except PendingError:
            run: Run = node._run
            taken = one_of(node, run.choices.index)
            run.guesses.append(Guess(node, value.id, value.path, taken, compute))
            return taken

    return guess
