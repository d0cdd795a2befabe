"""The tensors of a file as a page shows them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice

from nacformats.limits import MAX_REPORTED
from nacformats.view.protocol import PageTensor
from nacformats.view.summaries.data import brief

#: Name, dtype, shape, bytes, offset, and what else is to be said of a tensor.
TensorRow = tuple[str, str, Sequence[int], int, int | None, str | None]


def page_tensors(rows: Iterable[TensorRow], path: str) -> list[PageTensor]:
    """Return the first tensors of a file. path: of each in the tree, with {} for its place; "" without."""
    return [
        PageTensor(
            brief(name),
            dtype,
            list(shape),
            size,
            path.format(index),
            start,
            None if start is None else start + size,
            note,
        )
        for index, (name, dtype, shape, size, start, note) in enumerate(islice(rows, MAX_REPORTED))
    ]
