"""Making something smaller as long as something stays true of it: delta debugging, in a bounded number of steps."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Generic, TypeVar

from nacformats.fuzz.choices import Answer

Whole = TypeVar("Whole", bytes, list[Answer])


def minimised(data: bytes, holds: Callable[[bytes], bool], *, steps: int = 200) -> bytes:
    """Return a smaller file of which the same holds; the file itself when none is found.

    Parts are left out, larger ones first; then what is left is set to zeros.

    Args:
        data: the file, of which it holds.
        holds: what has to stay true.
        steps: how often `holds` may be asked.
    """
    search = _Search(data, holds, steps)
    search.cut()
    search.replace(lambda part: bytes(len(part)))
    return search.whole


def minimised_answers(
    answers: list[Answer], holds: Callable[[list[Answer]], bool], *, steps: int = 200
) -> list[Answer]:
    """Fewer and smaller answers of a generator; see minimised and nacformats.fuzz.choices."""
    search, before = _Search(answers, holds, steps), None
    while search.whole != before:
        before = search.whole
        search.cut()
        search.replace(lambda part: [0] * len(part))
        search.replace(lambda part: list(map(_halved, part)))
        search.replace(lambda part: list(map(_lowered, part)))
    return search.whole


def _halved(answer: Answer) -> Answer:
    return answer[: len(answer) // 2] if isinstance(answer, bytes) else int(answer / 2)


def _lowered(answer: Answer) -> Answer:
    return answer[:-1] if isinstance(answer, bytes) else answer - (answer > 0) + (answer < 0)


class _Search(Generic[Whole]):
    """The smallest one so far."""

    def __init__(self, whole: Whole, holds: Callable[[Whole], bool], steps: int) -> None:
        self.whole: Whole = whole
        self._steps = steps
        self._holds: Callable[[Whole], bool] = holds

    def cut(self) -> None:
        """Leave parts out where it holds without them."""
        self.replace(lambda part: part[:0])

    def replace(self, other: Callable[[Whole], Whole]) -> None:
        """Put another part in the place of parts, where it holds then."""
        for start, size in self._parts():
            part = self.whole[start : start + size]
            self._try(self.whole[:start] + other(part) + self.whole[start + size :])

    def _try(self, candidate: Whole) -> None:
        if self._steps > 0 and candidate != self.whole:
            self._steps -= 1
            if self._holds(candidate):
                self.whole = candidate

    def _parts(self) -> Iterator[tuple[int, int]]:
        """Halves, quarters, ... single elements of what is left, each from the end."""
        size = (len(self.whole) + 1) // 2
        while size and self._steps > 0:
            for start in range(len(self.whole) - size, -size, -size):
                yield max(start, 0), size + min(start, 0)
            size //= 2
