"""A second, naive reading of both forms, made from the specifications alone. It shares no code with the package.

A graph is what JSON would hold: {"symbols": [...], "types": [{"dtype", "dims"}], "values": [...], "output": n}, where
values are {"kind": "arg" | "param", "name", "type"} and {"kind": "node", "op", "params", "inputs"}. A custom operation
has its name as its only parameter.
"""

from __future__ import annotations

import re
from typing import Any

Graph = dict[str, Any]

DTYPES = ["f16", "f32", "f64", "bf16", "i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64", "bool"]

# byte, name, token, arity (None: any number), parameters: z signed, u unsigned, * a counted list of signed
TABLE: list[tuple[int, str, str, int | None, str]] = [
    (0, "matmul", "m", 2, ""),
    (1, "add", "+", 2, ""),
    (2, "sub", "-", 2, ""),
    (3, "mul", "*", 2, ""),
    (4, "div", "/", 2, ""),
    (5, "relu", "r", 1, ""),
    (6, "softmax", "s", 1, "z"),
    (7, "sigmoid", "sig", 1, ""),
    (8, "tanh", "th", 1, ""),
    (9, "gelu", "gelu", 1, ""),
    (10, "layernorm", "ln", 1, ""),
    (11, "transpose", "t", 1, "*"),
    (12, "reshape", "rshp", 1, ""),
    (13, "sum", "sum", 1, "*"),
    (14, "mean", "mean", 1, "*"),
    (15, "max", "max", 1, "*"),
    (16, "concat", "cat", None, "z"),
    (17, "split", "split", 1, "zu"),
    (18, "gather", "gth", 2, "z"),
]
CUSTOM = 255
BY_BYTE = {row[0]: row for row in TABLE}
BY_NAME = {row[1]: row for row in TABLE}
BY_TOKEN = {row[2]: row for row in TABLE}


class Refused(Exception):  # noqa: N818  it is a verdict
    """The bytes or the text break the specification."""


def demand(condition: bool, reason: str) -> None:
    if not condition:
        raise Refused(reason)


# MIC-B


class Bytes:
    def __init__(self, data: bytes) -> None:
        self.data, self.position = data, 0

    def take(self, size: int) -> bytes:
        piece = self.data[self.position : self.position + size]
        demand(len(piece) == size, "truncated")
        self.position += size
        return piece

    def u8(self) -> int:
        return self.take(1)[0]

    def uleb(self) -> int:
        number = 0
        for group in range(10):
            byte = self.u8()
            number += (byte % 128) * 128**group
            if byte < 128:
                demand(byte != 0 or group == 0, "padded")
                demand(number < 2**64, "more than 64 bits")
                return number
        raise Refused("more than ten bytes")

    def sleb(self) -> int:
        number = self.uleb()
        return number // 2 if number % 2 == 0 else -(number // 2) - 1

    def pick(self, table: list[Any]) -> Any:
        index = self.uleb()
        demand(index < len(table), "reference out of bounds")
        return table[index]


def decode(data: bytes) -> Graph:
    stream = Bytes(data)
    demand(stream.take(4) == b"MICB", "magic")
    demand(stream.u8() == 2, "version")
    strings = []
    for _ in range(stream.uleb()):
        try:
            strings.append(stream.take(stream.uleb()).decode("utf-8"))
        except UnicodeDecodeError:
            raise Refused("utf-8") from None
    symbols = [stream.pick(strings) for _ in range(stream.uleb())]
    types = []
    for _ in range(stream.uleb()):
        dtype = stream.u8()
        demand(dtype < len(DTYPES), "dtype")
        types.append({"dtype": DTYPES[dtype], "dims": [stream.pick(strings) for _ in range(stream.uleb())]})
    values: list[Graph] = []
    for _ in range(stream.uleb()):
        values.append(decode_value(stream, strings, len(types), len(values)))
    output = stream.uleb()
    demand(output < len(values), "output")
    demand(stream.position == len(data), "trailing bytes")
    return {"symbols": symbols, "types": types, "values": values, "output": output}


def decode_value(stream: Bytes, strings: list[str], num_types: int, own_id: int) -> Graph:
    tag = stream.u8()
    demand(tag <= 2, "tag")
    if tag < 2:
        value = {"kind": ["arg", "param"][tag], "name": stream.pick(strings), "type": stream.uleb()}
        demand(value["type"] < num_types, "type")
        return value
    byte = stream.u8()
    if byte == CUSTOM:
        name, arity, params = "custom", None, [stream.pick(strings)]
    else:
        demand(byte in BY_BYTE, "opcode")
        _, name, _, arity, letters = BY_BYTE[byte]
        if letters == "*":
            params = [stream.sleb() for _ in range(stream.uleb())]
        else:
            params = [stream.sleb() if letter == "z" else stream.uleb() for letter in letters]
    inputs = [stream.uleb() for _ in range(stream.uleb())]
    demand(all(source < own_id for source in inputs), "forward reference")
    demand(len(inputs) == arity if arity is not None else name == "custom" or len(inputs) > 0, "arity")
    return {"kind": "node", "op": name, "params": params, "inputs": inputs}


def uleb(number: int) -> bytes:
    return bytes([number]) if number < 128 else bytes([number % 128 + 128]) + uleb(number // 128)


def sleb(number: int) -> bytes:
    return uleb(2 * number if number >= 0 else -2 * number - 1)


def encode(graph: Graph) -> bytes:
    used: dict[str, int] = {}

    def ref(text: str) -> bytes:
        return uleb(used.setdefault(text, len(used)))

    body = uleb(len(graph["symbols"])) + b"".join(ref(name) for name in graph["symbols"])
    body += uleb(len(graph["types"]))
    for entry in graph["types"]:
        body += bytes([DTYPES.index(entry["dtype"])]) + uleb(len(entry["dims"]))
        body += b"".join(ref(dim) for dim in entry["dims"])
    pieces = [uleb(len(graph["values"]))]
    for value in graph["values"]:
        if value["kind"] != "node":
            pieces.append(bytes([value["kind"] == "param"]) + ref(value["name"]) + uleb(value["type"]))
            continue
        if value["op"] == "custom":
            head = bytes([2, CUSTOM]) + ref(value["params"][0])
        else:
            byte, _, _, _, letters = BY_NAME[value["op"]]
            head = bytes([2, byte])
            if letters == "*":
                head += uleb(len(value["params"])) + b"".join(map(sleb, value["params"]))
            else:
                written = zip(letters, value["params"], strict=True)
                head += b"".join(sleb(n) if letter == "z" else uleb(n) for letter, n in written)
        pieces.append(head + uleb(len(value["inputs"])) + b"".join(map(uleb, value["inputs"])))
    strings = b"".join(uleb(len(text.encode())) + text.encode() for text in used)
    return b"MICB\x02" + uleb(len(used)) + strings + body + b"".join(pieces) + uleb(graph["output"])


# mic@2

NAME = r"[A-Za-z_][A-Za-z0-9_]*"


def decode_text(text: str) -> Graph:
    graph: Graph = {"symbols": [], "types": [], "values": [], "output": None}
    lines = [line.strip(" \t") for line in text.split("\n")]
    lines = [line for line in lines if line and not line.startswith("#")]
    demand(lines[:1] == ["mic@2"], "header")
    for line in lines[1:]:
        demand(graph["output"] is None, "after the output")
        decode_line(graph, re.sub(r"[ \t]+", " ", line))
    demand(graph["output"] is not None, "no output")
    demand(graph["output"] < len(graph["values"]), "output")
    return graph


def decode_line(graph: Graph, line: str) -> None:
    if match := re.fullmatch(rf"S ({NAME})", line):
        graph["symbols"].append(match[1])
    elif match := re.fullmatch(rf"T([0-9]+) ({'|'.join(DTYPES)})((?: (?:[0-9]+|{NAME}|\?))*)", line):
        demand(int(match[1]) == len(graph["types"]), "type index")
        graph["types"].append({"dtype": match[2], "dims": match[3].split(" ")[1:]})
    elif match := re.fullmatch(rf"([ap]) ({NAME}) T([0-9]+)", line):
        demand(int(match[3]) < len(graph["types"]), "type")
        kind = {"a": "arg", "p": "param"}[match[1]]
        graph["values"].append({"kind": kind, "name": match[2], "type": int(match[3])})
    elif match := re.fullmatch(r"O ([0-9]+)", line):
        graph["output"] = int(match[1])
    else:
        graph["values"].append(decode_node(line, len(graph["values"])))


def decode_node(line: str, own_id: int) -> Graph:
    token, *words = line.split(" ")
    demand(token in BY_TOKEN, "opcode")
    demand(all(re.fullmatch("-?[0-9]+", word) for word in words), "integers")
    _, name, _, arity, letters = BY_TOKEN[token]
    split = len(words) - 1 if arity is None else arity
    demand(split >= 1 and len(words) >= split, "arity")
    demand(not any(word.startswith("-") for word in words[:split]), "inputs")
    inputs, params = [int(word) for word in words[:split]], [int(word) for word in words[split:]]
    demand(all(source < own_id for source in inputs), "forward reference")
    if not params and name in ("softmax", "split", "gather"):
        params = {"softmax": [-1], "split": [0, 2], "gather": [0]}[name]
    demand(letters == "*" or len(letters) == len(params), "parameters")
    for letter, number in zip(letters * len(params) if letters == "*" else letters, params, strict=True):
        low, high = (0, 2**64) if letter == "u" else (-(2**63), 2**63)
        demand(low <= number < high, "range")
    return {"kind": "node", "op": name, "params": params, "inputs": inputs}


def encode_text(graph: Graph) -> str:
    lines = ["mic@2", *(f"S {name}" for name in graph["symbols"])]
    for index, entry in enumerate(graph["types"]):
        lines.append(" ".join([f"T{index}", entry["dtype"], *entry["dims"]]))
    for value in graph["values"]:
        if value["kind"] != "node":
            lines.append(f"{value['kind'][0]} {value['name']} T{value['type']}")
            continue
        params = [] if (value["op"], value["params"]) == ("softmax", [-1]) else value["params"]
        lines.append(" ".join([BY_NAME[value["op"]][2], *map(str, value["inputs"]), *map(str, params)]))
    return "\n".join([*lines, f"O {graph['output']}"])
