"""A tokenizer.json that attacks: typed errors, in bounded time and memory, without the library `tokenizers`."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import nacformats
from nacformats.errors import FormatError, LimitError
from nacformats.limits import MAX_UNUSED_IDS
from tests.partners import partner

ADDED = {"id": 3, "single_word": False, "lstrip": False, "rstrip": False, "normalized": True, "special": False}


def bpe(model: dict[str, Any] | None = None, **parts: Any) -> str:
    known = {"type": "BPE", "vocab": {"a": 0, "b": 1, "ab": 2}, "merges": [["a", "b"]]}
    return json.dumps({"version": "1.0", "model": known | (model or {}), **parts})


def sequence(key: str, *parts: Any) -> dict[str, Any]:
    return {"type": "Sequence", key: list(parts)}


def split(pattern: str, **more: Any) -> dict[str, Any]:
    return {"type": "Split", "pattern": {"Regex": pattern}, "behavior": "Isolated", "invert": False} | more


def template(count: int) -> dict[str, Any]:
    single = [{"Sequence": {"id": "A", "type_id": 0}}] * count
    return {"type": "TemplateProcessing", "single": single, "pair": [], "special_tokens": {}}


def deep(levels: int) -> dict[str, Any]:
    inner: dict[str, Any] = {"type": "NFC"}
    for _ in range(levels):
        inner = sequence("normalizers", inner)
    return inner


DOUBLED = {"type": "Replace", "pattern": {"String": "a"}, "content": "aa"}
EXPENSIVE: dict[str, Callable[[], str]] = {
    "a huge id": lambda: bpe({"vocab": {"a": 0, "b": 2**31 - 1}, "merges": []}),
    "an id that fits its field": lambda: bpe({"vocab": {"a": 0, "b": 2**24 - 1}, "merges": []}),
    "an added token that grows": lambda: bpe(
        normalizer=sequence("normalizers", *[DOUBLED] * 40), added_tokens=[ADDED | {"content": "aaaa"}]
    ),
    "groups that double": lambda: bpe(pre_tokenizer=split("(?:" * 30 + "a|b" + ")+" * 30)),
    "expressions that are tried on every character": lambda: bpe(
        pre_tokenizer=sequence(
            "pretokenizers", *(split(rf"[^a]|a|{at}", behavior="Removed", invert=True) for at in range(400))
        )
    ),
    "components inside of components": lambda: bpe(normalizer=deep(200)),
    "templates inside of templates": lambda: bpe(post_processor=sequence("processors", *[template(50)] * 12)),
    "many steps": lambda: bpe(normalizer=sequence("normalizers", *[{"type": "Nmt"}] * 500)),
}


@pytest.mark.sample(each=4)
@pytest.mark.parametrize("name", EXPENSIVE)
def test_what_is_expensive_is_refused_in_time(name: str) -> None:
    source = EXPENSIVE[name]()
    start = time.process_time()
    with pytest.raises(FormatError):
        nacformats.tokenizer.compile_tokenizer(source)
    assert time.process_time() - start < 3.5


def test_a_huge_id_takes_no_memory() -> None:
    program = f"""
import resource, nacformats
resource.setrlimit(resource.RLIMIT_AS, (2 << 30, 2 << 30))
try:
    nacformats.tokenizer.compile_tokenizer({EXPENSIVE["a huge id"]()!r})
except nacformats.LimitError as error:
    print(error.reason)
"""
    pytest.importorskip("resource")
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout == "an id is out of range\n"


def test_holes_between_ids_are_allowed_where_they_are_not_many() -> None:
    assert (
        nacformats.tokenizer.compile_tokenizer(
            bpe({"vocab": {"a": 0, "b": MAX_UNUSED_IDS + 1}, "merges": []})
        ).vocab_size
        == 2
    )
    with pytest.raises(LimitError):
        nacformats.tokenizer.compile_tokenizer(bpe({"vocab": {"a": 0, "b": MAX_UNUSED_IDS + 2}, "merges": []}))


ODD = {
    "a list": "[]",
    "no model": '{"model": null}',
    "a list as a model": '{"model": []}',
    "a number of many digits": '{"model": {"type": "Unigram", "vocab": [["a", ' + "9" * 5000 + "]]}}",
    "a number that is no float": '{"model": {"type": "Unigram", "vocab": [["a", 1' + "0" * 309 + "]]}}",
    "NaN": '{"model": {"type": "Unigram", "vocab": [["a", NaN]]}}',
    "half of a pair": r'{"model": {"type": "BPE", "vocab": {"\ud800": 0}, "merges": []}}',
    "a mark in front": "\ufeff{}",
    "a negative id": bpe({"vocab": {"a": -1}, "merges": []}),
    "a truth as id": bpe({"vocab": {"a": True}, "merges": []}),
    "one id twice": bpe({"vocab": {"a": 0, "b": 0}, "merges": []}),
    "a list as vocabulary": bpe({"vocab": [7]}),
    "merges of three": bpe({"merges": [["a", "b", "c"]]}),
    "merges of what is no token": bpe({"merges": ["a c"]}),
    "an unknown id that is none": json.dumps({"model": {"type": "Unigram", "unk_id": 9, "vocab": [["a", -1.0]]}}),
    "two kinds of patterns": bpe(pre_tokenizer=split("a") | {"pattern": {"Regex": "a", "String": "a"}}),
    "a pattern that is a number": bpe(pre_tokenizer=split("a") | {"pattern": {"Regex": 7}}),
    "a code that is none": bpe(pre_tokenizer=split(r"\x{zz}")),
    "a code beyond Unicode": bpe(pre_tokenizer=split(r"\x{ffffffff}")),
    "an unknown behavior": bpe(pre_tokenizer=split("a", behavior="Nothing")),
    "a delimiter of two": bpe(pre_tokenizer={"type": "CharDelimiterSplit", "delimiter": "ab"}),
    "a pair of three": bpe(post_processor={"type": "BertProcessing", "sep": ["a", 0, 0], "cls": ["a", 0]}),
    "another version": bpe(version="2.0"),
}


def source_of(text: str, folder: Path) -> Path:
    path = folder / "tokenizer.json"
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize("name", ODD)
def test_what_is_odd_is_named(name: str, tmp_path: Path) -> None:
    with pytest.raises(FormatError):
        nacformats.tokenizer.compile_tokenizer(source_of(ODD[name], tmp_path))


def test_the_empty_token_is_no_fragment() -> None:
    source = bpe({"ignore_merges": True, "vocab": {"": 0, "a": 1, "aa": 2}, "merges": []})
    assert nacformats.tokenizer.compile_tokenizer(source).encode("aa").ids == [2]


def test_a_model_that_does_not_say_its_kind() -> None:
    """As files of 2020 have it."""
    model = {"vocab": {"a": 0, "b": 1, "ab": 2}, "merges": ["#version: 0.2", "a b"]}
    assert nacformats.tokenizer.compile_tokenizer({"model": model}).encode("abb").ids == [2, 1]


def test_damaged_files_keep_their_promises() -> None:
    """A part of `python -m tests.tokenizer.json_campaign`."""
    partner("tokenizers")
    from tests.tokenizer import json_campaign

    *_, tally = json_campaign.run(range(60), ("whole words", "BPE with a suffix"))
    assert tally.broken == []
    assert len(tally.outcomes) > 5
