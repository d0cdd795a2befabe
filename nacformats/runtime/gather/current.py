"""The parameters of a session as runs take them now."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from nacformats.codec.columns.arrays import Array
from nacformats.graph.graph import Graph, Weight
from nacformats.runtime.budget import RunBudget
from nacformats.runtime.gather.outside import Outside

#: Graphs with their weights; where two have a parameter, the first one counts.
Sources = Sequence[tuple[Graph, Outside]]


class CurrentParameters(Mapping[str, Array]):
    """Arrays by name, each read when it is asked for."""

    def __init__(self, sources: Sources, max_memory: int) -> None:
        self._max_memory = max_memory
        self._places: dict[str, tuple[Graph, Outside, Weight]] = {}
        for graph, outside in sources:
            for value in graph.every(Weight):
                self._places.setdefault(value.name, (graph, outside, value))

    def __getitem__(self, name: str) -> Array:
        graph, outside, value = self._places[name]
        return outside.parameter(value, RunBudget(graph, self._max_memory))

    def __iter__(self) -> Iterator[str]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)

    def __contains__(self, name: object) -> bool:
        return name in self._places


def changed_parameters(sources: Sources, max_memory: int) -> dict[int, Array]:
    """The parameters that are not those of the file, by id."""
    return {
        value.parameter: outside.parameter(value, RunBudget(graph, max_memory))
        for graph, outside in sources
        for value in graph.every(Weight)
        if value.parameter is not None and value.index in outside.changed
    }
