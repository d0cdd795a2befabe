"""Planning: before the first run, what is computed, by which kernel, from which arguments, and how long it is kept."""

from __future__ import annotations

from nacformats.runtime.steps.inference import infer
from nacformats.runtime.steps.planner import EVERY_TIME, Call, Plan, Slots, Step, gather_of, make_plan

__all__ = ["EVERY_TIME", "Call", "Plan", "Slots", "Step", "gather_of", "infer", "make_plan"]
