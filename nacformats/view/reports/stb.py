"""The report of an STB file: its tensors."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

from nacformats.codec.trees.values import enum_name
from nacformats.errors import FormatError
from nacformats.formats.stb import StbFile, StbTensor
from nacformats.limits import MAX_REPORTED
from nacformats.view.protocol import PageTensor


def parts_of_stb(stb: StbFile) -> dict[str, Any]:
    """Return the fields of a report that depend on the format."""
    return {"tensors": list(_tensors(stb))}


def _tensors(stb: StbFile) -> Iterator[PageTensor]:
    for index, tensor in enumerate(islice(stb.tensors, MAX_REPORTED)):
        start, size = tensor.offset, tensor.nbytes
        stop = None if start is None else start + size
        dtype, layout = (enum_name(each) or f"reserved ({each:d})" for each in (tensor.dtype, tensor.layout))
        note = None if layout == "row_major" else layout
        yield PageTensor(f"tensor {tensor.id}", dtype, _shape(tensor), size, f"tensors[{index}]", start, stop, note)


def _shape(tensor: StbTensor) -> list[int]:
    try:
        return list(map(int, tensor.shape))
    except FormatError:  # the shape is in a table of somebody else
        return []
