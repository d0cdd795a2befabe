"""Arithmetic, functions and comparisons of numbers and tensors, as NumPy has them."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from typing import Any

import numpy as np

from nacformats.errors import InvalidError
from nacformats.plan import sampling
from nacformats.plan.machine.state import Machine, MachineStep, Operands, choice_of, handler
from nacformats.plan.machine.values import described, numeric_array

#: Small values are not estimated: neither side of an operation can make much of them.
_SMALL_ELEMENTS = 1024
#: Kinds of numbers that have no infinity, so that nothing can be divided by their 0.
_WHOLE = "biu"


def _divided(left: Any, right: Any) -> Any:
    """left / right; InvalidError for integers and a 0."""
    if _is_whole(left) and _is_whole(right) and not np.all(right):
        raise InvalidError("an integer is divided by 0", hint="floats give inf")
    return np.divide(left, right)


def _is_whole(value: Any) -> bool:
    return np.asarray(value).dtype.kind in _WHOLE


_FUNCTIONS: dict[str, Callable[[Any], Any]] = {
    "softmax": sampling.probabilities,
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


@handler("math_unary")
def _unary(machine: Machine, operands: Operands) -> MachineStep:
    compute = choice_of("unary_operation", operands["operation"], _FUNCTIONS)
    source, out = operands["source"], operands["out"]

    def step() -> None:
        array = numeric_array(machine.read(source), "the source")
        wanted = 3 * array.size * max(array.dtype.itemsize, 8)
        machine.write(out, machine.meter.call(wanted, compute, array))

    return step


@handler("math_binary")
def _binary(machine: Machine, operands: Operands) -> MachineStep:
    compute = choice_of("binary_operation", operands["operation"], _ARITHMETIC)
    left, right, out = operands["left"], operands["right"], operands["out"]
    read, write = machine.read, machine.write

    def step() -> None:
        a, b = read(left), read(right)
        if type(a) not in _SCALARS or type(b) not in _SCALARS:
            a, b = _operand(a, "the left side"), _operand(b, "the right side")
            write(out, machine.meter.call(_extent(a, b), compute, a, b))
            return
        write(out, compute(a, b))

    return step


#: Numbers of Python take the type of the tensor that they meet, as in NumPy.
_SCALARS = frozenset({bool, int, float, np.bool_, np.int64, np.float64, np.float32})


def _operand(value: Any, what: str) -> Any:
    return value if type(value) in _SCALARS else numeric_array(value, what)


@handler("math_aggregate")
def _aggregate(machine: Machine, operands: Operands) -> MachineStep:
    choice_of("aggregation", operands["operation"], {"argmax": None})
    source, out = operands["source"], operands["out"]

    def step() -> None:
        array = numeric_array(machine.read(source), "the source")
        if not array.ndim or not array.shape[-1]:
            raise InvalidError("argmax needs elements along a last axis", actual=described(array))
        machine.write(out, machine.meter.call(array.nbytes, lambda: array.argmax(axis=-1)))

    return step


@handler("logic_compare")
def _compare(machine: Machine, operands: Operands) -> MachineStep:
    relate = choice_of("comparison", operands["operation"], _COMPARISONS)
    left, right, out = operands["left"], operands["right"], operands["out"]
    read, write = machine.read, machine.write

    def step() -> None:
        a, b = read(left), read(right)
        if isinstance(a, np.ndarray) or isinstance(b, np.ndarray):
            a, b = _operand(a, "the left side"), _operand(b, "the right side")
            write(out, machine.meter.call(_extent(a, b), relate, a, b))
            return
        write(out, relate(a, b))

    return step


def _extent(a: Any, b: Any) -> int:
    """Bytes of what two operands give together, which may be far more than either of them; 0 for little ones."""
    if type(a) in _SCALARS or type(b) in _SCALARS:
        return 16 * getattr(a, "size", 1) * getattr(b, "size", 1)
    if a.size * b.size <= _SMALL_ELEMENTS:
        return 0
    return 16 * math.prod(np.broadcast_shapes(a.shape, b.shape))
