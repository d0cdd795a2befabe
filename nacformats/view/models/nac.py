"""Views of a NAC file: inputs, outputs and weights; sections, program and parameters; names of tensors."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from nacformats.errors import FormatError
from nacformats.formats.nac import NacFile, Parameter
from nacformats.formats.nac.columns.instructions import TRNG
from nacformats.formats.nac.file.contents import program_of
from nacformats.formats.nac.file.disassembly import Line, disassemble, value_of
from nacformats.formats.nac.file.external import ExternalWeights
from nacformats.formats.nac.tables import OutputKind, Quantization
from nacformats.formats.tisa.manifest import opcode_of
from nacformats.ops.table import decomposed_operators
from nacformats.printing import size_text
from nacformats.querying.nac import arrays_of_nac, attached_tables, parameters_of_nac, sections_of_nac
from nacformats.view.reports.nac import parts_of_nac, ports_of
from nacformats.view.summaries import data as shown
from nacformats.view.summaries.blocks import block_lines, blocks_in_time
from nacformats.view.tables import Overview, ShownCell, ShownModel, ShownTable
from nacformats.view.texts import cut, joined_and_cut

#: The commands that take such a file; `{file}` stands for its name.
_COMMANDS = ("inspect {file} --tables", "run {file} --random", "validate {file}", "convert {file} model.onnx")
_OTHERWISE = ("inspect {file} --tables", "validate {file}", "query {file}")
#: A longer program is not restored, so that nobody waits for it.
_MOST_RESTORED = 2_000
_TENSOR = re.compile(r"data\.tensors\[(\d{1,9})\]")
#: The columns of a program.
_LISTED = ("result", "offset", "operation", "signature", "operands")
#: The parts of the tree that the tables of attachments are about.
_SECTIONS = {"tokenizer": "proc", "plan": "orch", "files": "rsrc"}


def _summary(nac: NacFile, title: str) -> shown.Summary:
    """Return the summary of a NAC file, called `title` with its version."""
    inputs, outputs = ports_of(nac)
    return shown.Summary(
        f"{title} program",
        facts=list(_facts(nac)),
        inputs=inputs[: shown.MOST_LISTED],
        outputs=outputs[: shown.MOST_LISTED],
        blocks=block_lines(nac),
        tokenizer=_tokenizer(nac),
        plan=_plan(nac),
        parts=[shown.FilePart(each.name or "gap", each.start, each.size) for each in nac.extents][: shown.MOST_LISTED],
        counts={"inputs": len(inputs), "outputs": len(outputs), "tensors": len(nac.parameters)},
        commands=[
            *(_COMMANDS if _is_known(nac) else _OTHERWISE),
            *(["tokenize {file} TEXT"] if nac.sections.proc is not None else []),
        ],
        **_weights(nac),
    )


def _is_known(nac: NacFile) -> bool:
    """Return True where every operation is one that is run, and what the inputs are follows from the file."""
    from nacformats.runtime import Session  # noqa: PLC0415  it takes long to import

    program = nac.sections.ops
    if nac.plan is not None or program is None or len(program) > _MOST_RESTORED:
        return False
    try:
        ports = Session(nac).inputs
    except (FormatError, TypeError, OSError):
        return False
    return all(port.shape is not None for port in ports)


def _facts(nac: NacFile) -> Iterator[shown.Fact]:
    operations = np.unique(program_of(nac).a)
    yield shown.Fact(
        "program",
        f"{shown.count_text(len(nac.instructions), 'instruction')} of {shown.count_text(len(operations), 'kind')}",
    )
    yield shown.Fact("canonical", _canonical(nac))
    if nac.sections.trng is not None:
        updates = int(np.count_nonzero(nac.sections.trng.kind(OutputKind.update)))
        trained = f"updates {shown.count_text(updates, 'parameter')}"
        yield shown.Fact("training", f"{shown.count_text(len(nac.sections.trng), 'instruction')}, {trained}")
    arrays = nac.sections.arrs
    if arrays is not None and len(arrays):
        yield shown.Fact("arrays", f"{shown.count_text(len(arrays), 'array')}, {size_text(int(arrays.sizes.sum()))}")
    schedule = nac.sections.mmap
    if schedule is not None and len(schedule):
        yield shown.Fact("schedule", shown.count_text(len(schedule), "record"))
    if nac.resources:
        names = shown.first_of(each.name for each in nac.resources)
        yield shown.Fact("files", f"{names} ({size_text(sum(len(each.data) for each in nac.resources))})")
    if not nac.internal_weights:
        yield shown.Fact("weights", _place_of_weights(nac))


def _canonical(nac: NacFile) -> str:
    """Return "yes" where every operation of the program is one of the canonical set, else those that are not."""
    numbers = np.unique(program_of(nac).a).tolist()
    names = {nac.instructions.names.operation(number) for number in numbers}
    outside = sorted(name for name in names & decomposed_operators() if name is not None)
    return f"no: {joined_and_cut(', ', outside)}" if outside else "yes"


def _place_of_weights(nac: NacFile) -> str:
    if not isinstance(nac.weights, ExternalWeights):
        return "in a file of their own"
    try:
        names = [each.path.name for each in nac.weights.files]
        _ = nac.weights.names
    except (FormatError, OSError) as error:
        return f"in a file of their own: {shown.brief(str(error))}"
    return f"in {shown.first_of(names)}"


def _weights(nac: NacFile) -> dict[str, Any]:
    if nac.internal_weights:
        return _stored_weights(nac)
    if not isinstance(nac.weights, ExternalWeights):
        return {}
    try:
        entries = [(name, entry) for file in nac.weights.files for name, entry in file.table.entries.items()]
    except (FormatError, OSError):  # a fact says why
        return {}
    sizes = [entry.stop - entry.start for _, entry in entries]
    kinds = [entry.dtype for _, entry in entries]
    return shown.weighed(sizes, kinds, lambda index: (entries[index][0], entries[index][1].shape))


def _stored_weights(nac: NacFile) -> dict[str, Any]:
    data = nac.sections.data
    if data is None or data.tensors is None or not len(data.tensors):
        return {}
    rows = list(parameters_of_nac(nac).rows(("id", "name", "shape", "bytes", "dtype", "quantization")))
    kinds = [dtype if method == Quantization.none.name else method.upper() for *_, dtype, method in rows]

    def describe(index: int) -> tuple[str, shown.ShownShape]:
        number, name, shape, *_ = rows[index]
        return name or f"parameter {number}", shape

    return shown.weighed([size for *_, size, _, _ in rows], kinds, describe)


def _tokenizer(nac: NacFile) -> str | None:
    try:
        manifest = nac.manifest
    except FormatError:  # it is among the findings
        return "cannot be read"
    if manifest is None:
        return None
    steps: Iterable[str] = map(opcode_of, manifest.steps)
    return shown.first_of(steps) or "no steps"


def _plan(nac: NacFile) -> str | None:
    try:
        plan = nac.plan
    except FormatError:
        return "cannot be read"
    if plan is None or not plan.instructions:
        return None
    instructions, constants = shown.count_text(len(plan.instructions), "instruction"), len(plan.constants)
    return f"{instructions}, {shown.count_text(constants, 'constant')}"


# The tables that are listed


def _overview(nac: NacFile) -> Overview:
    """Return sections, program, parameters and attachments."""
    return Overview(list(_tables(nac)), _labels(nac))


def _tables(nac: NacFile) -> Iterator[ShownTable]:
    """Yield the places of sections, the program as a disassembler shows it, the parameters, and what else there is."""
    yield replace(ShownTable.of(sections_of_nac(nac)), columns=("section", "offset", "bytes"))
    program, blocks = map(_instruction_row, disassemble(nac)), partial(blocks_in_time, nac)
    yield ShownTable("program", _LISTED, program, len(nac.instructions), "ops", blocks)
    if nac.sections.trng is not None:
        yield ShownTable("training", _LISTED, map(_instruction_row, disassemble(nac, TRNG)), len(nac.training), TRNG)
    described = ("id", "name", "dtype", "shape", "quantization", "bytes")
    row = _parameter_row if nac.internal_weights else _external_row
    yield ShownTable.each("parameters", described, row, nac.parameters.values(), section="data")
    yield from (ShownTable.of(table, section="arrs") for table in arrays_of_nac(nac))
    yield from (ShownTable.of(table, section=_SECTIONS[table.name]) for table in attached_tables(nac))


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
    dtype = str(tensor.element_dtype or f"unknown ({int(tensor.dtype)})")
    return parameter.id, _name(parameter), dtype, list(tensor.shape), tensor.quantization.name, len(tensor.raw)


def _external_row(parameter: Parameter) -> tuple[Any, ...]:
    """Return what the file itself says: its tensors, which may be huge, are in another file."""
    return parameter.id, _name(parameter), "", "", "external", None


def _name(parameter: Parameter) -> str | None:
    return None if parameter.name is None else cut(parameter.name)


SHOWN = ShownModel(_summary, parts_of_nac, _overview, ("program", ("result", "operation", "operands")))
