"""Columns to mic@2 text, all lines at once.

What cannot be written, or exceeds a limit, is left to nacformats.formats.mic.text, which goes line by line and words
the error: then `write` returns None.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from nacformats.formats.mic.detection import HEADER
from nacformats.formats.mic.grammar import OUTPUT, SYMBOL, TYPE, VALUE_TOKENS, is_dim, is_name
from nacformats.formats.mic.graph import MicGraph, string_table, value_columns
from nacformats.formats.mic.kinds import DEFAULTS, FIRST_BINDING, LOOSE, OMITS_DEFAULT, UNSIGNED, Table
from nacformats.formats.mic.strings import Integers
from nacformats.formats.mic.tokens import Pieces, Words, num_digits, put_digits
from nacformats.formats.mic.values import ValueColumns, positions, rows_of

_BLANK, _NEWLINE, _MINUS, _TYPE = (ord(byte) for byte in (" ", "\n", "-", TYPE))

_TOKENS = {kind: token.encode() for token, kind in VALUE_TOKENS.items()}
_TOKEN_SIZES = Table(len(_TOKENS.get(kind, b"")) for kind in range(LOOSE + 1))
#: The first letters of all tokens by kind, then the second ones, and so on.
_TOKEN_LETTERS = [
    Table(_TOKENS.get(kind, b"").ljust(position + 1)[position] for kind in range(LOOSE + 1))
    for position in range(max(map(len, _TOKENS.values())))
]


def write(graph: MicGraph) -> bytes | None:
    """The canonical text of a valid graph, when it can be written within the limits of the graph."""
    columns, limits = value_columns(graph), graph.limits
    num_lines = len(graph.symbols) + len(graph.types) + len(columns.kind) + 2
    dims = chain.from_iterable(entry.dims for entry in graph.types)
    if (
        num_lines > limits.lines
        or _least_size(graph) > limits.input_bytes
        or not all(map(is_name, graph.symbols))
        or not all(map(is_dim, dims))
    ):
        return None
    if not len(columns.kind) or not _TOKEN_SIZES[columns.kind].all():
        return None
    lead = "".join(f"{line}\n" for line in _declaration_lines(graph)).encode()
    tail = f"{OUTPUT} {graph.output}".encode()
    is_binding = columns.kind >= FIRST_BINDING
    spans = string_table(graph).spans()
    names = columns.name[is_binding]
    starts, sizes = spans.starts[names], spans.sizes[names]
    pieces = Pieces(spans.data)
    if sizes.sum() > limits.input_bytes or not pieces.are_names(starts, sizes):
        return None
    operands = _written_operands(columns, is_binding)
    heads = _TOKEN_SIZES[columns.kind].astype(np.int64)
    heads[is_binding] += 1 + sizes
    rows = rows_of(heads + np.diff(operands.rows) + 1) + len(lead)
    if rows[-1] + len(tail) > limits.input_bytes:
        return None
    out = np.full(rows[-1] + len(tail), _BLANK, np.uint8)
    out[: len(lead)] = np.frombuffer(lead, np.uint8)
    out[rows[-1] :] = np.frombuffer(tail, np.uint8)
    out[rows[1:] - 1] = _NEWLINE
    _put_tokens(out, rows[:-1], columns.kind)
    pieces.copy(out, rows[:-1][is_binding] + 2, starts, sizes)
    operands.put(out, rows[:-1] + heads)
    return out.tobytes()


def _least_size(graph: MicGraph) -> int:
    """How many bytes the declarations take at least: any number of them may refer to one long name."""
    return sum(map(len, graph.symbols)) + sum(len(dim) for entry in graph.types for dim in entry.dims)


def _declaration_lines(graph: MicGraph) -> Iterator[str]:
    yield HEADER
    for name in graph.symbols:
        yield f"{SYMBOL} {name}"
    for index, entry in enumerate(graph.types):
        yield " ".join([f"{TYPE}{index}", entry.dtype, *entry.dims])


def _put_tokens(out: npt.NDArray[np.uint8], starts: Integers, kinds: npt.NDArray[np.uint8]) -> None:
    """Write what each line begins with."""
    for position, letters in enumerate(_TOKEN_LETTERS):
        if position:
            longer = (_TOKEN_SIZES[kinds] > position).nonzero()[0]
            starts, kinds = starts[longer], kinds[longer]
        out[starts + position] = letters[kinds]


class _Operands(NamedTuple):
    """The numbers that follow the first token, or the name, of each line.

    Attributes:
        rows: where those of each line begin among the bytes of all of them. (N + 1,)
        counts: how many each line has. (N,)
        stops: where each ends among the bytes of all of them.
        numbers: their absolute values.
        marks: where a mark precedes the digits; as pairs of the byte and the numbers that it precedes.
        sizes: how many digits each has.
    """

    rows: Integers
    counts: Integers
    stops: Integers
    numbers: Words
    marks: list[tuple[int, npt.NDArray[np.bool_]]]
    sizes: Integers

    def put(self, out: npt.NDArray[np.uint8], starts: Integers) -> None:
        """Write the operands of each line from a position on."""
        stops = np.repeat(starts - self.rows[:-1], self.counts) + self.stops
        put_digits(out, stops, self.numbers, self.sizes)
        for mark, where in self.marks:
            out[(stops - self.sizes)[where] - 1] = mark


def _written_operands(columns: ValueColumns, is_binding: npt.NDArray[np.bool_]) -> _Operands:
    """Inputs and parameters of operations, types of bindings."""
    num_inputs = np.diff(columns.input_rows)
    num_params, params = _without_defaults(columns)
    counts = num_inputs + num_params + is_binding
    rows = rows_of(counts)
    numbers = np.empty(rows[-1], np.int64)
    is_input = np.ones(len(numbers), bool)
    is_type, is_signed = np.zeros_like(is_input), np.zeros_like(is_input)
    is_type[rows[:-1][is_binding]] = True
    param_places = positions(rows[:-1] + num_inputs, rows_of(num_params))
    is_signed[param_places] = True
    for kind, unsigned in UNSIGNED.items():
        for position in unsigned:
            is_signed[rows[:-1][columns.kind == kind] + position + num_inputs[columns.kind == kind]] = False
    is_input[is_type] = False
    is_input[param_places] = False
    numbers[is_input] = columns.inputs
    numbers[is_type] = columns.type[is_binding]
    numbers[param_places] = params
    is_negative = is_signed & (numbers < 0)
    np.negative(numbers, out=numbers, where=is_negative)
    absolute = numbers.view(np.uint64)
    digits = num_digits(absolute)
    bounds = rows_of(1 + is_type + is_negative + digits)
    return _Operands(bounds[rows], counts, bounds[1:], absolute, [(_MINUS, is_negative), (_TYPE, is_type)], digits)


def _without_defaults(columns: ValueColumns) -> tuple[Integers, Integers]:
    """How many parameters each value has, and all of them, without those that the text leaves out."""
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
