"""mic@2 text to columns and back, whole arrays of tokens at a time, and the tokens that are not operations.

What is not plain (an error, an odd spelling, a huge number, a text beyond the limits) is left to
nacformats.formats.mic.text, which goes line by line and words the error: then there is no result here. Specification:
mic@2 Text Format, Grammar.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from nacformats.codec.tables import file_formats
from nacformats.formats.mic import kinds as by_kind
from nacformats.formats.mic.graph import MicGraph, string_table, value_columns
from nacformats.formats.mic.objects import Arg, Param, TensorType
from nacformats.formats.mic.opcodes import DTYPES
from nacformats.formats.mic.rules import is_valid
from nacformats.formats.mic.strings import Integers, Strings
from nacformats.formats.mic.tokens import Keywords, TextPieces, TokenWords, num_digits, put_digits
from nacformats.formats.mic.values import ValueColumns, Values, positions, row_sums, rows_of, slices
from nacformats.limits import Limits

#: The first token of a text, and how that of every version begins.
HEADER = file_formats()["mic2"][2].decode()
HEADER_PREFIX = HEADER.rstrip("0123456789")
#: What the first token of a line declares.
SYMBOL, TYPE, OUTPUT = "S", "T", "O"
BINDINGS: dict[str, type[Arg | Param]] = {"a": Arg, "p": Param}
COMMENT = "#"

#: The kind of value that a line declares, by its first token.
VALUE_TOKENS: dict[str, int] = {
    opcode.token: kind for kind, opcode in enumerate(by_kind.OPERATIONS) if opcode.token is not None
}
VALUE_TOKENS |= {token: by_kind.BINDING_KINDS[binding] for token, binding in BINDINGS.items()}

#: A dimension that is not known.
UNKNOWN_DIM = "?"


def is_name(text: str) -> bool:
    """Return True if a name can be written: letters, digits and underscores, ASCII only, no digit first."""
    return text.isascii() and text.isidentifier()


def is_natural(text: str) -> bool:
    """Return True if a text is decimal digits."""
    return text.isascii() and text.isdigit()


def is_dim(text: str) -> bool:
    """Return True if a dimension can be written: a number, a name, or "?"."""
    return text == UNKNOWN_DIM or is_name(text) or is_natural(text)


# text to columns

_BLANK, _TAB, _NEWLINE, _COMMENT, _MINUS, _TYPE = (ord(byte) for byte in (" ", "\t", "\n", COMMENT, "-", TYPE))

#: What the first token of a line says: the kind of a value, or one of these.
_SYMBOL, _OUTPUT, _HEADER, _OTHER = range(by_kind.LOOSE + 1, by_kind.LOOSE + 5)
_HEADS = Keywords(VALUE_TOKENS | {SYMBOL: _SYMBOL, OUTPUT: _OUTPUT, HEADER: _HEADER}, missing=_OTHER)


class _Tokens(NamedTuple):
    """The tokens of a text, and its lines that are neither blank nor comments.

    Attributes:
        pieces: the text.
        limits: what is too large.
        starts, sizes: of each token, in bytes; in 32 bits where that is enough, since there may be millions.
        numbers: of the lines, from 1.
        firsts, counts: the first token of each line, and how many it has.
    """

    pieces: TextPieces
    limits: Limits
    starts: npt.NDArray[Any]
    sizes: npt.NDArray[Any]
    numbers: Integers
    firsts: Integers
    counts: Integers

    def spans(self, at: Integers) -> tuple[Integers, Integers]:
        """Starts and sizes of some tokens."""
        return self.starts[at].astype(np.int64), self.sizes[at].astype(np.int64)

    def naturals(self, at: Integers, skipped: int = 0) -> Integers | None:
        """Return the numbers that tokens are, from their byte `skipped` on."""
        starts, sizes = self.spans(at)
        return self._numbers(starts + skipped, sizes - skipped)

    def integers(self, at: Integers) -> Integers | None:
        """Return the numbers that tokens are; None as well for -0, which is neither negative nor the id of an input."""
        starts, sizes = self.spans(at)
        signed = (self.pieces.octets[starts] == _MINUS).nonzero()[0]
        starts[signed] += 1
        sizes[signed] -= 1
        numbers = self._numbers(starts, sizes)
        if numbers is None or not numbers[signed].all():
            return None
        numbers[signed] *= -1
        return numbers

    def _numbers(self, starts: Integers, sizes: Integers) -> Integers | None:
        return self.pieces.naturals(starts, sizes) if sizes.max(initial=0) <= self.limits.digits else None


def text_columns(data: bytes, limits: Limits) -> MicGraph | None:
    """Return the graph that a text in UTF-8 holds, when the text is within the limits and the graph is valid."""
    if not data or data.count(b"\n") + (not data.endswith(b"\n")) > limits.lines:
        return None
    pieces = TextPieces(data if data.endswith(b"\n") else data + b"\n")
    tokens = _tokens(pieces, limits, COMMENT.encode() in data)
    heads = tokens.firsts
    starts, sizes = tokens.spans(heads)
    codes = _HEADS.numbers(pieces.keys(starts, sizes), sizes)
    if len(codes) < 3 or (codes[0], codes[-1]) != (_HEADER, _OUTPUT) or (tokens.counts[[0, -1]] != (1, 2)).any():
        return None
    lines = codes[1:-1]
    is_value = lines < by_kind.LOOSE
    graph = MicGraph(format="mic2", limits=limits)
    where = _declarations(data, tokens, lines, 1 + (~is_value).nonzero()[0], graph)
    value_lines = 1 + is_value.nonzero()[0]
    output = tokens.naturals(tokens.firsts[-1:] + 1)
    if where is None or output is None or not 0 < len(value_lines) <= limits.values:
        return None
    values = _values(tokens, codes[value_lines], value_lines, np.array(where, np.int64))
    if values is None:
        return None
    columns, *names = values
    graph.values = Values.over(columns, Strings(data, *names))
    graph.output = int(output[0])
    graph.places = tokens.numbers[value_lines]
    return graph if is_valid(graph) else None


def _tokens(pieces: TextPieces, limits: Limits, has_comments: bool) -> _Tokens:
    octets = pieces.octets
    position = np.int32 if len(octets) <= np.iinfo(np.int32).max else np.int64
    is_newline = octets == _NEWLINE
    is_space = is_newline | (octets == _BLANK) | (octets == _TAB)
    follows_space = np.ones_like(is_space)
    follows_space[1:] = is_space[:-1]
    starts = (~is_space & follows_space).nonzero()[0].astype(position)
    sizes = (is_space & ~follows_space).nonzero()[0].astype(position)
    sizes -= starts
    ends = is_newline.nonzero()[0].astype(position)
    stops: Integers = np.searchsorted(starts, ends)  # after the last token of each line
    firsts = np.zeros_like(stops)
    firsts[1:] = stops[:-1]
    counts = stops - firsts
    filled = counts.nonzero()[0]
    if has_comments:
        filled = filled[octets[starts[firsts[filled]]] != _COMMENT]
    if len(filled) != len(counts):
        firsts, counts = firsts[filled], counts[filled]
    return _Tokens(pieces, limits, starts, sizes, filled + 1, firsts, counts)


def _declarations(
    data: bytes, tokens: _Tokens, codes: npt.NDArray[np.uint8], lines: Integers, graph: MicGraph
) -> list[int] | None:
    """Add what lines other than those of values declare to the graph. Gives the lines of the types."""
    type_lines = []
    for line in lines.tolist():
        first = int(tokens.firsts[line])
        stop = first + int(tokens.counts[line])
        spans = zip(tokens.starts[first:stop].tolist(), tokens.sizes[first:stop].tolist(), strict=True)
        head, *words = [data[start : start + size].decode() for start, size in spans]
        if codes[line - 1] == _SYMBOL and len(words) == 1 and is_name(words[0]):
            graph.symbols.append(words[0])
        elif _declares_type(head, words, len(graph.types), graph.limits):
            graph.types.append(TensorType(words[0], tuple(words[1:])))
            type_lines.append(line)
        else:
            return None
    return type_lines


def _declares_type(head: str, words: list[str], index: int, limits: Limits) -> bool:
    digits = head.removeprefix(TYPE)
    is_next = digits != head and is_natural(digits) and len(digits) <= limits.digits and int(digits) == index
    return is_next and bool(words) and words[0] in DTYPES and all(map(is_dim, words[1:]))


def _values(
    tokens: _Tokens, kinds: npt.NDArray[np.uint8], lines: Integers, type_lines: Integers
) -> tuple[ValueColumns, Integers, Integers] | None:
    """Return the values that the lines declare, and the starts and sizes of their names."""
    is_binding = kinds >= by_kind.FIRST_BINDING
    heads, counts = tokens.firsts[lines], tokens.counts[lines]
    names = heads[is_binding] + 1
    types = _types(tokens, names + 1) if (counts[is_binding] == 3).all() else None
    starts, sizes = tokens.spans(names)
    operands = _operands(tokens, kinds, heads + 1, np.where(is_binding, 0, counts - 1))
    if types is None or operands is None or not tokens.pieces.are_names(starts, sizes):
        return None
    if len(types) and (types >= np.searchsorted(type_lines, lines[is_binding])).any():  # not defined before
        return None
    name, type_index = np.zeros(len(kinds), np.int64), np.zeros(len(kinds), np.int64)
    name[is_binding] = np.arange(len(names))
    type_index[is_binding] = types
    return ValueColumns(kinds, name, type_index, *operands), starts, sizes


def _types(tokens: _Tokens, at: Integers) -> Integers | None:
    return None if (tokens.pieces.octets[tokens.starts[at]] != _TYPE).any() else tokens.naturals(at, skipped=1)


def _operands(
    tokens: _Tokens, kinds: npt.NDArray[np.uint8], firsts: Integers, counts: Integers
) -> tuple[Integers, Integers, Integers, Integers] | None:
    """Return rows of inputs and of parameters; those of a value are `counts` tokens from `firsts` on."""
    num_inputs = by_kind.ARITY[kinds].astype(np.int64)
    variadic = by_kind.IS_VARIADIC[kinds].nonzero()[0]
    num_inputs[variadic] = counts[variadic] - by_kind.NUM_PARAMS[kinds[variadic]]
    num_params = counts - num_inputs
    if num_inputs.min() < 0 or num_params.min() < 0:
        return None
    rows, param_rows = rows_of(counts), rows_of(num_params)
    input_rows = rows_of(num_inputs)
    inputs, given = np.empty(input_rows[-1], np.int64), np.empty(param_rows[-1], np.int64)
    for where, owners in slices(rows):
        at = np.arange(where.start, where.stop) - rows[owners]
        numbers = tokens.integers(firsts[owners] + at)
        if numbers is None:
            return None
        param_at = at - num_inputs[owners]
        is_input = param_at < 0
        inputs[(input_rows[owners] + at)[is_input]] = numbers[is_input]
        given[(param_rows[owners] + param_at)[~is_input]] = numbers[~is_input]
    params = _with_defaults(kinds, param_rows, given)
    if params is None or inputs.min(initial=0) < 0:
        return None
    return input_rows, inputs, *params


def _with_defaults(kinds: npt.NDArray[np.uint8], rows: Integers, params: Integers) -> tuple[Integers, Integers] | None:
    """Return the parameters that are given, with the defaults of the operations that have none."""
    given = np.diff(rows)
    some = ((given > 0) | by_kind.TAKES_NUMBERS[kinds]).nonzero()[0]
    expected = np.where(by_kind.TAKES_LIST[kinds[some]], given[some], by_kind.NUM_PARAMS[kinds[some]])
    lacking = some[given[some] != expected]
    if given[lacking].any() or not by_kind.HAS_DEFAULTS[kinds[lacking]].all():
        return None
    if len(lacking):
        given[lacking] = by_kind.NUM_PARAMS[kinds[lacking]]
        all_rows = rows_of(given)
        filled = np.empty(all_rows[-1], np.int64)
        filled[positions(all_rows[:-1], rows)] = params
        for position in range(by_kind.DEFAULTS.shape[1]):
            short = lacking[given[lacking] > position]
            filled[all_rows[short] + position] = by_kind.DEFAULTS[kinds[short], position]
        rows, params = all_rows, filled
    for kind, unsigned in by_kind.UNSIGNED.items():
        starts = rows[:-1][kinds == kind]
        if any((params[starts + position] < 0).any() for position in unsigned):
            return None
    return rows, params


# columns to text

_TOKENS = {kind: token.encode() for token, kind in VALUE_TOKENS.items()}
_TOKEN_SIZES = by_kind.ByteTable(len(_TOKENS.get(kind, b"")) for kind in range(by_kind.LOOSE + 1))
#: The first letters of all tokens by kind, then the second ones, and so on.
_TOKEN_LETTERS = [
    by_kind.ByteTable(_TOKENS.get(kind, b"").ljust(position + 1)[position] for kind in range(by_kind.LOOSE + 1))
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
    pieces.copy(out, rows[:-1][kinds >= by_kind.FIRST_BINDING] + 2, starts, sizes)
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
    is_binding = columns.kind >= by_kind.FIRST_BINDING
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
    names = columns.name[columns.kind >= by_kind.FIRST_BINDING]
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
        self._is_binding = columns.kind >= by_kind.FIRST_BINDING
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
        for kind, unsigned in by_kind.UNSIGNED.items():
            for position in unsigned:
                is_negative &= (columns.kind[owners] != kind) | (param_at != position)
        numbers[params] = np.negative(given, out=given, where=is_negative)
        marks[params[is_negative]] = _MINUS
        return numbers.view(np.uint64), marks


def _without_defaults(columns: ValueColumns) -> tuple[Integers, Integers]:
    """Return how many parameters each value has, and all of them, without those that the text leaves out."""
    starts, counts = columns.param_rows[:-1], np.diff(columns.param_rows)
    left_out = by_kind.OMITS_DEFAULT[columns.kind].nonzero()[0]
    for position in range(by_kind.DEFAULTS.shape[1]):
        has_it = counts[left_out] > position
        given = left_out[has_it]
        is_default = np.ones(len(left_out), bool)
        is_default[has_it] = columns.params[starts[given] + position] == by_kind.DEFAULTS[columns.kind[given], position]
        left_out = left_out[is_default]
    if not len(left_out):
        return counts, columns.params
    kept = np.ones(len(columns.params), bool)
    kept[positions(starts[left_out], rows_of(counts[left_out]))] = False
    counts[left_out] = 0
    return counts, columns.params[kept]
