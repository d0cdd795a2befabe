"""A plan in memory: instructions and the constants that they refer to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from nacformats.formats.nac.constants import Constant


@dataclass(frozen=True)
class Instruction:
    """One instruction of the bytecode.

    Attributes:
        offset: its first byte, from the start of the bytecode.
        size: in bytes.
        code: the opcode.
        name: of the opcode, as the schema has it, such as "src_constant".
        operands: by the name of the field: numbers of slots, constants and models, enum numbers, lists of slots, and
            jumps relative to the end of the instruction.
    """

    offset: int
    size: int
    code: int
    name: str
    operands: Mapping[str, int | tuple[int, ...]]


@dataclass(frozen=True)
class Plan:
    """A program and its pool of constants.

    Attributes:
        instructions: in the order of the bytecode.
        constants: by id.
    """

    instructions: tuple[Instruction, ...]
    constants: Mapping[int, Constant]
