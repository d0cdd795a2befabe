"""`nacformats inspect --memory`: what the schedule of a program keeps in fast memory, tick by tick."""

from __future__ import annotations

from nacformats.commands.memory.command import show_memory

__all__ = ["show_memory"]
