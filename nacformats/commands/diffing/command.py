"""The command `nacformats diff`: how models of each kind are compared, and how differences are shown.

STB files are compared tensor by tensor, each pair of payloads once.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

import click

from nacformats.commands import terminal
from nacformats.commands.diffing import nac
from nacformats.commands.diffing.core import Compare, Difference, ModelComparison, Note
from nacformats.commands.opening import opened_model
from nacformats.commands.refusals import comparison_refused, refusals_as_json
from nacformats.errors import FormatError, LimitError
from nacformats.formats.generic import Tree, TreeFields, fields_of
from nacformats.formats.mic import Arg, Node, Param, TensorType
from nacformats.formats.nac import NacFile
from nacformats.formats.stb import StbFile
from nacformats.limits import MAX_TIMES_COMPARED
from nacformats.printing import printable

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
    return (each for each in _found(first, second) if isinstance(each, Difference))


def _found(first: Any, second: Any) -> Iterator[Difference | Note]:
    if type(first) is not type(second):
        raise TypeError(f"{type(first).__name__} and {type(second).__name__} cannot be compared")
    yield from ModelComparison(_BY_TYPE).compare("", first, second)


def differences_of(first: Any, second: Any) -> Iterator[Difference | Note]:
    """Yield all differences, and what is said beside them. CommandError where the two cannot be compared to the end."""
    for model in first, second:
        if isinstance(model, NacFile) and not model.internal_weights and model.weights is None:
            raise terminal.CommandError("standard input does not say where the weights are: give the name of a file")
    try:
        yield from _found(first, second)
    except FormatError as error:
        raise terminal.CommandError(str(error), problem=error) from None
    except TypeError as error:
        raise terminal.CommandError(terminal.in_one_line(error)) from None


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


def diff_files(*, first: str, second: str, lenient: bool, as_json: bool) -> None:
    """Show where two files differ; see `nacformats diff --help`."""
    with refusals_as_json(as_json, comparison_refused):
        try:
            with opened_model(first, strict=not lenient) as one, opened_model(second, strict=not lenient) as other:
                code = _show_differences(differences_of(one, other), as_json=as_json)
        except terminal.CommandError as error:
            raise terminal.CommandError(str(error), problem=error.problem, file=error.file) from None
    click.get_current_context().exit(code)


def _show_differences(differences: Iterable[Difference | Note], *, as_json: bool) -> int:
    """Show differences as they are found, and return the exit code.

    As JSON they are an array. Where comparing ends early, the last element is an object with the key "error"; without
    any difference until then, the error is raised as it is.
    """
    if as_json:
        return _show_differences_as_json(differences)
    code = 0
    for difference in differences:
        for row in terminal.wrapped(printable(str(difference)), terminal.line_width()):
            terminal.show(row)
        code = terminal.BAD_FILE if isinstance(difference, Difference) else code
    return code


def _show_differences_as_json(differences: Iterable[Difference | Note]) -> int:
    start, code = "[\n", 0
    try:
        for difference in differences:
            if isinstance(difference, Note):
                continue
            terminal.show_json([start, json.dumps(difference.as_dict())])
            start, code = ",\n", terminal.BAD_FILE
    except (terminal.CommandError, FormatError) as error:
        if not code:
            raise
        terminal.show_json([start, json.dumps(comparison_refused(error)), "\n]\n"])
        return terminal.USAGE
    terminal.show_json(["\n]\n" if code else "[]\n"])
    return code
