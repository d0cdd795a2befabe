"""Building the compiled resources, byte for byte as the public compiler does."""

from __future__ import annotations

import struct
from collections.abc import Iterable

from nacformats.errors import InvalidError, LimitError
from nacformats.limits import MAX_TOKEN_ID
from nacformats.tokenizer.merges import Merges
from nacformats.tokenizer.resources.names import INDEX, MERGES, SCORES, VOCABULARY
from nacformats.tokenizer.vocabulary import Vocabulary

_LONGEST_TEXT = 2**16 - 1


def build_resources(
    vocabulary: Vocabulary, merges: Merges | Iterable[tuple[str, str]] | None = None
) -> dict[str, bytes]:
    """vocab.b and vidx.b, merges.b where there are merges, and scores.b where float32 would change a score.

    Raises:
        LimitError: a token is longer than 65,535 bytes, an id higher than MAX_TOKEN_ID, or a score no float32.
        InvalidError: a token holds a lone surrogate.
    """
    tokens = sorted(vocabulary.ids)
    entries = [_entry(token, vocabulary) for token in tokens]
    offsets = [0]
    for entry in entries:
        offsets.append(offsets[-1] + len(entry))
    ids = [vocabulary.ids[token] for token in tokens]
    index = [0] * (max(ids, default=-1) + 1)
    for number, offset in zip(ids, offsets, strict=False):
        index[number] = offset
    resources = {
        VOCABULARY: _numbers(offsets[:-1]) + b"".join(entries),
        INDEX: _numbers(index),
    }
    if merges is not None:
        pairs = [_text(left) + _text(right) for left, right in merges]
        resources[MERGES] = struct.pack("<I", len(pairs)) + b"".join(pairs)
    scores = [vocabulary.scores.get(token, 0.0) for token in tokens]
    if any(score != _as_float32(score) for score in scores):
        resources[SCORES] = struct.pack(f"<I{len(scores)}d", len(scores), *scores)
    return resources


def _entry(token: str, vocabulary: Vocabulary) -> bytes:
    number, score = vocabulary.ids[token], vocabulary.scores.get(token, 0.0)
    if not 0 <= number <= MAX_TOKEN_ID:
        raise LimitError(
            "an id is out of range", path=f"{VOCABULARY}: {token!r}", expected=f"0 to {MAX_TOKEN_ID}", actual=number
        )
    try:
        return _text(token) + struct.pack("<if", number, score)
    except OverflowError:
        raise LimitError("a score is no float32", path=f"{VOCABULARY}: {token!r}", actual=score) from None


def _text(text: str) -> bytes:
    try:
        data = text.encode()
    except UnicodeEncodeError:
        raise InvalidError("a lone surrogate is not text", path=VOCABULARY, actual=ascii(text)) from None
    if len(data) > _LONGEST_TEXT:
        raise LimitError(
            "a token is too long", path=VOCABULARY, expected=f"at most {_LONGEST_TEXT} bytes", actual=len(data)
        )
    return struct.pack("<H", len(data)) + data


def _numbers(numbers: list[int]) -> bytes:
    return struct.pack(f"<I{len(numbers)}I", len(numbers), *numbers)


def _as_float32(score: float) -> float:
    return float(struct.unpack("<f", struct.pack("<f", score))[0])
