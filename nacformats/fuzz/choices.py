"""The source of random values: one protocol, so that one generator serves Hypothesis, corpora and replays.

`RandomChoices` is fast, for corpora and campaigns; Hypothesis makes and shrinks `DrawnChoices`. A generator is a
function of a Choices: `strategy` makes a Hypothesis strategy of it. `pick`, `several` and others draw lists, texts and
permutations for it.

Choices can be noted and made again, some of them otherwise: a shorter list of answers, and smaller ones, give a smaller
file by the same generator, whatever its schema.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, Protocol, TypeVar

if TYPE_CHECKING:
    from hypothesis import strategies as st


class Choices(Protocol):
    """A source of random values. The simplest answer to each question is its lowest one, or zeros."""

    def integer(self, low: int, high: int) -> int:
        """Return a number of a range, its ends more often than others."""

    def length(self, low: int, high: int) -> int:
        """Return a count or a size of a range: a few, or about all that there is room for."""

    def index(self, size: int) -> int:
        """Return a position in a list of that size, all of them alike."""

    def flag(self, often: float) -> bool:
        """True with a probability."""

    def block(self, size: int) -> bytes:
        """Return bytes, drawn at once."""


class RandomChoices:
    """Choices of a random.Random."""

    def __init__(self, rng: random.Random) -> None:
        self._random = rng.random
        self._bits = rng.getrandbits
        self.block = rng.randbytes

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


#: What a generator was told: a number (of a flag, 0 or 1) or some bytes.
Answer = int | bytes


class NotedChoices:
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
        answer = self._choices.block(size)
        self.answers.append(answer)
        return answer

    def _noted(self, answer: int) -> int:
        self.answers.append(answer)
        return answer


class ReplayedChoices:
    """Choices from a list of answers: those that do not fit are made to, those that are missing are the simplest."""

    def __init__(self, answers: Sequence[Answer]) -> None:
        self._answers = iter(answers)

    def integer(self, low: int, high: int) -> int:
        answer = next(self._answers, 0)
        return min(max(answer if isinstance(answer, int) else 0, low), high)

    def length(self, low: int, high: int) -> int:
        return self.integer(low, high)

    def index(self, size: int) -> int:
        return self.integer(0, size - 1)

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


#: All choices of a small file are Hypothesis's own, each of which it makes simpler. Of others so many are; those after
#: them come from one seed.
OWN_CHOICES = 96
#: Blocks of more bytes come from a seed, which 0 makes zeros.
_BLOCK_BYTES = 16
#: The least and the largest seed.
SEEDS = 0, (1 << 32) - 1


@cache
def _blocks(size: int) -> st.SearchStrategy[bytes]:
    from hypothesis import strategies  # noqa: PLC0415  an optional dependency

    return strategies.binary(min_size=size, max_size=size)


@lru_cache(4096)
def drawn_numbers(low: int, high: int) -> st.SearchStrategy[int]:
    """Return the strategy of the numbers of a range."""
    from hypothesis import strategies  # noqa: PLC0415

    return strategies.integers(low, high)


class DrawnChoices:
    """Choices that Hypothesis makes and shrinks."""

    def __init__(self, draw: Any, own: int = OWN_CHOICES) -> None:
        self._draw = draw
        self._left = own
        self._rest: Choices | None = None

    def _others(self) -> Choices | None:
        """Return what makes the choices once there were too many."""
        if self._left > 0:
            self._left -= 1
            return None
        if self._rest is None:
            seed = self._draw(drawn_numbers(*SEEDS))
            self._rest = RandomChoices(random.Random(seed)) if seed else ReplayedChoices([])  # noqa: S311
        return self._rest

    def integer(self, low: int, high: int) -> int:
        others = self._others()
        if others is not None:
            return others.integer(low, high)
        if low < 0 < high:
            return self._draw(drawn_numbers(low, high))  # type: ignore[no-any-return]
        return low + self._draw(drawn_numbers(0, high - low))  # type: ignore[no-any-return]

    def length(self, low: int, high: int) -> int:
        others = self._others()
        if others is not None:
            return others.length(low, high)
        if high <= low:
            return low
        return low + self._draw(drawn_numbers(0, high - low))  # type: ignore[no-any-return]

    def index(self, size: int) -> int:
        others = self._others()
        return others.index(size) if others is not None else self._draw(drawn_numbers(0, size - 1))

    def flag(self, often: float) -> bool:
        others = self._others()
        if others is not None:
            return others.flag(often)
        return self._draw(drawn_numbers(0, 99)) >= 100 * (1 - often)  # type: ignore[no-any-return]

    def block(self, size: int) -> bytes:
        if not size:
            return b""
        others = self._others()
        if others is not None:
            return others.block(size)
        if size <= _BLOCK_BYTES:
            return self._draw(_blocks(size))  # type: ignore[no-any-return]
        seed = self._draw(drawn_numbers(*SEEDS))
        return random.Random(seed).randbytes(size) if seed else bytes(size)  # noqa: S311


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
