"""Building the compiled resources, byte for byte as the public compiler does."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from nacformats._generated.columns.merges import pair as pair_codec
from nacformats._generated.columns.token_scores import score as score_codec
from nacformats._generated.columns.vidx import entry_offset as index_codec
from nacformats._generated.columns.vocab import entry as entry_codec
from nacformats._generated.columns.vocab import entry_offset as offset_codec
from nacformats.codec.columns import RecordCodec
from nacformats.codec.tables import table_of
from nacformats.errors import FormatError, InvalidError, LimitError
from nacformats.formats.tisa.resources import INDEX, MERGES, SCORES, VOCABULARY
from nacformats.limits import MAX_SHOWN_TEXT, MAX_UNUSED_IDS
from nacformats.printing import shortened
from nacformats.tokenizer.resources.compiled import highest
from nacformats.tokenizer.vocabulary import Merges, Vocabulary

#: Longest token in bytes: the length is in front of it, in two of them.
MAX_TOKEN_BYTES = 0xFFFF


def build_resources(
    vocabulary: Vocabulary, merges: Merges | Iterable[tuple[str, str]] | None = None
) -> dict[str, bytes]:
    """Build vocab.b and vidx.b, merges.b if there are merges, and scores.b if float32 would change a score.

    Raises:
        LimitError: a token is too long, an id or their number too high, or a score no float32.
        InvalidError: a token holds a lone surrogate, or a score is no number.
    """
    tokens = sorted(vocabulary.ids)
    ids = _checked_ids(vocabulary, tokens)
    scores = np.array([vocabulary.scores.get(token, 0.0) for token in tokens], np.float64)
    narrow = _narrowed(scores, tokens)
    columns = {"token": tokens, "id_token": ids, "score.bits": narrow.view(np.uint32)}
    sizes, entries = _written(entry_codec, columns, VOCABULARY)
    offsets = np.cumsum(sizes) - sizes
    index = np.zeros(int(ids.max(initial=-1)) + 1, np.int64)
    index[ids] = offsets
    resources = {
        VOCABULARY: _file(entry_codec, len(tokens), entries=entries, offsets=_offsets(offset_codec, offsets)),
        INDEX: _file(index_codec, len(index), offsets=_offsets(index_codec, index)),
    }
    if merges is not None:
        pairs = list(merges)
        parts = {"left": [left for left, _ in pairs], "right": [right for _, right in pairs]}
        resources[MERGES] = _file(pair_codec, len(pairs), pairs=_written(pair_codec, parts, MERGES)[1])
    if (narrow != scores).any():
        exact = score_codec.write({"bits": scores.view(np.uint64)}, path="scores")
        resources[SCORES] = _file(score_codec, len(scores), scores=exact)
    return resources


def _checked_ids(vocabulary: Vocabulary, tokens: Sequence[str]) -> npt.NDArray[np.int32]:
    most = min(highest(table_of(index_codec.schema).root.fields[0]), len(tokens) + MAX_UNUSED_IDS) - 1
    for token in tokens:
        if not 0 <= vocabulary.ids[token] <= most:
            place: dict[str, Any] = {
                "path": f"{VOCABULARY}: {shortened(repr(token), MAX_SHOWN_TEXT)}",
                "expected": f"0 to {most}",
                "actual": vocabulary.ids[token],
            }
            raise LimitError("an id is out of range", **place)
    return np.array([vocabulary.ids[token] for token in tokens], np.int32)


def _narrowed(scores: npt.NDArray[np.float64], tokens: Sequence[str]) -> npt.NDArray[np.float32]:
    with np.errstate(over="ignore"):
        narrow = scores.astype(np.float32)
    if not np.isfinite(narrow).all():
        at = int(np.argmin(np.isfinite(narrow)))
        cause = LimitError if np.isfinite(scores[at]) else InvalidError
        raise cause("a score is no float32", path=f"{VOCABULARY}: {tokens[at]!r}", actual=scores[at])
    return narrow


def _written(codec: RecordCodec, columns: dict[str, Any], name: str) -> tuple[npt.NDArray[np.int64], bytes]:
    """Return the sizes of records and their bytes; lists are columns of text."""
    given: dict[str, Any] = {}
    data = bytearray()
    for key, values in columns.items():
        if not isinstance(values, list):
            given[key] = values
            continue
        texts = [_encoded(text, f"{name}: {key}") for text in values]
        given[f"{key}#"] = sizes = np.fromiter(map(len, texts), np.int64, len(texts))
        given[f"{key}@"] = len(data) + np.cumsum(sizes) - sizes
        data += b"".join(texts)
    try:
        return codec.sizes({**given, "data": data}), codec.write({**given, "data": data})
    except FormatError as error:
        error.path = f"{name}{error.path}"
        raise


def _encoded(text: str, path: str) -> bytes:
    try:
        return text.encode()
    except UnicodeEncodeError:
        raise InvalidError("a lone surrogate is not text", path=path, actual=ascii(text)) from None


def _offsets(codec: RecordCodec, offsets: npt.NDArray[np.int64]) -> bytes:
    return codec.write({"ofs_entry": offsets}, path="offsets")


def _file(codec: RecordCodec, count: int, **lists: bytes) -> bytes:
    """Return a file of a count and lists of records."""
    from nacformats.codec.building import chunks  # noqa: PLC0415  the library construct is only needed for writing

    counted = table_of(codec.schema).root.fields[0].id
    return b"".join(chunks(codec.schema, {counted: count, **lists}))
