"""What passes have to know of operations and values: arguments by name, constants, which operations may be repeated."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Any

import numpy as np

from nacformats.compiler.passes.rewriting import Rewriter
from nacformats.graph.graph import Array, Graph, Operand, Operation, Ref, ValueType
from nacformats.runtime.engines.numpy_engine import NumpyEngine
from nacformats.runtime.kernels._promotion import category
from nacformats.runtime.operators import KERNELS

#: Operations that draw random numbers, or may do so.
_RANDOM = re.compile(
    r"aten\.(\w*dropout\w*|rand\w*|normal\w*|bernoulli\w*|multinomial|poisson|binomial|geometric\w*|exponential\w*"
    r"|cauchy\w*|log_normal\w*|uniform\w*|rrelu\w*|\w*fractional_max_pool\w*|_standard_gamma|_sample_dirichlet)\..*"
)
_IN_PLACE = re.compile(r"aten\.\w*[a-z0-9]_\..*")
_ENGINE = NumpyEngine()  # importing it fills the table of kernels


@cache
def is_pure(operator: str) -> bool:
    """Whether an operation gives the same result whenever it is applied to the same operands, and does nothing else.

    An operation that the runtime does not know is not trusted to.
    """
    if operator not in KERNELS or _ENGINE.refusal(operator) is not None:
        return False
    return not _RANDOM.fullmatch(operator) and not _IN_PLACE.fullmatch(operator)


def draws_dropout(operation: Operation) -> bool:
    """Whether an attention drops some of its weights."""
    return "attention" in operation.operator and named(operation).get("dropout_p", 0) != 0


def changes_in_place(graph: Graph) -> bool:
    """Whether an operation of the graph changes a tensor: then values are not what their operations say."""
    return any(_is_in_place(value.operator) for value in graph.every(Operation))


@cache
def _is_in_place(operator: str) -> bool:
    return _IN_PLACE.fullmatch(operator) is not None


@cache
def _parameters(operator: str) -> tuple[tuple[str, ...], Mapping[str, Any]]:
    """The names of the positional parameters of an operation, and the defaults of all parameters."""
    kernel = KERNELS.get(operator)
    parameters = () if kernel is None or kernel.parameters is None else kernel.parameters
    positional = tuple(parameter.name for parameter in parameters if not parameter.keyword_only)
    return positional, {parameter.name: parameter.default for parameter in parameters if not parameter.required}


def named(operation: Operation) -> dict[str, Any]:
    """The arguments of an operation by the names of its parameters, with those that it leaves out at their defaults.

    It is empty for operations without a schema, and for more operands than the schema has.
    """
    positional, defaults = _parameters(operation.operator)
    if len(operation.operands) > len(positional):
        return {}
    return {**defaults, **dict(zip(positional, operation.operands, strict=False)), **operation.attributes}


def first(operation: Operation) -> Ref | None:
    """What an operation is applied to: its first operand, when that is a value of the graph."""
    operand = operation.operands[0] if operation.operands else None
    return operand if isinstance(operand, Ref) else None


def same_type(first: ValueType, second: ValueType) -> bool:
    """Whether two tensors are known to have one dtype and one shape, symbolic sizes by their names."""
    return first.dtype is not None and first.dtype == second.dtype and same_shape(first, second)


def same_shape(first: ValueType, second: ValueType) -> bool:
    """Whether two tensors are known to have one shape."""
    return first.shape is not None and first.shape == second.shape and None not in first.shape


def is_float(known: ValueType) -> bool:
    """Whether a tensor is known to hold real floating point numbers."""
    return known.dtype is not None and category(known.dtype) == 2


def is_real(known: ValueType) -> bool:
    """Whether a tensor is known not to hold complex numbers."""
    return known.dtype is not None and category(known.dtype) < 3


def is_integer(known: ValueType) -> bool:
    """Whether a tensor is known to hold integers, bool not being one."""
    return known.dtype is not None and category(known.dtype) == 1


def number(rewriter: Rewriter, operand: Operand) -> bool | int | float | None:
    """The number that an operand is: a constant, or a weight of one element; None for anything else."""
    if isinstance(operand, bool | int | float):
        return operand
    weight = rewriter.weight(operand)
    if weight is None or weight.type.shape is None or any(size != 1 for size in weight.type.shape):
        return None
    array = array_of(rewriter, operand)
    if array is None or (array.dtype.kind not in "biuf" and category(array.dtype) != 2):
        return None
    value: bool | int | float = array.reshape(-1)[0].item()
    return value


def array_of(rewriter: Rewriter, operand: Operand) -> Array | None:
    """The elements of a weight; None for what is not one."""
    weight = rewriter.weight(operand)
    return None if weight is None or weight.load is None else np.asarray(weight.load())
