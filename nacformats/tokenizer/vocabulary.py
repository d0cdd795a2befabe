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
    def byte_ids(self) -> tuple[int, ...] | None:
        """The ids of the tokens `<0x00>` to `<0xFF>`, or None where one of them is missing."""
        if not all(name in self.ids for name in BYTE_TOKENS):
            return None
        return tuple(self.ids[name] for name in BYTE_TOKENS)
