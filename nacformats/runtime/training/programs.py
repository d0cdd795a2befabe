"""The training program of a model."""

from __future__ import annotations

from nacformats.errors import UnsupportedError
from nacformats.graph import Graph, TrainingProgram
from nacformats.runtime.exporter import restore_training


def program_of(given: TrainingProgram | None, graph: Graph) -> tuple[TrainingProgram, Graph]:
    """What a step runs: a training program, and the graph whose values it takes.

    Raises:
        UnsupportedError: there is no training program.
    """
    if given is None:
        reason = "there is no training program: the model can be run, and not be trained"
        raise UnsupportedError(reason, format=graph.format, path="trng")
    return restore_training(given, graph)
