"""The tables of an STB file."""

from __future__ import annotations

from typing import Any

from nacformats.codec.trees.values import enum_name
from nacformats.commands.inspection.tables import Overview, ShownCell, ShownTable
from nacformats.errors import FormatError
from nacformats.formats.stb import StbFile, StbTensor
from nacformats.view.texts import joined_and_cut


def stb_overview(stb: StbFile) -> Overview:
    """Return what is shown of an STB file besides its tree: one row a tensor."""
    columns = ("id", "dtype", "shape", "layout", "offset", "bytes")
    return Overview([ShownTable("tensors", columns, map(_row, stb.tensors), len(stb.tensors))])


def _row(tensor: StbTensor) -> tuple[Any, ...]:
    return tensor.id, _name(tensor.dtype), _shape(tensor), _name(tensor.layout), tensor.offset, tensor.nbytes


def _name(number: int) -> str:
    return enum_name(number) or f"reserved ({int(number)})"


def _shape(tensor: StbTensor) -> ShownCell | str:
    try:
        return ShownCell(joined_and_cut("×", map(str, tensor.shape)) or "scalar", list(tensor.shape))
    except FormatError:
        return f"rank {tensor.rank}"
