"""Instructions on tensors. What they allocate is asked of the budget first."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from nacformats.codec.columns.arrays import Array
from nacformats.errors import InvalidError, LimitError
from nacformats.formats.mep.opcodes import ENUM_WORDS
from nacformats.plan import sampling
from nacformats.plan.machine.state import Machine, MachineStep, Operands, choice_of, handler
from nacformats.plan.machine.values import described, integer_of, number_of, numeric_array

#: Most axes of an array of NumPy.
_MAX_RANK = 64
#: The element types of TENSOR_CREATE; any other number means the first one.
_DTYPES: dict[str, np.dtype[Any]] = {"float32": np.dtype(np.float32), "int64": np.dtype(np.int64)}


@handler("tensor_create")
def _create(machine: Machine, operands: Operands) -> MachineStep:
    dtype = _DTYPES.get(ENUM_WORDS["dtype"].get(operands["dtype"], ""), _DTYPES["float32"])
    make = choice_of("creation", operands["kind"], _CREATIONS)
    source, out = operands["source"], operands["out"]
    return machine.storing(out, lambda: make(machine, machine.read(source), dtype))


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


@handler("tensor_manipulate")
def _manipulate(machine: Machine, operands: Operands) -> MachineStep:
    change = choice_of("manipulation", operands["operation"], _MANIPULATIONS)
    tensor, out = operands["tensor"], operands["out"]
    further = [operands[name] for name in ("width", "value", "dim") if name in operands]

    def step() -> None:
        array = numeric_array(machine.read(tensor), "what is changed")
        machine.write(out, change(machine, array, *map(machine.read, further)))

    return step


def _pad(machine: Machine, array: Array, width: Any, value: Any) -> Array:
    added = integer_of(width, "the width")
    if not array.ndim or added < 0:
        reason = "a scalar cannot be padded" if not array.ndim else "the width is negative"
        raise InvalidError(reason, actual=added)
    wanted = math.prod(array.shape[:-1]) * (array.shape[-1] + added) * array.dtype.itemsize
    return machine.meter.call(wanted, _padded, array, added, number_of(value, "what it is padded with"))


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


def _padded(array: Array, width: int, filler: float) -> Array:
    """Return the array with so many elements in front along the last axis."""
    padded = np.empty((*array.shape[:-1], array.shape[-1] + width), array.dtype)
    padded[..., :width] = filler
    padded[..., width:] = array
    return padded


@handler("tensor_combine")
def _combine(machine: Machine, operands: Operands) -> MachineStep:
    choice_of("combination", operands["operation"], {"concat": None})
    tensors, axis, out = operands["tensors"], operands["axis"], operands["out"]

    def step() -> None:
        arrays = [numeric_array(machine.read(slot), "what is joined") for slot in tensors]
        along = integer_of(machine.read(axis), "the axis")
        if not arrays:
            raise InvalidError("there is nothing to join")
        wanted = sum(array.size for array in arrays) * max(8, *(array.dtype.itemsize for array in arrays))
        machine.write(out, machine.meter.call(wanted, lambda: np.concatenate(arrays, axis=along)))

    return step


@handler("tensor_info")
def _info(machine: Machine, operands: Operands) -> MachineStep:
    get = choice_of("tensor_property", operands["property"], {"shape": _shape, "size": _size, "item": _item})
    tensor, out, axis = operands["tensor"], operands["out"], operands.get("axis")

    def step() -> None:
        value = machine.read(tensor)
        machine.write(out, get(value, None if axis is None else machine.read(axis)))

    return step


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


@handler("tensor_extract")
def _extract(machine: Machine, operands: Operands) -> MachineStep:
    tensor, index, out = operands["tensor"], operands["index"], operands["out"]

    def step() -> None:
        array = numeric_array(machine.read(tensor), "the source")
        if not 1 <= array.ndim <= 3:
            raise InvalidError("a part is taken of 1 to 3 axes", actual=described(array))
        if array.ndim > 1:
            array = _first(array)
        position = integer_of(machine.read(index), "the index")
        if not -len(array) <= position < len(array):
            raise InvalidError(f"there is no element {position}", expected=f"one of {len(array):,}")
        part = array[position]
        machine.write(out, part.copy() if isinstance(part, np.ndarray) else part)  # a view would hold all of it

    return step


def _first(array: Array) -> Array:
    if not len(array):
        raise InvalidError("there is no first element", actual=described(array))
    first: Array = array[0]
    return first


@handler("analysis_top_k")
def _top_k(machine: Machine, operands: Operands) -> MachineStep:
    source, count, indices, elements = (operands[name] for name in ("source", "count", "indices", "elements"))

    def step() -> None:
        flat = numeric_array(machine.read(source), "the source").reshape(-1)
        wanted = integer_of(machine.read(count), "the number of elements")
        if wanted < 0:
            raise InvalidError("the number of elements is negative", actual=wanted)
        found = machine.meter.call(4 * flat.size * max(flat.dtype.itemsize, 8), sampling.top_k, flat, wanted)
        machine.write(indices, found)
        machine.write(elements, flat[found])

    return step


@handler("analysis_sample")
def _sample(machine: Machine, operands: Operands) -> MachineStep:
    logits, temperature, count, out = (operands[name] for name in ("logits", "temperature", "top_k", "out"))

    def step() -> None:
        array = numeric_array(machine.read(logits), "the logits")
        if array.ndim and array.size != array.shape[-1]:
            raise InvalidError("the logits are those of several positions", actual=described(array))
        heat = number_of(machine.read(temperature), "the temperature")
        largest = integer_of(machine.read(count), "the number of logits")
        drawing = array.reshape(-1), heat, largest, machine.generator
        machine.write(out, machine.meter.call(6 * array.size * 8, sampling.sample, *drawing))

    return step
