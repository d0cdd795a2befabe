"""Files written by hand, byte by byte from the specifications, and ways to look at graphs and parsed trees."""

from __future__ import annotations

from typing import Any

from nacformats.formats.mic.graph import MicGraph
from nacformats.formats.mic.objects import Node

# Y = relu(X @ W + b) + X, the example of both specifications. MIC-B's says 5 strings and lists 4.
RESIDUAL = bytes.fromhex(
    "4d494342"  # 0: magic "MICB"
    "02"  # 4: version 2
    "04"  # 5: 4 strings
    "03 313238"  # 6: "128"
    "01 58"  # 10: "X"
    "01 57"  # 12: "W"
    "01 62"  # 14: "b"
    "00"  # 16: 0 symbols
    "02"  # 17: 2 types
    "00 02 00 00"  # 18: T0 f16 ["128", "128"]
    "00 01 00"  # 22: T1 f16 ["128"]
    "07"  # 25: 7 values
    "00 01 00"  # 26: 0 arg "X" T0
    "01 02 00"  # 29: 1 param "W" T0
    "01 03 01"  # 32: 2 param "b" T1
    "02 00 02 00 01"  # 35: 3 node matmul of 2 inputs, 0 and 1
    "02 01 02 03 02"  # 40: 4 node add of 2 inputs, 3 and 2
    "02 05 01 04"  # 45: 5 node relu of 1 input, 4
    "02 01 02 05 00"  # 49: 6 node add of 2 inputs, 5 and 0
    "06"  # 54: output 6
)
assert len(RESIDUAL) == 55

RESIDUAL_TEXT = """\
mic@2
T0 f16 128 128
T1 f16 128
a X T0
p W T0
p b T1
m 0 1
+ 3 2
r 4
+ 5 0
O 6"""
assert len(RESIDUAL_TEXT) == 78

# Every kind of parameter, numbers of two bytes, a symbol that is also a dimension, and a custom operation.
PARAMETERS = bytes.fromhex(
    "4d494342 02"  # 0: magic, version
    "03"  # 5: 3 strings
    "01 42"  # 6: "B"
    "01 78"  # 8: "x"
    "04 726f7065"  # 10: "rope"
    "01 00"  # 15: 1 symbol, "B"
    "02"  # 17: 2 types
    "0c 00"  # 18: T0 bool, a scalar
    "03 01 00"  # 20: T1 bf16 ["B"]
    "0b"  # 23: 11 values
    "00 01 01"  # 24: 0 arg "x" T1
    "02 06 01 01 00"  # 27: 1 softmax axis -1 of 0
    "02 06 8001 01 00"  # 32: 2 softmax axis 64 of 0
    "02 0b 03 04 00 02 01 02"  # 38: 3 transpose perm 2, 0, 1 of 2
    "02 0d 00 01 03"  # 46: 4 sum over no axes of 3
    "02 0e 01 7f 01 03"  # 51: 5 mean over axis -64 of 3
    "02 0f 01 00 01 03"  # 57: 6 max over axis 0 of 3
    "02 10 03 03 00 04 05"  # 63: 7 concat along axis -2 of 0, 4 and 5
    "02 11 02 8002 01 07"  # 70: 8 split along axis 1 into 256 of 7
    "02 12 00 02 08 00"  # 77: 9 gather along axis 0 of 8 by 0
    "02 ff 02 00"  # 83: 10 custom "rope" of nothing
    "09"  # 87: output 9
)
assert len(PARAMETERS) == 88

# The same without the custom operation.
PARAMETERS_TEXT = """\
mic@2
S B
T0 bool
T1 bf16 B
a x T1
s 0
s 0 64
t 2 2 0 1
sum 3
mean 3 -64
max 3 0
cat 0 4 5 -2
split 7 1 256
gth 8 0 0
O 9"""


def as_json(graph: MicGraph) -> dict[str, Any]:
    """A graph as the corpus and the oracle have it."""
    values: list[dict[str, Any]] = []
    for value in graph.values:
        if isinstance(value, Node):
            params = [value.name] if value.op == "custom" else list(value.params)
            values.append({"kind": "node", "op": value.op, "params": params, "inputs": list(value.inputs)})
        else:
            values.append({"kind": type(value).__name__.lower(), "name": value.name, "type": value.type})
    types = [{"dtype": entry.dtype, "dims": list(entry.dims)} for entry in graph.types]
    return {"symbols": graph.symbols, "types": types, "values": values, "output": graph.output}
