"""ONNX: reading models into graphs, writing graphs as models, and running them with onnxruntime."""

from __future__ import annotations
