"""The three models against the library tokenizers, on vocabularies and texts that hypothesis draws."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from nacformats.errors import LimitError
from nacformats.limits import MAX_TOKEN_LENGTHS
from nacformats.tokenizer.models import Bpe, TokenModel, Unigram, WordPiece, _merge_long, _merge_short, never
from nacformats.tokenizer.vocabulary import BYTE_TOKENS, Merges, Vocabulary
from tests.partners import partner

library = partner("tokenizers.models")

ALPHABET = "abcé\U0001f600"
texts = st.text(ALPHABET + "x▁", max_size=40)


@st.composite
def merges(draw: st.DrawFn, alphabet: str = ALPHABET) -> list[tuple[str, str]]:
    """Merges whose parts are characters of the alphabet or what merges before them gave, in an order of any kind."""
    tokens, pairs = list(alphabet), []
    for _ in range(draw(st.integers(0, 25))):
        pair = draw(st.sampled_from(tokens)), draw(st.sampled_from(tokens))
        tokens.append("".join(pair))
        pairs.append(pair)
    return draw(st.permutations(pairs))


def vocabulary_of(pairs: list[tuple[str, str]], *more: str) -> Vocabulary:
    tokens = dict.fromkeys([*ALPHABET, *more, *(a + b for a, b in pairs)])
    return Vocabulary({token: number for number, token in enumerate(tokens)})


def consistent(model: TokenModel, text: str) -> list[int]:
    """The ids of a text, which all methods agree on."""
    ids = model.encode(text)
    assert model.encode(text) == ids
    assert [piece[0] for piece in model.encode_pieces(text)] == ids
    return ids


@pytest.mark.parametrize("unknown", [(), ("<unk>",), ("[UNK]",), BYTE_TOKENS])
@given(pairs=merges(), text=texts)
def test_bpe(unknown: tuple[str, ...], pairs: list[tuple[str, str]], text: str) -> None:
    vocabulary = vocabulary_of(pairs, *unknown)
    peer = library.BPE(
        vocab=vocabulary.ids,
        merges=pairs,
        unk_token=unknown[0] if len(unknown) == 1 else None,
        byte_fallback=len(unknown) == 256,
    )
    model = Bpe(vocabulary, Merges.of(pairs))
    found = peer.tokenize(text)
    assert consistent(model, text) == [token.id for token in found]
    if len(unknown) == 1:  # the library counts the bytes of what is not left out, and of tokens of bytes each one
        offsets = [
            (len(text[:start].encode()), len(text[:stop].encode())) for _, start, stop in model.encode_pieces(text)
        ]
        assert offsets == [token.offsets for token in found]


@pytest.mark.parametrize("unknown", [(), ("<unk>",), BYTE_TOKENS])
@given(pairs=merges("abcé*"), text=texts)
def test_bpe_with_a_suffix(unknown: tuple[str, ...], pairs: list[tuple[str, str]], text: str) -> None:
    """`*` stands for a character that ends a word."""
    pairs = [(left.replace("*", "a</w>"), right.replace("*", "a</w>")) for left, right in pairs]
    vocabulary = vocabulary_of(pairs, "a</w>", "b</w>", "é</w>", *unknown)
    peer = library.BPE(
        vocab=vocabulary.ids,
        merges=pairs,
        unk_token=unknown[0] if len(unknown) == 1 else None,
        byte_fallback=len(unknown) == 256,
        end_of_word_suffix="</w>",
    )
    model = Bpe(vocabulary, Merges.of(pairs), "</w>")
    assert consistent(model, text) == [token.id for token in peer.tokenize(text)]
    for _, start, stop in model.encode_pieces(text):
        assert 0 <= start < stop <= len(text)


@given(pairs=merges(), text=texts)
def test_both_ways_to_merge_agree(pairs: list[tuple[str, str]], text: str) -> None:
    vocabulary = vocabulary_of(pairs, "<unk>")
    model = Bpe(vocabulary, Merges.of(pairs))
    table = model._table
    short, long = model._symbols(text), model._symbols(text)
    _merge_short(table, *short)
    _merge_long(table, *long, never)
    assert short == long


@given(pairs=merges("ab▁."), words=st.lists(st.text("ab.▁", min_size=1, max_size=5), min_size=15, max_size=60))
def test_a_text_in_one_fragment_is_cut_where_nothing_is_joined(pairs: list[tuple[str, str]], words: list[str]) -> None:
    vocabulary, text = vocabulary_of(pairs, "▁", "."), "▁" + "▁".join(words)
    peer = library.BPE(vocab=vocabulary.ids, merges=pairs)
    assert consistent(Bpe(vocabulary, Merges.of(pairs)), text) == [token.id for token in peer.tokenize(text)]


@pytest.mark.parametrize("last", ["a", "]", "^", "\\", "-"])
def test_what_a_merge_joins_with_a_space_is_not_cut(last: str) -> None:
    vocabulary = vocabulary_of([(last, "▁"), ("b", "c")], "▁", last)
    model = Bpe(vocabulary, Merges.of([(last, "▁"), ("b", "c")]))
    ids = vocabulary.ids
    assert model.encode(f"bc▁{last}▁" * 30) == [ids["bc"], ids["▁"], ids[last + "▁"]] * 30


def test_a_fragment_of_100_000_characters_is_merged_as_by_the_library() -> None:
    pairs = [
        ("a", "b"),
        ("ab", "c"),
        ("c", "ab"),
        ("abc", "abc"),
        ("é", "a"),
        ("a", "a"),
        ("aa", "aa"),
        ("aaaa", "aaaa"),
    ]
    vocabulary = vocabulary_of(pairs)
    text = ("aaaaabcababcéa" * 8000)[:100_000]
    peer = library.BPE(vocab=vocabulary.ids, merges=pairs)
    assert consistent(Bpe(vocabulary, Merges.of(pairs)), text) == [t.id for t in peer.tokenize(text)]


def test_characters_that_are_bytes_keep_their_place() -> None:
    vocabulary = vocabulary_of([("a", "b")], *BYTE_TOKENS)
    pieces = Bpe(vocabulary, Merges.of([("a", "b")])).encode_pieces("abßab")
    byte_ids = vocabulary.byte_ids
    assert byte_ids is not None
    ab = vocabulary.ids["ab"]
    assert pieces == [(ab, 0, 2), (byte_ids[0xC3], 2, 3), (byte_ids[0x9F], 2, 3), (ab, 3, 5)]


def test_a_merge_without_its_result_is_never_made() -> None:
    vocabulary = Vocabulary({"a": 0, "b": 1, "c": 2, "bc": 3})
    model = Bpe(vocabulary, Merges.of([("a", "b"), ("x", "a"), ("b", "c")]))
    assert model.encode("abc") == [0, 3]


words = st.lists(st.text(ALPHABET, min_size=1, max_size=4), max_size=20)


@given(starts=words, more=words, text=texts)
@example(starts=["a"], more=["a"], text="a" * 100)
@example(starts=["a"], more=["a"], text="a" * 101)
def test_wordpiece(starts: list[str], more: list[str], text: str) -> None:
    tokens = dict.fromkeys([*starts, *("##" + word for word in more), "[UNK]"])
    vocabulary = Vocabulary({token: number for number, token in enumerate(tokens)})
    peer = library.WordPiece(vocab=vocabulary.ids, unk_token="[UNK]", continuing_subword_prefix="##")
    model = WordPiece(vocabulary, "##")
    assert consistent(model, text) == [token.id for token in peer.tokenize(text)]


scored = st.lists(
    st.tuples(st.text(ALPHABET + "▁", min_size=1, max_size=4), st.sampled_from([-1.0, -2.0, -2.5, -0.1, -3.3, -20.0])),
    max_size=20,
    unique_by=lambda pair: pair[0],
)


@pytest.mark.parametrize("byte_fallback", [False, True])
@given(entries=scored, text=texts)
@example(entries=[("a", -1.0), ("b", -1.0), ("ab", -2.0)], text="ab")  # two ways with the same score
@example(entries=[("a", -1.0), ("bc", -1.0), ("abc", -2.0)], text="abc")
def test_unigram(byte_fallback: bool, entries: list[tuple[str, float]], text: str) -> None:
    entries = [("<unk>", 0.0), *((name, -5.0) for name in BYTE_TOKENS if byte_fallback), *entries, ("zz", -1.0)]
    peer = library.Unigram(entries, unk_id=0, byte_fallback=byte_fallback)
    vocabulary = Vocabulary({token: number for number, (token, _) in enumerate(entries)}, dict(entries))
    assert consistent(Unigram(vocabulary), text) == [token.id for token in peer.tokenize(text)]


def test_without_scores_the_fewest_tokens_win() -> None:
    vocabulary = Vocabulary({"<unk>": 0, "a": 1, "b": 2, "ab": 3, "aab": 4}, {"a": 0.0, "ab": 0.0})
    assert Unigram(vocabulary).encode("aabxxb") == [4, 0, 2]


def test_tokens_of_too_many_lengths_are_refused() -> None:
    vocabulary = Vocabulary({"a" * length: length for length in range(1, MAX_TOKEN_LENGTHS + 2)})
    assert Unigram(vocabulary).encode("aaa") == [3]
    vocabulary = Vocabulary({"a" * length: length for length in range(1, MAX_TOKEN_LENGTHS + 3)})
    with pytest.raises(LimitError, match="too many lengths"):
        Unigram(vocabulary).encode("aaa")
