"""A MicGraph to mic@2 text (mic@2 Text Format Specification), from its columns, all lines at once.

What cannot be written, or exceeds a limit, is gone through line by line, to word the error.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from nacformats.codec.streams import Buffer
from nacformats.errors import UnsupportedError
from nacformats.formats.mic.grammar import BINDINGS, HEADER, OUTPUT, SYMBOL, TYPE, VALUE_TOKENS, is_dim, is_name
from nacformats.formats.mic.graph import MicGraph, Node, TensorType, shown, string_table, value_columns
from nacformats.formats.mic.kinds import DEFAULTS, FIRST_BINDING, LOOSE, OMITS_DEFAULT, UNSIGNED, ByteTable
from nacformats.formats.mic.rules import GraphPlace, Problem, graph_path, require_valid, too_many
from nacformats.formats.mic.strings import Integers
from nacformats.formats.mic.tokens import TextPieces, TokenWords, num_digits, put_digits
from nacformats.formats.mic.values import ValueColumns, positions, row_sums, rows_of, slices
from nacformats.limits import Limits

_LETTERS = {kind: letter for letter, kind in BINDINGS.items()}
_BLANK, _NEWLINE, _MINUS, _TYPE = (ord(byte) for byte in (" ", "\n", "-", TYPE))

_TOKENS = {kind: token.encode() for token, kind in VALUE_TOKENS.items()}
_TOKEN_SIZES = ByteTable(len(_TOKENS.get(kind, b"")) for kind in range(LOOSE + 1))
#: The first letters of all tokens by kind, then the second ones, and so on.
_TOKEN_LETTERS = [
    ByteTable(_TOKENS.get(kind, b"").ljust(position + 1)[position] for kind in range(LOOSE + 1))
    for position in range(max(map(len, _TOKENS.values())))
]


def columns_text(graph: MicGraph) -> bytes | None:
    """Return the canonical text of a valid graph, when it can be written within the limits of the graph."""
    layout = _layout(graph)
    if layout is None:
        return None
    lead, tail, pieces, heads, operands, rows = layout
    kinds = operands.columns.kind
    out = np.full(rows[-1] + len(tail), _BLANK, np.uint8)
    out[: len(lead)] = np.frombuffer(lead, np.uint8)
    out[rows[-1] :] = np.frombuffer(tail, np.uint8)
    out[rows[1:] - 1] = _NEWLINE
    _put_tokens(out, rows[:-1], kinds)
    starts, sizes = _names(graph)
    pieces.copy(out, rows[:-1][kinds >= FIRST_BINDING] + 2, starts, sizes)
    operands.put(out, rows[:-1] + heads)
    return out.tobytes()


def is_writable(graph: MicGraph) -> bool:
    """Return True if `write` gives the text, which is not made."""
    return _layout(graph) is not None


class _Layout(NamedTuple):
    """The parts of a text.

    Attributes:
        lead, tail: the lines before and after those of the values.
        pieces: where the names of the values are.
        heads: how many bytes of each line come before its operands. (N,)
        operands: the numbers that follow.
        rows: where the line of each value begins, and the end of the last one. (N + 1,)
    """

    lead: bytes
    tail: bytes
    pieces: TextPieces
    heads: Integers
    operands: _Operands
    rows: Integers


def _layout(graph: MicGraph) -> _Layout | None:
    columns, limits = value_columns(graph), graph.limits
    num_lines = len(graph.symbols) + len(graph.types) + len(columns.kind) + 2
    if (
        num_lines > limits.lines
        or _least_size(graph) > limits.input_bytes
        or not all(map(is_name, graph.symbols))
        or not all(map(is_dim, chain.from_iterable(entry.dims for entry in graph.types)))
        or 2 * len(columns.inputs) > limits.input_bytes  # each with a blank
    ):
        return None
    if not len(columns.kind) or not _TOKEN_SIZES[columns.kind].all():
        return None
    types = ((entry.dtype, entry.dims) for entry in graph.types)
    lead = "".join(f"{line}\n" for line in declaration_lines(graph.symbols, types)).encode()
    tail = f"{OUTPUT} {graph.output}".encode()
    is_binding = columns.kind >= FIRST_BINDING
    starts, sizes = _names(graph)
    pieces = TextPieces(string_table(graph).spans().data)
    if sizes.sum() > limits.input_bytes or not pieces.are_names(starts, sizes):
        return None
    operands = _Operands(columns)
    heads = _TOKEN_SIZES[columns.kind].astype(np.int64)
    heads[is_binding] += 1 + sizes
    rows = rows_of(heads + np.diff(operands.places) + 1) + len(lead)
    if rows[-1] + len(tail) > limits.input_bytes:
        return None
    return _Layout(lead, tail, pieces, heads, operands, rows)


def _names(graph: MicGraph) -> tuple[Integers, Integers]:
    """Starts and sizes of the names of the bindings."""
    columns, spans = value_columns(graph), string_table(graph).spans()
    names = columns.name[columns.kind >= FIRST_BINDING]
    return spans.starts[names], spans.sizes[names]


def _least_size(graph: MicGraph) -> int:
    """Return how many bytes the declarations take at least: any number of them may refer to one long name."""
    return sum(map(len, graph.symbols)) + sum(len(dim) for entry in graph.types for dim in entry.dims)


def declaration_lines(symbols: Iterable[str], types: Iterable[tuple[str, Iterable[str]]]) -> Iterator[str]:
    """Yield the lines before those of values; types: dtypes and dims."""
    yield HEADER
    yield from (f"{SYMBOL} {name}" for name in symbols)
    for index, (dtype, dims) in enumerate(types):
        yield " ".join([f"{TYPE}{index}", dtype, *dims])


def _put_tokens(out: npt.NDArray[np.uint8], starts: Integers, kinds: npt.NDArray[np.uint8]) -> None:
    """Write what each line begins with."""
    for position, letters in enumerate(_TOKEN_LETTERS):
        if position:
            longer = (_TOKEN_SIZES[kinds] > position).nonzero()[0]
            starts, kinds = starts[longer], kinds[longer]
        out[starts + position] = letters[kinds]


class _Operands:
    """The numbers that follow the first token, or the name, of each line: inputs and parameters of operations, types of
    bindings.

    Attributes:
        columns: the values.
        places: where those of each line begin among the bytes of all of them, and the end of the last one. (N + 1,)
    """

    def __init__(self, columns: ValueColumns) -> None:
        self.columns = columns
        self._is_binding = columns.kind >= FIRST_BINDING
        self._num_inputs = np.diff(columns.input_rows)
        num_params, self._params = _without_defaults(columns)
        self._param_rows = rows_of(num_params)
        self._rows = rows_of(self._num_inputs + num_params + self._is_binding)
        self._sizes = np.empty(self._rows[-1], np.uint8)  # in bytes, with the blank and the mark before the digits
        for where, owners in slices(self._rows):
            numbers, marks = self._numbers(where, owners)
            self._sizes[where] = 1 + num_digits(numbers) + (marks != 0)
        self.places = rows_of(row_sums(self._sizes, self._rows))

    def put(self, out: npt.NDArray[np.uint8], starts: Integers) -> None:
        """Write the operands of each line from a position on."""
        shifts, written = starts - self.places[:-1], 0
        for where, owners in slices(self._rows):
            numbers, marks = self._numbers(where, owners)
            stops = written + np.cumsum(self._sizes[where], dtype=np.int64)
            written = int(stops[-1])
            stops += shifts[owners]
            digits = self._sizes[where] - (1 + (marks != 0)).astype(np.int64)
            put_digits(out, stops, numbers, digits)
            marked = marks.nonzero()[0]
            out[stops[marked] - digits[marked] - 1] = marks[marked]

    def _numbers(self, where: slice, owners: Integers) -> tuple[TokenWords, npt.NDArray[np.uint8]]:
        """Return the absolute values of some of them, and the mark that precedes the digits of each; 0 for none."""
        columns = self.columns
        at = np.arange(where.start, where.stop) - self._rows[owners]
        marks = np.zeros(len(at), np.uint8)
        numbers = np.empty(len(at), np.int64)
        is_type = self._is_binding[owners]
        numbers[is_type] = columns.type[owners[is_type]]
        marks[is_type] = _TYPE
        param_at = at - self._num_inputs[owners]
        is_input = param_at < 0
        numbers[is_input] = columns.inputs[(columns.input_rows[owners] + at)[is_input]]
        params = (~(is_type | is_input)).nonzero()[0]
        owners, param_at = owners[params], param_at[params]
        given = self._params[self._param_rows[owners] + param_at]
        is_negative = given < 0
        for kind, unsigned in UNSIGNED.items():
            for position in unsigned:
                is_negative &= (columns.kind[owners] != kind) | (param_at != position)
        numbers[params] = np.negative(given, out=given, where=is_negative)
        marks[params[is_negative]] = _MINUS
        return numbers.view(np.uint64), marks


def _without_defaults(columns: ValueColumns) -> tuple[Integers, Integers]:
    """Return how many parameters each value has, and all of them, without those that the text leaves out."""
    starts, counts = columns.param_rows[:-1], np.diff(columns.param_rows)
    left_out = OMITS_DEFAULT[columns.kind].nonzero()[0]
    for position in range(DEFAULTS.shape[1]):
        has_it = counts[left_out] > position
        given = left_out[has_it]
        is_default = np.ones(len(left_out), bool)
        is_default[has_it] = columns.params[starts[given] + position] == DEFAULTS[columns.kind[given], position]
        left_out = left_out[is_default]
    if not len(left_out):
        return counts, columns.params
    kept = np.ones(len(columns.params), bool)
    kept[positions(starts[left_out], rows_of(counts[left_out]))] = False
    counts[left_out] = 0
    return counts, columns.params[kept]


# line by line, for the errors


def write_mic2(graph: MicGraph) -> list[Buffer]:
    """Return the canonical text of a graph.

    Raises:
        UnsupportedError: text cannot express it: an empty graph, a custom operation, a name or dimension outside the
            grammar.
        FormatError: the graph is not valid, or the text would exceed its limits.
    """
    _require_expressible(graph)
    quick = columns_text(graph)
    return [quick] if quick is not None else [_written_by_line(graph)]


def require_writable(graph: MicGraph) -> None:
    """Raise what `write` would, without making the text."""
    _require_expressible(graph)
    if not is_writable(graph):
        deque(_limited_lines(graph), maxlen=0)


def _require_expressible(graph: MicGraph) -> None:
    if not graph.values:
        raise UnsupportedError("mic@2 cannot express an empty graph", format="mic2", path="values")
    require_valid(graph, "mic2")


def _written_by_line(graph: MicGraph) -> bytes:
    return "\n".join(_limited_lines(graph)).encode("ascii")


def _limited_lines(graph: MicGraph) -> Iterator[str]:
    size = 0
    for number, line in enumerate(_lines(graph), 1):
        size += len(line) + 1
        for problem in _too_long(size - 1, number, graph.limits):
            raise problem.finding("mic2").error()
        yield line


def _too_long(size: int, num_lines: int, limits: Limits) -> Iterator[Problem]:
    yield from too_many("bytes of text", (), size, limits.input_bytes)
    yield from too_many("lines", (), num_lines, limits.lines)


def _lines(graph: MicGraph) -> Iterator[str]:
    symbols = (_name(name, "symbols", index) for index, name in enumerate(graph.symbols))
    types = ((entry.dtype, _dims(entry, index)) for index, entry in enumerate(graph.types))
    yield from declaration_lines(symbols, types)
    for index, value in enumerate(graph.values):
        if isinstance(value, Node):
            yield _node_line(value, index, graph.limits)
        else:
            yield f"{_LETTERS[type(value)]} {_name(value.name, 'values', index, 'name')} {TYPE}{value.type}"
    yield f"{OUTPUT} {graph.output}"


def _node_line(node: Node, index: int, limits: Limits) -> str:
    opcode = node.opcode
    num_operands = len(node.inputs) + len(node.params)
    for problem in too_many("operands", ("values", index), num_operands, limits.input_bytes // 2):
        raise problem.finding("mic2").error()  # each takes two bytes at least
    if opcode.token is None:
        raise UnsupportedError(
            f"the custom operation {shown(node.name)} has no text form",
            format="mic2",
            path=graph_path(("values", index)),
            hint="MIC-B holds custom operations",
        )
    params = () if opcode.omits_default and node.params == opcode.defaults else node.params
    return " ".join([opcode.token, *map(str, node.inputs), *map(str, params)])


def _dims(tensor_type: TensorType, index: int) -> tuple[str, ...]:
    for axis, dim in enumerate(tensor_type.dims):
        if not is_dim(dim):
            raise _unwritable(dim, "a number, a name or ?", ("types", index, "dims", axis))
    return tensor_type.dims


def _name(name: str, *place: str | int) -> str:
    if not is_name(name):
        raise _unwritable(name, "letters, digits and _, no digit first", place)
    return name


def _unwritable(text: str, expected: str, place: GraphPlace) -> UnsupportedError:
    return UnsupportedError(
        "mic@2 cannot express this",
        format="mic2",
        path=graph_path(place),
        expected=expected,
        actual=shown(text),
        hint="MIC-B holds any text",
    )
