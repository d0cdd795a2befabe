"""The program of the section `orch`: MEP bytecode that runs models (NAC v1.6, section 9)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nacformats.lazy import names_from

if TYPE_CHECKING:
    from nacformats.plan.budget import Budget
    from nacformats.plan.builder import Label, PlanBuilder, Variable
    from nacformats.plan.host import Files, Host
    from nacformats.plan.program import Instruction, Plan, assemble, disassemble_bytecode
    from nacformats.plan.runner import PlanRunner

__all__ = [
    "Budget",
    "Files",
    "Host",
    "Instruction",
    "Label",
    "Plan",
    "PlanBuilder",
    "PlanRunner",
    "Variable",
    "assemble",
    "disassemble_bytecode",
]

if not TYPE_CHECKING:
    __getattr__ = names_from(
        __name__,
        {
            "nacformats.plan.budget": ("Budget",),
            "nacformats.plan.builder": ("Label", "PlanBuilder", "Variable"),
            "nacformats.plan.host": ("Files", "Host"),
            "nacformats.plan.program": ("Instruction", "Plan", "assemble", "disassemble_bytecode"),
            "nacformats.plan.runner": ("PlanRunner",),
        },
    )
