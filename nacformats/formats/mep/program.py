"""A plan in memory: instructions and the constants that they refer to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from nacformats.codec.streams import Buffer
from nacformats.findings import Finding
from nacformats.formats.mep.assembler import assemble_parts
from nacformats.formats.mep.disassembly import plan_text
from nacformats.formats.mep.instructions import (
    Origin,
    PlanInstruction,
    leading_instructions,
    read_instructions,
    write_instructions,
)
from nacformats.formats.mep.verifier import CheckedProgram, check_form
from nacformats.formats.mep.ways import check_ways
from nacformats.formats.records import VERSIONS
from nacformats.formats.records.constants import Constant, Orchestrator
from nacformats.formats.records.rows import IdTable


@dataclass(frozen=True)
class Plan:
    """A program and its pool of constants (NAC v1.6, section 9).

    Attributes:
        instructions: in the order of the bytecode.
        constants: by id; an IdTable where the order, or an id that comes twice, has to be kept.
        start: where the bytecode begins in the file that it was read from; 0 for a new plan.
        origin: lines and names of the text that it was made from, for messages.
    """

    instructions: tuple[PlanInstruction, ...]
    constants: Mapping[int, Constant]
    start: int = field(default=0, compare=False)
    origin: Origin = field(default_factory=Origin, compare=False, repr=False)

    @classmethod
    def from_bytecode(
        cls, bytecode: Buffer, constants: Mapping[int, Constant] | None = None, *, start: int = 0
    ) -> Plan:
        """Read a plan from its bytecode.

        Args:
            bytecode: the bytes.
            constants: its pool; empty when None.
            start: where the bytecode begins in its file.

        Raises:
            LimitError: there are more bytes than limits.MAX_PLAN_BYTES.
            InvalidError: an unknown opcode, or an operation whose operands are not known.
            TruncatedError: the last instruction is cut off.
        """
        return cls(read_instructions(bytecode, start), IdTable() if constants is None else constants, start)

    @cached_property
    def bytecode(self) -> bytes:
        """The bytes of the instructions."""
        return write_instructions([(each.code, each.operands) for each in self.instructions])

    @cached_property
    def version_needed(self) -> str:
        """The first version of NAC that has all of its instructions: "1.6", "1.7" or "1.8"."""
        return max((each.since for each in self.instructions), key=VERSIONS.index, default=VERSIONS[0])

    def beyond(self, version: str) -> tuple[PlanInstruction, ...]:
        """Return the instructions that a version of NAC, such as "1.6", does not have."""
        return tuple(each for each in self.instructions if each.is_beyond(version))

    @property
    def orchestrator(self) -> Orchestrator:
        """The plan as the section `orch` of a NacFile holds it."""
        constants = self.constants
        return Orchestrator(self.bytecode, constants if isinstance(constants, IdTable) else IdTable(constants))

    def disassemble(self, *, offsets: bool = False) -> str:
        """Return the plan as text, of which `nacformats.plan.assemble` makes the same bytes.

        Args:
            offsets: whether a comment on each line says where its bytes are in the file.
        """
        return plan_text(self.instructions, self.constants, start=self.start if offsets else None)

    def verify(self) -> list[Finding]:
        """Check the plan without its model; an empty list means that all is well.

        Rules are those of docs/rules.md that begin with "nac.plan"; an error means that the plan cannot run, or not on
        every way through it. The offset of a finding is that of its instruction in the file that the plan was read
        from, or in the bytecode of a new plan; for one that was assembled, there is the line of the text as well.
        `nacformats.plan.verify_plan` also compares the plan with the model of its file.
        """
        return [*check_form(self.checked), *check_ways(self.checked)]

    @cached_property
    def checked(self) -> CheckedProgram:
        """The plan as checks see it."""
        return CheckedProgram(self.instructions, self.constants, self.start, self.origin)


def assemble(text: str) -> Plan:
    """Assemble a plan from text; docs/plans.md has the language.

    Raises:
        FormatError: the text is no program; `line` and `column` say where.
    """
    bytecode, constants, origin = assemble_parts(text)
    return Plan(read_instructions(bytecode), constants, origin=origin)


def disassemble_bytecode(bytecode: Buffer, constants: Mapping[int, Constant], *, start: int | None = None) -> str:
    """Return bytecode as text even if not all of it can be read; what follows an unknown opcode is shown as bytes.

    Args:
        bytecode: the bytes.
        constants: its pool.
        start: where the bytecode begins in its file, for a comment on each line; None for no such comments.

    Raises:
        LimitError: there are more bytes than limits.MAX_PLAN_BYTES.
    """
    instructions, failure = leading_instructions(bytecode, start or 0)
    end = instructions[-1].end if instructions else 0
    return plan_text(instructions, constants, start=start, rest=bytes(bytecode[end:]), failure=failure)
