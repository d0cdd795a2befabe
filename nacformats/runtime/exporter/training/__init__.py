"""Puts back what the public compiler loses of a training program (NAC v1.7, TRNG).

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

The modules: `formulas` the tables, `sides` both programs without views, `loss` the loss behind the forward graph,
`matching` formulas against instructions, `counting` what saved sums stand for, `walking` the way back, `filling` the
new program.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace

from nacformats.errors import LimitError
from nacformats.graph import (
    Graph,
    GraphValue,
    Input,
    Lost,
    Operation,
    Ref,
    Saved,
    Target,
    TrainingProgram,
    references,
)
from nacformats.limits import MAX_TRAINING_BITS
from nacformats.runtime.exporter.graphs import restore
from nacformats.runtime.exporter.resolved import resolution_of
from nacformats.runtime.exporter.training.counting import recounted
from nacformats.runtime.exporter.training.filling import Filler
from nacformats.runtime.exporter.training.formulas import words
from nacformats.runtime.exporter.training.loss import Loss, loss_of
from nacformats.runtime.exporter.training.matching import Expression, Made, Matcher, Own, Use
from nacformats.runtime.exporter.training.sides import Forward, Training
from nacformats.runtime.exporter.training.walking import Found, Walk

#: Operations that a number in place of a tensor makes sense for.
_ARITHMETIC = words(
    "add sub rsub mul div neg pow where maximum minimum expand view masked_fill full_like eq ne lt le gt ge type_as"
)

#: What the compiler wrote in place of what is lost, if no constant.
_WRITTEN: dict[type[GraphValue], str] = {Saved: "another value", Target: "a target"}


def restore_training(program: TrainingProgram, forward: Graph) -> tuple[TrainingProgram, Graph]:
    """The training program with what its writer lost, and the forward graph that it belongs to.

    Args:
        program: as the file has it. It is not changed.
        forward: the graph of the file, restored or not. It is not changed.

    Returns:
        A program that takes what it needs; values that were put before an instruction have its place in the file. A
        program that lacks nothing, or does not come from the public compiler, comes back as it is.
    """
    if forward.format != "nac":
        return program, forward
    program = TrainingProgram(restore(_copy(program.graph), training=True), program.updates)
    forward_copy = restore(_copy(forward))
    training = Training(program.graph)
    spelled, origins, places = resolution_of(forward_copy)
    loss = loss_of(training, spelled)
    if loss is None:
        return program, forward
    ids = sorted({update.parameter for update in program.updates})
    if len(ids) * (len(spelled.values) + len(training.values)) > MAX_TRAINING_BITS:
        raise LimitError(
            "there are too many parameters to train for so many instructions",
            format=forward.format,
            path="trng",
            expected=f"at most {MAX_TRAINING_BITS} pairs",
        )
    trained: dict[int | str, int] = {key: 1 << bit for bit, key in enumerate(ids)}
    values = [*spelled.values, *loss.values]
    lost = _lost_constants(program.graph, training.roots[loss.seed.index])
    side, reached = Forward(values, trained), _reached(program, training, trained)
    found = _Search(program, training, side, dict(enumerate(places)), loss, lost, reached).found()
    meanings = found.meanings | _not_found(program.graph, training, loss, lost, found)
    if not meanings:
        return program, forward
    meanings |= _typed(training, found.seed, spelled.outputs[0])
    sources = {
        index: origin
        for index, origin in enumerate(origins)
        if isinstance(forward.values[origin], type(values[index])) and _is_own(values[index], forward.values[origin])
    }
    return Filler(values, sources, meanings).filled(program), forward


def _copy(graph: Graph) -> Graph:
    return replace(graph, values=[replace(value) for value in graph.values])


def _is_own(value: GraphValue, original: GraphValue) -> bool:
    """Whether a value of the graph in one spelling is the value of the file, not a selection made for it."""
    if not isinstance(value, Operation) or not isinstance(original, Operation):
        return True
    return (value.operator == "getitem") == (original.operator.rpartition(".")[2] == "getitem")


def _lost_constants(graph: Graph, seed: int) -> frozenset[int]:
    """The constants that stand for what is lost: the one that is the gradient of the loss too, and any other 1."""
    ones = {
        value.index
        for value in graph.every(Input)
        if value.lifted and not isinstance(value.default, list) and value.default == 1
    }
    return frozenset(ones | ({seed} if isinstance(graph.values[seed], Input) else set()))


def _reached(program: TrainingProgram, training: Training, trained: Mapping[int | str, int]) -> list[int]:
    """For each value of a training program the updates that depend on it, as bits."""
    reached = [0] * len(program.graph.values)
    for update in program.updates:
        reached[update.gradient.index] |= trained[update.parameter]
    for value in reversed(program.graph.values):
        if not training.names[value.index] and isinstance(value, Operation):
            continue  # an update
        for ref in references(value):
            reached[ref.index] |= reached[value.index]
    for index, root in enumerate(training.roots):
        reached[index] = reached[root]
    return reached


@dataclass(frozen=True, slots=True)
class _Search:
    """Finds what lost operands stand for; see Walk and Matcher."""

    program: TrainingProgram
    training: Training
    forward: Forward
    places: Mapping[int, int]
    loss: Loss
    lost: frozenset[int]
    reached: list[int]

    def found(self) -> Found:
        """What the walk finds.

        Where counting says that saved values are others, they are these if formulas ask for every one of them. If not,
        somebody else wrote the program, or changed it: each is what it is if a formula asks for that, or nothing.
        """
        counted = recounted(self.forward, self.training, self.program.updates)
        doubted = self._doubted(counted)
        found = self._walked(counted)
        if doubted <= found.meanings.keys():
            return found
        found = self._walked({index: index for index in counted})
        meanings = {use: meaning for use, meaning in found.meanings.items() if use not in doubted}
        return Found(found.seed, meanings, doubted - found.meanings.keys())

    def _doubted(self, counted: Mapping[int, int]) -> set[Use]:
        saved = self.program.graph.every(Saved)
        taken = {value.index for value in saved if self.places.get(value.source) in counted}
        return {use for use in _uses(self.training, taken) if self.reached[use[0]]}

    def _walked(self, counted: Mapping[int, int]) -> Found:
        matcher = Matcher(self.forward, self.places, self.training, self.lost, counted)
        return Walk(matcher, self.reached).run(len(self.forward.values) - 1, self.loss.seed, self.loss.head)


def _uses(training: Training, taken: Collection[int]) -> set[Use]:
    """Operands that are one of some values of a training program."""
    return {
        (index, place)
        for index, operands in enumerate(training.operands)
        if training.names[index]
        for place, operand in enumerate(operands)
        if isinstance(operand, Ref) and operand.index in taken
    }


def _not_found(
    graph: Graph, training: Training, loss: Loss, lost: frozenset[int], found: Found
) -> dict[Use, Expression]:
    """Operands that are lost for good, if any operand is: in a sound program the constant 1 is just that."""
    uses = _uses(training, lost) - {found.seed} - found.meanings.keys()
    if not found.meanings and all(training.names[index] in _ARITHMETIC for index, _ in uses):
        return {}
    targets = {training.below[ref.index][0] for ref in training.operands[loss.head] if isinstance(ref, Ref)}
    integers = {value.index for value in graph.every(Target)} - targets
    uses |= _uses(training, integers) - found.meanings.keys()
    return {use: _lost(graph, training, use) for use in uses | found.doubted}


def _typed(training: Training, seed: Use, output: Ref) -> dict[Use, Expression]:
    """The gradient of the loss in the type of the model: a constant in a file has no type."""
    index, place = seed
    constant = training.operands[index][place]
    if not isinstance(constant, Ref) or not isinstance(training.values[constant.index], Input):
        return {}
    return {seed: Made("type_as", (Own(constant.index), output))}


def _lost(graph: Graph, training: Training, use: Use) -> Lost:
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
