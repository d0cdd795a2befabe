"""Restoring what the public compiler loses of a training program (NAC v1.7, TRNG).

The compiler takes the backward graph that PyTorch's autograd makes of the model and its loss. Such a graph takes
values of the forward pass: results of activations, transposed weights, statistics. Autograd has a forward graph of its
own for that, in which a linear layer is a transposition and a product; the compiler looks for the values in the graph
that it exported, by counting operations of a kind. What it does not find it writes as the constant 1, and integers as
targets; where autograd has more operations of a kind, as it has views, it finds the wrong one.

What is lost follows from the structure of both programs. The gradient of the loss is known, and each operation of the
forward graph has its way to make gradients of its operands of the gradient of its result. So `walking` goes from the
loss to the parameters through both programs at once. At each operation it looks up the formula in the table
(`formulas`) and searches the training program for it (`matching`):

    forward:   7  tanh(6)          in the table:  tanh: self = tanh_backward(grad, result)
    training: 15  tanh_backward(14, 1)            14 is the gradient of 7, so 15 is that of 6, and 1 stands for 7

Where one place alone fits, the operand is taken for what the formula says, and `filling` puts that value there, saved
by the forward pass or computed of what that saves. Nothing else changes: every number that the program computes still
comes from its own instructions, and an operand that is not lost stays what it is, even where the formula says
otherwise. The exception is a saved sum where the program itself proves that the compiler counted wrong (`counting`).
Where none or several places fit, the operand stays lost, and a step that needs it fails with its place.

The modules: `formulas` the tables and their language, `sides` both programs without views, and the loss behind the
forward graph, `matching` formulas against instructions, `counting` what saved sums, parameters and inputs stand for,
`walking` the way back, `filling` the new program.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace

from nacformats.errors import InvalidError, LimitError
from nacformats.graph.graph import (
    Graph,
    GraphValue,
    Input,
    Lost,
    Operation,
    Ref,
    Saved,
    Target,
    TrainingProgram,
    Weight,
    refs_of,
)
from nacformats.limits import MAX_TRAINING_BITS
from nacformats.runtime.restoring.graphs import restore
from nacformats.runtime.restoring.resolved import resolution_of
from nacformats.runtime.restoring.training.counting import misnamed, recounted, renumbered, without_unused
from nacformats.runtime.restoring.training.filling import Filler
from nacformats.runtime.restoring.training.formulas import words
from nacformats.runtime.restoring.training.matching import Made, Matcher, Meaning, OperandPlace, Own
from nacformats.runtime.restoring.training.sides import Forward, Loss, Training, loss_behind, parameter_key
from nacformats.runtime.restoring.training.walking import Found, GradientWalk

#: Operations that a number in place of a tensor makes sense for.
_ARITHMETIC = words(
    "add sub rsub mul div neg pow where maximum minimum expand view masked_fill full_like eq ne lt le gt ge type_as"
)

#: Names of what the compiler wrote in place of a lost value, if not a constant.
_WRITTEN: dict[type[GraphValue], str] = {Saved: "another value", Weight: "another parameter", Target: "a target"}


def restore_training(program: TrainingProgram, forward: Graph) -> tuple[TrainingProgram, Graph]:
    """Restore what the writer of a training program lost; return the program and the forward graph that it belongs to.

    Args:
        program: as the file has it. It is not changed.
        forward: the graph of the file, restored or not. It is not changed.

    Returns:
        A program that takes what it needs; values that were put before an instruction have its place in the file. A
        program that lacks nothing, or does not come from the public compiler, comes back as it is.
    """
    if forward.format != "nac":
        return program, forward
    program = replace(program, graph=restore(_copy(program.graph), training=True))
    forward_copy = restore(_copy(forward))
    training = Training(program.graph)
    spelled, origins, places = resolution_of(forward_copy)
    loss = loss_behind(training, spelled)
    if loss is None:
        return program, forward
    search = _Search(training, [*spelled.values, *loss.values], dict(enumerate(places)), loss)
    program, found = search.found(program)
    meanings = found.meanings | _not_found(program.graph, training, loss, search.lost, found)
    if not meanings:
        return program, forward
    meanings |= _typed(training, found.seed, spelled.outputs[0])
    values = search.values
    sources = {
        index: origin
        for index, origin in enumerate(origins)
        if isinstance(forward.values[origin], type(values[index])) and _is_own(values[index], forward.values[origin])
    }
    return Filler(values, sources, meanings).filled(program), forward


def _copy(graph: Graph) -> Graph:
    return replace(graph, values=[replace(value) for value in graph.values])


def _is_own(value: GraphValue, original: GraphValue) -> bool:
    """True if a value of the graph in one spelling is the value of the file, not a selection made for it."""
    if not isinstance(value, Operation) or not isinstance(original, Operation):
        return True
    return (value.operator == "getitem") == (original.operator.rpartition(".")[2] == "getitem")


def _lost_constants(values: list[GraphValue], seed: int) -> frozenset[int]:
    """The constants that stand for what is lost: the one that is the gradient of the loss too, and any other 1."""
    ones = {
        value.index
        for value in values
        if isinstance(value, Input) and value.lifted and not isinstance(value.default, list) and value.default == 1
    }
    return frozenset(ones | ({seed} if isinstance(values[seed], Input) else set()))


def _reached(program: TrainingProgram, training: Training, trained: Mapping[int | str, int]) -> list[int]:
    """Return for each value of a training program the updates that depend on it, as bits."""
    reached = [0] * len(program.graph.values)
    for update in program.updates:
        reached[update.gradient.index] |= trained[update.parameter]
    for value in reversed(program.graph.values):
        if not training.names[value.index] and isinstance(value, Operation):
            continue  # an update
        for ref in refs_of(value):
            reached[ref.index] |= reached[value.index]
    for index, root in enumerate(training.roots):
        reached[index] = reached[root]
    return reached


class _Search:
    """Finds what lost operands stand for; see Walk and Matcher."""

    def __init__(self, training: Training, values: list[GraphValue], places: Mapping[int, int], loss: Loss) -> None:
        """
        Args:
            training: the training program.
            values: of the forward graph in one spelling, and of the loss.
            places: index in the graph of the file -> in values.
            loss: behind the forward graph.
        """
        self.training, self.values, self.places, self.loss = training, values, places, loss
        self.lost = _lost_constants(training.values, training.roots[loss.seed.index])

    def found(self, program: TrainingProgram) -> tuple[TrainingProgram, Found]:
        """Return the program, with the right parameters to update, and what its operands stand for."""
        forward, found = self._found(program)
        if not program.by_position:
            return program, found
        other = without_unused(program, forward)
        renamed = zip(program.updates, other.updates if other is not None else (), strict=False)
        sure = {one.parameter for one, another in renamed if one.parameter == another.parameter}
        wrong = misnamed(forward, self.training, program.updates, found.gradients, sure)
        if wrong is None or not (found.meanings or found.doubted):
            return program, found
        if other is not None:
            forward, found = self._found(other)
            if misnamed(forward, self.training, other.updates, found.gradients, sure=()) is None:
                return other, found
        reason = "the compiler may have named another parameter, and whose gradient this is does not follow"
        raise program.graph.error(InvalidError, self.training.values[wrong.index], reason)

    def _found(self, program: TrainingProgram) -> tuple[Forward, Found]:
        """Return what the walk finds.

        Where counting says that values are others, they are these if formulas ask for every one of them. If not,
        somebody else wrote the program, or changed it: each is what it is if a formula asks for that, or nothing.
        """
        ids = sorted({update.parameter for update in program.updates})
        if len(ids) * (len(self.values) + len(self.training.values)) > MAX_TRAINING_BITS:
            raise LimitError(
                "there are too many parameters to train for so many instructions",
                format="nac",
                path="trng",
                expected=f"at most {MAX_TRAINING_BITS} pairs",
            )
        trained: dict[int | str, int] = {key: 1 << bit for bit, key in enumerate(ids)}
        forward, reached = Forward(self.values, trained), _reached(program, self.training, trained)
        sums: dict[int, int | None] = dict(recounted(forward, self.training, program.updates))
        numbers = renumbered(forward, program.updates) if program.by_position else [{}]
        possible = [sums | each for each in numbers]
        doubted = {use for use in self._uses_of(forward, possible[0]) if reached[use[0]]}
        for counted in possible:
            found = self._walked(forward, reached, counted)
            if doubted <= found.meanings.keys():
                return forward, found
        found = self._walked(forward, reached, {index: index for index in possible[0]})
        meanings = {use: meaning for use, meaning in found.meanings.items() if use not in doubted}
        return forward, replace(found, meanings=meanings, doubted=doubted - found.meanings.keys())

    def _uses_of(self, forward: Forward, values: Collection[int]) -> set[OperandPlace]:
        """Return operands of the training program that are one of some values of the forward graph."""
        taken = set()
        for value in self.training.values:
            match value:
                case Saved(source=source) if self.places.get(source) in values:
                    taken.add(value.index)
                case Weight() if forward.weights.get(parameter_key(value)) in values:
                    taken.add(value.index)
        return _uses(self.training, taken)

    def _walked(self, forward: Forward, reached: list[int], counted: Mapping[int, int | None]) -> Found:
        matcher = Matcher(forward, self.places, self.training, self.lost, counted)
        return GradientWalk(matcher, reached).run(len(self.values) - 1, self.loss.seed, self.loss.head)


def _uses(training: Training, taken: Collection[int]) -> set[OperandPlace]:
    """Return operands that are one of some values of a training program."""
    return {
        (index, place)
        for index, operands in enumerate(training.operands)
        if training.names[index]
        for place, operand in enumerate(operands)
        if isinstance(operand, Ref) and operand.index in taken
    }


def _not_found(
    graph: Graph, training: Training, loss: Loss, lost: frozenset[int], found: Found
) -> dict[OperandPlace, Meaning]:
    """Return operands that are lost for good, if any operand is: in a sound program the constant 1 is just that."""
    uses = _uses(training, lost) - {found.seed} - found.meanings.keys()
    if not found.meanings and all(training.names[index] in _ARITHMETIC for index, _ in uses):
        return {}
    targets = {training.below[ref.index][0] for ref in training.operands[loss.head] if isinstance(ref, Ref)}
    integers = {value.index for value in graph.every(Target)} - targets
    uses |= _uses(training, integers) - found.meanings.keys()
    return {use: _lost(graph, training, use) for use in uses | found.doubted}


def _typed(training: Training, seed: OperandPlace, output: Ref) -> dict[OperandPlace, Meaning]:
    """Return the gradient of the loss in the type of the model: a constant in a file has no type."""
    index, place = seed
    constant = training.operands[index][place]
    if not isinstance(constant, Ref) or not isinstance(training.values[constant.index], Input):
        return {}
    return {seed: Made("type_as", (Own(constant.index), output))}


def _lost(graph: Graph, training: Training, use: OperandPlace) -> Lost:
    index, place = use
    operation = graph.values[index]
    assert isinstance(operation, Operation)
    written = training.operands[index][place].index
    what = _WRITTEN.get(type(graph.values[written]), "a constant")
    reason = (
        f"operand {place} of {operation.operator} is not in the file: the compiler wrote {what} instead "
        f"(instruction {written}), and what it was does not follow from the program"
    )
    return Lost(-1, reason=reason)
