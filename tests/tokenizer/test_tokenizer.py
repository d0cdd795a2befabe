"""Tokenizers: the files of the corpus, decoding as the library does, streams, templates and special tokens."""

from __future__ import annotations

import doctest
import json
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import nacformats
from nacformats.errors import FormatError, InvalidError, LimitError
from nacformats.formats.tisa.steps import Step
from nacformats.tokenizer import (
    Behavior,
    BpeEncode,
    ByteEncode,
    Compose,
    Manifest,
    Partition,
    Prepend,
    Replace,
    Rule,
    Tokenizer,
    UnigramEncode,
    WordPieceEncode,
)
from nacformats.tokenizer.decoding import ByteSpeller, FallbackSpeller, SpaceSpeller, Speller, WordPieceSpeller
from nacformats.tokenizer.resources.compiled import build_resources
from nacformats.tokenizer.vocabulary import BYTE_OF, BYTE_TOKENS, Vocabulary
from tests.partners import partner

CASES = ("tok_bpe", "tok_unigram", "tok_external")
GPT2 = r"'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"


def tokenizer(*steps: Step, tokens: list[str], merges: list[tuple[str, str]] | None = None) -> Tokenizer:
    vocabulary = Vocabulary({token: number for number, token in enumerate(tokens)})
    return Tokenizer(Manifest(steps), build_resources(vocabulary, merges))


def byte_level(*more: Step, added: tuple[Rule, ...] = ()) -> Tokenizer:
    merges = [("h", "e"), ("l", "l"), ("he", "ll"), ("hell", "o"), ("Ġ", "w")]
    tokens = [*BYTE_OF, *(a + b for a, b in merges), "<s>", "</s>", "<tool>"]
    rules = (Rule("<s>", protected=True), Rule("</s>", protected=True), *added, Rule(GPT2))
    return tokenizer(Partition(rules), ByteEncode(), BpeEncode(), *more, tokens=tokens, merges=merges)


@pytest.mark.parametrize("case", CASES)
def test_ids_of_the_corpus_are_those_of_hugging_face(corpus: Path, case: str) -> None:
    with nacformats.load(corpus / "nac" / case / "model.nac") as file:
        found = Tokenizer.of(file)
    for each in json.loads((corpus / "nac" / case / "tokens.json").read_text())["cases"]:
        encoding = found.encode(each["text"])
        assert encoding.ids == each["hf_ids"], each["text"]
        assert len(encoding.tokens) == len(encoding.offsets) == len(encoding)
        kept = found.decode(each["reference_ids"], skip_special_tokens=False)
        assert kept == each["reference_decode_keep_special"] or case == "tok_unigram"


def test_resources_beside_the_file_or_in_a_directory(corpus: Path, tmp_path: Path) -> None:
    case = corpus / "nac" / "tok_external"
    shutil.copy(case / "model.nac", tmp_path / "model.nac")
    with nacformats.load(tmp_path / "model.nac") as file:
        with pytest.raises(InvalidError, match=r"lacks a resource.*beside the file"):
            Tokenizer.of(file)
        assert Tokenizer.of(file, directory=case / "model-tokenizer").encode("hello").ids == [265]
        shutil.copytree(case / "model-tokenizer", tmp_path / "model-tokenizer")
        assert Tokenizer.of(file).encode("hello").ids == [265]
        (tmp_path / "model-tokenizer" / "vocab.b").unlink()
        (tmp_path / "model-tokenizer" / "vocab.b").mkdir()
        with pytest.raises(InvalidError, match="lacks a resource"):
            Tokenizer.of(file)


def test_a_tokenizer_goes_into_a_file_and_out(corpus: Path) -> None:
    with nacformats.load(corpus / "nac" / "mlp" / "model.nac") as file:
        with pytest.raises(InvalidError, match="has no tokenizer"):
            Tokenizer.of(file)
        made = byte_level()
        file.set_tokenizer(made)
        again = nacformats.loads(nacformats.dumps(file), format="nac")
        assert isinstance(again, nacformats.NacFile)
        found = Tokenizer.of(again)
        assert (found.manifest, found.resources) == (made.manifest, made.resources)
        assert found.decode(found.encode("hello wörld").ids) == "hello wörld"
        again.set_tokenizer(None)
        assert (again.sections.proc, again.sections.rsrc) == (None, None)


def test_other_resources_stay_when_the_tokenizer_is_replaced(corpus: Path) -> None:
    builder_file = nacformats.load(corpus / "nac" / "tok_bpe" / "model.nac")
    assert isinstance(builder_file, nacformats.NacFile)
    with builder_file as file:
        assert file.sections.rsrc
        other = type(file.sections.rsrc[0])("labels.txt", b"a")
        file.sections.rsrc = (*file.sections.rsrc, other)
        file.set_tokenizer(byte_level())
        assert file.sections.rsrc is not None
        assert [each.name for each in file.sections.rsrc] == ["labels.txt", "vocab.b", "vidx.b", "merges.b"]
        file.set_tokenizer(None)
        assert file.sections.rsrc == (other,)


def test_ids_tokens_and_offsets() -> None:
    encoding = byte_level(Compose(("<s>", None, 262))).encode("hello wé")
    assert encoding.tokens == ["<s>", "hello", "Ġw", "Ã", "©", "</s>"]
    assert encoding.offsets == [(0, 0), (0, 5), (5, 7), (7, 8), (7, 8), (0, 0)]
    bytes_of = list(BYTE_OF)
    assert encoding.ids == [261, 259, 260, bytes_of.index("Ã"), bytes_of.index("©"), 262]


def test_special_tokens_are_skipped_and_added_ones_are_not() -> None:
    tool = Rule("<tool>", protected=True, behavior=Behavior.isolate)
    found = byte_level(Compose(("<s>", None)), added=(tool,))
    ids = found.encode("hello</s><tool>").ids
    assert found.decode(ids) == "hello<tool>"
    assert found.decode(ids, skip_special_tokens=False) == "<s>hello</s><tool>"
    assert found.encode("hello", add_special_tokens=False).ids == ids[1:2]
    assert found.decode(np.array(ids)) == "hello<tool>"
    assert found.decode([*ids, 10**9, -1]) == "hello<tool>"
    assert found.decode_batch([ids, []]) == ["hello<tool>", ""]
    assert [each.ids for each in found.encode_batch(["hello", ""])] == [ids[:2], ids[:1]]
    with pytest.raises(TypeError):
        found.decode(["hello"])  # type: ignore[list-item]


def test_names_in_brackets_are_special_where_the_manifest_says_nothing() -> None:
    found = tokenizer(WordPieceEncode("##"), tokens=["[UNK]", "[CLS]", "<0x41>", "a", "##b"])
    assert found.special_ids == {0, 1}


def test_special_tokens_by_a_regular_expression() -> None:
    rule = Rule(r"<(?:s|/s)>", protected=True)
    found = tokenizer(Partition((rule,)), WordPieceEncode("##"), tokens=["<s>", "</s>", "<b>", "a"])
    assert found.special_ids == {0, 1}


@pytest.mark.parametrize("template", [("<s>",), (None, "<none>")], ids=["no place", "no token"])
def test_templates_that_cannot_be_filled(template: tuple[int | str | None, ...]) -> None:
    with pytest.raises(InvalidError, match="template"):
        byte_level(Compose(template))


def test_a_template_cannot_make_the_ids_too_many() -> None:
    with pytest.raises(LimitError):
        byte_level(Compose((None,) * 255)).encode("ab" * 100_000)


def test_errors_name_the_byte_of_the_file() -> None:
    made = byte_level()
    data = Manifest((Partition((Rule("a"), Rule("("))), BpeEncode())).to_bytes()
    with pytest.raises(InvalidError) as raised:
        Tokenizer.from_bytes(data, made.resources, start=1000)
    assert raised.value.path == "proc.manifest.steps[0].operands.rules[1]"
    assert raised.value.offset == 1000 + data.index(b"\0\1\0(")
    found = Tokenizer.from_bytes(
        Manifest((Replace("a", "b" * 60_000), BpeEncode())).to_bytes(), made.resources, start=50
    )
    with pytest.raises(LimitError, match=r"proc.manifest.steps\[0\] \(byte 55\): this step makes the text too long"):
        found.encode("a" * 1000)


def test_steps_that_do_not_fit_a_file_have_no_offset() -> None:
    found = Tokenizer(Manifest((Replace("a", "b" * 70_000), BpeEncode())), byte_level().resources)
    with pytest.raises(LimitError, match="too long") as raised:
        found.encode("a" * 1000)
    assert raised.value.offset is None


@pytest.mark.parametrize("text", ["\ud800", "ab\udfff"])
def test_half_a_surrogate_pair_is_refused(text: str) -> None:
    with pytest.raises(InvalidError, match=f"character {len(text) - 1} "):
        byte_level().encode(text)


def test_what_is_no_text_is_a_type_error() -> None:
    with pytest.raises(TypeError):
        byte_level().encode(b"ab")  # type: ignore[arg-type]


def test_a_text_that_is_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nacformats.limits.MAX_TOKENIZED_TEXT", 10)
    with pytest.raises(LimitError, match="too long"):
        byte_level().encode("a" * 11)


def test_resources_that_are_missing_or_damaged() -> None:
    made = byte_level()
    for name in ("vocab.b", "merges.b"):
        with pytest.raises(FormatError):
            Tokenizer(made.manifest, {key: data for key, data in made.resources.items() if key != name})
        with pytest.raises(FormatError):
            Tokenizer(made.manifest, {**made.resources, name: made.resources[name][:-1]})


SPACE = "\u2581"
LLAMA = ("Sequence", (("Replace", (SPACE, " ")), ("ByteFallback", ()), ("Fuse", ()), ("Strip", (" ", 1, 0))))
GEMMA = ("Sequence", (("Replace", (SPACE, " ")), ("ByteFallback", ()), ("Fuse", ())))
SPELLERS: list[tuple[Any, Any]] = [
    (ByteSpeller, ("ByteLevel", ())),
    (lambda: WordPieceSpeller("##"), ("WordPiece", ("##", True))),
    (lambda: FallbackSpeller(drop=True), LLAMA),
    (lambda: FallbackSpeller(drop=False), GEMMA),
    (lambda: SpaceSpeller(drop=True), ("Metaspace", (SPACE, "always"))),
    (lambda: SpaceSpeller(drop=False), ("Metaspace", (SPACE, "never"))),
]
TOKENS = [
    SPACE,
    SPACE * 2,
    f"{SPACE}a",
    "a",
    "##b",
    "##",
    " ",
    "é",
    "<s>",
    "n't",
    "'s",
    ".",
    "do",
    "not",
    "\u200d",
    "漢",
]
TOKENS += (
    ["ð", "Ł", "ĺ", "Ģ", "Ã", "©", "Ġ", "âĤ¬"] + [BYTE_TOKENS[each] for each in b"a \xc3\xa9\xff\xf0"] + ["<0xc3>"]
)


def library_decoder(name: str, arguments: tuple[Any, ...]) -> Any:
    decoders = partner("tokenizers").decoders
    if name == "Sequence":
        return decoders.Sequence([library_decoder(*each) for each in arguments])
    return getattr(decoders, name)(*arguments)


@pytest.mark.parametrize(("make", "peer"), SPELLERS)
@given(tokens=st.lists(st.sampled_from(TOKENS), max_size=10))
def test_decoding_is_that_of_the_library(make: Any, peer: Any, tokens: list[str]) -> None:
    expected = library_decoder(*peer).decode(tokens)
    known: Speller = make()
    assert known.feed_all(tokens) + known.finish() == expected
    stream: Speller = make()
    assert "".join(map(stream.feed, tokens)) + stream.finish() == expected


def test_streams_give_whole_characters() -> None:
    found = byte_level()
    ids = found.encode("hello 👩\u200d👧 é", add_special_tokens=False).ids
    stream = found.decode_stream()
    parts = [stream.step(each) for each in ids]
    assert "\ufffd" not in "".join(parts)
    assert "".join(parts) + stream.finish() == found.decode(ids) == "hello 👩\u200d👧 é"
    assert {"👩", "👧", "\u200d", "é"} <= set(parts)
    cut = found.decode_stream()
    assert "".join(map(cut.step, ids[:-1])) + cut.finish() == found.decode(ids[:-1]) == "hello 👩\u200d👧 \ufffd"


def test_streams_of_byte_tokens() -> None:
    tokens = [*BYTE_TOKENS, "<unk>", SPACE, "a", f"{SPACE}a"]
    found = tokenizer(Prepend(SPACE), Replace(" ", SPACE), BpeEncode(), tokens=tokens, merges=[(SPACE, "a")])
    ids = found.encode("a é a").ids
    stream = found.decode_stream()
    assert [stream.step(each) for each in ids] == ["a", " ", "", "", "é a"]
    assert found.decode(ids) == "a é a"


def test_the_examples_of_the_documentation(corpus: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = Path(__file__).parents[2]
    monkeypatch.chdir(root)
    failed, tried = doctest.testfile(str(root / "docs" / "tokenizers.md"), module_relative=False, encoding="utf-8")
    assert tried > 10
    assert not failed


def test_unigram_from_a_file_without_scores(corpus: Path) -> None:
    with nacformats.load(corpus / "nac" / "tok_unigram" / "model.nac") as file:
        found = Tokenizer.of(file)
    assert isinstance(found.manifest.steps[-2], UnigramEncode)
    assert found.encode("the hello").tokens == [f"{SPACE}the", f"{SPACE}hello", "</s>"]
