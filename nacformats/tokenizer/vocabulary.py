"""The vocabulary of a tokenizer, as it is kept in memory: tokens, ids, scores, the characters of bytes, and merges."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from itertools import count

from nacformats.errors import InvalidError

#: The names of the token for what is not in the vocabulary; the first one that a vocabulary has is meant.
UNKNOWN_TOKENS = ("<unk>", "[UNK]")
#: Stands for a space in SentencePiece vocabularies.
SPACE = "\u2581"
#: The names of the tokens of single bytes, in the order of the bytes.
BYTE_TOKENS = tuple(f"<0x{byte:02X}>" for byte in range(256))

#: The bytes that may be part of UTF-8.
_USED = frozenset(range(256)) - {0xC0, 0xC1, *range(0xF5, 0x100)}


class Vocabulary:
    """Tokens and ids, which need not be dense, and the scores of a Unigram model.

    Attributes:
        ids: the id of each token, at least 0. Not to be changed.
        scores: log probabilities by token, as float64; empty where there are none.
    """

    def __init__(self, ids: Mapping[str, int], scores: Mapping[str, float] | None = None) -> None:
        self.ids = dict(ids) if type(ids) is not dict else ids
        self.scores: Mapping[str, float] = scores or {}

    def __len__(self) -> int:
        return len(self.ids)

    def __repr__(self) -> str:
        return f"Vocabulary({len(self.ids)} tokens)"

    @cached_property
    def tokens(self) -> dict[int, str]:
        """The token of each id."""
        return dict(zip(self.ids.values(), self.ids, strict=True))

    @cached_property
    def unknown(self) -> int | None:
        """The id of `<unk>` or `[UNK]`, or None."""
        return next((self.ids[name] for name in UNKNOWN_TOKENS if name in self.ids), None)

    @cached_property
    def byte_ids(self) -> Mapping[int, int] | None:
        """The ids of the tokens `<0x00>` to `<0xFF>` by byte; None where one is missing that a character may need.

        For a byte that is a character of the vocabulary, such as a tab, that one will do. Some are never part of UTF-8.
        """
        found = {byte: self.ids[name] for byte, name in enumerate(BYTE_TOKENS) if name in self.ids}
        if not found:
            return None
        found |= {byte: self.ids[chr(byte)] for byte in range(0x80) if byte not in found and chr(byte) in self.ids}
        return found if found.keys() >= _USED else None

    def ids_of_unknown(self, text: str) -> tuple[int, ...]:
        """Return the ids for a text that is no token: those of its bytes, or the unknown one, or none."""
        if self.byte_ids is not None:
            return tuple(self.byte_ids[byte] for byte in text.encode("utf-8", "surrogatepass"))
        return () if self.unknown is None else (self.unknown,)


def _characters() -> dict[int, int]:
    """Return the code of the character for each byte: printable ones of Latin-1 stay, the others follow from 256 on."""
    printable = {*range(33, 127), *range(161, 173), *range(174, 256)}
    rest = (byte for byte in range(256) if byte not in printable)
    return {byte: byte for byte in printable} | {byte: 256 + index for index, byte in enumerate(rest)}


#: The code of the character by byte, as `str.translate` takes it.
TABLE = _characters()
#: The byte by character.
BYTE_OF = {chr(code): byte for byte, code in TABLE.items()}


def to_bytes(token: str) -> bytes:
    """Return the bytes that a token stands for; those of the token itself when one of its characters
    stands for none.
    """
    try:
        return bytes([BYTE_OF[each] for each in token])
    except KeyError:
        return token.encode()


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
        """Yield the pairs in the order of their ranks."""
        for joined in self._joined.split(END)[:-1]:
            left, _, right = joined.partition(BETWEEN)
            yield left.decode(), right.decode()

    def rank(self, left: str, right: str) -> int | None:
        """Return the rank of a pair, or None; a pair that comes several times has its last rank."""
        key = left.encode("utf-8", "surrogatepass") + BETWEEN + right.encode("utf-8", "surrogatepass")
        return self._ranks.get(key)

    def lefts_before(self, start: str) -> set[str]:
        """Return the left parts of all pairs whose right part begins with a text."""
        before = self._joined.split(BETWEEN + start.encode())[:-1]
        return {joined[joined.rfind(END) + 1 :].decode() for joined in before}

    @cached_property
    def _ranks(self) -> dict[bytes, int]:
        return dict(zip(self._joined.split(END)[:-1], count(), strict=False))
