"""The tables of a NAC file: sections, program, parameters."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from nacformats.errors import FormatError
from nacformats.formats.nac import (
    ConstantRef,
    Instruction,
    NacFile,
    Operand,
    Parameter,
    ParameterRef,
    ResultRef,
)
from nacformats.inspection.core import Table


def tables(nac: NacFile) -> Iterator[Table]:
    """Where the sections are; the program as a disassembler shows it; what the parameters are."""
    extents = [(extent.name or "gap", extent.start, extent.size) for extent in nac.extents]
    yield Table("sections", ("section", "offset", "bytes"), extents, len(extents))
    columns = ("result", "offset", "operation", "signature", "operands")
    yield Table("program", columns, map(_instruction_row, nac.instructions), len(nac.instructions), "ops")
    parameters = ("id", "name", "dtype", "shape", "quantization", "bytes")
    yield Table("parameters", parameters, map(_parameter_row, nac.parameters.values()), len(nac.parameters), "data")


def _instruction_row(instruction: Instruction) -> tuple[Any, ...]:
    name = instruction.name or f"<UNNAMED {instruction.a}>"
    return f"%{instruction.index}", instruction.offset, name, instruction.signature or "", _operands(instruction)


def _operands(instruction: Instruction) -> str:
    if instruction.input_name is not None:
        return instruction.input_name
    try:
        return ", ".join(map(_operand, instruction.operands))
    except FormatError as error:
        return f"({error.reason})"


def _operand(operand: Operand) -> str:
    if isinstance(operand, ResultRef):
        return f"%{operand.index}"
    if isinstance(operand, ConstantRef):
        return repr(operand.value)
    if isinstance(operand, ParameterRef):
        return operand.name or f"parameter {operand.id}"
    return f"state {operand.id}"


def _parameter_row(parameter: Parameter) -> tuple[Any, ...]:
    try:
        tensor = parameter.tensor
    except FormatError as error:
        return parameter.id, parameter.name, "", "", "", f"({error.reason})"
    shape = "×".join(map(str, tensor.shape)) or "scalar"
    dtype = str(tensor.element_dtype or f"unknown ({int(tensor.dtype)})")
    return parameter.id, parameter.name, dtype, shape, tensor.quantization.name, len(tensor.raw)
