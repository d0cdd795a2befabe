"""Reading the compiled resources: whole arrays at a time, and not one object more than the dicts need.

A token is at most 65,535 bytes long, so no byte of 0xFF, which is never part of UTF-8, is left in what is cut at it.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from nacformats.errors import FormatError, InvalidError, TruncatedError
from nacformats.tokenizer.merges import BETWEEN, END, Merges
from nacformats.tokenizer.resources.names import MERGES, SCORES, VOCABULARY
from nacformats.tokenizer.vocabulary import Vocabulary

_Octets = npt.NDArray[np.uint8]
_Places = npt.NDArray[np.int64]
#: Bytes of a count, of a length and of what follows a token: its id and its score.
_COUNT, _LENGTH, _TAIL = 4, 2, 8


def read_compiled_vocabulary(data: bytes, scores: bytes | None = None) -> Vocabulary:
    """The vocabulary of vocab.b.

    Args:
        data: the bytes of vocab.b.
        scores: the bytes of scores.b, which replace the scores of vocab.b.

    Raises:
        TruncatedError: the data ends inside of an entry.
        InvalidError: an offset is not where the entry before ends, an id is negative, a token or an id comes twice, a
            token is not UTF-8, or a score is not finite.
    """
    starts, stops = _entries(data)
    tails = np.ndarray((max(len(data) - _TAIL + 1, 0),), "<u8", data, strides=(1,))[stops].view(np.int32).reshape(-1, 2)
    ids: list[int] = tails[:, 0].tolist()
    tokens = _tokens(data, starts, stops)
    _check_ids(tails[:, 0], stops)
    vocabulary = Vocabulary(dict(zip(tokens, ids, strict=True)))
    if len(vocabulary) != len(tokens):
        at = _repeated(tokens)
        raise _wrong(f"entries[{at}].token", starts[at], "this token has an entry already", repr(tokens[at]))
    values = tails[:, 1].view(np.float32).astype(np.float64) if scores is None else _exact_scores(scores, len(tokens))
    _check_scores(values, stops, VOCABULARY if scores is None else SCORES)
    if values.any():
        vocabulary.scores = dict(zip(tokens, values.tolist(), strict=True))
    return vocabulary


def read_compiled_merges(data: bytes) -> Merges:
    """The merges of merges.b; their rank is their order.

    The count may be higher than there are pairs: public files count lines of merges.txt that are not pairs.

    Raises:
        TruncatedError: the data ends inside of a pair.
        InvalidError: there are more pairs than the count says, or a token is not UTF-8.
    """
    starts = _strings(data)
    left, right = starts[0::2], starts[1::2]
    declared = int.from_bytes(data[:_COUNT], "little")
    if len(right) > declared:
        raise _wrong("count", 0, "there are more pairs", len(right), MERGES, expected=declared)
    cut = np.frombuffer(data, np.uint8).copy()
    cut[left + 1], cut[right + 1] = END[0], BETWEEN[0]
    kept = np.ones(len(cut), np.bool_)
    kept[: _COUNT + _LENGTH] = False
    kept[starts] = False
    joined = cut[kept].tobytes() + END if len(left) else b""
    if joined.count(END) != len(left) or joined.count(BETWEEN) != len(left) or not _is_text(joined):
        raise _not_text(data, starts + _LENGTH, np.append(starts[1:], len(data)), f"{MERGES}: tokens")
    return Merges(joined)


def _is_text(joined: bytes) -> bool:
    try:
        joined.replace(END, b"\n").replace(BETWEEN, b"\n").decode()
    except UnicodeDecodeError:
        return False
    return True


def _entries(data: bytes) -> tuple[_Places, _Places]:
    """Where the tokens of vocab.b start and stop."""
    count = int.from_bytes(data[:_COUNT], "little")
    base = _COUNT + 4 * count
    if len(data) < max(base, _COUNT):
        raise TruncatedError("the data ends in the table of offsets", path=f"{VOCABULARY}: offsets", offset=len(data))
    if not count and len(data) > base:
        raise _wrong("", base, "bytes after the last entry", len(data) - base)
    given = np.frombuffer(data, "<u4", count, _COUNT).astype(np.int64) + base
    starts = np.minimum(given, len(data) - _LENGTH) + _LENGTH
    octets = np.frombuffer(data, np.uint8)
    stops = starts + octets[starts - 2] + octets[starts - 1].astype(np.int64) * 256
    expected = np.append([base], stops + _TAIL)
    wrong = np.flatnonzero(given != expected[:-1])
    if len(wrong):
        at, offset = wrong[0], _COUNT + 4 * wrong[0]
        needed = "the end of the entry before" if at else "the first entry"
        message = "an entry is not where it belongs"
        raise _wrong(f"offsets[{at}]", offset, message, given[at] - base, expected=f"{expected[at] - base}, {needed}")
    if expected[-1] > len(data):
        at = int(np.argmax(expected[1:] > len(data)))
        raise TruncatedError("the data ends in an entry", path=f"{VOCABULARY}: entries[{at}]", offset=int(given[at]))
    if expected[-1] < len(data):
        raise _wrong("", expected[-1], "bytes after the last entry", len(data) - expected[-1])
    return starts, stops


def _tokens(data: bytes, starts: _Places, stops: _Places) -> list[str]:
    """The tokens: what is between them is taken out, but for one byte in front of each, at which the rest is cut."""
    if not len(starts):
        return []
    cut = np.frombuffer(data, np.uint8).copy()
    cut[starts - 1] = END[0]
    kept = np.ones(len(cut), np.bool_)
    kept[: starts[0]] = False
    kept[starts - 2] = False
    for at in range(_TAIL):
        kept[stops + at] = False
    found = cut[kept].tobytes().split(END)
    try:
        tokens = list(map(bytes.decode, found))
    except UnicodeDecodeError:
        tokens = []
    if len(tokens) != len(starts):
        raise _not_text(data, starts, stops, f"{VOCABULARY}: tokens")
    return tokens


def _not_text(data: bytes, starts: _Places, stops: _Places, path: str) -> FormatError:
    for at, (start, stop) in enumerate(zip(starts.tolist(), stops.tolist(), strict=True)):
        try:
            bytes(data[start:stop]).decode()
        except UnicodeDecodeError as error:
            return InvalidError("not UTF-8", path=f"{path}[{at}]", offset=start + error.start)
    raise AssertionError("some token is not UTF-8")


def _strings(data: bytes) -> _Places:
    """Where the strings of merges.b start, each with its length in front."""
    if len(data) < _COUNT:
        raise TruncatedError("the data ends in the count", path=f"{MERGES}: count", offset=len(data))
    starts, at, end = [], _COUNT, len(data)
    while at + 1 < end:
        starts.append(at)
        at += _LENGTH + data[at] + 256 * data[at + 1]
    if at != end or len(starts) % 2:
        raise TruncatedError("the data ends in a pair", path=f"{MERGES}: pairs[{(len(starts) - 1) // 2}]", offset=end)
    return np.array(starts, np.int64)


def _exact_scores(data: bytes, count: int) -> npt.NDArray[np.float64]:
    declared = int.from_bytes(data[:_COUNT], "little")
    if declared != count or len(data) != _COUNT + 8 * count:
        message = "as many scores as vocab.b has entries"
        raise _wrong("count", 0, message, f"{declared} in {len(data)} bytes", SCORES, expected=count)
    return np.frombuffer(data, "<f8", count, _COUNT)


def _check_ids(ids: npt.NDArray[np.int32], stops: _Places) -> None:
    if (ids < 0).any():
        at = int(np.argmax(ids < 0))
        raise _wrong(f"entries[{at}].id", stops[at], "an id is not negative", ids[at])
    order = np.argsort(ids, kind="stable")
    same = np.flatnonzero(np.diff(ids[order]) == 0)
    if len(same):
        at = int(order[same + 1].min())
        raise _wrong(f"entries[{at}].id", stops[at], "another token has this id", ids[at])


def _check_scores(scores: npt.NDArray[np.float64], stops: _Places, name: str) -> None:
    if not np.isfinite(scores).all():
        at = int(np.argmin(np.isfinite(scores)))
        place = stops[at] + 4 if name == VOCABULARY else _COUNT + 8 * at
        raise _wrong(f"entries[{at}].score", place, "a score is a finite number", scores[at], name)


def _repeated(tokens: Sequence[str]) -> int:
    seen: set[str] = set()
    for at, token in enumerate(tokens):
        if token in seen:
            return at
        seen.add(token)
    raise AssertionError("some token comes twice")


def _wrong(
    field: str, offset: int | np.int64, reason: str, actual: object, name: str = VOCABULARY, expected: object = None
) -> FormatError:
    path = f"{name}: {field}" if field else name
    return InvalidError(reason, path=path, offset=int(offset), expected=expected, actual=actual)
