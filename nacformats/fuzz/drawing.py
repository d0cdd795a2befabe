"""Random lists, texts and permutations for the generators of models; and strategies of generators.

A generator is a function of a Choices. `strategy` makes a Hypothesis strategy of it, so that examples shrink; with
RandomChoices the same function makes one file after another without Hypothesis.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Concatenate, ParamSpec, TypeVar

from nacformats.fuzz.choices import Choices

if TYPE_CHECKING:
    from hypothesis import strategies as st

_Item = TypeVar("_Item")
_Made = TypeVar("_Made")
P = ParamSpec("P")

#: Ranges of characters by the number of their bytes; what is likely to be taken for something else comes last.
_RANGES = ((0x61, 0x7A), (0x20, 0x7E), (0x80, 0x7FF), (0x800, 0xD7FF), (0xE000, 0xFFFF), (0x10000, 0x10FFFF), (0, 0x1F))


def strategy(
    make: Callable[Concatenate[Choices, P], _Made], *args: P.args, **kwargs: P.kwargs
) -> st.SearchStrategy[_Made]:
    """Return the Hypothesis strategy of what a generator makes. ImportError where Hypothesis is not installed."""
    from hypothesis import strategies  # noqa: PLC0415  an optional dependency

    from nacformats.fuzz.strategies import DrawnChoices  # noqa: PLC0415

    @strategies.composite
    def made(draw: st.DrawFn) -> _Made:
        return make(DrawnChoices(draw), *args, **kwargs)

    return made()


def pick(choices: Choices, items: Iterable[_Item]) -> _Item:
    """Return one of some items, of which there is at least one; the first is the simplest."""
    listed = items if isinstance(items, Sequence) else list(items)
    return listed[choices.index(len(listed))]


def several(choices: Choices, most: int, make: Callable[[], _Item], least: int = 0) -> list[_Item]:
    """Return a list of `least` to `most` items."""
    return [make() for _ in range(choices.length(least, most))]


def some_of(choices: Choices, items: Sequence[_Item], most: int, least: int = 0) -> list[_Item]:
    """Return a list of `least` to `most` of some items, in which an item may be repeated; empty when there are none."""
    return several(choices, most, lambda: pick(choices, items), least) if items else []


def shuffled(choices: Choices, items: Sequence[_Item]) -> list[_Item]:
    """Return the items in any order; the simplest is that in which they are."""
    rest = list(items)
    return [rest.pop(choices.index(len(rest))) for _ in items]


def any_text(choices: Choices, most: int = 8) -> str:
    """Return any text of a few characters: of one to four bytes each as UTF-8, control characters among them."""
    return "".join(several(choices, most, lambda: chr(choices.integer(*pick(choices, _RANGES)))))
