"""Plans, the programs that run models (NAC v1.6, section 9): written, checked and executed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nacformats.lazy import names_from

if TYPE_CHECKING:
    from nacformats.formats.mep.builder import Label, PlanBuilder, Variable
    from nacformats.formats.mep.instructions import PlanInstruction
    from nacformats.formats.mep.program import Plan, assemble, disassemble_bytecode
    from nacformats.plan.budget import PlanBudget
    from nacformats.plan.host import Files, Host
    from nacformats.plan.model_use import verify_plan
    from nacformats.plan.runner import PlanRunner, run_plan

__all__ = [
    "Files",
    "Host",
    "Label",
    "Plan",
    "PlanBudget",
    "PlanBuilder",
    "PlanInstruction",
    "PlanRunner",
    "Variable",
    "assemble",
    "disassemble_bytecode",
    "run_plan",
    "verify_plan",
]

if not TYPE_CHECKING:
    __getattr__ = names_from(
        __name__,
        {
            "nacformats.plan.budget": ("PlanBudget",),
            "nacformats.formats.mep.builder": ("Label", "PlanBuilder", "Variable"),
            "nacformats.formats.mep.instructions": ("PlanInstruction",),
            "nacformats.plan.host": ("Files", "Host"),
            "nacformats.formats.mep.program": ("Plan", "assemble", "disassemble_bytecode"),
            "nacformats.plan.model_use": ("verify_plan",),
            "nacformats.plan.runner": ("PlanRunner", "run_plan"),
        },
    )
