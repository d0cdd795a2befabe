"""mic@2 text to columns, whole arrays of tokens at a time.

What is not plain (an error, an odd spelling, a huge number) is left to nacformats.formats.mic.text, which goes line by
line and words the error: then `read` returns None.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from nacformats.formats.mic.grammar import (
    COMMENT,
    HEADER,
    OUTPUT,
    SYMBOL,
    TYPE,
    VALUE_TOKENS,
    is_dim,
    is_name,
    is_natural,
)
from nacformats.formats.mic.graph import MicGraph, TensorType
from nacformats.formats.mic.kinds import (
    ARITY,
    DEFAULTS,
    FIRST_BINDING,
    HAS_DEFAULTS,
    IS_VARIADIC,
    LOOSE,
    NUM_PARAMS,
    TAKES_LIST,
    TAKES_NUMBERS,
    UNSIGNED,
)
from nacformats.formats.mic.opcodes import DTYPES
from nacformats.formats.mic.rules import is_valid
from nacformats.formats.mic.strings import Integers, Strings
from nacformats.formats.mic.tokens import Keywords, TextPieces
from nacformats.formats.mic.values import ValueColumns, Values, positions, rows_of, slices
from nacformats.limits import Limits

_BLANK, _TAB, _NEWLINE, _COMMENT, _MINUS, _TYPE = (ord(byte) for byte in (" ", "\t", "\n", COMMENT, "-", TYPE))

#: What the first token of a line says: the kind of a value, or one of these.
_SYMBOL, _OUTPUT, _HEADER, _OTHER = range(LOOSE + 1, LOOSE + 5)
_HEADS = Keywords(VALUE_TOKENS | {SYMBOL: _SYMBOL, OUTPUT: _OUTPUT, HEADER: _HEADER}, missing=_OTHER)


class _Tokens(NamedTuple):
    """The tokens of a text, and its lines that are neither blank nor comments.

    Attributes:
        starts, sizes: of each token, in bytes; in 32 bits where that is enough, since there may be millions.
        numbers: of the lines, from 1.
        firsts, counts: the first token of each line, and how many it has.
    """

    starts: npt.NDArray[Any]
    sizes: npt.NDArray[Any]
    numbers: Integers
    firsts: Integers
    counts: Integers

    def spans(self, at: Integers) -> tuple[Integers, Integers]:
        """Starts and sizes of some tokens."""
        return self.starts[at].astype(np.int64), self.sizes[at].astype(np.int64)


def text_columns(data: bytes, limits: Limits) -> MicGraph | None:
    """Return the graph that a text in UTF-8 holds, when the text is within the limits and the graph is valid."""
    if not data or data.count(b"\n") + (not data.endswith(b"\n")) > limits.lines:
        return None
    pieces = TextPieces(data if data.endswith(b"\n") else data + b"\n")
    tokens = _tokens(pieces.octets, COMMENT.encode() in data)
    heads = tokens.firsts
    starts, sizes = tokens.spans(heads)
    codes = _HEADS.numbers(pieces.keys(starts, sizes), sizes)
    if len(codes) < 3 or (codes[0], codes[-1]) != (_HEADER, _OUTPUT) or (tokens.counts[[0, -1]] != (1, 2)).any():
        return None
    lines = codes[1:-1]
    is_value = lines < LOOSE
    graph = MicGraph(format="mic2", limits=limits)
    where = _declarations(data, tokens, lines, 1 + (~is_value).nonzero()[0], graph)
    value_lines = 1 + is_value.nonzero()[0]
    output = _naturals(pieces, tokens, tokens.firsts[-1:] + 1, limits)
    if where is None or output is None or not 0 < len(value_lines) <= limits.values:
        return None
    values = _values(pieces, tokens, codes[value_lines], value_lines, np.array(where, np.int64), limits)
    if values is None:
        return None
    columns, *names = values
    graph.values = Values.over(columns, Strings(data, *names))
    graph.output = int(output[0])
    graph.places = tokens.numbers[value_lines]
    return graph if is_valid(graph) else None


def _tokens(octets: npt.NDArray[np.uint8], has_comments: bool) -> _Tokens:
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
    if len(filled) == len(counts):
        return _Tokens(starts, sizes, filled + 1, firsts, counts)
    return _Tokens(starts, sizes, filled + 1, firsts[filled], counts[filled])


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


def _naturals(pieces: TextPieces, tokens: _Tokens, at: Integers, limits: Limits, skipped: int = 0) -> Integers | None:
    """Return the numbers that tokens are, from their byte `skipped` on."""
    starts, sizes = tokens.spans(at)
    sizes -= skipped
    if sizes.max(initial=0) > limits.digits:
        return None
    return pieces.naturals(starts + skipped, sizes)


def _values(
    pieces: TextPieces,
    tokens: _Tokens,
    kinds: npt.NDArray[np.uint8],
    lines: Integers,
    type_lines: Integers,
    limits: Limits,
) -> tuple[ValueColumns, Integers, Integers] | None:
    """Return the values that the lines declare, and the starts and sizes of their names."""
    is_binding = kinds >= FIRST_BINDING
    heads, counts = tokens.firsts[lines], tokens.counts[lines]
    names = heads[is_binding] + 1
    types = _types(pieces, tokens, names + 1, limits) if (counts[is_binding] == 3).all() else None
    starts, sizes = tokens.spans(names)
    operands = _operands(pieces, tokens, kinds, heads + 1, np.where(is_binding, 0, counts - 1), limits)
    if types is None or operands is None or not pieces.are_names(starts, sizes):
        return None
    if len(types) and (types >= np.searchsorted(type_lines, lines[is_binding])).any():  # not defined before
        return None
    name, type_index = np.zeros(len(kinds), np.int64), np.zeros(len(kinds), np.int64)
    name[is_binding] = np.arange(len(names))
    type_index[is_binding] = types
    return ValueColumns(kinds, name, type_index, *operands), starts, sizes


def _types(pieces: TextPieces, tokens: _Tokens, at: Integers, limits: Limits) -> Integers | None:
    if (pieces.octets[tokens.starts[at]] != _TYPE).any():
        return None
    return _naturals(pieces, tokens, at, limits, skipped=1)


def _operands(
    pieces: TextPieces,
    tokens: _Tokens,
    kinds: npt.NDArray[np.uint8],
    firsts: Integers,
    counts: Integers,
    limits: Limits,
) -> tuple[Integers, Integers, Integers, Integers] | None:
    """Return rows of inputs and of parameters; those of a value are `counts` tokens from `firsts` on."""
    num_inputs = ARITY[kinds].astype(np.int64)
    variadic = IS_VARIADIC[kinds].nonzero()[0]
    num_inputs[variadic] = counts[variadic] - NUM_PARAMS[kinds[variadic]]
    num_params = counts - num_inputs
    if num_inputs.min() < 0 or num_params.min() < 0:
        return None
    rows, param_rows = rows_of(counts), rows_of(num_params)
    input_rows = rows_of(num_inputs)
    inputs, given = np.empty(input_rows[-1], np.int64), np.empty(param_rows[-1], np.int64)
    for where, owners in slices(rows):
        at = np.arange(where.start, where.stop) - rows[owners]
        numbers = _signed(pieces, tokens, firsts[owners] + at, limits)
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


def _signed(pieces: TextPieces, tokens: _Tokens, at: Integers, limits: Limits) -> Integers | None:
    """Return the numbers that tokens are. None as well for -0, which is not negative but no id of an input either."""
    starts, sizes = tokens.spans(at)
    signed = (pieces.octets[starts] == _MINUS).nonzero()[0]
    starts[signed] += 1
    sizes[signed] -= 1
    if sizes.max(initial=0) > limits.digits:
        return None
    numbers = pieces.naturals(starts, sizes)
    if numbers is None or not numbers[signed].all():
        return None
    numbers[signed] *= -1
    return numbers


def _with_defaults(kinds: npt.NDArray[np.uint8], rows: Integers, params: Integers) -> tuple[Integers, Integers] | None:
    """Return the parameters that are given, with the defaults of the operations that have none."""
    given = np.diff(rows)
    some = ((given > 0) | TAKES_NUMBERS[kinds]).nonzero()[0]
    expected = np.where(TAKES_LIST[kinds[some]], given[some], NUM_PARAMS[kinds[some]])
    lacking = some[given[some] != expected]
    if given[lacking].any() or not HAS_DEFAULTS[kinds[lacking]].all():
        return None
    if len(lacking):
        given[lacking] = NUM_PARAMS[kinds[lacking]]
        all_rows = rows_of(given)
        filled = np.empty(all_rows[-1], np.int64)
        filled[positions(all_rows[:-1], rows)] = params
        for position in range(DEFAULTS.shape[1]):
            short = lacking[given[lacking] > position]
            filled[all_rows[short] + position] = DEFAULTS[kinds[short], position]
        rows, params = all_rows, filled
    for kind, unsigned in UNSIGNED.items():
        starts = rows[:-1][kinds == kind]
        if any((params[starts + position] < 0).any() for position in unsigned):
            return None
    return rows, params
