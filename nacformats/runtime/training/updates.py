"""Steps of gradient descent: parameter - rate * gradient, as the SGD of PyTorch computes it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from nacformats.codec.columns.arrays import Array
from nacformats.errors import FormatError, InvalidError
from nacformats.graph.graph import Graph, TrainingProgram, Update, Weight
from nacformats.ops.dtypes import CATEGORY
from nacformats.runtime.budget import RunBudget
from nacformats.runtime.messages import describe_value


@dataclass(eq=False)
class Tied:
    """A parameter, wherever it is loaded.

    Attributes:
        name: what reports call it.
        forward, training: indices of the values that load it, in the program and in its training program.
    """

    name: str
    forward: list[int] = field(default_factory=list)
    training: list[int] = field(default_factory=list)

    @property
    def own(self) -> list[int]:
        """Values of the training program, where it alone loads the parameter."""
        return [] if self.forward else self.training


class TiedParameters:
    """The parameters of a program and of its training program: by id where the format has ids, else by name.

    Attributes:
        of_updates: the parameter of each update.

    Raises:
        InvalidError: a parameter is to be updated that neither program loads.
    """

    def __init__(self, program: TrainingProgram, forward: Graph) -> None:
        self._by_id: dict[int, Tied] = {}
        self._by_name: dict[str, Tied] = {}
        for value in forward.every(Weight):
            self._of(value).forward.append(value.index)
        for value in program.graph.every(Weight):
            self._of(value).training.append(value.index)
        self.of_updates = [self._updated(program.graph, update) for update in program.updates]

    def loaded_by_both(self) -> Iterator[tuple[int, int]]:
        """Yield (value of the training program, value of the program) where both load a parameter."""
        for tied in (*self._by_name.values(), *self._by_id.values()):
            if tied.forward:
                yield from ((index, tied.forward[0]) for index in tied.training)

    def _of(self, value: Weight) -> Tied:
        if value.parameter is not None:
            tied = self._by_id.setdefault(value.parameter, Tied(value.name or str(value.parameter)))
            self._by_name.setdefault(value.name, tied)
            return tied
        return self._by_name.setdefault(value.name, Tied(value.name))

    def _updated(self, graph: Graph, update: Update) -> Tied:
        tied = self._by_id.get(update.parameter) or self._by_name.get(update.name)
        if tied is None:
            reason = f"updates parameter {update.name or update.parameter!r}, which no program loads"
            raise graph.error(InvalidError, graph.values[update.index], reason, expected=_listed(self._by_name))
        return tied


def _listed(names: Iterable[str]) -> str:
    known = list(names)
    return f"one of: {', '.join(known[:8])}{', ...' * (len(known) > 8)}" if known else "a parameter of the model"


_FLOATING = CATEGORY[np.dtype(np.float32)]
_SINGLE = np.dtype(np.float32)


@dataclass
class Updates:
    """The new parameters of a step, before they replace the old ones.

    Attributes:
        arrays: the new arrays by parameter, in the order of the updates.
        gradients: what they were made with; of several for one parameter, the sum.
    """

    arrays: dict[Tied, Array] = field(default_factory=dict)
    gradients: dict[Tied, Array] = field(default_factory=dict)


def checked_rate(rate: object) -> float | None:
    """Return a learning rate that the caller gives; None is what the program says.

    Raises TypeError for what is not a number, and ValueError for one that is not finite, or below 0.
    """
    if rate is None:
        return None
    if not isinstance(rate, int | float | np.integer | np.floating) or isinstance(rate, bool):
        raise TypeError(f"lr is {rate!r}: expected a number")
    number = float(rate)
    if not 0 <= number < float("inf"):
        raise ValueError(f"lr is {rate!r}: expected a finite number of at least 0")
    return number


def updated(
    graph: Graph,
    updates: Iterable[tuple[Update, Tied]],
    parameters: Mapping[Tied, Array],
    gradients: Sequence[object],
    rates: Sequence[object],
    budget: RunBudget,
    in_use: int,
) -> Updates:
    """Return the parameters after one step; several updates of one of them count one after the other.

    Args:
        graph: of the training program, which errors name.
        updates: the requested ones, each with its parameter.
        parameters: the arrays before the step.
        gradients, rates: by update; arrays or numbers.
        budget: what the step may take.
        in_use: bytes that results of the program hold.

    Raises:
        InvalidError: a gradient is not of the shape of its parameter, or a rate is no number.
        LimitError: the new arrays do not fit the budget.
    """
    done = Updates()
    made = 0
    for (update, tied), gradient, rate in zip(updates, gradients, rates, strict=True):
        place = graph.values[update.index]
        before = done.arrays.get(tied, parameters[tied])
        reason = _unfit(before, gradient, rate)
        if reason is not None:
            raise graph.error(InvalidError, place, f"parameter {tied.name!r} {reason}")
        assert isinstance(gradient, np.ndarray)
        try:
            budget.require(2 * before.nbytes, in_use + made)
        except FormatError as error:
            raise graph.located(error, place) from error
        done.arrays[tied] = _descended(before, gradient, float(np.asarray(rate).item()))
        known = done.gradients.get(tied)
        done.gradients[tied] = gradient if known is None else known + gradient
        made += before.nbytes
    return done


def _unfit(parameter: Array, gradient: object, rate: object) -> str | None:
    """Return why a gradient or a rate cannot be applied to a parameter; None if it can."""
    if CATEGORY[parameter.dtype] < _FLOATING:
        return f"is {describe_value(parameter)}: only floating point numbers can be trained"
    if not isinstance(gradient, np.ndarray) or gradient.shape != parameter.shape:
        return f"is {describe_value(parameter)}, and what is to be its gradient is {describe_value(gradient)}"
    if not _FLOATING <= CATEGORY[gradient.dtype] <= CATEGORY[parameter.dtype]:
        given = describe_value(gradient)
        return f"is {describe_value(parameter)}, and its gradient holds numbers of another kind: {given}"
    if not _is_number(rate):
        return f"has a learning rate that is no number, but {describe_value(rate)}"
    return None


def _is_number(rate: object) -> bool:
    if isinstance(rate, np.ndarray):
        return rate.size == 1 and CATEGORY[rate.dtype] <= _FLOATING
    return isinstance(rate, int | float)


def _descended(parameter: Array, gradient: Array, rate: float) -> Array:
    """Return parameter - rate * gradient, in the element type of the parameter; smaller floats are
    computed as float32.
    """
    wide = _SINGLE if parameter.dtype.itemsize < _SINGLE.itemsize else parameter.dtype
    with np.errstate(all="ignore"):  # NaN and infinities are numbers like any other
        step = np.asarray(np.multiply(gradient, wide.type(-rate), dtype=wide))  # a tensor of rank 0 gives a number
        np.add(step, parameter, out=step)
        return step.astype(parameter.dtype, copy=False)
