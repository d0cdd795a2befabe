"""The translations of the operators, by kind; each module registers its own."""

from __future__ import annotations

from nacformats.onnx.reading import formulas  # noqa: F401
from nacformats.onnx.reading.operations import (  # noqa: F401  they fill the table
    arithmetic,
    control,
    convolution,
    creation,
    image,
    indexing,
    recurrent,
    shape,
)
