"""Results of operators that work element by element."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import zip_longest
from typing import Any

from nacformats.ops.dtypes import BOOL
from nacformats.ops.meta.sizes import SymbolicSize, broadcast_size
from nacformats.ops.meta.values import MetaShape, TensorMeta, UnknownNumber, meta
from nacformats.ops.promotion import float_type, result_type

#: A number of each kind, for those that are not known.
_EXAMPLES: dict[type[Any], Any] = {bool: False, int: 1, float: 1.0}


def broadcast_shape(shapes: Iterable[MetaShape]) -> MetaShape:
    """Return the shape that shapes broadcast to; ValueError where there is none."""
    distinct = list(dict.fromkeys(shapes))
    if len(distinct) == 1:
        return distinct[0]
    reversed_axes = zip_longest(*(shape[::-1] for shape in distinct), fillvalue=1)
    return tuple(map(broadcast_size, reversed_axes))[::-1]


def promoted_type(*operands: Any) -> Any:
    """Return the element type in which tensors and numbers meet; None is no operand."""
    return result_type(*(_known(operand) for operand in operands if operand is not None))


def _known(operand: Any) -> Any:
    if isinstance(operand, UnknownNumber):
        return _EXAMPLES[operand.kind]
    return 1 if isinstance(operand, SymbolicSize) else operand


def tensors_in(operands: Iterable[Any]) -> list[TensorMeta]:
    """Return those that are tensors."""
    return [operand for operand in operands if isinstance(operand, TensorMeta)]


@meta
def same(x: TensorMeta, *_rest: Any) -> TensorMeta:
    """Type and shape of the first operand."""
    return x


@meta
def as_float(x: TensorMeta, *_rest: Any) -> TensorMeta:
    """The shape of the operand; integers become float32."""
    return TensorMeta(float_type(x.dtype), x.shape)


@meta
def promoted(*operands: Any) -> TensorMeta:
    """The operands broadcast, in the type in which they meet."""
    shape = broadcast_shape(operand.shape for operand in tensors_in(operands))
    return TensorMeta(promoted_type(*operands), shape)


@meta
def truth(*operands: Any) -> TensorMeta:
    """The operands broadcast, as bool."""
    return TensorMeta(BOOL, broadcast_shape(operand.shape for operand in tensors_in(operands)))
