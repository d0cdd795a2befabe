"""Front ends: what a model of another library computes, as a Graph in the compiler's dialect."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from nacformats.graph import Graph


def graph_of_model(model: Any, args: Sequence[Any], kwargs: Mapping[str, Any], *, dynamic_shapes: Any = None) -> Graph:
    """The graph of a model of any library that the compiler knows."""
    from nacformats.compiler.frontends.torch_export import graph_of_module  # noqa: PLC0415  PyTorch is optional

    return graph_of_module(model, args, kwargs, dynamic_shapes=dynamic_shapes)
