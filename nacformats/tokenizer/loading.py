"""The model of a manifest, from its resources."""

from __future__ import annotations

from collections.abc import Mapping

from nacformats.formats.tisa.steps import BpeEncode, WordPieceEncode
from nacformats.tokenizer.machine.pipeline import ModelStep
from nacformats.tokenizer.models import Bpe, TokenModel, Unigram, WordPiece
from nacformats.tokenizer.resources import read_merges
from nacformats.tokenizer.vocabulary import Vocabulary


def load_model(step: ModelStep, vocabulary: Vocabulary, resources: Mapping[str, bytes]) -> TokenModel:
    """The model of a step. Raises FormatError when it needs a resource that is missing or damaged."""
    if isinstance(step, BpeEncode):
        return Bpe(vocabulary, read_merges(resources), step.suffix or "")
    return WordPiece(vocabulary, step.marker) if isinstance(step, WordPieceEncode) else Unigram(vocabulary)
