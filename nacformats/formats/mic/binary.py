"""MIC-B to a MicGraph and back: the columns of the schema become those of the graph, and the other way round."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache, partial
from itertools import chain, islice
from typing import Any

import numpy as np
import numpy.typing as npt

from nacformats._generated.kaitai.micb import Micb
from nacformats._generated.layouts.micb import LAYOUT
from nacformats.codec import layouts
from nacformats.codec.columns import Columns, unzigzag, zigzag
from nacformats.codec.locator import record_offsets
from nacformats.codec.streams import Buffer, whole
from nacformats.errors import FormatError, InvalidError, LimitError, TruncatedError, UnsupportedError
from nacformats.findings import Finding
from nacformats.formats.mic.graph import MicGraph, string_table, value_columns
from nacformats.formats.mic.interning import interned
from nacformats.formats.mic.kinds import BINDING_KINDS, CUSTOM_KIND, LOOSE, NUM_PARAMS, OPERATIONS, ByteFlags, ByteTable
from nacformats.formats.mic.objects import Arg, Param, TensorType
from nacformats.formats.mic.opcodes import StoredParameter
from nacformats.formats.mic.rules import GraphPlace, Problem, problems, require_valid, too_many
from nacformats.formats.mic.strings import Integers, Strings
from nacformats.formats.mic.values import ValueColumns, Values, are_named, positions, rows_of
from nacformats.limits import MAX_FINDINGS, Limits

assert LAYOUT is not None
_LAYOUT = LAYOUT
_VALUES = _LAYOUT.codec("graph_value")

#: So many different types are remembered while equal ones are looked for.
_SHARED_TYPES = 1 << 12
#: First byte of the section that MIC 2.1 appends.
_MAP_MARKER = 0x4D

_BINDINGS: dict[type[Arg | Param], Micb.Tag] = {Arg: Micb.Tag.arg, Param: Micb.Tag.param}
_DTYPES = {int(dtype): dtype.name for dtype in Micb.Dtype}

# Kinds of values by tag and by opcode, and the other way round.
_TAGS = {BINDING_KINDS[binding]: int(tag) for binding, tag in _BINDINGS.items()}
_TAG_OF_KIND = ByteTable(_TAGS.get(kind, int(Micb.Tag.node)) for kind in range(LOOSE))
_OPCODE_OF_KIND = ByteTable(opcode.byte for opcode in OPERATIONS)
_KINDS = {tag: kind for kind, tag in _TAGS.items()}, {opcode.byte: kind for kind, opcode in enumerate(OPERATIONS)}
_KIND_OF_TAG, _KIND_OF_OPCODE = (ByteTable(kinds.get(code, LOOSE) for code in range(256)) for kinds in _KINDS)

# Columns of parameters, and which operations have theirs in them: single numbers by position, then lists.
_ITEMS = [[parameter.item for parameter in opcode.parameters] for opcode in OPERATIONS]
_PLACES = sorted({place for items in _ITEMS for place in enumerate(items)}, key=lambda place: (place[0], place[1].key))
_USERS = {place: ByteFlags(place in enumerate(items) for items in _ITEMS) for place in _PLACES}
_SCALARS = {place: users for place, users in _USERS.items() if not place[1].rows}
_LISTS = {item: users for (_, item), users in _USERS.items() if item.rows}


def examine_micb(view: Buffer, strict: bool, limits: Limits) -> tuple[MicGraph | None, list[Finding]]:
    """Read a file: the graph and the errors. Only without errors is the graph there, whole and valid.

    Args:
        view: all bytes of the file.
        strict: whether numbers have to be as short as possible.
        limits: what is too large.
    """
    data = b""
    try:
        _refuse_more("too many bytes", None, limits.input_bytes, len(view), limits.input_bytes)
        data = whole(view)
        file = _Reader(data, limits).read()
        if strict:
            _refuse_padding(data, file)
    except FormatError as error:
        return None, _all_findings(data, error, limits)
    graph = _graph(data, file, limits)
    return graph, _graph_findings(data, file, graph, is_checked=True)


# errors


class _Reader(layouts.LayoutReader):
    """Reads a file, and refuses what exceeds a limit before any memory is allocated for it."""

    def __init__(self, data: bytes, limits: Limits, *, check: bool = True) -> None:
        super().__init__(_LAYOUT, data, check=check, before=self._limited)
        self._limits = limits
        self._most = {
            "strings": limits.strings,
            "values": limits.values,
            "symbols": limits.lines,
            "types": limits.lines,
        }

    def _limited(self, path: str, count: int, offset: int) -> None:
        _refuse_more(f"too many {path}", f"num_{path}", offset, count, self._most[path])
        if path == "symbols":
            strings = self.file.tables["strings"]
            self._refuse_long("strings", "bytes in a string", strings["text#"], "len_text", self._limits.string_bytes)
        elif path == "values":
            ranks = np.diff(self.file.tables["types"]["dims[]"])
            self._refuse_long("types", "dims", ranks, "num_dims", self._limits.rank)

    def _refuse_long(self, path: str, what: str, counts: Integers, field: str, limit: int) -> None:
        for index in (counts > limit).nonzero()[0][:1].tolist():
            parts = (part for part in self.layout.parts if isinstance(part, layouts.LayoutTable))
            codec = self.layout.codec(next(part.record for part in parts if part.path == path))
            start = int(self.file.tables[path].starts[index])
            offset = record_offsets(codec, memoryview(self.data), start)(field)
            _refuse_more(f"too many {what}", f"{path}[{index}].{field}", offset, int(counts[index]), limit)


def _refuse_more(reason: str, path: str | None, offset: int, count: int, limit: int) -> None:
    if count > limit:
        raise LimitError(reason, format="micb", path=path, offset=offset, expected=f"at most {limit}", actual=count)


def _refuse_padding(data: bytes, file: layouts.File) -> None:
    padded = layouts.first_padded(_LAYOUT, data, file)
    if padded is not None:
        expected = layouts.encoded_varint(padded.number).hex(" ")
        error = InvalidError("a number with padding", expected=expected, actual=padded.octets.hex(" "))
        error.format, error.path, error.offset = "micb", padded.path, padded.offset
        raise error


#: The rule for an error of the schema, by the path of the field.
_RULES = {
    r"magic": "magic",
    r"version": "version",
    r"trailing": "trailing",
    r"strings\[\d+\]\.text": "utf-8",
    r"types\[\d+\]\.dtype": "dtype",
    r"values\[\d+\]\.tag": "tag",
    r"values\[\d+\]\.body\.opcode": "opcode",
    r"values\[\d+\]\.body\.type_ref\.idx": "type-reference",
    r"values\[\d+\]\.body\.inputs\[\d+\]\.idx": "forward-reference",
    r"output\.idx": "output",
    r".*\.idx": "string-reference",
}
#: These are rules of graphs as well; when nothing else is wrong with a file, all that break one are listed.
_RULES_OF_GRAPHS = ("type-reference", "forward-reference", "output")


def _all_findings(data: bytes, error: FormatError, limits: Limits) -> list[Finding]:
    """Return the findings for a file that cannot be read: the error, or all of them when they are about the graph."""
    finding = _finding(data, error)
    if finding.rule.removeprefix("micb.") not in _RULES_OF_GRAPHS:
        return [finding]
    try:
        file = _Reader(data, limits, check=False).read()
    except FormatError:
        return [finding]
    values = file.tables["values"]
    names = np.maximum(values["body.name.idx"], values["body.params.name.idx"])
    if (_kinds(values) == LOOSE).any() or (names >= file.numbers["num_strings"]).any():
        return [finding]
    return _graph_findings(data, file, _graph(data, file, limits), is_checked=False) or [finding]


def _finding(data: bytes, error: FormatError) -> Finding:
    """Return an error of the schema as a finding, in the terms of Mind IR."""
    if error.path == "trailing" and data[error.offset or 0] == _MAP_MARKER:
        reason = "a MAP section of MIC 2.1 (or another file) follows the output"
        error = UnsupportedError(reason, format="micb", path=error.path, offset=error.offset, expected="MIC-B v2 only")
        return Finding.of(error, "micb.map-section")
    if error.path == "version" and isinstance(error, InvalidError):
        place: dict[str, Any] = {"path": error.path, "offset": error.offset}
        expected, actual = error.expected, error.actual
        error = UnsupportedError("unsupported version", format="micb", expected=expected, actual=actual, **place)
    return Finding.of(error, f"micb.{_rule_of(error)}")


def _rule_of(error: FormatError) -> str:
    if isinstance(error, TruncatedError):
        return "truncated"
    if isinstance(error, LimitError):
        return "limit"
    if error.reason == "a number with padding":
        return "varint-minimal"
    if error.reason.endswith("64 bits"):
        return "varint-range"
    return next((rule for path, rule in _RULES.items() if re.fullmatch(path, error.path or "")), "layout")


def _graph_findings(data: bytes, file: layouts.File, graph: MicGraph, *, is_checked: bool) -> list[Finding]:
    """Return what is wrong with a graph, with paths of the schema and offsets."""
    found = []
    offsets_in = lru_cache(maxsize=1)(partial(record_offsets, _VALUES, memoryview(data)))  # one value may have many
    starts = file.tables["values"].starts
    for problem in islice(problems(graph, is_checked=is_checked), MAX_FINDINGS):
        path = _schema_path(problem.place)
        in_value = re.fullmatch(r"values\[(\d+)\]\.(.*)", path)
        offset = file.offsets[path] if in_value is None else offsets_in(int(starts[int(in_value[1])]))(in_value[2])
        found.append(replace(problem.finding("micb", offset=offset), path=path))
    return found


def _schema_path(place: GraphPlace) -> str:
    """Return the field of a file that a place in its graph is."""
    match place:
        case ("values", int(index), "type"):
            return f"values[{index}].body.type_ref.idx"
        case ("values", int(index), "inputs"):
            return f"values[{index}].body.num_inputs"
        case ("values", int(index), "inputs", int(position)):
            return f"values[{index}].body.inputs[{position}].idx"
        case ("output",):
            return "output.idx"
    raise AssertionError(f"{place}: the schema does not let this pass")


# reading


def _graph(data: bytes, file: layouts.File, limits: Limits) -> MicGraph:
    """Return the graph that sound columns hold."""
    texts, types, values = (file.tables[path] for path in ("strings", "types", "values"))
    strings = Strings(data, texts["text@"], texts["text#"])
    return MicGraph(
        symbols=[strings[number] for number in file.tables["symbols"]["idx"].tolist()],
        types=list(_types(types, strings)),
        values=Values.over(_value_columns(values), strings),
        output=file.numbers["output.idx"],
        format="micb",
        limits=limits,
        places=values.starts[:-1],
    )


def _types(types: Columns, strings: Strings) -> Iterator[TensorType]:
    """Yield the types; equal ones are one object, unless there are very many different ones."""
    made: dict[tuple[int, tuple[int, ...]], TensorType] = {}
    rows, dims = types["dims[]"].tolist(), types["dims.idx"].tolist()
    for dtype, start, stop in zip(types["dtype"].tolist(), rows, rows[1:], strict=False):
        numbers = tuple(dims[start:stop])
        found = made.get((dtype, numbers))
        if found is None:
            found = TensorType(_DTYPES[dtype], tuple([strings[number] for number in numbers]))
            if len(made) < _SHARED_TYPES:
                made[dtype, numbers] = found
        yield found


def _kinds(values: Columns) -> npt.NDArray[np.uint8]:
    is_node = values["tag"] == Micb.Tag.node
    return np.where(is_node, _KIND_OF_OPCODE[values["body.opcode"]], _KIND_OF_TAG[values["tag"]])


def _value_columns(values: Columns) -> ValueColumns:
    kind = _kinds(values)
    name = _signed(values["body.name.idx"])
    is_custom = kind == CUSTOM_KIND
    if is_custom.any():
        name = np.where(is_custom, _signed(values["body.params.name.idx"]), name)
    inputs = values["body.inputs[]"], _signed(values["body.inputs.idx"])
    return ValueColumns(kind, name, _signed(values["body.type_ref.idx"]), *inputs, *_read_params(values, kind))


def _signed(numbers: npt.NDArray[np.uint64]) -> Integers:
    return numbers.view(np.int64)


def _read_params(values: Columns, kind: npt.NDArray[np.uint8]) -> tuple[Integers, Integers]:
    """Return rows of parameters, from the columns of the different operations."""
    counts = NUM_PARAMS[kind].astype(np.int64)
    for item in _LISTS:
        rows = values[item.rows]
        counts += rows[1:] - rows[:-1]
    param_rows = rows_of(counts)
    params = np.empty(param_rows[-1], np.int64)
    for (position, item), has_it in _SCALARS.items():
        some = has_it[kind].nonzero()[0]
        params[param_rows[some] + position] = _meant(values[item.key][some], item)
    for item, has_it in _LISTS.items():
        some = has_it[kind].nonzero()[0]
        places = positions(param_rows[some], rows_of(counts[some]))
        params[places] = _meant(values[item.key], item)
    return param_rows, params


def _meant(stored: npt.NDArray[np.uint64], item: StoredParameter) -> Integers:
    return unzigzag(stored) if item.is_zigzag else _signed(stored)


# writing


def write_micb(graph: MicGraph) -> list[Buffer]:
    """The canonical bytes of a graph, in pieces. Raises FormatError when it is not valid or exceeds its limits."""
    require_valid(graph, "micb")
    columns, limits = value_columns(graph), graph.limits
    first = [*graph.symbols, *chain.from_iterable(entry.dims for entry in graph.types)]
    if (columns.kind == LOOSE).any() or not _are_utf8(first):
        _refuse_strings(graph)
    has_name = are_named(columns.kind)
    table = interned(first, string_table(graph).spans(), columns.name[has_name])
    if len(table.texts.starts) > limits.strings or table.texts.sizes.max(initial=0) > limits.string_bytes:
        _refuse_strings(graph)
    names = np.zeros(len(columns.kind), np.int64)
    names[has_name] = table.references[len(first) :]
    tables: dict[str, dict[str, Any]] = {
        "strings": {"text@": table.texts.starts, "text#": table.texts.sizes, "data": table.texts.data},
        "symbols": {"idx": table.references[: len(graph.symbols)]},
        "types": {
            "dtype": np.array([Micb.Dtype[entry.dtype] for entry in graph.types], np.uint8),
            "dims[]": rows_of(np.array([len(entry.dims) for entry in graph.types], np.int64)),
            "dims.idx": table.references[len(graph.symbols) : len(first)],
        },
        "values": _written_values(columns, names),
    }
    assert graph.output is not None
    pieces: list[Buffer] = [*layouts.write_layout(_LAYOUT, {"output.idx": graph.output}, tables)]
    for problem in too_many("bytes", (), sum(map(len, pieces)), limits.input_bytes):
        raise problem.finding("micb").error()
    return pieces


def _written_values(columns: ValueColumns, names: Integers) -> dict[str, npt.NDArray[Any]]:
    """Return the columns of the schema. What a value has no field for is of no meaning in them."""
    kind = columns.kind
    written: dict[str, npt.NDArray[Any]] = {
        "tag": _TAG_OF_KIND[kind],
        "body.opcode": _OPCODE_OF_KIND[kind],
        "body.name.idx": _unsigned(names),
        "body.params.name.idx": _unsigned(names),
        "body.type_ref.idx": _unsigned(columns.type),
        "body.inputs[]": columns.input_rows,
        "body.inputs.idx": _unsigned(columns.inputs),
    }
    starts, counts = columns.param_rows[:-1], np.diff(columns.param_rows)
    for (position, item), has_it in _SCALARS.items():
        some = has_it[kind].nonzero()[0]
        stored = written.setdefault(item.key, np.zeros(len(kind), np.uint64))
        stored[some] = _stored(columns.params[starts[some] + position], item)
    for item, has_it in _LISTS.items():
        some = has_it[kind].nonzero()[0]
        written[item.rows] = rows_of(np.where(has_it[kind], counts, 0))
        written[item.key] = _stored(columns.params[positions(starts[some], rows_of(counts[some]))], item)
    return written


def _unsigned(numbers: Integers) -> npt.NDArray[np.uint64]:
    return numbers.view(np.uint64)


def _stored(numbers: Integers, item: StoredParameter) -> npt.NDArray[np.uint64]:
    return zigzag(numbers) if item.is_zigzag else _unsigned(numbers)


def _are_utf8(texts: list[str]) -> bool:
    try:
        "".join(dict.fromkeys(texts)).encode()
    except UnicodeEncodeError:
        return False
    return True


def _refuse_strings(graph: MicGraph) -> None:
    """Raise the FormatError for the first text that cannot be in the string table; there is at least one."""
    known: set[str] = set()
    for place, text in _places_of_strings(graph):
        if text in known:
            continue
        known.add(text)
        for problem in _string_problems(place, text, len(known), graph.limits):
            raise problem.finding("micb").error()


def _places_of_strings(graph: MicGraph) -> Iterator[tuple[GraphPlace, str]]:
    yield from ((("symbols", index), name) for index, name in enumerate(graph.symbols))
    for index, entry in enumerate(graph.types):
        yield from ((("types", index, "dims", axis), dim) for axis, dim in enumerate(entry.dims))
    for index, value in enumerate(graph.values):
        if value.name is not None:
            yield ("values", index, "name"), value.name


def _string_problems(place: GraphPlace, text: str, count: int, limits: Limits) -> Iterator[Problem]:
    try:
        encoded = text.encode()
    except UnicodeEncodeError as error:
        yield Problem("utf-8", place, "a character that UTF-8 cannot hold", None, ascii(text[error.start]))
        return
    yield from too_many("bytes in a string", place, len(encoded), limits.string_bytes)
    yield from too_many("strings", place, count, limits.strings)
