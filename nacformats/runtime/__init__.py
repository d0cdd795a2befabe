"""Running a NAC file or a Mind IR graph (NAC specification, sections 7 and 8)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nacformats.lazy import names_from

if TYPE_CHECKING:
    from nacformats.runtime.budget import Budget
    from nacformats.runtime.engines.base import register_operation
    from nacformats.runtime.gather.tensors import Port, States
    from nacformats.runtime.runs import OperationCost, Report, TrainingStep
    from nacformats.runtime.session import Session, SessionOptions

__all__ = [
    "Budget",
    "OperationCost",
    "Port",
    "Report",
    "Session",
    "SessionOptions",
    "States",
    "TrainingStep",
    "register_operation",
]

if not TYPE_CHECKING:
    __getattr__ = names_from(
        __name__,
        {
            "nacformats.runtime.budget": ("Budget",),
            "nacformats.runtime.engines.base": ("register_operation",),
            "nacformats.runtime.gather.tensors": ("Port", "States"),
            "nacformats.runtime.runs": ("OperationCost", "Report", "TrainingStep"),
            "nacformats.runtime.session": ("Session", "SessionOptions"),
        },
    )
