"""Correcting the saved values that the compiler miscounted after linear layers.

For the n-th `add` of autograd's forward graph the compiler saves the n-th `add` of the graph that it exported. Autograd
computes a linear layer with a bias as one `addmm` where its input has two dimensions, or three in their order in
memory. Any other one it takes apart into a product and an `add`, as it does where attention exchanges the batch and the
sequence. From there on the compiler is one `add` ahead, and the last one it does not find at all:

    exported    4 linear    31 add   44 add
    autograd    add 0       add 1    add 2
    saved       31          44       the constant 1

Which layers are taken apart follows from the gradients of their biases. That of `addmm` is a sum over one axis, that of
an `add` is one over all axes but the last. So each saved `add` has one value that it can stand for, and `matching`
takes it for that where a formula asks for this very value. Counting ends where that is not certain: at a bias that does
not tell, because it is not trained or has several users, and at operations that hold an `add` of their own (INSIDE).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from nacformats.graph.graph import Input, Ref, TrainingProgram, Update, Weight, needed_values, refs_of
from nacformats.ops.derivatives import FUSED, INSIDE, UNFUSED
from nacformats.restoring.training.sides import Forward, Training, parameter_key


def recounted(forward: Forward, training: Training, updates: Iterable[Update]) -> dict[int, int]:
    """Return the value that the compiler meant, for each `add` of the forward graph that it took for another one."""
    if UNFUSED in kinds_of(forward, training):
        return {}
    adds = (index for index, name in enumerate(forward.names) if name == "add")
    meant = _sums(forward, _axes(forward, training, updates))
    return {add: value for add, value in zip(adds, meant, strict=False) if add != value}


def kinds_of(forward: Forward, training: Training) -> set[str]:
    """Return the operations of the forward graph, and whether some attention among them is taken apart."""
    count = forward.names.count("scaled_dot_product_attention")
    return {*forward.names, *([UNFUSED] if training.names.count(FUSED) < count else [])}


def _sums(forward: Forward, axes: dict[int | str, int]) -> Iterator[int]:
    """Yield the values that autograd computes with an `add`, in order, as far as that is certain."""
    needed = needed_values(forward.values, [Ref(len(forward.values) - 1)])
    for index, name in enumerate(forward.names):
        if index not in needed:
            continue  # autograd leaves it out
        if "add" in INSIDE.get(name, ()):
            return
        if name == "add":
            yield index
        bias = forward.arguments(index).get("bias") if name == "linear" else None
        if not isinstance(bias, Ref):
            continue
        weight = forward.values[bias.index]
        summed = axes.get(parameter_key(weight)) if isinstance(weight, Weight) else None
        if summed is None:
            return
        if summed > 1:
            yield index


def _axes(forward: Forward, training: Training, updates: Iterable[Update]) -> dict[int | str, int]:
    """Return how many axes the gradient of a parameter's only user is summed over to give its own, by parameter."""
    users = Counter(
        parameter_key(weight)
        for value in forward.values
        for ref in refs_of(value)
        if isinstance(weight := forward.values[ref.index], Weight)
    )
    axes: dict[int | str, int] = {}
    for update in updates:
        root = training.roots[update.gradient.index]
        summed = training.operands[root][1:2] if training.names[root] == "sum" else []
        if users[update.parameter] == 1 and summed and isinstance(summed[0], list):
            axes[update.parameter] = len(summed[0])
    return axes


def renumbered(forward: Forward, updates: Iterable[Update]) -> list[dict[int, int | None]]:
    """Return what parameters and inputs of the forward graph may stand for, by index; the likely possibility first.

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
    """Return the ids of the parameters in autograd's order; parameters that nothing uses may be trained or frozen."""
    ids = {key for key in forward.weights if isinstance(key, int)}
    last = max(ids.union(trained), default=0)
    if min(ids.union(trained), default=0) < 1 or trained != sorted(set(trained)):
        return []
    every = range(1, last + 1)
    unused = set(every) - ids - set(trained)
    possible = [set(trained), {*trained, *unused}] if unused else [set(trained)]
    return [[*sorted(first), *(key for key in every if key not in first)] for first in possible]


def without_unused(program: TrainingProgram, forward: Forward) -> TrainingProgram | None:
    """Return the program as it is if the exported graph lost unused parameters, and all others before the last are
    trained.
    """
    weights = {key: forward.values[index] for key, index in forward.weights.items()}
    named = {key: value for key, value in weights.items() if isinstance(key, int) and isinstance(value, Weight)}
    written = [update.parameter for update in program.updates]
    if len(named) < len(written) or written != sorted(set(written)):
        return None
    updates = tuple(
        replace(update, parameter=key, name=named[key].name)
        for update, key in zip(program.updates, sorted(named), strict=False)
    )
    return replace(program, updates=updates)


def misnamed(
    forward: Forward, training: Training, updates: Sequence[Update], gradients: Mapping[int, int], sure: Collection[int]
) -> Update | None:
    """Return the first update that takes the gradient of another parameter than it names, or may do so.

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
    """True if it is that gradient, or the same in the shape of the parameter."""
    while gradient != found and training.names[gradient] in ("sum", "expand"):
        operand = training.operands[gradient][0]
        if not isinstance(operand, Ref):
            return False
        gradient = training.roots[operand.index]
    return gradient == found
