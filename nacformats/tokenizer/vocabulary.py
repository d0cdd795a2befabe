"""The vocabulary of a tokenizer: tokens, their ids and their scores."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

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
