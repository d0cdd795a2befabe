"""The graph of any model that has one: that of a Mind IR graph is made here, that of a NAC file in `of_nac`."""

from __future__ import annotations

from collections import Counter
from typing import Any

from nacformats.errors import InvalidError, LimitError
from nacformats.formats.elements import ELEMENT_KINDS
from nacformats.formats.mic.graph import MicGraph
from nacformats.formats.mic.objects import MindValue as MicValue
from nacformats.formats.mic.objects import Node, Param
from nacformats.formats.mic.objects import TensorType as MicType
from nacformats.formats.mic.opcodes import CUSTOM
from nacformats.formats.mic.rules import require_valid
from nacformats.formats.nac.file.model import NacFile
from nacformats.graph.graph import Graph, GraphValue, Input, Operation, Ref, ValueType, Weight
from nacformats.graph.of_nac import graph_of_nac
from nacformats.limits import MAX_MIC_VALUES

#: The NumPy types of Mind IR's element types.
DTYPES = {each.mic: each.dtype for each in ELEMENT_KINDS if each.mic}


def graph_of_mic(mic: MicGraph) -> Graph:
    """Value i of the result is the value with id i; operations are named "mind.add" and so on, custom ones as they are.

    The grammar has no way to name one part of a `split`, so its parts are dealt out: the first operand that names the
    split (in the order of the lines, then of the operands) takes the first part, the next one the second, and so on.
    As the output of the graph, a split gives all its parts.

    Raises:
        InvalidError: the graph is not valid, or a split is named more often than it has parts.
    """
    require_valid(mic, mic.format or "mic")
    graph = Graph(mic.format or "mic", "value", [])
    dealt: Counter[int] = Counter()
    for index, value in enumerate(mic.values):
        converted = _value_of(mic, index, value, dealt)
        graph.values.append(converted)
        _check_parts(graph, mic, converted, dealt)
    assert mic.output is not None
    graph.outputs = _outputs(graph, mic.output, _parts(mic.values[mic.output]))
    return graph


def tensor_type(declared: MicType) -> ValueType:
    """Return a declared type: sizes are numbers, symbols keep their names, `?` is None."""
    return ValueType(DTYPES[declared.dtype], tuple(_dim(dim) for dim in declared.dims))


def _dim(dim: str) -> int | str | None:
    if dim == "?":
        return None
    return int(dim) if dim.isascii() and dim.isdigit() else dim


def _outputs(graph: Graph, output: int, parts: int | None) -> tuple[Ref, ...]:
    if parts is None:
        return (Ref(output),)
    if parts > MAX_MIC_VALUES:
        limit = f"at most {MAX_MIC_VALUES} outputs"
        raise graph.error(
            LimitError, graph.values[output], "the output has too many parts", expected=limit, actual=parts
        )
    return tuple(Ref(output, part) for part in range(parts))


def _value_of(mic: MicGraph, index: int, value: MicValue, dealt: Counter[int]) -> GraphValue:
    place = mic.place(index)
    offset, line = place.get("offset"), place.get("line")
    if not isinstance(value, Node):
        kind = Weight if isinstance(value, Param) else Input
        return kind(index, value.name, tensor_type(mic.types[value.type]), offset, line)
    return Operation(
        index,
        operator=value.name or "" if value.opcode is CUSTOM else f"mind.{value.op}",
        operands=tuple(_operand(mic, source, dealt) for source in value.inputs),
        attributes={name: each if isinstance(each, int) else list(each) for name, each in value.attributes.items()},
        offset=offset,
        line=line,
    )


def _parts(value: MicValue) -> int | None:
    """Return the number of parts of a split; None for every other value."""
    return value.params[1] if isinstance(value, Node) and value.op == "split" else None


def _operand(mic: MicGraph, source: int, dealt: Counter[int]) -> Ref:
    if _parts(mic.values[source]) is None:
        return Ref(source)
    dealt[source] += 1
    return Ref(source, dealt[source] - 1)


def _check_parts(graph: Graph, mic: MicGraph, value: GraphValue, dealt: Counter[int]) -> None:
    for ref in value.operands if isinstance(value, Operation) else ():
        count = _parts(mic.values[ref.index])
        if count is not None and dealt[ref.index] > count:
            reason = f"no part of value {ref.index} is left: it has {count}, and each operand that names it takes one"
            raise graph.error(InvalidError, value, reason)


def graph_of(model: Any) -> Graph:
    """Return the graph that a model holds.

    Raises:
        FormatError: it is not a valid graph; the error names the instruction or value.
        TypeError: the model is of a format without a graph.
    """
    match model:
        case NacFile():
            return graph_of_nac(model)
        case MicGraph():
            return graph_of_mic(model)
    kind = getattr(model, "format", None) or type(model).__name__
    raise TypeError(f"{kind} holds no program: expected a NAC file or a Mind IR graph")
