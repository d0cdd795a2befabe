"""The tables of an STB file."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from nacformats.commands.inspection.core import Cell, Table
from nacformats.commands.inspection.cutting import joined
from nacformats.errors import FormatError
from nacformats.formats.stb import StbFile, StbTensor


def tables(stb: StbFile) -> Iterator[Table]:
    """One row a tensor."""
    columns = ("id", "dtype", "shape", "layout", "offset", "bytes")
    yield Table("tensors", columns, map(_row, stb.tensors), len(stb.tensors))


def _row(tensor: StbTensor) -> tuple[Any, ...]:
    return tensor.id, _name(tensor.dtype), _shape(tensor), _name(tensor.layout), tensor.offset, tensor.nbytes


def _name(number: int) -> str:
    return getattr(number, "name", f"reserved ({int(number)})")


def _shape(tensor: StbTensor) -> Cell | str:
    try:
        return Cell(joined("×", map(str, tensor.shape)) or "scalar", list(tensor.shape))
    except FormatError:
        return f"rank {tensor.rank}"
