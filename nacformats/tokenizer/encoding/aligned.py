"""Text that remembers where it comes from."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from nacformats.tokenizer.encoding.budget import Allowance


class Aligned(NamedTuple):
    """Text, and for each of its characters the place in the original that it is for.

    Attributes:
        text: as the steps so far have made it.
        starts, stops: for each character the first one of the original, and the one after the last.
    """

    text: str
    starts: Sequence[int]
    stops: Sequence[int]

    @classmethod
    def original(cls, text: str) -> Aligned:
        """Return text that nothing has changed yet."""
        return cls(text, range(len(text)), range(1, len(text) + 1))

    def cut(self, start: int, stop: int) -> Aligned:
        """Return a part of it, from character start to stop of the text as it is now."""
        return Aligned(self.text[start:stop], self.starts[start:stop], self.stops[start:stop])

    def span(self, start: int, stop: int) -> tuple[int, int]:
        """Return the span of a part in the original; (0, 0) for a part of an empty text."""
        if not self.text:
            return 0, 0
        start = min(start, len(self.text) - 1)
        return self.starts[start], self.stops[max(start, stop - 1)]

    def remade(self, text: str, sources: Sequence[int]) -> Aligned:
        """Return another text, with the character of this one that each of its characters comes from."""
        starts, stops = self.starts, self.stops
        return Aligned(text, [starts[at] for at in sources], [stops[at] for at in sources])


class Protected(NamedTuple):
    """A match of a protected rule.

    Attributes:
        ids: of the token; empty when the vocabulary has none, and nothing for what it does not have.
        trim: what is cut from the end of the fragment in front, or "".
    """

    ids: tuple[int, ...]
    trim: str = ""


class Placed(NamedTuple):
    """A match of a protected rule, with its span in the original."""

    protected: Protected
    start: int
    stop: int


#: Where a fragment of a text is, in characters, and what it is when it is not open.
Cut = tuple[int, int, Protected | None]
Fragment = str | Protected
AlignedFragment = Aligned | Placed


class CuttingStage(ABC):
    """A stage that cuts open fragments into smaller ones; what is protected stays."""

    @abstractmethod
    def cuts(self, text: str, budget: Allowance) -> Iterable[Cut]:
        """Return the parts of an open fragment."""

    def parts(self, text: str, budget: Allowance) -> Iterable[Fragment]:
        """Return the same as plain text."""
        return [protected or text[start:stop] for start, stop, protected in self.cuts(text, budget)]

    def plain(self, fragments: list[Fragment], budget: Allowance) -> list[Fragment]:
        """Return the fragments, cut."""
        return [
            part
            for each in fragments
            for part in ((each,) if isinstance(each, Protected) else self.parts(each, budget))
        ]

    def aligned(self, fragments: list[AlignedFragment], budget: Allowance) -> list[AlignedFragment]:
        """Return the fragments, cut, with places."""
        done: list[AlignedFragment] = []
        for each in fragments:
            if isinstance(each, Placed):
                done.append(each)
                continue
            for start, stop, protected in self.cuts(each.text, budget):
                done.append(Placed(protected, *each.span(start, stop)) if protected else each.cut(start, stop))
        return done
