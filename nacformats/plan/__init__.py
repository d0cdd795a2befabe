"""The program of the section `orch`: MEP bytecode that runs models (NAC v1.6, section 9)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nacformats.lazy import names_from

if TYPE_CHECKING:
    from nacformats.plan.program import Instruction, Plan, assemble, disassemble_bytecode

__all__ = ["Instruction", "Plan", "assemble", "disassemble_bytecode"]

if not TYPE_CHECKING:
    __getattr__ = names_from(
        __name__, {"nacformats.plan.program": ("Instruction", "Plan", "assemble", "disassemble_bytecode")}
    )
