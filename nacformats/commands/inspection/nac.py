"""The overview of a NAC file: inputs, outputs and weights; sections, program and parameters; names of tensors."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

from nacformats.commands.inspection.tables import Overview, ShownCell, ShownTable
from nacformats.errors import FormatError
from nacformats.formats.mep.disassembly import disassembled
from nacformats.formats.nac import NacFile, NamedArray, Parameter
from nacformats.formats.nac.columns.instructions import TRNG
from nacformats.formats.nac.file.disassembly import Line, disassemble, value_of
from nacformats.plan import Plan
from nacformats.tokenizer import Manifest
from nacformats.view.summaries.blocks import blocks_in_time
from nacformats.view.texts import cut, joined_and_cut

#: An offset in the file, or None, and a line of text.
_Rows = Sequence[tuple[int | None, str]]
_TENSOR = re.compile(r"data\.tensors\[(\d{1,9})\]")


def nac_overview(nac: NacFile) -> Overview:
    """Return what is shown of a NAC file besides its tree."""
    return Overview(list(_tables(nac)), _labels(nac))


def _tables(nac: NacFile) -> Iterator[ShownTable]:
    """Yield the places of sections, the program as a disassembler shows it, and the parameters."""
    extents = [(extent.name or "gap", extent.start, extent.size) for extent in nac.extents]
    yield ShownTable("sections", ("section", "offset", "bytes"), extents, len(extents))
    columns = ("result", "offset", "operation", "signature", "operands")
    program = map(_instruction_row, disassemble(nac))
    yield ShownTable("program", columns, program, len(nac.instructions), "ops", partial(blocks_in_time, nac))
    if nac.sections.trng is not None:
        yield ShownTable("training", columns, map(_instruction_row, disassemble(nac, TRNG)), len(nac.training), TRNG)
    described = ("id", "name", "dtype", "shape", "quantization", "bytes")
    row = _parameter_row if nac.internal_weights else _external_row
    yield ShownTable("parameters", described, map(row, nac.parameters.values()), len(nac.parameters), "data")
    arrays = nac.sections.arrs
    if arrays is not None and len(arrays):
        yield ShownTable("arrays", ("name", "dtype", "shape", "bytes"), map(_array_row, arrays), len(arrays), "arrs")
    yield from _attached_tables(nac)


def _labels(nac: NacFile) -> Callable[[str], str]:
    """Return the function from the path of a field to what it is called: tensors have the names of their parameters."""
    data = nac.sections.data
    numbers = [] if data is None or data.tensors is None else data.tensors.numbers

    def label(path: str) -> str:
        found = _TENSOR.fullmatch(path)
        if data is None or found is None or int(found[1]) >= len(numbers):
            return ""
        name = data.parameters.get(numbers[int(found[1])])
        return "" if name is None else cut(name)

    return label


def _array_row(array: NamedArray) -> tuple[Any, ...]:
    dtype = " or ".join(map(str, array.candidates)) or f"unknown ({array.label})"
    return cut(array.name), dtype, _shape(array.shape), len(array.raw)


def _shape(dims: Sequence[int]) -> ShownCell:
    return ShownCell(joined_and_cut("×", map(str, dims)) or "scalar", list(dims))


def _instruction_row(line: Line) -> tuple[Any, ...]:
    text = joined_and_cut(", ", map(cut, filter(None, (*line.operands, line.comment))))
    values: list[dict[str, object]] = list(map(value_of, line.values))
    if line.comment:
        values.append({"input": line.comment.strip('"')})
    elif line.operands and not line.values:  # why they are not known
        values.append({"problem": line.operands[0].strip("<>")})
    return ShownCell(f"%{line.index}", line.index), line.offset, cut(line.name), line.signature, ShownCell(text, values)


def _parameter_row(parameter: Parameter) -> tuple[Any, ...]:
    try:
        tensor = parameter.tensor
    except FormatError as error:
        return parameter.id, _name(parameter), "", "", "", f"({error.reason})"
    shape = _shape(tensor.shape)
    dtype = str(tensor.element_dtype or f"unknown ({int(tensor.dtype)})")
    return parameter.id, _name(parameter), dtype, shape, tensor.quantization.name, len(tensor.raw)


def _external_row(parameter: Parameter) -> tuple[Any, ...]:
    """Return what the file itself says: its tensors, which may be huge, are in another file."""
    return parameter.id, _name(parameter), "", "", "external", None


def _name(parameter: Parameter) -> str | None:
    return None if parameter.name is None else cut(parameter.name)


# What it holds besides a network: its plan, its tokenizer and other files, in the words of their texts


def _attached_tables(nac: NacFile) -> Iterator[ShownTable]:
    """Yield the steps of the tokenizer, the instructions of the plan, and the files; none for what cannot be read."""
    manifest, plan = _manifest(nac), _plan(nac)
    if manifest is not None:
        yield _text("tokenizer", "step", list(manifest.lines()), "proc")
    if plan is not None:
        lines = disassembled(plan.instructions, plan.constants)
        rows = [(None if offset is None else plan.start + offset, line) for offset, line in lines]
        yield _text("plan", "instruction", rows, "orch")
    if nac.resources:
        files = [(each.name, len(each.data)) for each in nac.resources]
        yield ShownTable("files", ("name", "bytes"), files, len(files), "rsrc")


def _text(name: str, column: str, rows: _Rows, section: str) -> ShownTable:
    return ShownTable(name, ("offset", column), rows, len(rows), section)


def _plan(nac: NacFile) -> Plan | None:
    """Return the plan; None where there is none, where it is empty, as in files that have none, or cannot be read."""
    try:
        plan = nac.plan
    except FormatError:  # it is among the findings
        return None
    return plan if plan is not None and plan.instructions else None


def _manifest(nac: NacFile) -> Manifest | None:
    try:
        return nac.manifest
    except FormatError:
        return None
