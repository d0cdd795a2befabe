"""The functions of a record type, in their order."""

from __future__ import annotations

from collections.abc import Iterator

from nacformats.generator.columns.c.check import Check
from nacformats.generator.columns.c.gather import Gather, GatherEach
from nacformats.generator.columns.c.loop import Loop
from nacformats.generator.columns.c.written import Scatter, Sizes
from nacformats.generator.columns.steps import Record

LOOPS: tuple[type[Loop], ...] = (Gather, GatherEach, Check, Sizes, Scatter)


def functions(record: Record) -> Iterator[Loop]:
    """The functions of a record type, not yet written."""
    for kind in LOOPS:
        yield kind(record)
