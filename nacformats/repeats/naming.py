"""The modules of a program, as the names of its parameters tell them: which operations belong to each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from nacformats.repeats.flow import Flow


@dataclass(slots=True)
class Module:
    """A part of a program whose parameters have the beginning of their names in common.

    Attributes:
        paths: that beginning; several, where all parameters of a module are those of one module inside of it.
        first, last: the operations that take the first and the last of its parameters.
        uses: how many operations take parameters of it.
        inner: the modules inside of it.
        span: its operations.
        limits: those that it may have: up to the parameters of the modules before and after it.
    """

    paths: list[str]
    first: int
    last: int
    uses: int
    inner: list[Module] = field(default_factory=list)
    span: range = range(0)
    limits: range = range(0)

    def walk(self) -> Iterator[Module]:
        """Yield the module and all inside of it."""
        yield self
        for each in self.inner:
            yield from each.walk()


def modules_of(flow: Flow) -> list[Module]:
    """Return the outermost modules in order; those of them that are called twice are there twice."""
    modules = _grouped([(i, path) for i, path in enumerate(flow.paths) if path], 0)
    _place(modules, range(len(flow.rows)), flow)
    return modules


def _grouped(uses: Sequence[tuple[int, tuple[str, ...]]], depth: int) -> list[Module]:
    """Return the modules whose paths differ at a depth, from operations and the paths of their parameters."""
    found: list[Module] = []
    start = 0
    while start < len(uses):
        path = uses[start][1]
        if len(path) <= depth:
            start += 1
            continue
        stop = last = start + 1
        while stop < len(uses) and (len(uses[stop][1]) <= depth or uses[stop][1][depth] == path[depth]):
            stop += 1
            last = stop if len(uses[stop - 1][1]) > depth else last  # others are of the module around
        stop = last
        inner = _grouped(uses[start:stop], depth + 1)
        module = Module([".".join(path[: depth + 1])], uses[start][0], uses[stop - 1][0], stop - start, inner)
        if len(inner) == 1 and inner[0].uses == module.uses:
            module = Module(module.paths + inner[0].paths, module.first, module.last, module.uses, inner[0].inner)
        found.append(module)
        start = stop
    return found


def _place(modules: Sequence[Module], around: range, flow: Flow) -> None:
    """Give modules the operations around those that take their parameters, inside of a span."""
    start = lowest = around.start
    ends = [*(each.first for each in modules[1:]), around.stop]
    for module, after in zip(modules, ends, strict=False):
        stop = _end(module, _beginning(module, start, around.stop, flow), after, flow)
        module.span = range(_beginning(module, start, stop, flow), stop)
        module.limits = range(lowest, after)
        start, lowest = stop, module.last + 1
        _place(module.inner, module.span, flow)


def _end(module: Module, start: int, after: int, flow: Flow) -> int:
    """Return where a module ends: the narrowest place before an operation that takes anything from outside."""
    best = stop = module.last + 1
    known = {operand for i in range(start, stop) for operand in flow.operands[i]}
    while stop < after and all(o >= start or o in known for o in flow.operands[stop]) and flow.operands[stop]:
        stop += 1
        if flow.live[stop] <= flow.live[best]:
            best = stop
    return best


def _beginning(module: Module, start: int, stop: int, flow: Flow) -> int:
    """Return where a module begins: the narrowest place after an operation whose result is taken elsewhere."""
    best = first = module.first
    while first > start and flow.last_use[first - 1] < stop:
        first -= 1
        if flow.live[first] <= flow.live[best]:
            best = first
    return best
