"""The summary of an STB file."""

from __future__ import annotations

from nacformats.errors import FormatError
from nacformats.formats.stb import StbDtype, StbFile, StbLayout
from nacformats.view.summaries.data import Fact, ShownShape, Summary, Weighed, count_text

_COMMANDS, _IF_KNOWN = ("inspect {file} --tables", "validate {file}"), ("convert {file} weights.safetensors",)


def summary_of_stb(stb: StbFile, title: str) -> Summary:
    """Return the summary of an STB file."""
    tensors = stb.tensors
    layouts = {_name(StbLayout, number) for number in set(tensors.layouts())}

    def describe(index: int) -> tuple[str, ShownShape | None]:
        tensor = tensors[index]
        try:
            return f"tensor {tensor.id}", tensor.shape
        except FormatError:
            return f"tensor {tensor.id} of rank {tensor.rank}", None

    facts = [Fact("tensors", count_text(len(tensors), "tensor"))]
    facts += [Fact("layouts", ", ".join(sorted(layouts)))] if layouts else []
    return Summary(
        f"{title} tensors",
        facts=facts,
        counts={"tensors": len(tensors)},
        commands=[*_COMMANDS, *(_IF_KNOWN if _is_known(stb) else ("query {file}",))],
        **Weighed(tensors.sizes(), tensors.dtypes(), describe, lambda number: _name(StbDtype, number)).parts(),
    )


def _is_known(stb: StbFile) -> bool:
    """Return True where every tensor has its shape and its elements in the file, and an id of its own."""
    from nacformats.conversion.weights import weights_of_stb  # noqa: PLC0415  it takes long to import

    try:
        return weights_of_stb(stb, None) is not None
    except FormatError:
        return False


def _name(members: type[StbDtype | StbLayout], number: int) -> str:
    return next((each.name for each in members if each == number), f"reserved ({number})")
