"""The way of a model through the compiler."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from nacformats.compiler.frontends import graph_of_model
from nacformats.compiler.lowering import lower
from nacformats.compiler.passes import DEFAULT_PASSES, optimize
from nacformats.formats.nac import NacFile


def compile(  # noqa: A001  the name of the verb
    model: Any,
    args: Sequence[Any] = (),
    kwargs: Mapping[str, Any] | None = None,
    *,
    dynamic_shapes: Any = None,
    quantize: str | None = None,
    passes: Sequence[str] = DEFAULT_PASSES,
    external_weights: bool = False,
) -> NacFile:
    """A NAC file that computes what a model computes.

    Args:
        model: a torch.nn.Module, an ExportedProgram, an ONNX model or its path, or a MicGraph.
        args, kwargs: example inputs of a Module, as for torch.export.
        dynamic_shapes: which of their sizes may vary, as for torch.export.
        quantize: None, "FP16", "INT8_TENSOR", "INT8_CHANNEL" or "BLOCK_FP8".
        passes: names of the optimizations, in order.
        external_weights: whether dump writes the tensors to a .safetensors file beside the .nac file.

    Raises:
        UnsupportedError: it lists every operation that cannot be expressed, with its place in the model.
        LimitError: the model does not fit the format.
        ImportError: PyTorch or ONNX is not installed.
    """
    graph = graph_of_model(model, args, kwargs or {}, dynamic_shapes=dynamic_shapes)
    graph = optimize(graph, passes)
    return lower(graph, quantize=quantize, external_weights=external_weights)
