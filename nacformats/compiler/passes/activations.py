"""Activation functions that a model, or the exporter of it, spells out: one operation instead of several."""

from __future__ import annotations

import math
from collections import Counter

from nacformats.compiler.passes.facts import changes_in_place, first, named, number, same_type
from nacformats.compiler.passes.products import Product, close, is_single, plus, product, sums
from nacformats.compiler.passes.rewriting import Rewriter, rewrite
from nacformats.graph.graph import Graph, Operand, Operation, Ref

_ROOTS = frozenset({"aten.mul.Tensor", "aten.mul.Scalar", "aten.div.Tensor", "aten.div.Scalar"})
#: Operation -> what x times it is.
_GATES = {
    "aten.sigmoid.default": "aten.silu.default",
    "aten.hardsigmoid.default": "aten.hardswish.default",
}
_CUBE = 0.044715


def fuse_activations(graph: Graph) -> Graph:
    """Write gelu, silu, hardswish and mish as one operation where they are spelled out."""
    if changes_in_place(graph):
        return graph

    def rule(rewriter: Rewriter, operation: Operation) -> Operand | None:
        if operation.operator not in _ROOTS or operation.type.dtype is None:
            return None
        here = Product()
        arguments = named(operation)
        for operand in (arguments.get("self"), arguments.get("other")):
            inner = _factor(rewriter, operation, operand)
            if inner is None:
                return None
            here.coefficient *= inner.coefficient
            here.factors += inner.factors
        return _activation(rewriter, operation, here)

    return rewrite(graph, rule)


def _factor(rewriter: Rewriter, operation: Operation, operand: Operand) -> Product | None:
    """What one operand of the last operation contributes."""
    constant = number(rewriter, operand)
    if constant is not None:
        if "div" not in operation.operator:
            return Product(constant)
        return Product(1 / constant) if constant else None
    if "div" in operation.operator and operand == named(operation).get("other"):
        return None
    return product(rewriter, operand, inner=True)


def _activation(rewriter: Rewriter, operation: Operation, found: Product) -> Operand | None:
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


def _gated(rewriter: Rewriter, x: Ref, gate: Ref, coefficient: float) -> Operand | None:
    function = rewriter.operation(gate, *_GATES)
    if function is None or first(function) != x or not rewriter.used_once(gate) or coefficient != 1:
        return None
    return rewriter.add(_GATES[function.operator], x)


def _mish(rewriter: Rewriter, x: Ref, gate: Ref, coefficient: float) -> Operand | None:
    """x * tanh(softplus(x))."""
    tanh = rewriter.operation(gate, "aten.tanh.default")
    softplus = None if tanh is None else rewriter.operation(first(tanh), "aten.softplus.default")
    if tanh is None or softplus is None or first(softplus) != x or coefficient != 1:
        return None
    arguments = named(softplus)
    single = rewriter.used_once(gate) and rewriter.used_once(first(tanh))
    standard = arguments.get("beta") == 1 and arguments.get("threshold") == 20
    return rewriter.add("aten.mish.default", x) if single and standard else None


def _hardswish(rewriter: Rewriter, x: Ref, gate: Ref, coefficient: float) -> Operand | None:
    """x * clamp(x + 3, 0, 6) / 6."""
    bounded = rewriter.operation(gate, "aten.relu6.default", "aten.hardtanh.default", "aten.clamp.default")
    if bounded is None or not close(coefficient, 1 / 6) or not rewriter.used_once(gate):
        return None
    arguments = named(bounded)
    bounds: tuple[Operand, Operand] = (0, 6)
    if bounded.operator != "aten.relu6.default":
        names = ("min", "max") if bounded.operator == "aten.clamp.default" else ("min_val", "max_val")
        bounds = arguments.get(names[0]), arguments.get(names[1])
    shifted = plus(rewriter, first(bounded), 3)
    return rewriter.add("aten.hardswish.default", x) if bounds == (0, 6) and shifted == x else None


def _gelu(rewriter: Rewriter, x: Ref, gate: Ref, coefficient: float) -> Operand | None:
    """x / 2 * (1 + erf(x / sqrt(2))), or with tanh(sqrt(2 / pi) * (x + 0.044715 * x ** 3)) in place of erf."""
    function = plus(rewriter, gate, 1)
    curve = rewriter.operation(function, "aten.erf.default", "aten.tanh.default")
    if curve is None or not rewriter.used_once(function) or not close(coefficient, 0.5):
        return None
    argument = product(rewriter, first(curve))
    if not rewriter.used_once(first(curve)):
        return None
    if curve.operator == "aten.erf.default":
        exact = close(argument.coefficient, math.sqrt(0.5)) and argument.factors == [x]
        return rewriter.add("aten.gelu.default", x) if exact else None
    if not close(argument.coefficient, math.sqrt(2 / math.pi)):
        return None
    return rewriter.add("aten.gelu.default", x, approximate="tanh") if _is_cubic(rewriter, x, argument) else None


def _is_cubic(rewriter: Rewriter, x: Ref, found: Product) -> bool:
    """Whether a product is x + 0.044715 * x ** 3, or x * (1 + 0.044715 * x ** 2)."""
    others = [factor for factor in found.factors if factor != x]
    if len(others) != 1 or Counter(found.factors)[x] != len(found.factors) - 1 or len(found.factors) > 2:
        return False
    power = 3 if len(found.factors) == 1 else 2
    for term, rest in sums(rewriter, others[0]):
        if (power == 3 and rest != x) or (power == 2 and not close(number(rewriter, rest), 1)):
            continue
        powers = product(rewriter, term)
        if close(powers.coefficient, _CUBE) and powers.factors == [x] * power:
            return True
    return False
