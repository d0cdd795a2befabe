"""Lowering: a graph becomes the instructions, signatures, constants and weights of a NAC file.

- `operations`: every operation as the file has it, with the name, arguments and signature that readers understand.
- `purposes`: what the model uses its parameters for, which decides what is quantized.

What does not fit the format is refused here, before anything is stored.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import ml_dtypes
import numpy as np

from nacformats.codec.columns.arrays import Array
from nacformats.compiler.lowering.operations import Written, WrittenOperations, with_short_lists, written_operations
from nacformats.compiler.lowering.purposes import Purpose, joined_purpose, purposes
from nacformats.errors import LimitError, UnsupportedError
from nacformats.formats.interface import INTERFACE, write_interface
from nacformats.formats.nac import Constant, NacBuilder, NacFile, Quantization, Value, tables
from nacformats.formats.nac.builder import FARTHEST, LARGEST_D_MODEL, LARGEST_ID, MAX_INPUTS, MAX_SIGNATURES, Remedies
from nacformats.formats.nac.columns.instructions import FIRST_BYTE, LONGEST_SIGNATURE
from nacformats.formats.nac.columns.quantizing import DTYPE_NUMBERS
from nacformats.formats.nac.columns.scheduling import schedule
from nacformats.formats.nac.tables import NacTarget
from nacformats.formats.records.rows import IdTable
from nacformats.graph.aliasing import gives_elements
from nacformats.graph.graph import NOTHING, Graph, GraphValue, Input, Lost, Operation, Ref, State, Weight
from nacformats.graph.of_nac import interface_of
from nacformats.ops.names import ATEN

#: Operations of a linear layer: the place of its weight among the operands, and the axis of the inputs there.
_LINEAR = {
    ATEN.linear.default: (1, -1),
    ATEN.addmm.default: (2, 0),
    ATEN.mm.default: (1, 0),
    ATEN.matmul.default: (1, -2),
}


def lower(graph: Graph, target: NacTarget, *, external_weights: bool = False) -> NacFile:
    """Return the NAC file of a graph in the compiler's dialect. The same graph gives the same bytes everywhere.

    Args:
        graph: what to write. Operations and weights that no output depends on are left out; inputs are kept.
        target: the version of the file, and how its weights are stored.
        external_weights: whether dump writes the tensors to a .safetensors file beside the .nac file.

    Raises:
        UnsupportedError: it lists everything that the format cannot hold, with its place in the graph.
        LimitError: the program is too large for the format; it says what to do.
    """
    graph = with_short_lists(graph)
    operations = written_operations(graph, target.standard)
    parameters = StoredParameters()
    problems = operations.problems + store_weights(graph, operations, parameters)
    if problems:
        raise _unsupported(graph, problems)
    if target.method is not Quantization.none:
        parameters.quantize(purposes(graph))
    check_limits(graph, operations, parameters, target)
    width = _width_of(graph, parameters) if graph.d_model is None else graph.d_model
    builder = NacBuilder(d_model=width, external_weights=external_weights, version=target.version)
    builder.resource(INTERFACE, write_interface(interface_of(graph)))
    writer = ProgramWriter(graph, parameters, builder, target.method)
    writer.write(operations)
    file = builder.build()
    assert file.sections.ops is not None
    file.sections.mmap = schedule(file.sections.ops, np.array(writer.owners, np.int64))
    if tables.VERSION_BYTES[target.version] != FIRST_BYTE:  # its readers look signature 0 up, too
        file.sections.perm = IdTable([(0, ""), *file.signatures.items()])
    return file


def _unsupported(graph: Graph, problems: Sequence[tuple[GraphValue, str]]) -> UnsupportedError:
    """Return one error for everything that the format cannot hold."""
    if len(problems) == 1:
        return graph.error(UnsupportedError, *problems[0])
    listed = "; ".join(f"{graph.unit} {value.index} ({value.label}): {reason}" for value, reason in problems)
    return UnsupportedError(f"{len(problems)} values cannot be written to a NAC file: {listed}", format=graph.format)


def _width_of(graph: Graph, parameters: StoredParameters) -> int:
    """Return the inputs of the last linear layer; 0: there is none, or more than the header can say."""
    for operation in reversed(list(graph.every(Operation))):
        place, axis = _LINEAR.get(operation.operator, (len(operation.operands), 0))
        weight = operation.operands[place] if place < len(operation.operands) else None
        value = graph.values[weight.index] if isinstance(weight, Ref) else None
        if isinstance(value, Weight) and value.index in parameters.names:
            array = parameters.arrays[parameters.names[value.index]]
            if array.ndim >= 2:
                width = array.shape[axis]
                return width if width <= LARGEST_D_MODEL else 0
    return 0


#: An error names this many operations that are too many.
SHOWN_NAMES = 3


def check_limits(graph: Graph, operations: WrittenOperations, parameters: StoredParameters, target: NacTarget) -> None:
    """Refuse a program that does not fit a version of the format.

    Raises:
        LimitError: it says which instruction, operation or parameter, which limit, and what to do.
    """
    for index, each in operations.written.items():
        if len(each.codes) > LONGEST_SIGNATURE:
            reason = f"{each.name} has too many arguments, the items of lists included"
            details: dict[str, Any] = {"expected": f"at most {LONGEST_SIGNATURE}", "actual": len(each.codes)}
            raise graph.error(LimitError, graph.values[index], reason, **details, hint=Remedies.FEWER_ARGUMENTS)
    written = [*operations.written.values(), *parameters.restored.values()]
    inputs = [each for each in graph.every(Input) if not each.lifted]
    names = [each for each in dict.fromkeys(each.name for each in written) if each not in target.standard]
    _check_names(graph, inputs, parameters, names)
    signatures = {each.codes for each in written if each.codes}
    constants = {Constant.of(each) for one in written for each in one.arguments if not isinstance(each, Ref)}
    most, custom = len(target.custom), "number of operations without a fixed number"
    hint = f"no number is left for {', '.join(names[most:][:SHOWN_NAMES])}: {Remedies.FEWER_OPERATIONS}"
    for count, largest, what, path, remedy in (
        (len(parameters.arrays), LARGEST_ID, "number of parameters", "data.parameters", Remedies.FEWER_PARAMETERS),
        (len(inputs), MAX_INPUTS, "number of inputs", "num_inputs", Remedies.FEWER_INPUTS),
        (len(graph.outputs), LARGEST_ID - 1, "number of outputs", "num_outputs", Remedies.FEWER_OUTPUTS),
        (len(names), most, custom, "cmap", hint),
        (len(signatures), MAX_SIGNATURES, "number of signatures", "perm", Remedies.SPLIT),
        (len(constants), LARGEST_ID, "number of constants", "cnst", Remedies.FEWER_CONSTANTS),
    ):
        if count > largest:
            raise _limit(f"the {what} does not fit the format", largest, count, path, remedy)


def _check_names(
    graph: Graph, inputs: Sequence[Input], parameters: StoredParameters, operations: Sequence[str]
) -> None:
    """Raise LimitError for a name of a parameter, an input or an operation that is too long."""
    stored = enumerate(parameters.arrays)
    for name, longest, what, path in (
        *((name, tables.LONGEST_NAME, f"parameter {name[:40]!r}", f"data.parameters[{n}].name") for n, name in stored),
        *(
            (each.name, tables.LONGEST_NAME, f"input {each.name[:40]!r}", f"{graph.unit} {each.index}")
            for each in inputs
        ),
        *((name, tables.LONGEST_OPERATION, f"operation {name[:40]}", "cmap") for name in operations),
    ):
        size = len(name.encode())
        if size > longest:
            raise _limit(f"the name of {what}... is too long", longest, size, path, Remedies.SHORTER_NAME)


def _limit(reason: str, largest: int, actual: int, path: str, hint: str) -> LimitError:
    return LimitError(reason, format="nac", path=path, expected=f"at most {largest}", actual=actual, hint=hint)


# the weights as they are stored, and the instructions


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
