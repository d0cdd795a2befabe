"""The order of the instructions: inputs first, each weight next to its first use (specification 1.2 and 4.5)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import ml_dtypes
import numpy as np

from nacformats.codec.columns.arrays import Array
from nacformats.compiler.lowering.operations import Written, WrittenOperations
from nacformats.compiler.lowering.purposes import Purpose, joined_purpose
from nacformats.errors import LimitError
from nacformats.formats.nac import NacBuilder, Quantization, Value
from nacformats.formats.nac.builder import FARTHEST, Remedies
from nacformats.formats.nac.columns.quantizing import DTYPE_NUMBERS
from nacformats.graph.aliasing import gives_elements
from nacformats.graph.graph import NOTHING, Graph, GraphValue, Input, Lost, Operation, Ref, State, Weight
from nacformats.ops.names import ATEN

#: Types of elements that the format lacks -> the type that it stores instead, and the operation that restores them.
_STORED_AS: dict[np.dtype[Any], tuple[np.dtype[Any], str, tuple[str, ...]]] = {
    **{np.dtype(f"c{2 * size}"): (np.dtype(f"f{size}"), ATEN.view_as_complex.default, ()) for size in (4, 8)},
    **{np.dtype(f"u{size}"): (np.dtype(f"i{size}"), ATEN.view.dtype, (f"uint{8 * size}",)) for size in (2, 4, 8)},
}


#: Types of elements that become float32 when they are read: whether always, or only when they were quantized.
_WIDENED = {np.dtype(ml_dtypes.bfloat16): True, np.dtype(np.float16): False, np.dtype(np.float64): False}


@dataclass
class StoredParameters:
    """The weights by name, as they are stored. Weights that are one array are one parameter.

    Attributes:
        arrays: what is stored.
        restored: the operation that makes of it what the model has, where that is something else.
        names: the parameters by the index of the weight.
        quantized: the names of those that are.
    """

    arrays: dict[str, Array] = field(default_factory=dict)
    restored: dict[str, Written] = field(default_factory=dict)
    names: dict[int, str] = field(default_factory=dict)
    quantized: set[str] = field(default_factory=set)
    _memory: dict[Any, str] = field(default_factory=dict)
    _held: list[Array] = field(default_factory=list)  # memory that is known by its address must stay

    def add(self, weight: Weight) -> str:
        """Store a weight once; "" or why the format cannot hold it."""
        if weight.load is None:
            return "there is no array for it"
        array = np.asarray(weight.load())
        key = (array.__array_interface__["data"][0], array.shape, array.strides, array.dtype)
        known = self._memory.get(key) if array.size else None
        if known is not None:
            self.names[weight.index] = known
            return ""
        self._held.append(array)
        name = self._free(weight.name or f"weight{weight.index}")
        if array.dtype in _STORED_AS:
            array = self._replaced(name, array)
        elif _WIDENED.get(array.dtype):
            self._restore(name, array)
        if array.dtype.newbyteorder("<") not in DTYPE_NUMBERS:
            return f"the format has no dtype {array.dtype.name}"
        self.names[weight.index] = self._memory[key] = name
        self.arrays[name] = array
        return ""

    def quantize(self, purposes: Mapping[int, Purpose]) -> None:
        """Choose the parameters of which each use is one as a weight."""
        uses: dict[str, list[Purpose]] = {}
        for index, name in self.names.items():
            uses.setdefault(name, []).append(purposes[index])
        self.quantized = {name for name, each in uses.items() if joined_purpose(each).is_weight}
        for name in self.quantized:
            if self.arrays[name].dtype in _WIDENED:
                self._restore(name, self.arrays[name])

    def _restore(self, name: str, array: Array) -> None:
        self.restored[name] = Written(ATEN._to_copy.default, (Ref(0), array.dtype.name), "Pc")

    def _free(self, name: str) -> str:
        """Return the name, or the next one like it that is not taken."""
        numbered = (f"{name}.{number}" for number in range(1, len(self.arrays) + 2))
        return next(each for each in (name, *numbered) if each not in self.arrays) if name in self.arrays else name

    def _replaced(self, name: str, array: Array) -> Array:
        dtype, operation, arguments = _STORED_AS[array.dtype]
        self.restored[name] = Written(operation, (Ref(0), *arguments), "P" + "c" * len(arguments))
        shape = (*array.shape, 2) if array.dtype.kind == "c" else array.shape
        return np.ascontiguousarray(array).reshape(-1).view(dtype).reshape(shape)


def store_weights(
    graph: Graph, operations: WrittenOperations, parameters: StoredParameters
) -> list[tuple[GraphValue, str]]:
    """Store the weights that are needed, and say which values from outside the format cannot hold."""
    taken = {ref.index for written in operations.written.values() for ref in written.arguments if isinstance(ref, Ref)}
    taken |= {operations.source(ref).index for ref in graph.outputs}
    found = []
    for value in graph.values:
        if value.index in taken:
            reason = _problem(value, parameters)
            if reason:
                found.append((value, reason))
    return found


def _problem(value: GraphValue, parameters: StoredParameters) -> str:
    if isinstance(value, Weight):
        return parameters.add(value)
    if isinstance(value, Lost):
        return value.reason
    is_default_missing = isinstance(value, Input) and value.lifted and value.default is NOTHING
    return "its value is not known" if is_default_missing else ""


class ProgramWriter:
    """Writes the instructions of a program, and loads for each what it takes from outside.

    Attributes:
        owners: the instruction in whose memory the result of each may lie.
    """

    def __init__(self, graph: Graph, parameters: StoredParameters, builder: NacBuilder, method: Quantization) -> None:
        self.owners: list[int] = []
        self._graph = graph
        self._parameters = parameters
        self._builder = builder
        self._method = method
        self._made: dict[int | str, Value] = {}  # by value of the graph, by name for parameters

    def write(self, operations: WrittenOperations) -> None:
        """Write a program. LimitError: a result is used too many instructions after it is computed."""
        for each in self._graph.every(Input):
            if not each.lifted:
                self._load(each)
        for value in self._graph.values:
            if value.index in operations.written:
                written = operations.written[value.index]
                self._bring(value, [each for each in written.arguments if isinstance(each, Ref)])
                self._compute(value, written, self._result)
        outputs = [operations.source(ref) for ref in self._graph.outputs]
        self._bring(Operation(len(self._graph.values), operator="<OUTPUT>"), outputs)
        self.owners.append(self._builder.output(*map(self._result, outputs)).index)

    def _bring(self, user: GraphValue, refs: Sequence[Ref]) -> None:
        """Load what an instruction takes from outside and is not there, or too far away."""
        outside = sorted({ref.index for ref in refs if not isinstance(self._graph.values[ref.index], Operation)})
        loaded: set[int] = set()
        while missing := [index for index in outside if index not in loaded and self._is_far(index, len(loaded))]:
            loaded.update(missing)
        for index in sorted(loaded):
            self._load(self._graph.values[index])
        for ref in refs:
            self._require_near(user, ref)

    def _is_far(self, index: int, loaded: int) -> bool:
        """True if a value from outside has to be loaded (again) for an operation that comes after some loads."""
        value = self._graph.values[index]
        made = self._made.get(self._key(value))
        if made is None:
            return True
        if isinstance(value, Input) and not value.lifted:
            return False  # it cannot be given twice
        return len(self.owners) + 2 * loaded - made.index > FARTHEST

    def _load(self, value: GraphValue) -> None:
        name = self._parameters.names.get(value.index, "")
        if isinstance(value, Weight):
            array = None if name in self._made else self._parameters.arrays[name]
            method = self._method if name in self._parameters.quantized else None
            loaded = self._builder.parameter(name, array, quantize=method)
        elif isinstance(value, State):
            loaded = self._builder.state(value.state_id)
        elif isinstance(value, Input) and value.lifted:
            loaded = self._builder.constant(value.default, name=value.name or None)
        else:
            loaded = self._builder.input(value.name or None)
        self._put(value, loaded, loaded.index)
        if name in self._parameters.restored:
            self._compute(value, self._parameters.restored[name], lambda _: loaded)

    def _compute(self, value: GraphValue, written: Written, taken: Callable[[Ref], Value]) -> None:
        """Write an operation whose Refs stand for these results."""
        arguments: list[Any] = [taken(each) if isinstance(each, Ref) else each for each in written.arguments]
        made = self._builder.operation(written.name, *arguments, signature=written.codes)
        is_view = gives_elements(written.name) and isinstance(next(iter(arguments), None), Value)
        self._put(value, made, self.owners[arguments[0].index] if is_view else made.index)

    def _put(self, value: GraphValue, made: Value, owner: int) -> None:
        self._made[self._key(value)] = made
        self.owners.append(owner)

    def _require_near(self, user: GraphValue, ref: Ref) -> None:
        distance = len(self.owners) - self._result(ref).index
        if distance > FARTHEST:
            source = self._graph.values[ref.index]
            taken = f"{self._graph.unit} {source.index} ({source.label})"
            reason = f"it takes the result of {taken}, which is too many instructions before it"
            details: dict[str, Any] = {"expected": f"at most {FARTHEST}", "actual": distance}
            raise self._graph.error(LimitError, user, reason, **details, hint=Remedies.NEARER)

    def _result(self, ref: Ref) -> Value:
        return self._made[self._key(self._graph.values[ref.index])]

    def _key(self, value: GraphValue) -> int | str:
        return self._parameters.names.get(value.index, value.index)
