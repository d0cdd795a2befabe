"""Models of PyTorch, ONNX and Mind IR become NAC files.

    front end: model -> Graph        frontends/
    passes:    Graph -> Graph        passes/
    lowering:  Graph -> NacFile      lowering/

Between the front end and the lowering, a graph is in one dialect: operators have the names of ATen's overloads
("aten.linear.default"), positional arguments are operands, keyword arguments are attributes by name, and one result of
several is taken by the operation "getitem". Parameters, buffers and tensor constants are Weights. Such a graph can be
run: `Session(graph)`.
"""

from __future__ import annotations

from nacformats.compiler.compiling import compile  # noqa: A004  the name of the verb
from nacformats.compiler.report import QuantizationReport, quantization_report

__all__ = ["QuantizationReport", "compile", "quantization_report"]
