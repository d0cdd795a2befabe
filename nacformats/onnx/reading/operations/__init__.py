"""The translations of the operators, by kind; each module registers its own."""

from __future__ import annotations

from nacformats.onnx.reading.operations import (  # noqa: F401  they fill the table
    activation,
    arithmetic,
    contrib,
    control,
    convolution,
    creation,
    image,
    indexing,
    linear,
    normalization,
    pooling,
    quantization,
    recurrent,
    reduction,
    shape,
    signal,
    sizes,
)
