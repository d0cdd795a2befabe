"""The cost of operations, from the shapes of their operands before they start; the same for every engine."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, NamedTuple

from nacformats.ops.schemas import KernelParameter
from nacformats.runtime.sizes import elements, gradients, growing, indexing, layers, products  # noqa: F401  they fill the table
from nacformats.runtime.sizes.measures import Remembered, is_engine_tensor
from nacformats.runtime.sizes.table import BY_NUMBERS, BY_OPERANDS, FREE, Cost, Estimate

__all__ = ["Cost", "Estimate", "Remembered", "Sizing", "as_pytorch", "is_engine_tensor", "sizing"]

_NAMESPACE = "aten."


class Sizing(NamedTuple):
    """The rule for the cost of an operation.

    estimate: from the arguments; None for what costs nothing.
    by_numbers: small operands may cost much, since numbers decide.
    """

    estimate: Estimate | None
    by_numbers: bool


def as_pytorch(estimate: Estimate, parameters: Sequence[KernelParameter]) -> Estimate:
    """The estimate of all arguments in order, from one that takes them as PyTorch does."""
    if not parameters:
        return estimate

    def called(*values: Any) -> Cost:
        given = list(zip(parameters, values, strict=True))
        positional = [(each, value) for each, value in given if not each.keyword_only]
        while positional and not positional[-1][0].required and positional[-1][1] is positional[-1][0].default:
            positional.pop()
        named = {each.name: value for each, value in given if each.keyword_only and value is not each.default}
        return estimate(*(value for _, value in positional), **named)

    return called


@cache
def sizing(operator: str) -> Sizing | None:
    """Return the rule for the cost of an operation of a canonical name; None for an unknown one."""
    for name in _names(operator):
        if name in FREE:
            return Sizing(None, by_numbers=False)
        if name in BY_NUMBERS:
            return Sizing(BY_NUMBERS[name], by_numbers=True)
        if name in BY_OPERANDS:
            return Sizing(BY_OPERANDS[name], by_numbers=False)
    return None


def _names(operator: str) -> Iterator[str]:
    """The names under which an operation may be in the table, the most exact one first."""
    name = operator.removeprefix(_NAMESPACE)
    base, _, overload = name.partition(".") if not name.startswith(("mind.", "nac.")) else (name, "", "")
    yield name
    bare = base.removesuffix("_")
    if overload != "default":
        yield f"{bare}.{overload}"
    yield base
    yield bare
