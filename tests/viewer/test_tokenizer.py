"""The tokenizer of the page, run in Node.js: the ids and the places of Python, or a refusal that says why."""

from __future__ import annotations

import base64
import json
import random
import subprocess
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

import nacformats
from nacformats.errors import FormatError
from nacformats.formats.tisa import steps as tisa
from nacformats.formats.tisa.manifest import Manifest
from nacformats.schema.sources import ROOT
from nacformats.targets import viewer
from nacformats.tokenizer import Tokenizer, compile_tokenizer
from nacformats.tokenizer.resources.compiled import build_resources
from nacformats.tokenizer.vocabulary import TABLE, Vocabulary
from tests.effort import effort
from tests.partners import needs, reason
from tests.stamps import PACKAGE
from tests.tokenizer.texts import texts

_ESBUILD = ROOT / "node_modules" / "esbuild" / "bin" / "esbuild"
_ENTRY = """
export * from "{root}/viewer/src/tokenizer/index.ts";
export {{ Nac }} from "{root}/build/viewer/nacformats/nac.js";
"""
pytestmark = [needs("bundler"), pytest.mark.when_changed(*PACKAGE, "viewer/src/**/*")]


class Page:
    """The tokenizer of the page, in a process of its own."""

    def __init__(self, module: Path) -> None:
        command = ["node", str(Path(__file__).with_name("tokenizer.mjs")), str(module)]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8")

    def answers(self, case: Mapping[str, Any]) -> Any:
        """Return what the page says to a manifest, or a file, and texts."""
        assert self.process.stdin
        assert self.process.stdout
        print(json.dumps(case), file=self.process.stdin, flush=True)
        return json.loads(self.process.stdout.readline())

    def of(self, tokenizer: Tokenizer, given: Sequence[str]) -> Any:
        """Return the answers to texts, of the tokenizer's manifest and resources."""
        resources = {name: encoded(data) for name, data in tokenizer.resources.items()}
        return self.answers(
            {"manifest": encoded(tokenizer.manifest.to_bytes()), "resources": resources, "texts": given}
        )


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    viewer.write_machine()
    folder = tmp_path_factory.mktemp("page")
    entry, module = folder / "entry.mjs", folder / "module.mjs"
    entry.write_text(_ENTRY.format(root=ROOT.as_posix()), encoding="utf-8")
    command = [str(_ESBUILD), str(entry), "--bundle", "--format=esm", "--log-level=error", f"--outfile={module}"]
    subprocess.run(command, check=True)
    found = Page(module)
    yield found
    assert found.process.stdin
    found.process.stdin.close()
    assert found.process.wait() == 0


def encoded(data: Any) -> str:
    return base64.b64encode(bytes(data)).decode()


def expected(tokenizer: Tokenizer, text: str) -> list[dict[str, Any]]:
    """Return the tokens that Python finds, with places in UTF-16."""
    places = [0]
    for character in text:
        places.append(places[-1] + 1 + (character > "\uffff"))
    found = tokenizer.encode(text)
    rows = zip(found.ids, found.tokens, found.offsets, strict=True)
    return [{"id": each, "piece": piece, "start": places[a], "stop": places[b]} for each, piece, (a, b) in rows]


def check(page: Page, tokenizer: Tokenizer, given: Sequence[str]) -> None:
    answers = page.of(tokenizer, given)
    for text, answer in zip(given, answers, strict=True):
        assert answer == expected(tokenizer, text), repr(text)


#: Characters that this Python knows: a later version of Unicode may say more of the others.
KNOWN = [each for each in map(chr, range(0x110000)) if unicodedata.category(each) not in ("Cn", "Cs", "Co")]


def random_texts(seed: int, count: int) -> list[str]:
    """Return texts of any characters, most of them common ones, with lengths up to 60."""
    rng = random.Random(seed)
    common = "aB'st  \n\t\r1234<>[]|é\u0301ΣσİıſK\u1e9bǅ一二ﬁ가각🙂🇩🇪\u2581_-#Ġ"
    made = (
        "".join(rng.choice(common if rng.random() < 0.6 else KNOWN) for _ in range(rng.randrange(60)))
        for _ in range(count)
    )
    return ["", *made]


def tokenizers_of_files() -> dict[str, Tokenizer]:
    """Return the tokenizers of the files that come with the repository, by path."""
    found = {}
    for path in sorted([*(ROOT / "examples").rglob("*.nac"), *(ROOT / "tests" / "corpus").rglob("*.nac")]):
        try:
            file = nacformats.load(path)
            found[str(path.relative_to(ROOT))] = Tokenizer.of(file)
        except FormatError:
            continue
    return found


def test_tokenizers_of_files(page: Page) -> None:
    found = tokenizers_of_files()
    assert len(found) >= 4
    for tokenizer in found.values():
        check(page, tokenizer, [*texts(40, seed=3), *random_texts(4, 40)])


def test_a_file_is_asked_for_its_tokenizer(page: Page) -> None:
    story = ROOT / "examples" / "story" / "story.nac"
    answers = page.answers({"file": encoded(story.read_bytes()), "texts": ["Once upon a time"]})
    assert answers == [expected(Tokenizer.of(nacformats.load(story)), "Once upon a time")]
    mlp = (ROOT / "examples" / "mlp.nac").read_bytes()
    assert page.answers({"file": encoded(mlp), "texts": ["a"]}) is None


TOKENS = [
    "<unk>",
    "[UNK]",
    "[CLS]",
    "[SEP]",
    "a",
    "b",
    "##a",
    "##b",
    "ab",
    "##ab",
    "s",
    "t",
    "e",
    "é",
    "一",
    "\u2581",
    "\u2581a",
]
TOKENS += ["1", "2", "12", " ", "<x>", "st", "te", "ss", "aB", "B", "\u0301", "σ", "i", "🙂", "\n"]
BYTES = [f"<0x{byte:02X}>" for byte in range(256)]
PARTITION = tisa.Partition(
    (
        tisa.Rule(r"\s*<x>", protected=True, trim="a"),
        tisa.Rule(r"(?<!\w)te\b", protected=True, behavior=tisa.Behavior.isolate),
        tisa.Rule(r"\[(?:CLS|UNK)\]|\s<", protected=True),
        tisa.Rule(r"\s+", behavior=tisa.Behavior.remove),
        tisa.Rule(r"\p{P}|\p{N}{1,3}", behavior=tisa.Behavior.isolate),
    )
)


def tokenizer_of(
    *steps: tisa.Step, tokens: Sequence[str] = TOKENS, merges: Any = None, scored: bool = False
) -> Tokenizer:
    scores = {token: -1.1 * len(token) - at / 7 for at, token in enumerate(tokens)} if scored else None
    vocabulary = Vocabulary({token: 3 * at for at, token in enumerate(tokens)}, scores)
    return Tokenizer(Manifest(steps), build_resources(vocabulary, merges))


MERGES = [("a", "b"), ("s", "t"), ("s", "s"), ("t", "e"), ("\u2581", "a"), ("1", "2"), ("a", "b")]
MODELS = {
    "WordPiece": ((tisa.WordPieceEncode("##"),), {}),
    "BPE": ((tisa.BpeEncode(),), {"merges": MERGES}),
    "BPE of bytes": ((tisa.BpeEncode(),), {"merges": MERGES, "tokens": TOKENS + BYTES}),
    "BPE with a suffix": ((tisa.BpeEncode("e"),), {"merges": MERGES}),
    "byte-level BPE": (
        (tisa.ByteEncode(), tisa.BpeEncode()),
        {"merges": [], "tokens": [chr(code) for code in TABLE.values()]},
    ),
    "Unigram": ((tisa.UnigramEncode(),), {"scored": True}),
    "Unigram without scores": ((tisa.UnigramEncode(),), {"tokens": TOKENS + BYTES}),
    "Unigram without unknown": ((tisa.UnigramEncode(), tisa.Compose((5, None, "a", None))), {"tokens": TOKENS[2:]}),
}
STEPS: dict[str, tuple[tisa.Step, ...]] = {
    "nothing": (),
    "partition": (PARTITION,),
    "lower case": (tisa.Lowercase(), PARTITION),
    "BERT": (tisa.UnicodeNorm("NFD"), tisa.FilterCategory(("Mn", "Cc", "M")), PARTITION, tisa.Lowercase()),
    "SentencePiece": (
        tisa.UnicodeNorm("NFKC"),
        tisa.Prepend("\u2581"),
        tisa.Replace(" ", "\u2581"),
        tisa.Replace("aa", ""),
    ),
    "composed": (tisa.UnicodeNorm("NFC"), tisa.Replace("s", "st🙂"), PARTITION, tisa.Partition((tisa.Rule(r"\d"),))),
}


@pytest.mark.sample(each=3)
@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("steps", STEPS)
def test_steps_and_models(page: Page, steps: str, model: str) -> None:
    last, options = MODELS[model]
    check(page, tokenizer_of(*STEPS[steps], *last, **options), random_texts(len(steps) + len(model), 60))


@pytest.mark.parametrize("model", ["BPE", "Unigram"])
def test_long_texts(page: Page, model: str) -> None:
    last, options = MODELS[model]
    rng = random.Random(1)
    check(page, tokenizer_of(*last, **options), ["".join(rng.choices("abst12e\u2581", k=20_000))])


#: Of public tokenizers, and for each thing that a pattern can say.
PATTERNS = [
    r"'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+",
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)",
    r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?i:'s|'t)?|\p{N}{1,3}|\s+",
    r"'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}++|\p{N}{1,3}+| ?[^\s\p{L}\p{N}]++[\r\n]*+|\s++$|\s*[\r\n]|\s",
    r"[一-龥\u3040-ゟ゠-ヿ]+|[!\"#$%&'()*+,\-./:;<=>?@\[\\\]^_`{|}~][A-Za-z]+",
    *(
        r"\w+",
        r"\W",
        r"\d+",
        r"\D+",
        r"\s",
        r"\S+",
        r".",
        r"(?s:.)",
        r"\b\w",
        r"\B.",
        r"^.",
        r".$",
        r"(?m:^.|.$)",
        r"\A.|.\Z",
    ),
    *(r"\p{Han}|\p{Greek}|\p{Hangul}", r"\P{L}+", r"\p{^L}", r"\pL", r"[\p{Mn}\p{Sc}]+"),
    *(
        r"\p{P}",
        r"\p{S}",
        r"\p{Z}",
        r"\p{C}",
        r"\p{Cn}",
        r"\p{Lu}",
        r"\p{Letter}",
        r"\p{Latin}",
        r"\p{Cyrillic}|\p{Arabic}",
    ),
    *(
        r"x*",
        r"\b|\w+",
        r"a??",
        r"a{2}|s{2,}|t{,3}B",
        r"(?:st|e)+?",
        r"(?:a|aB)+s",
        r"(?>a|aB)s",
        r"(?>\w*)B",
        r"(?:ab){0,2}",
    ),
    *(
        r"(?<=a)B|(?<!a)s",
        r"(?<=a\s*)B",
        r"a(?=B|s)|t(?!\w)",
        r"[]a]",
        r"[^]a]+",
        r"[a\-z]",
        r"[-a]",
        r"[\x41-\u005a]",
        r"\U0001F642",
    ),
    *(
        r"(?i)sk|i",
        r"a(?i)b|S",
        r"(?:(?i)a)B",
        r"(?i:[a-k])+",
        r"(?i:[^s])+",
        r"(?-i:a)",
        r"(?i:\p{L})",
        r"(?i:[\p{L}\s])+",
    ),
    *(
        r"(?P<name>a)|(s)",
        r"(?#said)a",
        r"[\d\-z]|[\s.]",
        r"\t|\n|\r|\f|\v",
        r"\<|\>|\#|\'",
        r"(?!)",
        r"(?i:[1-9])",
        "a}|]",
    ),
]


def cut(*patterns: str) -> Tokenizer:
    """Return a tokenizer whose tokens are the fragments: the one token that it has stands for everything."""
    rules = tuple(tisa.Rule(pattern) for pattern in patterns)
    return tokenizer_of(tisa.Partition(rules), tisa.WordPieceEncode("##"), tokens=["[UNK]"])


@pytest.mark.sample(each=3)
@pytest.mark.parametrize("pattern", PATTERNS)
def test_regular_expressions(page: Page, pattern: str) -> None:
    check(page, cut(pattern), random_texts(len(pattern), 60))
    check(page, cut(pattern, "[aB]+"), random_texts(len(pattern) + 1, 20))


CLASSES = [
    r"\w",
    r"\s",
    r"\d",
    r"\p{L}",
    r"\p{M}",
    r"\p{N}",
    r"\p{P}",
    r"\p{S}",
    r"\p{Zs}",
    r"\p{Han}",
    r"\p{Lt}",
    r"(?i:[a-z])",
    r"\p{Cf}",
]


@pytest.mark.nightly
@pytest.mark.parametrize("pattern", CLASSES)
def test_every_character(page: Page, pattern: str) -> None:
    tokenizer = cut(pattern)
    for start in range(0, len(KNOWN), 20_000):
        check(page, tokenizer, ["".join(KNOWN[start : start + 20_000])])


@pytest.mark.nightly
@pytest.mark.parametrize("step", [tisa.Lowercase(), *map(tisa.UnicodeNorm, ("NFC", "NFD", "NFKC", "NFKD"))])
def test_every_character_changed(page: Page, step: tisa.Step) -> None:
    tokens = [chr(code) for code in TABLE.values()]
    tokenizer = tokenizer_of(step, tisa.ByteEncode(), tisa.BpeEncode(), tokens=tokens, merges=[])
    for start in range(0, len(KNOWN), 10_000):
        check(page, tokenizer, ["a".join(KNOWN[start : start + 10_000])])


def trained() -> list[Any]:
    """Return the names of the tokenizers that are trained with a library, where it is installed."""
    if reason("tokenizers"):
        return [pytest.param("", marks=needs("tokenizers"))]
    from tests.tokenizer.trained import KINDS, OTHERS

    return [*KINDS, *OTHERS]


@pytest.mark.nightly
@pytest.mark.parametrize("name", trained())
def test_trained_tokenizers(page: Page, name: str) -> None:
    from tests.tokenizer.trained import KINDS, OTHERS

    tokenizer = compile_tokenizer((KINDS | OTHERS)[name]().to_str())
    check(page, tokenizer, [*texts(100, seed=11), *random_texts(12, 50)])


REFUSED = {
    r"\X": r"\\X",
    r"[a[b]]": "inside of a set",
    r"[a--b]": "- in a set",
    r"[--b]": "--",
    r"(?i:é)": "é",
    r"(?i:[é-í])": "é-í",
    r"(?i:\p{Lu})": "Lu",
    r"\p{Emoji}": "Emoji",
    r"(?:a?)*": "*",
    r"(?<=a++)b": "++",
    r"a**": "repeated",
    r"(a": "does not end",
    r"a)": "not begun",
    r"\1": "1",
}


@pytest.mark.parametrize("pattern", REFUSED)
def test_what_is_not_the_same_is_refused(page: Page, pattern: str) -> None:
    manifest = Manifest((tisa.Partition((tisa.Rule(pattern),)), tisa.WordPieceEncode("##"))).to_bytes()
    resources = {name: encoded(data) for name, data in build_resources(Vocabulary({"[UNK]": 0})).items()}
    answer = page.answers({"manifest": encoded(manifest), "resources": resources, "texts": ["a"]})
    assert REFUSED[pattern] in answer["refused"]
    assert "steps[0].operands.rules[0]" in answer["refused"]


@pytest.mark.parametrize(
    ("pattern", "text"), [(r"(?:a|a)+b", "a" * 60), (r"(?:ab)+c", "ab" * 9000), (r"a?" * 40 + "a" * 40, "a" * 40)]
)
def test_bounded_work(page: Page, pattern: str, text: str) -> None:
    manifest = Manifest((tisa.Partition((tisa.Rule(pattern),)), tisa.WordPieceEncode("##"))).to_bytes()
    resources = {name: encoded(data) for name, data in build_resources(Vocabulary({"[UNK]": 0})).items()}
    (answer,) = page.answers({"manifest": encoded(manifest), "resources": resources, "texts": [text]})
    assert "too long" in answer["refused"] or "too much memory" in answer["refused"]


#: Manifests of little size and much work, the text, and what the page says of it.
_GREEDY = {
    "grown, then changed": ((tisa.Replace("a", "b" * 16), *[tisa.Lowercase()] * 900), "a" * 60_000, "too long"),
    "grown, then normalized": (
        (tisa.Replace("a", "é" * 16), *[tisa.UnicodeNorm("NFKD")] * 900),
        "a" * 60_000,
        "too long",
    ),
    "marks out of order": ((tisa.Replace("a", "\u0301\u0323" * 9000), tisa.UnicodeNorm("NFD")), "a" * 50, "too long"),
    "nearly found": ((tisa.Replace("a" * 30_000 + "b", "c"),), "a" * 60_000, "too long"),
    "one rule often": ((tisa.Partition((tisa.Rule("(?<!\\w)aa", protected=True),) * 9000),), "a" * 60_000, "too long"),
    "many times": ((tisa.Partition((tisa.Rule("a"),)),), "a " * 30_000, "too long"),
}


_SLOW = {name: [pytest.mark.nightly] for name in ("grown, then changed", "grown, then normalized", "one rule often")}


@pytest.mark.parametrize("name", [pytest.param(name, marks=_SLOW.get(name, ())) for name in _GREEDY])
def test_bounded_steps(page: Page, name: str) -> None:
    steps, text, said = _GREEDY[name]
    template = tisa.Compose((None,) * 255)
    manifest = Manifest((*steps, tisa.WordPieceEncode("##"), template)).to_bytes()
    resources = {each: encoded(data) for each, data in build_resources(Vocabulary({"[UNK]": 0})).items()}
    (answer,) = page.answers({"manifest": encoded(manifest), "resources": resources, "texts": [text]})
    assert said in answer["refused"]


def test_what_repeats_nothing_has_no_width(page: Page) -> None:
    check(page, cut(r"(?<=(?:a*){0}b)c"), ["bc", "abc c"])


def test_bounded_texts(page: Page) -> None:
    tokenizer = tokenizer_of(tisa.Replace("a", "b" * 1000), tisa.WordPieceEncode("##"))
    answers = page.of(tokenizer, ["a" * 60_000, "a" * 70_000, "\ud800"])
    assert [
        "too long" in answers[0]["refused"],
        "longer than" in answers[1]["refused"],
        "surrogate" in answers[2]["refused"],
    ]


def test_damaged_manifests_and_resources(page: Page) -> None:
    rng = random.Random(5)
    seed = tokenizer_of(*STEPS["BERT"], *MODELS["BPE"][0], merges=MERGES)
    for _ in range(effort(50, 150)):
        manifest, resources = bytearray(seed.manifest.to_bytes()), {k: bytearray(v) for k, v in seed.resources.items()}
        for _ in range(rng.randrange(1, 3)):
            data = rng.choice([manifest, *resources.values()])
            data[rng.randrange(len(data))] = rng.choice([0, 1, 255, rng.randrange(256)])
        given = {
            "manifest": encoded(manifest),
            "resources": {k: encoded(v) for k, v in resources.items()},
            "texts": ["a <x> teé1"],
        }
        answer = page.answers(given)
        try:
            tokens = expected(
                Tokenizer.from_bytes(bytes(manifest), {k: bytes(v) for k, v in resources.items()}), given["texts"][0]
            )
        except FormatError:
            assert "refused" in answer or "refused" in answer[0]
            continue
        assert "refused" in answer or answer == [tokens]


def test_an_external_tokenizer_is_named(page: Page) -> None:
    path = ROOT / "tests" / "corpus" / "nac" / "tok_external" / "model.nac"
    assert "vocab.b" in page.answers({"file": encoded(path.read_bytes()), "texts": ["a"]})["refused"]
