"""Mind IR in plain Python, one function a direction and no tricks: what the package is measured against.

A graph is a tuple (symbols, types, values, output): a type is (dtype, dims), a value ("arg", name, type),
("param", name, type) or ("node", opcode, params, inputs). Everything that a graph has to be is checked; errors are
ValueErrors without a place.
"""

from __future__ import annotations

from typing import Any

Graph = tuple[list[str], list[tuple[str, tuple[str, ...]]], list[Any], int]

DTYPES = ["f16", "f32", "f64", "bf16", "i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64", "bool"]
#: Opcode: token, number of inputs, parameters (z a zigzag number, u an unsigned one, * a list of zigzag numbers).
OPCODES = {
    0: ("m", 2, ""),
    1: ("+", 2, ""),
    2: ("-", 2, ""),
    3: ("*", 2, ""),
    4: ("/", 2, ""),
    5: ("r", 1, ""),
    6: ("s", 1, "z"),
    7: ("sig", 1, ""),
    8: ("th", 1, ""),
    9: ("gelu", 1, ""),
    10: ("ln", 1, ""),
    11: ("t", 1, "*"),
    12: ("rshp", 1, ""),
    13: ("sum", 1, "*"),
    14: ("mean", 1, "*"),
    15: ("max", 1, "*"),
    16: ("cat", None, "z"),
    17: ("split", 1, "zu"),
    18: ("gth", 2, "z"),
}
TOKENS = {token: (opcode, arity, params) for opcode, (token, arity, params) in OPCODES.items()}
SOFTMAX, CONCAT = 6, 16
DEFAULTS = {SOFTMAX: (-1,), 17: (0, 2), 18: (0,)}


def decode_micb(data: bytes) -> Graph:  # noqa: C901  one function, as anybody would write it first
    """The graph that a MIC-B file holds."""
    at = 0

    def number() -> int:
        nonlocal at
        value = shift = 0
        while True:
            byte = data[at]
            at += 1
            value |= (byte & 127) << shift
            if byte < 128:
                if value >> 64 or (byte == 0 and shift):
                    raise ValueError("not a shortest number of 64 bits")
                return value
            shift += 7

    def signed() -> int:
        value = number()
        return (value >> 1) ^ -(value & 1)

    def string() -> str:
        return strings[number()]

    if data[:5] != b"MICB\x02":
        raise ValueError("not a MIC-B file")
    at = 5
    strings = []
    for _ in range(number()):
        size = number()
        if at + size > len(data):
            raise ValueError("truncated")
        strings.append(data[at : at + size].decode())
        at += size
    symbols = [string() for _ in range(number())]
    types = []
    for _ in range(number()):
        dtype = data[at]
        at += 1
        types.append((DTYPES[dtype], tuple([string() for _ in range(number())])))
    values: list[Any] = []
    for index in range(number()):
        tag = data[at]
        at += 1
        if tag == 2:
            opcode = data[at]
            at += 1
            params: tuple[Any, ...]
            if opcode == 255:
                arity, params = None, (string(),)
            else:
                _, arity, kinds = OPCODES[opcode]
                if kinds == "*":
                    params = tuple([signed() for _ in range(number())])
                else:
                    params = tuple([signed() if kind == "z" else number() for kind in kinds])
            inputs = tuple([number() for _ in range(number())])
            if arity is not None and len(inputs) != arity:
                raise ValueError("wrong number of inputs")
            for source in inputs:
                if source >= index:
                    raise ValueError("forward reference")
            values.append(("node", opcode, params, inputs))
        elif tag < 2:
            name, type_index = string(), number()
            if type_index >= len(types):
                raise ValueError("no such type")
            values.append(("param" if tag else "arg", name, type_index))
        else:
            raise ValueError("unknown tag")
    output = number()
    if output >= len(values) or at != len(data):
        raise ValueError("bad output, or bytes after it")
    return symbols, types, values, output


def encode_micb(graph: Graph) -> bytes:  # noqa: C901  one function, as anybody would write it first
    """The canonical MIC-B file of a graph."""
    symbols, types, values, output = graph
    index: dict[str, int] = {}
    body = bytearray()

    def number(value: int) -> None:
        while value > 127:
            body.append(value & 127 | 128)
            value >>= 7
        body.append(value)

    def signed(value: int) -> None:
        number((value << 1) ^ (value >> 63))

    def string(text: str) -> None:
        number(index.setdefault(text, len(index)))

    number(len(symbols))
    for symbol in symbols:
        string(symbol)
    number(len(types))
    for dtype, dims in types:
        body.append(DTYPES.index(dtype))
        number(len(dims))
        for dim in dims:
            string(dim)
    number(len(values))
    for position, value in enumerate(values):
        if value[0] != "node":
            body.append(value[0] == "param")
            string(value[1])
            if value[2] >= len(types):
                raise ValueError("no such type")
            number(value[2])
            continue
        _, opcode, params, inputs = value
        body += bytes((2, opcode))
        if opcode == 255:
            string(params[0])
        else:
            _, arity, kinds = OPCODES[opcode]
            if arity is not None and len(inputs) != arity:
                raise ValueError("wrong number of inputs")
            if kinds == "*":
                number(len(params))
                for param in params:
                    signed(param)
            else:
                for kind, param in zip(kinds, params, strict=True):
                    signed(param) if kind == "z" else number(param)
        number(len(inputs))
        for source in inputs:
            if source >= position:
                raise ValueError("forward reference")
            number(source)
    number(output)
    tables, body = body, bytearray()
    number(len(index))
    for text in index:
        encoded = text.encode()
        number(len(encoded))
        body += encoded
    return b"MICB\x02" + bytes(body) + bytes(tables)


def read_mic2(data: bytes) -> Graph:  # noqa: C901  one function, as anybody would write it first
    """The graph that a mic@2 text holds."""
    symbols: list[str] = []
    types: list[tuple[str, tuple[str, ...]]] = []
    values: list[Any] = []
    output = None
    started = False
    for line in data.decode().split("\n"):
        tokens = line.split()
        if not tokens or tokens[0].startswith("#"):
            continue
        head = tokens[0]
        if not started:
            if tokens != ["mic@2"]:
                raise ValueError("not a mic@2 text")
            started = True
        elif output is not None:
            raise ValueError("a line follows the output")
        elif head in TOKENS:
            opcode, arity, kinds = TOKENS[head]
            numbers = [int(token) for token in tokens[1:]]
            if opcode == CONCAT:
                arity = len(numbers) - 1
                if arity < 1:
                    raise ValueError("wrong number of inputs")
            inputs, params = tuple(numbers[:arity]), tuple(numbers[arity:])
            if len(inputs) != arity:
                raise ValueError("wrong number of inputs")
            if kinds != "*" and len(params) != len(kinds):
                if params:
                    raise ValueError("wrong parameters")
                params = DEFAULTS[opcode]
            for source in inputs:
                if not 0 <= source < len(values):
                    raise ValueError("forward reference")
            values.append(("node", opcode, params, inputs))
        elif head in ("a", "p"):
            _, name, reference = tokens
            if not name.isidentifier() or reference[0] != "T" or int(reference[1:]) >= len(types):
                raise ValueError("bad name or type")
            values.append(("arg" if head == "a" else "param", name, int(reference[1:])))
        elif head == "O":
            output = int(tokens[1])
        elif head == "S":
            symbols.append(tokens[1])
        elif head == f"T{len(types)}" and tokens[1] in DTYPES:
            types.append((tokens[1], tuple(tokens[2:])))
        else:
            raise ValueError("unknown line")
    if output is None or not 0 <= output < len(values):
        raise ValueError("bad output")
    return symbols, types, values, output


def write_mic2(graph: Graph) -> bytes:
    """The canonical mic@2 text of a graph."""
    symbols, types, values, output = graph
    lines = ["mic@2"]
    lines += [f"S {symbol}" for symbol in symbols]
    lines += [" ".join([f"T{index}", dtype, *dims]) for index, (dtype, dims) in enumerate(types)]
    for value in values:
        if value[0] != "node":
            if not value[1].isidentifier():
                raise ValueError("bad name")
            lines.append(f"{'a' if value[0] == 'arg' else 'p'} {value[1]} T{value[2]}")
            continue
        _, opcode, params, inputs = value
        line = OPCODES[opcode][0]
        for source in inputs:
            line += f" {source}"
        if opcode != SOFTMAX or params != (-1,):
            for param in params:
                line += f" {param}"
        lines.append(line)
    lines.append(f"O {output}")
    return "\n".join(lines).encode()
