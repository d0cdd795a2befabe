"""A new STB file from descriptors and payloads: where each payload goes, and the bytes in pieces."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

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


def lay_out(
    columns: Mapping[str, Any], use: PayloadIndices, payloads: Sequence[memoryview], *, checked: bool = False
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
    sizes = np.array([len(view) for view in payloads], np.int64)
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
    pieces, position = head, data_start
    for view in filter(len, payloads):
        pieces += _PADDING[-position % ALIGNMENT], view
        position += len(view) + len(pieces[-2])
    return pieces


def _cut(pieces: list[Buffer], size: int) -> list[Buffer]:
    """Return the first bytes of a file; what is left out are zeros past them."""
    surplus = sum(map(len, pieces)) - size
    while surplus:
        last = pieces.pop()
        if len(last) > surplus:
            return [*pieces, last[:-surplus]]
        surplus -= len(last)
    return pieces
