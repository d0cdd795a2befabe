"""The graph of a NAC file, its interface and its training program, as they are written there.

NAC specification, sections 3, 7 and 8.3; TRNG of NAC v1.7.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

from nacformats.errors import FormatError, InvalidError, UnsupportedError
from nacformats.formats.interface import Described, Interface, interface_among
from nacformats.formats.nac.columns.tensors import Parameter
from nacformats.formats.nac.file.model import NacFile
from nacformats.formats.nac.file.program import (
    ConstantRef,
    Instruction,
    ParameterRef,
    ResultRef,
    SavedRef,
    StateRef,
    TargetRef,
)
from nacformats.formats.nac.tables import FIRST_REGULAR, InputSource, OutputKind, are_drafted
from nacformats.formats.nac.tables import FixedOperation as Opcode
from nacformats.formats.records.constants import is_tensor
from nacformats.graph import graph as ir


def graph_of_nac(file: NacFile) -> ir.Graph:
    """Value i of the result is the result of instruction i, up to the OUTPUT that ends the program.

    An OUTPUT inside the program (B=1) is an operation whose result is what it collects; where no other OUTPUT follows,
    the results of these are the outputs, and without any OUTPUT the last result is (section 8.2). Constants
    are coerced by their signature code. Types of inputs and names of outputs are those of the resource interface.json.

    Raises:
        InvalidError: an operand is missing, or is the result of no earlier instruction; there is no instruction at all.
        UnsupportedError: the program holds CONTROL_FLOW or CONVERGENCE (section 7.3).
    """
    graph = ir.Graph("nac", "instruction", [])
    parameters = file.parameters
    for instruction in file.instructions:
        if instruction.a == Opcode.output and instruction.b == OutputKind.result:
            graph.outputs = tuple(_refs(graph, instruction))
            break
        graph.values.append(graph_value_of(graph, instruction, parameters))
    else:
        graph.outputs = _collected(graph)
    interface = interface_among(file.resources)
    if interface is not None:
        apply_interface(graph, interface)
    return graph


def apply_interface(graph: ir.Graph, interface: Interface) -> None:
    """Give inputs and outputs their types, and outputs their names, where the interface has as many as the graph."""
    inputs = [value for value in graph.every(ir.Input) if not value.lifted]
    if len(inputs) != len(interface.inputs) or len(graph.outputs) != len(interface.outputs):
        return
    for value, described in zip(inputs, interface.inputs, strict=True):
        value.type = ir.ValueType(described.dtype, described.shape)
    for ref, described in zip(graph.outputs, interface.outputs, strict=True):
        result = graph.values[ref.index]
        if isinstance(result, ir.Operation):  # other values have types of their own
            result.type = ir.ValueType(described.dtype, described.shape)
    names = tuple(described.name for described in interface.outputs)
    if len(set(names)) == len(names):
        graph.output_names = names


def interface_of(graph: ir.Graph) -> Interface:
    """Return the interface of a graph. Outputs without names are out0, out1, ..."""
    names = graph.output_names or tuple(f"out{place}" for place in range(len(graph.outputs)))
    outputs = [graph.values[ref.index] for ref in graph.outputs]
    return Interface(
        tuple(_described(value.name, value) for value in graph.every(ir.Input) if not value.lifted),
        tuple(_described(name, value) for name, value in zip(names, outputs, strict=True)),
    )


def _described(name: str, value: ir.GraphValue) -> Described:
    return Described(name, value.type.dtype, value.type.shape)


def graph_value_of(graph: ir.Graph, instruction: Instruction, parameters: Mapping[int, Parameter]) -> ir.GraphValue:
    """Return the result of an instruction; those before it are in the graph."""
    if instruction.a == Opcode.input:
        return _input(graph, instruction, parameters)
    if instruction.a >= FIRST_REGULAR or instruction.a == Opcode.output:
        return _operation_of(graph, instruction)
    if instruction.a in (Opcode.control_flow, Opcode.convergence):
        place = ir.Operation(instruction.index, offset=instruction.offset, operator=instruction.name or "")
        raise graph.error(UnsupportedError, place, "control flow cannot be run (specification 7.3)")
    reason = f"its value is not in the file: the compiler folded it and wrote {instruction.name} instead"
    return ir.Lost(instruction.index, offset=instruction.offset, reason=reason)


def _input(graph: ir.Graph, instruction: Instruction, parameters: Mapping[int, Parameter]) -> ir.GraphValue:
    index, offset, name = instruction.index, instruction.offset, instruction.input_name or ""
    if instruction.b == InputSource.user:
        return ir.Input(index, name, offset=offset)
    match located_operands(graph, instruction):
        case (ParameterRef() as ref,):
            entry = parameters.get(ref.id)
            name = ref.name or str(ref.id)
            if entry is None:
                return ir.Weight(index, name, offset=offset, parameter=ref.id)
            return ir.Weight(index, name, offset=offset, load=entry.array, allocates=entry.allocates, parameter=ref.id)
        case (StateRef() as ref,):
            return ir.State(index, name, offset=offset, state_id=ref.id)
        case (ConstantRef() as ref,):
            return _input_of_constant(ir.Input(index, name, offset=offset, lifted=True), ref)
    return ir.Lost(index, name, offset=offset, reason=f"INPUT with B={instruction.b} has no known source")


def _input_of_constant(value: ir.Input, ref: ConstantRef) -> ir.Input:
    """Return a lifted constant: its value where the file has it, else why not."""
    if is_tensor(ref.value):
        value.default = ref.value
    else:
        value.lost = f"its value is not in the file: constant {ref.id} holds {ref.value!r} instead"
    return value


def _operation_of(graph: ir.Graph, instruction: Instruction) -> ir.Operation:
    operation = ir.Operation(
        instruction.index, offset=instruction.offset, operator=instruction.name or f"A={instruction.a}"
    )
    if instruction.name is None:
        raise graph.error(
            InvalidError, operation, "the operation has no name: it is neither a standard one nor in cmap"
        )
    has_no_signature = instruction.signature is None and not instruction.c  # since v1.7 some have C without one
    if instruction.b and has_no_signature and instruction.a >= FIRST_REGULAR:
        raise graph.error(InvalidError, operation, f"signature {instruction.b} is not in perm")
    operands = located_operands(graph, instruction)
    if any(isinstance(operand, ParameterRef) for operand in operands):
        raise graph.error(InvalidError, operation, "an update of a parameter belongs in `trng`")
    operation.operands = tuple(lists_of_results(tuple(map(_operand, operands)), instruction.signature or ""))
    return operation


def lists_of_results(operands: Sequence[ir.GraphOperand], codes: str) -> Sequence[ir.GraphOperand]:
    """Return the operands of an operation, with lists that hold results put together again.

    Such a list is spelled out item by item; where the code of each is S, the items belong together. The public writer
    gives results no such code: where its lists end is for the binding of arguments to find out.
    """
    pairs = list(zip(operands, codes, strict=False)) if "S" in codes else []
    if not any(isinstance(operand, ir.Ref) and code == "S" for operand, code in pairs):
        return operands
    found: list[ir.GraphOperand] = []
    for is_item, group in groupby(pairs, lambda pair: pair[1] == "S" and isinstance(pair[0], ir.Ref | int)):
        values = [operand for operand, _ in group]
        found += [values] if is_item and any(isinstance(value, ir.Ref) for value in values) else values
    return found


def _operand(operand: Any) -> Any:
    """Return a reference, or the value of a constant."""
    return ir.Ref(operand.index) if isinstance(operand, ResultRef) else operand.value


def located_operands(graph: ir.Graph, instruction: Instruction) -> tuple[Any, ...]:
    """Return the operands of an instruction; errors say where it is."""
    try:
        return instruction.operands
    except FormatError as error:
        place = ir.Operation(instruction.index, offset=instruction.offset, operator=instruction.name or "")
        raise graph.located(error, place) from None


def _refs(graph: ir.Graph, instruction: Instruction) -> list[ir.Ref]:
    return [ir.Ref(operand.index) for operand in located_operands(graph, instruction)]


def _collected(graph: ir.Graph) -> tuple[ir.Ref, ...]:
    """Return the outputs of a program that no OUTPUT with B=0 ends."""
    collected = [value for value in graph.every(ir.Operation) if value.operator == "<OUTPUT>"]
    if not graph.values:
        raise InvalidError("there are no instructions", format="nac", path="ops")
    if not collected:
        return (ir.Ref(len(graph.values) - 1),)
    return tuple(ref for value in collected for ref in value.operands if isinstance(ref, ir.Ref))


def training_of(file: object) -> ir.TrainingProgram | None:
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
    graph = ir.Graph("nac", "instruction", [], path="trng.instructions")
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
    return ir.TrainingProgram(graph, tuple(updates), by_position)


def _given(graph: ir.Graph, instruction: Instruction) -> ir.GraphValue:
    """Return a value that the forward pass or the caller gives."""
    match located_operands(graph, instruction):
        case (SavedRef() as ref,):
            return ir.Saved(instruction.index, offset=instruction.offset, source=ref.index)
        case (TargetRef() as ref,):
            return ir.Target(instruction.index, offset=instruction.offset, number=ref.number)
    return graph_value_of(graph, instruction, {})


def _update(graph: ir.Graph, instruction: Instruction) -> ir.Update:
    """Return a step of gradient descent, whose value goes to the end of the graph."""
    operation = ir.Operation(instruction.index, offset=instruction.offset, operator=instruction.name or "")
    match located_operands(graph, instruction):
        case (ParameterRef() as ref, ResultRef() as gradient, ResultRef() as rate):
            operation.operands = ir.Ref(gradient.index), ir.Ref(rate.index)
            graph.values.append(operation)
            return ir.Update(instruction.index, ref.id, ref.name or "", *operation.operands)
    raise AssertionError("an update has a parameter, a gradient and a rate")
