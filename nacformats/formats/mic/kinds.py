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


def by_code(numbers: Iterable[int]) -> npt.NDArray[np.uint8]:
    """Return a number below 256 for each code below 256: those of the first codes, and 0 for all others."""
    return np.frombuffer(bytes(numbers).ljust(256, b"\0"), np.uint8)


# What is known of operations, by kind; 0 and False for all other values.
ARITY = by_code(opcode.arity for opcode in OPERATIONS)
IS_VARIADIC = by_code(opcode.variadic for opcode in OPERATIONS).view(np.bool_)
#: How many parameters an operation has that takes no list.
NUM_PARAMS = by_code(0 if opcode.takes_list else len(opcode.parameters) for opcode in OPERATIONS)
