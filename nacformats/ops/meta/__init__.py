"""Element types and shapes of results, without computing them: what meta functions say about each operator.

`result_meta` is the door. A row of the table names its function in the third cell; the modules here have the functions,
few of them for many rows. `sizes` has the arithmetic of sizes that are not numbers yet.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any

from nacformats.ops.meta import elementwise as elementwise
from nacformats.ops.meta.sizes import MetaError as MetaError
from nacformats.ops.meta.sizes import Size as Size
from nacformats.ops.meta.values import META, MetaResult
from nacformats.ops.meta.values import TensorMeta as TensorMeta
from nacformats.ops.schemas import KernelParameter
from nacformats.ops.table import Operator, operators

#: The kinds of parameters that say where a result lies in memory: nothing else depends on them.
PLACEMENT = frozenset(("layout", "device", "memory_format"))
_PLACEMENT_NAMES = frozenset(("pin_memory", "non_blocking"))


def result_meta(name: str, arguments: Mapping[str, Any] | Sequence[Any]) -> MetaResult:
    """Return the types and shapes of the results of an operator.

    Args:
        name: the canonical name, such as aten.add.Tensor.
        arguments: in order or by name; those with a default may be left out. Tensors are TensorMeta (also in lists),
            sizes int or SymbolicSize, other numbers as they are or UnknownNumber.

    Returns:
        A TensorMeta; a tuple of these for several results; a number, which may be unknown; None for no result.

    Raises:
        ValueError, TypeError, IndexError: the operator refuses such arguments.
        MetaError: nothing is known about the operator, or data decides.
    """
    operator, parameters, function = _row(name)
    given = _in_order(operator, parameters, arguments)
    result = function(*given)
    if operator.changes and operator.viewed is None:
        return given[0]
    return result


def bound_arguments(operator: Operator, given: Mapping[str, Any] | Sequence[Any]) -> list[Any]:
    """Return all arguments in order, defaults filled in, but for those about memory; TypeError if one is missing."""
    return _in_order(operator, tuple(map(_slot, operator.parameters)), given)


_Slot = tuple[str, bool, bool, Any]


def _slot(parameter: KernelParameter) -> _Slot:
    """Name of a parameter, if it is about memory, if it is required, and its default."""
    placement = parameter.kind in PLACEMENT or parameter.name in _PLACEMENT_NAMES
    return parameter.name, placement, parameter.required and not parameter.optional, parameter.default


def _in_order(operator: Operator, parameters: Sequence[_Slot], given: Mapping[str, Any] | Sequence[Any]) -> list[Any]:
    if not isinstance(given, Mapping):
        if len(given) > len(parameters):
            raise TypeError(f"{operator.name} takes {len(parameters)} arguments, not {len(given)}")
        given = {slot[0]: value for slot, value in zip(parameters, given, strict=False)}
    result = []
    for name, placement, required, default in parameters:
        if placement:
            continue
        if name in given:
            result.append(given[name])
        elif required:
            raise TypeError(f"{operator.name} lacks {name}")
        else:
            result.append(default)
    return result


@cache
def _row(name: str) -> tuple[Operator, tuple[_Slot, ...], Callable[..., MetaResult]]:
    operator = operators().get(name)
    if operator is None:
        raise MetaError(f"there is no operator {name}")
    function = META.get(operator.meta)
    if function is None:
        raise MetaError(f"{name} has no meta function")
    return operator, tuple(map(_slot, operator.parameters)), function
