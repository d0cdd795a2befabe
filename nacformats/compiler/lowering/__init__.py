"""From a graph to the instructions, signatures, constants and weights of a NAC file."""

from __future__ import annotations

from typing import Any

from nacformats.compiler.schedule import schedule
from nacformats.formats.nac import NacBuilder, NacFile
from nacformats.graph import Graph, Input, Operation, Ref, Weight


def lower(graph: Graph, *, quantize: str | None = None, external_weights: bool = False) -> NacFile:
    """The NAC file of a graph in the compiler's dialect."""
    builder = NacBuilder(quantize=quantize, external_weights=external_weights)
    built: dict[int, Any] = {}

    def argument(operand: object) -> object:
        if isinstance(operand, Ref):
            return built[operand.index]
        return [argument(item) for item in operand] if isinstance(operand, list | tuple) else operand

    for value in graph.values:
        if isinstance(value, Input):
            built[value.index] = builder.input(value.name)
        elif isinstance(value, Weight) and value.load is not None:
            built[value.index] = builder.parameter(value.name, value.load())
        elif isinstance(value, Operation):
            arguments = (*value.operands, *value.attributes.values())
            built[value.index] = builder.operation(value.operator, *map(argument, arguments))
    builder.output(*(built[ref.index] for ref in graph.outputs))
    file = builder.build()
    file.mmap = schedule(file)
    return file
