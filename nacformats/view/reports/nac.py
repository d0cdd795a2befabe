"""The report of a NAC file: its program as columns, tensors, schedule and plan."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from nacformats.errors import FormatError
from nacformats.formats.interface import Described, interface_among
from nacformats.formats.mep.disassembly import disassembled
from nacformats.formats.nac import NacFile
from nacformats.formats.nac.columns.instructions import SIGNATURE_IDS, Mask, Operations, instruction_path
from nacformats.formats.nac.columns.uses import end_of, is_parameter
from nacformats.formats.nac.file.contents import program_of
from nacformats.formats.nac.file.disassembly import Line, line_of, shown_instructions
from nacformats.formats.nac.file.program import ConstantRef, ParameterRef, ResultRef
from nacformats.formats.nac.tables import FIRST_REGULAR, FixedOperation, InputSource, Quantization
from nacformats.graph.of_nac import graph_of_nac
from nacformats.limits import MAX_REPORTED
from nacformats.querying.nac import parameters_of_nac
from nacformats.runtime.observe import Observed
from nacformats.view.protocol import PagePlanLine, PageSchedule, PageSpan, PageTensor
from nacformats.view.reports.programs import GraphFacts, ProgramColumns, page_tensors
from nacformats.view.summaries.data import ShownPort, brief
from nacformats.view.timeline import Present, Timeline


def parts_of_nac(nac: NacFile) -> dict[str, Any]:
    """Return the fields of a report that depend on the format."""
    facts = GraphFacts.of(lambda: graph_of_nac(nac), len(nac.instructions))
    return {
        "program": facts.added_to(columns_of_nac(nac)),
        "tensors": list(_tensors(nac)),
        "schedule": _schedule(nac, facts.types),
        "plan": _plan(nac),
    }


def _tensors(nac: NacFile) -> list[PageTensor]:
    data = nac.sections.data
    if not nac.internal_weights or data is None or data.tensors is None:
        return list(_external(nac))
    rows = (
        (
            name or f"parameter {number}",
            dtype,
            shape,
            size,
            None if start < 0 else start,
            None if method == Quantization.none.name else method,
        )
        for number, name, dtype, shape, size, start, method in parameters_of_nac(nac).rows(_OF_TENSOR)
    )
    return page_tensors(rows, "data.tensors[{}]")


def _external(nac: NacFile) -> Iterator[PageTensor]:
    """Yield the parameters of a file whose tensors are in another one, as far as that can be read."""
    for parameter in list(nac.parameters.values())[:MAX_REPORTED]:
        name = brief(parameter.name or f"parameter {parameter.id}")
        try:
            tensor = parameter.tensor
        except (FormatError, OSError) as error:
            yield PageTensor(name, "unknown", [], None, "", note=brief(str(error)))
            continue
        dtype, shape = str(tensor.element_dtype or ""), list(map(int, tensor.shape))
        yield PageTensor(name, dtype, shape, len(tensor.raw), "", note="in another file")


def _schedule(nac: NacFile, types: list[Observed] | None) -> PageSchedule | None:
    """Return the memory schedule over time; None where the file has none. types: of results, if they are known."""
    records = nac.sections.mmap
    if records is None or not len(records):
        return None
    timeline = Timeline(nac, types)
    spans = [_span(each, in_bytes=timeline.in_bytes) for each in timeline.largest(MAX_REPORTED)]
    peak = int(timeline.heights.max(initial=0))
    return PageSchedule("bytes" if timeline.in_bytes else "tensors", timeline.ticks, peak, timeline.heights, spans)


def _span(present: Present, *, in_bytes: bool) -> PageSpan:
    name, size = f"%{present.index} {present.name}", present.size if in_bytes else 1
    return PageSpan(name, present.start, present.stop - 1, size, instruction_path(present.index))


def _plan(nac: NacFile) -> list[PagePlanLine] | None:
    try:
        plan = nac.plan
    except FormatError:  # it is among the findings
        return None
    if plan is None or not plan.instructions:
        return None
    places = {each.offset: index for index, each in enumerate(plan.instructions)}
    return [
        PagePlanLine(brief(line), "" if offset is None else f"orch.bytecode.instructions[{places[offset]}]")
        for offset, line in disassembled(plan.instructions, plan.constants)
    ][:MAX_REPORTED]


_Numbers = npt.NDArray[np.int64]
#: The columns of parameters that a page needs.
_OF_TENSOR = ("id", "name", "dtype", "shape", "bytes", "offset", "quantization")


def columns_of_nac(nac: NacFile) -> ProgramColumns:
    """Return the instructions of a file as columns. One that cannot be read says why instead of operands."""
    ops, instructions = program_of(nac), shown_instructions(nac)
    columns = ProgramColumns("ops.instructions", len(ops))
    line: Callable[[int], Line] = lambda row: line_of(instructions[row])  # noqa: E731
    regular = _Regular(ops, dict(nac.signatures), line)
    _name_parameters(nac, ops, columns)
    _, firsts, places = np.unique(ops.a, return_index=True, return_inverse=True)
    columns.set_operators([line(row).name for row in firsts.tolist()], places)
    columns.set_operands(regular.rows, regular.operands, regular.texts)
    unnamed = is_parameter(ops) & ~columns.named()
    for row in np.flatnonzero(~regular.mask & (~is_parameter(ops) | unnamed)).tolist():
        _add_line(columns, row, line(row))
    _name_outputs(nac, ops, columns)
    return columns


class _Regular:
    """The regular instructions whose operands all exist.

    Attributes:
        mask: which they are, shape (N,).
        rows: the instruction of each of their operands, ascending, shape (M,).
        operands: a row, or -1 - k for texts[k], shape (M,).
        texts: of constants.
    """

    def __init__(self, ops: Operations, signatures: dict[int, str], line: Callable[[int], Line]) -> None:
        self._signatures = signatures
        words, constants = ops.listed("distances"), ops.listed("constants")
        owners = words.owners.astype(np.int64)
        is_constant, targets = words.values == 0, owners + words.values
        count = len(ops)
        self.mask = self._consistent(ops, np.bincount(owners[is_constant], minlength=count))
        self.mask[owners[~is_constant & ((targets < 0) | (targets >= owners))]] = False
        at, listed = is_constant & self.mask[owners], self.mask[constants.owners]
        keys = self._keys(ops, owners[at], words.places[at].astype(np.int64), constants.values[listed].astype(np.int64))
        numbers, firsts, which = np.unique(keys, return_index=True, return_inverse=True)
        self.texts = [_text(line(int(owners[at][first])), int(words.places[at][first])) for first in firsts.tolist()]
        missing = np.array([text is None for text in self.texts], np.bool_)
        self.operands = np.where(is_constant, 0, targets)
        self.operands[at] = -1 - which
        if len(numbers):
            self.mask[owners[at][missing[which]]] = False
        kept = self.mask[owners]
        self.rows, self.operands = owners[kept], self.operands[kept]

    def _consistent(self, ops: Operations, zeros: _Numbers) -> Mask:
        """Return the instructions with a signature of as many codes as distances, and a constant for each zero."""
        lengths = np.array([len(self._signatures.get(number, "")) for number in SIGNATURE_IDS])
        distances, constants = np.diff(ops.rows_of("distances")), np.diff(ops.rows_of("constants"))
        found: Mask = (ops.a >= FIRST_REGULAR) & (ops.b > 0) & (lengths[ops.b] == distances) & (distances > 0)
        found &= (zeros == constants) & ~ops.elements
        return found

    def _keys(self, ops: Operations, rows: _Numbers, places: _Numbers, numbers: _Numbers) -> _Numbers:
        """Return a number for each constant as the code of its argument has it."""
        longest = max([1, *map(len, self._signatures.values())])
        codes = np.zeros((len(SIGNATURE_IDS), longest), np.int64)
        for number, signature in self._signatures.items():
            if number in SIGNATURE_IDS:
                codes[number, : len(signature)] = [ord(code) & 0xFF for code in signature]
        return numbers * 256 + codes[ops.b[rows], places]


def _text(line: Line, place: int) -> str | None:
    """Return an operand of an instruction as text; None where it cannot be read."""
    return _operand(line.values[place], line.operands[place]) if line.values else None


def _operand(value: Any, text: str) -> str:
    return text.partition("=")[2] if isinstance(value, ConstantRef) else text


def _add_line(columns: ProgramColumns, row: int, line: Line) -> None:
    if line.comment:
        columns.name(line.comment.strip('"'), row)
    if line.operands and not line.values:
        columns.take(row, line.operands[0])
    for value, text in zip(line.values, line.operands, strict=False):
        columns.take(row, value.index if isinstance(value, ResultRef) else _operand(value, text))
        if isinstance(value, ParameterRef) and value.name is not None:
            columns.name(value.name, row)


def _name_parameters(nac: NacFile, ops: Operations, columns: ProgramColumns) -> None:
    names = {} if nac.sections.data is None else nac.sections.data.parameters
    loads = np.flatnonzero(is_parameter(ops))
    for row, number in zip(loads.tolist(), ops.field("id")[loads].tolist(), strict=True):
        name = names.get(number)
        if name is not None:
            columns.name(name, row)


def _name_outputs(nac: NacFile, ops: Operations, columns: ProgramColumns) -> None:
    """Name the results of the program as its interface does."""
    end = end_of(ops) - 1
    if end < 0 or ops.a[end] != FixedOperation.output:
        return
    for port, distance in zip(ports_of(nac)[1], ops[end].d, strict=False):
        if 0 <= end + distance < end and not port.name.startswith("%"):
            columns.name(port.name, end + distance)


def ports_of(nac: NacFile) -> tuple[list[ShownPort], list[ShownPort]]:
    """Return inputs and outputs of the program, by the interface that a compiled file has, or by its instructions."""
    interface = interface_among(nac.resources)
    users, results = _users(nac), _results(nac)
    if interface is not None and len(interface.inputs) == len(users):
        inputs = list(map(_port, interface.inputs))
    else:
        names = nac.instructions.names.inputs
        inputs = [ShownPort(brief(names.get(index, f"%{index}"))) for index in users]
    if interface is not None and len(interface.outputs) == len(results):
        return inputs, list(map(_port, interface.outputs))
    return inputs, [ShownPort(_result(nac, index)) for index in results]


def _port(port: Described) -> ShownPort:
    return ShownPort(brief(port.name), None if port.dtype is None else port.dtype.name, port.shape)


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
    return f"%{index} {brief(nac.instructions[index].name or '?')}"
