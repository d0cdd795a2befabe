"""The tables of files that hold tensors by name: GGUF and safetensors."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from nacformats.commands.inspection.tables import Overview, ShownCell, ShownTable
from nacformats.formats.gguf import GgufFile
from nacformats.formats.weights import NamedTensor, WeightFile
from nacformats.view.texts import joined_and_cut


def weights_overview(file: WeightFile) -> Overview:
    """Return what is shown of a file besides its tree: one row a tensor, and one a key of the metadata."""
    columns = ("name", "dtype", "shape", "offset", "bytes")
    tables = [ShownTable("tensors", columns, map(_row, file.tensors.values()), len(file.tensors))]
    if isinstance(file, GgufFile):
        keys = ShownTable("keys", ("key", "type", "length", "value"), _keys(file), len(file.metadata))
    else:
        keys = ShownTable("keys", ("key", "value"), file.metadata.items(), len(file.metadata))
    return Overview([*tables, keys])


def _row(tensor: NamedTensor) -> tuple[Any, ...]:
    shape = ShownCell(joined_and_cut("×", map(str, tensor.shape)) or "scalar", list(tensor.shape))
    return tensor.name, tensor.dtype, shape, tensor.offset, tensor.nbytes


def _keys(file: GgufFile) -> Iterator[tuple[Any, ...]]:
    for key in file.metadata:
        length = file.metadata.length_of(key)
        yield key, file.metadata.type_of(key), length, None if length is not None else file.metadata[key]
