"""Damaged tokenizer.json are compiled and used: python -m tests.tokenizer.json_campaign [--count N] [--seed N].

Each one is made from a seed: a trained tokenizer of some kind, in which values are replaced, retyped, resized, moved,
repeated and nested, components are exchanged for others of any kind, and bytes are changed. For every one of them:

- only a FormatError leaves compiling, encoding and decoding;
- it takes at most 4 s of the processor, and the process never more than 512 MB beyond what it had.
"""

from __future__ import annotations

import json
import random
import re
import sys
import time
import warnings
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import nacformats
from nacformats import FormatError
from tests.campaign.mutations import mutated
from tests.tallies import Tally, main_of
from tests.tokenizer import trained

MAX_SECONDS, MAX_GROWTH = 4.0, 512 * 1024**2
TEXTS = ("", "The quick brown fox, don't you? <pad> é 漢字 👩\u200d👧 \u2581", "a" * 3000, "ab " * 300)
#: Tokens that a seed keeps at most, so that damage meets something else than the vocabulary.
MOST_TOKENS = 300

NUMBERS = [0, 1, -1, 2, 255, 256, 2**16, 2**31 - 1, 2**31, 2**32, 2**63, 2**64, 10**30, 10**400, 0.5, -1e308, 1e-320]
WORDS = ["", " ", "a", "ab", "\0", "é", "\u2581", "\ud800", "\U0010ffff", "x" * 5000, "##", "</w>", "<unk>", "$A"]
EXPRESSIONS = [
    "(a+)+b", "(" * 40, "(?:" * 20 + "a|b" + ")+" * 20, "[", r"\x{zz}", r"\x{110000}", r"\p{Nope}", r"\1", "(?R)",
    "a{1000}{1000}", "(?i:[^a])", r"\p{L}+|[^\p{L}]", r"(?<n>a)\k<n>", "(?:a?){30}a{30}", r"\G", "", "^", "(?=a)", "x*",
]  # fmt: skip
OTHERS = [None, True, False, [], {}, [[]], {"a": 0}, [["a", -1.0]], ["a", "b"], "true", "1.0"]


def _sequence(key: str) -> dict[str, Any]:
    return {"type": "Sequence", key: []}


#: Every component that the library knows, with keys that it may have.
COMPONENTS: list[dict[str, Any]] = [
    {"type": kind}
    for kind in ("NFC", "NFD", "NFKC", "NFKD", "Lowercase", "Nmt", "StripAccents", "Whitespace", "WhitespaceSplit",
                 "BertPreTokenizer", "UnicodeScripts", "Fuse", "ByteFallback", "Nothing", "ByteLevel")
]  # fmt: skip
COMPONENTS += [
    {"type": "BertNormalizer", "clean_text": True, "handle_chinese_chars": True, "lowercase": True},
    {"type": "Strip", "strip_left": True, "strip_right": True, "content": " ", "start": 1, "stop": 0},
    {"type": "Replace", "pattern": {"String": "a"}, "content": "aaaa"},
    {"type": "Replace", "pattern": {"Regex": r"\s+"}, "content": " "},
    {"type": "Prepend", "prepend": "\u2581"},
    {"type": "Precompiled", "precompiled_charsmap": "AAAA"},
    {"type": "ByteLevel", "add_prefix_space": True, "trim_offsets": True, "use_regex": True},
    {"type": "Metaspace", "replacement": "\u2581", "prepend_scheme": "first", "split": True},
    {"type": "Metaspace", "replacement": "\u2581", "add_prefix_space": False},
    {"type": "Split", "pattern": {"Regex": "a|b"}, "behavior": "Removed", "invert": True},
    {"type": "Split", "pattern": {"String": " "}, "behavior": "MergedWithNext", "invert": False},
    {"type": "Punctuation", "behavior": "Contiguous"},
    {"type": "Digits", "individual_digits": True},
    {"type": "CharDelimiterSplit", "delimiter": "o"},
    {"type": "FixedLength", "length": 3},
    {"type": "BertProcessing", "sep": ["a", 1], "cls": ["b", 2]},
    {"type": "RobertaProcessing", "sep": ["a", 1], "cls": ["b", 2], "trim_offsets": True, "add_prefix_space": True},
    {"type": "TemplateProcessing", "single": [{"Sequence": {"id": "A"}}] * 3, "pair": [], "special_tokens": {}},
    {"type": "WordPiece", "prefix": "##", "cleanup": True},
    {"type": "BPEDecoder", "suffix": "</w>"},
    {"type": "CTC", "pad_token": "<pad>", "word_delimiter_token": "|", "cleanup": True},
    *map(_sequence, ("normalizers", "pretokenizers", "decoders", "processors")),
]  # fmt: skip
FLAGS = ("single_word", "lstrip", "rstrip", "normalized", "special")
SLOTS = ("normalizer", "pre_tokenizer", "post_processor", "decoder")


class Files:
    """Damaged files by their seeds."""

    def __init__(self, kinds: tuple[str, ...] | None = None) -> None:
        makers = trained.KINDS | trained.OTHERS
        self._known = [_smaller(json.loads(makers[kind]().to_str())) for kind in kinds or makers]

    def of(self, seed: int) -> bytes:
        """The bytes of a file."""
        draw = random.Random(seed)
        value = json.loads(json.dumps(draw.choice(self._known)))
        for _ in range(draw.choice([1, 1, 1, 2, 3, 8])):
            _damage(value, draw)
        data = json.dumps(value, ensure_ascii=draw.random() < 0.5).encode("utf-8", "surrogatepass")
        return mutated(draw, data) if draw.random() < 0.15 else data


def _smaller(settings: dict[str, Any]) -> dict[str, Any]:
    """A tokenizer with few of its tokens, and the merges that these have."""
    model = settings["model"]
    if isinstance(model["vocab"], list):
        model["vocab"] = model["vocab"][:MOST_TOKENS]
        return settings
    model["vocab"] = {token: number for token, number in model["vocab"].items() if number < MOST_TOKENS + 256}
    if "merges" in model:
        known = model["vocab"]
        model["merges"] = [pair for pair in model["merges"] if {*pair, "".join(pair)} <= known.keys()]
    return settings


def _damage(root: dict[str, Any], draw: random.Random) -> None:
    """Change something, wherever it is."""
    if draw.random() < 0.3:
        name = draw.choice(SLOTS)
        root[name] = _nested(draw)
        return
    if draw.random() < 0.15:
        root["added_tokens"] = [_added(draw) for _ in range(draw.choice([1, 2, 300]))]
        return
    holder: Any = root
    key: Any = draw.choice([*root])
    while isinstance(holder[key], dict | list) and holder[key] and draw.random() < 0.8:
        holder = holder[key]
        key = draw.choice([*holder]) if isinstance(holder, dict) else draw.randrange(len(holder))
    kind = draw.random()
    if kind < 0.15:
        del holder[key]
    elif kind < 0.3:
        holder[key] = deepcopy(_like(holder[key], draw))
    elif kind < 0.4:
        holder[key] = [holder[key]] * draw.choice([1, 2, 50])
    elif kind < 0.45:
        for _ in range(draw.choice([3, 40, 200])):
            holder[key] = draw.choice([[holder[key]], {"type": "Sequence", "normalizers": [holder[key]]}])
    else:
        values = [*NUMBERS, *WORDS, *OTHERS, *COMPONENTS, *({"Regex": each} for each in EXPRESSIONS)]
        holder[key] = deepcopy(draw.choice(values))  # which is damaged in its turn


def _added(draw: random.Random) -> dict[str, Any]:
    return {"id": 7, "content": draw.choice(WORDS) + str(draw.random())} | {flag: draw.random() < 0.3 for flag in FLAGS}


def _like(value: Any, draw: random.Random) -> Any:
    """Another value of the same type."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int | float):
        return draw.choice(NUMBERS)
    return draw.choice(WORDS) if isinstance(value, str) else draw.choice(COMPONENTS)


def _nested(draw: random.Random) -> dict[str, Any]:
    """A component, or many of them in a sequence of any kind."""
    component = deepcopy(draw.choice(COMPONENTS))
    for key in [key for key in component if key in ("pattern", "content", "replacement", "prepend")]:
        if draw.random() < 0.3:
            component[key] = {"Regex": draw.choice(EXPRESSIONS)} if key == "pattern" else draw.choice(WORDS)
    if draw.random() < 0.5:
        return component
    key = draw.choice(("normalizers", "pretokenizers", "decoders", "processors"))
    return {"type": "Sequence", key: [component] * draw.choice([1, 2, 20, 100, 400])}


def check(files: Files, seed: int, tally: Tally) -> None:
    """Compile and use one file, and note what became of it."""
    data = files.of(seed)
    started, memory = time.process_time(), peak_memory()
    try:
        outcome = _outcome(data)
    except FormatError as error:
        outcome = f"{type(error).__name__}: {error.reason}"
    except Exception as error:  # noqa: BLE001  it is what this looks for
        outcome = f"broken: {type(error).__name__}: {error}"
    if time.process_time() - started > MAX_SECONDS:
        outcome = f"broken: takes {time.process_time() - started:.1f} s: {outcome}"
    if peak_memory() - memory > MAX_GROWTH:
        outcome = f"broken: takes memory: {outcome}"
    tally.outcomes[re.sub(r"\d+|'.*'|\".*\"|`.*`", "#", outcome)[:90]] += 1
    if outcome.startswith("broken"):
        tally.broken.append(f"--only {seed}: {outcome}")


def _outcome(data: bytes) -> str:
    try:
        source = data.decode()
    except UnicodeDecodeError:
        return "not UTF-8"
    if source.lstrip()[:1] != "{":
        return "no object"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        tokenizer = nacformats.tokenizer.compile_tokenizer(source)
    for text in TEXTS:
        found = tokenizer.encode(text)
        if not len(found.tokens) == len(found.ids) == len(found.offsets):
            return "broken: as many tokens and offsets as ids"
        tokenizer.decode(found.ids)
    return "used"


def peak_memory() -> int:
    """The most bytes that this process has ever taken; 0 where the system does not say."""
    if sys.platform == "win32":
        return 0
    import resource

    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024


def run(seeds: range, kinds: tuple[str, ...] | None = None) -> Iterator[Tally]:
    """The tally after each file."""
    tally, files = Tally(), Files(kinds)
    for seed in seeds:
        check(files, seed, tally)
        yield tally


if __name__ == "__main__":
    raise SystemExit(main_of("tests.tokenizer.json_campaign", __doc__, "files", run))
