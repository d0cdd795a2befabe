"""Damaged and random tokenizers are used: python -m tests.tokenizer.campaign [--count N] [--seed N].

Each tokenizer is made from a seed: the manifest of a file of the corpus, or one drawn from schemas/tisa.ksy, damaged in
one field, blindly, or by joining two; or the resources of a file damaged in the same ways. For every one of them:

- only a FormatError leaves reading, encoding and decoding;
- a manifest that is read is written back byte for byte;
- offsets are places in the text;
- it takes at most 2 s, and the process no more than 256 MB beyond what it had.
"""

from __future__ import annotations

import random
import re
import time
from collections.abc import Iterator

import nacformats
from nacformats import FormatError, NacFile
from nacformats.fuzz import Maker
from nacformats.runtime.budget import own_memory
from nacformats.tokenizer import BpeEncode, Manifest, Tokenizer
from tests.campaign.mutations import mutated, spliced
from tests.conftest import CORPUS
from tests.effort import some
from tests.tallies import Tally, main_of

Resources = dict[str, bytes]

MAX_SECONDS, MAX_GROWTH = 2.0, 256 * 1024**2
TEXTS = (
    "",
    "hello <pad> world </s>",
    "The quick  brown\tfox\n",
    "é e\u0301 漢字 👩\u200d👧 \u2581",
    "a" * 300,
    "\0\ud7ff<|endoftext|>",
)
#: The schemas of resources, by which they are damaged, and their names.
NAMES = {"vocab": "vocab.b", "vidx": "vidx.b", "merges": "merges.b"}


class Tokenizers:
    """Tokenizers by their seeds."""

    def __init__(self) -> None:
        self._known = list(_corpus())
        self._manifests = Maker("tisa", max_size=200)
        self._resources = {name: Maker(name, max_size=400) for name in NAMES}

    def of(self, seed: int) -> tuple[bytes, Resources]:
        """The manifest and the resources of a tokenizer."""
        draw = random.Random(seed)
        manifest, resources = draw.choice(self._known)
        kind = draw.random()
        if kind < 0.2:
            return manifest, self._damaged(resources, draw)
        if kind < 0.5:
            return mutated(draw, manifest), resources
        if kind < 0.65:
            return spliced(draw, manifest, draw.choice(self._known)[0]), resources
        if kind < 0.85:
            return self._manifests.near(draw).data, resources
        return self._manifests.sample(draw).data, resources

    def _damaged(self, resources: Resources, draw: random.Random) -> Resources:
        schema, name = draw.choice([*NAMES.items()])
        found = dict(resources)
        if name in found and draw.random() < 0.6:
            found[name] = mutated(draw, found[name])
        elif draw.random() < 0.8:
            found[name] = self._resources[schema].near(draw).data
        else:
            found.pop(name, None)
        return found


def _corpus() -> Iterator[tuple[bytes, Resources]]:
    for path in some(sorted(CORPUS.glob("nac/tok_*/model.nac"))):
        with nacformats.load(path, format="nac") as nac:
            assert isinstance(nac, NacFile)
            resources = {each.name: bytes(each.data) for each in nac.resources}
            if resources and nac.sections.proc:
                yield bytes(nac.sections.proc), resources
                steps = Manifest.parse(nac.sections.proc).steps
                ended = tuple(BpeEncode("o") if step == BpeEncode() else step for step in steps)
                if ended != steps:  # a manifest of v1.8, with a suffix that some tokens end with
                    yield Manifest(ended).to_bytes(), resources


def check(tokenizers: Tokenizers, seed: int, tally: Tally) -> None:
    """Use one tokenizer, and note what became of it."""
    manifest, resources = tokenizers.of(seed)
    started, memory = time.process_time(), own_memory()
    try:
        outcome = _outcome(manifest, resources)
    except FormatError as error:
        outcome = f"{type(error).__name__}: {error.reason}"
    except Exception as error:  # noqa: BLE001  it is what this looks for
        outcome = f"broken: {type(error).__name__}: {error}"
    if time.process_time() - started > MAX_SECONDS:
        outcome = f"broken: takes {time.process_time() - started:.1f} s: {outcome}"
    if memory is not None and (own_memory() or 0) - memory > MAX_GROWTH:
        outcome = f"broken: takes memory: {outcome}"
    tally.outcomes[re.sub(r"\d+|'.*'|\".*\"|`.*`", "#", outcome)[:90]] += 1
    if outcome.startswith("broken"):
        tally.broken.append(f"--only {seed}: {outcome}")


def _outcome(manifest: bytes, resources: Resources) -> str:
    if Manifest.parse(manifest).to_bytes() != manifest:
        return "broken: the manifest is not written back"
    tokenizer = Tokenizer.from_bytes(manifest, resources)
    for text in TEXTS:
        found = tokenizer.encode(text)
        if any(not 0 <= start <= stop <= len(text) for start, stop in found.offsets):
            return f"broken: offsets {found.offsets} of {len(text)} characters"
        if not len(found.tokens) == len(found.ids) == len(found.offsets):
            return "broken: as many tokens and offsets as ids"
        tokenizer.decode(found.ids)
    return "used"


def run(seeds: range) -> Iterator[Tally]:
    """The tally after each tokenizer."""
    tally, tokenizers = Tally(), Tokenizers()
    for seed in seeds:
        check(tokenizers, seed, tally)
        yield tally


if __name__ == "__main__":
    raise SystemExit(main_of("tests.tokenizer.campaign", __doc__, "tokenizers", run))
