"""Vocabulary and merges from whatever resources there are."""

from __future__ import annotations

from collections.abc import Mapping

from nacformats.errors import InvalidError
from nacformats.formats.tisa import resources as names
from nacformats.tokenizer.merges import Merges
from nacformats.tokenizer.resources import texts
from nacformats.tokenizer.resources.compiled import read_compiled_merges, read_compiled_vocabulary
from nacformats.tokenizer.vocabulary import Vocabulary


def read_vocabulary(resources: Mapping[str, bytes]) -> Vocabulary:
    """The vocabulary of a tokenizer: from vocab.b, tokenizer.json or vocab.json, the first one that there is.

    Raises:
        InvalidError: none of the three is there, or the one that is breaks its rules.
        TruncatedError: it ends too early.
    """
    if names.VOCABULARY in resources:
        return read_compiled_vocabulary(resources[names.VOCABULARY], resources.get(names.SCORES))
    if names.TOKENIZER_JSON in resources:
        return texts.vocabulary_of_tokenizer_json(resources[names.TOKENIZER_JSON])
    if names.VOCABULARY_JSON in resources:
        return texts.vocabulary_of_json(resources[names.VOCABULARY_JSON])
    raise _missing((names.VOCABULARY, names.TOKENIZER_JSON, names.VOCABULARY_JSON), resources)


def read_merges(resources: Mapping[str, bytes]) -> Merges:
    """The merges of a BPE tokenizer: from merges.b, tokenizer.json or merges.txt, the first one that there is.

    Raises:
        InvalidError: none of the three is there, or the one that is breaks its rules.
        TruncatedError: it ends too early.
    """
    if names.MERGES in resources:
        return read_compiled_merges(resources[names.MERGES])
    if names.TOKENIZER_JSON in resources:
        return texts.merges_of_tokenizer_json(resources[names.TOKENIZER_JSON])
    if names.MERGES_TEXT in resources:
        return texts.merges_of_text(resources[names.MERGES_TEXT])
    raise _missing((names.MERGES, names.TOKENIZER_JSON, names.MERGES_TEXT), resources)


def _missing(wanted: tuple[str, ...], resources: Mapping[str, bytes]) -> InvalidError:
    return InvalidError(
        "the tokenizer lacks a resource",
        path="rsrc",
        expected=f"one of {', '.join(wanted)}",
        actual=", ".join(sorted(resources)) or "none",
        hint="external resources are in <stem>-tokenizer/ beside the file",
    )
