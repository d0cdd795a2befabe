"""An independent reading of STB v0.1, written from the specification with nothing but struct.

It shares no code with the package. It is slow, it copies, and it says yes or no: `read` raises BadFile with the name of
the broken rule, `write` gives the bytes of a file.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from itertools import product
from math import prod

ITEM = {0: "f", 1: "e", 2: "b", 3: "i"}  # section 4.1


class BadFile(Exception):  # noqa: N818  a verdict, not a failure
    """The file breaks the rule that is named."""


@dataclass(frozen=True)
class Tensor:
    """One row of the tensor table with its payload."""

    tensor_id: int
    dtype: int
    rank: int
    layout: int
    offset: int
    dims: tuple[int, int, int]
    payload: bytes


def read(data: bytes, *, aligned: bool = True) -> list[Tensor]:
    """The tensors of a file, in file order; aligned=False forgives offsets and sizes as strict=False does."""
    if len(data) < 32:
        raise BadFile("header")
    magic, version, flags, count, zero, nought, start, size = struct.unpack_from("<4sBBHIIQQ", data, 0)
    for rule, kept in {
        "magic": magic == b"STB0",
        "version": version == 1,
        "flags": flags == 0,
        "reserved": (zero, nought) == (0, 0),
        "file_size": size == len(data),
        "table": 32 + 32 * count <= start <= size,
        "data alignment": start % 64 == 0,
    }.items():
        if not kept:
            raise BadFile(rule)
    return [_tensor(data, 32 + 32 * index, start, aligned) for index in range(count)]


def _tensor(data: bytes, at: int, start: int, aligned: bool) -> Tensor:
    tensor_id, dtype, rank, layout, offset, size, *dims = struct.unpack_from("<BBBBQQ3I", data, at)
    for rule, kept in {
        "bounds": offset + size <= len(data),
        "before data": offset >= start,
        "alignment": offset % 64 == 0 or not aligned,
        "rank": rank <= 8,
        "elements": rank <= 3 or dtype not in ITEM or size % struct.calcsize(ITEM[dtype]) == 0 or not aligned,
        "size": rank > 3 or dtype not in ITEM or size == prod(dims[:rank]) * struct.calcsize(ITEM[dtype]),
    }.items():
        if not kept:
            raise BadFile(rule)
    return Tensor(tensor_id, dtype, rank, layout, offset, (dims[0], dims[1], dims[2]), data[offset : offset + size])


def element(tensor: Tensor, shape: tuple[int, ...], index: tuple[int, ...]) -> bytes:
    """The bytes of one element, found by the strides that the layout means."""
    place = sum(step * i for step, i in zip(strides(shape, tensor.layout), index, strict=True))
    itemsize = struct.calcsize(ITEM[tensor.dtype])
    return tensor.payload[place * itemsize : (place + 1) * itemsize]


def in_logical_order(tensor: Tensor, shape: tuple[int, ...]) -> bytes:
    """All elements in C order of the logical index."""
    return b"".join(element(tensor, shape, index) for index in product(*map(range, shape)))


def strides(shape: tuple[int, ...], layout: int) -> list[int]:
    """Elements from one index to the next, axis by axis (sections 4.2 and 5)."""
    axes = list(range(len(shape)))  # slowest first
    if layout == 1:
        axes.reverse()
    elif layout == 2 and len(shape) >= 3:
        axes.append(axes.pop(0 if len(shape) == 3 else 1))
    steps = [0] * len(shape)
    step = 1
    for axis in reversed(axes):
        steps[axis] = step
        step *= shape[axis]
    return steps


def write(rows: list[tuple[int, int, int, int, tuple[int, int, int], bytes]]) -> bytes:
    """The file of (tensor_id, dtype, rank, layout, dims, payload) rows: aligned, zero padding, in the given order."""
    start = -(-(32 + 32 * len(rows)) // 64) * 64
    table, region = b"", b""
    for tensor_id, dtype, rank, layout, dims, payload in rows:
        region += bytes(-len(region) % 64)
        table += struct.pack("<BBBBQQ3I", tensor_id, dtype, rank, layout, start + len(region), len(payload), *dims)
        region += payload
    header = struct.pack("<4sBBHIIQQ", b"STB0", 1, 0, len(rows), 0, 0, start, start + len(region))
    return (header + table).ljust(start, b"\0") + region
