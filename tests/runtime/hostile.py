"""Hostile arguments for the operators of PyTorch: calls that work, damaged, and calls that only fit the schema."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from nacformats.ops.dtypes import DTYPES
from nacformats.ops.schemas import KERNELS, Kernel, KernelParameter
from tests.kernels import layer_cases, tensor_cases

INTS = [0, 1, 2, 3, -1, -2, 7, 64, -100, 1000, 1 << 20, *(1 << bits for bits in (31, 32, 33, 62)), (1 << 63) - 1]
INTS += [-(1 << 63), -(1 << 31)]
FLOATS = [0.0, -0.0, 1.0, -1.0, 0.5, 2.5, 1e-45, 1e-30, 1e30, 3e38, -3e38, 1e300, 1e-300, math.inf, -math.inf, math.nan]
TEXTS = [
    *("", "none", "mean", "sum", "prod", "amax", "amin", "tanh", "floor", "trunc", "left", "right", "ij", "xy", "same"),
    *("valid", "reflect", "replicate", "circular", "constant", "fro", "nuc", "linear", "ij,jk->ik", "...i,i", "q\x1b"),
]
SHAPES: list[tuple[int, ...]] = [(), (0,), (1,), (3,), (33,), (2, 3), (1, 3), (2, 0), (0, 3), (4, 4), (2, 257)]
SHAPES += [(2, 1, 3), (1, 4, 2, 2), (1, 2, 3, 4, 5)]
TYPES = [*DTYPES.values()]
#: What the calls that work are made in: half of them in the type that they were written for.
FLOAT_TYPES = [*[DTYPES["float32"]] * 3, *(DTYPES[name] for name in ("float16", "bfloat16", "float64"))]

#: A call: positional arguments and those with a name; tensors are arrays.
Call = tuple[list[Any], dict[str, Any]]


@cache
def calls_that_work() -> dict[str, list[Call]]:
    """By operator."""
    calls: dict[str, list[Call]] = {}
    for case in tensor_cases.CASES:
        calls.setdefault(case.name, []).append((list(case.args), dict(case.kwargs)))
    for layer in layer_cases.CASES:
        args, kwargs = layer.arguments()
        calls.setdefault(layer.name, []).append((list(args), dict(kwargs)))
    return calls


@cache
def _by_function() -> dict[Any, list[str]]:
    """The names of one kernel: an in-place form wraps the function of the other form."""
    names: dict[Any, list[str]] = {}
    for name, kernel in KERNELS.items():
        names.setdefault(getattr(kernel.function, "__wrapped__", kernel.function), []).append(name)
    return names


def _synonyms(name: str) -> list[str]:
    """An operator, and those that take the same arguments."""
    kernel = KERNELS.get(name) or KERNELS.get(name.replace("_.", "."))
    return [name] if kernel is None else _by_function()[getattr(kernel.function, "__wrapped__", kernel.function)]


class Hostile:
    """The arguments of calls of one operator, one call after the other; the same ones for the same seed."""

    def __init__(self, kernel: Kernel, seed: str) -> None:
        self.kernel = kernel
        self.random = random.Random(seed)
        self.numbers = np.random.default_rng(self.random.getrandbits(32))
        self.known = [call for name in _synonyms(kernel.name) for call in calls_that_work().get(name, ())]

    def call(self) -> Call:
        if self.random.random() < 0.1:
            return self._of_edges()
        if self.known and self.random.random() < 0.8:
            positional, named = self.random.choice(self.known)
            dtype = self.random.choice(FLOAT_TYPES)
            return self._damaged(
                self._of_type(list(positional), dtype),
                {name: self._of_type(value, dtype) for name, value in named.items()},
            )
        return self._of_schema()

    def _of_type(self, value: Any, dtype: Any) -> Any:
        """All floats of a call in one type: half precision has kernels of its own."""
        if isinstance(value, list | tuple):
            return [self._of_type(item, dtype) for item in value]
        return self._cast(value, dtype) if isinstance(value, np.ndarray) and value.dtype == np.float32 else value

    def _of_edges(self) -> Call:
        """Each edge of an integer type with each other, 0 left out where it would be refused as a divisor."""
        dtype = self.random.choice([each for each in TYPES if each.kind in "iu"])
        least, most = np.iinfo(dtype).min, np.iinfo(dtype).max
        edges = np.array([least, least + 1, most, 1, 2, 0], dtype) - (least < 0) * np.array([0, 0, 0, 2, 0, 0], dtype)
        divisors = edges[edges != 0] if self.random.random() < 0.8 else edges
        pairs = [np.tile(np.repeat(edges, len(divisors)), 9), np.tile(divisors, 9 * len(edges))]
        positional, named = self._of_schema()
        places = [place for place, value in enumerate(positional) if isinstance(value, np.ndarray)]
        for place in places:
            positional[place] = pairs[place != places[0]]
        return positional, named

    def _of_schema(self) -> Call:
        positional, named = [], {}
        for parameter in self.kernel.parameters or ():
            if parameter.required or self.random.random() < 0.4:
                if parameter.keyword_only:
                    named[parameter.name] = self._value(parameter)
                else:
                    positional.append(self._value(parameter))
            elif not parameter.keyword_only:
                break
        return positional, named

    def _value(self, parameter: KernelParameter) -> Any:
        if parameter.optional and self.random.random() < 0.3:
            return None
        if parameter.is_list:
            return [self._item(parameter.kind) for _ in range(self.random.randrange(5))]
        return self._item(parameter.kind)

    def _item(self, kind: str) -> Any:
        match kind:
            case "Tensor":
                return self.array()
            case "int":
                return self.random.choice(INTS)
            case "Scalar":
                return self.random.choice([*INTS, *FLOATS, True, 1j])
            case "float":
                return self.random.choice(FLOATS)
            case "bool":
                return self.random.random() < 0.5
            case "str":
                return self.random.choice(TEXTS)
            case "dtype":
                return self.random.choice([*DTYPES])
        return None

    def array(self, shape: tuple[int, ...] | None = None, dtype: Any = None) -> Any:
        """An array whose elements are numbers of small sizes, or of any."""
        shape = self.random.choice(SHAPES) if shape is None else shape
        dtype = self.random.choice(TYPES) if dtype is None else np.dtype(dtype)
        choice = self.random.random()
        if choice < 0.5:
            return self._cast(self.numbers.integers(-3, 6, shape), dtype)
        if choice < 0.7:
            return self._cast(self.numbers.standard_normal(shape), dtype)
        return self._extreme(np.empty(shape, dtype))

    def _cast(self, array: Any, dtype: Any) -> Any:
        with np.errstate(all="ignore"):
            return np.asarray(array).astype(dtype)

    def _extreme(self, array: Any) -> Any:
        """The array with all elements replaced by extremes."""
        drawn: list[Any] = self.random.choices(INTS if array.dtype.kind in "iub" else FLOATS, k=max(array.size, 1))
        if array.dtype.kind in "iu":
            bits = 8 * array.dtype.itemsize
            edge = [0, 1, -1, 2, (1 << (bits - 1)) - 1, -(1 << (bits - 1)), *INTS]
            wrapped = [self.random.choice(edge) % (1 << bits) for _ in drawn]
            return np.array(wrapped, f"u{array.dtype.itemsize}").view(array.dtype)[: array.size].reshape(array.shape)
        return self._cast(np.array(drawn, np.float64)[: array.size].reshape(array.shape), array.dtype)

    # damage

    def _damaged(self, positional: list[Any], named: dict[str, Any]) -> Call:
        for _ in range(self.random.choice([0, 1, 1, 1, 2, 3])):
            places: list[Any] = [*range(len(positional)), *named]
            if not places:
                break
            place = self.random.choice(places)
            container: Any = positional if isinstance(place, int) else named
            container[place] = self._changed(container[place])
        if positional and self.random.random() < 0.1:
            positional.pop()
        return self._completed(positional), named

    def _completed(self, positional: list[Any]) -> list[Any]:
        """The arguments, and sometimes those that the case left to their defaults."""
        for parameter in (self.kernel.parameters or ())[len(positional) :]:
            if parameter.keyword_only or self.random.random() < 0.7:
                break
            positional.append(self._value(parameter))
        return positional

    def _changed(self, value: Any) -> Any:
        match value:
            case np.ndarray() | np.generic():
                return self.random.choice(ARRAY_DAMAGE)(self, np.asarray(value))
            case bool():
                return not value
            case int():
                return self.random.choice([*INTS, value + 1, value - 1, -value])
            case float():
                return self.random.choice([*FLOATS, -value, value * 1e6])
            case list() | tuple():
                return self._changed_list(list(value))
            case str():
                return self.random.choice([*TEXTS, *DTYPES])
            case None:
                return self.random.choice([None, 0, 1, -1, self.array(), [1 << 62]])
        return value

    def _changed_list(self, items: list[Any]) -> list[Any]:
        if not items or self.random.random() < 0.1:
            return self.random.choice([[], [0], [1, 2], [-1, -1, -1], [1 << 62, 1 << 62]])
        place = self.random.randrange(len(items))
        match self.random.randrange(6):
            case 0:
                return items[:place] + items[place + 1 :]
            case 1:
                return [*items, items[place]]
            case 2:
                return [self._changed(item) for item in items]
        items[place] = self._changed(items[place])
        return items

    def _sizes(self, array: Any) -> list[Any]:
        shape = list(array.shape)
        if not shape:
            return [self.random.choice([0, 1, 2])]
        axis = self.random.randrange(len(shape))
        match self.random.randrange(6):
            case 0:
                shape[axis] = 0
            case 1:
                shape[axis] += 1
            case 2:
                shape[axis] = self.random.choice([1, 2, 33, 130])
            case 3:
                shape.insert(axis, self.random.choice([1, 2]))
            case 4:
                del shape[axis]
            case 5:
                shape = []
        return shape

    def reshaped(self, array: Any) -> Any:
        shape = self._sizes(array)
        if math.prod(shape) > 1 << 20:
            return array
        return np.resize(array, shape) if array.size else np.zeros(shape, array.dtype)

    def of_another_type(self, array: Any) -> Any:
        return self._cast(array, self.random.choice(TYPES))

    def extreme(self, array: Any) -> Any:
        return self._extreme(array)

    def one_extreme(self, array: Any) -> Any:
        if not array.size:
            return array
        array = np.array(array)
        array.reshape(-1)[self.random.randrange(array.size)] = self._extreme(array.reshape(-1)[:1].copy())[0]
        return array

    def reversed_axes(self, array: Any) -> Any:
        return np.ascontiguousarray(array.T).T

    def stepped(self, array: Any) -> Any:
        return np.repeat(array, 2, axis=-1)[..., ::2] if array.ndim else array

    def broadcast(self, array: Any) -> Any:
        """The first entry of an axis in place of all, in the same memory."""
        axis = self.random.randrange(array.ndim) if array.ndim and array.size else None
        return array if axis is None else np.broadcast_to(np.take(array, [0], axis), array.shape)

    def other(self, _array: Any) -> Any:
        return self.array()


ARRAY_DAMAGE: list[Callable[[Hostile, Any], Any]] = [
    Hostile.reshaped,
    Hostile.reshaped,
    Hostile.of_another_type,
    Hostile.extreme,
    Hostile.one_extreme,
    Hostile.one_extreme,
    Hostile.reversed_axes,
    Hostile.stepped,
    Hostile.broadcast,
    Hostile.other,
]
