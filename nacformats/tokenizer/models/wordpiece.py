"""WordPiece: a word is cut into tokens from the left, the longest first."""

from __future__ import annotations

from nacformats.tokenizer.models.base import Look, Piece, TokenModel, never
from nacformats.tokenizer.vocabulary import Vocabulary

#: Longer words are unknown (in characters), as in BERT; a manifest cannot say otherwise.
LONGEST_WORD = 100


class WordPiece(TokenModel):
    """WordPiece. A word that cannot be cut into tokens is one unknown token, or nothing without such a token.

    Args:
        vocabulary: tokens that begin words as they are, those that continue words with the marker in front.
        marker: in front of what continues a word, such as "##".
    """

    def __init__(self, vocabulary: Vocabulary, marker: str) -> None:
        super().__init__()
        self._ids_of = vocabulary.ids
        self._unknown = vocabulary.unknown
        self._marker = marker
        self._longest = max(map(len, vocabulary.ids), default=0)

    def encode_pieces(self, fragment: str, look: Look = never) -> list[Piece]:
        look()
        pieces = self._cut(fragment) if len(fragment) <= LONGEST_WORD else None
        if pieces is not None:
            return pieces
        return [] if self._unknown is None else [(self._unknown, 0, len(fragment))]

    def _cut(self, word: str) -> list[Piece] | None:
        pieces: list[Piece] = []
        start, prefix = 0, ""
        while start < len(word):
            piece = self._longest_match(word, start, prefix)
            if piece is None:
                return None
            pieces.append(piece)
            start, prefix = piece[2], self._marker
        return pieces

    def _longest_match(self, word: str, start: int, prefix: str) -> Piece | None:
        for stop in range(min(len(word), start + self._longest), start, -1):
            found = self._ids_of.get(prefix + word[start:stop])
            if found is not None:
                return found, start, stop
        return None
