"""NAC files for the tests: one annotated byte by byte, one with everything in it, and what the corpus holds."""

from __future__ import annotations

import json
import struct
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from tests.nac import oracle

# fmt: off
GOLDEN = bytes.fromhex(
    # header
    "4e4143 01"            #   0: magic, version
    "80"                   #   4: weights inside, not quantized
    "0100 0100 00"         #   5: 1 input, 1 output, reserved
    "0003"                 #  10: d_model 768
    "5800000000000000"     #  12: MMAP at 88
    "6c00000000000000"     #  20: OPS at 108
    "9000000000000000"     #  28: CMAP at 144
    "a400000000000000"     #  36: CNST at 164
    "b900000000000000"     #  44: PERM at 185
    "c700000000000000"     #  52: DATA at 199
    "0000000000000000"     #  60: no PROC
    "0000000000000000"     #  68: no ORCH
    "0000000000000000"     #  76: no RSRC
    "00000000"             #  84: padding
    # MMAP (section 4.5: tick 43)
    "4d4d4150 01000000"    #  88: tag, 1 record
    "2b00 03"              #  96: tick 43, 3 commands
    "14 1a00"              #  99: FREE 26
    "0a 2b00"              # 102: SAVE_RESULT 43
    "28 2c00"              # 105: PRELOAD 44
    # OPS
    "4f505320 04000000"    # 108: tag, 4 instructions
    "02 00"                # 116: INPUT from the caller
    "02 01 0200 0700"      # 118: INPUT of parameter 7, C = [2, 7]
    "c9 64 0100 3200"      # 124: operation 201, signature 100; C = [1, 50]
    "feff 0000 ffff"       # 130: D = [-2, 0, -1]
    "03 00 0200 0000 ffff" # 136: OUTPUT, C = [2, 0], D = [-1]
    # CMAP (section 5.1.2, with the length that the name has)
    "434d4150 01000000"    # 144: tag, 1 name
    "c900 09"              # 152: id 201, 9 bytes
    "637573746f6d2e6f70"   # 155: custom.op
    # CNST (section 5.3.2)
    "434e5354 01000000"    # 164: tag, 1 constant
    "3200 05 0200"         # 172: id 50, list of int32, 2 elements
    "01000000 02000000"    # 177: 1, 2
    # PERM (section 5.2.2)
    "5045524d 01000000"    # 185: tag, 1 signature
    "6400 03 545363"       # 193: id 100, 3 codes, TSc
    # DATA (section 6.1)
    "44415441"             # 199: tag
    "01000000"             # 203: 1 parameter
    "0700 0100 77"         # 207: id 7, w
    "01000000"             # 212: 1 input
    "0000 0100 78"         # 216: instruction 0, x
    "01000000"             # 221: 1 tensor
    "0700"                 # 225: parameter 7
    "0b000000"             # 227: 11 bytes of metadata
    "0c00000000000000"     # 231: 12 bytes of elements
    "02 02"                # 239: float16, rank 2
    "02000000 03000000"    # 241: shape (2, 3)
    "00"                   # 249: not quantized
    "003c 0040 0042 0044 0045 0046"  # 250: 1, 2, 3, 4, 5, 6
)
# fmt: on
assert len(GOLDEN) == 262

SIGNALLING_NAN64 = bytes.fromhex("010000000000f07f")
SIGNALLING_NAN32 = bytes.fromhex("0100807f")


def floats(*numbers: float) -> bytes:
    return np.array(numbers, "<f4").tobytes()


def tensor(number: int, array: np.ndarray[Any, Any], dtype: int, **more: Any) -> dict[str, Any]:
    return {"id": number, "dtype": dtype, "dims": array.shape, "quant": 0, "raw": array.tobytes(), **more}


def complete() -> dict[str, Any]:
    """A file that uses everything the format has and strict reading allows, as the oracle describes it."""
    constants = [
        (3, 0, 0, None),
        (4, 1, 1, True),
        (5, 1, 0, False),  # one byte whatever the length says
        (6, 0, 9, None),  # no byte whatever the length says
        (7, 2, 8, -(2**63)),
        (8, 3, 8, SIGNALLING_NAN64),
        (9, 4, 6, "größ"),
        (10, 5, 0, []),
        (11, 5, 3, [1, -1, 2**31 - 1]),
        (12, 6, 2, SIGNALLING_NAN32 + floats(-0.0)),
        (13, 3, 8, struct.pack("<d", 0.5)),
    ]
    rows = [
        (2, 0, (), ()),  # 0: input
        (2, 1, (1, 1), ()),  # 1: parameter, prefix of compilers
        (2, 1, (2, 2), ()),  # 2: parameter, prefix of the specification
        (2, 2, (2, 0), ()),  # 3: state
        (2, 3, (1, 13), ()),  # 4: lifted constant
        (11, 1, (), (-5, -4)),  # 5: nac.add %0 %1
        (201, 2, (5, 11, 13, 4, 9, 3), (-1, 0, 0, 0, 0, 0)),  # 6: all kinds of constants
        (201, 3, (0,), (-1, -3)),  # 7: constant code, but computed
        (0, 0, (), ()),  # 8: a lost value
        (10, 0, (), ()),  # 9: no arguments
        (5, 7, (), ()),  # 10: reserved
        (7, 50, (-1,), (3, 2, 1, 2)),  # 11: CONVERGENCE
        (6, 0, (3, 1, 1), (-7,)),  # 12: CONTROL_FLOW
        (3, 1, (2, 0, 0), (-12, -8)),  # 13: OUTPUT of a subgraph, prefix of compilers
        (3, 0, (3, 0, 0), (-14, -9)),  # 14: OUTPUT, prefix of the specification
    ]
    grid = np.arange(-6, 6, dtype=np.int8).reshape(3, 4)
    tensors = [
        tensor(1, np.arange(6, dtype="<f4").reshape(2, 3), 0),
        tensor(2, grid, 7, quant=2, scales=floats(0.5)),
        tensor(3, grid, 7, quant=3, axis=1, scales=floats(1, 2, 3, 4)),
        tensor(4, np.arange(8, dtype=np.int8), 7, quant=4, block=4, shape=(5,), scales=floats(0.25, 2)),
        tensor(5, np.array(1.5, "<f2"), 2, quant=1),
        tensor(6, np.zeros((0, 4), "<i8"), 5),
        tensor(7, np.array([0x3F80, 0x4000], "<u2"), 3),
        tensor(8, np.array([1 + 2j], "<c8"), 255),
    ]
    return {
        "internal": True,
        "method": 3,
        "num_inputs": 1,
        "num_outputs": 2,
        "d_model": 64,
        "order": ["MMAP", "OPS ", "CMAP", "CNST", "PERM", "DATA", "PROC", "RSRC", "ORCH"],
        "MMAP": [(0, [(40, 1), (40, 2)]), (1, []), (5, [(30, 6), (10, 5), (20, 0)])],
        "OPS ": [(None, *row) for row in rows],
        "CMAP": [(201, "aten.view.default"), (300, "never.used")],
        "CNST": constants,
        "PERM": [(1, "TT"), (2, "TSfbsc"), (3, "TA"), (9, "QKVMBWP"), (400, "")],
        "DATA": {
            "parameters": [(number, f"layer.{number}.weight") for number in range(1, 9)],
            "inputs": [(0, "x"), (4, "größe")],
            "tensors": tensors,
        },
        "PROC": b"TISA\1" + b"\x22\0\0\0\0",
        "RSRC": [("vocab.b", struct.pack("<IIH1sif", 1, 0, 1, b"a", 0, 0.0)), ("empty", b"")],
        "ORCH": {"bytecode": b"\x02\x00\x00\x00\x00\xff", "constants": [(0, 4, 2, "hi"), (1, 2, 8, 7)]},
    }


def complete_later(version: str) -> dict[str, Any]:
    """The same in v1.7 or v1.8, with all that these versions add, in the order in which their compiler writes it."""
    file = complete()
    rows = [
        (2, 3, (1, 13), ()),  # 0: the learning rate
        (2, 4, (1, 5), ()),  # 1: what instruction 5 of OPS gave, prefix of compilers
        (2, 4, (2, 7), ()),  # 2: what instruction 7 of OPS gave, prefix of the specification
        (2, 5, (1, 0), ()),  # 3: the first target
        (2, 1, (1, 1), ()),  # 4: a parameter
        (2, 3, (2, 13), ()),  # 5: a constant, prefix of the specification
        (20, 1, (), (-5, -4)),  # 6: nac.mul %1 %2
        (202, 0, (1, 7), (-1,)),  # 7: getitem without a signature
        (202, 3, (1, 7), (-1, 0)),  # 8: getitem with one
        (203, 77, (0,), (-2,)),  # 9: aten.select.int, the signature of which is not in PERM
        (3, 3, (1, 1), (-3, -10)),  # 10: OUTPUT updates parameter 1, prefix of compilers
        (3, 3, (2, 7), (-2, -11)),  # 11: OUTPUT updates parameter 7, prefix of the specification
        (3, 4, (), (0,)),  # 12: OUTPUT ends the program
    ]
    further = [(202, 0, (1, 7), (-3,)), (31, 3, (1, 13), (-1, 0))]  # getitem without a signature, nac.full_like
    outputs = [(a, b, c, tuple(distance - len(further) for distance in d)) for a, b, c, d in _programs(file)[-1:]]
    body = [*_programs(file)[:-1], *further, *outputs]
    later = {
        "version": version,
        "training": True,
        "order": ["MMAP", "OPS ", "CMAP", "CNST", "PERM", "DATA", "PROC", "ORCH", "TRNG", "RSRC"],
        "MMAP": [*file["MMAP"], (7, [(15, 7), (25, 5)])],
        "OPS ": [(None, *row) for row in body],
        "CMAP": [*file["CMAP"], (202, "getitem"), (203, "aten.select.int"), (204, "operator.getitem")],
        "PERM": [(0, ""), *file["PERM"]],
        "TRNG": [(None, *row) for row in rows],
    }
    if version == "1.8":
        later["order"].append("ARRS")
        later["ARRS"] = [
            array("plain", np.arange(6, dtype="<f4").reshape(2, 3), 0),
            array("größe", np.array(-0.0), 1),
            array("none", np.zeros((0, 4), "<i8"), 5),
            array("bits", np.array([True, False]), 9),
            array("halves", np.array([0x3F80, 0x4000], "<u2"), 3),
            array("mislabelled", np.arange(5, dtype="<u2"), 0),  # uint16, which has no number
            array("other", np.array([1 + 2j], "<c16"), 255),
            array("last", np.arange(2, dtype="<i2"), 6),
        ]
    return file | later


def _programs(file: dict[str, Any]) -> list[Any]:
    return [row[1:] for row in file["OPS "]]


def array(name: str, elements: np.ndarray[Any, Any], dtype: int) -> dict[str, Any]:
    return {"name": name, "dtype": dtype, "dims": elements.shape, "raw": elements.tobytes()}


COMPLETE = oracle.write(complete())
COMPLETE_LATER = {version: oracle.write(complete_later(version)) for version in ("1.7", "1.8")}


def changed(**sections: Any) -> bytes:
    """The complete file with other header fields or sections; `OPS` means the tag `OPS `."""
    return oracle.write(complete() | {{"OPS": "OPS "}.get(name, name): value for name, value in sections.items()})


@dataclass(frozen=True)
class Case:
    """A file of the corpus."""

    folder: Path

    @property
    def name(self) -> str:
        return self.folder.name

    @property
    def path(self) -> Path:
        return self.folder / "model.nac"

    @cached_property
    def data(self) -> bytes:
        return self.path.read_bytes()

    @cached_property
    def facts(self) -> dict[str, Any]:
        return json.loads((self.folder / "case.json").read_text())

    @property
    def expected(self) -> dict[str, np.ndarray[Any, Any]]:
        return dict(np.load(self.folder / "expected.npz"))
