"""Graphs as ONNX models (extra `onnx`).

- `table`: which operations have a form, and the modules beside it, by what operations do, that hold these.
- `values` and `emitter`: nodes and constants in the making; `complex_numbers`: what stands for complex ones.
- `emission`: a graph goes through the table.
- `model`: from a graph, or a model of any format, to a ModelProto; `guessing`: types of inputs that a file leaves open.
"""

from __future__ import annotations

from nacformats.onnx.writing import (  # noqa: F401  they fill the table
    activations,
    arithmetic,
    convolution,
    creation,
    fourier,
    further,
    indexing,
    normalization,
    numbers,
    pointwise,
    products,
    recurrent,
    reductions,
    resampling,
    shapes,
)
from nacformats.onnx.writing.model import (
    OnnxModel,
    model_and_weights_of,
    model_of,
    onnx_beside_weights,
    onnx_of_graph,
    refusals,
    supported,
)

__all__ = [
    "OnnxModel",
    "model_and_weights_of",
    "model_of",
    "onnx_beside_weights",
    "onnx_of_graph",
    "refusals",
    "supported",
]
