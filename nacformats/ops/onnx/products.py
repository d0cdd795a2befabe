"""Products of matrices, mixtures of experts, and attention."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from nacformats.ops.dtypes import BOOL, INT64, category
from nacformats.ops.onnx.arithmetic import scaled
from nacformats.ops.onnx.emitter import Emitter, Inexpressible, OnnxOperand, OnnxSize, Symbol, rule

_Rule = Callable[..., Symbol]


@rule("linear")
def _linear(e: Emitter, x: Symbol, weight: Symbol, bias: Symbol | None) -> Symbol:
    """Emit Gemm where there are rows and columns only; a product and a sum, which runtimes fuse, elsewhere."""
    rank = e.rank(x)
    x, weight, *rest = e.met(x, weight, *([bias] if bias is not None else []))
    if rank == 2 and e.rank(weight) == 2 and category(x.dtype) == 2:
        return e.op("Gemm", x, weight, *rest, transB=1)
    result = e.op("MatMul", x, e.permute(weight, [1, 0]) if weight.rank == 2 else weight)
    return e.op("Add", result, rest[0]) if rest else result


@rule("matmul")
def _matmul(e: Emitter, x: Symbol, y: Symbol) -> Symbol:
    return e.op("MatMul", *e.met(x, y))


@rule("addmm")
def _addmm(e: Emitter, x: Symbol, y: Symbol, z: Symbol, beta: OnnxOperand, alpha: OnnxOperand) -> Symbol:
    x, y, z = e.met(x, y, z)
    if category(x.dtype) != 2 or isinstance(beta, Symbol) or isinstance(alpha, Symbol):
        raise Inexpressible("a product and a sum that are no single node")
    return e.op("Gemm", y, z, x, alpha=float(alpha), beta=float(beta))


@rule("linalg_multi_dot")
def _multi_dot(e: Emitter, tensors: Sequence[Symbol]) -> Symbol:
    result, *rest = e.met(*tensors)
    for each in rest:
        result = e.op("MatMul", result, each)
    return result


@rule("einsum")
def _einsum(e: Emitter, equation: str, tensors: Sequence[Symbol], _path: Any) -> Symbol:
    text = equation.replace(" ", "")
    operands = text.partition("->")[0].split(",")
    more = {e.rank(x) - len(names) + 3 for names, x in zip(operands, tensors, strict=True) if "..." in names}
    if len(more) > 1:
        raise Inexpressible("an ellipsis that stands for different dimensions")
    letters = sorted(set(text) - set("->,."))
    small = dict(zip(letters, "abcdefghijklmnopqrstuvwxyz", strict=False))
    if len(small) < len(letters):
        raise Inexpressible("more than 26 indices")
    if "->" not in text:
        once = sorted(letter for letter in letters if text.count(letter) == 1)
        text += "->" + ("..." if "..." in text else "") + "".join(once)
    return e.op("Einsum", *e.met(*tensors), equation="".join(small.get(letter, letter) for letter in text))


# attention


def _scale(e: Emitter, query: Symbol, scale: float | None) -> OnnxOperand:
    """Emit 1 / sqrt(size of a head), unless it is given."""
    if scale is not None:
        return scale
    size = e.size(query, -1)
    if not isinstance(size, Symbol):
        return 1 / math.sqrt(size)
    return e.op("Reciprocal", e.op("Sqrt", e.cast(size, e.computed(query.dtype))))


def _grouped(e: Emitter, x: Symbol, heads: OnnxSize) -> Symbol:
    """Emit keys or values of groups of heads, repeated for each head of a group."""
    own = e.size(x, -3)
    if own == heads:
        return x
    *batch, _, length, width = e.sizes(x)
    copies = e.unsqueeze(x, [len(batch) + 1])
    ones = [1] * len(batch)
    wide = e.expand(copies, e.ints([*ones, 1, e.quotient(heads, own), 1, 1]), e.rank(copies))
    return e.reshape(wide, [*batch, heads, length, width])


def _causal(e: Emitter, query: Symbol, key: Symbol) -> Symbol:
    """Emit the causal mask: a query sees the keys up to its own place."""
    sizes = e.ints([e.size(query, -2), e.size(key, -2)])
    ones = e.op("ConstantOfShape", sizes, dtype=INT64, value=np.ones(1, np.int64))
    return e.cast(e.op("Trilu", ones, e.const(0, INT64), upper=0), BOOL)


def _both(e: Emitter, causal: Symbol, mask: Symbol | None) -> Symbol:
    if mask is None:
        return causal
    if mask.dtype == BOOL:
        return e.truth("And", causal, mask)
    return e.where(causal, mask, e.const(-np.inf, mask.dtype))


def _masked(e: Emitter, scores: Symbol, mask: Symbol | None) -> Symbol:
    if mask is None:
        return scores
    if mask.dtype == BOOL:
        return e.where(mask, scores, e.const(-np.inf, scores.dtype))
    return e.op("Add", scores, e.cast(mask, scores.dtype))


@rule("scaled_dot_product_attention")
def _attention(
    e: Emitter, query: Symbol, key: Symbol, value: Symbol, mask: Symbol | None, _dropout: float, *rest: Any
) -> Symbol:
    """Emit softmax(query @ key.T * scale + mask) @ value, with the scale on the queries, which are fewer than the
    scores.
    """
    is_causal, scale, grouped = rest
    only_causal = is_causal and mask is None
    if is_causal:
        mask = _both(e, _causal(e, query, key), mask)
    if grouped:
        heads = e.size(query, -3)
        key, value = _grouped(e, key, heads), _grouped(e, value, heads)
    factor = _scale(e, query, scale)
    order = [*range(e.rank(key) - 2), e.rank(key) - 1, e.rank(key) - 2]
    transposed = e.permute(key, order)
    query, transposed, value = e.floats(query, transposed, value)
    scores = e.op("MatMul", scaled(e, query, factor), transposed)
    weights = e.op("Softmax", _masked(e, scores, mask), axis=-1)
    if mask is not None and mask.dtype == BOOL and not only_causal:
        # a query that may look at nothing gives 0
        weights = e.where(e.truth("IsNaN", weights), e.const(0, weights.dtype), weights)
    return e.op("MatMul", weights, value)


#: Up to so many groups are spelled out.
MAX_GROUPS = 256


@rule("histc")
def _histc(e: Emitter, x: Symbol, bins: Any, min: OnnxOperand, max: OnnxOperand) -> Symbol:  # noqa: A002
    """Emit the comparison of each element with the number of each bin; what is outside of the bounds has none."""
    if isinstance(min, Symbol) or isinstance(max, Symbol) or not min < max:
        raise Inexpressible("a histogram between the extremes of the data, or of open bounds")
    (wide,) = e.floats(e.reshape(x, [-1]))
    low, high = e.cast(min, wide.dtype), e.cast(max, wide.dtype)
    places = e.op("Mul", e.op("Sub", wide, low), e.cast(bins / (max - min), wide.dtype))
    inside = e.truth("And", e.truth("GreaterOrEqual", wide, low), e.truth("LessOrEqual", wide, high))
    bin_ = e.op("Min", e.cast(e.op("Floor", places), INT64), e.const(bins - 1, INT64))
    found = e.op("Where", inside, bin_, e.const(-1, INT64), dtype=INT64)
    hits = e.truth("Equal", e.op("Unsqueeze", found, e.indices(1)), e.const(list(range(bins)), INT64))
    return e.op("ReduceSum", e.cast(hits, wide.dtype), e.indices(0), keepdims=0)


@rule("_grouped_mm")
def _grouped_mm(
    e: Emitter, x: Symbol, matrices: Symbol, offs: Symbol | None, bias: Symbol | None, _out_dtype: Any
) -> Symbol:
    """Emit the product of each group of rows and its own matrix; rows after the last group give zeros."""
    if bias is not None or (offs is not None and (x.rank, matrices.rank) != (2, 3)):
        raise Inexpressible("groups of columns, or a bias")
    rows, stack = e.met(x, matrices)
    if offs is None:
        return e.op("MatMul", rows, stack)
    ends, groups = e.cast(offs, INT64), e.size(matrices, 0)
    if isinstance(groups, Symbol) or groups > MAX_GROUPS:
        return _every_product(e, rows, stack, ends)
    bounds: list[OnnxSize] = [0, *(e.number(e.op("Gather", ends, e.const(group, INT64))) for group in range(groups))]
    parts = [
        e.op("MatMul", e.slice(rows, 0, start, stop), e.op("Gather", stack, e.const(group, INT64), axis=0))
        for group, (start, stop) in enumerate(pairwise(bounds))
    ]
    rest = e.ints([e.minus(e.size(x, 0), bounds[-1]), e.size(matrices, 2)])
    return e.op("Concat", *parts, e.expand(e.const(0, rows.dtype), rest, 2), axis=0)


def _every_product(e: Emitter, rows: Symbol, stack: Symbol, ends: Symbol) -> Symbol:
    """Emit the product of every row and every matrix, of which those outside of the row's group are zeros in a sum."""
    starts = e.op("Concat", e.indices(0), e.slice(ends, 0, 0, -1), axis=0)
    number = e.integers(e.size(rows, 0))
    starts, ends = e.op("Unsqueeze", starts, e.indices(1, 2)), e.op("Unsqueeze", ends, e.indices(1, 2))
    number = e.op("Unsqueeze", number, e.indices(1))
    inside = e.op("And", e.truth("GreaterOrEqual", number, starts), e.truth("Less", number, ends))
    products = e.op("MatMul", e.op("Unsqueeze", rows, e.indices(0)), stack)
    kept = e.op("Where", inside, products, e.const(0, products.dtype), dtype=products.dtype)
    return e.op("ReduceSum", kept, e.indices(0), keepdims=0)


@rule("_scaled_dot_product_flash_attention_for_cpu")
def _flash_attention(e: Emitter, q: Symbol, k: Symbol, v: Symbol, dropout: float, *rest: Any) -> tuple[Symbol]:
    causal, mask, scale = rest
    return (_attention(e, q, k, v, mask, dropout, causal, scale, False),)


rule("_scaled_dot_product_efficient_attention")(
    lambda e, q, k, v, bias, _log, *rest: (_attention(e, q, k, v, bias, *rest, False),)
)
