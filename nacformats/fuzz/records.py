"""Records, and fields that hold one of several kinds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from nacformats.fuzz.elements import TRIES, Element, RestElement
from nacformats.fuzz.output import DrawnNode, PendingError, UnsatisfiedError
from nacformats.generator.model import Raw, Switch, Use
from nacformats.generator.reading import SchemaError

if TYPE_CHECKING:
    from nacformats.fuzz.fields import FieldPlan
    from nacformats.fuzz.plans import Plans
    from nacformats.fuzz.run import Run

#: How often a record is drawn before the one that holds it is drawn again.
_RECORD_TRIES = 8


class RecordElement(Element):
    """A record of a type of the schema."""

    shares_byte = True

    def __init__(self, field: FieldPlan, plans: Plans, use: Use) -> None:
        super().__init__(field, use.type.id)
        target, path = use.type, f"{field.path}/type"
        self._plan = plans.of(target)
        if len(use.arguments) != len(target.params):
            raise SchemaError(path, f"{target.id} takes {len(target.params)} arguments")
        arguments = [plans.closures.of_node(field.owner, each, path) for each in use.arguments]
        self._arguments = list(zip((param.id for param in target.params), arguments, strict=True))

    def draw(self, run: Run, node: DrawnNode, index: int) -> Any:
        rules = self.field.rules
        if rules.is_empty:
            return self._record(run, node, index)
        mark = run.mark()
        for _ in range(TRIES):
            value = self._record(run, node, index)
            try:
                if rules.holds(value, node):
                    return value
            except PendingError:
                run.checks.append((self.field, node, value))
                return value
            run.rewind(mark)
        raise UnsatisfiedError(f"{self.field.path}/valid", "no record that keeps the rule was found")

    def _record(self, run: Run, parent: DrawnNode, index: int) -> DrawnNode:
        """A record, drawn again while its fields cannot be satisfied."""
        plan, mark = self._plan, run.mark()
        for attempt in range(_RECORD_TRIES):
            node = DrawnNode(plan, parent, self.field.id, index)
            own = node.__dict__
            own["_root"] = parent._root
            try:
                for name, argument in self._arguments:
                    own[name] = argument(parent)
                plan.draw_fields(run, node)
            except UnsatisfiedError as error:
                run.spend(error.path or self.field.path, error.reason)
                if attempt == _RECORD_TRIES - 1:
                    raise
            else:
                return node
            run.rewind(mark)
        raise UnsatisfiedError(self.field.path, "the expressions in it have no values")


class SwitchElement(Element):
    """One of several kinds."""

    shares_byte = True

    def __init__(self, field: FieldPlan, plans: Plans, kind: Switch) -> None:
        super().__init__(field, "switch")
        path = f"{field.path}/type"
        closures, owner = plans.closures, field.owner
        self._on = closures.of_key(owner, kind.on, path)
        cases = [(key, field.element_of(plans, case)) for key, case in kind.cases]
        keyed = [(closures.of_key(owner, key, path)(None), case) for key, case in cases if key is not None]
        self._table = dict(reversed(keyed))
        self._otherwise = next((case for key, case in cases if key is None), None)
        plans.cases |= {(field.path, value) for value in self._table}
        plans.cases |= {(field.path, None)} if self._otherwise is not None else set()
        member = field.member
        if self._otherwise is None and (member.size is not None or member.to_end or member.terminator is not None):
            self._otherwise = RestElement(field, Raw())

    def draw(self, run: Run, node: DrawnNode, index: int) -> Any:
        value = self._on(node)
        chosen = self._table.get(value, self._otherwise)
        run.reached.add((self.field.path, value if value in self._table else None))
        if chosen is None:
            return None
        if not chosen.shares_byte:
            run.align()
        return chosen.draw(run, node, index)
