"""The graph of any model that has one."""

from __future__ import annotations

from typing import Any

from nacformats.formats.mic.graph import MicGraph
from nacformats.formats.nac.file.model import NacFile
from nacformats.graph.graph import Graph
from nacformats.graph.of_mic import graph_of_mic
from nacformats.graph.of_nac import graph_of_nac


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
    raise TypeError(f"{type(model).__name__} holds no graph: expected a NAC file or a Mind IR graph")
