"""Which parameters and inputs a training program means, where the compiler numbers them otherwise than autograd does.

For the n-th placeholder of autograd's graph the compiler writes the n-th one of the graph that it exported. That has
the parameters in their order. Autograd has those that are trained first, then those that are frozen; so with the first
of three layers frozen, a program that takes the second layer's weight names the first's. What the exporter turned into
an input without a name (a tensor that is no parameter) has a place in the exported graph only: then user inputs and
targets are others as well.

The gradients themselves are in the order of the parameters. Where the exported graph lost parameters that nothing uses,
they are numbered as if these were there, and all else as if they were not.

As with sums (`counting`), an operand is taken for another value only where a formula asks for this very one.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace

from nacformats.graph.graph import Input, Ref, TrainingProgram, Update, Weight
from nacformats.runtime.restoring.training.sides import Forward, Training


def renumbered(forward: Forward, updates: Iterable[Update]) -> list[dict[int, int | None]]:
    """What the program may mean by parameters and inputs of the forward graph, by index; the likely possibility first.

    -1 is none of them, and None any: what that is, formulas say.
    """
    inputs: dict[int, int | None] = _doubtful_inputs(forward)
    orders = _orders(forward, [update.parameter for update in updates])
    meant = [{key: order[key - 1] for key in forward.weights if isinstance(key, int)} for order in orders]
    doubted = {key for each in meant for key, other in each.items() if other != key}
    return [
        inputs | {forward.weights[key]: forward.weights.get(each[key], -1) for key in doubted} for each in meant
    ] or [inputs]


def _doubtful_inputs(forward: Forward) -> dict[int, int | None]:
    inputs = [value for value in forward.values if isinstance(value, Input) and not value.lifted]
    return {} if all(value.name for value in inputs) else {value.index: None for value in inputs}


def _orders(forward: Forward, trained: list[int]) -> list[list[int]]:
    """The ids of the parameters in autograd's order; parameters that nothing uses may be trained or frozen."""
    ids = {key for key in forward.weights if isinstance(key, int)}
    last = max(ids.union(trained), default=0)
    if min(ids.union(trained), default=0) < 1 or trained != sorted(set(trained)):
        return []
    every = range(1, last + 1)
    unused = set(every) - ids - set(trained)
    possible = [set(trained), {*trained, *unused}] if unused else [set(trained)]
    return [[*sorted(first), *(key for key in every if key not in first)] for first in possible]


def without_unused(program: TrainingProgram, forward: Forward) -> TrainingProgram | None:
    """The program as it is if the exported graph lost unused parameters, and all others before the last are trained."""
    named = {key: value for key, value in _weights(forward).items() if isinstance(key, int)}
    written = [update.parameter for update in program.updates]
    if len(named) < len(written) or written != sorted(set(written)):
        return None
    updates = tuple(
        replace(update, parameter=key, name=named[key].name)
        for update, key in zip(program.updates, sorted(named), strict=False)
    )
    return replace(program, updates=updates)


def _weights(forward: Forward) -> Mapping[int | str, Weight]:
    weights = ((key, forward.values[index]) for key, index in forward.weights.items())
    return {key: value for key, value in weights if isinstance(value, Weight)}


def misnamed(
    forward: Forward, training: Training, updates: Sequence[Update], gradients: Mapping[int, int], sure: Collection[int]
) -> Update | None:
    """The first update that takes the gradient of another parameter than it names, or may do so.

    sure: ids of parameters that are no others, unless the program shows it.
    """
    for update in updates:
        weight = forward.weights.get(update.parameter)
        found = None if weight is None else gradients.get(weight)
        if found is None and (weight is None or update.parameter not in sure):
            return update
        if found is not None and not _is_same(training, training.roots[update.gradient.index], found):
            return update
    return None


def _is_same(training: Training, gradient: int, found: int) -> bool:
    """Whether it is that gradient, or the same in the shape of the parameter."""
    while gradient != found and training.names[gradient] in ("sum", "expand"):
        operand = training.operands[gradient][0]
        if not isinstance(operand, Ref):
            return False
        gradient = training.roots[operand.index]
    return gradient == found
