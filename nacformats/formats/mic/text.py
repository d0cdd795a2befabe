"""mic@2 text to a MicGraph and back (mic@2 Text Format Specification).

An operation is written as its token, its inputs, its parameters. How many of the integers of a line are inputs follows
from the operation; of `cat`, which takes any number of inputs, the last integer is the axis.
"""

from __future__ import annotations

import re
import sys
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import chain, islice
from typing import Any, NoReturn

from nacformats.codec.streams import Buffer, whole
from nacformats.codec.tables import file_formats
from nacformats.errors import UnsupportedError
from nacformats.findings import Finding
from nacformats.formats.mic.graph import MicGraph, near_names, value_columns
from nacformats.formats.mic.kinds import BINDING_KINDS, KINDS, OPERATIONS, UNSIGNED
from nacformats.formats.mic.objects import Arg, MindValue, Node, Param, TensorType, shown
from nacformats.formats.mic.opcodes import BY_TOKEN, DTYPES, MindOpcode
from nacformats.formats.mic.rules import GraphPlace, Unreadable, graph_path, problems, require_valid, too_many
from nacformats.formats.mic.values import MindRow, Values
from nacformats.garbage import collector_paused
from nacformats.limits import MAX_FINDINGS, Limits

#: The first token of a text, and how that of every version begins.
HEADER = file_formats()["mic2"][2].decode()
HEADER_PREFIX = HEADER.rstrip("0123456789")
#: What the first token of a line declares.
SYMBOL, TYPE, OUTPUT = "S", "T", "O"
BINDINGS: dict[str, type[Arg | Param]] = {"a": Arg, "p": Param}
COMMENT = "#"
#: A dimension that is not known.
UNKNOWN_DIM = "?"

#: Tokens of operations, by what people may write instead.
_SPELLINGS = {opcode.name: token for token, opcode in BY_TOKEN.items()} | {token: token for token in BY_TOKEN}

_STRICT_TOKEN = re.compile(r"[^ \t]+")
_LENIENT_TOKEN = re.compile(r"\S+")

#: Python converts this many digits whatever its own limit is set to.
_SAFE_DIGITS = sys.int_info.str_digits_check_threshold

#: So many numbers are texts at the same time.
_NUMBERS_AT_ONCE = 1 << 14

#: An error of one of these causes ends the reading of a file.
_FINAL = ("unsupported", "limit")

#: Take the place of declarations that cannot be read, so that later ids stay right.
_UNKNOWN_TYPE = TensorType("")
_UNKNOWN_VALUE: MindRow = (0, 0, 0, (), ())


def is_name(text: str) -> bool:
    """Return True if a name can be written: letters, digits and underscores, ASCII only, no digit first."""
    return text.isascii() and text.isidentifier()


def is_natural(text: str) -> bool:
    """Return True if a text is decimal digits."""
    return text.isascii() and text.isdigit()


def is_dim(text: str) -> bool:
    """Return True if a dimension can be written: a number, a name, or "?"."""
    return text == UNKNOWN_DIM or is_name(text) or is_natural(text)


def examine_mic2(
    view: Buffer, strict: bool, limits: Limits, params_first: bool = False
) -> tuple[MicGraph | None, list[Finding]]:
    """Read a text: the graph and the errors. Only without errors is the graph there, whole and valid.

    Args:
        view: all bytes of the file.
        strict: False allows all white space between tokens, carriage returns too, and any token as a name or dimension.
        limits: what is too large.
        params_first: whether parameters come before inputs, as the public implementations write them.
    """
    for problem in too_many("bytes", (), len(view), limits.input_bytes):
        return None, [problem.finding("mic2", offset=limits.input_bytes)]
    data = whole(view)
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        return None, [_not_utf8(data, error)]
    lines = text.split("\n")
    for problem in too_many("lines", (), len(lines) - (not lines[-1]), limits.lines):
        return None, _with_offsets([problem.finding("mic2", line=limits.lines + 1, column=1)], lines)
    with collector_paused():
        reader = _Reader(lines, strict, limits, params_first)
        reader.read()
    return reader.graph, _with_offsets(reader.findings, lines)


def _not_utf8(data: bytes, error: UnicodeDecodeError) -> Finding:
    line_start = data.rfind(b"\n", 0, error.start) + 1
    column = len(data[line_start : error.start].decode("utf-8")) + 1
    place: dict[str, Any] = {"offset": error.start, "line": data.count(b"\n", 0, error.start) + 1, "column": column}
    actual = data[error.start : error.start + 4].hex(" ")
    return Finding("error", "mic2.utf-8", "not UTF-8", format="mic2", actual=actual, **place)


def _with_offsets(findings: list[Finding], lines: list[str]) -> list[Finding]:
    """Return the findings with the byte offsets of their lines and columns."""
    wanted = {finding.line for finding in findings}
    starts: dict[int | None, int] = {}
    position = 0
    for number, line in enumerate(lines, 1):
        if len(starts) == len(wanted):
            break
        if number in wanted:
            starts[number] = position
        position += len(line.encode()) + 1

    def offset(finding: Finding) -> int:
        assert finding.line is not None
        assert finding.column is not None
        return starts[finding.line] + len(lines[finding.line - 1][: finding.column - 1].encode())

    return [replace(finding, offset=offset(finding)) for finding in findings]


class _Reader:
    """The lines of a text, one after the other. An unreadable line becomes a finding, and the next one is read."""

    def __init__(self, lines: list[str], strict: bool, limits: Limits, params_first: bool) -> None:
        self.lines = lines
        self.strict = strict
        self.params_first = params_first
        self.token = _STRICT_TOKEN if strict else _LENIENT_TOKEN
        self.max_digits = min(limits.digits, _SAFE_DIGITS)
        self.graph = MicGraph(format="mic2", limits=limits)
        self.findings: list[Finding] = []
        self.number = 0  # of the line that is being read, from 1
        self.type_lines: list[int] = []
        self.value_lines: list[int] = []
        self.values: list[MindRow] = []
        self.names: dict[str, int] = {}
        self.is_plain = True  # so far, all values have the parameters that columns hold
        self.output_line = 0  # none so far
        self.columns = lru_cache(maxsize=1)(self.columns_of)  # one line may have many errors

    def read(self) -> None:
        try:
            self.header()
            self.declarations()
        except Unreadable as error:
            self.findings.append(error.finding)
        self.graph.places = self.value_lines
        self.graph.values = Values.of_rows(self.values, self.names, is_plain=self.is_plain)
        if not self.findings:
            found = islice(problems(self.graph), MAX_FINDINGS)
            self.findings = [problem.finding("mic2", **self.position(problem.place)) for problem in found]

    def header(self) -> None:
        for tokens in self.significant_lines():
            if tokens == [HEADER]:
                return
            if tokens[0].startswith(HEADER_PREFIX) and tokens[0].strip() != HEADER:
                self.fail(0, "version", "unsupported version", HEADER, shown(tokens[0]), cause="unsupported")
            at = 1 if tokens[0] == HEADER else 0
            self.fail(at, "header", "the first line must be the header", HEADER, shown(tokens[at]))
        self.fail_at_end("header", "the header is missing", HEADER)

    def significant_lines(self) -> Iterator[list[str]]:
        """Yield the tokens of each line from here on that is neither blank nor a comment."""
        find_tokens = self.token.findall
        for number in range(self.number + 1, len(self.lines) + 1):
            self.number = number
            tokens = find_tokens(self.lines[number - 1])
            if tokens and not tokens[0].startswith(COMMENT):
                yield tokens

    def declarations(self) -> None:
        for tokens in self.significant_lines():
            try:
                self.declaration(tokens)
            except Unreadable as error:
                self.findings.append(error.finding)
                self.pass_over(tokens)
                if len(self.findings) == MAX_FINDINGS or error.finding.cause in _FINAL:
                    return
        if not self.output_line:
            self.fail_at_end("output", "the output is missing", "a line `O <id>`")

    def declaration(self, tokens: list[str]) -> None:
        head = tokens[0]
        if self.output_line:
            self.after_output(head)
        elif head in BY_TOKEN:
            self.node(BY_TOKEN[head], tokens)
        elif head in BINDINGS:
            self.binding(BINDINGS[head], tokens)
        elif head == OUTPUT:
            self.output(tokens)
        elif head == SYMBOL:
            self.symbol(tokens)
        elif head.startswith(TYPE):
            self.tensor_type(tokens)
        else:
            self.unknown(head)

    def pass_over(self, tokens: list[str]) -> None:
        """Count the type or value that an unreadable line would have declared."""
        if tokens[0].startswith(TYPE):
            self.graph.types.append(_UNKNOWN_TYPE)
        elif tokens[0] not in (SYMBOL, OUTPUT):
            self.values.append(_UNKNOWN_VALUE)

    def after_output(self, head: str) -> None:
        if head.startswith("map"):
            self.fail(0, "map-section", "a MAP section of MIC 2.1 follows the output", HEADER, cause="unsupported")
        reason = "there is a second output" if head == OUTPUT else "a declaration follows the output"
        self.fail(0, "after-output", reason, f"nothing after line {self.output_line}", shown(head))

    def unknown(self, head: str) -> NoReturn:
        tokens = dict.fromkeys(_SPELLINGS[spelling] for spelling in near_names(head.lower(), _SPELLINGS))
        hint = f"did you mean {' or '.join(tokens)}?" if tokens else f"known are {' '.join(BY_TOKEN)}"
        self.fail(0, "opcode", f"unknown opcode {shown(head)}", hint=hint)

    def symbol(self, tokens: list[str]) -> None:
        self.expect(tokens, SYMBOL, "<name>")
        self.graph.symbols.append(self.name(tokens, 1))

    def tensor_type(self, tokens: list[str]) -> None:
        index = len(self.graph.types)
        if self.type_index(tokens, 0) != index:
            self.fail(0, "type-index", "types must be numbered in order", f"T{index}", tokens[0])
        if len(tokens) == 1:
            self.fail(1, "missing-token", "the dtype is missing", f"one of {' '.join(DTYPES)}")
        if tokens[1] not in DTYPES:
            self.fail(1, "dtype", "unknown dtype", f"one of {' '.join(DTYPES)}", shown(tokens[1]))
        dims = tuple(tokens[2:])
        if self.strict:
            for at, dim in enumerate(dims, 2):
                if not is_dim(dim):
                    self.fail(at, "dim", "not a dimension", "a number, a name or ?", shown(dim), _hint(dim))
        self.graph.types.append(TensorType(tokens[1], dims))
        self.type_lines.append(self.number)

    def binding(self, kind: type[Arg | Param], tokens: list[str]) -> None:
        self.expect(tokens, tokens[0], "<name>", "T<index>")
        name = self.name(tokens, 1)
        index = self.type_index(tokens, 2)
        defined = len(self.graph.types)
        if index >= defined:
            expected = f"a type below T{defined}" if defined else "a type line before"
            self.fail(2, "type-reference", "the type is not defined yet", expected, tokens[2])
        self.add((BINDING_KINDS[kind], self.names.setdefault(name, len(self.names)), index, (), ()))

    def node(self, opcode: MindOpcode, tokens: list[str]) -> None:
        inputs, params = self.operands(opcode, len(tokens))
        sources = [self.value_id(tokens[at], at) for at in inputs]
        given = [self.integer(tokens[at], at) for at in params] or opcode.defaults or ()
        kind = KINDS[opcode.name]
        if (len(given) != len(opcode.parameters) and not opcode.takes_list) or (kind in UNSIGNED and min(given) < 0):
            self.is_plain = False
        self.add((kind, 0, 0, sources, given))

    def add(self, value: MindRow) -> None:
        self.values.append(value)
        self.value_lines.append(self.number)
        if len(self.values) > self.graph.limits.values:
            for problem in too_many("values", ("values",), len(self.values), self.graph.limits.values):
                raise Unreadable(problem.finding("mic2", line=self.number, column=1))

    def operands(self, opcode: MindOpcode, num_tokens: int) -> tuple[range, range]:
        """Return which tokens of a node are inputs, and which are parameters."""
        given = num_tokens - 1
        inputs = given - len(opcode.parameters) if opcode.variadic else opcode.arity
        inputs = min(max(inputs, 0), given)
        if self.params_first:
            return range(num_tokens - inputs, num_tokens), range(1, num_tokens - inputs)
        return range(1, 1 + inputs), range(1 + inputs, num_tokens)

    def output(self, tokens: list[str]) -> None:
        self.output_line = self.number
        self.expect(tokens, OUTPUT, "<id>")
        self.graph.output = self.value_id(tokens[1], 1)

    def expect(self, tokens: list[str], *form: str) -> None:
        """Require as many tokens as the form of the line has."""
        if len(tokens) < len(form):
            self.fail(len(tokens), "missing-token", "the line is too short", f"`{' '.join(form)}`")
        if len(tokens) > len(form):
            surplus = tokens[len(form)]
            expected = f"`{' '.join(form)}`"
            self.fail(len(form), "surplus-token", "the line is too long", expected, shown(surplus), _hint(surplus))

    def name(self, tokens: list[str], at: int) -> str:
        if self.strict and not is_name(tokens[at]):
            self.fail(at, "name", "not a name", "letters, digits and _, no digit first", shown(tokens[at]))
        return tokens[at]

    def type_index(self, tokens: list[str], at: int) -> int:
        text = tokens[at].removeprefix(TYPE)
        if text == tokens[at] or not is_natural(text):
            self.fail(at, "type-index", "not a type", "T<index>", shown(tokens[at]))
        return self.natural(text, at)

    def integer(self, token: str, at: int) -> int:
        sign = -1 if token.startswith("-") else 1
        if not is_natural(token.removeprefix("-")):
            self.fail(at, "number", "not an integer", "decimal digits, with an optional -", shown(token), _hint(token))
        return sign * self.natural(token.removeprefix("-"), at)

    def value_id(self, token: str, at: int) -> int:
        if not is_natural(token):
            self.fail(at, "number", "not the id of a value", "digits", shown(token), _hint(token))
        return self.natural(token, at)

    def natural(self, digits: str, at: int) -> int:
        if len(digits) > self.max_digits:
            self.fail(at, "limit", "too many digits", f"at most {self.max_digits}", len(digits), cause="limit")
        return int(digits)

    def fail(
        self,
        at: int,
        rule: str,
        reason: str,
        expected: Any = None,
        actual: Any = None,
        hint: str | None = None,
        cause: str = "invalid",
    ) -> NoReturn:
        """Refuse the current line at one of its tokens, or past the last one."""
        line = self.lines[self.number - 1]
        if self.strict and "\r" in line:
            hint = "strict=False, or --lenient, accepts carriage returns"
        place = {"line": self.number, "column": self.column(self.number, at)}
        details = {"expected": expected, "actual": actual, "hint": hint, "cause": cause, **place}
        raise Unreadable(Finding("error", f"mic2.{rule}", reason, format="mic2", **details))

    def fail_at_end(self, rule: str, reason: str, expected: str) -> NoReturn:
        self.number = len(self.lines)
        end = len(self.lines[-1])  # there are never more tokens than characters
        self.fail(end, rule, reason, expected, cause="truncated")

    def columns_of(self, number: int) -> list[int]:
        """Return the columns of the tokens of a line."""
        return [found.start() + 1 for found in self.token.finditer(self.lines[number - 1])]

    def column(self, number: int, at: int) -> int:
        """Return the column of a token of a line; past the line when it has fewer tokens."""
        columns = self.columns(number)
        return columns[at] if at < len(columns) else len(self.lines[number - 1]) + 1

    def position(self, place: GraphPlace) -> dict[str, int]:
        """Return the line and column of a place in the graph."""
        match place:
            case ("types", int(index), *_):
                return self.place_of_token(self.type_lines[index], 2)
            case ("values", int(index), "inputs" | "params" as field, int(position)):
                return self.place_of_operand(index, field, position)
            case ("values", int(index), "params"):
                return self.place_of_operand(index, "params", 0)
            case ("values", int(index), *_):
                return self.place_of_token(self.value_lines[index], 0)
        return self.place_of_token(self.output_line, 1)

    def place_of_operand(self, index: int, field: str, position: int) -> dict[str, int]:
        """Return where an input or a parameter is; for one that is not written, where the operation is."""
        node = self.graph.values[index]
        number = self.value_lines[index]
        assert isinstance(node, Node)  # other values have no operands
        inputs, params = self.operands(node.opcode, len(self.columns(number)))
        operands = inputs if field == "inputs" else params
        return self.place_of_token(number, operands[position] if operands else 0)

    def place_of_token(self, number: int, at: int) -> dict[str, int]:
        return {"line": number, "column": self.column(number, at)}


def _hint(token: str) -> str | None:
    """Return what to say about a token that looks like the beginning of a comment."""
    return "a comment needs a line of its own" if token.startswith(COMMENT) else None


# writing

_LETTERS = {kind: letter for letter, kind in BINDINGS.items()}
#: By kind, where there is one.
_TOKENS = {kind: opcode.token for kind, opcode in enumerate(OPERATIONS) if opcode.token is not None}


def write_mic2(graph: MicGraph) -> list[Buffer]:
    """Return the canonical text of a graph.

    Raises:
        UnsupportedError: text cannot express it: an empty graph, a custom operation, a name or dimension outside the
            grammar.
        FormatError: the graph is not valid, or the text would exceed its limits.
    """
    _require_expressible(graph)
    return ["\n".join(_limited_lines(graph)).encode("ascii")]


def require_writable(graph: MicGraph) -> None:
    """Raise what `write` would, without making the text."""
    _require_expressible(graph)
    deque(_limited_lines(graph), maxlen=0)


def _require_expressible(graph: MicGraph) -> None:
    if not graph.values:
        raise UnsupportedError("mic@2 cannot express an empty graph", format="mic2", path="values")
    require_valid(graph, "mic2")


def _limited_lines(graph: MicGraph) -> Iterator[str]:
    size, most_bytes, most_lines = 0, graph.limits.input_bytes, graph.limits.lines
    for number, line in enumerate(_lines(graph), 1):
        size += len(line) + 1
        if size > most_bytes or number > most_lines:
            sizes = too_many("bytes of text", (), size - 1, graph.limits.input_bytes)
            for problem in chain(sizes, too_many("lines", (), number, most_lines)):
                raise problem.finding("mic2").error()
        yield line


def _lines(graph: MicGraph) -> Iterator[str]:
    symbols = (_name(name, "symbols", index) for index, name in enumerate(graph.symbols))
    types = ((entry.dtype, _dims(entry, index)) for index, entry in enumerate(graph.types))
    yield from declaration_lines(symbols, types)
    columns = value_columns(graph)
    inputs, rows = columns.inputs.tolist(), columns.input_rows.tolist()
    has_params = (columns.param_rows[1:] > columns.param_rows[:-1]).tolist()
    for index, kind in enumerate(columns.kind.tolist()):
        if kind in _TOKENS and not has_params[index] and rows[index] < rows[index + 1]:
            yield f"{_TOKENS[kind]} {' '.join(_words(inputs[rows[index] : rows[index + 1]]))}"
        else:
            yield _value_line(graph.values[index], index, graph.limits)
    yield f"{OUTPUT} {graph.output}"


def _value_line(value: MindValue, index: int, limits: Limits) -> str:
    if isinstance(value, Node):
        return _node_line(value, index, limits)
    return f"{_LETTERS[type(value)]} {_name(value.name, 'values', index, 'name')} {TYPE}{value.type}"


def declaration_lines(symbols: Iterable[str], types: Iterable[tuple[str, Iterable[str]]]) -> Iterator[str]:
    """Yield the lines before those of values; types: dtypes and dims."""
    yield HEADER
    yield from (f"{SYMBOL} {name}" for name in symbols)
    for index, (dtype, dims) in enumerate(types):
        yield " ".join([f"{TYPE}{index}", dtype, *dims])


def _node_line(node: Node, index: int, limits: Limits) -> str:
    opcode = node.opcode
    num_operands = len(node.inputs) + len(node.params)
    if num_operands > limits.input_bytes // 2:  # each takes two bytes at least
        for problem in too_many("operands", ("values", index), num_operands, limits.input_bytes // 2):
            raise problem.finding("mic2").error()
    if opcode.token is None:
        reason, path = f"the custom operation {shown(node.name)} has no text form", graph_path(("values", index))
        raise UnsupportedError(reason, format="mic2", path=path, hint="MIC-B holds custom operations")
    params = () if opcode.omits_default and node.params == opcode.defaults else node.params
    return " ".join([opcode.token, *_words(node.inputs), *_words(params)])


def _words(numbers: Sequence[int]) -> Iterator[str]:
    """Yield numbers as text, in pieces: a number alone takes far more memory than its digits."""
    for start in range(0, len(numbers), _NUMBERS_AT_ONCE):
        yield " ".join(map(str, numbers[start : start + _NUMBERS_AT_ONCE]))


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
    details: dict[str, Any] = {"expected": expected, "actual": shown(text), "hint": "MIC-B holds any text"}
    return UnsupportedError("mic@2 cannot express this", format="mic2", path=graph_path(place), **details)
