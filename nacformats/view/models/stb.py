"""Views of an STB file."""

from __future__ import annotations

from typing import Any

from nacformats.errors import FormatError
from nacformats.formats.stb import StbDtype, StbFile, StbLayout
from nacformats.querying.models import number_text, shape_of, tables_of_stb
from nacformats.view.reports.programs import page_tensors
from nacformats.view.summaries.data import Fact, ShownShape, Summary, count_text, weighed
from nacformats.view.tables import Overview, ShownModel, ShownTable

_COMMANDS, _IF_KNOWN = ("inspect {file} --tables", "validate {file}"), ("convert {file} weights.safetensors",)
#: The columns of the tensors that are listed, and those that a page needs.
_LISTED = ("id", "dtype", "shape", "layout", "offset", "bytes")
_SHOWN = ("id", "dtype", "shape", "bytes", "offset", "layout")


def _summary(stb: StbFile, title: str) -> Summary:
    """Return the summary of an STB file."""
    tensors = stb.tensors
    layouts = {number_text(StbLayout, number) for number in set(tensors.layouts())}

    def describe(index: int) -> tuple[str, ShownShape | None]:
        tensor = tensors[index]
        shape = shape_of(tensor)
        return (f"tensor {tensor.id}" if shape is not None else f"tensor {tensor.id} of rank {tensor.rank}"), shape

    facts = [Fact("tensors", count_text(len(tensors), "tensor"))]
    facts += [Fact("layouts", ", ".join(sorted(layouts)))] if layouts else []
    return Summary(
        f"{title} tensors",
        facts=facts,
        counts={"tensors": len(tensors)},
        commands=[*_COMMANDS, *(_IF_KNOWN if _is_known(stb) else ("query {file}",))],
        **weighed(tensors.sizes(), tensors.dtypes(), describe, lambda number: number_text(StbDtype, number)),
    )


def _is_known(stb: StbFile) -> bool:
    """Return True where every tensor has its shape and its elements in the file, and an id of its own."""
    from nacformats.conversion.weights import weights_of_stb  # noqa: PLC0415  it takes long to import

    try:
        return weights_of_stb(stb, None) is not None
    except FormatError:
        return False


def _parts(stb: StbFile) -> dict[str, Any]:
    """Return the tensors."""
    (table,) = tables_of_stb(stb)
    tensors = (
        (f"tensor {number}", dtype, shape or (), size, offset, None if layout == "row_major" else layout)
        for number, dtype, shape, size, offset, layout in table.rows(_SHOWN)
    )
    return {"tensors": page_tensors(tensors, "tensors[{}]")}


def _overview(stb: StbFile) -> Overview:
    """Return the tensors; of one whose sizes are in a table that was not given, the rank."""
    (table,) = tables_of_stb(stb)
    rows = (
        (*cells[:2], f"rank {rank}" if cells[2] is None else cells[2], *cells[3:])
        for *cells, rank in table.rows((*_LISTED, "rank"))
    )
    return Overview([ShownTable("tensors", _LISTED, rows, table.count)])


SHOWN = ShownModel(_summary, _parts, _overview, ("tensors", ("id", "dtype", "shape", "bytes")))
