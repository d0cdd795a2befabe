"""Manifests and resources that attack: what they once took."""

from __future__ import annotations

import json
import random
import time
import unicodedata
from contextlib import suppress
from itertools import chain

import pytest

from nacformats import limits
from nacformats.errors import FormatError, InvalidError, LimitError
from nacformats.formats.tisa.steps import (
    BpeEncode,
    Lowercase,
    Partition,
    Prepend,
    Replace,
    Rule,
    Step,
    UnicodeNorm,
    UnigramEncode,
)
from nacformats.tokenizer import Manifest, Tokenizer
from nacformats.tokenizer.encoding.aligned import Aligned
from nacformats.tokenizer.encoding.budget import Allowance
from nacformats.tokenizer.encoding.patterns import parts_of
from nacformats.tokenizer.encoding.pipeline import Normalize
from tests.effort import effort

RESOURCES = {"vocab.json": b'{"a": 0, "b": 1, "<unk>": 2}', "merges.txt": b""}
LOWERCASE = b"\x01\0\0\0\0"


def bytes_of(*steps: Step) -> bytes:
    return Manifest(steps).to_bytes()


def test_steps_are_counted_before_they_are_made() -> None:
    """A million bytes hold 200,000 steps, which took ten seconds to read and a minute to list."""
    head = bytes_of()
    start = time.process_time()
    with pytest.raises(LimitError, match="too many steps") as caught:
        Manifest.parse(head + LOWERCASE * 200_000, start=1000)
    assert time.process_time() - start < 0.5
    assert caught.value.offset == 1000 + len(head) + limits.MAX_MANIFEST_STEPS * len(LOWERCASE)
    assert len(Manifest.parse(head + LOWERCASE * limits.MAX_MANIFEST_STEPS).steps) == limits.MAX_MANIFEST_STEPS


def test_the_count_of_steps_hides_no_damage() -> None:
    """A length that leads out of the manifest is an error of that step, as before."""
    data = bytes_of(Lowercase(), BpeEncode())
    with pytest.raises(FormatError) as caught:
        Manifest.parse(data[:-1])
    assert caught.value.path == "proc.manifest.steps[1].len_operands"


def test_regular_expressions_of_all_partitions_are_bounded_together() -> None:
    characters = "".join(map(chr, range(0x4E00, 0x4E00 + 4000)))
    rules = [Rule(f"[{characters}]+{index}") for index in range(20)]
    for steps in ([Partition(tuple(rules))], [Partition((rule,)) for rule in rules]):
        start = time.process_time()
        with pytest.raises(LimitError, match="too long together"):
            Tokenizer(Manifest((*steps, BpeEncode())), RESOURCES)
        assert time.process_time() - start < 0.5


def test_tokens_that_are_plain_text_do_not_count() -> None:
    rules = tuple(Rule(f"<token{index}>", protected=True) for index in range(4_000))
    tokenizer = Tokenizer(Manifest((Partition((*rules, Rule("a|b"))), BpeEncode())), RESOURCES)
    assert tokenizer.encode("ab<token7>").ids == [0, 1, 2]


@pytest.mark.parametrize("entries", ['"{}": -1', '"{}": 1, "a": 1, "b": 1', '"b": 1, "a": 1, "{}": 1'])
def test_a_long_token_is_not_repeated_in_an_error(entries: str) -> None:
    vocabulary = "{" + entries.replace("{}", "x" * 1_000_000) + "}"
    with pytest.raises(InvalidError) as caught:
        Tokenizer(Manifest((BpeEncode(),)), {"vocab.json": vocabulary.encode(), "merges.txt": b""})
    assert len(str(caught.value)) < 500


@pytest.mark.parametrize(
    "pattern",
    ["(?:" * 30 + "a|b" + ")+" * 30, "(?:" * 12 + "a|b" + "){2,}" * 12, "(?:" * 20 + "b(?:a|b)?" + "c)+?" * 20],
)
def test_groups_that_are_repeated_inside_of_each_other_are_counted(pattern: str) -> None:
    """The library writes the body of each out twice: these took all memory before a text was seen."""
    start = time.process_time()
    with pytest.raises(LimitError, match="parts"):
        Tokenizer(Manifest((Partition((Rule(pattern),)), BpeEncode())), RESOURCES)
    assert time.process_time() - start < 0.5


def test_repetitions_of_single_characters_are_not_written_out() -> None:
    words = r"(?i:'s|'t)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"
    assert parts_of(words, "") < len(words)
    assert parts_of("(?:ab)+", "") == 2 * parts_of("(?:ab)*", "")
    assert parts_of("(?:ab)*+", "") == parts_of("(?:ab)*?", "") == parts_of("(?:ab)*", "")


def test_tokens_of_many_lengths_do_not_outrun_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """At each place of a text, all of them are looked for."""
    monkeypatch.setattr("nacformats.limits.MAX_TOKENIZER_SECONDS", 0.2)
    monkeypatch.setattr("nacformats.limits.MAX_TOKENIZER_SECONDS_PER_CHARACTER", 0)
    vocabulary = ",".join(f'"{"a" * (1500 + size)}": {size}' for size in range(100))
    tokenizer = Tokenizer(Manifest((UnigramEncode(),)), {"vocab.json": b"{" + vocabulary.encode() + b"}"})
    start = time.process_time()
    with pytest.raises(LimitError, match="needs more than"):
        tokenizer.encode("a" * 200_000)
    assert time.process_time() - start < 1.5


def test_places_have_the_time_that_the_ids_have_left(monkeypatch: pytest.MonkeyPatch) -> None:
    tokenizer = Tokenizer(Manifest((Partition((Rule("(a+)+b"),)), BpeEncode())), RESOURCES)
    encoding = tokenizer.encode("a" * 14)
    monkeypatch.setattr("nacformats.limits.MAX_TOKENIZER_SECONDS", 0)
    assert len(encoding.offsets) == 14


@pytest.mark.parametrize(("form", "mark"), [("NFC", "\u0f73"), ("NFKD", "\uff9e\u0301")])
def test_grown_marks_are_put_in_order_in_no_quadratic_time(form: str, mark: str) -> None:
    """A few bytes of a manifest asked for ten minutes in unicodedata, which no signal ends."""
    steps = (Replace("a", mark * 1_000), Replace("b", "a"), Replace("a", mark * 100), UnicodeNorm(form), BpeEncode())
    tokenizer = Tokenizer(Manifest(steps), RESOURCES)
    start = time.process_time()
    with suppress(LimitError):
        tokenizer.encode("a" * 50 + "b" * 300)
    assert time.process_time() - start < 8


@pytest.mark.parametrize("form", ["NFC", "NFD", "NFKC", "NFKD"])
def test_long_texts_are_normalized_in_pieces_as_they_are_whole(form: str) -> None:
    choose = random.Random(form)
    pools = (
        "\u0f71\u0f72\u0f73\u0f75\u0f81\u0301\u0327\u0344\uff9e\uff9fa\u1100\u1161\u11a8",
        "\u1100\u1161\u11a8\uac00\uac01",
        "a\u00e9\u0301\u0327\u1e0b\u0307 \u4e2d",
        "\u0bc6\u0bbe\u0bd7\u09c7\u09be\u0dd9\u0dcf\u0dca\u0ddf",
        [chr(code) for code in (*range(0x300, 0x370), *range(0x900, 0x1200), *range(0x1E00, 0x2000))],
    )
    step = Normalize("step", form)
    for _ in range(effort(60, 2000)):
        parts = [choose.choices(choose.choice(pools), k=choose.choice((1, 511, 513, 1025, 1500))) for _ in range(3)]
        text = "".join(chain.from_iterable(parts))
        (aligned,) = step.aligned([Aligned.original(text)], Allowance(len(text)))
        assert isinstance(aligned, Aligned)
        assert step.plain([text], Allowance(len(text))) == [aligned.text] == [unicodedata.normalize(form, text)]
        assert len(aligned.starts) == len(aligned.text)
        assert list(aligned.starts) == sorted(aligned.starts)


def test_a_text_in_front_that_grows_is_not_made() -> None:
    """Doubled a thousand times while the tokenizer is opened, it took all memory."""
    steps = (Prepend("a"), *[Replace("a", "aa")] * 1_000, BpeEncode())
    start = time.process_time()
    tokenizer = Tokenizer(Manifest(steps), RESOURCES)
    assert tokenizer.decode([0, 1]) == "a b"
    with pytest.raises(LimitError, match="makes the text too long"):
        tokenizer.encode("a")
    assert time.process_time() - start < 3


BYTE_TOKENS = json.dumps({f"<0x{byte:02X}>": byte for byte in range(256)}).encode()


@pytest.mark.parametrize("model", [BpeEncode(), UnigramEncode()])
def test_the_bytes_of_unknown_characters_count(model: Step) -> None:
    """A million characters became 128 million ids, in six gigabytes and a minute."""
    resources = {"vocab.json": BYTE_TOKENS, "merges.txt": b""}
    tokenizer = Tokenizer(Manifest((Replace("a", "\U0001f600" * 8), model)), resources)
    assert len(tokenizer.encode("a").ids) == 32
    start = time.process_time()
    with pytest.raises(LimitError, match="too long") as caught:
        tokenizer.encode("a" * limits.MIN_GROWN_TEXT)
    assert time.process_time() - start < 3
    assert caught.value.path == "proc.manifest.steps[1]"


@pytest.mark.nightly
def test_a_long_fragment_of_bpe_does_not_outrun_the_clock() -> None:
    """The clock was looked at once a fragment."""
    vocabulary = {"a" * 2**power: power for power in range(8)}
    pairs = "\n".join(f"{'a' * 2**power} {'a' * 2**power}" for power in range(7))
    resources = {"vocab.json": json.dumps(vocabulary).encode(), "merges.txt": pairs.encode()}
    tokenizer = Tokenizer(Manifest((BpeEncode(),)), resources)
    for text in ("a" * 2_000_000, "\u00e9" * 4_000_000):
        start = time.process_time()
        with pytest.raises(LimitError, match=r"needs more than the 0\.5 s") as caught:
            tokenizer.encode(text, allowance=lambda length: Allowance(length, cost=0.5))
        assert caught.value.path == "proc.manifest.steps[0]"
        assert time.process_time() - start < 1.5
