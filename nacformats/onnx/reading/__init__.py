"""ONNX models as graphs: the operators of ordinary vision, speech and transformer models, operator set 13 and later.

    loading    file -> checked model, functions inlined, types inferred; the one door
    library    the native code of the onnx package, in a process of its own
    tensors    constants, and what is in files beside it
    reader     model -> Graph, node by node
    values     what names stand for, and what all that may take
    node       what a translation sees of a node, and appends to the graph
    operations the translation of each operator

Sizes are Python numbers of the graph (Shape, Gather, Concat, ... on them are arithmetic of sizes), so that a reshape
to a computed shape stays exact and dynamic. `If` with a known condition and `Loop` with a known count are resolved.
"""

from __future__ import annotations

import os
from typing import Any

from nacformats.errors import InvalidError, LimitError
from nacformats.graph.graph import Graph
from nacformats.onnx.reading import operations  # registers the translations
from nacformats.onnx.reading.loading import load_onnx_model, opened
from nacformats.onnx.reading.reader import OnnxReader

__all__ = ["graph_of_onnx", "operations"]


def graph_of_onnx(model: Any | str | os.PathLike[str]) -> Graph:
    """Return the graph of an ONNX model in the compiler's dialect.

    Args:
        model: an onnx.ModelProto, or the path of a file. Tensors in external files are mapped.

    Raises:
        InvalidError: it is not a valid ONNX model, or the onnx package crashes on it.
        UnsupportedError: it lists every node that cannot be expressed, with its name, operator and reason.
        LimitError: it is too large, its loops are too long, or checking it takes too much time or memory.
    """
    message, files, name = opened(model)
    try:
        return OnnxReader(load_onnx_model(message, files, name)).read()
    except UnicodeDecodeError as error:  # by implementations of protobuf that give no bytes instead
        raise InvalidError(f"a text of the model is not UTF-8: {error.reason}", format="onnx") from None
    except RecursionError:
        raise LimitError("graphs or functions of the model are nested too deeply", format="onnx") from None
