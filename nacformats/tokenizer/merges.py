"""The merges of a BPE model, as they are kept in memory."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import count

from nacformats.errors import InvalidError

#: These two bytes are never part of UTF-8: the first one follows each merge, the second one is between its parts.
END, BETWEEN = b"\xff", b"\xfe"


class Merges:
    """Pairs of tokens in the order of their ranks.

    They are kept as one run of bytes, since a vocabulary has hundreds of thousands of them; the ranks by pair are made
    when the first one is asked for.
    """

    def __init__(self, joined: bytes) -> None:
        self._joined = joined

    @classmethod
    def of(cls, pairs: Iterable[tuple[str, str]]) -> Merges:
        """Merges of a list of pairs, the first one with the lowest rank. InvalidError where a text is not Unicode."""
        try:
            return cls(b"".join(left.encode() + BETWEEN + right.encode() + END for left, right in pairs))
        except UnicodeEncodeError as error:
            raise InvalidError("a lone surrogate is not text", path="merges", actual=ascii(error.object)) from None

    def __len__(self) -> int:
        return self._joined.count(END)

    def __iter__(self) -> Iterator[tuple[str, str]]:
        """The pairs in the order of their ranks."""
        for joined in self._joined.split(END)[:-1]:
            left, _, right = joined.partition(BETWEEN)
            yield left.decode(), right.decode()

    def rank(self, left: str, right: str) -> int | None:
        """The rank of a pair, or None; a pair that comes several times has its last rank."""
        key = left.encode("utf-8", "surrogatepass") + BETWEEN + right.encode("utf-8", "surrogatepass")
        return self._ranks.get(key)

    def lefts_before(self, start: str) -> set[str]:
        """The left parts of all pairs whose right part begins with a text."""
        before = self._joined.split(BETWEEN + start.encode())[:-1]
        return {joined[joined.rfind(END) + 1 :].decode() for joined in before}

    @cached_property
    def _ranks(self) -> dict[bytes, int]:
        return dict(zip(self._joined.split(END)[:-1], count(), strict=False))
