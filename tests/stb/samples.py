"""Files written by hand, byte by byte from sections 3 and 4 of the specification, and what a corpus file comes with."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from nacformats.formats.stb import StbFile

# Two tensors.
GOLDEN = bytes.fromhex(
    # header
    "53544230"  # 0: magic "STB0"
    "01"  # 4: version 1
    "00"  # 5: flags
    "0200"  # 6: tensor_count 2
    "00000000"  # 8: reserved0
    "00000000"  # 12: reserved1
    "8000000000000000"  # 16: data_offset 128, the first multiple of 64 past 32 + 2 * 32
    "c400000000000000"  # 24: file_size 196
    # descriptor 0
    "07"  # 32: tensor_id 7
    "01"  # 33: dtype 1 float16
    "02"  # 34: rank 2
    "01"  # 35: layout 1 COL_MAJOR
    "8000000000000000"  # 36: offset 128
    "0c00000000000000"  # 44: size_bytes 12 = 2 * 3 * 2
    "02000000"  # 52: dims[0] 2
    "03000000"  # 56: dims[1] 3
    "00000000"  # 60: dims[2] unused
    # descriptor 1
    "02"  # 64: tensor_id 2
    "03"  # 65: dtype 3 int32
    "00"  # 66: rank 0
    "00"  # 67: layout 0 ROW_MAJOR
    "c000000000000000"  # 68: offset 192
    "0400000000000000"  # 76: size_bytes 4
    "000000000000000000000000"  # 84: dims unused
    + "00"
    * 32  # 96: padding up to data_offset
    # payload 0: column by column, the matrix is [[1, 2, 3], [-1, 0.5, -0]]
    + "003c"  # 128: 1
    "00bc"  # 130: -1
    "0040"  # 132: 2
    "0038"  # 134: 0.5
    "0042"  # 136: 3
    "0080"  # 138: -0
    + "00" * 52  # 140: padding up to the next multiple of 64
    + "feffffff"  # 192: payload 1: -2
)
assert len(GOLDEN) == 196

# What a writer in use leaves: data_offset is aligned, the second payload follows the first one at once.
UNALIGNED = (
    GOLDEN[:24]
    + bytes.fromhex("9000000000000000")  # 24: file_size 144
    + GOLDEN[32:68]
    + bytes.fromhex("8c00000000000000")  # 68: offset 140
    + GOLDEN[76:140]
    + GOLDEN[192:]
)
assert len(UNALIGNED) == 144


def golden_model() -> StbFile:
    """The tensors of GOLDEN, from arrays."""
    stb = StbFile()
    stb.add(np.array([[1, 2, 3], [-1, 0.5, -0.0]], "f2"), id=7, layout="COL_MAJOR")
    stb.add(np.int32(-2), id=2)
    return stb


class Case(NamedTuple):
    """A file of the corpus with what is said about it."""

    name: str
    path: Path
    data: bytes
    facts: dict[str, Any]

    @property
    def bad(self) -> bool:
        """Whether it has to be refused: a MUST of the specification is broken, or dims and size disagree."""
        verdict = self.facts["verdict"]
        return verdict["all_spec_musts"] == "invalid" or "X-size" in verdict["rules"]

    @property
    def shape_table(self) -> dict[int, tuple[int, ...]] | None:
        table = self.facts.get("external_shape_table")
        return table and {int(index): tuple(shape) for index, shape in table.items()}
