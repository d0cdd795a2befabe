"""Tokens that a plan decodes one by one: what it prints is the text of all of them together."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

import nacformats
from nacformats.plan import Host, PlanRunner, run_plan
from nacformats.plan.running.state import Streams
from nacformats.tokenizer import BpeEncode, ByteEncode, Manifest, Prepend, Replace, Tokenizer, UnigramEncode
from nacformats.tokenizer.vocabulary import TABLE
from tests.partners import partner
from tests.plan.test_machine import model

if TYPE_CHECKING:
    from collections.abc import Iterable

    from nacformats.formats.nac import NacFile

TEXT = "Hello big world 👩\u200d👧 naïve, don't. 漢字 ok"
#: Prints each element of a list as a token.
ONE_BY_ONE = """
    load_model 0 ""
    words = load_extern tokenizer 0
    ids = {ids}
    ids = create int64 values ids
    at = 0
    one = 1
    count = {count}
    loop count
        token = extract ids at
        piece = decode words token
        print piece no_newline
        at = at + one
    end
    {rest}
"""


def file_with(tokenizer: Tokenizer) -> NacFile:
    nac = model()
    nac.set_tokenizer(tokenizer)
    return nac


def printed(tokenizer: Tokenizer, ids: Iterable[int], rest: str = "") -> str:
    listed = list(ids)
    plan = nacformats.plan.assemble(ONE_BY_ONE.format(ids=listed, count=len(listed), rest=rest))
    runner = PlanRunner(file_with(tokenizer), plan=plan)
    runner.run()
    return runner.printed


def sentencepiece(*, drop: bool = True) -> Tokenizer:
    """Tokens of bytes, of words, and a mark for spaces that the manifest puts in front of a text, or not."""
    tokens = [
        "<unk>",
        *(f"<0x{byte:02X}>" for byte in range(256)),
        "\u2581Hello",
        "\u2581big",
        "\u2581world",
        "ok",
        "\u2581",
    ]
    front = (Replace(" ", "\u2581"), *([Prepend("\u2581")] if drop else []))
    resources = {"vocab.json": _json(tokens), "merges.txt": b""}
    return Tokenizer(Manifest((*front, BpeEncode())), resources)


def _json(tokens: list[str]) -> bytes:
    return json.dumps({token: number for number, token in enumerate(tokens)}).encode()


def of_bytes() -> Tokenizer:
    tokens = [chr(code) for code in TABLE.values()]
    return Tokenizer(Manifest((ByteEncode(), BpeEncode())), {"vocab.json": _json(tokens), "merges.txt": b""})


HELLO = (257, 258, 259)


def smile(tokenizer: Tokenizer) -> list[int]:
    return [1 + byte for byte in "🙂".encode()] if tokenizer.id_to_token(1) == "<0x00>" else tokenizer.encode("🙂").ids


@pytest.mark.parametrize("drop", [True, False])
def test_spaces_and_bytes_of_sentencepiece(drop: bool) -> None:
    tokenizer = sentencepiece(drop=drop)
    ids = [*HELLO, *smile(tokenizer), 260]
    assert tokenizer.decode(ids).endswith("Hello big world🙂ok")
    assert printed(tokenizer, ids) == tokenizer.decode(ids)


@pytest.mark.parametrize("make", [sentencepiece, of_bytes])
def test_a_character_at_the_end_is_printed_before_what_follows(make: type[Tokenizer]) -> None:
    tokenizer = make()
    ids = smile(tokenizer)
    assert printed(tokenizer, ids) == "🙂"
    assert printed(tokenizer, ids, 'rest = ""\nprint rest') == "🙂\n"
    assert printed(tokenizer, ids, 'rest = "!"\nprint rest') == "🙂!\n"
    assert printed(tokenizer, ids[:2]) == tokenizer.decode(ids[:2])
    assert printed(tokenizer, ids[:2], 'rest = "!"\nprint rest') == tokenizer.decode(ids[:2]) + "!\n"


def test_what_is_left_is_shown_where_the_pieces_are() -> None:
    tokenizer = sentencepiece()
    shown: list[tuple[str, str]] = []
    host = Host(
        print=lambda text, end, **_: shown.append(("out", text + end)),
        error=lambda text, end, **_: shown.append(("error", text + end)),
    )
    text = ONE_BY_ONE.format(ids=smile(tokenizer), count=4, rest='rest = "!"\nprint rest')
    text = text.replace("print piece no_newline", "io_write piece stderr no_newline")
    PlanRunner(file_with(tokenizer), plan=nacformats.plan.assemble(text), host=host).run()
    assert [each for each in shown if each[1]] == [("out", "!\n"), ("error", "🙂")]


START = 'load_model 0 ""\nwords = load_extern tokenizer 0\nhello = 257\nbig = 258\n'


def returned(text: str, tokenizer: Tokenizer | None = None) -> object:
    return run_plan(file_with(tokenizer or sentencepiece()), plan=nacformats.plan.assemble(START + text))


def test_an_encode_begins_a_new_sequence() -> None:
    text = 'a = decode words hello\nb = decode words big\nt = "ok"\nids = encode words t\n'
    text += "c = decode words big\nreturn a, b, c"
    assert returned(text) == ["Hello", " big", "big"]


def test_several_tokens_are_a_sequence_of_their_own() -> None:
    text = "a = decode words hello\nids = [257, 258]\nb = decode words ids\nc = decode words big\nreturn a, b, c"
    assert returned(text) == ["Hello", "Hello big", "big"]


def test_a_tensor_of_one_token_is_one_token() -> None:
    text = "a = decode words hello\nids = [258]\nids = create int64 values ids\nb = decode words ids\nreturn a, b"
    assert returned(text) == ["Hello", " big"]


def test_no_tokens_give_what_is_left_of_those_that_were_not_printed() -> None:
    first, *others = smile(sentencepiece())
    text = f'x = {first}\np = decode words x\nt = format "{{}}{{}}" (p, p)\n'
    for at, each in enumerate(others):
        text += f"x{at} = {each}\np{at} = decode words x{at}\n"
    text += "none_ = []\nlast = decode words none_\nmore = decode words none_\nreturn t, p0, last, more"
    assert returned(text) == ["", "", "🙂", ""]


def test_what_a_plan_returns_is_plain_text() -> None:
    found = returned("a = decode words hello\nreturn a")
    assert (found, type(found)) == ("Hello", str)


def test_two_tokenizers_have_a_stream_each() -> None:
    one, other, streams = sentencepiece(), of_bytes(), Streams()
    smiles = list(zip(smile(one), smile(other), strict=True))
    found = [(str(streams.step(one, left)), str(streams.step(other, right))) for left, right in smiles]
    assert found == [("", "")] * 3 + [("", "🙂")]
    assert (streams.end(other), streams.end(one)) == ("", "🙂")


def test_special_tokens_are_skipped_as_in_the_whole() -> None:
    tokens = ["<unk>", "\u2581", "\u2581a", "b"]
    tokenizer = Tokenizer(
        Manifest((Replace(" ", "\u2581"), Prepend("\u2581"), UnigramEncode())), {"vocab.json": _json(tokens)}
    )
    ids = [0, 2, 0, 2, 3]
    assert printed(tokenizer, ids) == tokenizer.decode(ids) == "a ab"


@pytest.mark.parametrize(
    "kind", ["byte-level BPE", "BPE with byte fallback", "WordPiece", "Unigram", "BPE with a suffix"]
)
def test_trained_tokenizers_of_every_kind(kind: str) -> None:
    partner("tokenizers")
    from tests.tokenizer import trained

    tokenizer = nacformats.tokenizer.compile_tokenizer((trained.KINDS | trained.OTHERS)[kind]().to_str())
    for text in (TEXT, "the quick brown fox jumps", "👩\u200d👧"):
        ids = tokenizer.encode(text).ids
        assert printed(tokenizer, ids) == tokenizer.decode(ids)
