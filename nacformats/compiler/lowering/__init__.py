"""Lowering: a graph becomes the instructions, signatures, constants and weights of a NAC file.

- `operations`: every operation as the file has it, with the name, arguments and signature that readers understand.
- `arrangement`: the order of the instructions, and the weights as they are stored.
- `purposes`: what the model uses its parameters for, which decides what is quantized.

What does not fit the format is refused here, before anything is stored.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import Any

import numpy as np

from nacformats.compiler.lowering.arrangement import ProgramWriter, StoredParameters, store_weights
from nacformats.compiler.lowering.operations import WrittenOperations, with_short_lists, written_operations
from nacformats.compiler.lowering.purposes import purposes
from nacformats.errors import LimitError, UnsupportedError
from nacformats.formats.interface import INTERFACE, write_interface
from nacformats.formats.nac import Constant, NacBuilder, NacFile, Quantization, tables
from nacformats.formats.nac.builder import LARGEST_D_MODEL, LARGEST_ID, MAX_INPUTS, MAX_SIGNATURES, Remedies
from nacformats.formats.nac.columns.instructions import FIRST_BYTE, LONGEST_SIGNATURE
from nacformats.formats.nac.columns.scheduling import schedule
from nacformats.formats.nac.tables import NacTarget
from nacformats.formats.records.rows import IdTable
from nacformats.graph.graph import Graph, GraphValue, Input, Operation, Ref, Weight, refs_of
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
