"""The three models that turn a fragment of text into ids: BPE, WordPiece and Unigram.

They have the same methods (Model) and know nothing of manifests and files.
"""

from __future__ import annotations

from nacformats.tokenizer.models.base import Piece, TokenModel
from nacformats.tokenizer.models.bpe import Bpe
from nacformats.tokenizer.models.unigram import Unigram
from nacformats.tokenizer.models.wordpiece import WordPiece

__all__ = ["Bpe", "Piece", "TokenModel", "Unigram", "WordPiece"]
