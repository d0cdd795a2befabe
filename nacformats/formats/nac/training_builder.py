"""The training program of a NAC file from scratch (section TRNG of NAC v1.7)."""

from __future__ import annotations

from collections.abc import Mapping

from nacformats.formats.nac.drafting import ID_PREFIX, LARGEST_ID, ProgramDraft, Tables, Value
from nacformats.formats.nac.operations import TRNG, Operations
from nacformats.formats.nac.tables import InputSource, Operation, OutputKind


class TrainingBuilder:
    """Builds the program that computes gradients and updates parameters; NacBuilder.training gives one.

        t = b.training()
        rate, gradient = t.constant(0.01), t.operation("nac.sub", t.saved(output), t.target(0))
        t.update("bias", t.operation("aten.sum.dim_IntList", gradient, [0]), rate)
        t.finish()

    The values of the two programs are different things: `saved` takes one of the forward pass, the other methods take
    those that the methods here return. Every method raises LimitError when something does not fit the format, and
    ValueError after `finish`.
    """

    def __init__(self, tables: Tables, forward: ProgramDraft, parameters: Mapping[str, int]) -> None:
        """For the program of a file; parameters: ids by name."""
        self._program = ProgramDraft(tables, TRNG)
        self._forward = forward
        self._parameters = parameters

    def saved(self, value: Value) -> Value:
        """A result of the forward pass. ValueError when the value is not one of it."""
        self._forward.check(value)
        return self._program.load(InputSource.saved, value.index, "index of a saved result")

    def target(self, number: int) -> Value:
        """What the caller gives to train with, by its number from 0 on."""
        return self._program.load(InputSource.target, number, "number of the target")

    def parameter(self, name: str) -> Value:
        """A parameter of the file, as it is before the step. ValueError when the name is unknown."""
        return self._program.load(InputSource.parameter, self._id_of(name), "parameter id")

    def constant(self, value: object) -> Value:
        """A constant, such as the learning rate."""
        return self._program.constant(value)

    def operation(self, name: str, *arguments: object, signature: str | None = None) -> Value:
        """The result of an operation. Arguments and errors: as those of NacBuilder.operation."""
        return self._program.operation(name, arguments, signature)

    def update(self, parameter_name: str, gradient: Value, rate: Value) -> None:
        """One step of gradient descent: the parameter becomes parameter - rate * gradient.

        Raises:
            ValueError: there is no such parameter, or a value is of another program.
        """
        words = {"id": self._program.fit(self._id_of(parameter_name), LARGEST_ID, "parameter id")}
        words |= {"gradient": self._program.distance(gradient), "rate": self._program.distance(rate)}
        self._program.append(Operation.output, OutputKind.update, has_c=True, prefix=ID_PREFIX, **words)

    def finish(self) -> None:
        """End the program."""
        self._program.append(Operation.output, OutputKind.finish, distance=0)
        self._program.has_ended = True

    def build(self) -> Operations:
        """The instructions. ValueError when the program has no end."""
        if not self._program.has_ended:
            raise ValueError("the training program has no end: call `finish` before `build`")
        return self._program.ops.build()

    def _id_of(self, name: str) -> int:
        if name not in self._parameters:
            raise ValueError(f"there is no parameter {name!r}")
        return self._parameters[name]
