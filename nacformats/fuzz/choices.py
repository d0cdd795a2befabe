"""The source of random values: one protocol, so that one generator serves Hypothesis, corpora and replays.

`RandomChoices` is fast, for corpora and campaigns; Hypothesis makes and shrinks `DrawnChoices`. A generator is a
function of a Choices: `strategy` makes a Hypothesis strategy of it. `pick`, `several` and others draw lists, texts and
permutations for it.

Choices can be noted and made again, some of them otherwise: a shorter list of answers, and smaller ones, give a smaller
file by the same generator, whatever its schema.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Concatenate, ParamSpec, TypeVar

if TYPE_CHECKING:
    from hypothesis import strategies as st


class Choices(ABC):
    """A source of random values. The simplest answer to each question is its lowest one, or zeros."""

    @abstractmethod
    def integer(self, low: int, high: int) -> int:
        """Return a number of a range, its ends more often than others."""

    @abstractmethod
    def block(self, size: int) -> bytes:
        """Return bytes, drawn at once."""

    def length(self, low: int, high: int) -> int:
        """Return a count or a size of a range: a few, or about all that there is room for."""
        return self.integer(low, max(low, high))

    def index(self, size: int) -> int:
        """Return a position in a list of that size, all of them alike."""
        return self.integer(0, size - 1)

    def flag(self, often: float) -> bool:
        """True with a probability."""
        return self.integer(0, 99) >= 100 * (1 - often)


class RandomChoices(Choices):
    """Choices of a random.Random."""

    def __init__(self, rng: random.Random) -> None:
        self._random = rng.random
        self._bits = rng.getrandbits
        self._bytes = rng.randbytes

    def integer(self, low: int, high: int) -> int:
        span = high - low
        if span < 4:
            return low + int(self._random() * (span + 1))
        how = self._bits(3)
        if how == 0:
            return low + self._bits(2)
        if how == 1:
            return high - self._bits(2)
        if how < 6:  # numbers of all magnitudes
            return low + self._bits(1 + int(self._random() * span.bit_length())) % (span + 1)
        return low + self._bits(span.bit_length() + 8) % (span + 1)

    def length(self, low: int, high: int) -> int:
        span = high - low
        if span <= 0:
            return low
        if self._random() < 0.3:
            return low + self._bits(2) % (span + 1)
        return low + int(span * max(self._random(), self._random()))

    def index(self, size: int) -> int:
        return int(self._random() * size)

    def flag(self, often: float) -> bool:
        return self._random() < often

    def block(self, size: int) -> bytes:
        return self._bytes(size)


#: What a generator was told: a number (of a flag, 0 or 1) or some bytes.
Answer = int | bytes
_Noted = TypeVar("_Noted", int, bytes)


class NotedChoices(Choices):
    """The choices of another one.

    Attributes:
        answers: what it said so far.
    """

    def __init__(self, choices: Choices) -> None:
        self._choices = choices
        self.answers: list[Answer] = []

    def integer(self, low: int, high: int) -> int:
        return self._noted(self._choices.integer(low, high))

    def length(self, low: int, high: int) -> int:
        return self._noted(self._choices.length(low, high))

    def index(self, size: int) -> int:
        return self._noted(self._choices.index(size))

    def flag(self, often: float) -> bool:
        return bool(self._noted(int(self._choices.flag(often))))

    def block(self, size: int) -> bytes:
        return self._noted(self._choices.block(size))

    def _noted(self, answer: _Noted) -> _Noted:
        self.answers.append(answer)
        return answer


class ReplayedChoices(Choices):
    """Choices from a list of answers: those that do not fit are made to, those that are missing are the simplest."""

    def __init__(self, answers: Sequence[Answer]) -> None:
        self._answers = iter(answers)

    def integer(self, low: int, high: int) -> int:
        answer = next(self._answers, 0)
        return min(max(answer if isinstance(answer, int) else 0, low), high)

    def flag(self, often: float) -> bool:
        return bool(self.integer(0, 1)) if often < 1 else True

    def block(self, size: int) -> bytes:
        answer = next(self._answers, b"")
        return (answer if isinstance(answer, bytes) else b"")[:size].ljust(size, b"\0")


_Item = TypeVar("_Item")
_Made = TypeVar("_Made")
P = ParamSpec("P")

#: Ranges of characters by the number of their bytes; what is likely to be taken for something else comes last.
_RANGES = ((0x61, 0x7A), (0x20, 0x7E), (0x80, 0x7FF), (0x800, 0xD7FF), (0xE000, 0xFFFF), (0x10000, 0x10FFFF), (0, 0x1F))


class DrawnChoices(Choices):
    """Choices that Hypothesis makes and shrinks."""

    def __init__(self, draw: st.DrawFn) -> None:
        from hypothesis import strategies  # noqa: PLC0415  an optional dependency

        self._draw, self._numbers, self._bytes = draw, strategies.integers, strategies.binary

    def integer(self, low: int, high: int) -> int:
        if low < 0 < high:
            return self._draw(self._numbers(low, high))
        return low + self._draw(self._numbers(0, high - low))

    def block(self, size: int) -> bytes:
        return self._draw(self._bytes(min_size=size, max_size=size))


def strategy(make: Callable[Concatenate[Choices, P], _Made]) -> Callable[P, st.SearchStrategy[_Made]]:
    """Return the function that gives the Hypothesis strategy of what a generator makes.

    It raises ImportError where Hypothesis is not installed.
    """

    def made(*args: P.args, **kwargs: P.kwargs) -> st.SearchStrategy[_Made]:
        from hypothesis import strategies  # noqa: PLC0415  an optional dependency

        @strategies.composite
        def drawn(draw: st.DrawFn) -> _Made:
            return make(DrawnChoices(draw), *args, **kwargs)

        return drawn()

    made.__doc__ = make.__doc__
    return made


def pick(choices: Choices, items: Iterable[_Item]) -> _Item:
    """Return one of some items, of which there is at least one; the first is the simplest."""
    listed = items if isinstance(items, Sequence) else list(items)
    return listed[choices.index(len(listed))]


def several(choices: Choices, most: int, make: Callable[[], _Item], least: int = 0) -> list[_Item]:
    """Return a list of `least` to `most` items."""
    return [make() for _ in range(choices.length(least, most))]


def some_of(choices: Choices, items: Sequence[_Item], most: int, least: int = 0) -> list[_Item]:
    """Return a list of `least` to `most` of some items, in which an item may be repeated; empty when there are none."""
    return several(choices, most, lambda: pick(choices, items), least) if items else []


def shuffled(choices: Choices, items: Sequence[_Item]) -> list[_Item]:
    """Return the items in any order; the simplest is that in which they are."""
    rest = list(items)
    return [rest.pop(choices.index(len(rest))) for _ in items]


def any_text(choices: Choices, most: int = 8) -> str:
    """Return any text of a few characters: of one to four bytes each as UTF-8, control characters among them."""
    return "".join(several(choices, most, lambda: chr(choices.integer(*pick(choices, _RANGES)))))
