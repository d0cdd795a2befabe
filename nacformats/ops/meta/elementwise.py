"""Results of operators that work element by element."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import zip_longest
from typing import Any

from nacformats.ops.dtypes import BOOL, COMPLEX64, COMPLEX128, FLOAT32, FLOAT64, INT32, DType, normalize_dim
from nacformats.ops.meta.sizes import SymbolicSize, broadcast_size, differ
from nacformats.ops.meta.values import MetaShape, TensorMeta, UnknownNumber, meta
from nacformats.ops.promotion import dtype_of, float_type, result_type

#: A number of each kind, for those that are not known.
_EXAMPLES: dict[type[Any], Any] = {bool: False, int: 1, float: 1.0}


def broadcast_shape(shapes: Iterable[MetaShape]) -> MetaShape:
    """Return the shape that shapes broadcast to; ValueError where there is none."""
    distinct = list(dict.fromkeys(shapes))
    if len(distinct) == 1:
        return distinct[0]
    reversed_axes = zip_longest(*(shape[::-1] for shape in distinct), fillvalue=1)
    return tuple(map(broadcast_size, reversed_axes))[::-1]


def promoted_type(*operands: Any) -> DType:
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
    """Describe the first operand."""
    return x


@meta
def as_float(x: TensorMeta, *_rest: Any) -> TensorMeta:
    """Describe the shape of the operand; integers become float32."""
    return TensorMeta(float_type(x.dtype), x.shape)


@meta
def promoted(*operands: Any) -> TensorMeta:
    """Describe the operands broadcast, in the type in which they meet."""
    if len(operands) == 2 and operands[0] == operands[1] and isinstance(operands[0], TensorMeta):
        return operands[0]
    shape = broadcast_shape(operand.shape for operand in tensors_in(operands))
    return TensorMeta(promoted_type(*operands), shape)


@meta
def truth(*operands: Any) -> TensorMeta:
    """Describe the operands broadcast, as bool."""
    return TensorMeta(BOOL, broadcast_shape(operand.shape for operand in tensors_in(operands)))


@meta
def promoted_float(*operands: Any) -> TensorMeta:
    """Describe the operands broadcast, in the type in which they meet; integers become float32."""
    return as_float(promoted(*operands))


@meta
def rounded_quotient(x: TensorMeta, y: Any, rounding_mode: str | None) -> TensorMeta:
    """Describe a quotient, which is a float unless it is rounded."""
    return promoted_float(x, y) if rounding_mode is None else promoted(x, y)


@meta
def chosen(condition: TensorMeta, x: Any, y: Any) -> TensorMeta:
    """Describe three operands broadcast, in the type in which the last two meet."""
    return TensorMeta(promoted_type(x, y), truth(condition, x, y).shape)


@meta
def promoted_first(count: int, *operands: Any) -> TensorMeta:
    """Describe some operands broadcast, in the type in which they meet; factors after them have no say in it."""
    return promoted(*operands[:count])


@meta
def undecided(*_operands: Any) -> UnknownNumber:
    """Return a truth that data decides."""
    return UnknownNumber(bool)


@meta
def typed_float(x: TensorMeta, dim: int, dtype: Any) -> TensorMeta:
    """Describe the type that is named, or that of the operand."""
    normalize_dim(dim, x.ndim)
    return TensorMeta(dtype_of(dtype, x.dtype), x.shape)


@meta
def gated(x: TensorMeta, dim: int) -> TensorMeta:
    """Describe half of an axis."""
    axis = normalize_dim(dim, x.ndim)
    if differ(x.shape[axis] % 2, 0):
        raise ValueError(f"glu: dimension {dim} of shape {list(x.shape)} has no halves")
    return TensorMeta(x.dtype, (*x.shape[:axis], x.shape[axis] // 2, *x.shape[axis + 1 :]))


@meta
def parted(x: TensorMeta) -> tuple[TensorMeta, TensorMeta]:
    """Describe mantissa and exponent."""
    return x, TensorMeta(INT32, x.shape)


# Complex numbers


def real_type(dtype: DType) -> DType:
    """Return the type of the parts of a complex number; other types are as they are."""
    return {COMPLEX64: FLOAT32, COMPLEX128: FLOAT64}.get(dtype, dtype)


def complex_type(dtype: DType) -> DType:
    """Return the type of complex numbers whose parts have a type."""
    return COMPLEX128 if dtype == FLOAT64 else COMPLEX64


@meta
def magnitude(x: TensorMeta) -> TensorMeta:
    """Describe the type of the parts."""
    return TensorMeta(real_type(x.dtype), x.shape)


@meta
def pairs_as_complex(x: TensorMeta) -> TensorMeta:
    """Describe the pairs of the last axis as one number each."""
    if not x.shape or differ(x.shape[-1], 2):
        raise ValueError(f"the last size of {list(x.shape)} is not 2")
    return TensorMeta(complex_type(x.dtype), x.shape[:-1])


@meta
def complex_as_pairs(x: TensorMeta) -> TensorMeta:
    """Describe the parts, which get an axis."""
    return TensorMeta(real_type(x.dtype), (*x.shape, 2))
