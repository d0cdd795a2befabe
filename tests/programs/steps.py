"""Steps of training: NAC files of v1.7 and v1.8 with a training program that runs, with inputs and targets.

    @given(steps())
    def test_my_trainer(step):
        mine(step.program.model, step.program.inputs, step.targets)

The training program takes results of the forward pass, parameters, constants and targets through the operations of
`tests.programs.making`; the gradient of a parameter has its shape, but for one in some files where `fits` is False.
A reader may refuse such a program where it looks like one that its writer has lost operands of.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from nacformats.formats.nac import NacBuilder
from nacformats.formats.records import VERSIONS
from nacformats.fuzz.choices import Choices, pick, some_of, strategy
from nacformats.ops.names import ATEN
from tests.programs.making import NacDraft, RunnableProgram, expected_of
from tests.programs.recipes import RECIPES
from tests.programs.terms import FLOATS, DrawnArray, GrowingProgram

_MOST_STEPS = 6
_MOST_TRAINED, _MOST_SAVED = 3, 4
#: How often a gradient is any value, whatever its shape.
_MISFIT = 0.1


@dataclass(frozen=True)
class TrainingCase:
    """A model with a training program, and what a step takes.

    Attributes:
        program: the model, with inputs for its forward pass.
        targets: arrays, in the order of their numbers.
        trained: names of the parameters that are updated.
        rate: the learning rate that the file has.
        fits: whether every gradient has the shape of its parameter.
    """

    program: RunnableProgram
    targets: list[DrawnArray]
    trained: list[str]
    rate: float
    fits: bool


class TrainingDraft(GrowingProgram):
    """A training program that grows; its inputs are targets."""

    def __init__(self, choices: Choices, forward: NacDraft) -> None:
        super().__init__(choices)
        self.training = forward.builder.training()
        self._builder = forward.builder

    def new_input(self, _array: DrawnArray) -> Any:
        return self.training.target(len(self.inputs))

    def new_weight(self, array: DrawnArray) -> Any:
        name = f"t{self.num_weights}"
        self._builder.parameter(name, array)
        return self.training.parameter(name)

    def new_operation(self, name: str, arguments: Sequence[Any], _attributes: dict[str, Any]) -> Any:
        return self.training.operation(name, *arguments)

    def gradient(self, parameter: Any) -> Any:
        """Return a multiple of a parameter: by the mean of any value, which has a bound."""
        found = self.term() or self.fresh((2,))
        factor = found.value
        if found.rank:
            factor = self.training.operation(ATEN.mean.dim, factor, list(range(found.rank)), False)
        return self.training.operation("nac.mul", parameter, factor)


def make_step(choices: Choices) -> TrainingCase:
    """Return a NAC file with a training program that runs."""
    forward = NacDraft(choices, NacBuilder(version=pick(choices, VERSIONS[1:])))
    forward.fresh(forward.shape(1), pick(choices, FLOATS))
    trained = [f"p{number}" for number in range(choices.integer(1, _MOST_TRAINED))]
    for name in trained:
        forward.named_weight(name, forward.shape(), pick(choices, FLOATS))
    forward.grow(RECIPES, 0, _MOST_STEPS)
    outputs = [*some_of(choices, forward.terms[::-1], 2, 1), *forward.untaken()]
    draft = TrainingDraft(choices, forward)
    for term in some_of(choices, forward.terms[::-1], _MOST_SAVED):
        draft.add(replace(term, value=draft.training.saved(term.value)))
    draft.grow(RECIPES, 0, _MOST_STEPS)
    rate, fits = choices.integer(0, 8) / 16, True
    for name in trained:
        is_fitting = not draft.terms or not choices.flag(_MISFIT)
        parameter = draft.training.parameter(name)
        gradient = draft.gradient(parameter) if is_fitting else pick(choices, draft.terms).value
        draft.training.update(name, gradient, draft.training.constant(rate))
        fits &= is_fitting
    draft.training.finish()
    forward.builder.output(*(term.value for term in outputs))
    program = RunnableProgram(forward.builder.build(), forward.inputs, *expected_of(outputs))
    return TrainingCase(program, draft.inputs, trained, rate, fits)


#: The Hypothesis strategy of it.
steps = strategy(make_step)
