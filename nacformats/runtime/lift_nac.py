"""From the instructions of a NAC file to the graph that the engines run (NAC specification, sections 3, 7 and 8.3)."""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from nacformats.errors import FormatError, InvalidError, UnsupportedError
from nacformats.formats.nac.instructions import ConstantRef, Instruction, ParameterRef, ResultRef, StateRef
from nacformats.formats.nac.model import NacFile, Parameters
from nacformats.formats.nac.operations import FIRST_REGULAR
from nacformats.formats.nac.tables import InputSource
from nacformats.formats.nac.tables import Operation as Opcode
from nacformats.graph import Graph, Input, Lost, Operation, Parameter, Ref, State, Value

#: B of an OUTPUT instruction that ends the program (section 7.2.1).
FINAL = 0
#: Operations with several results, of which the compiler drops the selection of the first when nothing else is used.
_SEVERAL_RESULTS = re.compile(r"native_\w*norm|_batch_norm_with_update|cudnn_batch_norm|\._scaled_dot_product_\w+")


def graph_of_nac(file: NacFile) -> Graph:
    """Value i of the result is the result of instruction i, up to the OUTPUT that ends the program.

    An OUTPUT inside the program (B=1) is an operation whose result is what it collects; where no other OUTPUT follows,
    the results of these are the outputs, and without any OUTPUT the last result is (section 8.2). Constants
    are coerced by their signature code.

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
        graph.values.append(_lift(graph, instruction, parameters))
    else:
        graph.outputs = _collected(graph)
    _select_first_results(graph)
    return graph


def _lift(graph: Graph, instruction: Instruction, parameters: Parameters) -> Value:
    if instruction.a == Opcode.input:
        return _lift_input(graph, instruction, parameters)
    if instruction.a >= FIRST_REGULAR or instruction.a == Opcode.output:
        return _lift_operation(graph, instruction)
    if instruction.a in (Opcode.control_flow, Opcode.convergence):
        place = Operation(instruction.index, offset=instruction.offset, operator=instruction.name or "")
        raise graph.error(UnsupportedError, place, "control flow cannot be run (specification 7.3)")
    reason = f"its value is not in the file: the compiler folded it and wrote {instruction.name} instead"
    return Lost(instruction.index, offset=instruction.offset, reason=reason)


def _lift_input(graph: Graph, instruction: Instruction, parameters: Parameters) -> Value:
    index, offset, name = instruction.index, instruction.offset, instruction.input_name or ""
    if instruction.b == InputSource.user:
        return Input(index, name, offset=offset)
    match _operands(graph, instruction):
        case (ParameterRef() as ref,):
            entry = parameters.get(ref.id)
            return Parameter(index, ref.name or str(ref.id), offset=offset, load=entry.array if entry else None)
        case (StateRef() as ref,):
            return State(index, name, offset=offset, state_id=ref.id)
        case (ConstantRef() as ref,):
            return _lift_constant(Input(index, name, offset=offset, lifted=True), ref)
    return Lost(index, name, offset=offset, reason=f"INPUT with B={instruction.b} has no known source")


def _lift_constant(value: Input, ref: ConstantRef) -> Input:
    """A lifted constant: its value where the file has it, else why not."""
    if isinstance(ref.value, bool | int | float | list):
        value.default = ref.value
    else:
        value.lost = f"its value is not in the file: constant {ref.id} holds {ref.value!r} instead"
    return value


def _lift_operation(graph: Graph, instruction: Instruction) -> Operation:
    operation = Operation(
        instruction.index, offset=instruction.offset, operator=instruction.name or f"A={instruction.a}"
    )
    if instruction.name is None:
        raise graph.error(
            InvalidError, operation, "the operation has no name: it is neither a standard one nor in cmap"
        )
    if instruction.b and instruction.signature is None and instruction.a >= FIRST_REGULAR:
        raise graph.error(InvalidError, operation, f"signature {instruction.b} is not in perm")
    operation.operands = tuple(_operand(operand) for operand in _operands(graph, instruction))
    _put_back_mask_fill(operation)
    return operation


def _put_back_mask_fill(operation: Operation) -> None:
    """The exporter writes aten.masked_fill as nac.where, mask and value first; its result has the type of x."""
    match operation:
        case Operation(operator="nac.where", operands=(Ref() as mask, bool() | int() | float() as value, Ref() as x)):
            operation.operator, operation.operands = "aten.masked_fill.Scalar", (x, mask, value)


def _operand(operand: Any) -> Any:
    """A reference, or the value of a constant.

    A file rounds the numbers of a list to float32: the shortest decimal that rounds to the same gives back what the
    model had, such as the scale factor 0.7.
    """
    if isinstance(operand, ResultRef):
        return Ref(operand.index)
    if isinstance(operand.value, list):
        return [float(str(np.float32(item))) if isinstance(item, float) else item for item in operand.value]
    return operand.value


def _operands(graph: Graph, instruction: Instruction) -> tuple[Any, ...]:
    try:
        return instruction.operands
    except FormatError as error:
        place = Operation(instruction.index, offset=instruction.offset, operator=instruction.name or "")
        details = {"expected": error.expected, "actual": error.actual, "hint": error.hint}
        raise graph.error(type(error), place, error.reason, **details) from None


def _refs(graph: Graph, instruction: Instruction) -> list[Ref]:
    return [Ref(operand.index) for operand in _operands(graph, instruction)]


def _collected(graph: Graph) -> tuple[Ref, ...]:
    """The outputs of a program that no OUTPUT with B=0 ends."""
    collected = [value for value in graph.every(Operation) if value.operator == "<OUTPUT>"]
    if not graph.values:
        raise InvalidError("there are no instructions", format="nac", path="ops")
    if not collected:
        return (Ref(len(graph.values) - 1),)
    return tuple(ref for value in collected for ref in value.operands if isinstance(ref, Ref))


def _select_first_results(graph: Graph) -> None:
    """Restore the selection of the first element of a tuple where the compiler left it out."""
    several = {value.index for value in graph.every(Operation) if _SEVERAL_RESULTS.search(value.operator)}
    if not several:
        return
    for value in graph.every(Operation):
        if value.operator != "getitem":
            value.operands = tuple(_first(operand, several) for operand in value.operands)
    graph.outputs = tuple(_first(ref, several) for ref in graph.outputs)


def _first(operand: Any, several: set[int]) -> Any:
    return Ref(operand.index, part=0) if isinstance(operand, Ref) and operand.index in several else operand
