"""The same files as strategies of Hypothesis, which makes failing ones small."""

from __future__ import annotations

import random
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from hypothesis import reject
from hypothesis import strategies as st

from nacformats.fuzz.choices import Choices, DrawnChoices, RandomChoices, ReplayedChoices
from nacformats.fuzz.maker import SMALL_EVERY, Maker, Near
from nacformats.fuzz.output import Sample
from nacformats.limits import SMALL_DRAWN_BYTES
from nacformats.schema.model import Schema, SchemaError

#: Whatever is too much for Hypothesis to choose comes from one of these.
_SEEDS = st.integers(0, (1 << 32) - 1)


def samples(
    schema: str | Path | Schema, *, hints: Mapping[str, Any] | str | Path | None = None, max_size: int | None = None
) -> st.SearchStrategy[Sample]:
    """Return files that are valid by a schema, with the place of every field; see Maker for the arguments."""
    return _samples(Maker(schema, hints=hints, max_size=max_size))


def files(
    schema: str | Path | Schema, *, hints: Mapping[str, Any] | str | Path | None = None, max_size: int | None = None
) -> st.SearchStrategy[bytes]:
    """Return files that are valid by a schema, as bytes; see Maker for the arguments."""
    return samples(schema, hints=hints, max_size=max_size).map(lambda sample: sample.data)


def near(
    schema: str | Path | Schema, *, hints: Mapping[str, Any] | str | Path | None = None, max_size: int | None = None
) -> st.SearchStrategy[Near]:
    """Return files with exactly one damage in one named field; see Maker for the arguments."""
    return _near(Maker(schema, hints=hints, max_size=max_size))


@st.composite
def _samples(draw: Any, maker: Maker) -> Sample:
    is_small = maker.max_size <= SMALL_DRAWN_BYTES or draw(st.integers(0, SMALL_EVERY - 1)) == 0
    try:
        return maker.draw(DrawnChoices(draw) if is_small else _seeded(draw(_SEEDS)), is_small=is_small)
    except SchemaError:  # these choices lead nowhere; others may
        reject()


def _seeded(seed: int) -> Choices:
    """Return the choices of a seed; the simplest seed makes the simplest ones."""
    return RandomChoices(random.Random(seed)) if seed else ReplayedChoices([])  # noqa: S311


@st.composite
def _near(draw: Any, maker: Maker) -> Near:
    sample = draw(_samples(maker))
    try:
        return maker.near(random.Random(draw(_SEEDS)), sample=sample)  # noqa: S311
    except ValueError:  # a file without a field that can be damaged
        reject()
