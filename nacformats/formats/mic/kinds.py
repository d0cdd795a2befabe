"""Kinds of values as numbers below 256, and what is known of each kind as arrays."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from nacformats.formats.mic.objects import Arg, Param
from nacformats.formats.mic.opcodes import CUSTOM, OPCODES, Opcode

#: The meaning of a number in the column `kind`: an operation or, after those, a binding.
OPERATIONS: tuple[Opcode, ...] = tuple(OPCODES.values())
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


def by_kind(number: Callable[[Opcode], int], other: int = 0) -> npt.NDArray[np.int64]:
    """A number for each kind of value: one for each operation, another one for everything else."""
    table = np.full(LOOSE + 1, other, np.int64)
    table[: len(OPERATIONS)] = [number(opcode) for opcode in OPERATIONS]
    return table


ARITY = by_kind(lambda opcode: opcode.arity)
IS_VARIADIC = by_kind(lambda opcode: opcode.variadic).astype(bool)
TAKES_LIST = by_kind(lambda opcode: opcode.takes_list).astype(bool)
#: How many parameters an operation has that takes no list.
NUM_PARAMS = by_kind(lambda opcode: 0 if opcode.takes_list else len(opcode.parameters))
TAKES_NUMBERS = NUM_PARAMS > 0
#: The parameters of an operation when none is given, and whether it has them.
HAS_DEFAULTS = by_kind(lambda opcode: bool(opcode.defaults)).astype(bool)
DEFAULTS = np.zeros((LOOSE + 1, int(NUM_PARAMS.max())), np.int64)
for _kind, _opcode in enumerate(OPERATIONS):
    DEFAULTS[_kind, : len(_opcode.defaults or ())] = _opcode.defaults or ()
OMITS_DEFAULT = by_kind(lambda opcode: opcode.omits_default).astype(bool)
