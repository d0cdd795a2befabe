"""Running a NAC file or a Mind IR graph (NAC specification, sections 7 and 8)."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from nacformats.runtime.engines.numpy_engine import register_operation
    from nacformats.runtime.gather.tensors import Port, States
    from nacformats.runtime.reports import OperationCost, Report, TrainingStep
    from nacformats.runtime.session import Session

__all__ = ["OperationCost", "Port", "Report", "Session", "States", "TrainingStep", "register_operation"]

_HOMES = {
    "OperationCost": "reports",
    "Port": "gather.tensors",
    "Report": "reports",
    "Session": "session",
    "States": "gather.tensors",
    "TrainingStep": "reports",
    "register_operation": "engines.numpy_engine",
}


def __getattr__(name: str) -> Any:
    """Import a name when it is first used: the kernels can be used without the formats."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
