"""The tables of any file that is read here."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from nacformats.api import is_onnx_file, load
from nacformats.formats.base import Model
from nacformats.formats.generic import Tree
from nacformats.formats.mic.graph import MicGraph
from nacformats.formats.nac.file.model import NacFile
from nacformats.formats.stb import StbFile
from nacformats.formats.weights import WeightFile
from nacformats.querying.columns import ColumnTable, FileTables

if TYPE_CHECKING:
    from nacformats.files import PathLike


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
        from nacformats.querying.models import tables_of_onnx  # noqa: PLC0415  onnx is optional

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
    from nacformats.querying import models  # noqa: PLC0415

    if isinstance(model, MicGraph):
        return models.tables_of_mic(model)
    if isinstance(model, StbFile):
        return models.tables_of_stb(model)
    if isinstance(model, WeightFile):
        return models.tables_of_weights(model)
    raise TypeError(f"a {type(model).__name__} has no tables")
