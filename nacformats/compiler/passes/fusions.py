"""Activations, normalizations and attention that are spelled out become one operation."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from nacformats.compiler.passes.patterns import matches
from nacformats.compiler.passes.rewriting import Rewriter, arguments_of, first, is_float, replace_operations, same_type
from nacformats.compiler.passes.simplification import PERMUTATIONS, RESHAPES, order_of
from nacformats.graph.graph import Graph, GraphOperand, Operation, Ref, ValueType
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


# attention


_MATRIX_PRODUCTS = (ATEN.matmul.default, ATEN.bmm.default)
_FUSED = ATEN.scaled_dot_product_attention.default
_SOFTMAX = (ATEN.softmax.int, ATEN._softmax.default)


@dataclass
class _Scores:
    query: Ref
    key: Ref
    scale: float
    mask: Ref | None = None


def fuse_attention(graph: Graph) -> Graph:
    """Write attention as one operation where a row of the scores cannot be masked as a whole.

    There the softmax gives NaN, and the one operation gives zeros.
    """
    return replace_operations(graph, {_FUSED: _of_groups, **dict.fromkeys(_MATRIX_PRODUCTS, _attention)})


def _attention(rewriter: Rewriter, operation: Operation) -> GraphOperand | None:
    weights, value = operation.operands
    scores, is_safe = _softmax(rewriter, weights)
    found = None if scores is None else _scores(rewriter, scores)
    if found is None or not isinstance(value, Ref) or not is_single(rewriter, value):
        return None
    tensors = [rewriter.type(ref) for ref in (found.query, found.key, value)]
    ranks = {len(known.shape or ()) for known in tensors}
    if {known.dtype for known in tensors} != {operation.type.dtype} or ranks != {len(operation.type.shape or ())}:
        return None
    if not is_safe and not _shows_something(rewriter, found.mask):
        return None
    mask = () if found.mask is None else (found.mask,)
    return rewriter.add(_FUSED, found.query, found.key, value, *mask, scale=found.scale)


def _softmax(rewriter: Rewriter, operand: GraphOperand) -> tuple[Ref | None, bool]:
    """Return the scores of a softmax over the last dimension, and whether zeros replace NaN."""
    chosen = rewriter.operation(operand, ATEN.where.self, ATEN.where.ScalarSelf, ATEN.masked_fill.Scalar)
    if chosen is not None and rewriter.used_once(operand):
        inner = _without_nan(rewriter, chosen)
        return (None, False) if inner is None else (_scores_of(rewriter, inner, users=2), True)
    return _scores_of(rewriter, operand, users=1), False


def _without_nan(rewriter: Rewriter, chosen: Operation) -> Ref | None:
    """Return x for where(isnan(x), 0, x)."""
    if chosen.operator == ATEN.masked_fill.Scalar:
        x, condition, zero = chosen.operands
    else:
        condition, zero, x = chosen.operands
    test = rewriter.operation(condition, ATEN.isnan.default)
    exact = test is not None and first(test) == x and isinstance(x, Ref) and rewriter.number(zero) == 0
    return x if exact else None


def _scores_of(rewriter: Rewriter, operand: GraphOperand, users: int) -> Ref | None:
    softmax = rewriter.operation(operand, *_SOFTMAX)
    if softmax is None or not rewriter.used(operand, users):
        return None
    rank = len(softmax.type.shape or ())
    arguments = arguments_of(softmax)
    last = arguments.get("dim") in (-1, rank - 1) and arguments.get("dtype") in (None, "float32")
    return first(softmax) if last and rank and not arguments.get("half_to_float") else None


def _scores(rewriter: Rewriter, operand: Ref) -> _Scores | None:
    """Return the product of query and key, with the factors at either of them and after it, and the
    mask added to it.
    """
    total = rewriter.operation(operand, ATEN.add.Tensor)
    if total is None:
        return _unmasked(rewriter, operand)
    if not rewriter.used_once(operand) or arguments_of(total).get("alpha") != 1:
        return None
    for left, right in (total.operands, total.operands[::-1]):
        found = _unmasked(rewriter, left)
        if found is not None and isinstance(right, Ref) and same_type(rewriter.type(left), total.type):
            found.mask = right
            fits = rewriter.type(right).dtype == total.type.dtype and len(rewriter.type(right).shape or ()) >= 2
            return found if fits else None
    return None


def _unmasked(rewriter: Rewriter, operand: GraphOperand) -> _Scores | None:
    inner, after = _scaled(rewriter, operand)
    product = rewriter.operation(inner, *_MATRIX_PRODUCTS)
    if product is None or not rewriter.used_once(operand) or not rewriter.used_once(inner):
        return None
    query, before = _scaled(rewriter, product.operands[0])
    key, beside = _scaled(rewriter, product.operands[1])
    transposed = _transposed(rewriter, key)
    if query is None or transposed is None:
        return None
    source, within = _scaled(rewriter, transposed)
    return None if source is None else _Scores(query, source, after * before * beside * within)


def _scaled(rewriter: Rewriter, operand: GraphOperand) -> tuple[Ref | None, float]:
    """Return a tensor and the number that it is multiplied by."""
    if not isinstance(operand, Ref):
        return None, 1.0
    operation = rewriter.operation(operand, ATEN.mul.Tensor, ATEN.mul.Scalar, ATEN.div.Tensor, ATEN.div.Scalar)
    if operation is None:
        return operand, 1.0
    arguments = arguments_of(operation)
    left, right = arguments["self"], arguments["other"]
    factor = rewriter.number(right)
    if "mul" in operation.operator and factor is None:
        left, factor = right, rewriter.number(left)
    if not isinstance(left, Ref) or not factor or rewriter.type(left).shape != operation.type.shape:
        return operand, 1.0
    return left, 1 / factor if "div" in operation.operator else float(factor)


def _transposed(rewriter: Rewriter, operand: GraphOperand) -> Ref | None:
    """Return the tensor whose last two dimensions are exchanged; a new transposition of another permutation."""
    view = rewriter.operation(operand, *PERMUTATIONS)
    order = None if view is None else order_of(view)
    if view is None or order is None or len(order) < 2:
        return None
    exchanged = [*order[:-2], order[-1], order[-2]]
    if exchanged == list(range(len(order))):
        return first(view)
    if view.operator != ATEN.permute.default:
        return None
    shape = view.type.shape or ()
    known = ValueType(view.type.dtype, (*shape[:-2], shape[-1], shape[-2]))
    return rewriter.add(ATEN.permute.default, first(view), exchanged, known=known)


def _shows_something(rewriter: Rewriter, mask: Ref | None) -> bool:
    """True if each row of a mask is known to have a finite element."""
    if mask is None:
        return True
    array = rewriter.array(mask)
    return array is not None and array.ndim > 0 and bool(np.isfinite(array.astype(np.float64)).any(axis=-1).all())


def _of_groups(rewriter: Rewriter, operation: Operation) -> GraphOperand | None:
    """Return attention in which groups of query heads share keys and values, for one of keys and values that are
    repeated.
    """
    arguments = arguments_of(operation)
    query, key, value = (rewriter.type(operand).shape for operand in operation.operands[:3])
    shared = [_unrepeated(rewriter, operand) for operand in operation.operands[1:3]]
    if arguments.get("enable_gqa") or not query or not key or not value or None in shared:
        return None
    heads = [rewriter.type(operand).shape for operand in shared]
    if not (query[-3] == key[-3] == value[-3]) or heads[0] is None or heads[1] is None or heads[0][1] != heads[1][1]:
        return None
    attributes = {**operation.attributes, "enable_gqa": True}
    return rewriter.add(_FUSED, operation.operands[0], *shared, *operation.operands[3:], **attributes)


def _unrepeated(rewriter: Rewriter, operand: GraphOperand) -> Ref | None:
    """Return heads (N, H, L, E) that are repeated one by one: (N, H, 1, L, E), (N, H, G, L, E), (N, H * G, L, E)."""
    joined = rewriter.operation(operand, *RESHAPES)
    expanded = rewriter.operation(first(joined), ATEN.expand.default)
    opened = rewriter.operation(first(expanded), ATEN.unsqueeze.default, *RESHAPES)
    source = first(opened)
    if joined is None or expanded is None or opened is None or source is None:
        return None
    shapes = [known.shape for known in (rewriter.type(source), opened.type, expanded.type, joined.type)]
    if any(shape is None or None in shape for shape in shapes):
        return None
    heads, single, groups, flat = (tuple(shape or ()) for shape in shapes)
    if len(heads) != 4 or len(groups) != 5 or not isinstance(heads[1], int) or not isinstance(groups[2], int):
        return None
    fits = single == (*heads[:2], 1, *heads[2:]) and groups == (*heads[:2], groups[2], *heads[2:])
    return source if fits and flat == (heads[0], heads[1] * groups[2], *heads[2:]) else None
