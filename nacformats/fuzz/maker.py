"""Makes files of a schema, and files with one damage, from a random.Random; nothing here needs Hypothesis."""

from __future__ import annotations

import random
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from nacformats.fuzz.choices import Choices, RandomChoices
from nacformats.fuzz.damage import Damager, Near
from nacformats.fuzz.hints import Hints
from nacformats.fuzz.output import DrawnNode, PendingError, Sample, Spans, UnsatisfiedError
from nacformats.fuzz.plans import Plans
from nacformats.fuzz.run import Run
from nacformats.generator.loading import schema_of_file
from nacformats.generator.model import Schema
from nacformats.generator.reading import SchemaError, schema_model
from nacformats.generator.sources import schema_names, schema_path
from nacformats.limits import MAX_DRAWN_BYTES, MAX_DRAWN_FILES, MIN_DRAWN_BYTES

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
        hints: Hints | Mapping[str, Any] | str | Path | None = None,
        *,
        max_size: int | None = None,
    ) -> None:
        """Plan how files of a schema are made.

        Args:
            schema: name of one in schemas/, path of a .ksy, or a model of nacformats.generator.reading.
            hints: what the schema does not say, or the path of such a file; None: NAME.hints.yaml beside the schema.
            max_size: about how large files get, in bytes; what a schema requires is not cut.

        Raises:
            OSError: the file cannot be read.
            SchemaError: the schema is outside the subset, or a hint is wrong; the message begins with the path.
        """
        model, beside = _model(schema)
        self.schema = model.name
        self.max_size = MAX_DRAWN_BYTES if max_size is None else max_size
        self._plans = Plans(model, _hints(hints, beside))
        self.cases = frozenset(self._plans.cases)
        self.reached: set[tuple[str, Any]] = set()
        self._damager = Damager(self._plans)

    def sample(self, rng: random.Random) -> Sample:
        """A file that is valid by the schema.

        Raises:
            SchemaError: no value was found for a field, which needs a hint; the message begins with its path.
        """
        return self.draw(RandomChoices(rng))

    def near(self, rng: random.Random, sample: Sample | None = None) -> Near:
        """A file with exactly one damage in one field; see nacformats.fuzz.damage for which.

        Args:
            rng: where choices come from.
            sample: the file that is damaged, which a Maker of the schema made; one sample may be damaged many times.

        Raises:
            SchemaError: no value was found for a field.
            ValueError: the file has no field that can be damaged.
        """
        if sample is not None:
            return self._damager.near(rng, sample)
        for _ in range(MAX_DRAWN_FILES):
            drawn = self.sample(rng)
            if drawn.spans:
                return self._damager.near(rng, drawn)
        raise ValueError(f"{self.schema}: files without any field")

    def draw(self, choices: Choices, *, is_small: bool | None = None) -> Sample:
        """The same from any choices; it is small (about MIN_DRAWN_BYTES), is not, or is one time in SMALL_EVERY."""
        if is_small is None:
            is_small = choices.index(SMALL_EVERY) == 0
        small, large = min(MIN_DRAWN_BYTES, self.max_size), self.max_size
        low, high = (0, small) if is_small else (large // 4, large)
        for _ in range(MAX_DRAWN_FILES):
            run = Run(choices, choices.integer(low, high))
            try:
                return self._drawn(run)
            except UnsatisfiedError as error:
                failure = error
            except RecursionError:
                failure = UnsatisfiedError("/", "records inside of each other without an end")
        reason = f"{failure.reason}; a hint is needed (see nacformats.fuzz.hints)"
        raise SchemaError(failure.path or "/", reason)

    def _drawn(self, run: Run) -> Sample:
        root = DrawnNode(self._plans.root, None, "", -1)
        root._root = root
        try:
            self._plans.root.draw_fields(run, root)
            run.align()
            run.close(run.stream)
            run.finish()
        except PendingError:
            raise UnsatisfiedError("/", "an expression depends on what comes later") from None
        self.reached |= run.reached
        return Sample(bytes(run.segment.data), Spans(run.segment.entries), self.schema)


def _model(schema: str | Path | Schema) -> tuple[Schema, Path]:
    if isinstance(schema, Schema):
        return schema, schema_path(schema.name)
    if isinstance(schema, str) and schema in schema_names():
        return schema_model(schema), schema_path(schema)
    return schema_of_file(schema), Path(schema)


def _hints(hints: Hints | Mapping[str, Any] | str | Path | None, beside: Path) -> Hints:
    if hints is None:
        return Hints.beside(beside)
    if isinstance(hints, Hints):
        return hints
    return Hints(hints) if isinstance(hints, Mapping) else Hints.of_file(Path(hints))
