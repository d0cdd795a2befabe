"""What is wrong with a plan before it runs, as far as the plan alone tells."""

from __future__ import annotations

from collections.abc import Iterator

from nacformats.findings import Finding
from nacformats.formats.mep.verifier.operands import check_operands
from nacformats.formats.mep.verifier.program import CheckedProgram
from nacformats.formats.mep.verifier.structure import check_structure
from nacformats.formats.mep.verifier.ways import check_ways

__all__ = ["check_form", "check_ways"]


def check_form(program: CheckedProgram) -> Iterator[Finding]:
    """Check each instruction and each jump."""
    yield from check_structure(program)
    yield from check_operands(program)
