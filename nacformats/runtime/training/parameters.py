"""Which values of two programs are one parameter."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from nacformats.errors import InvalidError
from nacformats.graph.graph import Graph, TrainingProgram, Update, Weight


@dataclass(eq=False)
class Tied:
    """One parameter, wherever it is loaded.

    Attributes:
        name: what reports call it.
        forward, training: indices of the values that load it, in the program and in its training program.
    """

    name: str
    forward: list[int] = field(default_factory=list)
    training: list[int] = field(default_factory=list)

    @property
    def own(self) -> list[int]:
        """Values of the training program, where it alone loads the parameter."""
        return [] if self.forward else self.training


class TiedParameters:
    """The parameters of a program and of its training program: by id where the format has ids, else by name.

    Attributes:
        of_updates: the parameter of each update.

    Raises:
        InvalidError: a parameter is to be updated that neither program loads.
    """

    def __init__(self, program: TrainingProgram, forward: Graph) -> None:
        self._by_id: dict[int, Tied] = {}
        self._by_name: dict[str, Tied] = {}
        for value in forward.every(Weight):
            self._of(value).forward.append(value.index)
        for value in program.graph.every(Weight):
            self._of(value).training.append(value.index)
        self.of_updates = [self._updated(program.graph, update) for update in program.updates]

    def loaded_by_both(self) -> Iterator[tuple[int, int]]:
        """(value of the training program, value of the program) where both load a parameter."""
        for tied in (*self._by_name.values(), *self._by_id.values()):
            if tied.forward:
                yield from ((index, tied.forward[0]) for index in tied.training)

    def _of(self, value: Weight) -> Tied:
        if value.parameter is not None:
            tied = self._by_id.setdefault(value.parameter, Tied(value.name or str(value.parameter)))
            self._by_name.setdefault(value.name, tied)
            return tied
        return self._by_name.setdefault(value.name, Tied(value.name))

    def _updated(self, graph: Graph, update: Update) -> Tied:
        tied = self._by_id.get(update.parameter) or self._by_name.get(update.name)
        if tied is None:
            reason = f"updates parameter {update.name or update.parameter!r}, which no program loads"
            raise graph.error(InvalidError, graph.values[update.index], reason, expected=_listed(self._by_name))
        return tied


def _listed(names: Iterable[str]) -> str:
    known = list(names)
    return f"one of: {', '.join(known[:8])}{', ...' * (len(known) > 8)}" if known else "a parameter of the model"
