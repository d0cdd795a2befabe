"""Activations and normalizations that are spelled out become one operation.

Products and sums are taken apart: what is looked for may be spelled in any order.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from nacformats.compiler.passes.rewriting import Rewriter, arguments_of, first, is_float, replace_operations, same_type
from nacformats.graph.graph import Graph, GraphOperand, Operation, Ref
from nacformats.ops.dtypes import FLOAT32, FLOAT64
from nacformats.ops.names import ATEN

_MULTIPLY = (ATEN.mul.Tensor, ATEN.mul.Scalar)
_DIVIDE = (ATEN.div.Tensor, ATEN.div.Scalar)
_ADD = (ATEN.add.Tensor, ATEN.add.Scalar)
#: A product of more factors than that is none that a fusion looks for.
_MOST_FACTORS = 6
#: Operations that are taken apart to find the factors: in a long chain, each would go through all before it.
_MOST_OPENED = 16
#: Relative to the number that is looked for: constants are rounded to float32, or written with a few digits.
_CLOSE = 1e-4


@dataclass
class Product:
    """coefficient * factors[0] * factors[1] * ..."""

    coefficient: float = 1.0
    factors: list[Ref] = field(default_factory=list)


def is_single(rewriter: Rewriter, operand: GraphOperand) -> bool:
    """True for tensors of float32 and float64: a half would be rounded after every operation."""
    return rewriter.type(operand).dtype in (FLOAT32, FLOAT64)


def close(value: float | None, wanted: float) -> bool:
    """True if a constant is the wanted one, up to rounding."""
    return value is not None and math.isclose(value, wanted, rel_tol=_CLOSE)


def factors_of(rewriter: Rewriter, operand: GraphOperand, *, inner: bool = False) -> Product:
    """Return the factors of a tensor; what is used elsewhere is one factor. inner: the tensor itself may be such."""
    found = Product()
    pending = [(operand, True)]
    left = _MOST_OPENED
    while pending:
        each, is_root = pending.pop()
        constant = rewriter.number(each)
        if constant is not None:
            found.coefficient *= constant
            continue
        if not isinstance(each, Ref):
            return Product()
        operation = rewriter.operation(each, *_MULTIPLY, *_DIVIDE, ATEN.pow.Tensor_Scalar, ATEN.square.default)
        opened = left > 0 and ((is_root and not inner) or rewriter.used_once(each))
        left -= opened
        parts = None if operation is None or not opened else _parts(rewriter, operation, found)
        if parts is None or len(found.factors) + len(pending) + len(parts) > _MOST_FACTORS:
            found.factors.append(each)
        else:
            pending += [(part, False) for part in parts]
    return found


def _parts(rewriter: Rewriter, operation: Operation, found: Product) -> list[GraphOperand] | None:
    """Return the factors of one operation; the number that it divides by goes into the coefficient."""
    arguments = arguments_of(operation)
    if operation.operator in _MULTIPLY:
        return [arguments.get("self"), arguments.get("other")]
    if operation.operator in _DIVIDE:
        divisor = rewriter.number(arguments.get("other"))
        if not divisor or not isinstance(arguments.get("self"), Ref):
            return None
        found.coefficient /= divisor
        return [arguments["self"]]
    exponent = 2 if operation.operator == ATEN.square.default else arguments.get("exponent")
    return [first(operation)] * int(exponent) if exponent in (2, 3) else None


def sum_terms(rewriter: Rewriter, operand: GraphOperand) -> Iterator[tuple[Ref, GraphOperand]]:
    """Yield both orders of the two operands of a sum that is used once."""
    operation = rewriter.operation(operand, *_ADD)
    if operation is None or not rewriter.used_once(operand):
        return
    arguments = arguments_of(operation)
    if arguments.get("alpha") != 1:
        return
    left, right = arguments.get("self"), arguments.get("other")
    if isinstance(left, Ref):
        yield left, right
    if isinstance(right, Ref):
        yield right, left


def plus(rewriter: Rewriter, operand: GraphOperand, constant: float) -> Ref | None:
    """Return the other term of a sum with a constant."""
    for term, other in sum_terms(rewriter, operand):
        if close(rewriter.number(other), constant):
            return term
    return None


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

#: Operation -> what x times it is.
_GATES = {ATEN.sigmoid.default: ATEN.silu.default, ATEN.hardsigmoid.default: ATEN.hardswish.default}
_CUBE = 0.044715


def fuse_activations(graph: Graph) -> Graph:
    """Write gelu, silu, hardswish and mish as one operation where they are spelled out."""
    return replace_operations(graph, dict.fromkeys((*_MULTIPLY, *_DIVIDE), _spelled_out_activation))


def _spelled_out_activation(rewriter: Rewriter, operation: Operation) -> GraphOperand | None:
    if operation.type.dtype is None:
        return None
    here = Product()
    arguments = arguments_of(operation)
    for operand in (arguments.get("self"), arguments.get("other")):
        inner = _factor(rewriter, operation, operand)
        if inner is None:
            return None
        here.coefficient *= inner.coefficient
        here.factors += inner.factors
    return _activation(rewriter, operation, here)


def _factor(rewriter: Rewriter, operation: Operation, operand: GraphOperand) -> Product | None:
    """Return the factors that one operand of the last operation contributes."""
    constant = rewriter.number(operand)
    if constant is not None:
        if "div" not in operation.operator:
            return Product(constant)
        return Product(1 / constant) if constant else None
    if "div" in operation.operator and operand == arguments_of(operation).get("other"):
        return None
    return factors_of(rewriter, operand, inner=True)


def _activation(rewriter: Rewriter, operation: Operation, found: Product) -> GraphOperand | None:
    if len(found.factors) != 2:
        return None
    for x, gate in (found.factors, found.factors[::-1]):
        if not is_single(rewriter, x) or not same_type(rewriter.type(x), operation.type):
            continue
        for recognize in (_gated, _mish, _hardswish, _gelu):
            fused = recognize(rewriter, x, gate, found.coefficient)
            if fused is not None:
                return fused
    return None


def _gated(rewriter: Rewriter, x: Ref, gate: Ref, coefficient: float) -> GraphOperand | None:
    function = rewriter.operation(gate, *_GATES)
    if function is None or first(function) != x or not rewriter.used_once(gate) or coefficient != 1:
        return None
    return rewriter.add(_GATES[function.operator], x)


def _mish(rewriter: Rewriter, x: Ref, gate: Ref, coefficient: float) -> GraphOperand | None:
    """x * tanh(softplus(x))."""
    tanh = rewriter.operation(gate, ATEN.tanh.default)
    softplus = rewriter.operation(first(tanh), ATEN.softplus.default)
    if tanh is None or softplus is None or first(softplus) != x or coefficient != 1:
        return None
    arguments = arguments_of(softplus)
    single = rewriter.used_once(gate) and rewriter.used_once(first(tanh))
    standard = arguments.get("beta") == 1 and arguments.get("threshold") == 20
    return rewriter.add(ATEN.mish.default, x) if single and standard else None


def _hardswish(rewriter: Rewriter, x: Ref, gate: Ref, coefficient: float) -> GraphOperand | None:
    """x * clamp(x + 3, 0, 6) / 6."""
    bounded = rewriter.operation(gate, ATEN.relu6.default, ATEN.hardtanh.default, ATEN.clamp.default)
    if bounded is None or not close(coefficient, 1 / 6) or not rewriter.used_once(gate):
        return None
    arguments = arguments_of(bounded)
    bounds: tuple[GraphOperand, GraphOperand] = (0, 6)
    if bounded.operator != ATEN.relu6.default:
        names = ("min", "max") if bounded.operator == ATEN.clamp.default else ("min_val", "max_val")
        bounds = arguments.get(names[0]), arguments.get(names[1])
    shifted = plus(rewriter, first(bounded), 3)
    return rewriter.add(ATEN.hardswish.default, x) if bounds == (0, 6) and shifted == x else None


def _gelu(rewriter: Rewriter, x: Ref, gate: Ref, coefficient: float) -> GraphOperand | None:
    """x / 2 * (1 + erf(x / sqrt(2))), or with tanh(sqrt(2 / pi) * (x + 0.044715 * x ** 3)) in place of erf."""
    function = plus(rewriter, gate, 1)
    curve = rewriter.operation(function, ATEN.erf.default, ATEN.tanh.default)
    if curve is None or not rewriter.used_once(function) or not close(coefficient, 0.5):
        return None
    argument = factors_of(rewriter, first(curve))
    if not rewriter.used_once(first(curve)):
        return None
    if curve.operator == ATEN.erf.default:
        exact = close(argument.coefficient, math.sqrt(0.5)) and argument.factors == [x]
        return rewriter.add(ATEN.gelu.default, x) if exact else None
    if not close(argument.coefficient, math.sqrt(2 / math.pi)):
        return None
    return rewriter.add(ATEN.gelu.default, x, approximate="tanh") if _is_cubic(rewriter, x, argument) else None


def _is_cubic(rewriter: Rewriter, x: Ref, found: Product) -> bool:
    """True if a product is x + 0.044715 * x ** 3, or x * (1 + 0.044715 * x ** 2)."""
    others = [factor for factor in found.factors if factor != x]
    if len(others) != 1 or Counter(found.factors)[x] != len(found.factors) - 1 or len(found.factors) > 2:
        return False
    power = 3 if len(found.factors) == 1 else 2
    for term, rest in sum_terms(rewriter, others[0]):
        if (power == 3 and rest != x) or (power == 2 and not close(rewriter.number(rest), 1)):
            continue
        powers = factors_of(rewriter, term)
        if close(powers.coefficient, _CUBE) and powers.factors == [x] * power:
            return True
    return False


# normalizations

_NORMS = (ATEN.layer_norm.default, ATEN.rms_norm.default)


class _Spread(NamedTuple):
    """sqrt(mean(centered ** 2) + eps) over the last dimension, or one over it."""

    centered: Ref
    eps: float


def fuse_norms(graph: Graph) -> Graph:
    """Write normalizations over the last dimension, with the weight and bias after them, as one operation."""
    rules = {ATEN.div.Tensor: _divided, ATEN.add.Tensor: _with_bias, ATEN.mul.Tensor: _multiplied}
    return replace_operations(graph, rules)


def _divided(rewriter: Rewriter, operation: Operation) -> GraphOperand | None:
    arguments = arguments_of(operation)
    return _normalized(rewriter, operation, arguments["self"], arguments["other"], ATEN.sqrt.default)


def _multiplied(rewriter: Rewriter, operation: Operation) -> GraphOperand | None:
    for left, right in _orders(operation):
        fused = _normalized(rewriter, operation, left, right, ATEN.rsqrt.default)
        fused = fused or _normalized(rewriter, operation, left, right, ATEN.reciprocal.default)
        fused = fused or _with_weight(rewriter, operation, left, right)
        if fused is not None:
            return fused
    return None


def _orders(operation: Operation) -> tuple[tuple[GraphOperand, GraphOperand], tuple[GraphOperand, GraphOperand]]:
    arguments = arguments_of(operation)
    return (arguments["self"], arguments["other"]), (arguments["other"], arguments["self"])


def _normalized(
    rewriter: Rewriter, operation: Operation, value: GraphOperand, divisor: GraphOperand, root: str
) -> GraphOperand | None:
    """x / sqrt(mean(x ** 2) + eps) is the root mean square norm, and the layer norm when x is y - mean(y)."""
    spread = _spread(rewriter, divisor, root)
    if spread is None or spread.centered != value or not is_single(rewriter, value):
        return None
    size = (operation.type.shape or (None,))[-1]
    if not isinstance(size, int) or size == 0 or not same_type(rewriter.type(value), operation.type):
        return None
    source = _uncentered(rewriter, spread.centered)
    if source is not None and same_type(rewriter.type(source), operation.type):
        return rewriter.add(ATEN.layer_norm.default, source, [size], None, None, spread.eps)
    return rewriter.add(ATEN.rms_norm.default, value, [size], None, spread.eps)


def _spread(rewriter: Rewriter, operand: GraphOperand, root: str) -> _Spread | None:
    function = rewriter.operation(operand, root, ATEN.pow.Tensor_Scalar)
    if function is None or not rewriter.used_once(operand):
        return None
    if function.operator == ATEN.pow.Tensor_Scalar:
        if arguments_of(function).get("exponent") != (0.5 if root == ATEN.sqrt.default else -0.5):
            return None
    elif root == ATEN.reciprocal.default:
        return _spread(rewriter, first(function), ATEN.sqrt.default)
    for mean, eps in sum_terms(rewriter, first(function)):
        constant, squared = rewriter.number(eps), _mean(rewriter, mean)
        if constant is None or squared is None or not rewriter.used_once(mean) or not rewriter.used_once(squared):
            continue
        powers = factors_of(rewriter, squared)
        if powers.coefficient == 1 and len(powers.factors) == 2 and powers.factors[0] == powers.factors[1]:
            return _Spread(powers.factors[0], float(constant))
    return None


def _mean(rewriter: Rewriter, operand: GraphOperand) -> Ref | None:
    """Return the operand of a mean over the last dimension that keeps it."""
    mean = rewriter.operation(operand, ATEN.mean.dim)
    rank = len(rewriter.type(first(mean)).shape or ())
    if mean is None or not rank:
        return None
    arguments = arguments_of(mean)
    dims = arguments.get("dim")
    last = isinstance(dims, list | tuple) and list(dims) in ([-1], [rank - 1])
    return first(mean) if last and arguments.get("keepdim") is True and arguments.get("dtype") is None else None


def _uncentered(rewriter: Rewriter, operand: Ref) -> Ref | None:
    """y for y - mean(y)."""
    difference = rewriter.operation(operand, ATEN.sub.Tensor)
    if difference is None or arguments_of(difference).get("alpha") != 1:
        return None
    source = first(difference)
    return source if source is not None and _mean(rewriter, arguments_of(difference)["other"]) == source else None


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
