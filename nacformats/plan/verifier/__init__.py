"""What is wrong with a plan before it runs; see `check_plan`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from nacformats.errors import LimitError
from nacformats.findings import Finding
from nacformats.formats.nac.constants import Constant
from nacformats.formats.nac.model import NacFile
from nacformats.formats.nac.tables import FORMAT_NAME
from nacformats.plan.instructions import BYTECODE, Instruction, Origin
from nacformats.plan.verifier.model_use import check_model_use, check_version
from nacformats.plan.verifier.operands import check_operands
from nacformats.plan.verifier.program import Program
from nacformats.plan.verifier.structure import check_structure
from nacformats.plan.verifier.ways import check_ways


def check_plan(
    instructions: Sequence[Instruction],
    constants: Mapping[int, Constant],
    start: int,
    nac: NacFile | None = None,
    origin: Origin | None = None,
) -> list[Finding]:
    """Findings about a program, in the order of the rules.

    Args:
        instructions: of the program.
        constants: its pool.
        start: where the bytecode begins in its file.
        nac: the file, where it is known.
        origin: lines and names, where the program was made from text.
    """
    program = Program(instructions, constants, start, origin or Origin())
    found = [*check_structure(program), *check_operands(program)]
    if nac is not None:
        found += [*check_version(program, nac.version), *check_model_use(program, nac)]
    try:
        return [*found, *check_ways(program)]
    except LimitError as failure:
        failure.path, failure.offset, failure.format = BYTECODE, start, FORMAT_NAME
        return [*found, Finding.of(failure, f"{FORMAT_NAME}.plan")]
