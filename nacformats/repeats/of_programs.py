"""The repeated blocks of a file, a graph or a model."""

from __future__ import annotations

import os
from typing import Any

from nacformats.api import load
from nacformats.files import PathLike
from nacformats.formats.mic.graph import MicGraph
from nacformats.formats.nac.file.model import NacFile
from nacformats.graph.graph import FOLDED, Graph, GraphValue, Input, Operation, Weight, refs_of
from nacformats.graph.models import graph_of
from nacformats.repeats.data import Blocks, ProgramRows
from nacformats.repeats.searching import repeated_blocks


def blocks(source: PathLike | NacFile | MicGraph | Graph) -> Blocks:
    """Return the blocks that a program repeats, the outermost ones in the order of their first rows.

    Rows are the instructions of a NAC file, and the values of a Mind IR graph or of the graph of an ONNX model.

    Args:
        source: a NacFile, a MicGraph, a Graph, or the path of a file that becomes one of them: .nac, .micb, .mic2,
            .onnx (extra `onnx`).

    Raises:
        FormatError: the file is bad, or its program is no valid graph.
        ImportError: reading it needs an extra that is not installed.
        TypeError: the model is of a format without a program.
    """
    return repeated_blocks(program_rows(source))


def program_rows(source: PathLike | NacFile | MicGraph | Graph) -> ProgramRows:
    """Return a program as plain data; the argument and the errors are those of `blocks`."""
    if isinstance(source, str | os.PathLike):
        path = os.fspath(source)
        if os.path.splitext(path)[1].lower() == ".onnx":  # noqa: PTH122  bytes need no Path
            from nacformats.compiler.frontends import graph_of_model  # noqa: PLC0415  it takes long to import

            return _rows_of(graph_of_model(path), 0)
        with load(path) as model:
            return _rows_of_model(model)
    if isinstance(source, Graph):
        return _rows_of(source, 0)
    return _rows_of_model(source)


def _rows_of_model(model: Any) -> ProgramRows:
    return _rows_of(graph_of(model), len(model.instructions) if isinstance(model, NacFile) else 0)


def _rows_of(graph: Graph, length: int) -> ProgramRows:
    return ProgramRows(
        [value.operator if isinstance(value, Operation) else "" for value in graph.values],
        [[ref.index for ref in refs_of(value)] for value in graph.values],
        [_name(value) for value in graph.values],
        [ref.index for ref in graph.outputs],
        max(length, len(graph.values)),
        graph.unit,
    )


def _name(value: GraphValue) -> str | None:
    """Return the name of a parameter; inputs that stand for constants have that of those that a compiler computed."""
    if isinstance(value, Input) and value.lifted:
        return FOLDED
    return value.name if isinstance(value, Weight) else None
