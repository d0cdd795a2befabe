"""Manifests that nobody would write: whatever they hold, they run, or a typed error says why not, in bounded time."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import nacformats
from nacformats.errors import FormatError
from nacformats.tokenizer import (
    Behavior,
    BpeEncode,
    ByteEncode,
    Compose,
    FilterCategory,
    Lowercase,
    Manifest,
    Partition,
    Prepend,
    Replace,
    Rule,
    Tokenizer,
    UnicodeNorm,
    UnigramEncode,
    WordPieceEncode,
)

SPACE = "\u2581"
TEXTS = (
    "",
    "hello <pad> world </s>",
    "a" * 3000,
    "é e\u0301 \ufdfa 漢字 👩\u200d👧 \n\t x" * 20,
    " " * 2000,
    f"a{SPACE}b" * 300,
)
#: Seconds of the processor that a tokenizer may take for all of these texts.
LONGEST = 60

_PARTS = [
    "a",
    "b",
    ".",
    r"\s",
    r"\p{L}",
    "[a-c]",
    "[^x]",
    "(",
    "(?:",
    "(?=",
    "(?<!",
    "(?i)",
    ")",
    ")",
    "*",
    "+",
    "?",
    "{2,5}",
]
_PARTS += [
    "{3}",
    "*+",
    "|",
    "^",
    "$",
    r"\b",
    r"\w",
    r"\X",
    r"\A",
    r"\Z",
    "[",
    "&&",
    "]",
    "\\",
    "(?>",
    "--",
    r"\R",
    "(?P<n>",
]
_PARTS += [r"\1", "{e<=1}", "(?#", "'s", " ?", r"\K", r"\G", "ß", "ſ", "(a+)+", "(?:aa|a)+", "\\p{N}{1,3}"]
short_texts = st.lists(st.sampled_from(["a", " ", SPACE, "é", "<s>", "b", "\ufdfa"]), max_size=4).map("".join)
texts = short_texts | st.builds(lambda text, count: text * count, short_texts, st.sampled_from([1000, 5000]))
patterns = st.lists(st.sampled_from(_PARTS), max_size=9).map("".join) | short_texts | st.just(r"\s*<s>")
rules = st.builds(
    Rule,
    pattern=patterns,
    protected=st.booleans(),
    behavior=st.none() | st.sampled_from(Behavior),
    trim=st.sampled_from([None, SPACE, " "]),
)
steps = st.one_of(
    st.builds(Lowercase),
    st.builds(UnicodeNorm, st.sampled_from(["NFC", "NFD", "NFKC", "NFKD", "NFX"])),
    st.builds(Replace, texts, texts),
    st.builds(FilterCategory, st.lists(st.sampled_from(["Mn", "Ll", "Zs", "?"]), max_size=2).map(tuple)),
    st.builds(Prepend, texts),
    st.builds(ByteEncode),
    st.builds(Partition, st.lists(rules, max_size=4).map(tuple)),
)
models = st.sampled_from([BpeEncode(), UnigramEncode(), WordPieceEncode("##"), WordPieceEncode("")])
templates = st.sampled_from([(), (Compose((None, "</s>")),), (Compose((None, None, 7)),)])
manifests = st.builds(
    lambda front, model, template: Manifest((*front, model, *template)), st.lists(steps, max_size=5), models, templates
)


@pytest.fixture(scope="module")
def files(corpus: Path) -> list[tuple[bytes, dict[str, bytes]]]:
    """Manifests and resources of the corpus."""
    found = []
    for case in ("tok_bpe", "tok_unigram"):
        with nacformats.load(corpus / "nac" / case / "model.nac") as file:
            assert file.sections.rsrc is not None
            assert file.sections.proc is not None
            found.append((bytes(file.sections.proc), {each.name: bytes(each.data) for each in file.sections.rsrc}))
    return found


def check(error: FormatError, start: int) -> None:
    """An error about a step names its byte, which is in the manifest."""
    assert error.path is not None
    if error.path.startswith("proc.manifest.steps"):
        assert error.offset is not None
        assert error.offset >= start


def use(tokenizer: Tokenizer) -> None:
    """Everything that a tokenizer does, on every text; what belongs together agrees."""
    for text in TEXTS:
        try:
            encoding = tokenizer.encode(text)
            assert len(encoding.tokens) == len(encoding.offsets) == len(encoding.ids)
            assert all(0 <= start <= stop <= len(text) for start, stop in encoding.offsets)
        except FormatError as error:
            check(error, 0)
            continue
        stream = tokenizer.decode_stream()
        assert "".join(map(stream.step, encoding.ids)) + stream.finish() == tokenizer.decode(encoding.ids)


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nacformats.limits.MAX_TOKENIZER_SECONDS", 0.2)


TRIALS = settings(suppress_health_check=list(HealthCheck))


@pytest.mark.nightly
@TRIALS
@given(manifest=manifests, which=st.integers(0, 1))
def test_manifests_of_any_kind(files: list[tuple[bytes, dict[str, bytes]]], manifest: Manifest, which: int) -> None:
    start = time.process_time()
    try:
        use(Tokenizer(manifest, files[which][1]))
    except FormatError as error:
        check(error, 0)
    assert time.process_time() - start < LONGEST


@TRIALS
@given(which=st.integers(0, 1), damage=st.lists(st.tuples(st.integers(0, 2**16), st.integers(0, 255)), max_size=4))
def test_damaged_manifests(
    files: list[tuple[bytes, dict[str, bytes]]], which: int, damage: list[tuple[int, int]]
) -> None:
    data, resources = bytearray(files[which][0]), files[which][1]
    for place, value in damage:
        data[place % len(data)] = value
    start = time.process_time()
    try:
        use(Tokenizer.from_bytes(bytes(data), resources, start=100))
    except FormatError as error:
        check(error, 100)
    assert time.process_time() - start < LONGEST
