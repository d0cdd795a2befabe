"""MIC-B v2 and mic@2: two forms of the same Mind IR graphs."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from functools import partial

from nacformats.codec.streams import Buffer, Source
from nacformats.codec.tables import file_formats
from nacformats.errors import FormatError
from nacformats.findings import Finding, reported
from nacformats.formats.base import Room
from nacformats.formats.mic.graph import MicGraph
from nacformats.formats.mic.objects import Arg, Binding, Node, Param, TensorType, shown
from nacformats.formats.mic.rules import graph_path
from nacformats.limits import DEFAULT_LIMITS, Limits

__all__ = ["Arg", "MicGraph", "Node", "Param", "TensorType", "is_canonical"]


def is_canonical(path_or_bytes: str | os.PathLike[str] | Buffer, *, mmap: bool | None = None) -> bool:
    """Return True if a MIC-B file or a mic@2 text is byte for byte what writing its graph gives.

    Args:
        path_or_bytes: a file, or its bytes.
        mmap: as for nacformats.load.

    Raises:
        FormatError: the bytes are neither, not even leniently.
    """
    with Source.of(path_or_bytes, mmap) as source:
        data = bytes(source.view)
        graph = (_read_micb if data.startswith(file_formats()["micb"][2]) else _read_mic2)(source, strict=False)
    try:
        return _canonical(graph) == data
    except FormatError:  # read leniently, and it cannot be written strictly
        return False


def _read_micb(source: Source, strict: bool, *, limits: Limits = DEFAULT_LIMITS) -> MicGraph:
    return _read("micb", source, strict, limits)


def _read_mic2(
    source: Source, strict: bool, *, limits: Limits = DEFAULT_LIMITS, params_first: bool = False
) -> MicGraph:
    return _read("mic2", source, strict, limits, params_first)


def _read(form: str, source: Source, strict: bool, limits: Limits, params_first: bool = False) -> MicGraph:
    graph, errors = _examine(form, source, strict, limits, params_first)
    source.close()
    if errors:
        raise errors[0].error()
    assert graph is not None
    return graph


# Whoever reads one form has no need of the other: each module is imported when it is first used.


def _examine(
    form: str, source: Source, strict: bool, limits: Limits, params_first: bool
) -> tuple[MicGraph | None, list[Finding]]:
    if form == "micb":
        from nacformats.formats.mic import binary  # noqa: PLC0415

        return binary.examine_micb(source.view, strict, limits)
    from nacformats.formats.mic import text  # noqa: PLC0415

    return text.examine_mic2(source.view, strict, limits, params_first)


def _write(form: str, graph: MicGraph) -> list[Buffer]:
    if form == "micb":
        from nacformats.formats.mic import binary  # noqa: PLC0415

        return binary.write_micb(graph)
    from nacformats.formats.mic import text  # noqa: PLC0415

    return text.write_mic2(graph)


def _check(form: str, source: Source, strict: bool) -> list[Finding]:
    graph, errors = _examine(form, source, strict, DEFAULT_LIMITS, params_first=False)
    return errors or list(_warnings(graph, bytes(source.view)))


def _warnings(graph: MicGraph | None, data: bytes) -> Iterator[Finding]:
    """Yield warnings about a file that holds a valid graph."""
    assert graph is not None
    assert graph.format is not None
    warning = partial(reported, "warning", graph.format)
    try:
        canonical = _canonical(graph)
    except FormatError as error:
        yield warning("not-canonical", f"was read leniently and cannot be written: {error}")
    else:
        if canonical != data:
            offset = _first_difference(canonical, data)
            line = {"line": data.count(b"\n", 0, offset) + 1} if graph.format == "mic2" else {}
            yield warning("not-canonical", "not in canonical form", offset=offset, **line)
    no_text = _reason_for_no_text(graph) if graph.format == "micb" else None
    if no_text is not None:
        yield warning("no-text-form", f"cannot be converted to mic@2: {no_text}")
    for rule, reason, names in _oddities(graph):
        if names:
            yield warning(rule, f"{reason}: {shown(names)}")
    unused = _unused_values(graph)
    if unused:
        path = graph_path(("values", unused[0]))
        reason = f"values that do not contribute to the output: {shown(unused)}"
        yield warning("unused-values", reason, path=path, **graph.place(unused[0]))


def _reason_for_no_text(graph: MicGraph) -> FormatError | None:
    """Return why a graph has no text form; None for one that has it."""
    from nacformats.formats.mic import text  # noqa: PLC0415

    try:
        text.require_writable(graph)
    except FormatError as error:
        return error
    return None


def _oddities(graph: MicGraph) -> Iterator[tuple[str, str, list[str]]]:
    """Rules that a valid graph may break: the name, what the finding says, and what breaks the rule."""
    dims = {dim for tensor_type in graph.types for dim in tensor_type.dims}
    types = {value.type for value in graph.values if isinstance(value, Binding)}
    names = [value.name for value in graph.values if isinstance(value, Binding)]
    yield "unused-symbols", "symbols that no type uses", [name for name in graph.symbols if name not in dims]
    yield "unused-types", "types that no value has", [f"T{at}" for at in range(len(graph.types)) if at not in types]
    yield "duplicate-symbols", "symbols declared more than once", _repeated(graph.symbols)
    yield "duplicate-names", "names that more than one value has", _repeated(names)


def _repeated(names: list[str]) -> list[str]:
    return [name for name, times in Counter(names).items() if times > 1]


def _unused_values(graph: MicGraph) -> list[int]:
    """Return the ids of the values that the output does not depend on."""
    used = {graph.output}
    for index in range(len(graph.values) - 1, -1, -1):
        value = graph.values[index]
        if index in used and isinstance(value, Node):
            used.update(value.inputs)
    return [index for index in range(len(graph.values)) if index not in used]


def _canonical(graph: MicGraph) -> bytes:
    assert graph.format is not None
    return b"".join(_write(graph.format, graph))


def _first_difference(one: bytes, other: bytes) -> int:
    differences = (at for at, (mine, yours) in enumerate(zip(one, other, strict=False)) if mine != yours)
    return next(differences, min(len(one), len(other)))


ROOMS = {
    form: Room(MicGraph, read, partial(_write, form), partial(_check, form))
    for form, read in (("micb", _read_micb), ("mic2", _read_mic2))
}
