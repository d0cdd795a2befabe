"""The same files as strategies of Hypothesis, which makes failing ones small."""

from __future__ import annotations

import random
import sys
from collections.abc import Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from hypothesis import reject
from hypothesis import strategies as st

from nacformats.fuzz.choices import Choices, RandomChoices, ReplayedChoices
from nacformats.fuzz.damage import Near
from nacformats.fuzz.maker import SMALL_EVERY, Maker
from nacformats.fuzz.output import Sample
from nacformats.generator.model import Schema, SchemaError
from nacformats.limits import SMALL_DRAWN_BYTES

#: All choices of a small file are Hypothesis's own, each of which it makes simpler. Of others so many are; those after
#: them come from one seed.
OWN_CHOICES = 96
#: Blocks of more bytes come from a seed, which 0 makes zeros.
_BLOCK_BYTES = 16
_SEED_BITS = 32

_SEEDS = st.integers(0, (1 << _SEED_BITS) - 1)


@cache
def _blocks(size: int) -> st.SearchStrategy[bytes]:
    return st.binary(min_size=size, max_size=size)


@lru_cache(4096)
def _numbers(low: int, high: int) -> st.SearchStrategy[int]:
    return st.integers(low, high)


class DrawnChoices:
    """Choices that Hypothesis makes and shrinks."""

    def __init__(self, draw: Any, own: int = OWN_CHOICES) -> None:
        self._draw = draw
        self._left = own
        self._rest: Choices | None = None

    def _others(self) -> Choices | None:
        """Return what makes the choices once there were too many."""
        if self._left > 0:
            self._left -= 1
            return None
        if self._rest is None:
            seed = self._draw(_SEEDS)
            self._rest = RandomChoices(random.Random(seed)) if seed else ReplayedChoices([])  # noqa: S311
        return self._rest

    def integer(self, low: int, high: int) -> int:
        others = self._others()
        if others is not None:
            return others.integer(low, high)
        if low < 0 < high:
            return self._draw(_numbers(low, high))  # type: ignore[no-any-return]
        return low + self._draw(_numbers(0, high - low))  # type: ignore[no-any-return]

    def length(self, low: int, high: int) -> int:
        others = self._others()
        if others is not None:
            return others.length(low, high)
        if high <= low:
            return low
        return low + self._draw(_numbers(0, high - low))  # type: ignore[no-any-return]

    def index(self, size: int) -> int:
        others = self._others()
        return others.index(size) if others is not None else self._draw(_numbers(0, size - 1))

    def flag(self, often: float) -> bool:
        others = self._others()
        if others is not None:
            return others.flag(often)
        return self._draw(_numbers(0, 99)) >= 100 * (1 - often)  # type: ignore[no-any-return]

    def block(self, size: int) -> bytes:
        if not size:
            return b""
        others = self._others()
        if others is not None:
            return others.block(size)
        if size <= _BLOCK_BYTES:
            return self._draw(_blocks(size))  # type: ignore[no-any-return]
        seed = self._draw(_SEEDS)
        return random.Random(seed).randbytes(size) if seed else bytes(size)  # noqa: S311


def samples(
    schema: str | Path | Schema, *, hints: Mapping[str, Any] | str | Path | None = None, max_size: int | None = None
) -> st.SearchStrategy[Sample]:
    """Files that are valid by a schema, with the place of every field; see Maker for the arguments."""
    return _samples(Maker(schema, hints=hints, max_size=max_size))


def files(
    schema: str | Path | Schema, *, hints: Mapping[str, Any] | str | Path | None = None, max_size: int | None = None
) -> st.SearchStrategy[bytes]:
    """Files that are valid by a schema, as bytes; see Maker for the arguments."""
    return samples(schema, hints=hints, max_size=max_size).map(lambda sample: sample.data)


def near(
    schema: str | Path | Schema, *, hints: Mapping[str, Any] | str | Path | None = None, max_size: int | None = None
) -> st.SearchStrategy[Near]:
    """Files with exactly one damage in one named field; see Maker for the arguments."""
    return _near(Maker(schema, hints=hints, max_size=max_size))


@st.composite
def _samples(draw: Any, maker: Maker) -> Sample:
    is_small = maker.max_size <= SMALL_DRAWN_BYTES or draw(_numbers(0, SMALL_EVERY - 1)) == 0
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
        return maker.near(random.Random(draw(_SEEDS)), sample=sample)  # noqa: S311
    except ValueError:  # a file without a field that can be damaged
        reject()
