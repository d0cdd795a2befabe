"""The tables of a NAC file."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import cache
from math import prod

import numpy as np

from nacformats.codec.columns import Columns
from nacformats.errors import FormatError
from nacformats.formats.interface import interface_among
from nacformats.formats.mep.disassembly import disassembled
from nacformats.formats.nac import NacFile, NamedArray
from nacformats.formats.nac.columns.instructions import TRNG, Operations, references
from nacformats.formats.nac.columns.tensors import as_columns
from nacformats.formats.nac.file.contents import name_tables, program_of
from nacformats.formats.nac.tables import ELEMENT_DTYPES, FIRST_REGULAR, MemoryAction, Quantization
from nacformats.formats.records.rows import list_of_record
from nacformats.graph.graph import ValueType
from nacformats.graph.of_nac import graph_of_nac
from nacformats.limits import MAX_TYPED_ROWS
from nacformats.ops.meta import MetaError
from nacformats.querying.columns import AnyColumn, CodedColumn, ColumnMaker, ColumnTable, objects
from nacformats.runtime.observe import declared_types


def tables_of_nac(nac: NacFile) -> Iterator[ColumnTable]:
    """Yield the tables of a NAC file: the program and what it takes, tensors, constants, sections and attachments."""
    yield _operations(nac, "ops")
    yield _operands(program_of(nac), "operands")
    if nac.sections.trng is not None:
        yield _operations(nac, TRNG, "training")
        yield _operands(nac.sections.trng, "training_operands")
    yield from _ports(nac)
    yield parameters_of_nac(nac)
    constants = [(number, type(each.value).__name__, _text(each.value)) for number, each in nac.constants.items()]
    yield ColumnTable.of_rows("constants", ("id", "type", "value"), constants)
    yield ColumnTable.of_rows("signatures", ("id", "signature"), nac.signatures.items())
    yield sections_of_nac(nac)
    yield from _schedule(nac)
    yield from arrays_of_nac(nac)
    yield from attached_tables(nac)


def sections_of_nac(nac: NacFile) -> ColumnTable:
    """Return where the sections are, and the gaps between them."""
    extents = [(each.name or "gap", each.start, each.size) for each in nac.extents]
    return ColumnTable.of_rows("sections", ("name", "offset", "bytes"), extents)


def arrays_of_nac(nac: NacFile) -> Iterator[ColumnTable]:
    """Yield the named arrays, where there are any; one whose elements may be of two types has both."""
    arrays = nac.sections.arrs
    if arrays is not None and len(arrays):
        rows = [(each.name, _array_dtype(each), list(each.shape), len(each.raw)) for each in arrays]
        yield ColumnTable.of_rows("arrays", ("name", "dtype", "shape", "bytes"), rows)


def _array_dtype(array: NamedArray) -> str:
    return " or ".join(map(str, array.candidates)) or f"unknown ({array.label})"


def _operations(nac: NacFile, section: str, name: str = "ops") -> ColumnTable:
    """Return the instructions of a section, in order; `a` and `b` are views of the file's columns."""
    ops, names = program_of(nac, section), name_tables(nac, section)
    listed = ops.listed("distances")
    makers: dict[str, ColumnMaker] = {
        "index": lambda: np.arange(len(ops), dtype=np.int32),
        "name": lambda: CodedColumn(ops.a, _known(names.operation, ops.a)),
        "signature": lambda: _signatures(ops, names.signatures.get),
        "operands": lambda: np.bincount(listed.owners, minlength=len(ops)).astype(np.int32),
        "a": lambda: ops.a,
        "b": lambda: ops.b,
        "offset": lambda: _offsets(ops),
    }
    if section != TRNG:
        kinds = cache(lambda: _types(nac, len(ops)))
        makers["input"] = lambda: _sparse(len(ops), names.inputs)
        unknown = CodedColumn(np.zeros(len(ops), np.uint8), {})
        is_typed = len(ops) <= MAX_TYPED_ROWS
        makers["dtype"] = lambda: objects(_dtype(each) for each in kinds()) if is_typed else unknown
        makers["shape"] = lambda: objects(_sizes(each) for each in kinds()) if is_typed else unknown
    return ColumnTable(name, len(ops), makers)


def _known(text_of: Callable[[int], str | None], codes: AnyColumn) -> dict[int, str]:
    found = {int(code): text_of(int(code)) for code in np.unique(codes)}
    return {code: text for code, text in found.items() if text is not None}


def _signatures(ops: Operations, text_of: Callable[[int], str | None]) -> CodedColumn:
    """Return the signatures of regular operations; B of any other is a variant."""
    codes = np.where(ops.a >= FIRST_REGULAR, ops.b, 0)
    return CodedColumn(codes, {code: text for code, text in _known(text_of, codes).items() if code})


def _offsets(ops: Operations) -> AnyColumn:
    """Return where each instruction begins in the file; -1 for a program that was made."""
    if isinstance(ops.columns, Columns):
        return ops.columns.starts[: len(ops)]
    return np.full(len(ops), -1, np.int64)


def _sparse(count: int, known: Mapping[int, str]) -> CodedColumn:
    """Return the texts of a few rows."""
    codes = np.full(count, -1, np.int32)
    places = [place for place in known if 0 <= place < count]
    codes[places] = range(len(places))
    return CodedColumn(codes, {code: known[place] for code, place in enumerate(places)})


def _types(nac: NacFile, count: int) -> list[ValueType]:
    """Return the types of results as far as they follow from the file."""
    unknown = [ValueType()] * count
    try:
        found = declared_types(graph_of_nac(nac))
    except (FormatError, MetaError):
        return unknown
    known = [each if isinstance(each, ValueType) else ValueType() for each in found]
    return [*known, *unknown[len(known) :]][:count]


def _dtype(kind: ValueType) -> str | None:
    return None if kind.dtype is None else kind.dtype.name


def _sizes(kind: ValueType) -> list[int | None] | None:
    """Return the sizes of a tensor; None in place of one that may vary."""
    return None if kind.shape is None else [size if isinstance(size, int) else None for size in kind.shape]


def _operands(ops: Operations, name: str) -> ColumnTable:
    """Return the results that instructions take, a row for each use: of `source` by `op`, at `position`."""
    words = cache(lambda: references(ops))
    return ColumnTable(
        name,
        lambda: len(words().values),
        {
            "op": lambda: words().owners.astype(np.int32),
            "position": lambda: words().places.astype(np.int32),
            "source": lambda: (words().owners.astype(np.int64) + words().values).astype(np.int32),
        },
    )


def _ports(nac: NacFile) -> Iterator[ColumnTable]:
    """Yield what the file says of its inputs and outputs, where it does."""
    interface = interface_among(nac.resources)
    if interface is None:
        return
    for name, ports in (("inputs", interface.inputs), ("outputs", interface.outputs)):
        rows = [
            (place, each.name, None if each.dtype is None else each.dtype.name, _port_sizes(each.shape))
            for place, each in enumerate(ports)
        ]
        yield ColumnTable.of_rows(name, ("index", "name", "dtype", "shape"), rows)


def _port_sizes(shape: tuple[int | str | None, ...] | None) -> list[str] | None:
    return None if shape is None else ["?" if size is None else str(size) for size in shape]


def parameters_of_nac(nac: NacFile) -> ColumnTable:
    """Return the parameters: those whose tensors are in the file, or else no more of each than its name."""
    columns = ("id", "name", "dtype", "shape", "elements", "quantization", "bytes", "offset")
    data = nac.sections.data
    if data is None or data.tensors is None:
        named = [] if data is None else list(data.parameters.items())
        return ColumnTable.of_rows("parameters", columns, [(number, name, *[None] * 6) for number, name in named])
    tensors, numbers = as_columns(data.tensors.rows), data.tensors.numbers
    starts = getattr(tensors, "_starts", np.full(len(numbers), -1, np.int64))
    shapes = cache(lambda: [list(list_of_record(tensors.metas, "dims", row)) for row in range(len(numbers))])
    names = data.parameters
    stored = np.unique(tensors.metas["quantization"]).tolist()
    methods = {number: str(getattr(Quantization(number), "name", number)) for number in stored}
    used = np.unique(tensors.metas["dtype"]).tolist()
    dtypes = {number: str(ELEMENT_DTYPES.get(number, f"dtype {number}")) for number in used}
    return ColumnTable(
        "parameters",
        len(numbers),
        {
            "id": lambda: np.array(numbers, np.int32),
            "name": lambda: objects(names.get(number) for number in numbers),
            "dtype": lambda: CodedColumn(tensors.metas["dtype"], dtypes),
            "shape": lambda: objects(shapes()),
            "elements": lambda: np.array([prod(each) for each in shapes()], np.float64).astype(np.int64),
            "quantization": lambda: CodedColumn(tensors.metas["quantization"], methods),
            "bytes": lambda: tensors.sizes.astype(np.int64),
            "offset": lambda: np.asarray(starts, np.int64),
        },
    )


def _schedule(nac: NacFile) -> Iterator[ColumnTable]:
    """Yield the commands of the memory schedule, where there is one."""
    if nac.sections.mmap is None or not len(nac.sections.mmap):
        return
    schedule, actions = nac.sections.mmap, {int(each): each.name for each in MemoryAction}
    yield ColumnTable(
        "schedule",
        len(schedule.actions),
        {
            "tick": lambda: np.repeat(schedule.ticks, np.diff(schedule.offsets)),
            "action": lambda: CodedColumn(schedule.actions, actions),
            "target": lambda: schedule.targets,
        },
    )


def attached_tables(nac: NacFile) -> Iterator[ColumnTable]:
    """Yield the steps of the tokenizer, the instructions of the plan, and the files, where they can be read."""
    with suppress(FormatError):  # it is among the findings
        if nac.manifest is not None:
            yield ColumnTable.of_rows("tokenizer", ("offset", "step"), nac.manifest.lines())
    plan = None
    with suppress(FormatError):
        plan = nac.plan
    if plan is not None and plan.instructions:
        lines = disassembled(plan.instructions, plan.constants)
        rows = [(None if offset is None else plan.start + offset, text) for offset, text in lines]
        yield ColumnTable.of_rows("plan", ("offset", "instruction"), rows)
    if nac.resources:
        yield ColumnTable.of_rows("files", ("name", "bytes"), [(each.name, len(each.data)) for each in nac.resources])


def _text(value: object) -> str | None:
    return None if value is None else str(value)
