"""The summary of a NAC file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np

from nacformats.errors import FormatError
from nacformats.formats.interface import INTERFACE, Described, Interface, read_interface
from nacformats.formats.nac import NacFile
from nacformats.formats.nac.columns.tensors import as_columns
from nacformats.formats.nac.columns.uses import end_of
from nacformats.formats.nac.file.contents import program_of
from nacformats.formats.nac.file.external import ExternalWeights
from nacformats.formats.nac.tables import ELEMENT_DTYPES, FixedOperation, InputSource, OutputKind, Quantization
from nacformats.formats.records.rows import list_of_record
from nacformats.formats.tisa.manifest import opcode_of
from nacformats.ops.table import decomposed_operators
from nacformats.printing import size_text
from nacformats.view.summaries import data as shown
from nacformats.view.summaries.blocks import block_lines
from nacformats.view.texts import joined_and_cut

#: The commands that take such a file; `{file}` stands for its name.
_COMMANDS = ("inspect {file} --tables", "run {file} --random", "validate {file}", "convert {file} model.onnx")
_OTHERWISE = ("inspect {file} --tables", "validate {file}", "query {file}")
#: A longer program is not restored, so that nobody waits for it.
_MOST_RESTORED = 2_000


def summary_of_nac(nac: NacFile, title: str) -> shown.Summary:
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


def ports_of(nac: NacFile) -> tuple[list[shown.ShownPort], list[shown.ShownPort]]:
    """Return inputs and outputs of the program, by the interface that a compiled file has, or by its instructions."""
    interface = _interface(nac)
    users, results = _users(nac), _results(nac)
    if interface is not None and len(interface.inputs) == len(users):
        inputs = list(map(_port, interface.inputs))
    else:
        names = nac.instructions.names.inputs
        inputs = [shown.ShownPort(shown.brief(names.get(index, f"%{index}"))) for index in users]
    if interface is not None and len(interface.outputs) == len(results):
        return inputs, list(map(_port, interface.outputs))
    return inputs, [shown.ShownPort(_result(nac, index)) for index in results]


def _interface(nac: NacFile) -> Interface | None:
    """Return what a compiled file says of its inputs and outputs."""
    resource = next((each for each in nac.resources if each.name == INTERFACE), None)
    return None if resource is None else read_interface(resource.data)


def _port(port: Described) -> shown.ShownPort:
    return shown.ShownPort(shown.brief(port.name), None if port.dtype is None else port.dtype.name, port.shape)


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
    return f"%{index} {shown.brief(nac.instructions[index].name or '?')}"


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
    return shown.Weighed(sizes, kinds, lambda index: (entries[index][0], entries[index][1].shape)).parts()


def _stored_weights(nac: NacFile) -> dict[str, Any]:
    data = nac.sections.data
    if data is None or data.tensors is None or not len(data.tensors):
        return {}
    tensors, numbers = as_columns(data.tensors.rows), data.tensors.numbers
    kinds = tensors.metas["dtype"].astype(np.int64) * 256 + tensors.metas["quantization"]

    def describe(index: int) -> tuple[str, shown.ShownShape]:
        number = numbers[index]
        return data.parameters.get(number) or f"parameter {number}", list_of_record(tensors.metas, "dims", index)

    return shown.Weighed(tensors.sizes.tolist(), kinds.tolist(), describe, _stored_type).parts()


def _stored_type(kind: int) -> str:
    """Return a dtype or, where the elements are quantized, the method."""
    dtype, method = divmod(kind, 256)
    if method:
        return str(getattr(Quantization(method), "name", method)).upper()
    return str(ELEMENT_DTYPES.get(dtype, f"dtype {dtype}"))


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
