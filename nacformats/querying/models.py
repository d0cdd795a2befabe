"""The tables of any file that is read here: of Mind IR graphs, of STB files, and of files of weights by name."""

from __future__ import annotations

from collections.abc import Iterator
from enum import IntEnum
from math import prod
from typing import TYPE_CHECKING, Any

import numpy as np

from nacformats.api import is_onnx_file, load
from nacformats.comparing.onnx import ComparedOnnx
from nacformats.comparing.rows import ResultOf, shown_operand
from nacformats.errors import FormatError
from nacformats.files import PathLike
from nacformats.formats.base import Model
from nacformats.formats.generic import Tree
from nacformats.formats.mic.graph import MicGraph, value_columns
from nacformats.formats.mic.kinds import BINDING_TYPES, FIRST_BINDING, NAMES
from nacformats.formats.mic.objects import Node
from nacformats.formats.nac.file.model import NacFile
from nacformats.formats.stb import StbDtype, StbFile, StbLayout, StbTensor
from nacformats.formats.weights import WeightFile
from nacformats.querying.columns import CodedColumn, ColumnTable, FileTables, objects

if TYPE_CHECKING:
    from nacformats.files import PathLike


def tables_of_mic(graph: MicGraph) -> Iterator[ColumnTable]:
    """Yield values, their operands, types and symbols."""
    columns = value_columns(graph)
    count = len(columns.kind)
    bindings = {FIRST_BINDING + place: each.__name__.lower() for place, each in enumerate(BINDING_TYPES)}
    kinds = {**dict(enumerate(NAMES)), **bindings}
    yield ColumnTable(
        "ops",
        count,
        {
            "index": lambda: np.arange(count, dtype=np.int32),
            "name": lambda: CodedColumn(columns.kind, kinds),
            "label": lambda: objects(value.name for value in graph.values),
            "type": lambda: objects(None if isinstance(value, Node) else value.type for value in graph.values),
            "operands": lambda: np.diff(columns.input_rows).astype(np.int32),
            "is_output": lambda: np.arange(count) == (-1 if graph.output is None else graph.output),
        },
    )
    lengths = np.diff(columns.input_rows)
    yield ColumnTable(
        "operands",
        len(columns.inputs),
        {
            "op": lambda: np.repeat(np.arange(count, dtype=np.int32), lengths),
            "position": lambda: np.arange(len(columns.inputs)) - np.repeat(columns.input_rows[:-1], lengths),
            "source": lambda: columns.inputs,
        },
    )
    types = [(index, each.dtype, list(each.dims)) for index, each in enumerate(graph.types)]
    yield ColumnTable.of_rows("types", ("index", "dtype", "shape"), types)
    yield ColumnTable.of_rows("symbols", ("name",), [(name,) for name in graph.symbols])


def tables_of_stb(stb: StbFile) -> Iterator[ColumnTable]:
    """Yield the tensors of an STB file."""
    rows = [
        (
            each.id,
            number_text(StbDtype, each.dtype),
            None if (shape := shape_of(each)) is None else list(shape),
            each.rank,
            number_text(StbLayout, each.layout),
            each.nbytes,
            each.offset,
        )
        for each in stb.tensors
    ]
    yield ColumnTable.of_rows("tensors", ("id", "dtype", "shape", "rank", "layout", "bytes", "offset"), rows)


def number_text(members: type[IntEnum], number: int) -> str:
    """Return the name of a number; "reserved (5)" for one that has none."""
    return next((each.name for each in members if each == number), f"reserved ({int(number)})")


def shape_of(tensor: StbTensor) -> tuple[int, ...] | None:
    """Return the sizes of a tensor; None where they are in a table that was not given."""
    try:
        return tensor.shape
    except FormatError:
        return None


def tables_of_weights(weights: WeightFile) -> Iterator[ColumnTable]:
    """Yield the tensors and the metadata of a file of weights by name."""
    tensors = list(weights.tensors.values())
    yield ColumnTable.of_rows(
        "tensors",
        ("name", "dtype", "shape", "elements", "bytes", "offset"),
        [(each.name, each.dtype, list(each.shape), prod(each.shape), each.nbytes, each.offset) for each in tensors],
    )
    rows = [(key, type(value).__name__, *_value(value)) for key, value in weights.metadata.items()]
    yield ColumnTable.of_rows("metadata", ("key", "type", "length", "value"), rows)


def tables_of_onnx(path: PathLike) -> Iterator[ColumnTable]:
    """Yield the nodes of an ONNX model, their operands, and its parameters. Raises: as ComparedOnnx."""
    model = ComparedOnnx(path)
    program = model.program()
    rows = list(enumerate(program.rows))
    ops = [(index, row.operator, program.text(index), len(row.operands), program.path(index)) for index, row in rows]
    yield ColumnTable.of_rows("ops", ("index", "name", "text", "operands", "path"), ops)
    operands = [
        (index, position, each.place if isinstance(each, ResultOf) else None, shown_operand(each))
        for index, row in rows
        for position, each in enumerate(row.operands)
    ]
    yield ColumnTable.of_rows("operands", ("op", "position", "source", "text"), operands)
    tensors = [(name, each.type, list(each.shape or ()), each.path) for name, each in model.tensors().items()]
    yield ColumnTable.of_rows("parameters", ("name", "dtype", "shape", "path"), tensors)


def _value(value: Any) -> tuple[int | None, str]:
    """Return how many elements a list has, and a value as a text: of a long list, its beginning."""
    if isinstance(value, str | int | float | bool):
        return None, str(value)
    try:
        count = len(value)
    except TypeError:
        return None, str(value)
    shown = ", ".join(str(value[place]) for place in range(min(count, 16)))
    return count, f"{shown}, …" if count > 16 else shown


def tables(file: PathLike | Model) -> FileTables:
    """Return the tables of a file by name: each is a mapping of its columns to arrays.

        >>> with nacformats.tables("examples/story/story.nac") as found:
        ...     found["parameters"]["bytes"].sum()
        339556

    A NAC file has ops, operands, parameters, constants, signatures, sections and more; a Mind IR graph ops, operands
    and types; an ONNX model (extra `onnx`) ops, operands and parameters; files of weights tensors and metadata.
    A format that is its schema alone, and the Tree of any schema
    (see open_schema), have a table for each list of records. Columns are made when they are asked for; numbers are
    views of the file where they can be.

    Args:
        file: its path, or the model that was read from it.

    Raises:
        FormatError: the file is bad, or has too many records.
        OSError: it cannot be read.
        TypeError: the model has no tables.
    """
    if isinstance(file, Model):
        return FileTables(_tables_of(file))
    if is_onnx_file(file):
        return FileTables(tables_of_onnx(file))
    model: Any = load(file)
    try:
        return FileTables(_tables_of(model), model.close)
    except BaseException:
        model.close()
        raise


def _tables_of(model: Model) -> Iterator[ColumnTable]:
    if isinstance(model, NacFile):
        from nacformats.querying.nac import tables_of_nac  # noqa: PLC0415  it imports the operators

        return tables_of_nac(model)
    if isinstance(model, Tree):
        from nacformats.querying.trees import tables_of_tree  # noqa: PLC0415  only for trees

        return tables_of_tree(model, model.format or "file")
    if isinstance(model, MicGraph):
        return tables_of_mic(model)
    if isinstance(model, StbFile):
        return tables_of_stb(model)
    if isinstance(model, WeightFile):
        return tables_of_weights(model)
    raise TypeError(f"a {type(model).__name__} has no tables")
