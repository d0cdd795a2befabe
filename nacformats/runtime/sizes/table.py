"""The table of estimates by the ATen names of operations, one for all engines.

A name is that of an overload ("repeat_interleave.Tensor"), or of all overloads that have no entry of their own; an
operation in place has that of the ordinary one. Mind IR and arithmetic of sizes have names without "aten.".
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias


class Cost(NamedTuple):
    """An upper bound of a call: bytes of memory besides its operands, and elementary steps (multiply-adds)."""

    bytes: int
    work: int = 0


#: The cost of a call from its arguments, given as the operation takes them.
Estimate: TypeAlias = Callable[..., Cost]

NOTHING = Cost(0)
#: Bytes of an index, and of the widest number that is not complex.
INDEX = 8
#: Bytes of a float32: what half precision and integers are computed in.
FLOAT = 4

#: Names of operations by families that share an estimate, as `families.toml` has them.
FAMILIES: dict[str, Any] = tomllib.loads(Path(__file__).with_name("families.toml").read_text(encoding="utf-8"))

#: Views, numbers and assertions: whatever the arguments, no new tensor, or one of a single element.
FREE = frozenset(FAMILIES["free"].split())

#: Estimates that depend on the operands alone: they are asked for only where an operand is large or there are many.
BY_OPERANDS: dict[str, Estimate] = {}
#: Estimates that depend on numbers among the arguments, or in the operands: they are asked for at every call.
BY_NUMBERS: dict[str, Estimate] = {}


def by_operands(names: str) -> Callable[[Estimate], Estimate]:
    """Register the cost of operations that depends on their operands alone."""
    return _registered(BY_OPERANDS, names)


def by_numbers(names: str) -> Callable[[Estimate], Estimate]:
    """Register the cost of operations that depends on numbers among their arguments."""
    return _registered(BY_NUMBERS, names)


def _registered(table: dict[str, Estimate], names: str) -> Callable[[Estimate], Estimate]:
    def register(estimate: Estimate) -> Estimate:
        table.update(dict.fromkeys(names.split(), estimate))
        return estimate

    return register
