"""Activations and normalizations that are spelled out become one operation."""

from __future__ import annotations

import math
from typing import Any

from nacformats.compiler.passes.patterns import matches
from nacformats.compiler.passes.rewriting import Rewriter, arguments_of, first, is_float, replace_operations, same_type
from nacformats.graph.graph import Graph, GraphOperand, Operation
from nacformats.ops.dtypes import FLOAT32, FLOAT64
from nacformats.ops.names import ATEN


def is_single(rewriter: Rewriter, operand: GraphOperand) -> bool:
    """True for tensors of float32 and float64: a half would be rounded after every operation."""
    return rewriter.type(operand).dtype in (FLOAT32, FLOAT64)


# powers


def simplify_powers(graph: Graph) -> Graph:
    """Write powers by a weight of one element as powers by a number."""
    return replace_operations(graph, {ATEN.pow.Tensor_Tensor: _raised_to_number})


def _raised_to_number(rewriter: Rewriter, operation: Operation) -> GraphOperand | None:
    source, exponent = first(operation), rewriter.number(arguments_of(operation).get("exponent"))
    if exponent is None or not math.isfinite(exponent) or not is_float(operation.type):
        return None
    if not same_type(rewriter.type(source), operation.type):
        return None
    return rewriter.add(ATEN.pow.Tensor_Scalar, source, float(exponent))


# activations

_CUBE, _CURVE = 0.044715, math.sqrt(2 / math.pi)
#: Ways to spell activations out, the operations that they are, and their further arguments.
_ACTIVATIONS: dict[str, tuple[str, dict[str, Any]]] = {
    "x * sigmoid(x)": (ATEN.silu.default, {}),
    "x * hardsigmoid(x)": (ATEN.hardswish.default, {}),
    "x * tanh(softplus(x))": (ATEN.mish.default, {}),
    "x * relu6(x + 3) / 6": (ATEN.hardswish.default, {}),
    "x * hardtanh(x + 3, 0, 6) / 6": (ATEN.hardswish.default, {}),
    "x * clamp(x + 3, 0, 6) / 6": (ATEN.hardswish.default, {}),
    f"x * 0.5 * (erf(x * {math.sqrt(0.5)}) + 1)": (ATEN.gelu.default, {}),
    f"x * 0.5 * (tanh((x + {_CUBE} * x ** 3) * {_CURVE}) + 1)": (ATEN.gelu.default, {"approximate": "tanh"}),
    f"x * 0.5 * (tanh(x * (1 + {_CUBE} * x ** 2) * {_CURVE}) + 1)": (ATEN.gelu.default, {"approximate": "tanh"}),
}
_PRODUCTS = (ATEN.mul.Tensor, ATEN.mul.Scalar, ATEN.div.Tensor, ATEN.div.Scalar)


def fuse_activations(graph: Graph) -> Graph:
    """Write gelu, silu, hardswish and mish as one operation where they are spelled out."""
    return replace_operations(graph, dict.fromkeys(_PRODUCTS, _spelled_out_activation))


def _spelled_out_activation(rewriter: Rewriter, operation: Operation) -> GraphOperand | None:
    for text, found in matches(rewriter, tuple(_ACTIVATIONS), operation):
        if is_single(rewriter, found["x"]) and same_type(rewriter.type(found["x"]), operation.type):
            operator, attributes = _ACTIVATIONS[text]
            return rewriter.add(operator, found["x"], **attributes)
    return None


# normalizations

_NORMS = (ATEN.layer_norm.default, ATEN.rms_norm.default)
_VARIANCE = "(mean(x ** 2, [-1], True) + eps)"
#: Ways to divide by the root mean square over the last dimension.
_RMS = tuple(
    text.format(_VARIANCE)
    for text in ("x * rsqrt{}", "x / sqrt({})", "x * reciprocal(sqrt({}))", "x / pow({}, 0.5)", "x * pow({}, -0.5)")
)
_CENTERED = ("y - mean(y, [-1], True)",)


def fuse_norms(graph: Graph) -> Graph:
    """Write normalizations over the last dimension, with the weight and bias after them, as one operation."""
    rules = {ATEN.div.Tensor: _normalized, ATEN.add.Tensor: _with_bias, ATEN.mul.Tensor: _multiplied}
    return replace_operations(graph, rules)


def _multiplied(rewriter: Rewriter, operation: Operation) -> GraphOperand | None:
    fused = _normalized(rewriter, operation)
    for left, right in _orders(operation):
        fused = fused or _with_weight(rewriter, operation, left, right)
    return fused


def _orders(operation: Operation) -> tuple[tuple[GraphOperand, GraphOperand], tuple[GraphOperand, GraphOperand]]:
    arguments = arguments_of(operation)
    return (arguments["self"], arguments["other"]), (arguments["other"], arguments["self"])


def _normalized(rewriter: Rewriter, operation: Operation) -> GraphOperand | None:
    """x / sqrt(mean(x ** 2) + eps) is the root mean square norm, and the layer norm when x is y - mean(y)."""
    size = (operation.type.shape or (None,))[-1]
    if not isinstance(size, int) or size == 0:
        return None
    for _, found in matches(rewriter, _RMS, operation):
        x, eps = found["x"], float(found["eps"])
        if not is_single(rewriter, x) or not same_type(rewriter.type(x), operation.type):
            continue
        centered = rewriter.operation(x, ATEN.sub.Tensor)
        for _, inner in matches(rewriter, _CENTERED, centered) if centered is not None else ():
            if same_type(rewriter.type(inner["y"]), operation.type):
                return rewriter.add(ATEN.layer_norm.default, inner["y"], [size], None, None, eps)
        return rewriter.add(ATEN.rms_norm.default, x, [size], None, eps)
    return None


def _with_weight(
    rewriter: Rewriter, operation: Operation, normal: GraphOperand, weight: GraphOperand
) -> GraphOperand | None:
    norm = rewriter.operation(normal, *_NORMS)
    if norm is None or arguments_of(norm)["weight"] is not None or not rewriter.used_once(normal):
        return None
    if not _is_vector(rewriter, weight, norm) or not same_type(norm.type, operation.type):
        return None
    arguments = arguments_of(norm)
    no_bias = () if norm.operator == ATEN.rms_norm.default else (None,)
    return rewriter.add(norm.operator, first(norm), arguments["normalized_shape"], weight, *no_bias, arguments["eps"])


def _with_bias(rewriter: Rewriter, operation: Operation) -> GraphOperand | None:
    if arguments_of(operation).get("alpha") != 1:
        return None
    for normal, bias in _orders(operation):
        norm = rewriter.operation(normal, ATEN.layer_norm.default)
        if norm is None or not rewriter.used_once(normal) or not same_type(norm.type, operation.type):
            continue
        arguments = arguments_of(norm)
        if arguments["weight"] is None or arguments["bias"] is not None or not _is_vector(rewriter, bias, norm):
            continue
        shape = arguments["normalized_shape"]
        return rewriter.add(norm.operator, first(norm), shape, arguments["weight"], bias, arguments["eps"])
    return None


def _is_vector(rewriter: Rewriter, operand: GraphOperand, norm: Operation) -> bool:
    """True if an operand is a parameter with the shape that a norm is over, and its type."""
    known = rewriter.type(operand)
    shape = tuple(arguments_of(norm)["normalized_shape"])
    return rewriter.weight(operand) is not None and known.shape == shape and known.dtype == norm.type.dtype
