"""Manifests and resources that attack: what they once took."""

from __future__ import annotations

import time

import pytest

from nacformats import limits
from nacformats.errors import FormatError, InvalidError, LimitError
from nacformats.tokenizer import Manifest, Tokenizer
from nacformats.tokenizer.manifest import BpeEncode, Lowercase, Partition, Rule, Step

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
