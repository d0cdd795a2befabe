"""Functions that modules call which are below the one that defines them.

Reading and writing are one circle: an expression asks for a field, which follows from what is written of others. In
other languages all functions are in one namespace; Python gets them here.
"""

from __future__ import annotations

from collections.abc import Callable

from nacformats.generator.languages.machine.model import Machine
from nacformats.generator.languages.neutral import Int

_DEFINED: dict[str, Callable[[Machine, Int, Int], None]] = {}


def called_below(function: Callable[[Machine, Int, Int], None]) -> Callable[[Machine, Int, Int], None]:
    """Make a function known here, by its name."""
    _DEFINED[function.__name__] = function
    return function


def derive(m: Machine, node: Int, member: Int) -> None:
    """Give a field, or a param, its value while a tree is written."""
    _DEFINED["derive"](m, node, member)
