"""Gathering a block of records at a time, so that what is made on the way takes little memory."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from nacformats.codec.columns.arrays import Array, Octets, Places
from nacformats.codec.columns.table import Column

#: Records of a block: what is made of them fits the caches of a processor.
BLOCK = 1 << 14
#: Up to so many records are gathered at once, which is a little faster.
AT_ONCE = 1 << 16


def gathered(
    gather: Callable[..., Sequence[Array]],
    columns: Sequence[Column],
    data: Octets,
    starts: Places,
    given: Sequence[Any],
) -> list[Array]:
    """The columns of records that follow each other.

    Args:
        gather: the generated function.
        columns: what it gives.
        data: the bytes of the file.
        starts: where each record starts and, last, where the last one ends.
        given: the arguments of the record type.
    """
    count = len(starts) - 1
    if count <= AT_ONCE:
        return list(gather(data, starts, count, *given))
    whole = {column: np.zeros(count + column.is_offsets, column.dtype) for column in columns if not column.rows}
    lists: dict[Column, list[Array]] = {column: [] for column in columns if column.rows}
    for first in range(0, count, BLOCK):
        bounds = starts[first : first + BLOCK + 1]
        for column, part in zip(columns, gather(data, bounds, len(bounds) - 1, *given), strict=True):
            if column.rows:
                lists[column].append(part)
            else:
                _put(whole[column], first, part + whole[column][first] if column.is_offsets else part)
    return [np.concatenate(lists[column]) if column.rows else whole[column] for column in columns]


def _put(array: Array, first: int, part: Array) -> None:
    """Zeros are there already, and take no memory until they are written."""
    if part.any():
        array[first : first + len(part)] = part
