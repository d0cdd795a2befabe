"""A new STB file from descriptors and payloads: where each payload goes, and the bytes in pieces."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain, pairwise
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from nacformats.codec.streams import Buffer
from nacformats.codec.trees.codec import SchemaCodec
from nacformats.formats.stb import rules
from nacformats.formats.stb.table import (
    ALIGNMENT,
    DESCRIPTOR_SIZE,
    FORMAT_NAME,
    HEADER_SIZE,
    PayloadIndices,
    TensorTable,
    align,
    packed_descriptors,
)

# Zeros by their number: what is between two payloads.
_PADDING = [bytes(count) for count in range(ALIGNMENT)]
# Payloads up to this size are copied together, which is faster than a view of each.
_COPIED_BYTES = 4 * ALIGNMENT
# So many lines of 64 bytes are cleared at once: memory that is in the cache.
_LINES_AT_ONCE = 1024


class Views:
    """Payloads that are somewhere in memory.

    Attributes:
        sizes: in bytes, shape (M,).
    """

    def __init__(self, views: Sequence[memoryview]) -> None:
        self.views = views
        self.sizes = np.array([len(view) for view in views], np.int64)

    def padded(self) -> Iterator[Buffer]:
        """Yield the bytes of the payloads, each followed by zeros up to the next multiple of 64."""
        padding = (_PADDING[-len(view) % ALIGNMENT] for view in self.views)
        return chain.from_iterable(zip(self.views, padding, strict=True))


class Ranges:
    """Payloads that are byte ranges of one file.

    Args:
        view: all bytes of the file.
        starts, sizes: of the payloads in bytes, shape (M,); all of them are inside the file.
    """

    def __init__(self, view: memoryview, starts: npt.NDArray[np.int64], sizes: npt.NDArray[np.int64]) -> None:
        self.view = view
        self.starts = starts
        self.sizes = sizes

    def padded(self) -> Iterator[Buffer]:
        if not len(self.sizes):
            return
        edges = np.flatnonzero(np.diff(self._small)) + 1
        for first, stop in pairwise([0, *edges.tolist(), len(self.sizes)]):
            if self._small[first]:
                yield self._copies(slice(first, stop))
            else:
                yield from Views(self._views(slice(first, stop))).padded()

    @cached_property
    def _small(self) -> npt.NDArray[np.bool_]:
        return self.sizes <= _COPIED_BYTES

    def _views(self, part: slice) -> list[memoryview]:
        stops = self.starts + self.sizes
        ranges = zip(self.starts[part].tolist(), stops[part].tolist(), strict=True)
        return [self.view[start:stop] for start, stop in ranges]

    def _copies(self, part: slice) -> memoryview:
        """Return some payloads with their padding, 64 bytes at a time."""
        starts, sizes = self.starts[part], self.sizes[part]
        lines = align(sizes) // ALIGNMENT
        skipped = (np.arange(lines.sum()) - np.repeat(np.cumsum(lines) - lines, lines)) * ALIGNMENT
        copied = _lines(np.frombuffer(self.view, np.uint8), np.repeat(starts, lines) + skipped)
        used = np.minimum(np.repeat(sizes, lines) - skipped, ALIGNMENT).astype(np.uint8)
        for first in range(0, len(copied), _LINES_AT_ONCE):
            some = slice(first, first + _LINES_AT_ONCE)
            copied[some] *= used[some, None] > np.arange(ALIGNMENT, dtype=np.uint8)
        return copied.reshape(-1).data


#: Payloads in the order in which they are written.
Payloads: TypeAlias = Views | Ranges


def _lines(whole: npt.NDArray[np.uint8], starts: npt.NDArray[np.int64]) -> npt.NDArray[np.uint8]:
    """Return 64 bytes from each start, shape (N, 64); zeros past the end of the file, which has 64 bytes at least."""
    last = len(whole) - ALIGNMENT
    rest = np.concatenate([whole[last:], np.zeros(ALIGNMENT, np.uint8)])
    lines = _windows(whole)[np.minimum(starts, last)]
    cut = np.flatnonzero(starts > last)
    lines[cut] = _windows(rest)[starts[cut] - last]
    return lines.view(np.uint8).reshape(-1, ALIGNMENT)


def _windows(octets: npt.NDArray[np.uint8]) -> npt.NDArray[np.void]:
    """Return the 64 bytes from every position as one element, which NumPy copies at once."""
    return np.ndarray(len(octets) - ALIGNMENT + 1, f"V{ALIGNMENT}", octets, strides=1)


def lay_out(
    columns: Mapping[str, Any], use: PayloadIndices, payloads: Payloads, *, checked: bool = False
) -> list[Buffer]:
    """Return a new file, in pieces. A payload starts at a multiple of 64, an empty one where the data region does.

    Args:
        columns: of the descriptors; where their payloads start is found here.
        use: for each descriptor its payload.
        payloads: those that are written, in this order.
        checked: whether the descriptors are known to keep the rules, wherever their payloads are.

    Raises:
        InvalidError: a descriptor breaks a rule.
        LimitError: there are more tensors than the header can count.
    """
    sizes = payloads.sizes
    data_start = align(HEADER_SIZE + DESCRIPTOR_SIZE * len(use))
    rooms = align(sizes)
    starts = data_start + np.cumsum(rooms) - rooms
    end = int(np.max(starts + sizes, where=sizes > 0, initial=data_start))
    starts[sizes == 0] = data_start
    descriptors = packed_descriptors({**columns, "ofs_body": starts[use]}, data_start, end)
    tree = {"num_tensors": len(use), "ofs_data": data_start, "tensors": descriptors, "data": {}}
    head = _cut(SchemaCodec.generated(FORMAT_NAME).chunks(tree, size=end), data_start)
    if not checked:
        table = TensorTable(b"".join(head), HEADER_SIZE, len(use), data_start, end)
        for finding in rules.errors(table, strict=True):
            raise finding.error()
    return _cut([*head, *payloads.padded()], end)


def _cut(pieces: list[Buffer], size: int) -> list[Buffer]:
    """Return the first bytes of a file; what is left out are zeros past them."""
    surplus = sum(map(len, pieces)) - size
    while surplus:
        last = pieces.pop()
        if len(last) > surplus:
            return [*pieces, last[:-surplus]]
        surplus -= len(last)
    return pieces
