"""Instructions on numbers and tensors, as NumPy has them. What they allocate is asked of the budget first.

Drawing an element gives the same for the same numbers and the same generator.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt

from nacformats.codec.columns.arrays import Array
from nacformats.errors import InvalidError, LimitError
from nacformats.formats.mep.opcodes import ENUM_WORDS
from nacformats.plan.running.state import (
    Machine,
    MachineStep,
    Operands,
    acting,
    choice,
    choice_of,
    computing,
    handler,
    one_word,
)
from nacformats.plan.running.values import described, integer_of, number_of, numeric_array


def probabilities(logits: Array) -> Array:
    """Return probabilities along the last axis, in the type of the logits (float64 for integers)."""
    if not logits.ndim or not logits.shape[-1]:
        raise InvalidError("softmax needs elements along a last axis", actual=f"shape {list(logits.shape)}")
    shifted: Array = logits - logits.max(axis=-1, keepdims=True)
    if shifted.dtype.kind != "f":
        shifted = shifted.astype(np.float64)
    np.exp(shifted, out=shifted)
    shifted /= shifted.sum(axis=-1, keepdims=True)
    return shifted


def top_k(flat: Array, count: int) -> npt.NDArray[np.int64]:
    """Return the indices of the largest elements of a vector, the largest first; of equal ones, the last one first."""
    size = flat.shape[0]
    if count <= 0:
        return np.empty(0, np.int64)
    candidates = np.arange(size)
    if count < size // 2:  # sorting all would take longer
        bound = np.partition(flat, size - count)[size - count]
        candidates = np.flatnonzero(~(flat < bound))
    order: npt.NDArray[np.int64] = candidates[np.argsort(flat[candidates], kind="stable")][::-1][:count]
    return order.astype(np.int64)


def sample(logits: Array, temperature: float, count: int, generator: np.random.Generator) -> int:
    """Return an index, drawn with the probabilities of softmax(logits / temperature).

    Args:
        logits: a vector.
        temperature: 0 takes the largest logit, the first of several.
        count: only so many of the largest logits take part; 0 or less is all of them.
        generator: gives one number for each call, but for temperature 0.

    Raises:
        InvalidError: the logits are empty, or have no largest number, or the temperature is no number from 0 on.
    """
    scores = logits.astype(np.float64)
    best = float(scores.max()) if scores.size else np.nan
    if np.isnan(best) or best == -np.inf:
        raise InvalidError("the logits have no largest number", actual="NaN" if scores.size else "no logits")
    if not temperature >= 0:
        raise InvalidError("the temperature is no number from 0 on", actual=temperature)
    if temperature == 0:
        return int(scores.argmax())
    chosen: Any = top_k(scores, count) if 0 < count < scores.size else slice(None)
    weights = _weights(scores[chosen], best, temperature)
    cumulated = np.cumsum(weights)
    drawn = int(np.searchsorted(cumulated, generator.random() * cumulated[-1], side="right"))
    last = int(np.flatnonzero(weights)[-1])  # rounding must not draw what has no weight
    index = min(drawn, last)
    return index if isinstance(chosen, slice) else int(chosen[index])


def _weights(scores: Array, best: float, temperature: float) -> Array:
    """Return weights in proportion to the probabilities; infinite logits share all of it."""
    if best == np.inf:
        same: Array = (scores == best).astype(np.float64)
        return same
    with np.errstate(over="ignore"):
        weights: Array = np.exp((scores - best) / temperature)
    return weights


#: Small values are not estimated: neither side of an operation can make much of them.
_SMALL_ELEMENTS = 1024
#: Kinds of numbers that have no infinity, so that nothing can be divided by their 0.
_WHOLE = "biu"


def _divided(left: Any, right: Any) -> Any:
    """Return left / right; InvalidError for integers and a 0."""
    if _is_whole(left) and _is_whole(right) and not np.all(right):
        raise InvalidError("an integer is divided by 0", hint="floats give inf")
    return np.divide(left, right)


def _is_whole(value: Any) -> bool:
    return np.asarray(value).dtype.kind in _WHOLE


_FUNCTIONS: dict[str, Callable[[Any], Any]] = {
    "softmax": probabilities,
    "sqrt": np.sqrt,
    "abs": np.abs,
    "neg": np.negative,
    "exp": np.exp,
    "reciprocal": lambda value: _divided(1, value),
}
_ARITHMETIC: dict[str, Callable[[Any, Any], Any]] = {
    "add": np.add,
    "sub": np.subtract,
    "mul": np.multiply,
    "div": _divided,
    "pow": np.power,
    "max": np.maximum,
    "min": np.minimum,
}
_COMPARISONS: dict[str, Callable[[Any, Any], Any]] = {
    "eq": operator.eq,
    "ne": operator.ne,
    "gt": operator.gt,
    "lt": operator.lt,
}


@computing("math_unary", operation=choice("unary_operation", _FUNCTIONS))
def _unary(machine: Machine, operands: Operands) -> Any:
    array = numeric_array(machine.read(operands["source"]), "the source")
    return machine.meter.call(3 * array.size * max(array.dtype.itemsize, 8), operands["operation"], array)


#: Numbers of Python take the type of the tensor that they meet, as in NumPy.
_SCALARS = frozenset({bool, int, float, np.bool_, np.int64, np.float64, np.float32})


def _add_handler(
    opcode: str, enum: str, functions: Mapping[str, Callable[[Any, Any], Any]], is_plain: Callable[[Any, Any], bool]
) -> None:
    """Register what computes with two operands; is_plain: whether they are given to the function as they are."""

    @handler(opcode)
    def bound(machine: Machine, operands: Operands) -> MachineStep:
        compute = choice_of(enum, operands["operation"], functions)
        left, right, out = operands["left"], operands["right"], operands["out"]
        read, write = machine.read, machine.write

        def step() -> None:
            a, b = read(left), read(right)
            write(out, compute(a, b) if is_plain(a, b) else _of_tensors(machine, compute, a, b))

        return step


_add_handler("math_binary", "binary_operation", _ARITHMETIC, lambda a, b: type(a) in _SCALARS and type(b) in _SCALARS)
_add_handler("logic_compare", "comparison", _COMPARISONS, lambda a, b: np.ndarray not in {type(a), type(b)})


def _of_tensors(machine: Machine, compute: Callable[[Any, Any], Any], a: Any, b: Any) -> Any:
    """Return what two operands give of which one at least is no scalar."""
    sides = ((a, "the left side"), (b, "the right side"))
    a, b = (each if type(each) in _SCALARS else numeric_array(each, what) for each, what in sides)
    return machine.meter.call(_extent(a, b), compute, a, b)


def _extent(a: Any, b: Any) -> int:
    """Return the bytes of what two operands give together, which may be far more than either of them; 0
    for little ones.
    """
    if type(a) in _SCALARS or type(b) in _SCALARS:
        return 16 * getattr(a, "size", 1) * getattr(b, "size", 1)
    if a.size * b.size <= _SMALL_ELEMENTS:
        return 0
    return 16 * math.prod(np.broadcast_shapes(a.shape, b.shape))


@computing("math_aggregate", operation=one_word("aggregation", "argmax"))
def _aggregate(machine: Machine, operands: Operands) -> Any:
    array = numeric_array(machine.read(operands["source"]), "the source")
    if not array.ndim or not array.shape[-1]:
        raise InvalidError("argmax needs elements along a last axis", actual=described(array))
    return machine.meter.call(array.nbytes, lambda: array.argmax(axis=-1))


#: Most axes of an array of NumPy.
_MAX_RANK = 64
#: The element types of TENSOR_CREATE; any other number means the first one.
_DTYPES: dict[str, np.dtype[Any]] = {"float32": np.dtype(np.float32), "int64": np.dtype(np.int64)}


def _values(machine: Machine, value: Any, dtype: np.dtype[Any]) -> Array:
    array = numeric_array(value, "the source")
    return machine.meter.call(array.size * dtype.itemsize, array.astype, dtype).reshape(1, -1)


def _arange(machine: Machine, value: Any, dtype: np.dtype[Any]) -> Array:
    stop = number_of(value, "the length")
    if not math.isfinite(stop):
        raise InvalidError("the length is no finite number", actual=stop)
    wanted = max(math.ceil(stop), 0) * max(dtype.itemsize, 8)
    return machine.meter.call(wanted, lambda: np.arange(stop, dtype=dtype)).reshape(1, -1)


def _filled(fill: Callable[..., Array], machine: Machine, value: Any, dtype: np.dtype[Any]) -> Array:
    sizes = numeric_array(value, "the shape").reshape(-1)
    if sizes.size > _MAX_RANK or not (sizes.dtype.kind in "iu" or not sizes.size):
        raise InvalidError("the shape is no list of sizes", actual=described(value))
    shape = tuple(map(int, sizes))
    if min(shape, default=0) < 0:
        raise InvalidError("the shape has a negative size", actual=list(shape))
    return machine.meter.call(math.prod(shape) * dtype.itemsize, fill, shape, dtype)


_CREATIONS: dict[str, Callable[[Machine, Any, np.dtype[Any]], Array]] = {
    "values": _values,
    "arange": _arange,
    "ones": partial(_filled, np.ones),
    "zeros": partial(_filled, np.zeros),
}


@computing("tensor_create", kind=choice("creation", _CREATIONS))
def _create(machine: Machine, operands: Operands) -> Array:
    dtype = _DTYPES.get(ENUM_WORDS["dtype"].get(operands["dtype"], ""), _DTYPES["float32"])
    created: Array = operands["kind"](machine, machine.read(operands["source"]), dtype)
    return created


def _pad(machine: Machine, array: Array, width: Any, value: Any) -> Array:
    added = integer_of(width, "the width")
    if not array.ndim or added < 0:
        reason = "a scalar cannot be padded" if not array.ndim else "the width is negative"
        raise InvalidError(reason, actual=added)
    wanted = math.prod(array.shape[:-1]) * (array.shape[-1] + added) * array.dtype.itemsize
    widths = [(0, 0)] * (array.ndim - 1) + [(added, 0)]
    filler = number_of(value, "what it is padded with")
    return machine.meter.call(wanted, lambda: np.pad(array, widths, constant_values=filler))


def _unsqueeze(_machine: Machine, array: Array, dim: Any) -> Array:
    axis = integer_of(dim, "the axis")
    if array.ndim >= _MAX_RANK:
        raise LimitError("the tensor has too many axes", expected=f"at most {_MAX_RANK}", actual=array.ndim + 1)
    if not -array.ndim - 1 <= axis <= array.ndim:
        expected = f"{-array.ndim - 1} to {array.ndim}"
        raise InvalidError(f"no axis can be put at {axis}", expected=expected, actual=described(array))
    return np.expand_dims(array, axis)


def _squeeze(_machine: Machine, array: Array, dim: Any) -> Array:
    axis = integer_of(dim, "the axis")
    if not -array.ndim <= axis < array.ndim:
        raise InvalidError(f"there is no axis {axis}", expected=f"one of {array.ndim}", actual=described(array))
    if array.shape[axis] != 1:
        raise InvalidError(f"axis {axis} cannot be removed", expected="size 1", actual=described(array))
    return array.squeeze(axis)


_MANIPULATIONS: dict[str, Callable[..., Array]] = {"pad": _pad, "unsqueeze": _unsqueeze, "squeeze": _squeeze}


@computing("tensor_manipulate", operation=choice("manipulation", _MANIPULATIONS))
def _manipulate(machine: Machine, operands: Operands) -> Array:
    array = numeric_array(machine.read(operands["tensor"]), "what is changed")
    further = (machine.read(operands[name]) for name in ("width", "value", "dim") if name in operands)
    changed: Array = operands["operation"](machine, array, *further)
    return changed


@computing("tensor_combine", operation=one_word("combination", "concat"))
def _combine(machine: Machine, operands: Operands) -> Array:
    arrays = [numeric_array(machine.read(slot), "what is joined") for slot in operands["tensors"]]
    axis = integer_of(machine.read(operands["axis"]), "the axis")
    if not arrays:
        raise InvalidError("there is nothing to join")
    wanted = sum(array.size for array in arrays) * max(8, *(array.dtype.itemsize for array in arrays))
    return machine.meter.call(wanted, lambda: np.concatenate(arrays, axis=axis))


def _shape(value: Any, _axis: Any) -> tuple[int, ...]:
    return numeric_array(value, "the source").shape


def _size(value: Any, axis: Any) -> int:
    shape = numeric_array(value, "the source").shape
    index = integer_of(axis, "the axis")
    if not -len(shape) <= index < len(shape):
        raise InvalidError(f"there is no axis {index}", actual=f"shape {list(shape)}")
    size: int = shape[index]
    return size


def _item(value: Any, _axis: Any) -> Any:
    array = numeric_array(value, "the source")
    if array.size != 1:
        raise InvalidError("there is not one element", actual=described(value))
    return array.item()


@computing("tensor_info", property=choice("tensor_property", {"shape": _shape, "size": _size, "item": _item}))
def _info(machine: Machine, operands: Operands) -> Any:
    value, axis = machine.read(operands["tensor"]), operands.get("axis")
    return operands["property"](value, None if axis is None else machine.read(axis))


@computing("tensor_extract")
def _extract(machine: Machine, operands: Operands) -> Any:
    array = numeric_array(machine.read(operands["tensor"]), "the source")
    if not 1 <= array.ndim <= 3:
        raise InvalidError("a part is taken of 1 to 3 axes", actual=described(array))
    if array.ndim > 1:
        if not len(array):
            raise InvalidError("there is no first element", actual=described(array))
        array = array[0]
    position = integer_of(machine.read(operands["index"]), "the index")
    if not -len(array) <= position < len(array):
        raise InvalidError(f"there is no element {position}", expected=f"one of {len(array):,}")
    part = array[position]
    return part.copy() if isinstance(part, np.ndarray) else part  # a view would hold all of it


@acting("analysis_top_k")
def _top_k(machine: Machine, operands: Operands) -> None:
    flat = numeric_array(machine.read(operands["source"]), "the source").reshape(-1)
    wanted = integer_of(machine.read(operands["count"]), "the number of elements")
    if wanted < 0:
        raise InvalidError("the number of elements is negative", actual=wanted)
    found = machine.meter.call(4 * flat.size * max(flat.dtype.itemsize, 8), top_k, flat, wanted)
    machine.write(operands["indices"], found)
    machine.write(operands["elements"], flat[found])


@computing("analysis_sample")
def _sample(machine: Machine, operands: Operands) -> int:
    array = numeric_array(machine.read(operands["logits"]), "the logits")
    if array.ndim and array.size != array.shape[-1]:
        raise InvalidError("the logits are those of several positions", actual=described(array))
    heat = number_of(machine.read(operands["temperature"]), "the temperature")
    largest = integer_of(machine.read(operands["top_k"]), "the number of logits")
    return machine.meter.call(6 * array.size * 8, sample, array.reshape(-1), heat, largest, machine.generator)
