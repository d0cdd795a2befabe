"""The kinds of values that are records, or one of several kinds, and how each is drawn."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol

from nacformats.fuzz.closures import OfNode
from nacformats.fuzz.fields import TRIES, Element, FieldPlan
from nacformats.fuzz.output import DrawnNode, UnsatisfiedError
from nacformats.fuzz.run import Run

#: How often a record is drawn before the one that holds it is drawn again: one that is in others less often.
_RECORD_TRIES = 8
_LEAST_TRIES = 2


class RecordPlan(Protocol):
    """The plan of a type.

    Attributes:
        lazy: all members, and how they are computed or drawn when they are requested, if they are.
    """

    lazy: dict[str, OfNode | None]

    def draw_fields(self, run: Run, node: DrawnNode) -> None:
        """Draw the fields of a record, and leave its instances for later."""


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
        plan: RecordPlan,
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
