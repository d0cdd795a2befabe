"""The tables of a NAC file: sections, program, parameters."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from nacformats.commands.inspection.core import Table
from nacformats.commands.inspection.cutting import cut, joined
from nacformats.errors import FormatError
from nacformats.formats.nac import NacFile, Parameter
from nacformats.formats.nac.disassembly import Line, disassemble


def tables(nac: NacFile) -> Iterator[Table]:
    """Where the sections are; the program as a disassembler shows it; what the parameters are."""
    extents = [(extent.name or "gap", extent.start, extent.size) for extent in nac.extents]
    yield Table("sections", ("section", "offset", "bytes"), extents, len(extents))
    columns = ("result", "offset", "operation", "signature", "operands")
    yield Table("program", columns, map(_instruction_row, disassemble(nac)), len(nac.instructions), "ops")
    described = ("id", "name", "dtype", "shape", "quantization", "bytes")
    row = _parameter_row if nac.internal_weights else _external_row
    yield Table("parameters", described, map(row, nac.parameters.values()), len(nac.parameters), "data")


def _instruction_row(line: Line) -> tuple[Any, ...]:
    operands = joined(", ", map(cut, filter(None, (*line.operands, line.comment))))
    return f"%{line.index}", line.offset, cut(line.name), line.signature, operands


def _parameter_row(parameter: Parameter) -> tuple[Any, ...]:
    try:
        tensor = parameter.tensor
    except FormatError as error:
        return parameter.id, _name(parameter), "", "", "", f"({error.reason})"
    shape = joined("×", map(str, tensor.shape)) or "scalar"
    dtype = str(tensor.element_dtype or f"unknown ({int(tensor.dtype)})")
    return parameter.id, _name(parameter), dtype, shape, tensor.quantization.name, len(tensor.raw)


def _external_row(parameter: Parameter) -> tuple[Any, ...]:
    """What the file itself says: its tensors, which may be huge, are in another file."""
    return parameter.id, _name(parameter), "", "", "external", None


def _name(parameter: Parameter) -> str | None:
    return None if parameter.name is None else cut(parameter.name)
