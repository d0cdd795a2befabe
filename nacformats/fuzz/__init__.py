"""Fuzzers from schemas: valid files of any .ksy, and files with exactly one damage in one named field.

A schema is run forward like a parser, but every read draws its value and appends its bytes. So lengths, counts,
switches and offsets come out right by construction, and `valid:` becomes bounds. What no schema says is in
NAME.hints.yaml beside it (nacformats.fuzz.hints).

    from nacformats.fuzz import Maker, files, near

    Maker("stb").sample(random.Random(1)).data      # bytes, fast; Maker(...).near(...) damages them

    @given(files("my_format.ksy"))                  # strategies of Hypothesis, which make failing files small
    def test_reader(data): ...

Hypothesis is optional: `files`, `samples` and `near` need the extra "fuzz".
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from nacformats.fuzz.damage import Near
from nacformats.fuzz.maker import Maker
from nacformats.fuzz.output import Sample, Span

if TYPE_CHECKING:
    from nacformats.fuzz.strategies import files, near, samples

__all__ = ["Maker", "Near", "Sample", "Span", "files", "near", "samples"]

_STRATEGIES = ("files", "samples", "near")


def __getattr__(name: str) -> Any:
    """The strategies, when they are asked for.

    Raises:
        ImportError: Hypothesis is not installed.
    """
    if name not in _STRATEGIES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    try:
        from nacformats.fuzz import strategies  # noqa: PLC0415  Hypothesis is only needed by who uses them
    except ModuleNotFoundError as error:
        if error.name != "hypothesis":
            raise
        raise ImportError(f"nacformats.fuzz.{name} needs Hypothesis: pip install 'nacformats[fuzz]'") from error
    return getattr(strategies, name)
