"""Running a NAC file or a Mind IR graph (NAC specification, sections 7 and 8)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nacformats.lazy import names_from

if TYPE_CHECKING:
    from nacformats.runtime.engines.numpy_engine import register_operation
    from nacformats.runtime.gather.tensors import Port, States
    from nacformats.runtime.runs import OperationCost, Report, TrainingStep
    from nacformats.runtime.session import Session

__all__ = ["OperationCost", "Port", "Report", "Session", "States", "TrainingStep", "register_operation"]

if not TYPE_CHECKING:
    __getattr__ = names_from(
        __name__,
        {
            "nacformats.runtime.engines.numpy_engine": ("register_operation",),
            "nacformats.runtime.gather.tensors": ("Port", "States"),
            "nacformats.runtime.runs": ("OperationCost", "Report", "TrainingStep"),
            "nacformats.runtime.session": ("Session",),
        },
    )
