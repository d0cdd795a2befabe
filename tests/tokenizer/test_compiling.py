"""Tokenizers of the library that become manifests: ids, text and places are those of the library."""

from __future__ import annotations

import json
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import nacformats
from nacformats.errors import InvalidError, LimitError, UnsupportedError
from nacformats.tokenizer import Compose, Tokenizer
from tests.effort import effort
from tests.partners import partner
from tests.tokenizer.texts import texts

if TYPE_CHECKING:
    from tokenizers import Tokenizer as Library

partner("tokenizers")

from tests.tokenizer import trained


def disagreements(
    library: Library, tokenizer: Tokenizer, some: list[str], *, offsets: bool = True
) -> list[tuple[str, object, object]]:
    """Where ids, decoded text and places differ."""
    found: list[tuple[str, object, object]] = []
    for text, expected in zip(some, library.encode_batch(some), strict=True):
        encoding = tokenizer.encode(text)
        found.append((text, expected.ids, encoding.ids))
        if offsets:
            found.append((text, expected.offsets, encoding.offsets))
        for skip in (True, False):
            decoded = library.decode(expected.ids, skip_special_tokens=skip)
            found.append((text, decoded, tokenizer.decode(expected.ids, skip_special_tokens=skip)))
        found.append(
            (
                text,
                library.encode(text, add_special_tokens=False).ids,
                tokenizer.encode(text, add_special_tokens=False).ids,
            )
        )
    return [each for each in found if each[1] != each[2]]


def compiled(library: Library) -> Tokenizer:
    """As a file of the library would be."""
    return nacformats.tokenizer.compile_tokenizer(library.to_str())


@pytest.mark.sample(each=4)
@pytest.mark.parametrize("kind", trained.KINDS)
def test_many_texts(kind: str) -> None:
    library = trained.KINDS[kind]()
    some = [*texts(effort(300, 10_000)), "x中" * 25_000]
    assert disagreements(library, compiled(library), some) == []


@pytest.mark.sample(each=3)
@pytest.mark.parametrize("kind", trained.OTHERS)
def test_components(kind: str) -> None:
    library = trained.OTHERS[kind]()
    # Behind what is left out, the library's places are too far to the left.
    offsets = kind not in ("byte-level BPE, some bytes unknown", "BPE with a suffix, characters left out")
    assert disagreements(library, compiled(library), texts(effort(60, 2000), seed=1), offsets=offsets) == []


@pytest.mark.sample(each=3)
@pytest.mark.parametrize(
    ("pattern", "behavior", "invert"), list(product(trained.PATTERNS, trained.BEHAVIORS, (False, True)))
)
def test_splits(pattern: str, behavior: str, invert: bool) -> None:
    from tokenizers import Regex, pre_tokenizers

    library = trained.words()
    library.pre_tokenizer = pre_tokenizers.Split(Regex(pattern), behavior, invert)
    assert disagreements(library, compiled(library), texts(effort(40, 500), seed=2)) == []


@pytest.mark.parametrize("kind", trained.KINDS)
def test_a_file_keeps_it(kind: str, tmp_path: Path) -> None:
    library = trained.KINDS[kind]()
    nac = nacformats.load("examples/mlp.nac")
    nac.set_tokenizer(compiled(library))
    nacformats.dump(nac, tmp_path / "model.nac")
    tokenizer = Tokenizer.of(nacformats.load(tmp_path / "model.nac"))
    assert disagreements(library, tokenizer, texts(100, seed=3)) == []


def test_sources(tmp_path: Path) -> None:
    library = trained.byte_level()
    path = tmp_path / "tokenizer.json"
    library.save(str(path))
    expected = compiled(library).manifest
    for source in (path, str(path), tmp_path, json.loads(library.to_str())):
        assert nacformats.tokenizer.compile_tokenizer(source).manifest == expected


def test_neighbours_of_added_tokens() -> None:
    """What a word is, and what white space is, is what the library says."""
    library = trained.with_added(trained.byte_level())
    signs = ("\u0301", "\u200d", "²", "_", "٣", "-", "\x1c", "\x85", "\u200b", "\u3000", "é", "中", "\u203f")
    some = [text for sign in signs for text in (f"{sign}fox", f"fox{sign}", f"{sign}<mask>", f"<|im|>x{sign}a")]
    assert disagreements(library, compiled(library), some) == []


def test_ignore_merges() -> None:
    """A fragment that is a token is that token, even if merges do not make it."""
    settings = json.loads(trained.byte_level(ignore_merges=True).to_str())
    settings["model"]["vocab"] |= {"Ġquxy": 2000, "zzz": 2001, "é": 2002}
    from tokenizers import Tokenizer as Library

    library = Library.from_str(json.dumps(settings))
    tokenizer = nacformats.tokenizer.compile_tokenizer(settings)
    some = ["a quxy zzz", "quxy", "zzzz zzz", "zzz<pad>zzz", " quxyzzz"]
    assert disagreements(library, tokenizer, some) == []
    assert 2000 in tokenizer.encode("a quxy").ids


def test_words_that_end_with_a_suffix_after_bytes() -> None:
    """The decoder of the library leaves the suffix in the text; the one of transformers makes spaces of it."""
    library = trained.clip()
    tokenizer = compiled(library)
    assert tokenizer.manifest.version_needed == "1.8"
    some = texts(300, seed=4)
    for text, expected in zip(some, library.encode_batch(some), strict=True):
        assert tokenizer.encode(text).ids == expected.ids
        shown = library.decode(expected.ids).replace("</w>", " ").removesuffix(" ")
        assert tokenizer.decode(expected.ids) == shown
        stream = tokenizer.decode_stream()
        assert "".join(map(stream.step, expected.ids)) + stream.finish() == shown
    assert "</w>" not in tokenizer.decode(tokenizer.encode("a cat sat").ids)


def test_only_a_file_of_v1_8_holds_a_suffix() -> None:
    builder = nacformats.NacBuilder()
    builder.output(builder.input("x"))
    file = builder.build()
    file.set_tokenizer(compiled(trained.with_suffix()))
    found = [each for each in nacformats.validate(nacformats.dumps(file), format="nac") if each.rule == "nac.manifest"]
    assert [each.severity for each in found] == ["error"]
    assert "NAC v1.8" in str(found[0])
    file.set_tokenizer(compiled(trained.byte_level()))
    assert not [
        each for each in nacformats.validate(nacformats.dumps(file), format="nac") if each.rule == "nac.manifest"
    ]


def test_public_shape() -> None:
    """Transforms, one partition with protected rules first, bytes, model: what other readers of v1.6 know."""
    names = [type(step).__name__ for step in compiled(trained.byte_level()).manifest.steps]
    assert names == ["Partition", "ByteEncode", "BpeEncode"]
    names = [type(step).__name__ for step in compiled(trained.byte_fallback(split=True)).manifest.steps]
    assert names[-2:] == ["BpeEncode", "Compose"]


def _changed(changes: dict[str, object], kind: str = "byte-level BPE") -> dict[str, object]:
    settings: dict[str, object] = json.loads(trained.KINDS[kind]().to_str())
    for path, value in changes.items():
        *parents, last = path.split(".")
        target = settings
        for parent in parents:
            target = target[parent]  # type: ignore[assignment]
        target[last] = value
    return settings


#: A table that replaces nothing.
_PRECOMPILED = {"type": "Precompiled", "precompiled_charsmap": "BAAAAAAAAAA="}


@pytest.mark.parametrize(
    ("changes", "path"),
    [
        ({"normalizer": {"type": "Sequence", "normalizers": [{"type": "NFC"}, {"type": "ByteLevel"}]}},
         "normalizer.normalizers[1] (ByteLevel)"),
        ({"normalizer": {"type": "Replace", "pattern": {"Regex": "(a|b)c*"}, "content": "x"}},
         "normalizer.pattern (Replace)"),
        ({"pre_tokenizer": {"type": "UnicodeScripts"}}, "pre_tokenizer (UnicodeScripts)"),
        ({"pre_tokenizer": {"type": "Split", "pattern": {"Regex": r"(?<a>b)\k<a>"}, "behavior": "Isolated",
                            "invert": False}}, "pre_tokenizer.pattern (Split)"),
        ({"model.dropout": 0.1}, "model.dropout (BPE)"),
        ({"model.continuing_subword_prefix": "##", "model.merges": []}, "model.continuing_subword_prefix (BPE)"),
        ({"decoder": None}, "decoder"),
        ({"decoder": {"type": "Fuse"}}, "decoder (Fuse)"),
        ({"decoder": {"type": "CTC", "pad_token": "<pad>", "word_delimiter_token": "|", "cleanup": True}},
         "decoder (CTC)"),
        ({"post_processor": {"type": "BertProcessing", "sep": ["a", 66], "cls": ["b", 67]}},
         "post_processor (BertProcessing)"),
    ],
)  # fmt: skip
def test_what_a_manifest_cannot_say_is_named(changes: dict[str, object], path: str) -> None:
    with pytest.raises(UnsupportedError) as caught:
        nacformats.tokenizer.compile_tokenizer(_changed(changes))
    assert caught.value.path == path


def test_precompiled_is_named() -> None:
    settings = _changed({"normalizer": None}, "Unigram")
    settings["normalizer"] = {"type": "Sequence", "normalizers": [{"type": "NFC"}, _PRECOMPILED]}
    with pytest.raises(UnsupportedError) as caught:
        nacformats.tokenizer.compile_tokenizer(settings)
    assert caught.value.path == "normalizer.normalizers[1] (Precompiled)"


def test_a_front_that_vanishes_is_named() -> None:
    """With prepend_scheme first the library looks whether the first character is still there."""
    from tokenizers import normalizers

    with pytest.raises(UnsupportedError) as caught:
        compiled(trained.with_added(trained.unigram(normalizers.Nmt(), "first"), 4))
    assert caught.value.path == "pre_tokenizer.prepend_scheme (Metaspace)"


def test_truncation_and_padding_are_left_out() -> None:
    library = trained.byte_level()
    library.enable_truncation(2)
    library.enable_padding(length=5)
    with pytest.warns(UserWarning, match="padding.*left out"), pytest.warns(UserWarning, match="truncation.*left out"):
        tokenizer = compiled(library)
    assert len(tokenizer.encode("a b c d").ids) > 2


def test_trimmed_offsets_are_announced() -> None:
    from tokenizers import processors

    library = trained.byte_level()
    library.post_processor = processors.ByteLevel(trim_offsets=True)
    with pytest.warns(UserWarning, match="offsets"):
        compiled(library)


@pytest.mark.parametrize(
    "source", ["{", "{}", "{" * 100_000, '{"model": {"type": "BPE"}}', '{"version": "1.0", "model": 7}']
)
def test_what_is_no_tokenizer(source: str) -> None:
    with pytest.raises(InvalidError):
        nacformats.tokenizer.compile_tokenizer(source)


def test_bytes_that_are_no_text(tmp_path: Path) -> None:
    (tmp_path / "tokenizer.json").write_bytes(b'{"\xff": 1}')
    with pytest.raises(InvalidError, match="UTF-8"):
        nacformats.tokenizer.compile_tokenizer(tmp_path / "tokenizer.json")


def test_a_large_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nacformats.limits.MAX_TOKENIZER_JSON_BYTES", 10)
    (tmp_path / "tokenizer.json").write_text(" " * 11)
    with pytest.raises(LimitError):
        nacformats.tokenizer.compile_tokenizer(tmp_path / "tokenizer.json")


def test_templates_go_by_ids() -> None:
    """The names of a template may say anything; the library never looks at them."""
    settings = _changed({"post_processor.special_tokens.</s>.tokens": ["a", "b"]}, "Unigram")
    special = nacformats.tokenizer.compile_tokenizer(settings).manifest.steps[-1]
    assert special == Compose((None, trained.unigram().token_to_id("</s>")))


def test_misuse() -> None:
    with pytest.raises(TypeError):
        nacformats.tokenizer.compile_tokenizer(7)  # type: ignore[arg-type]
    with pytest.raises(FileNotFoundError):
        nacformats.tokenizer.compile_tokenizer("no/such/tokenizer.json")


def test_lone_surrogates() -> None:
    with pytest.raises(InvalidError):
        compiled(trained.byte_level()).encode("a\ud800")
