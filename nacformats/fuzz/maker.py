"""Makes files of a schema, and files with one damage, from a random.Random; nothing here needs Hypothesis."""

from __future__ import annotations

import random
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

from nacformats import limits
from nacformats.api import read_source
from nacformats.codec.streams import Source
from nacformats.errors import FormatError
from nacformats.formats.base import Format
from nacformats.formats.generic import format_of_codec
from nacformats.fuzz.choices import Choices, RandomChoices, ReplayedChoices
from nacformats.fuzz.damage import Damager, Near
from nacformats.fuzz.hints import Hints
from nacformats.fuzz.plans import Plans
from nacformats.fuzz.run import DrawingBudget, DrawnNode, OversizeError, PendingError, Run, Sample, UnsatisfiedError
from nacformats.generator.loading import codec_of_file, schema_of_file
from nacformats.generator.model import Schema, SchemaError
from nacformats.generator.reading import schema_model
from nacformats.generator.sources import schema_names, schema_path

#: One file in so many is small.
SMALL_EVERY = 3


class Maker:
    """Makes files of a schema.

    Attributes:
        schema: name of the schema.
        cases: of every switch in the schema, the path of its field there and a value that it tells apart; None: any
            other value.
        reached: those of them that were in files so far.
    """

    def __init__(
        self,
        schema: str | Path | Schema,
        *,
        hints: Hints | Mapping[str, Any] | str | Path | None = None,
        max_size: int | None = None,
    ) -> None:
        """Plan how files of a schema are made.

        Args:
            schema: name of one in schemas/, path of a .ksy, or a model of nacformats.generator.reading.
            hints: what the schema does not say, or the path of such a file; None: NAME.hints.yaml beside the schema.
            max_size: files have no more bytes, and are about as large; None: no more than MAX_DRAWN_BYTES, and about
                USUAL_DRAWN_BYTES.

        Raises:
            OSError: the file cannot be read.
            SchemaError: the schema is outside the subset, or a hint is wrong; the message begins with the path.
            ValueError: max_size is negative, or more than MOST_DRAWN_BYTES.
        """
        if max_size is not None and not 0 <= max_size <= limits.MOST_DRAWN_BYTES:
            raise ValueError(f"max_size is {max_size:,}: expected 0 to {limits.MOST_DRAWN_BYTES:,}")
        model, beside = _model(schema)
        self.schema = model.name
        self.max_size = limits.MAX_DRAWN_BYTES if max_size is None else max_size
        self._usual = limits.USUAL_DRAWN_BYTES if max_size is None else max_size - max_size // 8
        self._format = _format(schema)
        self._plans = Plans(model, _hints(hints, beside))
        self.cases = frozenset(self._plans.cases)
        self.reached: set[tuple[str, Any]] = set()
        self._damager = Damager(self._plans)

    def sample(self, rng: random.Random) -> Sample:
        """Return a file that is valid by the schema, and that our reader accepts where the schema is a file.

        Raises:
            SchemaError: no value was found for a field, which needs a hint; the message begins with its path.
        """
        return self.draw(RandomChoices(rng))

    def near(self, rng: random.Random, *, sample: Sample | None = None) -> Near:
        """Return a file with exactly one damage in one field; see nacformats.fuzz.damage for which.

        Args:
            rng: where choices come from.
            sample: the file that is damaged, which a Maker of the schema made; one sample may be damaged many times.

        Raises:
            SchemaError: no value was found for a field.
            ValueError: the file has no field that can be damaged.
        """
        if sample is not None:
            return self._damager.near(rng, sample)
        for _ in range(limits.MAX_DRAWN_FILES):
            drawn = self.sample(rng)
            if drawn.entries:
                return self._damager.near(rng, drawn)
        raise ValueError(f"{self.schema}: files without any field")

    def draw(self, choices: Choices, *, is_small: bool | None = None) -> Sample:
        """The same from any choices; it is small (about SMALL_DRAWN_BYTES), is not, or is one time in SMALL_EVERY."""
        if is_small is None:
            is_small = choices.index(SMALL_EVERY) == 0
        low, high = (0, min(limits.SMALL_DRAWN_BYTES, self._usual)) if is_small else (self._usual // 4, self._usual)
        budget = DrawingBudget(self.max_size)
        for attempt in range(limits.MAX_DRAWN_FILES):
            target = choices.integer(low, high) * (limits.MAX_DRAWN_FILES - attempt) // limits.MAX_DRAWN_FILES
            run = Run(choices, target, budget)
            if attempt > limits.MAX_DRAWN_FILES // 2:
                run.most = budget.most  # the schema may leave no choice
            found = self._attempted(run)
            if isinstance(found, Sample):
                return found
            failure = found
            if budget.steps < 0:
                break
        raise self._failed(failure)

    def _attempted(self, run: Run) -> Sample | UnsatisfiedError:
        """A file, or why there is none. What is drawn is read: nothing is taken for valid that our reader refuses."""
        try:
            sample = self._drawn(run)
            refusal = None if self._format is None else refusal_of(self._format, sample.data)
        except UnsatisfiedError as error:
            return error
        except RecursionError:
            return UnsatisfiedError("/", "records inside of each other without an end")
        return sample if refusal is None else UnsatisfiedError("/", f"our reader refuses what was drawn ({refusal})")

    def _failed(self, why: UnsatisfiedError) -> SchemaError:
        """Return the error that no file was found."""
        if self._least is not None and self._least > self.max_size:
            least = f"the smallest that was found takes {self._least:,}"
            return SchemaError("/", f"no file of at most {self.max_size:,} bytes was found: {least}")
        is_large = isinstance(why, OversizeError)
        remedy = "allow more (--max-size)" if is_large else "a hint is needed (see nacformats.fuzz.hints)"
        return SchemaError(why.path or "/", f"{why.reason}; {remedy}")

    @cached_property
    def _least(self) -> int | None:
        """The size of the smallest file that is easily found, whatever the limit; None if none is."""
        budget = DrawingBudget(limits.MOST_DRAWN_BYTES)
        budget.steps = limits.MAX_DRAWN_STEPS
        tries: list[Choices] = [ReplayedChoices([])]
        tries += [RandomChoices(random.Random(seed)) for seed in range(limits.MAX_DRAWN_FILES)]  # noqa: S311  no secrets
        runs = [Run(choices, 0, budget) for choices in tries]
        for run in runs:
            run.most = budget.most
        found = [self._attempted(run) for run in runs]
        return min((len(each.data) for each in found if isinstance(each, Sample)), default=None)

    def _drawn(self, run: Run) -> Sample:
        root = DrawnNode(self._plans.root.lazy, None, "", -1)
        root._root = root
        try:
            self._plans.root.draw_fields(run, root)
            run.align()
            run.close(run.stream)
            run.finish()
        except PendingError:
            raise UnsatisfiedError("/", "an expression depends on what comes later") from None
        self.reached |= run.reached
        return Sample(bytes(run.segment.data), self.schema, run.segment.entries)


def _model(schema: str | Path | Schema) -> tuple[Schema, Path]:
    if isinstance(schema, Schema):
        return schema, schema_path(schema.name)
    if isinstance(schema, str) and schema in schema_names():
        return schema_model(schema), schema_path(schema)
    return schema_of_file(schema), Path(schema)


def _format(schema: str | Path | Schema) -> Format | None:
    """Return the format of a schema that is given as a file; None for those of the package, which tests check."""
    if isinstance(schema, Schema) or (isinstance(schema, str) and schema in schema_names()):
        return None
    return format_of_codec(codec_of_file(schema))


def _hints(hints: Hints | Mapping[str, Any] | str | Path | None, beside: Path) -> Hints:
    if hints is None:
        return Hints.beside(beside)
    if isinstance(hints, Hints):
        return hints
    return Hints(hints) if isinstance(hints, Mapping) else Hints.of_file(Path(hints))


def refusal_of(format: Format, data: bytes) -> FormatError | None:  # noqa: A002
    """Return why strict reading refuses some bytes; None when it accepts them."""
    try:
        read_source(Source(data), format, strict=True).close()
    except FormatError as error:
        return error.with_traceback(None)  # its frames would keep the bytes alive
    return None
