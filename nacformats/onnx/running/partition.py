"""Which operations run together in another engine, and in what order the parts and the rest run.

Every call has a level: that of the calls whose results it takes, or the next one where it runs elsewhere than these. So
no part waits for a result that depends on itself, and there is one part to a level at most.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from nacformats.graph.graph import Graph, Operation, refs_of
from nacformats.runtime.kernels.nac import ALWAYS_NUMBER, ON_NUMBERS
from nacformats.runtime.observe import Observed
from nacformats.runtime.sequence import StepDraft

#: Operations that take no time: a part of nothing else is not worth a call of another engine.
_FREE = frozenset(ON_NUMBERS) | ALWAYS_NUMBER | {"getitem", "nac.pass", "aten.sym_size.default"}
_FREE |= {
    f"aten.{name}"
    for name in [
        "alias.default",
        "detach.default",
        "expand.default",
        "permute.default",
        "reshape.default",
        "select.int",
        "slice.Tensor",
        "split.Tensor",
        "split_with_sizes.default",
        "squeeze.default",
        "squeeze.dim",
        "squeeze.dims",
        "t.default",
        "transpose.int",
        "unbind.int",
        "unsqueeze.default",
        "view.default",
    ]
}


@dataclass
class GraphPart:
    """Operations that run together: their indices, in order."""

    indices: list[int]


def partition(
    graph: Graph, calls: Sequence[StepDraft], able: Collection[int], types: Sequence[Observed], kept: Collection[int]
) -> list[GraphPart | StepDraft]:
    """The parts, and the calls that are left, in the order in which they run.

    Args:
        graph: resolved: one of several results is taken by "getitem".
        calls: all calls of a plan of the graph, in order.
        able: the operations that the other engine has; it takes and gives tensors and numbers, but no tuples.
        types: of all values.
        kept: values that are wanted from outside.
    """
    own = {call.slot: graph.values[call.slot] for call in calls if call.reported}
    chosen = _chosen(graph, own.keys() & set(able), own.keys(), types, kept)
    chosen -= _worthless(graph, chosen, len(chosen) == len(own))
    levels: dict[int, list[GraphPart | StepDraft]] = {}
    level_of: dict[int, int] = {}
    for call in calls:
        together = call.slot in chosen
        sources = (ref.index for ref in refs_of(own[call.slot])) if together else iter(call.uses)
        level = _level(sources, level_of, together)
        level_of[call.slot] = level
        group = levels.setdefault(level, [])
        if not together:
            group.append(call)
        elif group and isinstance(group[0], GraphPart):
            group[0].indices.append(call.slot)
        else:
            group.append(GraphPart([call.slot]))
    return _without_unused([item for level in sorted(levels) for item in levels[level]], kept)


def _level(sources: Iterator[int], level_of: dict[int, int], together: bool) -> int:
    """Even for what runs in a part, odd for the others; those that depend on nothing are on the first two levels."""
    first = 0 if together else -1
    levels = (level_of[source] for source in sources if source in level_of)
    return max((level + (level % 2 != first % 2) for level in levels), default=first)


def _chosen(
    graph: Graph, able: set[int], computed: Collection[int], types: Sequence[Observed], kept: Collection[int]
) -> set[int]:
    """The operations whose tuples, if they give or take any, stay within a part."""
    tuples = {index for index in computed if isinstance(types[index], tuple) or types[index] is None}
    chosen = able - {index for index in tuples if index in kept}
    waiting = list(computed)
    users: dict[int, list[int]] = {}
    for index in computed:
        for ref in refs_of(graph.values[index]):
            users.setdefault(ref.index, []).append(index)
    while waiting:
        index = waiting.pop()
        sources = {ref.index for ref in refs_of(graph.values[index])} & tuples
        if index in chosen:
            if sources <= chosen:
                continue
            chosen.discard(index)
            waiting += [user for user in users.get(index, ()) if index in tuples]
        for source in sources & chosen:
            chosen.discard(source)
            waiting += users[source]
    return chosen


def _worthless(graph: Graph, chosen: set[int], everything: bool) -> set[int]:
    """Operations of groups, connected within the chosen ones, in which nothing takes time."""
    if everything:
        return set()
    group: dict[int, int] = {}

    def root(index: int) -> int:
        while group[index] != index:
            group[index] = group[group[index]]
            index = group[index]
        return index

    busy: set[int] = set()
    for index in sorted(chosen):
        group[index] = index
        for ref in refs_of(graph.values[index]):
            if ref.index in chosen:
                group[root(ref.index)] = index
    for index in chosen:
        operation = graph.values[index]
        if isinstance(operation, Operation) and operation.operator not in _FREE:
            busy.add(root(index))
    return {index for index in chosen if root(index) not in busy}


def _without_unused(items: list[GraphPart | StepDraft], kept: Collection[int]) -> list[GraphPart | StepDraft]:
    """The items without the calls that only parts would have needed, such as the number in a tensor."""
    used = set(kept)
    result: list[GraphPart | StepDraft] = []
    for item in reversed(items):
        if isinstance(item, StepDraft):
            if not item.reported and item.slot not in used:
                continue
            used.update(item.uses)
        result.append(item)
    return result[::-1]
