"""How much the tests try. Tests with the mark `nightly`, or beyond a `sample`, wait for `dev.py nightly`.

Random tests try some examples of each kind in the normal run, and many with `pytest --hypothesis-profile=many`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from hypothesis import settings

MANY = "many"
T = TypeVar("T")


def effort(normal: int, many: int) -> int:
    """Return the number of trials of a loop, or of examples where the default of the profile does not fit."""
    return many if settings.get_current_profile_name() == MANY else normal


def each(normal: int) -> int:
    """Return the step of a loop that takes each n-th trial in the normal run, and all with the profile `many`."""
    return effort(normal, 1)


def some(found: Iterable[T]) -> list[T]:
    """What a loop of assertions goes over: not nothing."""
    listed = list(found)
    assert listed, "nothing to look at"
    return listed
