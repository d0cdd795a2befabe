"""Bounds of memory and depth: no file may take more, whatever it holds."""

from __future__ import annotations

from nacformats.languages.machine.failures import fail
from nacformats.languages.machine.model import LIMIT, MOST_DEPTH, Machine
from nacformats.languages.neutral import Int


def charge(m: Machine, size: Int) -> None:
    """Take memory from what a tree may use."""
    if size > m.limit - m.used:
        fail(m, LIMIT, "too large for memory")
    m.used += size


def enter(m: Machine) -> None:
    """Go one level down; `leave` goes up again."""
    m.depth += 1
    if m.depth > MOST_DEPTH:
        fail(m, LIMIT, "nested too deeply")


def leave(m: Machine) -> None:
    m.depth -= 1
