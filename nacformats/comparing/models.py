"""Models of each kind compared place by place.

STB files are compared tensor by tensor, each pair of payloads once.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from nacformats.comparing import nac
from nacformats.comparing.core import Compare, Difference, ModelComparison, Note
from nacformats.errors import LimitError
from nacformats.formats.generic import Tree, TreeFields, fields_of
from nacformats.formats.mic import Arg, Node, Param, TensorType
from nacformats.formats.stb import StbFile
from nacformats.limits import MAX_TIMES_COMPARED

_DESCRIPTOR = ("id", "dtype", "rank", "layout", "dims")


def _stb_files(comparison: ModelComparison, path: str, first: StbFile, second: StbFile) -> Iterator[Difference]:
    payloads = _Payloads(comparison, first, second)
    places = _places(first), _places(second)
    for key, index in places[0].items():
        inner = f"{path}tensors[{key}]"
        if key in places[1]:
            one, other = first.tensors[index], second.tensors[places[1][key]]
            yield from comparison.attributes(inner, one, other, _DESCRIPTOR)
            yield from payloads.compare(f"{inner}.raw", one.raw, other.raw)
        else:
            yield Difference(inner, first.tensors[index], None, "first")
    for key, index in places[1].items():
        if key not in places[0]:
            yield Difference(f"{path}tensors[{key}]", None, second.tensors[index], "second")


def _places(stb: StbFile) -> dict[str, int]:
    """Return the tensors by what names them in a path: their ids or, where one is repeated, their places."""
    ids = stb.tensors.ids()
    unique = len(set(ids)) == len(ids)
    return {f"id={number}" if unique else str(place): place for place, number in enumerate(ids)}


class _Payloads:
    """Payloads of two files. Each pair is compared once: a thousand tensors may have the same bytes."""

    def __init__(self, comparison: ModelComparison, first: StbFile, second: StbFile) -> None:
        self._comparison = comparison
        self._found: dict[tuple[int, int], tuple[Difference, ...]] = {}
        # Where tensors share some of their bytes, the pairs of all are more than the files are large.
        self._left = MAX_TIMES_COMPARED * sum(_extent(stb) for stb in (first, second))

    def compare(self, path: str, first: memoryview, second: memoryview) -> Iterator[Difference]:
        key = id(first), id(second)  # those of one range of bytes are one object, which the model keeps
        if key not in self._found:
            self._left -= len(first)
            if self._left < 0:
                reason = "the tensors share their bytes so often that comparing them takes too long"
                raise LimitError(reason, path=path, expected=f"each byte at most {MAX_TIMES_COMPARED} times")
            self._found[key] = tuple(self._comparison.compare("", first, second))
        for found in self._found[key]:
            yield Difference(f"{path}{found.path}", found.first, found.second)


def _extent(stb: StbFile) -> int:
    """Return the total size of the payloads, at most."""
    return stb.source.size if stb.source is not None else sum(stb.tensors.sizes())


def model_differences(first: Any, second: Any) -> Iterator[Difference]:
    """The places at which two models of one kind differ, in order, as they are found; none when they hold the same.

    Raises:
        TypeError: the two are of different kinds.
        FormatError: a file with external weights cannot be read, or tensors share their bytes too often.
    """
    return (each for each in differences_and_notes(first, second) if isinstance(each, Difference))


def differences_and_notes(first: Any, second: Any) -> Iterator[Difference | Note]:
    """Yield the differences of two models of one kind as `model_differences` does, and what is said beside them."""
    if type(first) is not type(second):
        raise TypeError(f"{type(first).__name__} and {type(second).__name__} cannot be compared")
    yield from ModelComparison(_BY_TYPE).compare("", first, second)


def _trees(comparison: ModelComparison, path: str, first: Tree, second: Tree) -> Iterator[Difference]:
    return comparison.compare(path, fields_of(first.fields), fields_of(second.fields))


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
    StbFile: _stb_files,
    Tree: _trees,
    TreeFields: _fields,
    Arg: _values,
    Param: _values,
    Node: _values,
    TensorType: _types,
}
