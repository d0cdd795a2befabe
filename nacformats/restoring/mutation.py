"""Operations that PyTorch lets change their first operand in place, and which values see the change.

Raw exports hold them, as `aten.add_.Tensor`. One whose memory no other value sees is an operation like any other. For
the rest, a run replaces that memory by a changed copy, and takes the views that are used afterwards from the copy:
neither a weight nor an input of the caller is ever written to.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field

from nacformats.errors import UnsupportedError
from nacformats.graph.aliasing import PICK, Use, is_split, is_view, lost_changes, may_be_view, may_cast
from nacformats.graph.graph import Graph, GraphValue, Operation, Ref, refs_in, refs_of
from nacformats.ops.table import functional_name, operators

_HINT = "compile the model with nacformats, or from torch.export.export(...).run_decompositions()"


@dataclass
class Memory:
    """The values of a graph that share memory, and the operations that change it.

    Attributes:
        roots: for each value, the first one of those that are certain to be views of the same memory.
        changes: by root, the operations that change its memory where another value sees it afterwards.
        changed: all of these operations, with what they change.
        parents: by view, the operand that it is a view of.
        tested: the views that may be copies as well, so that only a run tells.
    """

    roots: list[int]
    changes: dict[int, list[int]] = field(default_factory=dict)
    changed: dict[int, int] = field(default_factory=dict)
    parents: dict[int, int] = field(default_factory=dict)
    tested: set[int] = field(default_factory=set)

    def is_tested(self, index: int) -> bool:
        """True if a value, or one on its way from its root, may be a copy."""
        while index in self.parents:
            if index in self.tested:
                return True
            index = self.parents[index]
        return False

    def seen_by(self, index: int, at: int, seen: dict[int, int]) -> Iterator[int]:
        """Yield the changes that the use of a value at a place sees; seen: by root, up to where they were
        given before.
        """
        root = self.roots[index]
        since = seen.get(root, -1)
        seen[root] = max(since, at)
        return (change for change in self.changes.get(root, ()) if since <= change < at)


def memory_of(graph: Graph, supplied: Collection[int] = (), *, layouts_known: bool = False) -> Memory | None:
    """Return the memory that a graph's operations change in place; None if there is none.

    Args:
        graph: verified.
        supplied: values that are not computed but given.
        layouts_known: the engine lays out tensors as PyTorch does, and so views and copies in the same places.

    Raises:
        UnsupportedError: a change is lost in the file, or it is not known which values see it; it names the operation.
    """
    _refuse_lost_changes(graph)
    changing = [
        value for value in graph.every(Operation) if functional_name(value.operator) and value.index not in supplied
    ]
    changing = [value for value in changing if not is_view(value.operator)]
    return _Analysis(graph, supplied, layouts_known).memory(changing) if changing else None


def refuse_lost_mutations(graph: Graph) -> None:
    """Refuse a graph in which a change in place is seen by another value: for what has no other use of such a graph.

    Raises:
        UnsupportedError: it names the first operation that makes such a change.
    """
    memory = memory_of(graph)
    if memory is not None and memory.changed:
        place, target = next(iter(memory.changed.items()))
        raise _seen(graph, graph.values[place], target)


def _refuse_lost_changes(graph: Graph) -> None:
    if graph.format != "nac":
        return
    for lost in lost_changes([_use(value) for value in graph.values], [ref.index for ref in graph.outputs]):
        unit, view, base = graph.unit, graph.values[lost.view], graph.values[lost.base]
        reason = (
            f"nobody takes the result, but its operand, {unit} {lost.view} ({view.label}), is a view of {unit} "
            f"{lost.base} ({base.label}), which is used later: the model changed that tensor in place, and the writer "
            "of the file lost the change"
        )
        raise graph.error(UnsupportedError, graph.values[lost.place], reason, hint=_HINT)


def _use(value: GraphValue) -> Use:
    if not isinstance(value, Operation):
        return Use("", ())
    direct: list[int | None] = [operand.index if isinstance(operand, Ref) else None for operand in value.operands]
    nested = [ref.index for ref in refs_in(each for each in value.operands if isinstance(each, list))]
    return Use(value.operator, [*direct, *nested])


def _seen(graph: Graph, change: GraphValue, target: int) -> UnsupportedError:
    reason = f"changes {graph.unit} {target} in place, which is used again afterwards"
    return graph.error(UnsupportedError, change, reason, hint=_HINT)


def _changes_sizes(operator: str) -> bool:
    """True if a method changes the sizes of a tensor, or what memory it has, rather than what is in it.

    Its function is a view, or is not in the table, as that of resize_.
    """
    function = functional_name(operator)
    row = operators().get(function or "")
    return row is None or row.viewed is not None


class _Analysis:
    """An analysis of a graph in one pass, in order."""

    def __init__(self, graph: Graph, supplied: Collection[int], layouts_known: bool) -> None:
        self.graph = graph
        self.supplied = supplied
        self.layouts_known = layouts_known
        self.found = Memory([])
        self.roots = self.found.roots
        #: The values that view each root; and the roots whose memory may be the same.
        self.views: dict[int, list[int]] = {}
        self.kin: dict[int, set[int]] = {}
        #: The roots that are tuples of tensors.
        self.in_parts: set[int] = set()
        self.last_use = [-1] * len(graph.values)
        for value in graph.values:
            for ref in refs_of(value):
                self.last_use[ref.index] = value.index
        for ref in graph.outputs:
            self.last_use[ref.index] = len(graph.values)

    def memory(self, changing: list[Operation]) -> Memory:
        changes = {value.index for value in changing}
        for value in self.graph.values:
            source = self._source(value)
            if value.index in changes and source is not None:
                self._change(value, source)
            elif source is None or value.index in self.supplied:
                self._own(value.index)
            else:
                self._view(value, source)
        return self.found

    def _source(self, value: GraphValue) -> int | None:
        """Return the operand that an operation may be a view of, or that it changes."""
        first = value.operands[0] if isinstance(value, Operation) and value.operands else None
        if not isinstance(first, Ref):
            return None
        if first.part is not None:
            self.in_parts.add(self.roots[first.index])
        return first.index

    def _own(self, index: int) -> None:
        self.roots.append(index)
        self.views[index] = [index]
        self.kin[index] = {index}

    def _view(self, value: GraphValue, source: int) -> None:
        assert isinstance(value, Operation)
        name, root = value.operator, self.roots[source]
        picked = name == PICK and is_split(self._operator(source))
        tested = may_cast(name) or (may_be_view(name) and self.layouts_known)
        if tested:
            self.found.tested.add(value.index)
        if picked or is_view(name) or is_split(name) or tested:
            self._see(value.index, source)
            return
        self._own(value.index)
        if may_be_view(name):
            self._join(value.index, root)

    def _see(self, index: int, source: int) -> None:
        root = self.roots[source]
        self.roots.append(root)
        self.views[root].append(index)
        self.found.parents[index] = source

    def _operator(self, index: int) -> str:
        value = self.graph.values[index]
        return value.operator if isinstance(value, Operation) else ""

    def _join(self, one: int, other: int) -> None:
        both = self.kin[one] | self.kin[other]
        for root in both:
            self.kin[root] = both

    def _change(self, value: GraphValue, target: int) -> None:
        assert isinstance(value, Operation)
        root = self.roots[target]
        seen = [view for kin in self.kin[root] for view in self.views[kin] if self.last_use[view] > value.index]
        if not seen:
            self._own(value.index)  # nobody can tell it from a new value
            return
        certain = root not in self.in_parts and all(self.roots[view] == root for view in seen)
        if not certain or _changes_sizes(value.operator):
            raise _seen(self.graph, value, target)
        self._see(value.index, target)
        self.found.changes.setdefault(root, []).append(value.index)
        self.found.changed[value.index] = target
