"""The search for repeated blocks, on plain data."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence

from nacformats.repeats.data import Block, Blocks, ProgramRows
from nacformats.repeats.flow import Flow, flow_of
from nacformats.repeats.naming import Module, modules_of

#: A block has at least so many operations.
_LEAST = 3
#: So many borders of modules that are equal inside are tried, the most frequent ones.
_MOST_BORDERS = 4


def repeated_blocks(program: ProgramRows) -> Blocks:
    """Return the blocks that a program repeats. Time and memory are proportional to the size of the program."""
    flow = flow_of(program)
    kinds = [kind for kind in _kinds(modules_of(program, flow), flow) if len(kind) > 1]
    kinds.sort(key=lambda kind: (-len(kind[0].span), kind[0].span.start))
    found = _nested(kinds, range(len(flow.rows)), _Places(program, flow))
    return Blocks(found, max(program.length, len(program.labels)))


def _kinds(outermost: Sequence[Module], flow: Flow) -> Iterator[list[Module]]:
    """Yield the modules that have one structure; those of one operation or one parameter are no blocks.

    Where modules are equal from their first to their last parameter, they have the same operations before and after
    that in common, as many as possible.
    """
    alike: dict[tuple[int, int], list[Module]] = defaultdict(list)
    for module in (each for outer in outermost for each in outer.walk() if each.uses > 1):
        core = range(module.first, module.last + 1)
        alike[len(core), flow.structure(core)].append(module)
    for modules in alike.values():
        waiting = modules
        while waiting:
            kind, waiting = _agreed(waiting, flow)
            if len(kind[0].span) >= _LEAST:
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


class _Places:
    """From operations to rows: parameters right before an operation go with it where it is the first to take them."""

    def __init__(self, program: ProgramRows, flow: Flow) -> None:
        self.program = program
        self.flow = flow
        self._first_use = [len(program.labels)] * len(program.labels)
        for row in reversed(flow.rows):
            for operand in program.operands[row]:
                self._first_use[operand] = row

    def rows(self, span: range) -> range:
        start, last = self.flow.rows[span.start], self.flow.rows[span.stop - 1]
        while start and self.program.name(start - 1) is not None and self._first_use[start - 1] <= last:
            start -= 1
        return range(start, last + 1)


def _nested(kinds: Sequence[list[Module]], inside: range, places: _Places) -> tuple[Block, ...]:
    """Return the outermost blocks inside of a span of operations, of kinds by descending length."""
    taken = bytearray(len(inside))
    found = []
    for place, kind in enumerate(kinds):
        free = [
            each
            for each in kind
            if inside.start <= each.span.start
            and each.span.stop <= inside.stop
            and len(each.span) < len(inside)
            and not any(taken[each.span.start - inside.start : each.span.stop - inside.start])
        ]
        if len(free) < 2:
            continue
        for each in free:
            taken[each.span.start - inside.start : each.span.stop - inside.start] = b"\1" * len(each.span)
        inner = _nested(kinds[place + 1 :], free[0].span, places)
        found.append(_block(free, inner, places))
    return tuple(sorted(found, key=lambda block: block.spans[0].start))


def _block(occurrences: Sequence[Module], inner: tuple[Block, ...], places: _Places) -> Block:
    spans = [places.rows(each.span) for each in occurrences]
    labels = places.program.labels
    first, last = labels[places.flow.rows[occurrences[0].span.start]], labels[spans[0].stop - 1]
    return Block(_names(occurrences), tuple(spans), inner, (), (first, last), places.program.unit)


def _names(occurrences: Sequence[Module]) -> tuple[str, ...]:
    """Return the path of each, of the depth that most of them have."""
    depths = Counter(path.count(".") for each in occurrences for path in each.paths)
    depth = max(depths, key=lambda each: depths[each])
    return tuple(_closest(each.paths, depth) for each in occurrences)


def _closest(paths: Iterable[str], depth: int) -> str:
    return min(paths, key=lambda path: abs(path.count(".") - depth))
