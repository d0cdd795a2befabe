"""Runs without checks and bookkeeping: of one part, with arguments of the types and sizes of a run that went well.

A part of a small model takes a few microseconds, less than it takes to see what a caller gives.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np

from nacformats.codec.columns.arrays import Array
from nacformats.onnx.running.session import NotRunError, PartSession
from nacformats.runtime.runs import Report, RunSteps

#: Sets of types and sizes that are kept.
_MAX_KNOWN = 256
#: What identifies arguments: their names, the memory that a run may take, element types and shapes.
CallShape = tuple[Any, ...]


class _Shortcut(NamedTuple):
    """A part, which arguments it takes and which of its results are outputs (None: all, in order), and what it took."""

    part: PartSession
    arguments: tuple[int, ...] | None
    outputs: tuple[int, ...] | None
    peak_bytes: int


class Shortcuts:
    """The shortcuts of one session."""

    def __init__(self) -> None:
        self._known: dict[CallShape, _Shortcut] = {}

    @staticmethod
    def key_of(inputs: Any, max_memory: int) -> tuple[CallShape, Sequence[Array]] | None:
        """Return a key of arguments, and these in order; None for arguments that have to be examined."""
        kind = type(inputs)
        if kind is list or kind is tuple:
            names, arguments = None, inputs
        elif kind is dict:
            names, arguments = tuple(inputs), list(inputs.values())
        else:
            return None
        types = [(array.dtype, array.shape) for array in arguments if type(array) is np.ndarray]
        return (((names, max_memory), *types), arguments) if len(types) == len(arguments) else None

    def run(self, key: CallShape, arguments: Sequence[Array]) -> tuple[list[Any], float, int] | None:
        """The outputs, the seconds and the bytes that the run took; None where it has to go the long way."""
        found = self._known.get(key)
        if found is None:
            return None
        part, chosen, outputs, peak_bytes = found
        if chosen is not None:
            arguments = [arguments[place] for place in chosen]
        started = perf_counter()
        try:
            results = part.results(arguments)
        except (NotRunError, MemoryError):
            return None
        seconds = perf_counter() - started
        return results if outputs is None else [results[place] for place in outputs], seconds, peak_bytes

    def learn(
        self,
        key: CallShape,
        given: Mapping[int, Any],
        steps: RunSteps,
        moved: Sequence[tuple[int, int]],
        report: Report,
    ) -> None:
        """Remember a run that went well, if it was one of a single part.

        Args:
            key: what identifies the arguments.
            given: these, by value of the graph.
            steps: of the run.
            moved: (value of the graph, value of the graph of the steps) of what comes from outside.
            report: what the run took.
        """
        part = steps.sequence[0].function if steps.sequence else None
        if (
            not isinstance(part, PartSession)
            or part.is_sized_by_data
            or any(step.reported for step in steps.sequence[1:])
        ):
            return
        places = {index: place for place, index in enumerate(given)}
        sources = {new: places.get(old) for old, new in moved}
        arguments = [sources.get(index) for index in part.takes]
        if not all(dtype.kind in "fiu" and dtype.isnative for dtype, _ in key[1:]):
            return  # bytes of such arrays have to be looked at
        if len(given) != len(key) - 1 or None in arguments or not set(steps.outputs) <= set(part.gives):
            return  # there is more to it than arguments and results
        if len(self._known) >= _MAX_KNOWN:
            self._known.clear()
        outputs = [part.gives.index(slot) for slot in steps.outputs]
        chosen = [place for place in arguments if place is not None]
        self._known[key] = _Shortcut(
            part, _unless_all(chosen, len(given)), _unless_all(outputs, len(part.gives)), report.peak_bytes
        )

    def forget(self) -> None:
        self._known.clear()


def _unless_all(places: Sequence[int], count: int) -> tuple[int, ...] | None:
    """Places, or None for those of all in order."""
    return None if list(places) == list(range(count)) else tuple(places)
