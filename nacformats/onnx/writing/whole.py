"""From a model of any format with a graph to ONNX."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from nacformats.graph.graph import Graph
from nacformats.graph.models import graph_of
from nacformats.onnx.writing.guessing import observed_or_guessed
from nacformats.onnx.writing.model import OnnxModel, onnx_beside_weights
from nacformats.runtime.restoring import resolved, restore
from nacformats.runtime.steps.inference import infer

if TYPE_CHECKING:
    import onnx


def model_of(model: Any, inputs: Sequence[Any] | Mapping[str, Any] | None = None) -> onnx.ModelProto:
    """The ONNX model of a NAC file, a Mind IR graph, or a graph.

    Args:
        inputs: examples, for a file that does not say of which types and ranks its inputs are.

    Raises:
        FormatError: the model cannot be run, or has no form in ONNX; or its inputs are not known.
        ImportError: onnx is not installed.
    """
    return model_and_weights_of(model, inputs).joined()


def model_and_weights_of(
    model: Any, inputs: Sequence[Any] | Mapping[str, Any] | None = None, *, max_memory: int | None = None
) -> OnnxModel:
    """`model_of` with the weights beside it, of which nothing is copied."""
    graph = model if isinstance(model, Graph) else restore(graph_of(model))
    graph.verify()
    infer(graph)
    return onnx_beside_weights(*observed_or_guessed(resolved(graph), inputs, max_memory=max_memory))
