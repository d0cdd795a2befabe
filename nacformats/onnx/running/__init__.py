"""The engine "onnxruntime": parts of a graph as ONNX models, and the NumPy kernels for what ONNX has no form for.

- `builder`: which operations run together, in what order, and steps of such parts.
- `session`: one part as a session of onnxruntime that shares the weights.
- `runner`: steps made of parts, for the types of the inputs that come.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from nacformats.graph.graph import Graph
from nacformats.ops.schemas import Kernel
from nacformats.runtime.engines.base import Engine

try:
    import onnx  # noqa: F401
    import onnxruntime  # noqa: F401
except ImportError as error:
    raise ImportError('engine="onnxruntime" needs ONNX and onnxruntime: pip install "nacformats[onnx]"') from error

from nacformats.onnx.running.runner import SubgraphRunner


class OnnxruntimeEngine(Engine):
    """onnxruntime for what ONNX has a form for, and the NumPy kernels for the rest.

    The tensors are arrays, and the operations are those of the NumPy engine.
    """

    name = "onnxruntime"

    def storage(self, tensor: Any) -> tuple[Any, int]:
        """Return the memory of a tensor and its size: results of onnxruntime are in memory of its own."""
        if not isinstance(tensor, np.ndarray):
            return None, 0
        while isinstance(tensor.base, np.ndarray):
            tensor = tensor.base
        return id(tensor), tensor.nbytes

    def runner(self, graph: Graph, operations: Mapping[str, Kernel]) -> SubgraphRunner:
        return SubgraphRunner(graph, self, operations)
