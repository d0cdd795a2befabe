"""The source of random values: one protocol, so that one generator serves Hypothesis, corpora and replays.

`RandomChoices` is fast, for corpora and campaigns; nacformats.fuzz.strategies has the one of Hypothesis, which shrinks.
Choices can be noted and made again, some of them otherwise: a shorter list of answers, and smaller ones, give a smaller
file by the same generator, whatever its schema.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Protocol


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
        """Bytes, drawn at once."""


class RandomChoices:
    """Choices of a random.Random."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng
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
