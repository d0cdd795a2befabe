"""The search for repeated blocks, on plain data."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from nacformats.repeats.data import Block, Blocks, ProgramRows
from nacformats.repeats.flow import Flow, flow_of
from nacformats.repeats.naming import Module, modules_of
from nacformats.repeats.recurring import recurring_parts

#: A block has at least so many operations.
_LEAST = 2
#: So many borders of modules that are equal inside are tried, the most frequent ones.
_MOST_BORDERS = 4
#: A list of modules is no block where so much of it are modules of other lists, with so many operators in common.
_CONTAINED, _ALIKE = 0.9, 0.7


def repeated_blocks(program: ProgramRows) -> Blocks:
    """Return the blocks that a program repeats. Time and memory are proportional to the size of the program."""
    flow = flow_of(program)
    if flow.is_named:
        modules = modules_of(flow)
    else:
        flow = flow_of(replace(program, names=[name and "" for name in program.names]))
        modules = recurring_parts(flow)
    modules += _unrolled_rounds(flow)
    kinds = [kind for kind in _kinds(modules, flow) if len(kind) > 1]
    found = _Selection(program, flow, kinds).inside(range(len(flow.rows)))
    return Blocks(found, max(program.length, len(program.labels)))


def _kinds(outermost: Sequence[Module], flow: Flow) -> Iterator[list[Module]]:
    """Yield the modules that have one structure; those of one operation or one parameter are no blocks.

    Where modules are equal from their first to their last parameter, they have the same operations before and after
    that in common, as many as possible.
    """
    alike: dict[int, list[Module]] = defaultdict(list)
    for module in (each for outer in outermost for each in outer.walk() if each.uses > 1):
        core = range(module.first, module.last + 1)
        alike[flow.structure(core)].append(module)
    for modules in alike.values():
        waiting = modules
        while waiting:
            kind, waiting = _agreed(waiting, flow)
            if len(flow.own(kind[0].span)) >= _LEAST:
                yield kind


def _agreed(modules: list[Module], flow: Flow) -> tuple[list[Module], list[Module]]:
    """Return the modules that can have the borders which most of them can have, with these; and all others."""
    borders = Counter((each.span.start - each.first, each.span.stop - each.last) for each in modules)
    best: list[tuple[Module, range]] = []
    for (before, after), _ in borders.most_common(_MOST_BORDERS):
        kinds: dict[int, list[tuple[Module, range]]] = defaultdict(list)
        for each in modules:
            span = range(each.first + before, each.last + after)
            if each.limits.start <= span.start and span.stop <= each.limits.stop:
                kinds[flow.structure(span)].append((each, span))
        largest = max(map(_apart, kinds.values()), key=len)
        if len(largest) > len(best):
            best = largest
    for each, span in best:
        each.span = span
    agreed = {id(each) for each, _ in best}
    return [each for each, _ in best], [each for each in modules if id(each) not in agreed]


def _apart(found: Sequence[tuple[Module, range]]) -> list[tuple[Module, range]]:
    """Return the modules whose spans do not overlap the one before."""
    kept: list[tuple[Module, range]] = []
    for module, span in found:
        if not kept or kept[-1][1].stop <= span.start:
            kept.append((module, span))
    return kept


class _Selection:
    """The choice of blocks: the outermost ones first, longer ones before those that they overlap."""

    def __init__(self, program: ProgramRows, flow: Flow, kinds: Iterable[Sequence[Module]]) -> None:
        self.program = program
        self.flow = flow
        ordered = sorted(kinds, key=lambda kind: (-min(len(each.span) for each in kind), kind[0].span.start))
        entries = [(each.span.start, number, each) for number, kind in enumerate(ordered) for each in kind]
        self._entries = sorted(entries, key=lambda entry: entry[:2])
        self._starts = [start for start, _, _ in self._entries]
        self._kind_of = {id(each): kind for kind in ordered for each in kind}
        self._first_use = [len(program.labels)] * len(program.labels)
        for row in range(len(program.labels) - 1, -1, -1):
            for operand in program.operands[row]:
                self._first_use[operand] = row

    def inside(self, around: range, of: Module | None = None) -> tuple[Block, ...]:
        """Return the outermost blocks inside of a span of operations, that of a module or of the program."""
        kinds: dict[int, list[Module]] = defaultdict(list)
        for place in range(bisect_left(self._starts, around.start), bisect_left(self._starts, around.stop)):
            _, number, module = self._entries[place]
            if module is not of and module.span.stop <= around.stop and len(module.span) < len(around):
                kinds[number].append(module)
        kinds = {number: kind for number, kind in kinds.items() if not self._is_container(kind)}
        taken = bytearray(len(around))
        found = []
        for number in sorted(kinds):
            for free in _alike_in_depth(kinds[number]) if of else [kinds[number]]:
                free = [
                    each
                    for each in free
                    if not any(taken[each.span.start - around.start : each.span.stop - around.start])
                ]
                if len(free) < 2:
                    continue
                for each in free:
                    taken[each.span.start - around.start : each.span.stop - around.start] = b"\1" * len(each.span)
                found.append(self._block(free))
        return tuple(sorted(found, key=lambda block: block.spans[0].start))

    def _is_container(self, kind: Sequence[Module]) -> bool:
        """True for lists of modules that are alike and are in other lists too, such as the stages of an image network.

        Its modules, folded one by one, are shown once; folded as a list they would be shown again in the next one.
        """
        parts: list[Module] = []
        waiting = list(kind[0].inner)
        while waiting:
            module = waiting.pop()
            alike = self._kind_of.get(id(module), ())
            inside = sum(any(each.span.start in outer.span for outer in kind) for each in alike)
            if len(alike) > inside:
                parts.append(module)
            else:
                waiting += module.inner
        if len(parts) < 2 or sum(len(each.span) for each in parts) < _CONTAINED * len(kind[0].span):
            return False
        labels = [Counter(self.flow.labels[each.span.start : each.span.stop]) for each in parts]
        longest = max(labels, key=Counter.total)
        return all((each & longest).total() >= _ALIKE * longest.total() for each in labels)

    def _block(self, occurrences: Sequence[Module]) -> Block:
        spans = tuple(self._rows(each.span) for each in occurrences)
        own = [[self.flow.rows[i] for i in self.flow.own(each.span)] for each in occurrences]
        labels = self.program.labels
        return Block(
            _names(occurrences),
            spans,
            self.inside(occurrences[0].span, occurrences[0]),
            self._extra(spans, own),
            (labels[own[0][0]], labels[own[0][-1]]),
            self.program.unit,
        )

    def _rows(self, span: range) -> range:
        """Return the rows of operations, with the constants right before them that nothing takes earlier."""
        start, last = self.flow.rows[span.start], self.flow.rows[span.stop - 1]
        while start and self._is_constant(start - 1) and self._first_use[start - 1] <= last:
            start -= 1
        return range(start, last + 1)

    def _is_constant(self, row: int) -> bool:
        if not self.program.labels[row]:
            return self.program.name(row) is not None
        place = bisect_left(self.flow.rows, row)
        return place == len(self.flow.rows) or self.flow.rows[place] != row

    def _extra(self, spans: Sequence[range], own: Sequence[list[int]]) -> tuple[int, ...]:
        """Return the rows of spans without a counterpart in each of the others."""
        slots = [self._slots(span, rows) for span, rows in zip(spans, own, strict=True)]
        common = set(slots[0].values()).intersection(*(each.values() for each in slots[1:]))
        orders = {tuple(slot for _, slot in sorted(each.items()) if slot in common) for each in slots}
        if len(orders) > 1:  # constants are in other places: only operations correspond
            common = {slot for slot in common if slot[1] < 0}
        return tuple(
            row for span, each in zip(spans, slots, strict=True) for row in span if each.get(row) not in common
        )

    def _slots(self, span: range, own: Sequence[int]) -> dict[int, tuple[int, int]]:
        """Return which operation of an occurrence a row is, or which operand of which operation."""
        found: dict[int, tuple[int, int]] = {}
        for number, row in enumerate(own):
            for place, operand in enumerate(self.program.operands[row]):
                if operand in span and not self.program.labels[operand] and self.program.name(operand) is not None:
                    found.setdefault(operand, (number, place))
            found[row] = number, -1
        return found


def _within(around: range, span: range) -> slice:
    return slice(span.start - around.start, span.stop - around.start)


def _alike_in_depth(modules: Iterable[Module]) -> list[list[Module]]:
    """Return modules with names of equally many parts together: inside of a block, others are seldom of one kind."""
    found: dict[int, list[Module]] = defaultdict(list)
    for each in modules:
        found[each.paths[0].count(".") if each.paths else 0].append(each)
    return list(found.values())


def _names(occurrences: Sequence[Module]) -> tuple[str, ...]:
    """Return the path of each, of a depth that many of them have and that tells them apart."""
    if not all(each.paths for each in occurrences):
        return ("",) * len(occurrences)
    depths = Counter(path.count(".") for each in occurrences for path in each.paths)
    named = [tuple(_closest(each.paths, depth) for each in occurrences) for depth, _ in depths.most_common()]
    return max(named, key=lambda names: len(set(names)))


def _closest(paths: Iterable[str], depth: int) -> str:
    return min(paths, key=lambda path: abs(path.count(".") - depth))


#: A stretch has at least so many operations, and a loop so many rounds.
_LEAST_STRETCH, _LEAST_ROUNDS = 24, 3
#: So many operations together tell one place of a round from the others.
_WORD = 4


def _unrolled_rounds(flow: Flow) -> Iterator[Module]:
    """Yield the rounds of loops in stretches without parameters, as modules without names; one loop a stretch."""
    heads = [-1, *(i for i, count in enumerate(flow.parameters) if count), len(flow.rows)]
    for before, after in pairwise(heads):
        if after - before > _LEAST_STRETCH:
            yield from _rounds(flow, range(before + 1, after))


def _rounds(flow: Flow, stretch: range) -> Iterator[Module]:
    period = _period(flow, stretch)
    loop = _loop(flow, stretch, period) if period else range(0)
    first = min(loop[:period], key=flow.live.__getitem__, default=0)
    count = (loop.stop - first) // period if loop else 0
    for number in range(count if count >= _LEAST_ROUNDS else 0):
        span = range(first + number * period, first + (number + 1) * period)
        yield Module([], span.start, span.stop - 1, period, span=span, limits=span)


def _period(flow: Flow, stretch: range) -> int:
    """Return after how many operations the same ones most often come again; 0 if none do."""
    last: dict[tuple[int, ...], int] = {}
    distances: Counter[int] = Counter()
    for i in stretch[: 1 - _WORD]:
        word = tuple(flow.labels[i : i + _WORD])
        if word in last:
            distances[i - last[word]] += 1
        last[word] = i
    period = distances.most_common(1)[0][0] if distances else 0
    return period if 2 <= period <= len(stretch) // _LEAST_ROUNDS else 0


def _loop(flow: Flow, stretch: range, period: int) -> range:
    """Return the longest run of operations that come again after a period."""
    best, start = range(0), stretch.start
    for i in range(stretch.start, stretch.stop - period + 1):
        if i == stretch.stop - period or flow.labels[i] != flow.labels[i + period]:
            if i + period - start > len(best):
                best = range(start, i + period)
            start = i + 1
    return best
