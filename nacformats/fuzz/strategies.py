"""The same files as strategies of Hypothesis, which makes failing ones small."""

from __future__ import annotations

import random
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from hypothesis import reject
from hypothesis import strategies as st

from nacformats.fuzz.choices import SEEDS, DrawnChoices, drawn_numbers
from nacformats.fuzz.maker import SMALL_EVERY, Maker, Near
from nacformats.fuzz.output import Sample
from nacformats.limits import SMALL_DRAWN_BYTES
from nacformats.schema.model import Schema, SchemaError


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
    is_small = maker.max_size <= SMALL_DRAWN_BYTES or draw(drawn_numbers(0, SMALL_EVERY - 1)) == 0
    try:
        if is_small:
            return maker.draw(DrawnChoices(draw, sys.maxsize), is_small=True)
        return maker.draw(DrawnChoices(draw), is_small=False)
    except SchemaError:  # these choices lead nowhere; others may
        reject()


@st.composite
def _near(draw: Any, maker: Maker) -> Near:
    sample = draw(_samples(maker))
    try:
        return maker.near(random.Random(draw(drawn_numbers(*SEEDS))), sample=sample)  # noqa: S311
    except ValueError:  # a file without a field that can be damaged
        reject()
