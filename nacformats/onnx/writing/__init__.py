"""Graphs as ONNX models (extra `onnx`).

- `emission`: a graph goes through the table of rules, which is `nacformats/ops/onnx`.
- `model`: from a graph, or a model of any format, to a ModelProto; `guessing`: types of inputs that a file leaves open.
"""

from __future__ import annotations
