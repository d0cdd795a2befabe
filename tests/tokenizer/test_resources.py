"""The resources of tokenizers: read, built, damaged."""

from __future__ import annotations

import json
import struct
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import nacformats
from nacformats.errors import FormatError, InvalidError, LimitError, TruncatedError
from nacformats.tokenizer.resources.compiled import build_resources
from nacformats.tokenizer.resources.reading import read_merges, read_vocabulary
from nacformats.tokenizer.vocabulary import Merges, Vocabulary

text = st.text(st.characters(exclude_categories=["Cs"]), max_size=6)
vocabularies = st.dictionaries(text, st.integers(0, 60), max_size=12).map(
    lambda drawn: {token: number for number, token in {number: token for token, number in drawn.items()}.items()}
)

WORDS = Vocabulary({"b": 0, "a": 3, "ab": 5, "é": 1}, {"b": -1.5, "a": -2.0, "ab": -0.25, "é": 0.0})
#: vocab.b of WORDS, by hand: a count, offsets, and entries that are sorted by token.
WORDS_COMPILED = (
    struct.pack("<5I", 4, 0, 11, 23, 34)
    + b"\x01\x00a" + struct.pack("<if", 3, -2.0)
    + b"\x02\x00ab" + struct.pack("<if", 5, -0.25)
    + b"\x01\x00b" + struct.pack("<if", 0, -1.5)
    + b"\x02\x00\xc3\xa9" + struct.pack("<if", 1, 0.0)
)  # fmt: skip
MERGES_COMPILED = struct.pack("<I", 2) + b"\x01\x00a\x01\x00b" + b"\x02\x00ab\x02\x00\xc3\xa9"


def test_bytes_are_those_of_the_layout() -> None:
    resources = build_resources(WORDS, [("a", "b"), ("ab", "é")])
    assert resources == {
        "vocab.b": WORDS_COMPILED,
        "vidx.b": struct.pack("<7I", 6, 23, 34, 0, 0, 0, 11),
        "merges.b": MERGES_COMPILED,
    }


def test_what_is_built_is_read() -> None:
    read = read_vocabulary({"vocab.b": WORDS_COMPILED})
    assert read.ids == WORDS.ids
    assert read.scores == WORDS.scores
    assert read.tokens == {0: "b", 3: "a", 5: "ab", 1: "é"}
    assert list(read_merges({"merges.b": MERGES_COMPILED})) == [("a", "b"), ("ab", "é")]


@given(ids=vocabularies, pairs=st.lists(st.tuples(text, text), max_size=9))
def test_whatever_the_tokens_they_come_back(ids: dict[str, int], pairs: list[tuple[str, str]]) -> None:
    scores = {token: -0.1 * (number + 1) for token, number in ids.items()}
    resources = build_resources(Vocabulary(ids, scores), pairs)
    read, merges = read_vocabulary(resources), read_merges(resources)
    assert read.ids == ids
    assert read.scores == scores
    assert list(merges) == pairs
    assert len(merges) == len(pairs)
    assert all(merges.rank(*pair) is not None for pair in pairs)
    assert build_resources(read, merges) == resources


@pytest.mark.parametrize("case", ["tok_bpe", "tok_external"])
def test_corpus_resources_are_built_byte_for_byte(case: str, corpus: Path) -> None:
    folder = corpus / "nac" / case
    with nacformats.load(folder / "model.nac") as model:
        found = {file.name: bytes(file.data) for file in model.resources}
    found = found or {path.name: path.read_bytes() for path in (folder / "model-tokenizer").iterdir()}
    assert build_resources(read_vocabulary(found), read_merges(found)) == found


def test_scores_that_float32_changes_are_kept() -> None:
    vocabulary = Vocabulary({"a": 0, "b": 1}, {"a": -0.1, "b": -1.0})
    resources = build_resources(vocabulary)
    assert sorted(resources) == ["scores.b", "vidx.b", "vocab.b"]
    assert read_vocabulary(resources).scores == vocabulary.scores
    assert resources["scores.b"] == struct.pack("<I2d", 2, -0.1, -1.0)


@pytest.mark.parametrize(
    ("scores", "kind", "offset"),
    [
        (b"", TruncatedError, 0),
        (struct.pack("<Id", 2, 1.0), TruncatedError, 12),
        (struct.pack("<Id", 1, 1.0), InvalidError, 0),
        (struct.pack("<I3d", 2, 1, 2, 3), InvalidError, 20),
        (struct.pack("<I2d", 2, 1, float("inf")), InvalidError, 12),
    ],
)
def test_damaged_scores(scores: bytes, kind: type[FormatError], offset: int) -> None:
    with pytest.raises(kind, match=r"scores\.b") as caught:
        read_vocabulary({"vocab.b": compiled(entry(b"a", 0), entry(b"b", 1)), "scores.b": scores})
    assert caught.value.offset == offset


def entry(token: bytes, number: int, score: float = 0.0) -> bytes:
    return struct.pack("<H", len(token)) + token + struct.pack("<if", number, score)


def compiled(*entries: bytes) -> bytes:
    offsets = [sum(map(len, entries[:at])) for at in range(len(entries))]
    return struct.pack(f"<I{len(offsets)}I", len(offsets), *offsets) + b"".join(entries)


DAMAGED_VOCABULARIES = {
    "a token comes twice": (compiled(entry(b"a", 0), entry(b"a", 1)), InvalidError, 25),
    "an id comes twice": (compiled(entry(b"a", 1), entry(b"b", 1)), InvalidError, 26),
    "an id is negative": (compiled(entry(b"a", 0), entry(b"b", -1)), InvalidError, 26),
    "a token is not UTF-8": (compiled(entry(b"a", 0), entry(b"b\xff", 1)), InvalidError, 26),
    "a token ends in a character": (compiled(entry(b"a\xc3", 0), entry(b"\xa9", 1)), InvalidError, 15),
    "a score is not a number": (compiled(entry(b"a", 0, float("nan"))), InvalidError, 15),
    "a score is a signalling NaN": (compiled(entry(b"a", 0))[:-4] + b"\x01\0\x80\x7f", InvalidError, 15),
    "offsets overlap": (struct.pack("<3I", 2, 0, 0) + entry(b"a", 0) + entry(b"b", 1), InvalidError, 8),
    "an offset points outside": (struct.pack("<2I", 1, 2**32 - 1) + entry(b"a", 0), InvalidError, 4),
    "more entries than bytes": (struct.pack("<2I", 2**24, 0), TruncatedError, 8),
    "more entries than are allowed": (struct.pack("<2I", 2**24 + 1, 0), LimitError, 0),
    "bytes after the last entry": (compiled(entry(b"a", 0)) + b"x", InvalidError, 19),
    "bytes after no entry": (struct.pack("<I", 0) + b"x", InvalidError, 4),
    "the last entry is cut": (compiled(entry(b"a", 0))[:-1], TruncatedError, 15),
    "nothing": (b"", TruncatedError, 0),
}


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("name", DAMAGED_VOCABULARIES)
def test_damaged_vocabulary(name: str) -> None:
    data, kind, offset = DAMAGED_VOCABULARIES[name]
    with pytest.raises(kind, match=r"vocab\.b") as caught:
        read_vocabulary({"vocab.b": data})
    assert caught.value.offset == offset


DAMAGED_MERGES = {
    "a pair is cut": (MERGES_COMPILED[:-1], TruncatedError, 16),
    "a pair is halved": (struct.pack("<I", 1) + b"\x01\x00a", TruncatedError, 7),
    "a byte too many": (MERGES_COMPILED + b"\x00", TruncatedError, 18),
    "more pairs than the count": (struct.pack("<I", 1) + MERGES_COMPILED[4:], InvalidError, 0),
    "not UTF-8": (struct.pack("<I", 1) + b"\x01\x00a\x02\x00a\xff", InvalidError, 10),
    "half a character": (struct.pack("<I", 1) + b"\x01\x00\xc3\x01\x00\xa9", InvalidError, 6),
    "nothing": (b"", TruncatedError, 0),
}


@pytest.mark.parametrize("name", DAMAGED_MERGES)
def test_damaged_merges(name: str) -> None:
    data, kind, offset = DAMAGED_MERGES[name]
    with pytest.raises(kind, match=r"merges\.b") as caught:
        read_merges({"merges.b": data})
    assert caught.value.offset == offset


def test_a_count_that_is_too_high_is_that_of_public_files() -> None:
    assert list(read_merges({"merges.b": struct.pack("<I", 9) + MERGES_COMPILED[4:]})) == [("a", "b"), ("ab", "é")]


@given(data=st.binary(max_size=60), at=st.integers(0, 60), change=st.integers(1, 255), part=st.sampled_from("vm"))
def test_whatever_the_bytes(data: bytes, at: int, change: int, part: str) -> None:
    whole = WORDS_COMPILED if part == "v" else MERGES_COMPILED
    at %= len(whole)
    for damaged in (data, whole[:at], whole[:at] + bytes([whole[at] ^ change]) + whole[at + 1 :]):
        with suppress(FormatError):
            if part == "v":
                build_resources(read_vocabulary({"vocab.b": damaged}))
            else:
                list(read_merges({"merges.b": damaged}))


TOKENIZER = {
    "model": {"type": "BPE", "vocab": {"a": 0, "b": 1, "ab": 2}, "merges": ["a b"]},
    "added_tokens": [{"content": "<end>", "id": 7}, {"content": "a", "id": 0}],
}


def test_resources_that_are_not_compiled() -> None:
    whole = {"tokenizer.json": json.dumps(TOKENIZER).encode()}
    assert read_vocabulary(whole).ids == {"a": 0, "b": 1, "ab": 2, "<end>": 7}
    assert list(read_merges(whole)) == [("a", "b")]
    parts = {"vocab.json": b'{"a": 0, "b": 1}', "merges.txt": "#version: 0.2\na b\nab é\n\nmal\n".encode()}
    assert read_vocabulary(parts).ids == {"a": 0, "b": 1}
    assert list(read_merges(parts)) == [("a", "b"), ("ab", "é")]
    unigram = {"model": {"type": "Unigram", "vocab": [["<unk>", 0], ["a", -1.25]]}}
    assert read_vocabulary({"tokenizer.json": json.dumps(unigram).encode()}).scores == {"<unk>": 0.0, "a": -1.25}


@pytest.mark.parametrize(
    "content",
    [b"[]", b"{", b"\xff", b"[" * 100_000, b'{"a": -1}', b'{"a": 1.5}', b'{"a": true}', b'{"a": 1, "b": 1}',
     b'{"\\ud800": 1}', b'{"a": 99999999999}', b'{"a": ' + b"9" * 5000 + b"}", b'{"model": []}',
     b'{"model": {"vocab": 3, "merges": 3}}', b'{"model": {"vocab": [["a"]], "merges": [["a"]]}}',
     b'{"model": {"vocab": {"a": 1}, "merges": ["abc"]}, "added_tokens": [3]}'],
)  # fmt: skip
def test_damaged_json(content: bytes) -> None:
    with pytest.raises(FormatError, match=r"vocab\.json"):
        read_vocabulary({"vocab.json": content})
    for read in (read_vocabulary, read_merges):
        with pytest.raises(FormatError, match=r"tokenizer\.json"):
            read({"tokenizer.json": content})


def test_missing_resources_are_named() -> None:
    for read in (read_vocabulary, read_merges):
        with pytest.raises(InvalidError, match=r"one of .*\.b, tokenizer\.json"):
            read({"readme.md": b""})


def test_what_the_layout_cannot_hold_is_refused() -> None:
    for ids in ({"a": 2**24}, {"a": -1}, {"a" * 65_536: 0}):
        with pytest.raises(LimitError):
            build_resources(Vocabulary(ids))
    with pytest.raises(LimitError):
        build_resources(Vocabulary({"a": 0}, {"a": 1e300}))
    with pytest.raises(InvalidError, match="surrogate"):
        Merges.of([("\ud800", "a")])
    with pytest.raises(InvalidError, match="surrogate"):
        build_resources(Vocabulary({"\ud800": 0}))
