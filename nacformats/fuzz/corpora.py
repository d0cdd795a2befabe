"""Corpora for other people's parsers: files with our verdict, the same ones for the same seed wherever they are made.

File `index` depends on nothing but the seed, the index and the schema.
"""

from __future__ import annotations

import hashlib
import random
import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import KW_ONLY, dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

from nacformats.errors import FormatError
from nacformats.formats.base import Format
from nacformats.fuzz.choices import Choices, RandomChoices, pick
from nacformats.fuzz.maker import Maker, Near, refusal_of
from nacformats.fuzz.output import Sample
from nacformats.limits import MAX_DRAWN_FILES
from nacformats.schema.model import SchemaError

#: How many files of a schema are tried for one that our reader accepts, before it is damaged.
_TRIES = 8
#: How many damages of a file are tried, one of which is taken.
_DAMAGES = 8
#: The generators of what a schema cannot say, by format: module and function.
_MODELS = {
    "nac": ("nacformats.fuzz.nac", "make_nac_file"),
    "micb": ("nacformats.fuzz.mic", "make_micb"),
    "mic2": ("nacformats.fuzz.mic", "make_mic2"),
    "stb": ("nacformats.fuzz.stb", "make_stb_file"),
    "gguf": ("nacformats.fuzz.weights", "make_gguf_file"),
    "safetensors": ("nacformats.fuzz.weights", "make_safetensors_file"),
}
#: What made a file: the schema alone, the rules of the format as well, or a damage to one of the first kind.
SCHEMA, MODEL, DAMAGE = "schema", "model", "damage"

_INDEX = re.compile(r"\[\d+\]")
#: The suffix of files whose schema names none.
_NO_SUFFIX = ".bin"

ACCEPTED, REFUSED = "accepted", "refused"


@dataclass(frozen=True)
class Candidate:
    """A file, before anybody has read it.

    Attributes:
        data: its bytes.
        origin: SCHEMA, MODEL or DAMAGE.
        damaged, damage: of a damaged file, the path of the field and what was done to it.
    """

    data: bytes
    origin: str
    damaged: str | None = None
    damage: str | None = None


@dataclass(frozen=True)
class CorpusFile:
    """A file of a corpus with our verdict.

    Attributes:
        index: its place in the corpus.
        name: of the file.
        candidate: the file.
        verdict: ACCEPTED or REFUSED, by strict reading.
        refusal: why it is refused.
    """

    index: int
    name: str
    candidate: Candidate
    verdict: str
    refusal: FormatError | None = None

    @property
    def data(self) -> bytes:
        return self.candidate.data

    def as_dict(self) -> dict[str, Any]:
        """Return the entry of a manifest, in the types of JSON."""
        known: dict[str, Any] = {"damaged": self.candidate.damaged, "damage": self.candidate.damage}
        known |= {name: getattr(self.refusal, name, None) for name in ("path", "offset", "line", "reason")}
        return {
            "file": self.name,
            "sha256": hashlib.sha256(self.data).hexdigest(),
            "size": len(self.data),
            "origin": self.candidate.origin,
            "verdict": self.verdict,
            **{key: value for key, value in known.items() if value is not None},
        }


@dataclass(eq=False)
class Corpus:
    """The files of a seed.

    Args:
        format: what reads them; the files get its suffix.
        schema: what they are made from, the path of a .ksy; None: the schema of the format.
        seed: any integer.
        count: how many.
        near: whether each file has one damage in one field.
        max_size: the most bytes of a file; None: as Maker has it.

    Attributes:
        unmade: why there is no file for an index, and for how many, as far as the corpus was gone through.

    Raises: as Maker.
    """

    format: Format
    schema: str | Path | None = None
    _: KW_ONLY
    seed: int = 0
    count: int = 1
    near: bool = False
    max_size: int | None = None

    def __post_init__(self) -> None:
        self.unmade = Counter[str]()
        self._maker = Maker(self.format.name if self.schema is None else self.schema, max_size=self.max_size)
        self._make_model = _model_maker(self.format.name) if self.schema is None else None

    def __iter__(self) -> Iterator[CorpusFile]:
        """Yield the files, without those for which nothing was found.

        Raises:
            SchemaError: so many in a row were not made, and none at all.
        """
        self.unmade.clear()
        for index in range(self.count):
            try:
                candidate = self.candidate(index)
            except SchemaError as error:
                self.unmade[str(error)] += 1
                if index + 1 in (self.count, MAX_DRAWN_FILES) and self.unmade.total() > index:
                    raise
                continue
            yield self.judged(index, candidate)

    def candidate(self, index: int) -> Candidate:
        """Draw file `index`, unread: of a format with rules of its own, every other one keeps these as well.

        Raises:
            SchemaError: none was found.
        """
        return self.made(index, self.choices(index))

    def made(self, index: int, choices: Choices) -> Candidate:
        """Make file `index` by these choices. SchemaError when they lead nowhere."""
        if self._keeps_rules(index):
            assert self._make_model is not None
            data = self._make_model(choices)
            if len(data) > self._maker.max_size:
                raise SchemaError("/", f"no file of at most {self._maker.max_size:,} bytes was found")
            return Candidate(data, MODEL)
        sample = self._maker.draw(choices)
        if not self.near:
            return Candidate(sample.data, SCHEMA)
        if index == 0 and sample.spans:
            return Candidate(b"", DAMAGE, sample.spans[0].path, "cut")  # the empty file, which no parser should miss
        try:
            near = self._near(index, sample)
        except ValueError:  # there is no field in it
            return Candidate(sample.data, SCHEMA)
        return Candidate(near.data, DAMAGE, near.path, near.damage)

    def _keeps_rules(self, index: int) -> bool:
        """True if file `index` keeps the rules that the format has beyond its schema."""
        return self._make_model is not None and not self.near and index % 2 == 0

    def _near(self, index: int, sample: Sample) -> Near:
        """Return one of some damages, each to another kind of field: else most would be to fields with a
        fixed value.
        """
        rng = self._random(index, "damage")
        found = [self._maker.near(rng, sample=sample) for _ in range(_DAMAGES)]
        by_field = {any_index(near.path): near for near in found if len(near.data) <= self._maker.max_size}
        if not by_field:
            raise ValueError("every damage makes the file too large")
        return pick(RandomChoices(rng), list(by_field.values()))

    def choices(self, index: int) -> Choices:
        """Return the choices that make file `index`: of some attempts the first that is fit, else the first of all."""
        attempts = range(_TRIES)
        fit = (attempt for attempt in attempts if self._is_fit(index, RandomChoices(self._random(index, attempt))))
        return RandomChoices(self._random(index, next(fit, 0)))

    def _is_fit(self, index: int, choices: Choices) -> bool:
        """True if choices give a file; where it is damaged, the whole one has to be accepted."""
        if not self.near and not self._keeps_rules(index):
            return True  # the maker has tried enough
        try:
            data = self._maker.draw(choices).data if self.near else self.made(index, choices).data
        except SchemaError:
            return False
        return not self.near or refusal_of(self.format, data) is None

    def judged(self, index: int, candidate: Candidate) -> CorpusFile:
        """Return file `index` with our verdict on it."""
        digits = len(str(max(self.count - 1, 0)))
        name = f"{index:0{digits}}{self.format.suffix or _NO_SUFFIX}"
        refusal = refusal_of(self.format, candidate.data)
        return CorpusFile(index, name, candidate, ACCEPTED if refusal is None else REFUSED, refusal)

    def _random(self, index: int, use: object) -> random.Random:
        return random.Random(f"{self.seed}:{index}:{use}")  # noqa: S311  the same in every version of Python


def any_index(path: str) -> str:
    """Return a path in a file without the numbers of elements: what is said about all of them."""
    return _INDEX.sub("[]", path)


def _model_maker(name: str) -> Callable[[Choices], bytes] | None:
    if name not in _MODELS:
        return None
    module, function = _MODELS[name]
    found: Callable[[Choices], bytes] = getattr(import_module(module), function)
    return found
