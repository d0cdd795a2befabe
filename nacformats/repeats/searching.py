"""The search for repeated blocks, on plain data."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

from nacformats.repeats.data import Block, Blocks, ProgramRows
from nacformats.repeats.flow import Flow, flow_of
from nacformats.repeats.naming import Module, modules_of

#: A block has at least so many operations.
_LEAST = 3


def repeated_blocks(program: ProgramRows) -> Blocks:
    """Return the blocks that a program repeats. Time and memory are proportional to the size of the program."""
    flow = flow_of(program)
    modules = [module for each in modules_of(program, flow) for module in each.walk()]
    kinds: dict[tuple[int, int], list[Module]] = defaultdict(list)
    for module in modules:
        if len(module.span) >= _LEAST and module.uses > 1:
            kinds[len(module.span), flow.structure(module.span)].append(module)
    repeated = [kind for kind in kinds.values() if len(kind) > 1]
    repeated.sort(key=lambda kind: (-len(kind[0].span), kind[0].span.start))
    return Blocks(
        _nested(repeated, range(len(flow.rows)), _Places(program, flow)), max(program.length, len(program.labels))
    )


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
            and not taken[each.span.start - inside.start]
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
