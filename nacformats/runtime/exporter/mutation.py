"""Operations that PyTorch lets change their first operand in place.

Here every operation gives a new value. That is the same as long as only the result is used afterwards; where the
changed tensor, or another view of it, is used again, the change would be lost, and the graph is refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from nacformats.errors import UnsupportedError
from nacformats.graph import Graph, Operation, Ref, references

_MUTATING = re.compile(r"aten\.\w*[a-z0-9]_\.")

#: Operations whose result is a view of their first operand.
_VIEWS = re.compile(
    r"nac\.(view|pass)|getitem"
    r"|aten\.(alias|detach|select|slice|view|reshape|flatten|unflatten|transpose|permute|t|mT|unsqueeze|squeeze|narrow"
    r"|expand|diagonal|movedim|swapaxes|split|split_with_sizes|chunk|unbind|unfold|as_strided)\..*"
)


def refuse_lost_mutations(graph: Graph) -> None:
    """Refuse a graph in which a tensor is used after an operation has changed it in place.

    Raises:
        UnsupportedError: it names the operation that makes the change.
    """
    mutations = [value for value in graph.every(Operation) if _MUTATING.match(value.operator)]
    if not mutations:
        return
    owners = list(_owners(graph))
    last_use = {owners[ref.index]: value.index for value in graph.values for ref in references(value)}
    last_use.update((owners[ref.index], len(graph.values)) for ref in graph.outputs)
    for mutation in mutations:
        target = mutation.operands[0] if mutation.operands else None
        if isinstance(target, Ref) and last_use[owners[target.index]] > mutation.index:
            raise graph.error(
                UnsupportedError,
                mutation,
                f"changes {graph.unit} {target.index} in place, which is used again afterwards",
                hint="export the model with run_decompositions(), which gives operations without side effects",
            )


def _owners(graph: Graph) -> Iterator[int]:
    """For each value, the value whose memory it may view."""
    owners: list[int] = []
    for value in graph.values:
        owner = value.index
        if isinstance(value, Operation) and _VIEWS.fullmatch(value.operator):
            owner = next((owners[ref.index] for ref in references(value)), owner)
        owners.append(owner)
        yield owner
