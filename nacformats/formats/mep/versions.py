"""Which version of NAC a plan needs: the instructions, and the choices in them, that older ones do not have."""

from __future__ import annotations

from collections.abc import Iterable

from nacformats.formats.mep.instructions import PlanInstruction
from nacformats.formats.mep.opcodes import OPCODES
from nacformats.formats.records.versions import VERSIONS


def version_of_instruction(instruction: PlanInstruction) -> str:
    """The first version of NAC that has an instruction, such as "1.8"."""
    opcode = OPCODES[instruction.code]
    numbers = ((each.since, instruction.operands.get(each.name)) for each in opcode.operands if each.since)
    chosen = [since.get(number, "") for since, number in numbers if isinstance(number, int)]
    return max(filter(None, (VERSIONS[0], opcode.since, *chosen)), key=VERSIONS.index)


def version_needed(instructions: Iterable[PlanInstruction]) -> str:
    """The first version of NAC that has all of some instructions."""
    return max(map(version_of_instruction, instructions), key=VERSIONS.index, default=VERSIONS[0])


def is_beyond(version: str, instruction: PlanInstruction) -> bool:
    """Whether a version of NAC does not have an instruction."""
    return VERSIONS.index(version_of_instruction(instruction)) > VERSIONS.index(version)
