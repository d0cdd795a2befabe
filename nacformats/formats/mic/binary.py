"""MIC-B bytes to a MicGraph and back, without the object per number that the generated parser makes.

There are two readers. `_Reader` takes one field after the other, knows the place of each, and decides what is wrong
with a file. `_quick_graph` decodes all numbers behind the string table at once with NumPy, and leaves whatever is not
plain to the other. Where both read a file, they give the same graph.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache
from itertools import islice
from typing import Any, NoReturn

import numpy as np
import numpy.typing as npt

from nacformats._generated.kaitai.micb import Micb
from nacformats.codec.streams import Buffer
from nacformats.findings import Finding
from nacformats.formats.mic.graph import Arg, MicGraph, Node, Param, TensorType, Value, collector_paused
from nacformats.formats.mic.opcodes import BY_BYTE, CUSTOM, DTYPES, U64_MAX, Opcode
from nacformats.formats.mic.rules import MAX_ERRORS, Place, Problem, Unreadable, problems, require_valid, too_many
from nacformats.limits import Limits

MAGIC = b"MICB"
_VERSION = 2
_NODE = int(Micb.Tag.node)
_BINDINGS: dict[int, type[Arg | Param]] = {int(Micb.Tag.arg): Arg, int(Micb.Tag.param): Param}
_TAGS = {kind: bytes([tag]) for tag, kind in _BINDINGS.items()}
_DTYPE_BYTES = {name: bytes([Micb.Dtype[name]]) for name in DTYPES}
_NODE_HEADS = {opcode.name: bytes([_NODE, byte]) for byte, opcode in BY_BYTE.items()}

#: Longest ULEB128 of a number of 64 bits, in bytes.
_LONGEST_NUMBER = 10
#: First byte of the section that MIC 2.1 appends.
_MAP_MARKER = 0x4D

#: The fewest bytes that an entry of each table takes.
_MIN_STRING, _MIN_SYMBOL, _MIN_TYPE, _MIN_VALUE, _MIN_NUMBER = 1, 1, 2, 3, 1


def examine(view: Buffer, strict: bool, limits: Limits) -> tuple[MicGraph | None, list[Finding]]:
    """Read a file: the graph and the errors. Only without errors is the graph there, whole and valid.

    Args:
        view: all bytes of the file.
        strict: whether numbers have to be as short as possible.
        limits: what is too large.
    """
    for problem in too_many("bytes", ("file",), len(view), limits.input_bytes):
        return None, [problem.finding("micb", offset=limits.input_bytes)]
    data = bytes(view)
    try:
        with collector_paused():
            graph = _Reader(data, strict, limits).graph()
            found = list(islice(problems(graph), MAX_ERRORS))
    except Unreadable as error:
        return None, [error.finding]
    offsets = _Reader(data, strict, limits, {problem.place for problem in found}).offsets() if found else {}
    return graph, [problem.finding("micb", offset=offsets[problem.place]) for problem in found]


class _Reader:
    """The fields of a file, one after the other. Raises Unreadable at the first byte of the one that is wrong.

    It reads the structure only; what a graph has to be is left to nacformats.formats.mic.rules.
    """

    def __init__(self, data: bytes, strict: bool, limits: Limits, wanted: Collection[Place] = ()) -> None:
        self.data = data
        self.position = 0
        self.strict = strict
        self.limits = limits
        self.wanted = wanted
        self.found: dict[Place, int] = {}

    def graph(self) -> MicGraph:
        strings = self.strings()
        return _quick_graph(self.data, self.position, strings, self.limits) or self.tables(strings)

    def offsets(self) -> dict[Place, int]:
        """Where the wanted places are."""
        self.tables(self.strings())
        return self.found

    def strings(self) -> list[str]:
        """The header and the string table."""
        magic = self.data[: len(MAGIC)]
        if magic != MAGIC:
            cause = "truncated" if MAGIC.startswith(magic) else "invalid"
            self.fail(0, "magic", ("magic",), "not a MIC-B file", MAGIC.hex(" "), magic.hex(" ") or "nothing", cause)
        self.position = len(MAGIC)
        version = self.byte("version")
        if version != _VERSION:
            self.fail(len(MAGIC), "version", ("version",), "unsupported version", _VERSION, version, "unsupported")
        count = self.count("strings", self.limits.strings, _MIN_STRING, "strings")
        return [self.text(index) for index in range(count)]

    def text(self, index: int) -> str:
        size = self.count("bytes in a string", self.limits.string_bytes, 1, "strings", index)
        start = self.position
        self.position += size
        encoded = self.data[start : self.position]
        try:
            return encoded.decode("utf-8")
        except UnicodeDecodeError as error:
            reason = f"not UTF-8 at byte {error.start} of the string"
            self.fail(start, "utf-8", ("strings", index), reason, None, encoded[error.start : error.start + 4].hex(" "))

    def tables(self, strings: list[str]) -> MicGraph:
        """Everything behind the string table."""
        graph = MicGraph(format="micb", limits=self.limits)
        count = self.count("symbols", self.limits.lines, _MIN_SYMBOL, "symbols")
        graph.symbols = [self.string(strings, "symbols", index) for index in range(count)]
        count = self.count("types", self.limits.lines, _MIN_TYPE, "types")
        graph.types = [self.tensor_type(index, strings) for index in range(count)]
        count = self.count("values", self.limits.values, _MIN_VALUE, "values")
        places = []
        for index in range(count):
            places.append(self.position)
            graph.values.append(self.value(index, strings))
        graph.places = places
        graph.output = self.number("output")
        self.end()
        return graph

    def tensor_type(self, index: int, strings: list[str]) -> TensorType:
        start = self.position
        dtype = self.byte("types", index, "dtype")
        if dtype >= len(DTYPES):
            self.fail(start, "dtype", ("types", index, "dtype"), "unknown dtype", f"below {len(DTYPES)}", dtype)
        rank = self.count("dims", None, _MIN_NUMBER, "types", index, "dims")
        dims = [self.string(strings, "types", index, "dims", axis) for axis in range(rank)]
        return TensorType(DTYPES[dtype], tuple(dims))

    def value(self, index: int, strings: list[str]) -> Value:
        start = self.position
        tag = self.byte("values", index, "tag")
        if tag == _NODE:
            return self.node(index, strings)
        if tag not in _BINDINGS:
            self.fail(start, "tag", ("values", index, "tag"), "unknown tag", "0 (arg), 1 (param) or 2 (node)", tag)
        name = self.string(strings, "values", index, "name")
        return _BINDINGS[tag](name, self.number("values", index, "type"))

    def node(self, index: int, strings: list[str]) -> Node:
        start = self.position
        opcode = BY_BYTE.get(byte := self.byte("values", index, "opcode"))
        if opcode is None:
            known = f"0 to {len(BY_BYTE) - 2}, or {CUSTOM.byte} (custom)"
            self.fail(start, "opcode", ("values", index, "opcode"), "unknown opcode", known, byte)
        name = self.string(strings, "values", index, "name") if opcode is CUSTOM else None
        params = self.params(index, opcode)
        count = self.count("inputs", None, _MIN_NUMBER, "values", index, "inputs")
        inputs = [self.number("values", index, "inputs", position) for position in range(count)]
        return Node(opcode.name, tuple(inputs), params, name)

    def params(self, index: int, opcode: Opcode) -> tuple[int, ...]:
        count = len(opcode.parameters)
        if opcode.takes_list:
            count = self.count("parameters", None, _MIN_NUMBER, "values", index, "params")
        numbers = [self.number("values", index, "params", position) for position in range(count)]
        return _meaning(opcode, numbers)

    def end(self) -> None:
        rest = len(self.data) - self.position
        if rest and self.data[self.position] == _MAP_MARKER:
            reason = "a MAP section of MIC 2.1 (or another file) follows the output"
            self.fail(self.position, "map-section", ("trailing",), reason, "MIC-B v2 only", cause="unsupported")
        if rest:
            self.fail(self.position, "trailing", ("trailing",), "bytes follow the output", "none", rest)

    def string(self, strings: list[str], *place: str | int) -> str:
        """The string that a reference refers to."""
        start = self.position
        index = self.number(*place)
        if index >= len(strings):
            self.fail(start, "string-reference", place, "no such string", f"an index below {len(strings)}", index)
        return strings[index]

    def count(self, what: str, limit: int | None, min_size: int, *place: str | int) -> int:
        """A number of things, of which each takes at least min_size of the bytes that follow."""
        start = self.position
        count = self.number(*place)
        if limit is not None:
            for problem in too_many(what, place, count, limit):
                raise Unreadable(problem.finding("micb", offset=start))
        rest = len(self.data) - self.position
        if count * min_size > rest:
            expected = f"at least {count * min_size} bytes for {count} {what}"
            self.fail(start, "truncated", place, "the file is too short", expected, rest, "truncated")
        return count

    def number(self, *place: str | int) -> int:
        """An unsigned LEB128 of at most 64 bits."""
        start = self.position
        if place in self.wanted:
            self.found[place] = start
        encoded = self.data[start : start + _LONGEST_NUMBER]
        value = 0
        for size, byte in enumerate(encoded, 1):
            value |= (byte & 0x7F) << 7 * (size - 1)
            if byte < 0x80:
                self.position = start + size
                break
        else:
            self.unfinished(place, encoded)
        if value > U64_MAX:
            self.fail(start, "varint-range", place, "not a number of 64 bits", None, encoded.hex(" "))
        if self.strict and byte == 0 and size > 1:
            actual = encoded[:size].hex(" ")
            self.fail(start, "varint-minimal", place, "a padded number", uleb(value).hex(" "), actual)
        return value

    def unfinished(self, place: Place, encoded: bytes) -> NoReturn:
        """Refuse a number of which no byte is the last one."""
        if len(encoded) < _LONGEST_NUMBER:
            self.fail(self.position, "truncated", place, "the file ends within a number", cause="truncated")
        expected = f"at most {_LONGEST_NUMBER} bytes"
        self.fail(self.position, "varint-range", place, "a number without end", expected, encoded.hex(" "))

    def byte(self, *place: str | int) -> int:
        if place in self.wanted:
            self.found[place] = self.position
        if self.position == len(self.data):
            self.fail(self.position, "truncated", place, "the file ends before this byte", cause="truncated")
        self.position += 1
        return self.data[self.position - 1]

    def fail(
        self,
        offset: int,
        rule: str,
        place: Place,
        reason: str,
        expected: Any = None,
        actual: Any = None,
        cause: str = "invalid",
    ) -> NoReturn:
        raise Unreadable(Problem(rule, place, reason, expected, actual, cause).finding("micb", offset=offset))


def _quick_graph(data: bytes, position: int, strings: list[str], limits: Limits) -> MicGraph | None:
    """The tables from a position on, or None when there is anything that _Reader has to look at.

    Tags, dtypes and opcodes are bytes below 128 and so decode like numbers, but for the opcode of custom operations.
    """
    decoded = _decode_numbers(np.frombuffer(data, np.uint8)[position:])
    if decoded is None:
        return None
    numbers, starts = decoded
    graph = MicGraph(format="micb", limits=limits)
    try:
        at = 1 + _within(limits.lines, numbers[0])
        graph.symbols = [strings[index] for index in numbers[1:at]]
        count = _within(limits.lines, numbers[at])
        graph.types, at = _quick_types(numbers, at + 1, count, strings)
        count = _within(limits.values, numbers[at])
        graph.values, firsts, at = _quick_values(numbers, at + 1, count, strings)
        graph.output = numbers[at]
    except LookupError:  # a count beyond a limit, a reference to what is not there, or the end of the file
        return None
    graph.places = (starts[firsts] + position).tolist()
    return graph if at + 1 == len(numbers) else None


def _decode_numbers(encoded: npt.NDArray[np.uint8]) -> tuple[list[int], npt.NDArray[np.intp]] | None:
    """All numbers, and where each starts; None when one is cut off, padded, or of ten bytes or more."""
    ends = np.flatnonzero(encoded < 0x80)
    if not len(ends) or ends[-1] + 1 != len(encoded):
        return None
    starts = np.concatenate(([0], ends[:-1] + 1))
    sizes = ends - starts + 1
    if sizes.max() >= _LONGEST_NUMBER or np.any((encoded[ends] == 0) & (sizes > 1)):
        return None
    numbers = (encoded[starts] & 0x7F).astype(np.uint64)
    longer = np.flatnonzero(sizes > 1)
    for group in range(1, int(sizes.max())):
        numbers[longer] |= (encoded[starts[longer] + group] & 0x7F).astype(np.uint64) << np.uint64(7 * group)
        longer = longer[sizes[longer] > group + 1]
    return numbers.tolist(), starts


def _within(limit: int, count: int) -> int:
    if count > limit:
        raise LookupError("beyond a limit")
    return count


def _quick_types(numbers: list[int], at: int, count: int, strings: list[str]) -> tuple[list[TensorType], int]:
    """So many types from a position on, and the position behind them."""
    types = []
    for _ in range(count):
        stop = at + 2 + numbers[at + 1]
        dims = [strings[index] for index in numbers[at + 2 : stop]]
        types.append(TensorType(DTYPES[numbers[at]], tuple(dims)))
        at = stop
    return types, at


def _quick_values(numbers: list[int], at: int, count: int, strings: list[str]) -> tuple[list[Value], list[int], int]:
    """So many values from a position on, the position of each, and the one behind them."""
    values: list[Value] = []
    firsts = []
    for _ in range(count):
        firsts.append(at)
        tag = numbers[at]
        if tag == _NODE:
            node, at = _quick_node(numbers, at + 1, strings)
            values.append(node)
        else:
            values.append(_BINDINGS[tag](strings[numbers[at + 1]], numbers[at + 2]))
            at += 3
    return values, firsts, at


def _quick_node(numbers: list[int], at: int, strings: list[str]) -> tuple[Node, int]:
    """The node whose opcode is at a position, and the position behind it."""
    number = numbers[at]
    at += 1
    name = None
    params: tuple[int, ...] = ()
    if number > 0x7F and number & 0x7F == CUSTOM.byte & 0x7F:
        opcode = CUSTOM  # its byte is above 127, so the number also holds that of the name which follows it
        name = strings[number >> 7]
    else:
        opcode = BY_BYTE[number]
    if opcode.parameters:
        count = len(opcode.parameters)
        if opcode.takes_list:
            count = numbers[at]
            at += 1
        params = _meaning(opcode, numbers[at : at + count])
        at += count
    stop = at + 1 + numbers[at]
    return Node(opcode.name, tuple(numbers[at + 1 : stop]), params, name), stop


def _meaning(opcode: Opcode, numbers: list[int]) -> tuple[int, ...]:
    """The parameters that are written as these numbers."""
    if opcode.takes_list:
        return tuple([(number >> 1) ^ -(number & 1) for number in numbers])
    pairs = zip(opcode.parameters, numbers, strict=False)  # a cut file has too few numbers
    return tuple([(number >> 1) ^ -(number & 1) if parameter.signed else number for parameter, number in pairs])


def write(graph: MicGraph) -> list[Buffer]:
    """The canonical bytes of a graph, in pieces. Raises FormatError when it is not valid or beyond its limits."""
    from nacformats.codec.building import chunks  # noqa: PLC0415  reading has no need of construct

    require_valid(graph, "micb")
    strings = _StringTable(graph.limits)
    symbols = [strings.reference(name, "symbols", index) for index, name in enumerate(graph.symbols)]
    types = [_type_bytes(tensor_type, index, strings) for index, tensor_type in enumerate(graph.types)]
    values = [_value_bytes(value, index, strings) for index, value in enumerate(graph.values)]
    pieces = chunks(
        "micb",
        {
            "num_strings": len(strings.entries),
            "strings": b"".join(strings.entries),
            "num_symbols": len(symbols),
            "symbols": b"".join(symbols),
            "num_types": len(types),
            "types": b"".join(types),
            "num_values": len(values),
            "values": b"".join(values),
            "output": {"idx": graph.output},
        },
    )
    for problem in too_many("bytes", ("file",), sum(map(len, pieces)), graph.limits.input_bytes):
        raise problem.finding("micb").error()
    return pieces


class _StringTable:
    """The strings of a file in the order of their first use."""

    def __init__(self, limits: Limits) -> None:
        self.entries: list[bytes] = []
        self.limits = limits
        self.references: dict[str, bytes] = {}

    def reference(self, text: str, *place: str | int) -> bytes:
        """The bytes of the reference to a string, which is added when it is new."""
        found = self.references.get(text)
        if found is None:
            found = self.references[text] = uleb(len(self.entries))
            self.entries.append(self.entry(text, place))
        return found

    def entry(self, text: str, place: Place) -> bytes:
        try:
            encoded = text.encode("utf-8")
        except UnicodeEncodeError as error:
            reason = "a character that UTF-8 cannot hold"
            raise Problem("utf-8", place, reason, None, ascii(text[error.start])).finding("micb").error() from None
        for problem in too_many("bytes in a string", place, len(encoded), self.limits.string_bytes):
            raise problem.finding("micb").error()
        for problem in too_many("strings", place, len(self.entries) + 1, self.limits.strings):
            raise problem.finding("micb").error()
        return uleb(len(encoded)) + encoded


def _type_bytes(tensor_type: TensorType, index: int, strings: _StringTable) -> bytes:
    dims = [strings.reference(dim, "types", index, "dims", axis) for axis, dim in enumerate(tensor_type.dims)]
    return b"".join([_DTYPE_BYTES[tensor_type.dtype], uleb(len(dims)), *dims])


def _value_bytes(value: Value, index: int, strings: _StringTable) -> bytes:
    if not isinstance(value, Node):
        return _TAGS[type(value)] + strings.reference(value.name, "values", index, "name") + uleb(value.type)
    pieces = [_NODE_HEADS[value.op]]
    if value.name is not None:
        pieces.append(strings.reference(value.name, "values", index, "name"))
    pieces += _parameter_bytes(value)
    pieces.append(uleb(len(value.inputs)))
    pieces += map(uleb, value.inputs)
    return b"".join(pieces)


def _parameter_bytes(node: Node) -> list[bytes]:
    if node.opcode.takes_list:
        return [uleb(len(node.params)), *[uleb(_zigzag(number)) for number in node.params]]
    pairs = zip(node.opcode.parameters, node.params, strict=True)
    return [uleb(_zigzag(number) if parameter.signed else number) for parameter, number in pairs]


def _zigzag(number: int) -> int:
    return (number << 1) ^ (number >> 63)


@lru_cache(maxsize=1 << 16)
def uleb(number: int) -> bytes:
    """The shortest unsigned LEB128 of a number."""
    groups = bytearray()
    while number > 0x7F:
        groups.append(number & 0x7F | 0x80)
        number >>= 7
    groups.append(number)
    return bytes(groups)
