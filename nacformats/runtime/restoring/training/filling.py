"""Filling in the lost operands of a training program."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from nacformats.graph.graph import (
    GraphOperand,
    GraphValue,
    Lost,
    Operation,
    Ref,
    Saved,
    Target,
    TrainingProgram,
    Weight,
)
from nacformats.runtime.kernels.elementwise import WHERE_OR_FILL
from nacformats.runtime.restoring.training.formulas import FORMS, LINEAR, NEAREST
from nacformats.runtime.restoring.training.matching import Made, Meaning, OperandPlace, Own
from nacformats.runtime.restoring.training.sides import with_list_items

#: Operations of formulas that are not of PyTorch, or more than that.
_NAMES = {"getitem": "getitem", "masked_fill": WHERE_OR_FILL}
#: Operations of formulas whose overload has a name of its own.
_OVERLOADS = {
    **dict.fromkeys((*NEAREST, *LINEAR), "vec"),
    **dict.fromkeys(("mul", "sub", "slice"), "Tensor"),
    **dict.fromkeys(("transpose", "sym_size", "select"), "int"),
    "flatten": "using_ints",
}


class Filler:
    """Builds the new program: its values, and before them what their lost operands stand for."""

    def __init__(
        self, values: list[GraphValue], sources: Mapping[int, int], meanings: Mapping[OperandPlace, Meaning]
    ) -> None:
        """
        Args:
            values: of the forward graph in one spelling, and of the loss.
            sources: index there -> index in the graph of the file, for those that a run can save.
            meanings: what to put where; a Lost is put there as it is.
        """
        self.forward, self.sources, self.meanings = values, sources, meanings
        self.values: list[GraphValue] = []
        self.places: list[int] = []  # old index -> new index
        self.made: dict[Meaning, Ref] = {}
        self.filling = GraphValue(-1)  # the value of the program that is being filled

    def filled(self, program: TrainingProgram) -> TrainingProgram:
        """Return the program with all of its lost operands that have a meaning, without what only these took."""
        taken = {ref for value in program.graph.values for ref in self._kept(value)}
        for value in program.graph.values:
            self.filling = value
            if isinstance(value, Saved | Target) and value.index not in taken:
                self.places.append(-1)
                continue
            operands = self._operands(value) if isinstance(value, Operation) else ()
            self.places.append(len(self.values))
            moved = replace(value, index=len(self.values), place=_place(value))
            if isinstance(moved, Operation):
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
        return TrainingProgram(replace(graph, values=self.values, outputs=outputs), updates, by_position=False)

    def _kept(self, value: GraphValue) -> list[int]:
        """Return the operands that a value keeps."""
        operands = enumerate(with_list_items(value.operands)) if isinstance(value, Operation) else ()
        return [
            operand.index
            for position, operand in operands
            if isinstance(operand, Ref) and (value.index, position) not in self.meanings
        ]

    def _moved(self, ref: Ref) -> Ref:
        return Ref(self.places[ref.index], ref.part)

    def _operands(self, value: Operation) -> tuple[GraphOperand, ...]:
        position = -1

        def filled(operand: GraphOperand) -> GraphOperand:
            nonlocal position
            if isinstance(operand, list | tuple) and any(isinstance(item, Ref) for item in operand):
                return [filled(item) for item in operand]
            position += 1
            meaning = self.meanings.get((value.index, position))
            if meaning is not None:
                return self._value(meaning)
            return self._moved(operand) if isinstance(operand, Ref) else operand

        return tuple(filled(operand) for operand in value.operands)

    def _value(self, meaning: Meaning) -> GraphOperand:
        """Return a value of the new program."""
        if isinstance(meaning, Own):
            return Ref(self.places[meaning.index])
        if not isinstance(meaning, Ref | Made | Lost):
            return list(meaning) if isinstance(meaning, tuple) else meaning
        if isinstance(meaning, Lost):
            return self._append(replace(meaning, index=len(self.values)))
        if meaning not in self.made:
            self.made[meaning] = self._of_forward(meaning) if isinstance(meaning, Ref) else self._computed(meaning)
        return self.made[meaning]

    def _append(self, value: GraphValue) -> Ref:
        value.index, value.offset, value.place = len(self.values), self.filling.offset, _place(self.filling)
        self.values.append(value)
        return Ref(value.index)

    def _of_forward(self, ref: Ref) -> Ref:
        value = self.forward[ref.index]
        if isinstance(value, Weight | Target):
            return self._append(replace(value))
        if ref.index in self.sources:
            return self._append(Saved(-1, value.name, value.type, source=self.sources[ref.index]))
        assert isinstance(value, Operation)
        operands = tuple(map(self._nested, value.operands))
        attributes = {name: self._nested(each) for name, each in value.attributes.items()}
        return self._append(replace(value, operands=operands, attributes=attributes))

    def _nested(self, operand: GraphOperand) -> GraphOperand:
        if isinstance(operand, list):
            return [self._nested(item) for item in operand]
        return self._value(operand) if isinstance(operand, Ref) else operand

    def _computed(self, made: Made) -> Ref:
        if made.part is not None:
            return self._append(
                Operation(-1, operator="getitem", operands=(self._value(replace(made, part=None)), made.part))
            )
        arguments = tuple(map(self._value, made.arguments))
        if made.operator in FORMS:
            operator, further, _ = FORMS[made.operator]
            return self._append(Operation(-1, operator=operator, operands=(*arguments, *further)))
        if made.operator == "transpose" and len(arguments) == 1:
            arguments = (*arguments, -2, -1)
        return self._append(Operation(-1, operator=_full_name(made.operator), operands=arguments))


def _place(value: GraphValue) -> int:
    return value.index if value.place is None else value.place


def _full_name(operator: str) -> str:
    """Return the name of an operation of a formula, in the table of kernels."""
    if operator in _NAMES:
        return _NAMES[operator]
    return f"aten.{operator}.{_OVERLOADS.get(operator, 'default')}"
