"""Kinds of values as numbers below 256, and what is known of each kind as arrays."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from nacformats.formats.mic.objects import Arg, Param
from nacformats.formats.mic.opcodes import CUSTOM, OPCODES, MindOpcode

Integers = npt.NDArray[np.int64]

#: The meaning of a number in the column `kind`: an operation or, after those, a binding.
OPERATIONS: tuple[MindOpcode, ...] = tuple(OPCODES.values())
KINDS = {opcode.name: kind for kind, opcode in enumerate(OPERATIONS)}
CUSTOM_KIND = KINDS[CUSTOM.name]
BINDING_TYPES: tuple[type[Arg | Param], ...] = (Arg, Param)
FIRST_BINDING = len(OPERATIONS)
BINDING_KINDS = {kind: FIRST_BINDING + position for position, kind in enumerate(BINDING_TYPES)}
#: A value that the columns cannot hold, such as one of an unknown operation; kept as an object.
LOOSE = FIRST_BINDING + len(BINDING_TYPES)

NAMES = [opcode.name for opcode in OPERATIONS]
#: Whether an operation takes any parameters, by kind.
HAS_PARAMS = [bool(opcode.parameters) for opcode in OPERATIONS]
#: The positions of parameters that are unsigned, by kind; their column holds them modulo 2^64.
UNSIGNED = {
    kind: [position for position, parameter in enumerate(opcode.parameters) if not parameter.signed]
    for kind, opcode in enumerate(OPERATIONS)
    if not all(parameter.signed for parameter in opcode.parameters)
}


class ByteTable:
    """A number below 256 for each code below 256; `table[codes]` looks many up at once, faster than NumPy does."""

    def __init__(self, numbers: Iterable[int]) -> None:
        """The numbers of the first codes; those of all others are 0."""
        self._table = bytes(numbers).ljust(256, b"\0")

    def __getitem__(self, codes: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
        return np.frombuffer(codes.tobytes().translate(self._table), np.uint8)


class ByteFlags:
    """A flag for each code below 256; looked up as in a ByteTable."""

    def __init__(self, flags: Iterable[bool]) -> None:
        self._table = ByteTable(map(int, flags))

    def __getitem__(self, codes: npt.NDArray[np.uint8]) -> npt.NDArray[np.bool_]:
        return self._table[codes].view(np.bool_)


# What is known of operations, by kind; 0 and False for all other values.
ARITY = ByteTable(opcode.arity for opcode in OPERATIONS)
IS_VARIADIC = ByteFlags(opcode.variadic for opcode in OPERATIONS)
#: How many parameters an operation has that takes no list.
NUM_PARAMS = ByteTable(0 if opcode.takes_list else len(opcode.parameters) for opcode in OPERATIONS)
