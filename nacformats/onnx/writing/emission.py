"""Emission of the nodes of an ONNX graph from a resolved graph."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from nacformats.errors import UnsupportedError
from nacformats.graph.graph import (
    NOTHING,
    UNKNOWN,
    Graph,
    GraphValue,
    Input,
    Lost,
    Operation,
    Ref,
    ValueType,
    Weight,
    needed_values,
    refs_of,
)
from nacformats.ops.dtypes import FLOAT32, FLOAT64
from nacformats.ops.kernels.nac import ALWAYS_NUMBER, ON_NUMBERS
from nacformats.ops.names import ATEN
from nacformats.ops.onnx.complex_numbers import Complex, is_complex
from nacformats.ops.onnx.emitter import ELEMENT_TYPES, NUMBER_TYPES, RULES, Emitter, Inexpressible, Symbol
from nacformats.ops.onnx.operators import emit_operator, finished, has_form
from nacformats.ops.schemas import KERNELS

#: What rules raise about arguments that do not fit: such an operation has no form in ONNX.
_REFUSALS = (Inexpressible, TypeError, ValueError, LookupError, AttributeError, ArithmeticError, AssertionError)
#: Arrays of at most so many bytes are part of the model itself, so that sizes in them are seen.
SMALL_WEIGHT = 1024
#: Operations on constants whose results have at most so many elements are computed here where ONNX does not have them.
EVALUATED = 1 << 16


@dataclass
class Emission:
    """The parts of an ONNX graph.

    Attributes:
        graph, types: what is emitted.
        emitter: its nodes and constants.
        inputs: values that the caller gives, by index; `values` has their names and types.
        weights: parameters by name: what gives their arrays.
        values: for each value of the graph a Tensor, a Python number, a tuple of these, or None.
        refusals: why operations have no form in ONNX, by index.
    """

    graph: Graph
    types: Sequence[Any]
    emitter: Emitter = field(default_factory=Emitter)
    inputs: list[int] = field(default_factory=list)
    weights: dict[str, Weight] = field(default_factory=dict)
    values: list[Any] = field(default_factory=list)
    refusals: dict[int, str] = field(default_factory=dict)

    def emitted(self, value: GraphValue, name: str) -> Any:
        """Return the form of a value in ONNX, with that name if it is an input."""
        if isinstance(value, Operation):
            return self._operation(value)
        observed = self.types[value.index]
        if isinstance(value, Lost):
            self.refusals[value.index] = value.reason
        elif isinstance(value, Input) and not outside(value):
            return self._constant(value.default)
        elif outside(value):
            self.inputs.append(value.index)
            return _tensor(name, observed or value.type, value.type)
        elif isinstance(value, Weight):
            return self._weight(value, observed)
        return _placeholder(observed)

    def _constant(self, default: Any) -> Any:
        """Return a lifted constant; a number stays one."""
        if isinstance(default, bool | int | float):
            return default
        return self.emitter.const(np.asarray(default, FLOAT32 if _has_floats(default) else None))

    def _weight(self, value: Weight, observed: Any) -> Any:
        assert value.load is not None
        array = value.load()
        if array.dtype.kind == "c":
            return Complex(self.emitter.const(array.real), self.emitter.const(array.imag))
        if array.dtype not in ELEMENT_TYPES:
            self.refusals[value.index] = f"ONNX has no initializers of type {array.dtype}"
            return _placeholder(observed)
        name = self.emitter.unused_name(value.name or f"weight_{value.index}")
        if array.nbytes <= SMALL_WEIGHT:
            self.emitter.constants[name] = array
        else:
            self.weights[name] = value
        return Symbol(name, array.dtype, array.ndim, array.shape, seen=array.shape)

    def _operation(self, operation: Operation) -> Any:
        observed = self.types[operation.index]
        self.emitter.result = described = _described(observed, operation.type)
        try:
            return finished(self.emitter, self._emitted(operation), described)
        except _REFUSALS as error:
            self.refusals.setdefault(operation.index, str(error))
            return _placeholder(observed)

    def _emitted(self, operation: Operation) -> Any:
        operator = operation.operator
        if operator == "getitem":
            return self._item(*(self._argument(operand) for operand in operation.operands))
        if operator in {"nac.pass", "<OUTPUT>"}:
            items = tuple(self._argument(operand) for operand in operation.operands)
            return items[0] if operator == "nac.pass" or len(items) == 1 else items
        if operator not in RULES and _is_constant(operation, self.types[operation.index]):
            return self._evaluated(operation)
        if not has_form(operator):
            raise Inexpressible("ONNX has no such operation" if operator in KERNELS else "the operation is not known")
        if operator in ON_NUMBERS:
            return self._number(operation)
        arguments = KERNELS[operator].in_order(operation.attributes)
        found = emit_operator(self.emitter, operator, [self._argument(argument) for argument in arguments])
        return self.emitter.number(found) if operator in ALWAYS_NUMBER and isinstance(found, Symbol) else found

    def _evaluated(self, operation: Operation) -> Symbol:
        """Compute an operation without tensors, such as a window: what its kernel gives is a constant."""
        kernel = KERNELS[operation.operator]
        return self.emitter.const(kernel.function(*kernel.in_order(operation.attributes)))

    def _number(self, operation: Operation) -> Any:
        """Emit arithmetic of numbers, or compute it at once where all are known."""
        numbers = [self._argument(operand) for operand in operation.operands]
        if not any(isinstance(number, Symbol) for number in numbers):
            return KERNELS[operation.operator].function(*numbers)
        return self.emitter.number(RULES[operation.operator](self.emitter, *numbers))

    def _item(self, values: Any, place: int) -> Any:
        if isinstance(values, tuple):
            if not -len(values) <= place < len(values):
                raise Inexpressible(f"result {place} has no form in ONNX")
            return values[place]
        if not isinstance(values, Symbol):
            raise Inexpressible("one part of a value that has none")
        return emit_operator(self.emitter, ATEN.select.int, [values, 0, place])

    def _argument(self, argument: Any) -> Any:
        if isinstance(argument, Ref):
            return self.values[argument.index]
        return [self._argument(item) for item in argument] if isinstance(argument, list | tuple) else argument


def emit(graph: Graph, types: Sequence[Any]) -> Emission:
    """Return the nodes of a graph; what cannot be expressed is in `refusals`.

    Args:
        graph: resolved (restoring/resolved.py).
        types: what `observe` gives for it.
    """
    emission = Emission(graph, types)
    names = dict(_input_names(graph, emission.emitter))
    live = needed_values(graph.values, graph.outputs)
    for value in graph.values:
        wanted = value.index in live or outside(value)
        emission.values.append(emission.emitted(value, names.get(value.index, "")) if wanted else None)
    for index in {*emission.inputs, *(ref.index for ref in graph.outputs)}:
        if is_complex(emission.values[index]):
            emission.refusals.setdefault(index, "ONNX runtimes take and give no complex numbers")
    return emission


def outside(value: GraphValue) -> bool:
    """Return True if the caller gives the value: what the file does not have."""
    if isinstance(value, Input):
        return value.default is NOTHING
    return not isinstance(value, Operation | Lost) and (not isinstance(value, Weight) or value.load is None)


def _is_constant(operation: Operation, observed: Any) -> bool:
    """Return True if an operation is applied to nothing but constants, and its result is small."""
    kernel = KERNELS.get(operation.operator)
    if kernel is None or kernel.parameters is None or any(refs_of(operation)):
        return False
    if not isinstance(observed, ValueType) or observed.dtype is None or observed.shape is None:
        return False
    return all(isinstance(size, int) for size in observed.shape) and math.prod(observed.shape) <= EVALUATED  # type: ignore[arg-type]


def _input_names(graph: Graph, emitter: Emitter) -> Iterator[tuple[int, str]]:
    """Yield the names of the inputs in a session."""
    position = 0
    for value in graph.values:
        if not outside(value):
            continue
        wish = value.name or f"in{position}"
        if isinstance(value, Input) and value.lifted:
            wish = value.name or f"value{value.index}"
        elif isinstance(value, Input):
            position += 1
        yield value.index, emitter.unused_name(wish)


def _has_floats(items: Any) -> bool:
    return any(_has_floats(item) for item in items) if isinstance(items, list | tuple) else isinstance(items, float)


def _tensor(name: str, observed: Any, declared: ValueType) -> Symbol:
    if isinstance(observed, type):
        return Symbol(name, NUMBER_TYPES[observed], 0, (), number=True)
    assert observed.dtype is not None
    assert observed.shape is not None
    seen = tuple(size for size in observed.shape if isinstance(size, int))
    shown = seen if len(seen) == len(observed.shape) else None
    return Symbol(name, observed.dtype, len(observed.shape), _static(declared), seen=shown)


def _placeholder(observed: Any) -> Any:
    """Return a placeholder for a value that could not be made, so that the others can be examined."""
    described = _described(observed)
    return described if described is not None else Symbol("", FLOAT32)


def _described(observed: Any, declared: ValueType = UNKNOWN) -> Any:
    """Return the known type of a result, without a name."""
    if isinstance(observed, tuple):
        return tuple(_described(item) for item in observed)
    if isinstance(observed, type):
        return Symbol("", NUMBER_TYPES.get(observed, FLOAT64), 0, (), number=True)
    if observed is None or observed.dtype is None or observed.shape is None:
        return None
    return _tensor("", observed, declared)


def _static(declared: ValueType) -> tuple[int | None, ...] | None:
    """Return the sizes that a declared type fixes."""
    if declared.shape is None:
        return None
    return tuple(size if isinstance(size, int) else None for size in declared.shape)


def unsupported(emission: Emission, graph: Graph) -> UnsupportedError:
    """Return one error about all that cannot be expressed."""
    places = []
    for index, reason in sorted(emission.refusals.items()):
        value = graph.values[index]
        places.append(f"{graph.unit} {index} ({value.label}): {reason}")
    count = len(places)
    what = "1 operation has" if count == 1 else f"{count} operations have"
    return UnsupportedError(
        f"{what} no form in ONNX: {'; '.join(places)}", format=graph.format, hint="engine numpy runs them"
    )
