"""Views of a Mind IR graph, whichever format it is in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from math import prod
from typing import Any

import numpy as np

from nacformats.errors import FormatError
from nacformats.formats.mic.graph import MicGraph, value_columns
from nacformats.formats.mic.kinds import BINDING_KINDS, FIRST_BINDING
from nacformats.formats.mic.objects import Arg, Binding, MindValue, Node, Param, TensorType
from nacformats.graph.models import DTYPES, graph_of_mic
from nacformats.printing import shortened
from nacformats.view.protocol import PageProgram
from nacformats.view.reports.programs import GraphFacts, ProgramColumns
from nacformats.view.summaries import data
from nacformats.view.summaries.blocks import block_lines, blocks_in_time
from nacformats.view.tables import Overview, ShownCell, ShownModel, ShownTable
from nacformats.view.texts import cut, joined_and_cut

#: Characters of the name of a size that are kept.
_DIM_CHARACTERS = 32
_COMMANDS = ("inspect {file} --tables", "convert {file} model.onnx", "compile {file} model.nac", "validate {file}")
_OTHERWISE = ("inspect {file} --tables", "validate {file}", "query {file}")
#: The types of a longer graph are not inferred, so that nobody waits for them.
_MOST_INFERRED = 2_000
#: What the output of a graph is shown with.
_MARK = " <- output"


def _summary(graph: MicGraph, title: str) -> data.Summary:
    """Return the summary of a Mind IR graph, in a format called `title`."""
    args, params = _places(graph, Arg), _places(graph, Param)
    return data.Summary(
        f"{title}: Mind IR graph",
        facts=list(_facts(graph)),
        inputs=[_port(graph, index) for index in args[: data.MOST_LISTED]],
        outputs=[] if graph.output is None else [_port(graph, graph.output)],
        blocks=block_lines(graph),
        counts={"inputs": len(args), "outputs": int(graph.output is not None), "tensors": len(params)},
        commands=list(_COMMANDS if _is_known(graph) else _OTHERWISE),
        **_declared(graph, params),
    )


def _is_known(graph: MicGraph) -> bool:
    """Return True for a graph whose operations and types are known, so that it can be compiled."""
    from nacformats.graph.graph import Operation  # noqa: PLC0415  it takes long to import
    from nacformats.graph.models import graph_of  # noqa: PLC0415  it takes long to import
    from nacformats.ops.meta import MetaError  # noqa: PLC0415
    from nacformats.ops.schemas import KERNELS  # noqa: PLC0415
    from nacformats.restoring import resolved  # noqa: PLC0415
    from nacformats.runtime.observe import declared_types  # noqa: PLC0415
    from nacformats.runtime.steps.inference import infer  # noqa: PLC0415

    if len(graph.values) > _MOST_INFERRED:
        return False
    try:
        found = graph_of(graph)
        infer(found)
        declared_types(resolved(found))
    except (FormatError, MetaError):
        return False
    return all(each.operator in KERNELS for each in found.every(Operation))


def _places(graph: MicGraph, kind: type[Arg | Param]) -> list[int]:
    found: list[int] = np.flatnonzero(value_columns(graph).kind == BINDING_KINDS[kind]).tolist()
    return found


def _facts(graph: MicGraph) -> Iterator[data.Fact]:
    nodes = int(np.count_nonzero(value_columns(graph).kind < FIRST_BINDING))
    yield data.Fact("program", f"{data.count_text(len(graph.values), 'value')}, {nodes:,} of them operations")
    if graph.symbols:
        yield data.Fact("symbols", data.first_of(graph.symbols))
    if graph.types:
        kinds = Counter(entry.dtype for entry in graph.types)
        yield data.Fact(
            "types", f"{len(graph.types):,} ({', '.join(f'{name} {count}' for name, count in kinds.items())})"
        )


def _port(graph: MicGraph, index: int) -> data.ShownPort:
    value = graph.values[index]
    if not isinstance(value, Binding):
        return data.ShownPort(f"%{index} {data.brief(value.name or value.op)}")
    declared = graph.types[value.type]
    return data.ShownPort(data.brief(value.name), declared.dtype, _shape(declared))


def _declared(graph: MicGraph, params: list[int]) -> dict[str, Any]:
    """Return the weights that the graph declares; their numbers are not in the file."""
    types = [graph.types[int(number)] for number in value_columns(graph).type[params]]

    def describe(index: int) -> tuple[str, data.ShownShape]:
        value = graph.values[params[index]]
        assert isinstance(value, Binding)
        return value.name, _shape(types[index])

    return data.weighed(list(map(_bytes, types)), [each.dtype for each in types], describe)


def _bytes(declared: TensorType) -> int | None:
    """Return how many bytes such a tensor takes; None where a size is not a number."""
    shape = _shape(declared)
    sizes = [size for size in shape if isinstance(size, int)]
    return prod(sizes) * DTYPES[declared.dtype].itemsize if len(sizes) == len(shape) else None


def _shape(declared: TensorType) -> data.ShownShape:
    return tuple(
        int(dim) if dim.isascii() and dim.isdigit() else shortened(dim, _DIM_CHARACTERS) for dim in declared.dims
    )


# For a page


def _parts(graph: MicGraph) -> dict[str, Any]:
    """Return the program."""
    return {"program": program_of_mic(graph)}


def program_of_mic(graph: MicGraph) -> PageProgram:
    """Return the values of a graph as columns. mic@2 has them among other lines: they have no places of their own."""
    columns = ProgramColumns("values" if graph.format == "micb" else "", len(graph.values))
    for row, value in enumerate(graph.values):
        if isinstance(value, Node):
            columns.set_operator(row, value.name or value.op)
            for index in value.inputs:
                columns.take(row, index)
            for name, number in value.attributes.items():
                columns.take(row, f"{name}={_number_text(number)}")
            continue
        columns.set_operator(row, type(value).__name__.lower())
        columns.name(value.name, row)
        if 0 <= value.type < len(graph.types):
            columns.type(row, _type_text(graph.types[value.type]))
    return GraphFacts.of(lambda: graph_of_mic(graph), len(graph.values)).added_to(columns)


def _number_text(given: int | Sequence[int]) -> str:
    if isinstance(given, int):
        return str(given)
    return f"({joined_and_cut(', ', map(str, given))}{',' * (len(given) == 1)})"


def _type_text(entry: TensorType) -> str:
    return f"{entry.dtype}[{joined_and_cut(', ', entry.dims)}]"


# The tables that are listed


def _overview(graph: MicGraph) -> Overview:
    """Return types and values, with the ids by which the graph refers to them."""
    types = ((f"T{index}", _type_text(entry)) for index, entry in enumerate(graph.types))
    columns = ("result", "line" if graph.format == "mic2" else "offset", "value", "inputs", "parameters")
    values = (_row(graph, index, value) for index, value in enumerate(graph.values))
    return Overview(
        [
            ShownTable("types", ("id", "type"), types, len(graph.types)),
            ShownTable("values", columns, values, len(graph.values), blocks=partial(blocks_in_time, graph)),
        ]
    )


def _row(graph: MicGraph, index: int, value: MindValue) -> tuple[Any, ...]:
    place = next(iter(graph.place(index).values()), None)
    mark, marked = (_MARK, {"output": True}) if index == graph.output else ("", {})
    if isinstance(value, Node):
        name, inputs, attributes = cut(value.name or value.op), list(value.inputs), dict[str, Any](value.attributes)
        text = joined_and_cut(", ", (f"{each}={_number_text(number)}" for each, number in attributes.items()))
    else:
        name, inputs, attributes = f"{type(value).__name__.lower()} {cut(value.name)}", [], {"type": f"T{value.type}"}
        text = f"T{value.type} = {_type_text(graph.types[value.type])}"
    taken = ShownCell(joined_and_cut(", ", (f"%{source}" for source in inputs)), inputs)
    return ShownCell(f"%{index}", index), place, name, taken, ShownCell(text + mark, attributes | marked)


SHOWN = ShownModel(_summary, _parts, _overview, ("values", ("result", "value", "inputs")))
