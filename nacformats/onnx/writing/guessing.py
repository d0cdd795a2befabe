"""Types of the inputs of a NAC file that does not declare them, inferred from their first users.

The public compiler writes neither types nor shapes. A convolution fixes the type of its input, its rank and its
channels; a linear layer leaves the rank open, so that several shapes are tried.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from itertools import islice, product
from typing import Any

import numpy as np

from nacformats.codec.columns.arrays import Array
from nacformats.errors import FormatError, InvalidError
from nacformats.graph.graph import Dim, Graph, Input, Operation, Ref, ValueType, Weight
from nacformats.ops.names import ATEN
from nacformats.ops.table import operators
from nacformats.runtime.observe import Observed, observe

#: Combinations of shapes that are tried at most, and for how many values in all tries together.
MAX_TRIES = 12
MAX_TRIED_VALUES = 100_000
#: An error names this many inputs.
SHOWN_INPUTS = 10
#: Shapes before they have names for open sizes: None.
_Shape = tuple[int | None, ...]
_Candidates = tuple[np.dtype[Any], list[_Shape]]


def observed_or_guessed(graph: Graph, inputs: Any = None) -> tuple[Graph, list[Observed]]:
    """Observe a graph whose inputs of unknown types get the first ones with which it can be run.

    Raises:
        FormatError: there are no such types, or the run with the given inputs fails.
    """
    unknown = [value for value in graph.every(Input) if not value.lifted and not _is_known(value.type)]
    if inputs is not None or not unknown:
        return graph, observe(graph, inputs)
    found = _candidates(graph, {value.index for value in unknown})
    missing = [value for value in unknown if value.index not in found]
    if missing:
        raise _unknown(graph, missing)
    failure: FormatError | None = None
    dtypes = [found[value.index][0] for value in unknown]
    tries = min(MAX_TRIES, MAX_TRIED_VALUES // len(graph.values) + 1)
    for shapes in islice(product(*(found[value.index][1] for value in unknown)), tries):
        typed = _typed(graph, unknown, dtypes, shapes)
        try:
            return typed, observe(typed)
        except FormatError as error:
            failure = failure or error
    raise _unknown(graph, unknown, f"; what they might be cannot be run: {failure}") from failure


def _is_known(declared: ValueType) -> bool:
    return declared.dtype is not None and declared.shape is not None


def _unknown(graph: Graph, values: Sequence[Input], tried: str = ", and their users do not tell") -> InvalidError:
    shown = [repr(value.name) if value.name else f"{graph.unit} {value.index}" for value in values[:SHOWN_INPUTS]]
    names = ", ".join(shown) + (f" and {len(values) - len(shown)} more" if len(values) > len(shown) else "")
    return InvalidError(
        f"the file does not say what these inputs are: {names}{tried}",
        format=graph.format,
        path="inputs",
        hint="give examples (--inputs example.npz)",
    )


def _typed(graph: Graph, values: Sequence[Input], dtypes: Sequence[np.dtype[Any]], shapes: Sequence[_Shape]) -> Graph:
    """Return the graph with the types of its inputs; open sizes are named after input and axis."""
    new = list(graph.values)
    position = {value.index: place for place, value in enumerate(v for v in graph.every(Input) if not v.lifted)}
    for value, dtype, shape in zip(values, dtypes, shapes, strict=True):
        name = value.name or f"in{position[value.index]}"
        dims: tuple[Dim, ...] = tuple(f"{name}_{axis}" if size is None else size for axis, size in enumerate(shape))
        new[value.index] = replace(value, type=ValueType(dtype, dims))
    return Graph(graph.format, graph.unit, new, graph.outputs, graph.output_names)


def _candidates(graph: Graph, wanted: Collection[int]) -> dict[int, _Candidates]:
    """Return the types that the first telling user implies for each of the values."""
    found: dict[int, _Candidates] = {}
    for operation in graph.every(Operation):
        for name, argument in operation.attributes.items():
            if isinstance(argument, Ref) and argument.index in wanted and argument.index not in found:
                implied = _implied(graph, operation, name)
                found |= {} if implied is None else {argument.index: implied}
    return found


def _implied(graph: Graph, operation: Operation, name: str) -> _Candidates | None:
    """Return the element type and the shapes that an operation implies for one of its operands."""
    row, place = operators().get(operation.operator), (operation.operator, name)
    kind = row.kind if row is not None and row.parameters and row.parameters[0].name == name else ""
    if place == (ATEN.embedding.default, "indices"):
        return np.dtype(np.int64), [(None, None), (None,), (None, None, None)]
    if kind == "normalization":
        return _normalized(graph, operation)
    weight = _weight(graph, operation, _TOLD_BY.get(place, "weight"))
    if weight is None:
        return None
    if kind == "convolution":
        return weight.dtype, [_image(weight, operation)]
    if operation.operator in _ARITHMETIC and weight.ndim:
        return weight.dtype, [(None, *weight.shape), weight.shape]
    if operation.operator in _PRODUCTS and place in _TOLD_BY and weight.ndim == 2:
        size = weight.shape[1 if operation.operator == ATEN.linear.default else 0]
        return weight.dtype, [(*(None,) * rank, size) for rank in _PRODUCTS[operation.operator]]
    return None


def _weight(graph: Graph, operation: Operation, parameter: str) -> Array | None:
    argument = operation.attributes.get(parameter)
    value = graph.values[argument.index] if isinstance(argument, Ref) else None
    return value.load() if isinstance(value, Weight) and value.load is not None else None


def _image(weight: Array, operation: Operation) -> _Shape:
    transposed = "transpose" in operation.operator or operation.attributes.get("transposed") is True
    channels = weight.shape[0] if transposed else weight.shape[1] * operation.attributes.get("groups", 1)
    return None, channels, *(None,) * (weight.ndim - 2)


def _normalized(graph: Graph, operation: Operation) -> _Candidates | None:
    """Return the sizes of the last dimensions, or the channels."""
    shape, weight = operation.attributes.get("normalized_shape"), _weight(graph, operation, "weight")
    if shape is not None and all(isinstance(size, int) for size in shape):
        return np.dtype(np.float32) if weight is None else weight.dtype, [(None, None, *shape), (None, *shape)]
    weight = _weight(graph, operation, "running_mean") if weight is None else weight
    if shape is not None or weight is None:
        return None
    return weight.dtype, [(None, weight.shape[0], None, None), (None, weight.shape[0]), (None, weight.shape[0], None)]


_ARITHMETIC = (ATEN.add.Tensor, ATEN.sub.Tensor, ATEN.mul.Tensor, ATEN.div.Tensor)
#: Products with a weight, and how many dimensions before the last one their other operand may have.
_PRODUCTS = {ATEN.linear.default: (1, 2, 3), ATEN.matmul.default: (1, 2, 3), ATEN.mm.default: (1,)}
_PRODUCTS[ATEN.addmm.default] = (1,)
#: The operand that tells what another one is, if it is a weight.
_TOLD_BY = {(ATEN.linear.default, "input"): "weight", (ATEN.matmul.default, "self"): "other"}
_TOLD_BY |= {(ATEN.mm.default, "self"): "mat2", (ATEN.addmm.default, "mat1"): "mat2"}
_TOLD_BY |= {(name, one): other for name in _ARITHMETIC for one, other in (("self", "other"), ("other", "self"))}
