"""Layer and root mean square normalization that a model, or the exporter of it, spells out, as one operation."""

from __future__ import annotations

from typing import NamedTuple

from nacformats.compiler.passes.facts import changes_in_place, first, named, number, same_type
from nacformats.compiler.passes.products import is_single, product, sums
from nacformats.compiler.passes.rewriting import Rewriter, rewrite
from nacformats.graph.graph import Graph, Operand, Operation, Ref

_MULTIPLY, _DIVIDE, _ADD = "aten.mul.Tensor", "aten.div.Tensor", "aten.add.Tensor"
_NORMS = ("aten.layer_norm.default", "aten.rms_norm.default")


class _Spread(NamedTuple):
    """sqrt(mean(centered ** 2) + eps) over the last dimension, or one over it."""

    centered: Ref
    eps: float


def fuse_norms(graph: Graph) -> Graph:
    """Write normalizations over the last dimension, with the weight and bias after them, as one operation."""
    if changes_in_place(graph):
        return graph

    def rule(rewriter: Rewriter, operation: Operation) -> Operand | None:
        if operation.operator == _DIVIDE:
            return _normalized(
                rewriter, operation, named(operation)["self"], named(operation)["other"], "aten.sqrt.default"
            )
        if operation.operator == _ADD:
            return _with_bias(rewriter, operation)
        if operation.operator != _MULTIPLY:
            return None
        for left, right in _orders(operation):
            fused = _normalized(rewriter, operation, left, right, "aten.rsqrt.default")
            fused = fused or _normalized(rewriter, operation, left, right, "aten.reciprocal.default")
            fused = fused or _with_weight(rewriter, operation, left, right)
            if fused is not None:
                return fused
        return None

    return rewrite(graph, rule)


def _orders(operation: Operation) -> tuple[tuple[Operand, Operand], tuple[Operand, Operand]]:
    arguments = named(operation)
    return (arguments["self"], arguments["other"]), (arguments["other"], arguments["self"])


def _normalized(
    rewriter: Rewriter, operation: Operation, value: Operand, divisor: Operand, root: str
) -> Operand | None:
    """x / sqrt(mean(x ** 2) + eps) is the root mean square norm, and the layer norm when x is y - mean(y)."""
    spread = _spread(rewriter, divisor, root)
    if spread is None or spread.centered != value or not is_single(rewriter, value):
        return None
    size = (operation.type.shape or (None,))[-1]
    if not isinstance(size, int) or size == 0 or not same_type(rewriter.type(value), operation.type):
        return None
    source = _uncentered(rewriter, spread.centered)
    if source is not None and same_type(rewriter.type(source), operation.type):
        return rewriter.add("aten.layer_norm.default", source, [size], None, None, spread.eps)
    return rewriter.add("aten.rms_norm.default", value, [size], None, spread.eps)


def _spread(rewriter: Rewriter, operand: Operand, root: str) -> _Spread | None:
    function = rewriter.operation(operand, root, "aten.pow.Tensor_Scalar")
    if function is None or not rewriter.used_once(operand):
        return None
    if function.operator == "aten.pow.Tensor_Scalar":
        if named(function).get("exponent") != (0.5 if root == "aten.sqrt.default" else -0.5):
            return None
    elif root == "aten.reciprocal.default":
        return _spread(rewriter, first(function), "aten.sqrt.default")
    for mean, eps in sums(rewriter, first(function)):
        constant, squared = number(rewriter, eps), _mean(rewriter, mean)
        if constant is None or squared is None or not rewriter.used_once(mean) or not rewriter.used_once(squared):
            continue
        powers = product(rewriter, squared)
        if powers.coefficient == 1 and len(powers.factors) == 2 and powers.factors[0] == powers.factors[1]:
            return _Spread(powers.factors[0], float(constant))
    return None


def _mean(rewriter: Rewriter, operand: Operand) -> Ref | None:
    """What a mean over the last dimension, which keeps it, is taken of."""
    mean = rewriter.operation(operand, "aten.mean.dim")
    source = None if mean is None else first(mean)
    rank = len(rewriter.type(source).shape or ())
    if mean is None or not rank:
        return None
    arguments = named(mean)
    dims = arguments.get("dim")
    last = isinstance(dims, list | tuple) and list(dims) in ([-1], [rank - 1])
    return source if last and arguments.get("keepdim") is True and arguments.get("dtype") is None else None


def _uncentered(rewriter: Rewriter, operand: Ref) -> Ref | None:
    """y for y - mean(y)."""
    difference = rewriter.operation(operand, "aten.sub.Tensor")
    if difference is None or named(difference).get("alpha") != 1:
        return None
    source = first(difference)
    return source if source is not None and _mean(rewriter, named(difference)["other"]) == source else None


def _with_weight(rewriter: Rewriter, operation: Operation, normal: Operand, weight: Operand) -> Operand | None:
    norm = rewriter.operation(normal, *_NORMS)
    if norm is None or named(norm)["weight"] is not None or not rewriter.used_once(normal):
        return None
    if not _is_vector(rewriter, weight, norm) or not same_type(norm.type, operation.type):
        return None
    arguments = named(norm)
    if norm.operator == "aten.rms_norm.default":
        return rewriter.add(norm.operator, first(norm), arguments["normalized_shape"], weight, arguments["eps"])
    return rewriter.add(norm.operator, first(norm), arguments["normalized_shape"], weight, None, arguments["eps"])


def _with_bias(rewriter: Rewriter, operation: Operation) -> Operand | None:
    if named(operation).get("alpha") != 1:
        return None
    for normal, bias in _orders(operation):
        norm = rewriter.operation(normal, "aten.layer_norm.default")
        if norm is None or not rewriter.used_once(normal) or not same_type(norm.type, operation.type):
            continue
        arguments = named(norm)
        if arguments["weight"] is None or arguments["bias"] is not None or not _is_vector(rewriter, bias, norm):
            continue
        shape = arguments["normalized_shape"]
        return rewriter.add(norm.operator, first(norm), shape, arguments["weight"], bias, arguments["eps"])
    return None


def _is_vector(rewriter: Rewriter, operand: Operand, norm: Operation) -> bool:
    """Whether an operand is a parameter with the shape that a norm is over, and its type."""
    known = rewriter.type(operand)
    shape = tuple(named(norm)["normalized_shape"])
    return rewriter.weight(operand) is not None and known.shape == shape and known.dtype == norm.type.dtype
