"""The vocabulary and the model of a manifest, from its resources."""

from __future__ import annotations

import struct
from collections.abc import Mapping

from nacformats.errors import InvalidError
from nacformats.tokenizer.machine.pipeline import ModelStep
from nacformats.tokenizer.manifest import BpeEncode, WordPieceEncode
from nacformats.tokenizer.merges import Merges
from nacformats.tokenizer.models import Bpe, Model, Unigram, WordPiece
from nacformats.tokenizer.vocabulary import Vocabulary


def load_vocabulary(resources: Mapping[str, bytes]) -> Vocabulary:
    """The vocabulary that is in the resources."""
    data = _resource(resources, "vocab.b")
    (count,) = struct.unpack_from("<I", data)
    at, ids, scores = 4 + 4 * count, {}, {}
    for _ in range(count):
        (length,) = struct.unpack_from("<H", data, at)
        token = data[at + 2 : at + 2 + length].decode()
        ids[token], scores[token] = struct.unpack_from("<if", data, at + 2 + length)
        at += length + 10
    return Vocabulary(ids, scores)


def load_model(step: ModelStep, vocabulary: Vocabulary, resources: Mapping[str, bytes]) -> Model:
    """The model of a step."""
    if isinstance(step, BpeEncode):
        return Bpe(vocabulary, Merges.of(_merges(_resource(resources, "merges.b"))))
    return WordPiece(vocabulary, step.marker) if isinstance(step, WordPieceEncode) else Unigram(vocabulary)


def _merges(data: bytes) -> list[tuple[str, str]]:
    at, texts = 4, []
    while at < len(data):
        (length,) = struct.unpack_from("<H", data, at)
        texts.append(data[at + 2 : at + 2 + length].decode())
        at += 2 + length
    return list(zip(texts[::2], texts[1::2], strict=True))


def _resource(resources: Mapping[str, bytes], name: str) -> bytes:
    if name not in resources:
        raise InvalidError(f"the resource {name} is missing", format="nac", path="rsrc")
    return bytes(resources[name])
