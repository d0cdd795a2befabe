"""The base of the three models: their methods, and a memory of fragments."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from itertools import chain
from typing import TypeAlias

from nacformats.limits import MAX_REMEMBERED_FRAGMENT, MAX_REMEMBERED_FRAGMENTS

#: An id and the characters of the fragment that it is for, from start to stop.
Piece = tuple[int, int, int]


#: Called now and then while a long fragment is encoded; it raises when that takes too long.
Look: TypeAlias = Callable[[], object]


def never() -> None:
    """Look at nothing: for whoever has all the time that it takes."""


class TokenModel(ABC):
    """Turns a fragment of text into ids."""

    def __init__(self) -> None:
        self._memory = _Memory(self)

    def encode(self, fragment: str, look: Look = never) -> list[int]:
        """Return the ids of one fragment."""
        ids = self._memory.get(fragment)
        return list(self._memory.remember(fragment, look) if ids is None else ids)

    def encode_all(self, fragments: Iterable[str]) -> list[int]:
        """Return the ids of all fragments, one after the other; what several calls of `encode` give, in less time."""
        return list(chain.from_iterable(map(self._memory.__getitem__, fragments)))

    @abstractmethod
    def encode_pieces(self, fragment: str, look: Look = never) -> list[Piece]:
        """Return the ids of one fragment, each with its start and stop in characters of the fragment.

        A character that becomes several ids (its bytes) has the same start and stop in all of them.
        """

    def _ids(self, fragment: str, look: Look) -> list[int]:
        return [piece[0] for piece in self.encode_pieces(fragment, look)]


class _Memory(dict[str, tuple[int, ...]]):
    """The ids of fragments that have been seen: words repeat. It is emptied when it is full."""

    def __init__(self, model: TokenModel) -> None:
        super().__init__()
        self._model = model

    def __missing__(self, fragment: str) -> tuple[int, ...]:
        return self.remember(fragment, never)

    def remember(self, fragment: str, look: Look) -> tuple[int, ...]:
        """Return the ids of a fragment that has not been seen."""
        ids = tuple(self._model._ids(fragment, look))
        if len(fragment) <= MAX_REMEMBERED_FRAGMENT:
            if len(self) >= MAX_REMEMBERED_FRAGMENTS:
                self.clear()
            self[fragment] = ids
        return ids
