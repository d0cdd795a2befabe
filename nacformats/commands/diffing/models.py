"""Comparison of the models of the package."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from nacformats.commands.diffing import nac, stb
from nacformats.commands.diffing.core import Compare, Difference, ModelComparison, Note
from nacformats.commands.terminal import USAGE, CommandError, in_one_line
from nacformats.errors import FormatError
from nacformats.formats.generic import Tree, TreeFields
from nacformats.formats.mic import Arg, Node, Param, TensorType
from nacformats.formats.nac import NacFile


def model_differences(first: Any, second: Any) -> Iterator[Difference]:
    """The places at which two models of one kind differ, in order, as they are found; none when they hold the same.

    Raises:
        TypeError: the two are of different kinds.
        FormatError: a file with external weights cannot be read, or tensors share their bytes too often.
    """
    return (each for each in _found(first, second) if isinstance(each, Difference))


def _found(first: Any, second: Any) -> Iterator[Difference | Note]:
    if type(first) is not type(second):
        raise TypeError(f"{type(first).__name__} and {type(second).__name__} cannot be compared")
    yield from ModelComparison(_BY_TYPE).compare("", first, second)


def differences_of(first: Any, second: Any) -> Iterator[Difference | Note]:
    """Yield all differences, and what is said beside them. CommandError where the two cannot be compared to the end."""
    for model in first, second:
        if isinstance(model, NacFile) and not model.internal_weights and model.weights is None:
            raise CommandError("standard input does not say where the weights are: give the name of a file", USAGE)
    try:
        yield from _found(first, second)
    except FormatError as error:
        raise CommandError(str(error), USAGE, error) from None
    except TypeError as error:
        raise CommandError(in_one_line(error), USAGE) from None


def _trees(comparison: ModelComparison, path: str, first: Tree, second: Tree) -> Iterator[Difference]:
    return comparison.compare(path, first.fields, second.fields)


def _fields(comparison: ModelComparison, path: str, first: TreeFields, second: TreeFields) -> Iterator[Difference]:
    """Compare what writing would not derive from the rest."""
    one, other = (
        {name: value for name, value in fields.items() if name not in fields.derived} for fields in (first, second)
    )
    return comparison.mappings(path, one, other, "{}.{}" if path else "{}{}")


def _values(comparison: ModelComparison, path: str, first: Any, second: Any) -> Iterator[Difference]:
    """Compare values of a graph, most of which are equal."""
    return iter(()) if first == second else comparison.fields(path, first, second)


def _types(comparison: ModelComparison, path: str, first: TensorType, second: TensorType) -> Iterator[Difference]:
    """Compare tensor types. Their dims may share a long name."""
    alike = first.dtype == second.dtype and len(first.dims) == len(second.dims)
    if alike and all(map(comparison.same, first.dims, second.dims)):
        return iter(())
    return comparison.fields(path, first, second)


_BY_TYPE: dict[type, Compare] = {
    **nac.BY_TYPE,
    **stb.BY_TYPE,
    Tree: _trees,
    TreeFields: _fields,
    Arg: _values,
    Param: _values,
    Node: _values,
    TensorType: _types,
}
