"""Restoring what the public compiler loses of a training program (NAC v1.7, TRNG).

The compiler takes the backward graph that PyTorch's autograd makes of the model and its loss. Such a graph takes
values of the forward pass: results of activations, transposed weights, statistics. Autograd has a forward graph of its
own for that, in which a linear layer is a transposition and a product; the compiler looks for the values in the graph
that it exported, by counting operations of a kind. What it does not find it writes as the constant 1, and integers as
targets; where autograd has more operations of a kind, as it has views, it finds the wrong one.

What is lost follows from the structure of both programs. The gradient of the loss is known, and each operation of the
forward graph has its way to make gradients of its operands of the gradient of its result. So `walking` goes from the
loss to the parameters through both programs at once. At each operation it looks up the formula in the table
(ops/derivatives.toml) and searches the training program for it (`matching`):

    forward:   7  tanh(6)          in the table:  tanh: self = tanh_backward(grad, result)
    training: 15  tanh_backward(14, 1)            14 is the gradient of 7, so 15 is that of 6, and 1 stands for 7

Where one place alone fits, the operand is taken for what the formula says, and `Filler` puts that value there, saved
by the forward pass or computed of what that saves. Nothing else changes: every number that the program computes still
comes from its own instructions, and an operand that is not lost stays what it is, even where the formula says
otherwise. The exception is a saved sum where the program itself proves that the compiler counted wrong (`counting`).
Where none or several places fit, the operand stays lost, and a step that needs it fails with its place.

The modules: `sides` both programs without views, and the loss behind the
forward graph, `matching` formulas against instructions, `counting` what saved sums, parameters and inputs stand for,
`walking` the way back. The new program is made here.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace

from nacformats.errors import InvalidError, LimitError
from nacformats.graph import graph as ir
from nacformats.limits import MAX_TRAINING_BITS
from nacformats.ops.derivatives import ARITHMETIC, FORMS, OVERLOADS
from nacformats.ops.kernels.elementwise import WHERE_OR_FILL
from nacformats.restoring.graphs import restore
from nacformats.restoring.resolved import resolution_of
from nacformats.restoring.training.counting import misnamed, recounted, renumbered, without_unused
from nacformats.restoring.training.matching import Made, Matcher, Meaning, OperandPlace, Own
from nacformats.restoring.training.operations import restore_operations
from nacformats.restoring.training.sides import Forward, Loss, Training, loss_behind, parameter_key, with_list_items
from nacformats.restoring.training.walking import Found, GradientWalk

#: Names of what the compiler wrote in place of a lost value, if not a constant.
_WRITTEN: dict[type[ir.GraphValue], str] = {
    ir.Saved: "another value",
    ir.Weight: "another parameter",
    ir.Target: "a target",
}


def restore_training(program: ir.TrainingProgram, forward: ir.Graph) -> tuple[ir.TrainingProgram, ir.Graph]:
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
    program = replace(program, graph=restore_operations(_copy(program.graph)))
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


def _copy(graph: ir.Graph) -> ir.Graph:
    return replace(graph, values=[replace(value) for value in graph.values])


def _is_own(value: ir.GraphValue, original: ir.GraphValue) -> bool:
    """True if a value of the graph in one spelling is the value of the file, not a selection made for it."""
    if not isinstance(value, ir.Operation) or not isinstance(original, ir.Operation):
        return True
    return (value.operator == "getitem") == (original.operator.rpartition(".")[2] == "getitem")


def _lost_constants(values: list[ir.GraphValue], seed: int) -> frozenset[int]:
    """Return the constants that stand for what is lost: the one that is the gradient of the loss too,
    and any other 1.
    """
    ones = {
        value.index
        for value in values
        if isinstance(value, ir.Input) and value.lifted and not isinstance(value.default, list) and value.default == 1
    }
    return frozenset(ones | ({seed} if isinstance(values[seed], ir.Input) else set()))


def _reached(program: ir.TrainingProgram, training: Training, trained: Mapping[int | str, int]) -> list[int]:
    """Return for each value of a training program the updates that depend on it, as bits."""
    reached = [0] * len(program.graph.values)
    for update in program.updates:
        reached[update.gradient.index] |= trained[update.parameter]
    for value in reversed(program.graph.values):
        if not training.names[value.index] and isinstance(value, ir.Operation):
            continue  # an update
        for ref in ir.refs_of(value):
            reached[ref.index] |= reached[value.index]
    for index, root in enumerate(training.roots):
        reached[index] = reached[root]
    return reached


class _Search:
    """Finds what lost operands stand for; see Walk and Matcher."""

    def __init__(self, training: Training, values: list[ir.GraphValue], places: Mapping[int, int], loss: Loss) -> None:
        """
        Args:
            training: the training program.
            values: of the forward graph in one spelling, and of the loss.
            places: index in the graph of the file -> in values.
            loss: behind the forward graph.
        """
        self.training, self.values, self.places, self.loss = training, values, places, loss
        self.lost = _lost_constants(training.values, training.roots[loss.seed.index])

    def found(self, program: ir.TrainingProgram) -> tuple[ir.TrainingProgram, Found]:
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

    def _found(self, program: ir.TrainingProgram) -> tuple[Forward, Found]:
        """Return what the walk finds.

        Where counting says that values are others, they are these if formulas ask for every one of them. If not,
        somebody else wrote the program, or changed it: each is what it is if a formula asks for that, or nothing.
        """
        ids = sorted({update.parameter for update in program.updates})
        if len(ids) * (len(self.values) + len(self.training.values)) > MAX_TRAINING_BITS:
            reason = "there are too many parameters to train for so many instructions"
            raise LimitError(reason, format="nac", path="trng", expected=f"at most {MAX_TRAINING_BITS} pairs")
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
                case ir.Saved(source=source) if self.places.get(source) in values:
                    taken.add(value.index)
                case ir.Weight() if forward.weights.get(parameter_key(value)) in values:
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
        if isinstance(operand, ir.Ref) and operand.index in taken
    }


def _not_found(
    graph: ir.Graph, training: Training, loss: Loss, lost: frozenset[int], found: Found
) -> dict[OperandPlace, Meaning]:
    """Return operands that are lost for good, if any operand is: in a sound program the constant 1 is just that."""
    uses = _uses(training, lost) - {found.seed} - found.meanings.keys()
    if not found.meanings and all(training.names[index] in ARITHMETIC for index, _ in uses):
        return {}
    targets = {training.below[ref.index][0] for ref in training.operands[loss.head] if isinstance(ref, ir.Ref)}
    integers = {value.index for value in graph.every(ir.Target)} - targets
    uses |= _uses(training, integers) - found.meanings.keys()
    return {use: _lost(graph, training, use) for use in uses | found.doubted}


def _typed(training: Training, seed: OperandPlace, output: ir.Ref) -> dict[OperandPlace, Meaning]:
    """Return the gradient of the loss in the type of the model: a constant in a file has no type."""
    index, place = seed
    constant = training.operands[index][place]
    if not isinstance(constant, ir.Ref) or not isinstance(training.values[constant.index], ir.Input):
        return {}
    return {seed: Made("type_as", (Own(constant.index), output))}


def _lost(graph: ir.Graph, training: Training, use: OperandPlace) -> ir.Lost:
    index, place = use
    operation = graph.values[index]
    assert isinstance(operation, ir.Operation)
    written = training.operands[index][place].index
    what = _WRITTEN.get(type(graph.values[written]), "a constant")
    reason = (
        f"operand {place} of {operation.operator} is not in the file: the compiler wrote {what} instead "
        f"(instruction {written}), and what it was does not follow from the program"
    )
    return ir.Lost(-1, reason=reason)


#: Operations of formulas that are not of PyTorch, or more than that.
_NAMES = {"getitem": "getitem", "masked_fill": WHERE_OR_FILL}


class Filler:
    """Builds the new program: its values, and before them what their lost operands stand for."""

    def __init__(
        self, values: list[ir.GraphValue], sources: Mapping[int, int], meanings: Mapping[OperandPlace, Meaning]
    ) -> None:
        """
        Args:
            values: of the forward graph in one spelling, and of the loss.
            sources: index there -> index in the graph of the file, for those that a run can save.
            meanings: what to put where; a Lost is put there as it is.
        """
        self.forward, self.sources, self.meanings = values, sources, meanings
        self.values: list[ir.GraphValue] = []
        self.places: list[int] = []  # old index -> new index
        self.made: dict[Meaning, ir.Ref] = {}
        self.filling = ir.GraphValue(-1)  # the value of the program that is being filled

    def filled(self, program: ir.TrainingProgram) -> ir.TrainingProgram:
        """Return the program with all of its lost operands that have a meaning, without what only these took."""
        taken = {ref for value in program.graph.values for ref in self._kept(value)}
        for value in program.graph.values:
            self.filling = value
            if isinstance(value, ir.Saved | ir.Target) and value.index not in taken:
                self.places.append(-1)
                continue
            operands = self._operands(value) if isinstance(value, ir.Operation) else ()
            self.places.append(len(self.values))
            moved = replace(value, index=len(self.values), place=_place(value))
            if isinstance(moved, ir.Operation):
                moved.operands = operands
            self.values.append(moved)
        updates = tuple(
            replace(
                update,
                index=self.places[update.index],
                gradient=self._moved(update.gradient),
                rate=self._moved(update.rate),
            )
            for update in program.updates
        )
        graph = program.graph
        outputs = tuple(map(self._moved, graph.outputs))
        return ir.TrainingProgram(replace(graph, values=self.values, outputs=outputs), updates, by_position=False)

    def _kept(self, value: ir.GraphValue) -> list[int]:
        """Return the operands that a value keeps."""
        operands = enumerate(with_list_items(value.operands)) if isinstance(value, ir.Operation) else ()
        return [
            operand.index
            for position, operand in operands
            if isinstance(operand, ir.Ref) and (value.index, position) not in self.meanings
        ]

    def _moved(self, ref: ir.Ref) -> ir.Ref:
        return ir.Ref(self.places[ref.index], ref.part)

    def _operands(self, value: ir.Operation) -> tuple[ir.GraphOperand, ...]:
        position = -1

        def filled(operand: ir.GraphOperand) -> ir.GraphOperand:
            nonlocal position
            if isinstance(operand, list | tuple) and any(isinstance(item, ir.Ref) for item in operand):
                return [filled(item) for item in operand]
            position += 1
            meaning = self.meanings.get((value.index, position))
            if meaning is not None:
                return self._value(meaning)
            return self._moved(operand) if isinstance(operand, ir.Ref) else operand

        return tuple(filled(operand) for operand in value.operands)

    def _value(self, meaning: Meaning) -> ir.GraphOperand:
        """Return a value of the new program."""
        if isinstance(meaning, Own):
            return ir.Ref(self.places[meaning.index])
        if not isinstance(meaning, ir.Ref | Made | ir.Lost):
            return list(meaning) if isinstance(meaning, tuple) else meaning
        if isinstance(meaning, ir.Lost):
            return self._append(replace(meaning, index=len(self.values)))
        if meaning not in self.made:
            self.made[meaning] = self._of_forward(meaning) if isinstance(meaning, ir.Ref) else self._computed(meaning)
        return self.made[meaning]

    def _append(self, value: ir.GraphValue) -> ir.Ref:
        value.index, value.offset, value.place = len(self.values), self.filling.offset, _place(self.filling)
        self.values.append(value)
        return ir.Ref(value.index)

    def _of_forward(self, ref: ir.Ref) -> ir.Ref:
        value = self.forward[ref.index]
        if isinstance(value, ir.Weight | ir.Target):
            return self._append(replace(value))
        if ref.index in self.sources:
            return self._append(ir.Saved(-1, value.name, value.type, source=self.sources[ref.index]))
        assert isinstance(value, ir.Operation)
        operands = tuple(map(self._nested, value.operands))
        attributes = {name: self._nested(each) for name, each in value.attributes.items()}
        return self._append(replace(value, operands=operands, attributes=attributes))

    def _nested(self, operand: ir.GraphOperand) -> ir.GraphOperand:
        if isinstance(operand, list):
            return [self._nested(item) for item in operand]
        return self._value(operand) if isinstance(operand, ir.Ref) else operand

    def _computed(self, made: Made) -> ir.Ref:
        if made.part is not None:
            whole = self._value(replace(made, part=None))
            return self._append(ir.Operation(-1, operator="getitem", operands=(whole, made.part)))
        arguments = tuple(map(self._value, made.arguments))
        if made.operator in FORMS:
            operator, further, _ = FORMS[made.operator]
            return self._append(ir.Operation(-1, operator=operator, operands=(*arguments, *further)))
        if made.operator == "transpose" and len(arguments) == 1:
            arguments = (*arguments, -2, -1)
        return self._append(ir.Operation(-1, operator=_full_name(made.operator), operands=arguments))


def _place(value: ir.GraphValue) -> int:
    return value.index if value.place is None else value.place


def _full_name(operator: str) -> str:
    """Return the name of an operation of a formula, in the table of kernels."""
    if operator in _NAMES:
        return _NAMES[operator]
    return f"aten.{operator}.{OVERLOADS.get(operator, 'default')}"
