"""The graph of a NAC file, as it is written there (NAC specification, sections 3, 7 and 8.3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

from nacformats.errors import FormatError, InvalidError, UnsupportedError
from nacformats.formats.interface import INTERFACE, read_interface
from nacformats.formats.nac.columns.tensors import Parameter
from nacformats.formats.nac.file.model import NacFile
from nacformats.formats.nac.file.program import ConstantRef, Instruction, ParameterRef, ResultRef, StateRef
from nacformats.formats.nac.tables import FIRST_REGULAR, InputSource
from nacformats.formats.nac.tables import FixedOperation as Opcode
from nacformats.formats.records.constants import is_tensor
from nacformats.graph.graph import Graph, GraphOperand, GraphValue, Input, Lost, Operation, Ref, State, Weight
from nacformats.graph.interface import apply_interface

#: B of an OUTPUT instruction that ends the program (section 7.2.1).
FINAL = 0


def graph_of_nac(file: NacFile) -> Graph:
    """Value i of the result is the result of instruction i, up to the OUTPUT that ends the program.

    An OUTPUT inside the program (B=1) is an operation whose result is what it collects; where no other OUTPUT follows,
    the results of these are the outputs, and without any OUTPUT the last result is (section 8.2). Constants
    are coerced by their signature code. Types of inputs and names of outputs are those of the resource interface.json.

    Raises:
        InvalidError: an operand is missing, or is the result of no earlier instruction; there is no instruction at all.
        UnsupportedError: the program holds CONTROL_FLOW or CONVERGENCE (section 7.3).
    """
    graph = Graph("nac", "instruction", [])
    parameters = file.parameters
    for instruction in file.instructions:
        if instruction.a == Opcode.output and instruction.b == FINAL:
            graph.outputs = tuple(_refs(graph, instruction))
            break
        graph.values.append(graph_value_of(graph, instruction, parameters))
    else:
        graph.outputs = _collected(graph)
    resource = next((each for each in file.resources if each.name == INTERFACE), None)
    interface = None if resource is None else read_interface(resource.data)
    if interface is not None:
        apply_interface(graph, interface)
    return graph


def graph_value_of(graph: Graph, instruction: Instruction, parameters: Mapping[int, Parameter]) -> GraphValue:
    """Return the result of an instruction; those before it are in the graph."""
    if instruction.a == Opcode.input:
        return _input(graph, instruction, parameters)
    if instruction.a >= FIRST_REGULAR or instruction.a == Opcode.output:
        return _operation_of(graph, instruction)
    if instruction.a in (Opcode.control_flow, Opcode.convergence):
        place = Operation(instruction.index, offset=instruction.offset, operator=instruction.name or "")
        raise graph.error(UnsupportedError, place, "control flow cannot be run (specification 7.3)")
    reason = f"its value is not in the file: the compiler folded it and wrote {instruction.name} instead"
    return Lost(instruction.index, offset=instruction.offset, reason=reason)


def _input(graph: Graph, instruction: Instruction, parameters: Mapping[int, Parameter]) -> GraphValue:
    index, offset, name = instruction.index, instruction.offset, instruction.input_name or ""
    if instruction.b == InputSource.user:
        return Input(index, name, offset=offset)
    match located_operands(graph, instruction):
        case (ParameterRef() as ref,):
            entry = parameters.get(ref.id)
            name = ref.name or str(ref.id)
            if entry is None:
                return Weight(index, name, offset=offset, parameter=ref.id)
            return Weight(index, name, offset=offset, load=entry.array, allocates=entry.allocates, parameter=ref.id)
        case (StateRef() as ref,):
            return State(index, name, offset=offset, state_id=ref.id)
        case (ConstantRef() as ref,):
            return _input_of_constant(Input(index, name, offset=offset, lifted=True), ref)
    return Lost(index, name, offset=offset, reason=f"INPUT with B={instruction.b} has no known source")


def _input_of_constant(value: Input, ref: ConstantRef) -> Input:
    """Return a lifted constant: its value where the file has it, else why not."""
    if is_tensor(ref.value):
        value.default = ref.value
    else:
        value.lost = f"its value is not in the file: constant {ref.id} holds {ref.value!r} instead"
    return value


def _operation_of(graph: Graph, instruction: Instruction) -> Operation:
    operation = Operation(
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


def lists_of_results(operands: Sequence[GraphOperand], codes: str) -> Sequence[GraphOperand]:
    """Return the operands of an operation, with lists that hold results put together again.

    Such a list is spelled out item by item; where the code of each is S, the items belong together. The public writer
    gives results no such code: where its lists end is for the binding of arguments to find out.
    """
    pairs = list(zip(operands, codes, strict=False)) if "S" in codes else []
    if not any(isinstance(operand, Ref) and code == "S" for operand, code in pairs):
        return operands
    found: list[GraphOperand] = []
    for is_item, group in groupby(pairs, lambda pair: _is_item(*pair)):
        values = [operand for operand, _ in group]
        found += [values] if is_item and any(isinstance(value, Ref) for value in values) else values
    return found


def _is_item(operand: GraphOperand, code: str) -> bool:
    return code == "S" and isinstance(operand, Ref | int)


def _operand(operand: Any) -> Any:
    """Return a reference, or the value of a constant."""
    return Ref(operand.index) if isinstance(operand, ResultRef) else operand.value


def located_operands(graph: Graph, instruction: Instruction) -> tuple[Any, ...]:
    """Return the operands of an instruction; errors say where it is."""
    try:
        return instruction.operands
    except FormatError as error:
        place = Operation(instruction.index, offset=instruction.offset, operator=instruction.name or "")
        details = {"expected": error.expected, "actual": error.actual, "hint": error.hint}
        raise graph.error(type(error), place, error.reason, **details) from None


def _refs(graph: Graph, instruction: Instruction) -> list[Ref]:
    return [Ref(operand.index) for operand in located_operands(graph, instruction)]


def _collected(graph: Graph) -> tuple[Ref, ...]:
    """Return the outputs of a program that no OUTPUT with B=0 ends."""
    collected = [value for value in graph.every(Operation) if value.operator == "<OUTPUT>"]
    if not graph.values:
        raise InvalidError("there are no instructions", format="nac", path="ops")
    if not collected:
        return (Ref(len(graph.values) - 1),)
    return tuple(ref for value in collected for ref in value.operands if isinstance(ref, Ref))
