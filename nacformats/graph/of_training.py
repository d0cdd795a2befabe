"""The training program of a NAC file, as it is written there (TRNG, NAC v1.7)."""

from __future__ import annotations

from nacformats.formats.nac.file.model import NacFile
from nacformats.formats.nac.file.program import Instruction, ParameterRef, ResultRef, SavedRef, TargetRef
from nacformats.formats.nac.program_builder import are_drafted
from nacformats.formats.nac.tables import FixedOperation as Opcode
from nacformats.formats.nac.tables import InputSource, OutputKind
from nacformats.graph.graph import Graph, GraphValue, Operation, Ref, Saved, Target, TrainingProgram, Update
from nacformats.graph.of_nac import graph_value_of, located_operands

#: The path of the values in a file.
PATH = "trng.instructions"


def training_of(file: object) -> TrainingProgram | None:
    """Return the training program of a NAC file; None where the file has none, and for any other model.

    Value i of its graph is the result of instruction i of TRNG, up to the OUTPUT that ends the program. An OUTPUT that
    updates a parameter is an operation on the gradient and the rate, and an entry of the updates. Programs of
    NacBuilder, which can be told by the numbers of their operations, mean the parameters and inputs that they name.

    Raises:
        InvalidError: an operand is missing, or is the result of no earlier instruction.
        UnsupportedError: the program holds CONTROL_FLOW or CONVERGENCE.
    """
    if not isinstance(file, NacFile) or file.sections.trng is None:
        return None
    graph = Graph("nac", "instruction", [], path=PATH)
    updates = []
    parameters = file.parameters
    for instruction in file.training:
        if instruction.a == Opcode.output and instruction.b == OutputKind.finish:
            break
        if instruction.a == Opcode.output and instruction.b == OutputKind.update:
            updates.append(_update(graph, instruction))
        elif instruction.a == Opcode.input and instruction.b in (InputSource.saved, InputSource.target):
            graph.values.append(_given(graph, instruction))
        else:
            graph.values.append(graph_value_of(graph, instruction, parameters))
    by_position = file.sections.cmap is not None and not are_drafted(file.sections.cmap.numbers, file.version)
    return TrainingProgram(graph, tuple(updates), by_position)


def _given(graph: Graph, instruction: Instruction) -> GraphValue:
    """Return a value that the forward pass or the caller gives."""
    match located_operands(graph, instruction):
        case (SavedRef() as ref,):
            return Saved(instruction.index, offset=instruction.offset, source=ref.index)
        case (TargetRef() as ref,):
            return Target(instruction.index, offset=instruction.offset, number=ref.number)
    return graph_value_of(graph, instruction, {})


def _update(graph: Graph, instruction: Instruction) -> Update:
    """Return a step of gradient descent, whose value goes to the end of the graph."""
    operation = Operation(instruction.index, offset=instruction.offset, operator=instruction.name or "")
    match located_operands(graph, instruction):
        case (ParameterRef() as ref, ResultRef() as gradient, ResultRef() as rate):
            operation.operands = Ref(gradient.index), Ref(rate.index)
            graph.values.append(operation)
            return Update(instruction.index, ref.id, ref.name or "", *operation.operands)
    raise AssertionError("an update has a parameter, a gradient and a rate")
