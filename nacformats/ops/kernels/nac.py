"""Everything in an exported graph besides tensor operations: arithmetic of sizes, tuples, assertions, pass-through.

Nothing here depends on what a tensor is: both engines use these functions as they are.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from functools import wraps
from typing import Any

from nacformats.ops.kernels._schemas import aten
from nacformats.ops.names import ATEN
from nacformats.ops.schemas import kernel
from nacformats.ops.table import of_kind, operators


def _power(base: float, exponent: float) -> Any:
    """Return base ** exponent; what cannot fit 64 bits is not computed."""
    if isinstance(base, int) and isinstance(exponent, int) and abs(base) > 1 and exponent > 64:
        raise OverflowError("the number does not fit 64 bits")
    return base**exponent


# fmt: off
_OPERATORS: tuple[Callable[..., Any], ...] = (
    operator.add, operator.sub, operator.mul, operator.neg, operator.truediv, operator.floordiv, operator.mod,
    operator.eq, operator.ne, operator.lt, operator.le, operator.gt, operator.ge, operator.and_, operator.or_,
    operator.not_,
    math.ceil, math.floor, math.trunc, math.sqrt, abs, round,
)
# fmt: on
#: Operations on Python numbers by the names that an exporter writes: the `__name__` of operators and of math functions.
ON_NUMBERS: dict[str, Callable[..., Any]] = {
    **{function.__name__: function for function in _OPERATORS},
    "pow": _power,
    "sym_int": int,
    "sym_float": float,
    "sym_not": operator.not_,
    "sym_sqrt": math.sqrt,
    "sym_max": max,
    "sym_min": min,
    "sym_sum": lambda *items: sum(items),
    "sym_ite": lambda condition, yes, no: yes if condition else no,
}


def _bounded(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return the function with results that are sizes: no program grows a number, or a text, without end."""

    @wraps(function)
    def apply(*numbers: Any) -> Any:
        for number in numbers:
            if isinstance(number, str | bytes | list | tuple):
                raise TypeError(f"arithmetic on {type(number).__name__}: expected numbers")
        result = function(*numbers)
        if isinstance(result, int) and not -(2**63) <= result < 2**63:
            raise OverflowError("the number does not fit 64 bits")
        return result

    return apply


for _name, _function in ON_NUMBERS.items():
    kernel(_name)(_bounded(_function))


@aten("item", "_local_scalar_dense")
def _item(x: Any) -> bool | int | float | complex:
    """Return the one element of a tensor, as a Python number."""
    value: bool | int | float | complex = x.item()
    return value


@kernel("getitem")
def _getitem(values: Any, index: int) -> Any:
    """Return one element of a tuple or list; for a tensor, the entry at that index of its first dimension."""
    return values[index] if isinstance(values, tuple | list) else values[index, ...]


@kernel("nac.pass")
def _first(value: Any, *_rest: Any) -> Any:
    """Return the first argument; the others have no effect at inference."""
    return value


@kernel("<OUTPUT>")
def _intermediate_output(*values: Any) -> Any:
    """Return the value that an OUTPUT inside the graph (NAC 7.2.2) collects, or a tuple of several."""
    return values[0] if len(values) == 1 else values


@kernel(*of_kind("assertion"))
def _nothing(*_arguments: Any, **_keywords: Any) -> None:
    """Return nothing: no result depends on an assertion."""


#: Operations whose result is a Python number whatever they are applied to.
_OF_TENSORS = frozenset(name for name in of_kind("number") if operators()[name].family == "nac")
ALWAYS_NUMBER = _OF_TENSORS - {ATEN.sym_size.default}
#: Every operation of this module.
NEUTRAL = frozenset(ON_NUMBERS) | _OF_TENSORS | {"getitem", "nac.pass", "<OUTPUT>"}


aten("sym_size.int", "size.int")(lambda x, dim: int(x.shape[dim]))
aten("sym_size")(lambda x: list(x.shape))
aten("sym_numel", "numel")(lambda x: math.prod(x.shape))
aten("dim")(lambda x: len(x.shape))
