"""Programs in the making: values of known shape, of bounded size, and with a bound on how far two engines may differ.

A program that overflows, or that rounds a number that is only nearly the same, would tell nothing about an engine. So
every value has a bound for its elements and one for the difference of two engines; what exceeds either is left out.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import wraps
from typing import Any

import numpy as np
import numpy.typing as npt

from nacformats.fuzz.choices import Choices, pick

DrawnArray = npt.NDArray[Any]
DrawnShape = tuple[int, ...]

#: No element of a program is larger.
MOST = 1000.0
#: Two engines may not differ by more, in absolute terms.
MOST_ERROR = 0.02
#: What a rounded operation may get wrong, relative to the largest sum in it.
ROUNDING = 4e-6
#: Most elements of a value, and the longest axis that is drawn.
MOST_ELEMENTS = 600
LONGEST_AXIS = 5

FLOATS = ("float32", "float64")
INDEX, TRUTH = "int64", "bool"


@dataclass(frozen=True)
class Term:
    """A value of a program.

    Attributes:
        value: what the file calls it.
        shape, dtype: of the array that it will be.
        bound: no element is further from 0.
        error: two engines differ by so much at most; 0 when they agree bit for bit.
    """

    value: Any
    shape: DrawnShape
    dtype: str
    bound: float
    error: float = 0.0

    @property
    def rank(self) -> int:
        return len(self.shape)

    @property
    def size(self) -> int:
        return math.prod(self.shape)

    @property
    def is_float(self) -> bool:
        return self.dtype in FLOATS

    @property
    def is_sure(self) -> bool:
        """True if a comparison or a rounding of it is the same in every engine."""
        return self.error == 0


class GrowingProgram(ABC):
    """A program that grows; subclasses say how a file calls things.

    Attributes:
        terms: the values so far; `inputs` those that the caller gives, and their arrays.
        num_weights: how many parameters there are.
    """

    def __init__(self, choices: Choices) -> None:
        self.choices = choices
        self.terms: list[Term] = []
        self.inputs: list[DrawnArray] = []
        self.num_weights = 0

    def grow(self, recipes: Sequence[Recipe], least: int, most: int) -> None:
        """Add `least` to `most` operations, or as many attempts."""
        for _ in range(self.choices.integer(least, most)):
            pick(self.choices, recipes)(self)

    @abstractmethod
    def new_input(self, array: DrawnArray) -> Any:
        """Return a new input in the file."""

    @abstractmethod
    def new_weight(self, array: DrawnArray) -> Any:
        """Return a new parameter in the file."""

    @abstractmethod
    def new_operation(self, name: str, arguments: Sequence[Any], attributes: dict[str, Any]) -> Any:
        """Return a new operation in the file."""

    def fresh(self, shape: Sequence[int], dtype: str = FLOATS[0]) -> Term:
        """Return a new input or parameter of quarters between -4 and 4."""
        return self.given(self.quarters(shape, dtype), 4.0)

    def quarters(self, shape: Sequence[int], dtype: str) -> DrawnArray:
        """Return an array of quarters between -4 and 4."""
        numbers = np.frombuffer(self.choices.block(math.prod(shape)), np.uint8).reshape(shape) % 33
        return ((numbers.astype(np.float64) - 16) / 4).astype(dtype)

    def indices(self, shape: Sequence[int], stop: int) -> Term:
        """Return a new input or parameter of indices from 0 to stop - 1."""
        drawn = np.frombuffer(self.choices.block(math.prod(shape)), np.uint8).reshape(shape)
        return self.given(drawn.astype(np.int64) % stop, stop)

    def given(self, array: DrawnArray, bound: float) -> Term:
        """Return an array as an input or, half of the time, as a parameter."""
        if self.choices.flag(0.5):
            self.num_weights += 1
            value = self.new_weight(array)
        else:
            value = self.new_input(array)
            self.inputs.append(array)
        return self.add(Term(value, array.shape, array.dtype.name, bound))

    def shape(self, least_rank: int = 0, most_rank: int = 3) -> DrawnShape:
        """Return a shape of few elements."""
        rank = self.choices.length(least_rank, most_rank)
        return tuple(self.axis() for _ in range(rank))

    def axis(self, most: int = LONGEST_AXIS) -> int:
        """Return the length of an axis."""
        return self.choices.integer(1, most)

    def axis_of(self, term: Term) -> int:
        """Return an axis of a term, from the front or from the back."""
        axis = self.choices.index(term.rank)
        return axis - term.rank if self.choices.flag(0.25) else axis

    def term(self, accepts: Callable[[Term], bool] = lambda term: term.is_float) -> Term | None:
        """Return one of the values that are accepted, the latest of them the simplest; None when there is none."""
        found = [term for term in reversed(self.terms) if accepts(term)]
        return pick(self.choices, found) if found else None

    def apply(
        self,
        name: str,
        *arguments: Any,
        shape: Sequence[int],
        bound: float,
        factor: float = 1.0,
        rounds: float | bool = True,
        dtype: str | None = None,
        **attributes: Any,
    ) -> Term | None:
        """The result of an operation; None, and no operation, when its elements could be too large or too unsure.

        Args:
            arguments: terms, lists with terms in them, and constants.
            shape, bound: of the result.
            factor: the result changes by at most so much more than its operands do.
            rounds: False when every engine computes the same bits from the same bits; else the largest sum in it, if
                that is more than the bound.
            dtype: of the result, else that of the first term.
        """
        operands = list(_terms(arguments))
        error = factor * sum(term.error for term in operands)
        if rounds is not False:
            error += ROUNDING * max(1.0, bound, float(rounds))
        if not (bound <= MOST and error <= MOST_ERROR and math.prod(shape) <= MOST_ELEMENTS):
            return None
        value = self.new_operation(name, [_plain(argument) for argument in arguments], attributes)
        return self.add(Term(value, tuple(shape), dtype or operands[0].dtype, bound, error))

    def add(self, term: Term) -> Term:
        """Return one more value."""
        self.terms.append(term)
        return term


#: Adds operations to a program, or none where no value fits them.
Recipe = Callable[[GrowingProgram], object]


def on_term(accepts: Callable[[Term], bool], *makers: Callable[[GrowingProgram, Term], object]) -> Iterator[Recipe]:
    """Yield recipes that begin with one of the values that are accepted, and add nothing where there is none."""
    return (_begun(accepts, make) for make in makers)


def _begun(accepts: Callable[[Term], bool], make: Callable[[GrowingProgram, Term], object]) -> Recipe:
    @wraps(make)
    def recipe(draft: GrowingProgram) -> None:
        found = draft.term(accepts)
        if found is not None:
            make(draft, found)

    return recipe


def _terms(arguments: Iterable[Any]) -> Iterable[Term]:
    for argument in arguments:
        if isinstance(argument, Term):
            yield argument
        elif isinstance(argument, list):
            yield from _terms(argument)


def _plain(argument: Any) -> Any:
    if isinstance(argument, Term):
        return argument.value
    return [_plain(item) for item in argument] if isinstance(argument, list) else argument
