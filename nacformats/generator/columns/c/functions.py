"""The functions of a record type, in their order."""

from __future__ import annotations

from collections.abc import Iterator

from nacformats.generator.columns.c.check import CheckLoop
from nacformats.generator.columns.c.gather import GatherEachLoop, GatherLoop
from nacformats.generator.columns.c.loop import Loop
from nacformats.generator.columns.c.written import ScatterLoop, SizesLoop
from nacformats.generator.columns.steps import FlatRecord

LOOPS: tuple[type[Loop], ...] = (GatherLoop, GatherEachLoop, CheckLoop, SizesLoop, ScatterLoop)


def functions(record: FlatRecord) -> Iterator[Loop]:
    """The functions of a record type, not yet written."""
    for kind in LOOPS:
        yield kind(record)
