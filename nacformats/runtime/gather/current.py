"""The parameters of a session as runs take them now."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from nacformats.graph import Array, Graph, Weight
from nacformats.runtime.budget import Budget
from nacformats.runtime.gather.outside import Outside


class CurrentParameters(Mapping[str, Array]):
    """Arrays by name, each read when it is asked for."""

    def __init__(self, graph: Graph, outside: Outside, max_memory: int) -> None:
        self._graph, self._outside, self._max_memory = graph, outside, max_memory
        self._values: dict[str, Weight] = {}
        for value in graph.every(Weight):
            self._values.setdefault(value.name, value)

    def __getitem__(self, name: str) -> Array:
        return self._outside.parameter(self._values[name], Budget(self._graph, self._max_memory))

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __contains__(self, name: object) -> bool:
        return name in self._values
