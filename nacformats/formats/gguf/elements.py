"""The types of elements that GGUF has: how many are stored together, in how many bytes, and the values of some."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from nacformats._generated.python.gguf import TensorInfo, TensorType
from nacformats.plain import PlainValue

Floats = npt.NDArray[np.float32]
BlockBytes = npt.NDArray[np.uint8]


class ElementType(PlainValue):
    """A type of elements.

    Attributes:
        number: as files have it.
        name: as GGML calls it, such as "Q8_0".
        run: how many elements along the last dimension are stored together.
        size: bytes in which they are stored.
    """

    number: int
    name: str
    run: int
    size: int


def _of_schema(member: TensorType) -> ElementType:
    """Return a type, of which the schema says how it is stored."""
    info: Any = TensorInfo.__new__(TensorInfo)
    info.dtype = member
    for attribute in ("len_run", "len_number", "len_block32", "len_block256", "len_block"):
        TensorInfo._COMPUTED[attribute](info, None)
    return ElementType(int(member), member.name.upper(), info.len_run, info.len_block)


#: By number.
ELEMENT_TYPES = {int(member): _of_schema(member) for member in TensorType}
#: By name.
ELEMENT_NUMBERS = {each.name: each.number for each in ELEMENT_TYPES.values()}
#: By number, for arrays of numbers below this; 0 for numbers that are not listed.
HIGHEST = max(ELEMENT_TYPES)
RUNS, SIZES = (np.zeros(HIGHEST + 2, np.int64) for _ in range(2))
for _each in ELEMENT_TYPES.values():
    RUNS[_each.number], SIZES[_each.number] = _each.run, _each.size


def _halves(blocks: BlockBytes, start: int) -> Floats:
    """Return the binary16 number at a place of each block, shape (N, 1)."""
    return np.ascontiguousarray(blocks[:, start : start + 2]).view("<f2").astype(np.float32)


def _nibbles(packed: BlockBytes) -> BlockBytes:
    """Return numbers of 4 bits, shape (N, 2n): the lower halves of all bytes come first."""
    return np.concatenate([packed & 0x0F, packed >> 4], axis=1)


def _fifth_bits(packed: BlockBytes) -> BlockBytes:
    """Return the highest bit of numbers of 5 bits where it belongs, shape (N, 32): bit i is that of number i."""
    return np.unpackbits(packed, axis=1, bitorder="little") << np.uint8(4)


def _q4_0(blocks: BlockBytes) -> Floats:
    return (_nibbles(blocks[:, 2:]).astype(np.float32) - 8) * _halves(blocks, 0)


def _q4_1(blocks: BlockBytes) -> Floats:
    return _nibbles(blocks[:, 4:]) * _halves(blocks, 0) + _halves(blocks, 2)


def _q5_0(blocks: BlockBytes) -> Floats:
    numbers = _nibbles(blocks[:, 6:]) | _fifth_bits(blocks[:, 2:6])
    return (numbers.astype(np.float32) - 16) * _halves(blocks, 0)


def _q5_1(blocks: BlockBytes) -> Floats:
    numbers = _nibbles(blocks[:, 8:]) | _fifth_bits(blocks[:, 4:8])
    return numbers * _halves(blocks, 0) + _halves(blocks, 2)


def _q8_0(blocks: BlockBytes) -> Floats:
    return blocks[:, 2:].view(np.int8) * _halves(blocks, 0)


#: What gives the elements of blocks, shape (N, run), by the name of the type; blocks are bytes, shape (N, size).
_VALUES: dict[str, Callable[[BlockBytes], Floats]] = {
    "Q4_0": _q4_0,
    "Q4_1": _q4_1,
    "Q5_0": _q5_0,
    "Q5_1": _q5_1,
    "Q8_0": _q8_0,
}
#: The types of blocks that can be read.
READABLE_BLOCKS = tuple(_VALUES)
#: BlockBytes that are read at once: their floats stay in the cache.
_AT_ONCE = 1 << 12


def dequantized(name: str, raw: memoryview) -> Floats:
    """Return the elements of blocks, shape (number of elements,). KeyError where the type cannot be read."""
    element, values = ELEMENT_TYPES[ELEMENT_NUMBERS[name]], _VALUES[name]
    blocks = np.frombuffer(raw, np.uint8).reshape(-1, element.size)
    found = np.empty((len(blocks), element.run), np.float32)
    with np.errstate(invalid="ignore", over="ignore"):  # scales may be infinite
        for first in range(0, len(blocks), _AT_ONCE):
            found[first : first + _AT_ONCE] = values(blocks[first : first + _AT_ONCE])
    return found.reshape(-1)
