"""The training program of a model, with what its writer lost put back."""

from __future__ import annotations

from nacformats.errors import UnsupportedError
from nacformats.graph.graph import Graph, TrainingProgram
from nacformats.graph.of_training import training_of
from nacformats.runtime.restoring.training import restore_training


def program_of(model: object, given: TrainingProgram | None, graph: Graph) -> tuple[TrainingProgram, Graph]:
    """What a step runs: a training program, and the graph whose values it takes, which may have more than is given.

    Args:
        model: what the session was made of.
        given: a training program in place of that of the model, which is run as it is.
        graph: of the session.

    Raises:
        UnsupportedError: there is no training program.
        FormatError: it cannot be read.
    """
    if given is not None:
        return given, graph
    program = training_of(model)
    if program is None:
        reason = "there is no training program: the model can be run, and not be trained"
        hint = "NAC files of v1.7 and v1.8 may have one, in the section TRNG"
        raise UnsupportedError(reason, format=graph.format, path="trng", hint=hint)
    program.graph.verify()
    return restore_training(program, graph)
