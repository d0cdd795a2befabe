"""Nodes of which all inputs are known and small are computed while the model is read.

Axes, shapes and conditions are often computed from constants, and the translations need them as constants. Large
constants are left to the passes.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from nacformats.errors import FormatError
from nacformats.graph.graph import Graph
from nacformats.onnx.reading.builder import GraphBuilder
from nacformats.onnx.reading.node import NodeReader, Translation
from nacformats.onnx.reading.values import GraphConstant, GraphTensor, NamedValue, Refusal, as_constant, constant
from nacformats.runtime import Session

#: Elements of the operands, and of the result.
MAX_ELEMENTS = 1024
#: Floats are folded up to this size: scales and the like, but no parameters.
MAX_FLOATS = 16
#: What a computation of such tensors may take.
_MEMORY = 1 << 20
#: Operators that have effects besides their results, or are known anyway.
_NEVER = frozenset({"Constant", "If", "Loop", "Scan", "RandomNormal", "RandomUniform"})


def fold_node(node: NodeReader, translation: Translation) -> NamedValue | tuple[NamedValue, ...] | None:
    """The results of a node as constants; None when they are not to be computed now."""
    if node.operator in _NEVER or not node.inputs:
        return None
    known = [as_constant(value) if not isinstance(value, list) else None for value in node.inputs]
    if any(found is None and value is not None for found, value in zip(known, node.inputs, strict=True)):
        return None
    if not all(_is_small(found) for found in known if found is not None):
        return None
    scratch = Graph("onnx", "value", [])
    inner = replace(node, build=GraphBuilder(scratch, node.build.allowance), inputs=known)
    try:
        results = translation(inner)
    except Refusal:
        return None
    many = isinstance(results, tuple)
    found = _computed(scratch, list(results) if isinstance(results, tuple) else [results])
    if found is None:
        return None
    return tuple(found) if many else found[0]


def _is_small(found: GraphConstant) -> bool:
    return found.size <= (MAX_ELEMENTS if found.dtype.kind in "iub" else MAX_FLOATS)


def _computed(scratch: Graph, results: list[Any]) -> list[NamedValue] | None:
    tensors = [result for result in results if isinstance(result, GraphTensor)]
    if any(isinstance(result, list) for result in results):
        return None
    if not tensors:
        return results
    scratch.outputs = tuple(tensor.ref for tensor in tensors)
    try:
        with Session(scratch, max_memory=_MEMORY) as session:
            arrays = iter(session.run([], timeout=None))
    except FormatError:
        return None
    found = [constant(next(arrays)) if isinstance(result, GraphTensor) else result for result in results]
    if any(isinstance(value, GraphConstant) and not _is_small(value) for value in found):
        return None
    return found
