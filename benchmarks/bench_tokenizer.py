"""Encoding English text with a byte-level BPE of 50,000 tokens beside the library tokenizers in one thread; loading.

The vocabulary is trained here, on the sources of the standard library; the text is its docstrings. Needs the library
tokenizers.
"""

from __future__ import annotations

import ast
import os
import statistics
import sysconfig
import tempfile
import time
from collections.abc import Iterator
from itertools import product
from pathlib import Path

from benchmarks._common import SAMPLES, Comparison, compare, in_fresh_process
from nacformats.formats.tisa.manifest import Manifest
from nacformats.formats.tisa.steps import BpeEncode, ByteEncode, Partition, Rule
from nacformats.tokenizer.resources.compiled import build_resources
from nacformats.tokenizer.resources.reading import merges_of_tokenizer_json, vocabulary_of_tokenizer_json
from nacformats.tokenizer.tokenizer import Tokenizer

TOKENS = 50_000
#: Characters of the text, and of the part that each sample encodes for the first time.
TEXT_LENGTH = 1_400_000
PART = TEXT_LENGTH // SAMPLES
#: The vocabulary that is loaded: about as large as that of Llama 3, and with as many merges.
LOADED_TOKENS, LOADED_MERGES = 128_000, 280_000
#: Seconds that loading may take.
ALLOWED = 0.3
#: GPT-2's way to cut text.
WORDS = r"'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"

_LOADING = """
import time
from pathlib import Path
import nacformats.tokenizer.tokenizer
from nacformats.formats.tisa.manifest import BpeEncode, ByteEncode, Manifest, Partition
resources = {{path.name: path.read_bytes() for path in Path({folder!r}).iterdir()}}
start = time.process_time()
manifest = Manifest((Partition(), ByteEncode(), BpeEncode()))
tokenizer = nacformats.tokenizer.tokenizer.Tokenizer(manifest, resources)
loaded = time.process_time()
tokenizer.encode("aleph")
print(loaded - start, time.process_time() - start)
"""


def run() -> Iterator[Comparison]:
    """Encoding text for the first time and again, and loading a large vocabulary."""
    os.environ.update(TOKENIZERS_PARALLELISM="false", RAYON_NUM_THREADS="1")
    library = trained()
    described = library.to_str().encode()
    resources = build_resources(vocabulary_of_tokenizer_json(described), merges_of_tokenizer_json(described))
    tokenizer = Tokenizer(Manifest((Partition((Rule(WORDS),)), ByteEncode(), BpeEncode())), resources)
    text = "\n".join(docstrings())[:TEXT_LENGTH]
    what = f"encode English, BPE of {tokenizer.vocab_size:,} tokens"
    yield first_time(f"{what}, new text", tokenizer, library, text)
    part = text[:PART]
    contenders = {"nacformats": lambda: tokenizer.encode(part).ids, "tokenizers": lambda: library.encode(part).ids}
    if contenders["nacformats"]() != contenders["tokenizers"]():
        raise AssertionError("the ids differ")
    yield compare(f"{what}, again", contenders, baseline="tokenizers", goal=0.2)
    yield from loading()


def first_time(title: str, tokenizer: Tokenizer, library: object, text: str) -> Comparison:
    """Each part of the text is encoded once."""
    taken: dict[str, list[float]] = {"nacformats": [], "tokenizers": []}
    for start in range(0, TEXT_LENGTH, PART):
        part = text[start : start + PART]
        for name, encode in (("nacformats", tokenizer.encode), ("tokenizers", library.encode)):  # type: ignore[attr-defined]
            began = time.perf_counter()
            encode(part).ids  # noqa: B018  reading the ids is part of it
            taken[name].append(time.perf_counter() - began)
    return Comparison(title, {name: statistics.median(times) for name, times in taken.items()}, "tokenizers", 0.2)


def loading() -> Iterator[Comparison]:
    """A tokenizer from its resources, and its first text, in processes of their own: the time of the processor, since
    one thread does it all and other programs may run.
    """
    with tempfile.TemporaryDirectory() as folder:
        for name, data in large().items():
            Path(folder, name).write_bytes(data)
        seconds = [in_fresh_process(_LOADING.format(folder=folder)) for _ in range(SAMPLES)]
    for what, values in zip(("load", "load, and encode a word"), zip(*seconds, strict=True), strict=True):
        values_of = {"nacformats": statistics.median(values), "allowed": ALLOWED}
        yield Comparison(f"{what}: {LOADED_TOKENS:,} tokens, {LOADED_MERGES:,} merges", values_of, "allowed", goal=1)


def trained() -> object:
    """A byte-level BPE tokenizer, trained on the sources of the standard library."""
    from tokenizers import Regex, Tokenizer, models, pre_tokenizers, trainers

    library = Tokenizer(models.BPE())
    library.pre_tokenizer = pre_tokenizers.Sequence(
        [
            pre_tokenizers.Split(Regex(WORDS), "isolated"),
            pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False),
        ]
    )
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    trainer = trainers.BpeTrainer(vocab_size=TOKENS, initial_alphabet=alphabet, show_progress=False)
    library.train_from_iterator((path.read_text("utf-8", "replace") for path in sources()), trainer)
    return library


def sources() -> list[Path]:
    """The modules of the standard library that are not installed on top of it."""
    root = Path(sysconfig.get_paths()["stdlib"])
    return sorted(path for path in root.rglob("*.py") if "site-packages" not in path.parts)


def docstrings() -> Iterator[str]:
    """English text: the docstrings of the standard library."""
    for path in sources():
        try:
            tree = ast.parse(path.read_text("utf-8"))
        except (SyntaxError, ValueError):
            continue  # files that its own tests expect to be wrong
        for node in ast.walk(tree):
            if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
                yield ast.get_docstring(node) or ""


def large() -> dict[str, bytes]:
    """Resources of the size that is loaded: words of syllables, and merges that give them."""
    from nacformats.tokenizer.vocabulary import Vocabulary

    syllables = ["".join(pair) for pair in product("bcdfghklmnprstvwz", "aeiou")]
    words = ["".join(parts) for length in (1, 2, 3) for parts in product(syllables, repeat=length)]
    tokens = list(dict.fromkeys([*(chr(mark) for mark in range(33, 127)), *words]))[:LOADED_TOKENS]
    halves = [(word[:cut], word[cut:]) for word in tokens for cut in range(1, len(word))]
    known = set(tokens)
    pairs = [pair for pair in halves if known.issuperset(pair)][:LOADED_MERGES]
    pairs += [(left, right) for left, right in product(tokens[:600], repeat=2)][: LOADED_MERGES - len(pairs)]
    return build_resources(Vocabulary({token: at for at, token in enumerate(tokens)}), pairs)
