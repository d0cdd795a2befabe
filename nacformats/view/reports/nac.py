"""The report of a NAC file: its program, tensors, schedule and plan."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from nacformats.errors import FormatError
from nacformats.formats.mep.disassembly import disassembled
from nacformats.formats.nac import NacFile
from nacformats.formats.nac.columns.instructions import instruction_path
from nacformats.formats.nac.columns.tensors import as_columns
from nacformats.formats.nac.tables import ELEMENT_DTYPES, Quantization
from nacformats.formats.records.rows import list_of_record
from nacformats.graph.of_nac import graph_of_nac
from nacformats.limits import MAX_REPORTED
from nacformats.runtime.observe import Observed
from nacformats.view.protocol import PagePlanLine, PageSchedule, PageSpan, PageTensor
from nacformats.view.reports.nac_program import columns_of_nac
from nacformats.view.reports.tensors import page_tensors
from nacformats.view.reports.types import GraphFacts
from nacformats.view.summaries.data import brief
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
    stored, offsets = as_columns(data.tensors.rows), data.tensors.rows
    kinds = zip(stored.metas["dtype"].tolist(), stored.metas["quantization"].tolist(), strict=True)
    rows = (
        (
            data.parameters.get(number) or f"parameter {number}",
            str(ELEMENT_DTYPES.get(dtype, f"dtype {dtype}")),
            list_of_record(stored.metas, "dims", index),
            int(stored.sizes[index]),
            offsets[index].offset,
            str(getattr(Quantization(method), "name", method)) if method else None,
        )
        for index, (number, (dtype, method)) in enumerate(zip(data.tensors.numbers, kinds, strict=True))
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
    return PageSchedule(
        "bytes" if timeline.in_bytes else "tensors", timeline.replay.ticks, peak, timeline.heights, spans
    )


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
