"""Choices that are noted and made again, some of them otherwise: what makes a file smaller and keeps it valid.

A shorter list of answers, and smaller ones, give a smaller file by the same generator, whatever its schema.
"""

from __future__ import annotations

from collections.abc import Sequence

from nacformats.fuzz.choices import Choices

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
