"""Products of vectors, matrices and stacks of matrices.

As in PyTorch, all operands of a product have one type, and booleans have no products.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache, partial, reduce
from itertools import pairwise
from typing import Any

import numpy as np

from nacformats.ops.dtypes import BOOL, FLOAT32, Array, Ints, Real, category
from nacformats.ops.kernels._arguments import check_float, check_rank, check_same_type
from nacformats.ops.kernels._packing import by_columns
from nacformats.ops.kernels._schemas import aten, aten_in_float32, in_float32
from nacformats.ops.promotion import dtype_of, result_type


@aten("_grouped_mm")
def _grouped_mm(x: Array, matrices: Array, offs: Array | None, bias: Array | None, out_dtype: str | None) -> Array:
    """Multiply rows [S, K], in groups that end at `offs` [E], with one of [E, K, N]: [S, N]; without offs, as bmm.

    Rows after the last group give zeros.
    """
    check_same_type("_grouped_mm", self=x, mat2=matrices)
    result = bmm(x, matrices) if offs is None else _by_group(x, matrices, offs)
    if bias is not None:
        raise ValueError("_grouped_mm: bias is not supported")
    return result if out_dtype is None else result.astype(dtype_of(out_dtype))


def _by_group(x: Array, matrices: Array, offs: Array) -> Array:
    if x.ndim != 2 or matrices.ndim != 3 or offs.shape != matrices.shape[:1]:
        raise ValueError(
            f"_grouped_mm: shapes {list(x.shape)}, {list(matrices.shape)} and {list(offs.shape)} do not fit: "
            "expected rows [S, K], matrices [E, K, N] and ends [E]"
        )
    ends = [0, *offs.tolist()]
    if any(start > stop for start, stop in pairwise(ends)) or ends[-1] > len(x):
        raise ValueError(f"_grouped_mm: the ends {ends[1:]} do not rise to at most {len(x)} rows")
    result = np.zeros((len(x), matrices.shape[2]), x.dtype)
    for matrix, (start, stop) in zip(matrices, pairwise(ends), strict=True):
        if start < stop:
            result[start:stop] = _matmul(x[start:stop], matrix)
    return result


def _product(operation: str, left: Array, right: Array) -> Array:
    """Return the matrix product of NumPy, by BLAS whatever the strides, after the checks that name what
    does not fit.
    """
    check_same_type(operation, left=left, right=right)
    if left.dtype == BOOL:
        raise ValueError(f"{operation}: not defined for bool")
    inner = right.shape[-2] if right.ndim > 1 else right.shape[0]
    if left.shape[-1] != inner:
        raise ValueError(
            f"{operation}: shapes {list(left.shape)} and {list(right.shape)} do not fit: "
            f"{left.shape[-1]} columns against {inner} rows"
        )
    result: Array = np.asarray(np.matmul(_for_blas(left), _for_blas(right)))
    return result


def _for_blas(x: Array) -> Array:
    """Return the matrices with rows or columns contiguous: NumPy multiplies others without BLAS."""
    return x if x.ndim < 2 or x.itemsize in x.strides[-2:] else np.ascontiguousarray(x)


def _expands(shape: tuple[int, ...], target: tuple[int, ...]) -> bool:
    """Return True if a tensor of one shape expands to the other one."""
    ends = zip(reversed(shape), reversed(target), strict=False)
    return len(shape) <= len(target) and all(size in (1, wanted) for size, wanted in ends)


def _accumulate(operation: str, base: Array, product: Array, beta: Real, alpha: Real) -> Array:
    """Return beta * base + alpha * product, in place of the product; beta = 0 ignores the base, even its NaN."""
    check_same_type(operation, self=base, product=product)
    if category(base.dtype) < 2:
        beta, alpha = int(beta.real), int(alpha.real)
    if not _expands(base.shape, product.shape):
        raise ValueError(f"{operation}: self of shape {list(base.shape)} does not expand to {list(product.shape)}")
    if alpha != 1:
        product *= alpha
    if beta == 0:
        return product
    product += base if beta == 1 else beta * base
    return product


@aten("linear")
def linear(x: Array, weight: Array, bias: Array | None = None) -> Array:
    """Return x @ weight.T + bias; weight is (out features, in features)."""
    if x.dtype is weight.dtype is FLOAT32 and x.ndim > 1 < weight.ndim and x.size:  # what models do
        outputs, inputs = weight.shape
        simple = bias is None or (bias.dtype is FLOAT32 and bias.shape == (outputs,))
        if simple and x.shape[-1] == inputs and x.flags.c_contiguous:
            rows = x.reshape(-1, inputs)
            result = np.matmul(rows, by_columns(weight) if len(rows) > 1 else weight.T)
            if bias is not None:
                result += bias
            return np.asarray(result).reshape(*x.shape[:-1], outputs)
    return _linear(x, weight, bias)


@in_float32
def _linear(x: Array, weight: Array, bias: Array | None) -> Array:
    check_rank("linear", (1, 2), weight=weight)
    if x.ndim == 0:
        raise ValueError("linear: input must have at least 1 dimension")
    if x.shape[-1] != weight.shape[-1]:
        raise ValueError(
            f"linear: input of shape {list(x.shape)} has {x.shape[-1]} features, "
            f"weight of shape {list(weight.shape)} takes {weight.shape[-1]}"
        )
    rows = x.reshape(math.prod(x.shape[:-1]), x.shape[-1])
    result = _product("linear", rows, by_columns(weight) if len(rows) > 1 else weight.T)
    if bias is not None:
        result = _accumulate("linear", bias, result, 1, 1)
    return result.reshape(x.shape[:-1] + weight.shape[:-1])


@aten_in_float32("matmul", "linalg_matmul")
def _matmul(left: Array, right: Array) -> Array:
    """Return the product of vectors, matrices and stacks, which broadcast."""
    if not left.ndim or not right.ndim:
        raise ValueError("matmul: both tensors need at least 1 dimension")
    if left.ndim > 2 >= right.ndim and left.flags.c_contiguous:
        # One large product instead of one for each matrix of the stack.
        rows = _product("matmul", left.reshape(math.prod(left.shape[:-1]), left.shape[-1]), right)
        return rows.reshape(left.shape[:-1] + right.shape[1:])
    return _product("matmul", left, right)


@aten_in_float32("bmm")
def bmm(left: Array, right: Array) -> Array:
    """Return the products of two stacks of as many matrices."""
    check_rank("bmm", 3, self=left, mat2=right)
    if left.shape[0] != right.shape[0]:
        raise ValueError(f"bmm: stacks of {left.shape[0]} and {right.shape[0]} matrices")
    return _product("bmm", left, right)


@aten("kron")
def _kron(left: Array, right: Array) -> Array:
    """Return the Kronecker product."""
    dtype = result_type(left, right)
    return np.asarray(np.kron(left.astype(dtype), right.astype(dtype)))


@aten_in_float32("addmm")
def _addmm(base: Array, left: Array, right: Array, beta: Real, alpha: Real) -> Array:
    """Return beta * base + alpha * (left @ right)."""
    check_rank("addmm", 2, mat1=left, mat2=right)
    return _accumulate("addmm", base, _product("addmm", left, right), beta, alpha)


@aten_in_float32("baddbmm")
def _baddbmm(base: Array, left: Array, right: Array, beta: Real, alpha: Real) -> Array:
    """Return beta * base + alpha * (left @ right), for stacks of matrices."""
    return _accumulate("baddbmm", base, bmm(left, right), beta, alpha)


@aten_in_float32("linalg_multi_dot", "chain_matmul")
def _multi_dot(tensors: Sequence[Array]) -> Array:
    """Return the product of a chain of matrices; the first and the last may be vectors."""
    if not tensors:
        raise ValueError("multi_dot: there is no matrix to multiply")
    return reduce(partial(_product, "multi_dot"), tensors)


@lru_cache(maxsize=512)
def _plan(equation: str, left: tuple[int, ...], right: tuple[int, ...]) -> tuple[Any, ...] | None:
    """Return an einsum of two tensors as a product of stacks of matrices, None where it is none that BLAS is good at.

    The orders of the axes of both, the shapes that they get then, and shape and order of the axes of the product.
    """
    operands, _, out = equation.replace(" ", "").partition("->")
    first, _, second = operands.partition(",")
    names = set(first), set(second), set(out)
    sizes = dict(zip(first, left, strict=False)) | dict(zip(second, right, strict=False))
    if not operands.replace(",", "").isalpha() or (names[0] ^ names[1]) - names[2] or names[2] - names[0] - names[1]:
        return None
    if [len(each) for each in names] != [len(left), len(right), len(out)] or len(first + second) != len(left + right):
        return None
    if left != tuple(map(sizes.get, first)) or 0 in sizes.values():
        return None
    shared = [name for name in out if name in names[0] & names[1]]
    summed = [name for name in first if name not in names[2]]
    rows, columns = ([name for name in out if name in one - other] for one, other in (names[:2], names[1::-1]))
    if not rows and not columns:
        return None
    orders = (
        [first.index(name) for name in (*shared, *rows, *summed)],
        [second.index(name) for name in (*shared, *summed, *columns)],
    )
    batch, n, k, m = ([sizes[name] for name in group] for group in (shared, rows, summed, columns))
    shapes = (*batch, math.prod(n), math.prod(k)), (*batch, math.prod(k), math.prod(m))
    made = [*shared, *rows, *columns]
    return orders, shapes, (*batch, *n, *m), [made.index(name) for name in out]


@aten_in_float32("einsum")
def _einsum(equation: str, tensors: Sequence[Array], _path: Ints | None) -> Array:
    """Return the sum of products that the equation says; any order of contraction gives the same, so the path is not
    used.
    """
    dtype = result_type(*tensors)
    if len(tensors) == 2 and dtype.kind in "fc" and (plan := _plan(equation, *[x.shape for x in tensors])):
        orders, shapes, shape, order = plan
        left, right = (x.transpose(axes).reshape(to) for x, axes, to in zip(tensors, orders, shapes, strict=True))
        product: Array = np.matmul(left.astype(dtype, copy=False), right.astype(dtype, copy=False))
        return product.reshape(shape).transpose(order)
    wide = [tensor.astype(dtype, copy=False) for tensor in tensors]
    is_plain = len(wide) > 2 and "->" in equation and "." not in equation
    pairs = _pairs(equation, *[x.shape for x in wide]) if is_plain else []
    if len(pairs) > 1:
        for places, part in pairs:
            wide.append(_einsum(part, [wide.pop(place) for place in places], None))
        return wide[0]
    return np.array(np.einsum(equation, *wide, optimize="." in equation))


@lru_cache(maxsize=512)
def _pairs(equation: str, *shapes: tuple[int, ...]) -> list[tuple[list[int], str]]:
    """Return the places of those tensors of an einsum that are multiplied, step by step, and how; the product goes
    last.
    """
    stand_ins = [np.broadcast_to(np.float32(0), shape) for shape in shapes]
    operands, _, out = equation.replace(" ", "").partition("->")
    names, found = operands.split(","), []
    for places in np.einsum_path(equation, *stand_ins, optimize="greedy")[0][1:]:
        order = sorted(map(int, places), reverse=True)
        taken = [names.pop(place) for place in order]
        needed = set("".join(names)) | set(out)
        names.append("".join(sorted(set("".join(taken)) & needed)) if names else out)
        found.append((order, f"{','.join(taken)}->{names[-1]}"))
    return found


@aten_in_float32("_trilinear")
def _trilinear(
    first: Array, second: Array, third: Array, expand1: Ints, expand2: Ints, expand3: Ints, sumdim: Ints, _unroll: int
) -> Array:
    """Return the sum over some dimensions of the product of three tensors, each with dimensions of size 1 put in."""
    check_same_type("_trilinear", i1=first, i2=second, i3=third)
    rank = first.ndim + len(expand1)
    operands: list[Any] = []
    for tensor, added in zip((first, second, third), (expand1, expand2, expand3), strict=True):
        if tensor.ndim + len(added) != rank:
            raise ValueError(f"_trilinear: {list(tensor.shape)} with {list(added)} inserted is not of rank {rank}")
        operands += [tensor, [dim for dim in range(rank) if dim not in added]]
    return np.array(np.einsum(*operands, [dim for dim in range(rank) if dim not in sumdim], optimize=True))


#: Elements of the differences that cdist holds at once.
CDIST_BLOCK = 1 << 20


@aten_in_float32("cdist", "_cdist_forward")
def _cdist(x: Array, y: Array, p: float, _compute_mode: int | None) -> Array:
    """Return the p-norm distance of every row of x from every row of y; from differences, so that no digits cancel."""
    check_same_type("cdist", x1=x, x2=y)
    check_float("cdist", x)
    if x.ndim < 2 or y.ndim < 2 or x.shape[-1] != y.shape[-1]:
        raise ValueError(f"cdist: shapes {list(x.shape)} and {list(y.shape)} are not rows of one length")
    shape = (*np.broadcast_shapes(x.shape[:-2], y.shape[:-2]), x.shape[-2], y.shape[-2])
    result: Array = np.empty(shape, x.dtype)
    rows = max(1, CDIST_BLOCK // max(1, math.prod(shape[:-2]) * y.shape[-2] * y.shape[-1]))
    for start in range(0, x.shape[-2], rows):
        differences = np.abs(x[..., start : start + rows, None, :] - y[..., None, :, :])
        result[..., start : start + rows, :] = _norm(differences, p)
    return result


def _norm(magnitudes: Array, p: float) -> Array:
    """Return the p-norm of magnitudes along the last dimension."""
    if p == 0:
        return np.asarray(np.count_nonzero(magnitudes, axis=-1))
    if math.isinf(p):
        return np.asarray(magnitudes.max(axis=-1, initial=0))
    if p == 2:
        return np.asarray(np.sqrt(np.vecdot(magnitudes, magnitudes)))
    return np.asarray(np.power(magnitudes, p).sum(axis=-1) ** (1 / p))
