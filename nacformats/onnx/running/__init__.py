"""The engine "onnxruntime": parts of a graph as ONNX models, and the NumPy kernels for what ONNX has no form for.

- `partition`: which operations run together, and in what order.
- `part`: one part as a session of onnxruntime that shares the weights.
- `runner`: steps made of parts, for the types of the inputs that come.
"""

from __future__ import annotations

from nacformats.onnx.running.runner import SubgraphRunner

__all__ = ["SubgraphRunner"]
