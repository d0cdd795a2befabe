"""MIC-B to a MicGraph and back: the columns of the schema become those of the graph, and the other way round."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import cache, lru_cache, partial
from itertools import chain, islice
from typing import Any

import numpy as np
import numpy.typing as npt

from nacformats._generated.columns import micb as codecs
from nacformats._generated.python import micb as records
from nacformats._generated.tables.micb import SCHEMA
from nacformats.codec.columns import Columns, RecordCodec, unzigzag, zigzag
from nacformats.codec.columns.arrays import varint
from nacformats.codec.columns.reading import RecordTables
from nacformats.codec.locator import record_offsets
from nacformats.codec.streams import Buffer, Source, whole
from nacformats.codec.trees.codec import SchemaCodec
from nacformats.codec.trees.record import TreeRecord
from nacformats.codec.trees.values import Varint
from nacformats.errors import FormatError, InvalidError, LimitError, TruncatedError, UnsupportedError
from nacformats.findings import Finding
from nacformats.formats.mic.graph import MicGraph, value_columns
from nacformats.formats.mic.interning import interned
from nacformats.formats.mic.kinds import BINDING_KINDS, CUSTOM_KIND, LOOSE, NUM_PARAMS, OPERATIONS, Integers, by_code
from nacformats.formats.mic.objects import Arg, Param, TensorType
from nacformats.formats.mic.opcodes import StoredParameter
from nacformats.formats.mic.rules import GraphPlace, Problem, problems, require_valid, too_many
from nacformats.formats.mic.values import ValueColumns, Values, are_named, positions, rows_of
from nacformats.formats.stored import Texts
from nacformats.limits import MAX_FINDINGS, Limits

#: The lists of a file, and the codecs of their records.
_LISTS_OF_FILE: dict[str, RecordCodec] = {
    field.id: codec
    for field in SCHEMA.root.fields
    for codec in vars(codecs).values()
    if isinstance(codec, RecordCodec) and codec.parser == field.type
}
_VALUES = _LISTS_OF_FILE["values"]

#: So many different types are remembered while equal ones are looked for.
_SHARED_TYPES = 1 << 12
#: First byte of the section that MIC 2.1 appends.
_MAP_MARKER = 0x4D

_BINDINGS: dict[type[Arg | Param], records.Tag] = {Arg: records.Tag.arg, Param: records.Tag.param}
_DTYPES = {int(dtype): dtype.name for dtype in records.Dtype}

# Kinds of values by tag and by opcode, and the other way round.
_TAGS = {BINDING_KINDS[binding]: int(tag) for binding, tag in _BINDINGS.items()}
_TAG_OF_KIND = by_code(_TAGS.get(kind, int(records.Tag.node)) for kind in range(LOOSE))
_OPCODE_OF_KIND = by_code(opcode.byte for opcode in OPERATIONS)
_KINDS = {tag: kind for kind, tag in _TAGS.items()}, {opcode.byte: kind for kind, opcode in enumerate(OPERATIONS)}
_KIND_OF_TAG, _KIND_OF_OPCODE = (by_code(kinds.get(code, LOOSE) for code in range(256)) for kinds in _KINDS)

# Columns of parameters, and which operations have theirs in them: single numbers by position, then lists.
_ITEMS = [[parameter.item for parameter in opcode.parameters] for opcode in OPERATIONS]
_PLACES = sorted({place for items in _ITEMS for place in enumerate(items)}, key=lambda place: (place[0], place[1].key))
_USERS = {place: by_code(place in enumerate(items) for items in _ITEMS).view(np.bool_) for place in _PLACES}
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
        file = _codec(data, limits, check=True).read(Source(data))
        if strict:
            _refuse_padding(data, file)
    except FormatError as error:
        return None, _all_findings(data, error, limits)
    graph = _graph(file, limits)
    return graph, _graph_findings(data, file, graph, is_checked=True)


# errors


class _Tables(RecordTables):
    """The lists of a file; what exceeds a limit is refused before any memory is allocated for it."""

    def __init__(self, data: bytes, limits: Limits, *, check: bool) -> None:
        super().__init__()
        self._data, self._limits, self._check = data, limits, check
        self._most = {
            "strings": limits.strings,
            "values": limits.values,
            "symbols": limits.lines,
            "types": limits.lines,
        }

    def columns(self, codec: RecordCodec, io: Any, parent: Any, count: int | None, path: str, **given: Any) -> Columns:
        number = parent[f"num_{path}"]
        _refuse_more(f"too many {path}", f"num_{path}", io.pos - _width(number), number, self._most[path])
        if path == "symbols":
            texts = self.found["strings"][1]
            self._refuse_long("strings", "bytes in a string", texts["text#"], "len_text", self._limits.string_bytes)
        elif path == "values":
            ranks = np.diff(self.found["types"][1]["dims[]"])
            self._refuse_long("types", "dims", ranks, "num_dims", self._limits.rank)
        return super().columns(codec, io, parent, count, path, check=self._check, **given)

    def _refuse_long(self, path: str, what: str, counts: Integers, field: str, limit: int) -> None:
        codec, columns = self.found[path]
        for index in (counts > limit).nonzero()[0][:1].tolist():
            offset = record_offsets(codec, memoryview(self._data), int(columns.starts[index]))(field)
            _refuse_more(f"too many {what}", f"{path}[{index}].{field}", offset, int(counts[index]), limit)


def _codec(data: bytes, limits: Limits, *, check: bool) -> SchemaCodec:
    """Return what reads a file; check: whether records are held against the rules of the schema."""
    return SchemaCodec.generated("micb").with_lists(_Tables(data, limits, check=check))


def _width(number: int) -> int:
    """Return how many bytes a number takes in the file."""
    return number.width if isinstance(number, Varint) else Varint.width_of(number)


def _ends_with_output(data: bytes, file: Any) -> bool:
    """Return True if a file was read up to its output, whichever value that is, and nothing follows it."""
    output = file._known("output")
    number = None if output is None else output._known("idx")
    return number is not None and output._start + _width(number) == len(data)


def _refuse_more(reason: str, path: str | None, offset: int, count: int, limit: int) -> None:
    if count > limit:
        raise LimitError(reason, format="micb", path=path, offset=offset, expected=f"at most {limit}", actual=count)


#: A varint whose last group is zeros.
_PADDED = re.compile(rb"[\x80-\xff]{1,9}\x00")
#: The largest byte that ends a varint, and how many bytes are looked at together.
_LAST_GROUP, _PART = 127, 1 << 16


def _refuse_padding(data: bytes, file: Any) -> None:
    """Refuse the first number that takes more bytes than it needs."""
    if not _has_group_of_zeros(np.frombuffer(data, np.uint8)):
        return
    padded = [*_padded_in_root(file), *(each for name in _LISTS_OF_FILE for each in _padded_in(data, file, name))]
    for offset, path, number, size in sorted(padded)[:1]:
        place: dict[str, Any] = {"format": "micb", "path": path, "offset": offset}
        expected, actual = Varint(number).encoded.hex(" "), data[offset : offset + size].hex(" ")
        raise InvalidError("a number with padding", expected=expected, actual=actual, **place)


_Padded = tuple[int, str, int, int]  # offset, path, number, and how many of its bytes are shown


def _padded_in_root(file: Any) -> Iterator[_Padded]:
    """Yield the padded numbers around the lists."""
    numbers = {f"num_{name}": file[f"num_{name}"] for name in _LISTS_OF_FILE}
    places = {f"num_{name}": int(file[name].starts[0]) - _width(numbers[f"num_{name}"]) for name in _LISTS_OF_FILE}
    numbers["output.idx"], places["output.idx"] = file.output.idx, file.output._start
    for path, number in numbers.items():
        if _width(number) != Varint.width_of(number):
            yield places[path], path, int(number), Varint.width_of(number)


def _has_group_of_zeros(octets: npt.NDArray[np.uint8]) -> bool:
    """Return True if a varint might end with a group of zeros; looks at parts, which needs no new pages of memory."""
    for start in range(0, len(octets), _PART):
        part = octets[start : start + _PART + 1]
        if ((part[:-1] > _LAST_GROUP) & (part[1:] == 0)).any():
            return True
    return False


def _padded_in(data: bytes, file: Any, name: str) -> Iterator[_Padded]:
    """Yield the first padded number of a list.

    In a record of very many numbers, of which only the first ones are read to find it, the path is that of the record.
    """
    codec, columns = _LISTS_OF_FILE[name], file[name]
    given = {each.name: file[each.path.removesuffix(".value")] for each in codec.arguments}
    for index in np.flatnonzero(codec.sizes(columns, **given) != np.diff(columns.starts))[:1].tolist():
        from nacformats.codec.columns.replay import record_at  # noqa: PLC0415  only bad files need it

        start, stop = columns.starts[index : index + 2].tolist()
        for path, number in _padded_numbers(record_at(codec, memoryview(data), start), ""):
            where = record_offsets(codec, memoryview(data), start)(path)
            yield where, f"{name}[{index}].{path}", int(number), _width(number)
            return
        found = _PADDED.search(data, start, stop)
        assert found is not None, "a record without padding takes as many bytes as it needs"
        yield found.start(), f"{name}[{index}]", varint(data, found.start())[0], len(found[0])


def _padded_numbers(value: Any, path: str) -> Iterator[tuple[str, int]]:
    """Yield the padded numbers of a record in their order, with their paths."""
    if isinstance(value, Varint) and not value.is_minimal:
        yield path, value
    elif isinstance(value, TreeRecord):
        for name, attribute in value.FIELDS.items():
            yield from _padded_numbers(value._known(attribute), f"{path}.{name}" if path else name)
    elif isinstance(value, list):
        for index, each in enumerate(value):
            yield from _padded_numbers(each, f"{path}[{index}]")


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
        file = _codec(data, limits, check=False).read_part(data, 0, is_lenient=True)
    except FormatError:
        return [finding]
    if not _ends_with_output(data, file):
        return [finding]
    values = file["values"]
    names = np.maximum(values["body.name.idx"], values["body.params.name.idx"])
    if (_kinds(values) == LOOSE).any() or (names >= file["num_strings"]).any():
        return [finding]
    return _graph_findings(data, file, _graph(file, limits), is_checked=False) or [finding]


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
    limit = re.search(r"limit is (\d+)", str(error.expected)) if error.path == "output.idx" else None
    if limit is not None:  # the param of the schema
        error.expected = f"a number below {limit[1]}"
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


def _graph_findings(data: bytes, file: Any, graph: MicGraph, *, is_checked: bool) -> list[Finding]:
    """Return what is wrong with a graph, with paths of the schema and offsets."""
    found = []
    offsets_in = lru_cache(maxsize=1)(partial(record_offsets, _VALUES, memoryview(data)))  # one value may have many
    starts = file["values"].starts
    for problem in islice(problems(graph, is_checked=is_checked), MAX_FINDINGS):
        path = _schema_path(problem.place)
        in_value = re.fullmatch(r"values\[(\d+)\]\.(.*)", path)
        offset = file.output._start if in_value is None else offsets_in(int(starts[int(in_value[1])]))(in_value[2])
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


def _graph(file: Any, limits: Limits) -> MicGraph:
    """Return the graph that sound columns hold."""
    texts, types, values = (file[path] for path in ("strings", "types", "values"))
    strings = Texts.of(texts, "text")
    text_of = cache(strings.row)  # one text may be in many places
    return MicGraph(
        symbols=[text_of(number) for number in file["symbols"]["idx"].tolist()],
        types=list(_types(types, text_of)),
        values=Values(_value_columns(values, strings)),
        output=int(file.output.idx),
        format="micb",
        limits=limits,
        places=values.starts[:-1],
    )


def _types(types: Columns, text_of: Callable[[int], str]) -> Iterator[TensorType]:
    """Yield the types; equal ones are one object, unless there are very many different ones."""
    made: dict[tuple[int, tuple[int, ...]], TensorType] = {}
    rows, dims = types["dims[]"].tolist(), types["dims.idx"].tolist()
    for dtype, start, stop in zip(types["dtype"].tolist(), rows, rows[1:], strict=False):
        numbers = tuple(dims[start:stop])
        found = made.get((dtype, numbers))
        if found is None:
            found = TensorType(_DTYPES[dtype], tuple(map(text_of, numbers)))
            if len(made) < _SHARED_TYPES:
                made[dtype, numbers] = found
        yield found


def _kinds(values: Columns) -> npt.NDArray[np.uint8]:
    is_node = values["tag"] == records.Tag.node
    return np.where(is_node, _KIND_OF_OPCODE[values["body.opcode"]], _KIND_OF_TAG[values["tag"]])


def _value_columns(values: Columns, texts: Texts) -> ValueColumns:
    kind = _kinds(values)
    name = _signed(values["body.name.idx"])
    is_custom = kind == CUSTOM_KIND
    if is_custom.any():
        name = np.where(is_custom, _signed(values["body.params.name.idx"]), name)
    inputs = values["body.inputs[]"], _signed(values["body.inputs.idx"])
    return ValueColumns(kind, name, _signed(values["body.type_ref.idx"]), *inputs, *_read_params(values, kind), texts)


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
    """Return the canonical bytes of a graph, in pieces. Raises FormatError when it is not valid or
    exceeds its limits.
    """
    require_valid(graph, "micb")
    columns, limits = value_columns(graph), graph.limits
    first = [*graph.symbols, *chain.from_iterable(entry.dims for entry in graph.types)]
    if (columns.kind == LOOSE).any() or not _are_utf8(first):
        _refuse_strings(graph)
    has_name = are_named(columns.kind)
    table = interned(first, columns.texts, columns.name[has_name])
    if len(table.texts.starts) > limits.strings or table.texts.sizes.max(initial=0) > limits.string_bytes:
        _refuse_strings(graph)
    names = np.zeros(len(columns.kind), np.int64)
    names[has_name] = table.references[len(first) :]
    tables: dict[str, dict[str, Any]] = {
        "strings": {"text@": table.texts.starts, "text#": table.texts.sizes, "data": table.texts.data},
        "symbols": {"idx": table.references[: len(graph.symbols)]},
        "types": {
            "dtype": np.array([records.Dtype[entry.dtype] for entry in graph.types], np.uint8),
            "dims[]": rows_of(np.array([len(entry.dims) for entry in graph.types], np.int64)),
            "dims.idx": table.references[len(graph.symbols) : len(first)],
        },
        "values": _written_values(columns, names),
    }
    assert graph.output is not None
    pieces = SchemaCodec.generated("micb").chunks({**_written_lists(tables), "output": {"idx": graph.output}})
    for problem in too_many("bytes", (), sum(map(len, pieces)), limits.input_bytes):
        raise problem.finding("micb").error()
    return pieces


def _written_lists(tables: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    """Return the lists of a file as bytes, and how long each is."""
    counts = {f"num_{name}": _length(codec, tables[name]) for name, codec in _LISTS_OF_FILE.items()}
    written: dict[str, Any] = dict(counts)
    for name, codec in _LISTS_OF_FILE.items():
        given = {each.name: counts[each.path.removesuffix(".value")] for each in codec.arguments}
        written[name] = codec.write(tables[name], path=name, **given)
    return written


def _length(codec: RecordCodec, columns: Mapping[str, Any]) -> int:
    column = next(column for column in codec.columns if not column.rows and column.key in columns)
    return len(columns[column.key]) - column.is_offsets


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
