"""The cost of a call, from above, before it starts: bytes of its results and of what is made on the way, and steps.

Results are what meta says. The rest is a formula of the row's mark `scratch=...`, or else of its kind (KIND_SCRATCH):

- a sum of measures with factors, such as `2r+4N`, with a "!" at the end where numbers say how large results are, so
  that small operands may cost much. A small letter counts elements of the widest type among operands and
  results (at least float32), a capital letter counts indices of 8 bytes: r results, o operands, a operands but the
  first, m the largest tensor, b what operands and results broadcast to, n operands that are no floats, e the sizes of
  all axes; `0` is nothing.
- or the name of a function of `calls`, for the few operators where numbers or elements decide, perhaps with a number
  for it, such as `windows:2`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple, TypeAlias

from nacformats.ops.scratch import calls, layers  # noqa: F401  they register their functions
from nacformats.ops.scratch.measures import BY_ELEMENTS, BY_NUMBERS, CALLS, Call
from nacformats.ops.scratch.measures import Cost as Cost
from nacformats.ops.table import Operator, operators

#: The cost of a call from all its arguments in order, but for placement.
Estimate: TypeAlias = Callable[..., Cost]

#: The formula of each kind.
KIND_SCRATCH = {
    "elementwise": "3b", "copy": "2m", "reduction": "4m+M", "statistic": "4m+M", "product": "product",
    "attention": "attention", "convolution": "convolution", "pooling": "3b+8E!", "resampling": "4b+24E!",
    "padding": "2r+4E!", "normalization": "4m+M", "recurrent": "recurrent", "loss": "3b", "indexing": "2r+2a+4N",
    "sorting": "2m+2M", "creation": "0!", "random": "4m+M", "factorization": "8M", "transform": "8b!",
    "gradient": "5m+M",
}  # fmt: skip
#: Operations without a row: those of Mind IR.
_WITHOUT_ROW = {
    "mind.add": "4b", "mind.sub": "4b", "mind.mul": "4b", "mind.div": "4b", "nac.masked_fill": "4b",
    "mind.softmax": "5m+M", "mind.layernorm": "5m+M", "mind.mean": "5m+M", "mind.sum": "2M", "mind.max": "2M",
    "mind.reshape": "layout", "mind.concat": "2o", "mind.split": "parts_of_one", "mind.gather": "rows_along",
    "mind.matmul": "product",
}  # fmt: skip
_TERM = re.compile(r"(\d*)([roambne])", re.IGNORECASE)


class Sizing(NamedTuple):
    """The rule for the cost of an operation.

    estimate: from the arguments; None for what costs nothing.
    by_numbers: small operands may cost much, since numbers decide.
    by_elements: the elements of operands decide, not only their shapes.
    """

    estimate: Estimate | None
    by_numbers: bool = False
    by_elements: bool = False


@cache
def sizing(name: str) -> Sizing | None:
    """Return the rule for the cost of an operation of a canonical name; None for an unknown one."""
    operator = operators().get(name)
    if operator is not None:
        return _rule(scratch_of(operator), operator)
    if name in _WITHOUT_ROW:
        return _rule(_WITHOUT_ROW[name], None)
    known = "." not in name or name.startswith(("nac.", "mind."))
    return Sizing(None) if known else None


def scratch_of(operator: Operator) -> str:
    """Return the formula of a row, or the name of a function; "" where nothing is made: views, numbers, checks."""
    if operator.scratch:
        return operator.scratch
    if operator.base.endswith("_copy") and operator.kind == "view":
        return "0!"
    if operator.kind == "view" or "shares" in operator.marks:
        return "layout" if "may_copy" in operator.marks else ""
    return KIND_SCRATCH.get(operator.kind, "")


def _rule(scratch: str, operator: Operator | None) -> Sizing:
    name, _, number = scratch.partition(":")
    if not name:
        return Sizing(None)
    if name not in CALLS:
        terms = [(int(factor or 1), letter) for factor, letter in _TERM.findall(scratch)]
        return Sizing(_formula(terms, operator), by_numbers=scratch.endswith("!"))
    function, numbers = CALLS[name], [int(number)] if number else []

    def estimate(*arguments: Any) -> Cost:
        return function(Call(arguments, operator), *numbers)

    return Sizing(estimate, name in BY_NUMBERS | BY_ELEMENTS, name in BY_ELEMENTS)


def _formula(terms: list[tuple[int, str]], operator: Operator | None) -> Estimate:
    """Return the estimate of a formula; steps grow with the logarithm where a kind sorts or transforms."""
    grows = operator is not None and operator.kind in ("sorting", "transform")
    copies = 1 + sum(factor for factor, letter in terms if letter in "mb")

    def estimate(*arguments: Any) -> Cost:
        call = Call(arguments, operator)
        size = call.measure("b")
        return Cost(call.made + call.bytes_of(terms), size * (2 * max(size, 2).bit_length() if grows else copies))

    return estimate
