"""The summary of a Mind IR graph, whichever format it is in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from math import prod

import numpy as np

from nacformats.errors import FormatError
from nacformats.formats.mic.graph import MicGraph, value_columns
from nacformats.formats.mic.kinds import BINDING_KINDS, FIRST_BINDING
from nacformats.formats.mic.objects import Arg, Binding, Param, TensorType
from nacformats.graph.models import DTYPES
from nacformats.printing import shortened
from nacformats.view.summaries import data
from nacformats.view.summaries.blocks import block_lines

#: Characters of the name of a size that are kept.
_DIM_CHARACTERS = 32
_COMMANDS = ("inspect {file} --tables", "convert {file} model.onnx", "compile {file} model.nac", "validate {file}")
_OTHERWISE = ("inspect {file} --tables", "validate {file}", "query {file}")
#: The types of a longer graph are not inferred, so that nobody waits for them.
_MOST_INFERRED = 2_000


def summary_of_mic(graph: MicGraph, title: str) -> data.Summary:
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
        **_declared(graph, params).parts(),
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


def _declared(graph: MicGraph, params: list[int]) -> data.Weighed:
    """Return the weights that the graph declares; their numbers are not in the file."""
    types = [graph.types[int(number)] for number in value_columns(graph).type[params]]

    def describe(index: int) -> tuple[str, data.ShownShape]:
        value = graph.values[params[index]]
        assert isinstance(value, Binding)
        return value.name, _shape(types[index])

    return data.Weighed(list(map(_bytes, types)), [each.dtype for each in types], describe)


def _bytes(declared: TensorType) -> int | None:
    """Return how many bytes such a tensor takes; None where a size is not a number."""
    shape = _shape(declared)
    sizes = [size for size in shape if isinstance(size, int)]
    return prod(sizes) * DTYPES[declared.dtype].itemsize if len(sizes) == len(shape) else None


def _shape(declared: TensorType) -> data.ShownShape:
    return tuple(
        int(dim) if dim.isascii() and dim.isdigit() else shortened(dim, _DIM_CHARACTERS) for dim in declared.dims
    )
