"""The methods of PlanBuilder that the table of opcodes gives, as checkers and editors see them: in methods.pyi."""

from __future__ import annotations


class PlanMethods:
    """The base of PlanBuilder, which adds the methods."""
