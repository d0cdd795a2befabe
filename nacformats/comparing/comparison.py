"""Comparison of two models: their programs, their parameters, and everything else."""

from __future__ import annotations

from typing import Any

from nacformats.comparing.core import Difference
from nacformats.comparing.document import ComparedMark, ComparedModels, ComparedPlace, ComparedSide
from nacformats.comparing.models import model_differences
from nacformats.formats import format_named, formats

_MARKS: dict[str | None, ComparedMark] = {None: "changed", "first": "removed", "second": "inserted"}


def compare_models(left: Any, right: Any, *, names: tuple[str, str] = ("left", "right")) -> ComparedModels:
    """Return what differs between two models, as load gives them.

    Args:
        left, right: the models.
        names: what they are called.

    Raises:
        TypeError: the two have nothing that can be compared.
        FormatError: a part of a file that is read only now is wrong.
    """
    found = ComparedModels(_side(left, names[0]), _side(right, names[1]))
    found.other = [_place(each) for each in model_differences(left, right)]
    found.same = not found.other
    return found


def _side(model: Any, name: str) -> ComparedSide:
    found = format_named(getattr(model, "format", None) or "") or next(
        (each for each in formats().values() if each.holds(model)), None
    )
    return ComparedSide(name, type(model).__name__ if found is None else found.title)


def _place(found: Difference) -> ComparedPlace:
    shown = found.as_dict()
    return ComparedPlace(found.path, _MARKS[found.only], shown["first"], shown["second"])
