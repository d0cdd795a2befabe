"""The machine: what a manifest does to a text, where each id is from, and what a hostile manifest is refused for."""

from __future__ import annotations

import time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nacformats.errors import FormatError, InvalidError, LimitError, UnsupportedError
from nacformats.formats.tisa.manifest import Manifest
from nacformats.formats.tisa.steps import (
    Behavior,
    BpeEncode,
    ByteEncode,
    Compose,
    FilterCategory,
    Lowercase,
    Partition,
    Prepend,
    Replace,
    Rule,
    Step,
    UnicodeNorm,
)
from nacformats.tokenizer.encoding.budget import Allowance
from nacformats.tokenizer.encoding.patterns import Word, word_of
from nacformats.tokenizer.encoding.pipeline import ModelStep, Pipeline
from nacformats.tokenizer.models import Look, Piece, TokenModel, never
from nacformats.tokenizer.vocabulary import Vocabulary
from tests.partners import partner

WORDS = r"'s|'t| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"
#: Texts with what is awkward in them.
PIECES = ["a", "B", " ", "  ", "\n", "é", "e\u0301", "ß", "İ", "Σ", "漢", "👩\u200d👧"]
PIECES += ["\u2581", "<s>", "</s>", "[M]", "x1", "'s", "."]
TEXTS = st.lists(st.sampled_from(PIECES), max_size=12).map("".join)


class Characters(TokenModel):
    """A model whose ids are the codes of the characters, one each."""

    def encode_pieces(self, fragment: str, look: Look = never) -> list[Piece]:
        return [(ord(each), at, at + 1) for at, each in enumerate(fragment)]


class Fragments(TokenModel):
    """A model that numbers fragments in the order in which it sees them."""

    def __init__(self) -> None:
        self.seen: dict[str, int] = {}

    def encode(self, fragment: str, look: Look = never) -> list[int]:
        return [self.seen.setdefault(fragment, len(self.seen) + 100)]

    def encode_pieces(self, fragment: str, look: Look = never) -> list[Piece]:
        return [(*self.encode(fragment), 0, len(fragment))]


VOCABULARY = Vocabulary({"<s>": 0, "</s>": 1, "<unk>": 2, "[M]": 3, "\u2581\u2581": 4})


def pipeline(*steps: Step, model: TokenModel | None = None) -> Pipeline:
    found = model or Characters()

    def make(step: ModelStep) -> TokenModel:
        assert isinstance(step, BpeEncode)
        return found

    return Pipeline(Manifest((*steps, BpeEncode())), VOCABULARY, make)


def fragments(text: str, *steps: Step) -> list[str | int]:
    """The fragments that reach the model; protected ones as ids."""
    model = Fragments()
    ids = pipeline(*steps, model=model).ids(text, Allowance(len(text)))
    names = {number: fragment for fragment, number in model.seen.items()}
    return [names.get(each, each) for each in ids]


def characters(text: str, *steps: Step) -> list[tuple[str, int, int]]:
    """The characters that reach the model, and where they are from."""
    return [(chr(each), *place) for each, *place in pipeline(*steps).pieces(text, Allowance(len(text)))]  # type: ignore[misc]


def test_matches_and_what_is_between_them_are_fragments() -> None:
    assert fragments("one 2 three's", Partition((Rule(WORDS),))) == ["one", " 2", " three", "'s"]
    assert fragments("a-b-c", Partition((Rule("-"),))) == ["a", "-", "b", "-", "c"]
    assert fragments("a-b-c", Partition((Rule("-", behavior=Behavior.remove),))) == ["a", "b", "c"]
    rules = (Rule(r"\s+", behavior=Behavior.remove), Rule(r"[.!]", behavior=Behavior.isolate))
    assert fragments(" hi there!! ", Partition(rules)) == ["hi", "there", "!", "!"]
    assert fragments("a b", Partition()) == ["a b"]
    assert fragments("", Partition((Rule(WORDS),))) == []


def test_a_second_partition_cuts_the_fragments_of_the_first() -> None:
    assert fragments("ab12c", Partition((Rule(r"\d"),)), Partition((Rule("b"),))) == ["a", "b", "1", "2", "c"]


def test_an_empty_match_cuts_and_is_no_fragment() -> None:
    assert fragments("abc", Partition((Rule("(?=b)"),))) == ["a", "bc"]
    assert fragments("abc", Partition((Rule("(?=b)", behavior=Behavior.remove),))) == ["a", "bc"]


def test_protected_rules_are_seen_before_transforms_and_where_the_partition_runs() -> None:
    rules = Partition((Rule("<s>", protected=True), Rule(r"\[M\]", protected=True)))
    assert fragments("Ab<s>cd", Lowercase(), Prepend("_"), rules) == ["_ab", 0, "_cd"]
    assert fragments("a[m]b", Replace("m", "M"), rules) == ["a", 3, "b"]
    assert fragments("a[m]b", rules) == ["a[m]b"]


def test_what_a_leading_partition_protects_is_not_looked_for_again() -> None:
    rules = Partition((Rule(r"\[M\]", protected=True),))
    assert fragments("[M][m]", rules, Replace("m", "M")) == [3, "[M]"]


def test_of_protected_rules_the_leftmost_match_wins_and_then_the_first_rule() -> None:
    vocabulary = VOCABULARY.ids
    short_first = Partition((Rule("<s", protected=True), Rule("<s>", protected=True)))
    long_first = Partition((Rule("<s>", protected=True), Rule("<s", protected=True)))
    assert fragments("<s>", short_first) == [vocabulary["<unk>"], ">"]
    assert fragments("<s>", long_first) == [vocabulary["<s>"]]
    mixed = Partition((Rule("<s>", protected=True), Rule(r"<[s/]+>", protected=True), Rule("</", protected=True)))
    assert fragments("</s><s>", mixed) == [vocabulary["</s>"], vocabulary["<s>"]]


def test_a_match_is_looked_up_whole_and_then_without_white_space() -> None:
    rules = Partition((Rule(r"\s*<s>\s*", protected=True), Rule(r"(?:\s)</s>", protected=True)))
    assert fragments("a  <s> b </s>", rules) == ["a", 0, "b", 1]
    assert characters("a <s> b", rules) == [("a", 0, 1), ("\0", 1, 6), ("b", 6, 7)]


def test_trim_cuts_the_fragment_in_front() -> None:
    rules = Partition((Rule("<s>", protected=True, trim="_"),))
    assert fragments("a b <s> c <s>", Replace(" ", "_"), rules) == ["a_b", 0, "_c", 0]
    assert fragments(" <s>", Replace(" ", "_"), rules) == [0]


@pytest.mark.parametrize(
    ("step", "text", "expected"),
    [
        (Lowercase(), "ΑΣ", [("α", 0, 1), ("σ", 1, 2)]),
        (Lowercase(), "İx", [("i", 0, 1), ("\u0307", 0, 1), ("x", 1, 2)]),
        (Prepend("ab"), "Hi", [("a", 0, 1), ("b", 0, 1), ("H", 0, 1), ("i", 1, 2)]),
        (Prepend("H"), "Hi", [("H", 0, 1), ("i", 1, 2)]),
        (Replace("ab", "XYZ"), "zabz", [("z", 0, 1), ("X", 2, 3), ("Y", 2, 3), ("Z", 2, 3), ("z", 3, 4)]),
        (Replace("ab", ""), "abz", [("z", 2, 3)]),
        (FilterCategory(("Mn",)), "xe\u0301y", [("x", 0, 1), ("e", 1, 2), ("y", 3, 4)]),
        (UnicodeNorm("NFC"), "xe\u0301y", [("x", 0, 1), ("é", 1, 2), ("y", 3, 4)]),
        (UnicodeNorm("NFD"), "xéy", [("x", 0, 1), ("e", 1, 2), ("\u0301", 1, 2), ("y", 2, 3)]),
        (UnicodeNorm("NFKC"), "ﬁ①", [("f", 0, 1), ("i", 0, 1), ("1", 1, 2)]),
        (ByteEncode(), "é a", [("Ã", 0, 1), ("©", 0, 1), ("Ġ", 1, 2), ("a", 2, 3)]),
    ],
)
def test_each_character_has_its_place(step: Step, text: str, expected: list[tuple[str, int, int]]) -> None:
    assert characters(text, step) == expected


LIBRARY_STEPS: list[tuple[Step, str, tuple[Any, ...]]] = [
    (Lowercase(), "Lowercase", ()),
    (UnicodeNorm("NFC"), "NFC", ()),
    (UnicodeNorm("NFD"), "NFD", ()),
    (UnicodeNorm("NFKC"), "NFKC", ()),
    (UnicodeNorm("NFKD"), "NFKD", ()),
    (Replace(" ", "\u2581"), "Replace", (" ", "\u2581")),
    (Replace("a", "xyz"), "Replace", ("a", "xyz")),
    (FilterCategory(("Mn",)), "StripAccents", ()),
]


@given(st.lists(st.sampled_from(LIBRARY_STEPS), min_size=1, max_size=3), TEXTS)
def test_places_are_those_of_the_library(chosen: list[tuple[Step, str, tuple[Any, ...]]], text: str) -> None:
    tokenizers = partner("tokenizers")
    library = tokenizers.Tokenizer(tokenizers.models.WordLevel({"<unk>": 2}, unk_token="<unk>"))
    makers = [getattr(tokenizers.normalizers, name)(*arguments) for _, name, arguments in chosen]
    library.normalizer = tokenizers.normalizers.Sequence(makers)
    library.pre_tokenizer = tokenizers.pre_tokenizers.Split(tokenizers.Regex("(?m:.)"), "isolated")
    found = characters(text, *(step for step, _, _ in chosen))
    assert "".join(each for each, _, _ in found) == library.normalizer.normalize_str(text)
    assert [(start, stop) for _, start, stop in found] == library.encode(text).offsets


STEPS = st.lists(
    st.sampled_from(
        [
            *(step for step, _, _ in LIBRARY_STEPS),
            Prepend("\u2581"),
            ByteEncode(),
            Partition((Rule(WORDS),)),
            Partition((Rule(r"\s+", behavior=Behavior.remove), Rule(r"[.']", behavior=Behavior.isolate))),
            Partition((Rule("<s>", protected=True, trim="\u2581"), Rule(r"\s*\[M\]", protected=True), Rule(r"\d"))),
            Partition((Rule(r"</?s>", protected=True), Rule("\u2581\u2581", protected=True))),
        ]
    ),
    max_size=5,
)


@given(STEPS, TEXTS)
def test_ids_with_and_without_places_are_the_same(steps: list[Step], text: str) -> None:
    made = pipeline(*steps)
    pieces = made.pieces(text, Allowance(len(text)))
    assert [each for each, _, _ in pieces] == made.ids(text, Allowance(len(text)))
    assert all(0 <= start <= stop <= len(text) for _, start, stop in pieces)


@pytest.mark.parametrize(
    ("pattern", "word"),
    [
        (r"<\|im_start\|>", Word("<|im_start|>")),
        (r"\s*<mask>", Word("<mask>", left=True)),
        (r"(?<!\w)ab\ c(?!\w)\s*", Word("ab c", right=True, alone_left=True, alone_right=True)),
        (r"\bab\b", Word("ab", alone_left=True, alone_right=True)),
        ("\\\n\\\n", Word("\n\n")),
        (r"\n\t", Word("\n\t")),
        (r"\b<ab>", None),
        (r"a+", None),
        (r"\d", None),
        (r"\s*", None),
        ("", None),
        ("a|b", None),
    ],
)
def test_patterns_that_mean_one_text(pattern: str, word: Word | None) -> None:
    assert word_of(pattern) == word


def test_rules_do_not_disturb_each_other() -> None:
    """Groups do not capture, flags end with their rule, and sets may hold brackets."""
    rules = (Rule("(?i)ab"), Rule("(c)(d)"), Rule(r"[()\]]"), Rule("(?P<name>e)f"), Rule("{x}"))
    assert fragments("ABcdCD(]ef{x}", Partition(rules)) == ["AB", "cd", "CD", "(", "]", "ef", "{x}"]


def test_folding_is_one_character_to_one() -> None:
    assert fragments("xßſy", Partition((Rule("(?i:ss)"), Rule("(?i:s)")))) == ["xß", "ſ", "y"]


@pytest.mark.parametrize(
    ("pattern", "error"),
    [
        ("(", InvalidError),
        (")|(", InvalidError),
        (r"a\K", UnsupportedError),
        ("a" * 10_000, LimitError),
        ("(" * 40 + "a" + ")" * 40, LimitError),
        ("a{100000}", LimitError),
        ("(((a{1000}){1000}){1000}){1000}", LimitError),
        ("a" * 1001, LimitError),
        ("(?:a{2,}b){400}", LimitError),
        ("a{99999999999999999999}", LimitError),
        (r"(a)\1", UnsupportedError),
        (r"(?P<n>a)(?P=n)", UnsupportedError),
        (r"(?R)", UnsupportedError),
        (r"(?r)a", UnsupportedError),
        (r"(?e)a", UnsupportedError),
        (r"(*FAIL)", UnsupportedError),
        (r"\L<words>", UnsupportedError),
        (r"[z-a]", InvalidError),
    ],
)
@pytest.mark.parametrize("protected", [True, False])
def test_patterns_that_are_refused(pattern: str, error: type[FormatError], protected: bool) -> None:
    rule = Rule(f"{pattern}|b?" if protected and pattern[0] == "a" else pattern, protected=protected)
    with pytest.raises(error) as raised:
        pipeline(Partition((Rule("ok"), rule)))
    assert raised.value.path == "proc.manifest.steps[0].operands.rules[1]"


@pytest.mark.sample(each=3)
@pytest.mark.parametrize("pattern", ["(a+)+b", "(aa|a)+b", "(?:a?){30}a{30}b"])
@pytest.mark.parametrize("protected", [True, False])
def test_catastrophic_patterns_end_in_time(pattern: str, protected: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nacformats.limits.MAX_TOKENIZER_SECONDS", 0.2)
    made = pipeline(Partition((Rule(pattern, protected=protected),)))
    start = time.process_time()
    with pytest.raises(LimitError, match="needs more than"):
        made.ids("a" * 5000, Allowance(5000))
    assert time.process_time() - start < 2


@pytest.mark.parametrize(
    "steps",
    [
        [Replace("a", "b" * 60_000)],
        [Replace("a", "aa")] * 30,
        [Partition((Rule("a"),)), Prepend("b" * 60_000)],
        [UnicodeNorm("NFKD"), *[Replace("\u0644", "\ufdfa" * 3), UnicodeNorm("NFKD")] * 9],
    ],
)
def test_text_that_grows_is_refused(steps: list[Step]) -> None:
    made = pipeline(*steps)
    text = "a\ufdfa" * 1000
    for run in (made.ids, made.pieces):
        with pytest.raises(LimitError, match="too long"):
            run(text, Allowance(len(text)))


def test_combining_characters_are_ordered_in_linear_time() -> None:
    text = "a" + "\u0300\u0327" * 50_000
    start = time.process_time()
    found = fragments(text, UnicodeNorm("NFC"))
    assert time.process_time() - start < 2
    assert found == ["à" + "\u0327" * 50_000 + "\u0300" * 49_999]


@pytest.mark.parametrize(
    "steps", [(), (BpeEncode(), Lowercase()), (Compose((None,)), BpeEncode()), (BpeEncode(), BpeEncode())]
)
def test_steps_in_an_order_that_makes_no_sense(steps: tuple[Step, ...]) -> None:
    with pytest.raises(InvalidError):
        Pipeline(Manifest(steps), VOCABULARY, lambda _: Characters())


def test_a_great_number_of_protected_texts_is_quick() -> None:
    names = [f"<unused{number}>" for number in range(6000)] + ["\n" * count for count in range(31, 1, -1)]
    start = time.process_time()
    made = pipeline(Partition(tuple(Rule(name, protected=True) for name in names)))
    text = "Some words, and a line.\n" * 20_000 + "<unused5999>" + "\n" * 100_000
    ids = made.ids(text, Allowance(len(text)))
    assert time.process_time() - start < 3
    assert len(ids) == 24 * 20_000 + 1 + 100_000 // 31 + 1
