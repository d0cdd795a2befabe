"""The compiled resources: read by their columns, with not one object more than the dicts need, and built.

They are built byte for byte as the public compiler does.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, SupportsInt

import numpy as np
import numpy.typing as npt

from nacformats._generated.columns.merges import pair as pair_codec
from nacformats._generated.columns.token_scores import score as score_codec
from nacformats._generated.columns.vidx import entry_offset as index_codec
from nacformats._generated.columns.vocab import entry as entry_codec
from nacformats._generated.columns.vocab import entry_offset as offset_codec
from nacformats.codec.columns import Columns, RecordCodec
from nacformats.codec.locator import record_offsets
from nacformats.codec.streams import Buffer
from nacformats.codec.tables import FieldEntry, table_of
from nacformats.codec.trees.codec import SchemaCodec
from nacformats.errors import FormatError, InvalidError, LimitError, TruncatedError
from nacformats.formats.tisa.resources import INDEX, MERGES, SCORES, VOCABULARY
from nacformats.limits import MAX_SHOWN_TEXT, MAX_UNUSED_IDS
from nacformats.printing import shortened
from nacformats.tokenizer.vocabulary import BETWEEN, END, Merges, Vocabulary

_Places = npt.NDArray[np.int64]


def read_compiled_vocabulary(data: Buffer, scores: Buffer | None = None) -> Vocabulary:
    """Return the vocabulary of vocab.b.

    Args:
        data: the bytes of vocab.b.
        scores: the bytes of scores.b, which replace the scores of vocab.b.

    Raises:
        TruncatedError: the data ends inside of an entry.
        InvalidError: an offset is not where the entry before ends, an id is negative, a token or an id comes twice, a
            token is not UTF-8, or a score is not finite.
        LimitError: there are more entries than the schema allows.
    """
    entries = _entries(data)
    joined = _joined(entries, {"token": END}, VOCABULARY, "entries")
    try:
        tokens = list(map(bytes.decode, joined.split(END)[1:]))
    except UnicodeDecodeError:
        raise _not_text(entries, VOCABULARY, "entries") from None
    vocabulary = Vocabulary(dict(zip(tokens, entries["id_token"].tolist(), strict=True)))
    if len(vocabulary) != len(tokens):
        first: dict[str, int] = {}
        at = next(at for at, token in enumerate(tokens) if first.setdefault(token, at) != at)
        raise _refused(entries, at, "token", "this token has an entry already", repr(tokens[at]))
    _check_ids(entries, len(vocabulary.tokens))
    if scores is None:
        narrow = entries["score.bits"].view(np.float32)
        _check_scores(narrow, entries)
        values = narrow.astype(np.float64)
    else:
        exact = _exact_scores(scores, len(tokens))
        values = exact["bits"].view(np.float64)
        _check_scores(values, exact)
    if values.any():
        vocabulary.scores = dict(zip(tokens, values.tolist(), strict=True))
    return vocabulary


def read_compiled_merges(data: Buffer) -> Merges:
    """Return the merges of merges.b; their rank is their order.

    The count may be higher than there are pairs: public files count lines of merges.txt that are not pairs.

    Raises:
        TruncatedError: the data ends inside of a pair.
        InvalidError: there are more pairs than the count says, or a token is not UTF-8.
        LimitError: the count is greater than the schema allows.
    """
    declared = _count(data, pair_codec.schema, MERGES)
    pairs = _read(pair_codec, data, table_of(pair_codec.schema).place("pairs"), None, MERGES, "pairs")
    if len(pairs) > declared:
        raise _wrong("num_lines", 0, "there are more pairs", len(pairs), MERGES, expected=declared)
    joined = _joined(pairs, {"left": END, "right": BETWEEN}, MERGES, "pairs")
    try:
        joined.replace(END, b"").replace(BETWEEN, b"\n").decode()
    except UnicodeDecodeError:
        raise _not_text(pairs, MERGES, "pairs") from None
    return Merges(joined[1:] + END if joined else b"")


def _entries(data: Buffer) -> Columns:
    """Return the entries of vocab.b, one after the other, as the offsets say."""
    count = _count(data, entry_codec.schema, VOCABULARY)
    offsets = _read(offset_codec, data, table_of(entry_codec.schema).place("offsets"), count, VOCABULARY, "offsets")
    base = int(offsets.starts[-1])
    entries = _read(entry_codec, data, base, count, VOCABULARY, "entries")
    wrong = np.flatnonzero(offsets["ofs_entry"] != entries.starts[:-1] - base)
    if len(wrong):
        at, reason = wrong[0], "is not where the entry is"
        actual, expected = offsets["ofs_entry"][at], entries.starts[at] - base
        raise _wrong(f"offsets[{at}].ofs_entry", offsets.starts[at], reason, actual, expected=expected)
    if entries.starts[-1] < len(data):
        raise _wrong("", entries.starts[-1], "bytes after the last entry", len(data) - entries.starts[-1])
    return entries


def _count(data: Buffer, schema: str, name: str) -> int:
    """Return the number that a file begins with."""
    field = table_of(schema).root.fields[0]
    dtype = np.dtype(field.number)
    if len(data) < dtype.itemsize:
        raise TruncatedError("the file ends too early", path=f"{name}: {field.id}", offset=len(data))
    count = int(np.frombuffer(data, dtype, 1)[0])
    if count > highest(field):
        limit = f"at most {highest(field)}"
        raise LimitError("too many", path=f"{name}: {field.id}", offset=0, expected=limit, actual=count)
    return count


def highest(field: FieldEntry) -> int:
    """Return the greatest number that the schema allows in a field."""
    return int(next(rule.words[0] for rule in field.rules if rule.kind == "max"))


def _read(codec: RecordCodec, data: Buffer, start: int, count: int | None, name: str, path: str) -> Columns:
    """Return so many records, or those up to the end of the data. Whether texts are UTF-8 is seen when
    they are decoded.
    """
    try:
        if count is None:
            return codec.read_to(data, start, len(data), path=path, check=False)
        return codec.read(data, start, count, path=path, check=False)
    except FormatError as error:
        error.format, error.path = None, f"{name}: {error.path}"
        raise


def _joined(columns: Columns, marks: dict[str, bytes], name: str, path: str) -> bytes:
    """Return the texts of some fields, in the order of the file, each with a mark of one byte in front of it.

    Every text has its length in front of it in the file, so that there is room for the mark, which is part of no text.

    Raises:
        InvalidError: a text holds a byte like a mark.
    """
    if not len(columns):
        return b""
    starts: _Places = np.stack([columns[f"{field}@"] for field in marks], 1).ravel() - 1
    stops = np.stack([columns[f"{field}@"] + columns[f"{field}#"] for field in marks], 1).ravel()
    cut = columns.data[: stops[-1]].copy()
    for at, mark in enumerate(marks.values()):
        cut[starts[at :: len(marks)]] = mark[0]
    kept = np.ones(len(cut), np.bool_)
    kept[: starts[0]] = False
    between = starts[1:] - stops[:-1]
    for at in range(between.max(initial=0)):
        kept[stops[:-1][between > at] + at] = False
    texts = cut[kept]
    if np.count_nonzero(texts >= min(marks.values())[0]) != len(starts):
        raise _not_text(columns, name, path)
    return texts.tobytes()


def _not_text(columns: Columns, name: str, path: str) -> FormatError:
    codec = entry_codec if name == VOCABULARY else pair_codec
    _, error, _ = next(codec.offenders(columns, path=path, most=1))
    error.format, error.path = None, f"{name}: {error.path}"
    return error


def _exact_scores(data: Buffer, count: int) -> Columns:
    listed = _count(data, score_codec.schema, SCORES)
    found = _read(score_codec, data, table_of(score_codec.schema).place("scores"), listed, SCORES, "scores")
    if len(found) != count:
        raise _wrong("num_scores", 0, "as many as vocab.b has entries", len(found), SCORES, expected=count)
    if found.starts[-1] < len(data):
        raise _wrong("", found.starts[-1], "bytes after the last score", len(data) - found.starts[-1], SCORES)
    return found


def _check_ids(entries: Columns, distinct: int) -> None:
    ids = entries["id_token"]
    if (ids < 0).any():
        at = int(np.argmax(ids < 0))
        raise _refused(entries, at, "id_token", "an id is not negative", ids[at])
    if distinct != len(ids):
        order = np.argsort(ids, kind="stable")
        at = int(order[np.flatnonzero(np.diff(ids[order]) == 0) + 1].min())
        raise _refused(entries, at, "id_token", "another token has this id", ids[at])


def _check_scores(scores: npt.NDArray[np.floating[Any]], records: Columns) -> None:
    if not np.isfinite(scores).all():
        at = int(np.argmin(np.isfinite(scores)))
        raise _refused(records, at, "score" if "id_token" in records else "", "a score is a finite number", scores[at])


def _refused(records: Columns, at: int, field: str, reason: str, actual: object) -> FormatError:
    """Return the error for a field of a record: of vocab.b, or of scores.b."""
    codec, name, path = (
        (entry_codec, VOCABULARY, "entries") if "id_token" in records else (score_codec, SCORES, "scores")
    )
    offset = record_offsets(codec, records.data.data, int(records.starts[at]))(field)
    return _wrong(f"{path}[{at}]{field and f'.{field}'}", offset, reason, actual, name)


def _wrong(
    field: str, offset: SupportsInt, reason: str, actual: object, name: str = VOCABULARY, expected: object = None
) -> FormatError:
    path = f"{name}: {field}" if field else name
    return InvalidError(reason, path=path, offset=int(offset), expected=expected, actual=actual)


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
    counted = table_of(codec.schema).root.fields[0].id
    return b"".join(SchemaCodec.generated(codec.schema).chunks({counted: count, **lists}))
