"""The repeated blocks of a program, as lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from nacformats.errors import FormatError
from nacformats.formats.mic.graph import MicGraph
from nacformats.formats.nac import NacFile
from nacformats.repeats import Block, Blocks, ProgramRows, blocks, repeated_blocks
from nacformats.view.summaries.data import MOST_LISTED

#: A longer program is not searched: a summary takes no more than a moment.
_MOST_ROWS = 30_000


def blocks_in_time(model: NacFile | MicGraph) -> Blocks:
    """Return the repeated blocks of a program; none for one that is bad, or too long to be searched in a moment."""
    count = len(model.instructions) if isinstance(model, NacFile) else len(model.values)
    if count > _MOST_ROWS:
        return Blocks((), count)
    try:
        return blocks(model)
    except FormatError:
        return Blocks((), count)


def block_lines(model: NacFile | MicGraph) -> list[str]:
    """Return a line for each repeated block, those inside of it indented below it."""
    return _listed(blocks_in_time(model))


def row_block_lines(rows: ProgramRows) -> list[str]:
    """Return the same for a program as rows."""
    return [] if rows.length > _MOST_ROWS else _listed(repeated_blocks(rows))


def _listed(found: Sequence[Block]) -> list[str]:
    return list(islice(_lines(found, 0), MOST_LISTED))


def _lines(found: Sequence[Block], depth: int) -> Iterator[str]:
    for block in found:
        yield "  " * depth + block.title
        yield from _lines(block.inner, depth + 1)
