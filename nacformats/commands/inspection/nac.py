"""The overview of a NAC file: inputs, outputs and weights; sections, program and parameters; names of tensors."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import numpy as np

from nacformats.commands.inspection.tables import Overview, ShownCell, ShownTable
from nacformats.errors import FormatError
from nacformats.formats.interface import INTERFACE, Described, Interface, read_interface
from nacformats.formats.mep.disassembly import disassembled
from nacformats.formats.nac import NacFile, NamedArray, Parameter, Resource
from nacformats.formats.nac.columns.instructions import TRNG
from nacformats.formats.nac.columns.tensors import as_columns
from nacformats.formats.nac.columns.uses import end_of
from nacformats.formats.nac.file.contents import program_of
from nacformats.formats.nac.file.disassembly import Line, disassemble, value_of
from nacformats.formats.nac.tables import ELEMENT_DTYPES, FixedOperation, InputSource, OutputKind, Quantization
from nacformats.formats.tisa.manifest import opcode_of
from nacformats.graph.graph import ValueType
from nacformats.ops.table import decomposed_operators
from nacformats.plan import Plan
from nacformats.printing import size_text
from nacformats.tokenizer import Manifest
from nacformats.view.texts import cut, joined_and_cut

#: An offset in the file, or None, and a line of text.
_Rows = Sequence[tuple[int | None, str]]
_TENSOR = re.compile(r"data\.tensors\[(\d{1,9})\]")


def nac_overview(nac: NacFile) -> Overview:
    """Return what is shown of a NAC file besides its tree."""
    return Overview(list(_tables(nac)), list(_summary(nac)), _labels(nac))


def _tables(nac: NacFile) -> Iterator[ShownTable]:
    """Yield the places of sections, the program as a disassembler shows it, and the parameters."""
    extents = [(extent.name or "gap", extent.start, extent.size) for extent in nac.extents]
    yield ShownTable("sections", ("section", "offset", "bytes"), extents, len(extents))
    columns = ("result", "offset", "operation", "signature", "operands")
    yield ShownTable("program", columns, map(_instruction_row, disassemble(nac)), len(nac.instructions), "ops")
    if nac.sections.trng is not None:
        yield ShownTable("training", columns, map(_instruction_row, disassemble(nac, TRNG)), len(nac.training), TRNG)
    described = ("id", "name", "dtype", "shape", "quantization", "bytes")
    row = _parameter_row if nac.internal_weights else _external_row
    yield ShownTable("parameters", described, map(row, nac.parameters.values()), len(nac.parameters), "data")
    arrays = nac.sections.arrs
    if arrays is not None and len(arrays):
        yield ShownTable("arrays", ("name", "dtype", "shape", "bytes"), map(_array_row, arrays), len(arrays), "arrs")
    yield from _attached_tables(nac)


def _summary(nac: NacFile) -> Iterator[tuple[str, str]]:
    """Yield the inputs, the outputs, and the number and size of the weights, tokenizer and plan, each on a line."""
    interface = _interface(nac.resources)
    users, results = _users(nac), _results(nac)
    inputs: Iterable[str] = (cut(nac.instructions.names.inputs.get(index, f"%{index}")) for index in users)
    outputs: Iterable[str] = (_result(nac, index) for index in results)
    if interface is not None and len(interface.inputs) == len(users):
        inputs = map(_port, interface.inputs)
    if interface is not None and len(interface.outputs) == len(results):
        outputs = map(_port, interface.outputs)
    yield "inputs", joined_and_cut(", ", inputs) or "none"
    yield "outputs", joined_and_cut(", ", outputs) or "none"
    yield "weights", _weights(nac)
    yield "canonical", _canonical(nac)
    if nac.sections.trng is not None:
        updates = int(np.count_nonzero(nac.sections.trng.kind(OutputKind.update)))
        yield "training", f"{_counted(len(nac.sections.trng), 'instruction')}, updates {_counted(updates, 'parameter')}"
    if nac.sections.arrs is not None and len(nac.sections.arrs):
        yield "arrays", f"{_counted(len(nac.sections.arrs), 'array')}, {size_text(int(nac.sections.arrs.sizes.sum()))}"
    yield from _attached_summary(nac)


def _canonical(nac: NacFile) -> str:
    """Return "yes" where every operation of the program is one of the canonical set, else those that are not."""
    numbers = np.unique(program_of(nac).a).tolist()
    names = {nac.instructions.names.operation(number) for number in numbers}
    outside = sorted(name for name in names & decomposed_operators() if name is not None)
    return f"no: {joined_and_cut(', ', outside)}" if outside else "yes"


def _labels(nac: NacFile) -> Callable[[str], str]:
    """From the path of a field to what it is called: tensors have the names of their parameters."""
    data = nac.sections.data
    numbers = [] if data is None or data.tensors is None else data.tensors.numbers

    def label(path: str) -> str:
        found = _TENSOR.fullmatch(path)
        if data is None or found is None or int(found[1]) >= len(numbers):
            return ""
        name = data.parameters.get(numbers[int(found[1])])
        return "" if name is None else cut(name)

    return label


def _interface(resources: Sequence[Resource]) -> Interface | None:
    """Return what a compiled file says of its inputs and outputs."""
    resource = next((each for each in resources if each.name == INTERFACE), None)
    return None if resource is None else read_interface(resource.data)


def _port(port: Described) -> str:
    return f"{cut(port.name)} {ValueType(port.dtype, port.shape)}"


def _users(nac: NacFile) -> list[int]:
    """Return the instructions that take what the caller gives."""
    ops = program_of(nac)
    found: list[int] = np.flatnonzero((ops.a == FixedOperation.input) & (ops.b == InputSource.user)).tolist()
    return found


def _results(nac: NacFile) -> list[int]:
    """Return the instructions whose results are those of the program."""
    ops = program_of(nac)
    end = end_of(ops) - 1
    if end < 0 or ops.a[end] != FixedOperation.output:
        return []
    return [end + distance for distance in ops[end].d]


def _result(nac: NacFile, index: int) -> str:
    if not 0 <= index < len(nac.instructions):
        return f"%{index}"
    return f"%{index} {cut(nac.instructions[index].name or '?')}"


def _weights(nac: NacFile) -> str:
    """Return how many there are, and how large they are by the type in which they are stored."""
    count = len(nac.parameters)
    number = _counted(count, "parameter")
    if not nac.internal_weights:
        return f"{number} in a file of their own"
    data = nac.sections.data
    tensors = None if data is None or data.tensors is None else as_columns(data.tensors.rows)
    if tensors is None or not len(tensors):
        return number
    kinds = tensors.metas["dtype"].astype(np.int64) * 256 + tensors.metas["quantization"]
    parts = [(kind, int(tensors.sizes[kinds == kind].sum())) for kind in np.unique(kinds).tolist()]
    shares = ", ".join(f"{_kind(*divmod(kind, 256))} {size_text(size)}" for kind, size in parts)
    return f"{number}, {size_text(int(tensors.sizes.sum()))} ({shares})"


def _kind(dtype: int, method: int) -> str:
    """Return a dtype or, where the elements are quantized, the method."""
    if method:
        return str(getattr(Quantization(method), "name", method)).upper()
    return str(ELEMENT_DTYPES.get(dtype, f"dtype {dtype}"))


def _counted(count: int, noun: str) -> str:
    return f"{count:,} {noun}{'s' * (count != 1)}"


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


def _attached_summary(nac: NacFile) -> Iterator[tuple[str, str]]:
    """Yield the tokenizer and the plan, each on a line."""
    manifest, plan = _manifest(nac), _plan(nac)
    if manifest is not None:
        yield "tokenizer", joined_and_cut(", ", map(opcode_of, manifest.steps)) or "no steps"
    if plan is not None:
        yield "plan", f"{_counted(len(plan.instructions), 'instruction')}, {_counted(len(plan.constants), 'constant')}"


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
