"""Graphs as ONNX models (extra `onnx`).

- `emitter`: nodes and constants in the making, and which operations have a form; the modules beside it, by what
  operations do, and `formulas.toml` hold these. `complex_numbers`: what stands for complex ones.
- `emission`: a graph goes through the table.
- `model`: from a graph, or a model of any format, to a ModelProto; `guessing`: types of inputs that a file leaves open.
"""

from __future__ import annotations

from nacformats.onnx.writing import (  # noqa: F401  they fill the table
    arithmetic,
    convolution,
    creation,
    fourier,
    indexing,
    normalization,
    pointwise,
    products,
    recurrent,
    reductions,
    resampling,
    shapes,
)
