"""Lowering: a graph becomes the instructions, signatures, constants and weights of a NAC file.

- `operations`: every operation as the file has it, with the name, arguments and signature that readers understand.
- `arrangement`: the order of the instructions, and the weights as they are stored.
- `purposes`: what the model uses its parameters for, which decides what is quantized.

What does not fit the format is refused here, before anything is stored.
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from itertools import chain

import numpy as np

from nacformats.compiler.lowering.arrangement import NewInstruction, StoredParameters, arrange, store_weights
from nacformats.compiler.lowering.operations import Written, with_short_lists, written_operations
from nacformats.compiler.lowering.purposes import purposes
from nacformats.errors import LimitError, UnsupportedError
from nacformats.formats.interface import INTERFACE, write_interface
from nacformats.formats.nac import Constant, NacBuilder, NacFile, Quantization, Value, tables
from nacformats.formats.nac.builder import LARGEST_D_MODEL, LARGEST_ID, MAX_INPUTS, MAX_SIGNATURES, Remedies
from nacformats.formats.nac.columns.instructions import FIRST_BYTE, LONGEST_SIGNATURE
from nacformats.formats.nac.columns.scheduling import schedule
from nacformats.formats.nac.tables import NacTarget
from nacformats.formats.records.rows import IdTable
from nacformats.graph.aliasing import gives_elements
from nacformats.graph.graph import Graph, GraphValue, Input, Operation, Ref, State, Weight, refs_of
from nacformats.graph.of_nac import interface_of
from nacformats.ops.names import ATEN
from nacformats.restoring import resolved

#: Operations of a linear layer: the place of its weight among the operands, and the axis of the inputs there.
_LINEAR = {
    ATEN.linear.default: (1, -1),
    ATEN.addmm.default: (2, 0),
    ATEN.mm.default: (1, 0),
    ATEN.matmul.default: (1, -2),
}


def lower(graph: Graph, target: NacTarget, *, external_weights: bool = False, d_model: int | None = None) -> NacFile:
    """Return the NAC file of a graph in the compiler's dialect. The same graph gives the same bytes everywhere.

    Args:
        graph: what to write. Operations and weights that no output depends on are left out; inputs are kept.
        target: the version of the file, and how its weights are stored.
        external_weights: whether dump writes the tensors to a .safetensors file beside the .nac file.
        d_model: size of the embedding or hidden state; None: what the graph says, else the width of its last linear
            layer.

    Raises:
        UnsupportedError: it lists everything that the format cannot hold, with its place in the graph.
        LimitError: the program is too large for the format; it says what to do.
    """
    refs = (*graph.outputs, *chain.from_iterable(map(refs_of, graph.values)))
    if any(ref.part is not None for ref in refs):
        graph = resolved(graph)  # graphs of files take one of several results without an operation
    graph = with_short_lists(graph)
    operations = written_operations(graph, target.standard)
    parameters = StoredParameters()
    problems = operations.problems + store_weights(graph, operations, parameters)
    if problems:
        raise _unsupported(graph, problems)
    if target.method is not Quantization.none:
        parameters.quantize(purposes(graph))
    steps = arrange(graph, operations, parameters)
    width = next(each for each in (d_model, graph.d_model, _width_of(graph, parameters)) if each is not None)
    check_limits(graph, steps, parameters, target.standard, len(target.custom))
    return _built(graph, steps, parameters, target, d_model=width, external_weights=external_weights)


def _unsupported(graph: Graph, problems: Sequence[tuple[GraphValue, str]]) -> UnsupportedError:
    """Return one error for everything that the format cannot hold."""
    if len(problems) == 1:
        return graph.error(UnsupportedError, *problems[0])
    listed = "; ".join(f"{graph.unit} {value.index} ({value.label}): {reason}" for value, reason in problems)
    return UnsupportedError(f"{len(problems)} values cannot be written to a NAC file: {listed}", format=graph.format)


def _built(
    graph: Graph,
    steps: Sequence[NewInstruction],
    parameters: StoredParameters,
    target: NacTarget,
    *,
    d_model: int,
    external_weights: bool,
) -> NacFile:
    """Return the file of a graph that has these instructions; the last step is the OUTPUT."""
    builder = NacBuilder(d_model=d_model, external_weights=external_weights, version=target.version)
    builder.resource(INTERFACE, write_interface(interface_of(graph)))
    values: list[Value] = []
    stored: set[str] = set()
    *instructions, output = steps
    for step in instructions:
        value, written = step.value, step.written
        if written is not None:
            arguments = [values[each.index] if isinstance(each, Ref) else each for each in written.arguments]
            built = builder.operation(written.name, *arguments, signature=written.codes)
        elif isinstance(value, Weight):
            name = parameters.names[value.index]
            array = None if name in stored else parameters.arrays[name]
            stored.add(name)
            built = builder.parameter(name, array, quantize=target.method if name in parameters.quantized else None)
        elif isinstance(value, State):
            built = builder.state(value.state_id)
        elif isinstance(value, Input) and value.lifted:
            built = builder.constant(value.default, name=value.name or None)
        else:
            built = builder.input(value.name or None)
        values.append(built)
    assert output.written is not None
    builder.output(*(values[each.index] for each in output.written.arguments if isinstance(each, Ref)))
    file = builder.build()
    assert file.sections.ops is not None
    file.sections.mmap = schedule(file.sections.ops, np.array(_owners(steps), np.int64))
    if tables.VERSION_BYTES[target.version] != FIRST_BYTE:  # its readers look signature 0 up, too
        file.sections.perm = IdTable([(0, ""), *file.signatures.items()])
    return file


def _owners(steps: Sequence[NewInstruction]) -> list[int]:
    """Return in whose memory the result of each step may lie."""
    owners: list[int] = []
    for place, written in enumerate(step.written for step in steps):
        match written:
            case Written(name=name, arguments=(Ref() as first, *_)) if gives_elements(name):
                owners.append(owners[first.index])
            case _:
                owners.append(place)
    return owners


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


def check_limits(
    graph: Graph, steps: Sequence[NewInstruction], parameters: StoredParameters, standard: Container[str], most: int
) -> None:
    """Refuse a program that does not fit a version of the format.

    Args:
        graph: that the program is of.
        steps: its instructions.
        parameters: what it loads.
        standard: names of the operations that have a number in this version.
        most: how many others there may be.

    Raises:
        LimitError: it says which instruction, operation or parameter, which limit, and what to do.
    """
    _check_parameters(parameters)
    _check_program(graph, steps)
    _check_tables([step.written for step in steps if step.written is not None], standard, most)


def _check_parameters(parameters: StoredParameters) -> None:
    count = len(parameters.arrays)
    _require(count, LARGEST_ID, "number of parameters", "data.parameters", Remedies.FEWER_PARAMETERS)
    for place, name in enumerate(parameters.arrays):
        _require_name(name, tables.LONGEST_NAME, f"parameter {name[:40]!r}", f"data.parameters[{place}].name")


def _check_program(graph: Graph, steps: Sequence[NewInstruction]) -> None:
    inputs = [step.value for step in steps if isinstance(step.value, Input) and not step.value.lifted]
    _require(len(inputs), MAX_INPUTS, "number of inputs", "num_inputs", Remedies.FEWER_INPUTS)
    for value in inputs:
        _require_name(value.name, tables.LONGEST_NAME, f"input {value.name[:40]!r}", f"{graph.unit} {value.index}")
    *operations, output = steps
    assert output.written is not None
    count = len(output.written.arguments)
    _require(count, LARGEST_ID - 1, "number of outputs", "num_outputs", Remedies.FEWER_OUTPUTS)
    for step in operations:
        count = 0 if step.written is None else len(step.written.codes)
        if step.written is not None and count > LONGEST_SIGNATURE:
            reason = f"{step.written.name} has too many arguments, the items of lists included"
            details = {"expected": f"at most {LONGEST_SIGNATURE}", "actual": count}
            raise graph.error(LimitError, step.value, reason, **details, hint=Remedies.FEWER_ARGUMENTS)


def _check_tables(operations: Sequence[Written], standard: Container[str], most: int) -> None:
    *regular, _output = operations
    names = list(dict.fromkeys(each.name for each in regular if each.name not in standard))
    for name in names:
        _require_name(name, tables.LONGEST_OPERATION, f"operation {name[:40]}", "cmap")
    beyond = ", ".join(names[most:][:SHOWN_NAMES])
    hint = f"no number is left for {beyond}: {Remedies.FEWER_OPERATIONS}"
    _require(len(names), most, "number of operations without a fixed number", "cmap", hint)
    signatures = len({each.codes for each in regular if each.codes})
    _require(signatures, MAX_SIGNATURES, "number of signatures", "perm", Remedies.SPLIT)
    constants = {Constant.of(each) for one in regular for each in one.arguments if not isinstance(each, Ref)}
    _require(len(constants), LARGEST_ID, "number of constants", "cnst", Remedies.FEWER_CONSTANTS)


def _require_name(name: str, longest: int, what: str, path: str) -> None:
    size = len(name.encode())
    if size > longest:
        raise _limit(f"the name of {what}... is too long", longest, size, path, Remedies.SHORTER_NAME)


def _require(number: int, largest: int, what: str, path: str, hint: str) -> None:
    if number > largest:
        raise _limit(f"the {what} does not fit the format", largest, number, path, hint)


def _limit(reason: str, largest: int, actual: int, path: str, hint: str) -> LimitError:
    return LimitError(reason, format="nac", path=path, expected=f"at most {largest}", actual=actual, hint=hint)
