"""Element types and shapes of results, without computing them: what meta functions say about each operator.

`result_meta` is the door. A row of the table names its function in the third cell; the modules here have the functions,
few of them for many rows. Literals after the name, such as `like 1`, are given before the arguments of the operator.
`sizes` has the arithmetic of sizes that are not numbers yet.
"""

from __future__ import annotations

from ast import literal_eval
from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from typing import Any

from nacformats.ops.decompositions import decomposition
from nacformats.ops.dtypes import DType
from nacformats.ops.meta import creation, elementwise, layers, layout, parts, products, reduction  # noqa: F401  they register their functions
from nacformats.ops.meta.indexing import number_function
from nacformats.ops.meta.sizes import MetaError as MetaError
from nacformats.ops.meta.sizes import Size as Size
from nacformats.ops.meta.sizes import SymbolicSize, differ
from nacformats.ops.meta.values import META, MetaResult
from nacformats.ops.meta.values import TensorMeta as TensorMeta
from nacformats.ops.table import Operator, operators

#: In-place forms of these kinds, such as squeeze_, change the shape of their operand; all others keep type and shape.
_RESHAPED_IN_PLACE = frozenset(("view", "copy"))


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
    if "." not in name:
        return bound_meta(name, *(arguments.values() if isinstance(arguments, Mapping) else arguments))
    return bound_meta(name, *_in_order(_row(name)[0], arguments))


def bound_meta(name: str, *arguments: Any) -> MetaResult:
    """Return `result_meta` of all arguments in order, but for those about memory."""
    if "." not in name and (compute := number_function(name)) is not None:
        return compute(*arguments)
    operator, function = _row(name)
    result = function(*arguments)
    if not operator.in_place or operator.kind in _RESHAPED_IN_PLACE or not isinstance(result, TensorMeta):
        return result
    own = arguments[0].shape
    if len(own) != len(result.shape) or any(map(differ, own, result.shape)):
        raise ValueError(f"{name}: shape {list(own)} cannot hold a result of shape {list(result.shape)}")
    return arguments[0]


def _in_order(operator: Operator, given: Mapping[str, Any] | Sequence[Any]) -> list[Any]:
    """Return all arguments in order, but for those about memory; TypeError for one that is missing, or too many."""
    if not isinstance(given, Mapping):
        if len(given) > len(operator.parameters):
            raise TypeError(f"{operator.name} takes {len(operator.parameters)} arguments, not {len(given)}")
        given = {each.name: value for each, value in zip(operator.parameters, given, strict=False)}
    missing = [each.name for each in operator.bound if each.required and not each.optional and each.name not in given]
    if missing:
        raise TypeError(f"{operator.name} lacks {', '.join(missing)}")
    return [given.get(each.name, each.default) for each in operator.bound]


class OnMeta:
    """Evaluates formulas on types and shapes."""

    undecided = MetaError

    def function(self, name: str) -> Callable[..., Any]:
        """Return the meta function of an operator, which is looked for when it is called."""
        return partial(bound_meta, name)

    def shape(self, tensor: TensorMeta) -> list[Size]:
        """Return the sizes of a tensor."""
        return list(tensor.shape)

    def rank(self, tensor: TensorMeta) -> int:
        """Return the number of dimensions of a tensor."""
        return len(tensor.shape)

    def dtype(self, tensor: TensorMeta) -> DType:
        """Return the element type of a tensor."""
        return tensor.dtype

    def equal(self, value: Any, other: Any) -> bool:
        """Return True if two values or lists of sizes are equal; MetaError where symbols decide."""
        if isinstance(value, list | tuple) and isinstance(other, list | tuple):
            return len(value) == len(other) and all(map(self.equal, value, other))
        if value == other or SymbolicSize not in (type(value), type(other)):
            return bool(value == other)
        if differ(value, other):
            return False
        raise MetaError(f"{value} may be {other}")


@cache
def _row(name: str) -> tuple[Operator, Callable[..., MetaResult]]:
    operator = operators().get(name)
    if operator is None:
        raise MetaError(f"there is no operator {name}")
    function, *given = operator.meta.split() or [""]
    call = META.get(function)
    formula = None if call is not None else decomposition(name)
    if formula is not None:
        call = formula.over(OnMeta())
    if call is None:
        raise MetaError(f"{name} has no meta function")
    if given:
        call = partial(call, *map(literal_eval, given))
    return operator, call
