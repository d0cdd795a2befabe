"""Types and shapes of products, sums over indices, attention and factorizations."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Sequence
from functools import reduce
from typing import Any, TypeAlias

import numpy as np

from nacformats.ops.dtypes import INT32, INT64, TypeName
from nacformats.ops.meta.elementwise import broadcast_shape, promoted_type
from nacformats.ops.meta.layout import check_equal, without
from nacformats.ops.meta.sizes import MetaError, Size, differ, smallest_size
from nacformats.ops.meta.values import MetaShape, TensorMeta, meta
from nacformats.ops.promotion import dtype_of, wide_type

_Results: TypeAlias = Sequence[TensorMeta]
#: The indices of an operand of einsum; those that an ellipsis holds are negative.
EquationLabels: TypeAlias = tuple[Any, ...]


@meta
def _matmul(left: TensorMeta, right: TensorMeta, *_rest: Any) -> TensorMeta:
    """Describe the product of vectors, matrices, or stacks that broadcast."""
    if not left.shape or not right.shape:
        raise ValueError("a product needs at least 1 dimension of each operand")
    check_equal(left.shape[-1], right.shape[-2:][0])
    columns = right.shape[-1:] if len(right.shape) > 1 else ()
    return left.with_shape((*broadcast_shape([left.shape[:-2], right.shape[:-2]]), *left.shape[-2:-1], *columns))


@meta
def grouped_product(rows: TensorMeta, matrices: TensorMeta, offs: Any, _bias: Any, dtype: TypeName) -> TensorMeta:
    """Describe groups of rows, each times a matrix of its own; without groups, stacks of matrices."""
    shape = _matmul(rows, matrices).shape if offs is None else (rows.shape[0], matrices.shape[-1])
    return TensorMeta(dtype_of(dtype, rows.dtype), shape)


@meta
def kron(left: TensorMeta, right: TensorMeta) -> TensorMeta:
    """Describe blocks of one tensor, one for each element of the other."""
    pairs = itertools.zip_longest(reversed(left.shape), reversed(right.shape), fillvalue=1)
    return TensorMeta(promoted_type(left, right), tuple(reversed([a * b for a, b in pairs])))


@meta
def chained(matrices: _Results) -> TensorMeta:
    """Describe the product of one matrix after the other."""
    return reduce(_matmul, matrices)


@meta
def trilinear(
    x: TensorMeta, y: TensorMeta, z: TensorMeta, of_x: Any, of_y: Any, of_z: Any, summed: Any, _unroll: int
) -> TensorMeta:
    """Describe the product of three tensors with dimensions of size 1 put in, summed over some."""
    shapes: list[MetaShape] = []
    for tensor, added in ((x, of_x), (y, of_y), (z, of_z)):
        sizes = iter(tensor.shape)
        shapes.append(tuple(1 if dim in added else next(sizes, 1) for dim in range(len(tensor.shape) + len(added))))
    return x.with_shape(without(broadcast_shape(shapes), summed))


@meta
def einsum(equation: str, operands: _Results, _path: Any) -> TensorMeta:
    """Describe the sum of products that an equation says."""
    _, output, sizes = parsed_equation(equation, [x.shape for x in operands])
    return TensorMeta(promoted_type(*operands), tuple(sizes[label] for label in output))


def parsed_equation(
    equation: str, shapes: Sequence[MetaShape]
) -> tuple[list[EquationLabels], EquationLabels, dict[Any, Size]]:
    """Return the labels of each operand of einsum and of the result, and the size of each label."""
    left, arrow, right = equation.replace(" ", "").replace("...", ".").partition("->")
    terms = [_labels(term, len(shape)) for term, shape in zip(left.split(","), shapes, strict=True)]
    sizes: dict[Any, Size] = {}
    for label, size in zip(itertools.chain(*terms), itertools.chain(*shapes), strict=True):
        sizes[label] = broadcast_shape([(sizes.get(label, 1),), (size,)])[0]
    held = tuple(sorted(label for label in sizes if isinstance(label, int)))
    if arrow:
        return terms, tuple(itertools.chain(*(held if c == "." else c for c in right))), sizes
    times = Counter(itertools.chain(*terms))
    return terms, (*held, *sorted(label for label in times if times[label] == 1 and label not in held)), sizes


def _labels(term: str, rank: int) -> EquationLabels:
    """Return the labels of one operand; an ellipsis holds what the letters leave, counted from the last dimension."""
    held = range(len(term.replace(".", "")) - rank, 0)
    return tuple(itertools.chain(*(held if c == "." else c for c in term)))


@meta
def attention(query: TensorMeta, key: TensorMeta, value: TensorMeta, *options: Any) -> TensorMeta:
    """Describe values weighed for each query; the last option says that heads of the query share one of
    key and value.
    """
    check_equal(query.shape[-1], key.shape[-1])
    check_equal(key.shape[-2], value.shape[-2])
    lead = query.shape[:-2] if options[-1] else broadcast_shape(each.shape[:-2] for each in (query, key, value))
    return query.with_shape((*lead, query.shape[-2], value.shape[-1]))


@meta
def attention_and_weights(query: TensorMeta, key: TensorMeta, value: TensorMeta, *options: Any) -> _Results:
    """Describe attention, and the weight of every key for every query."""
    lead = broadcast_shape([query.shape[:-2], key.shape[:-2]])
    return attention(query, key, value, *options), query.with_shape((*lead, query.shape[-2], key.shape[-2]))


@meta
def attention_and_sums(query: TensorMeta, key: TensorMeta, value: TensorMeta, *_options: Any) -> _Results:
    """Describe attention, and the logarithms of the sums of exponentials."""
    out = attention(query, key, value, True)
    return out, TensorMeta(wide_type(query.dtype), out.shape[:-1])


@meta
def attention_and_seeds(
    query: TensorMeta, key: TensorMeta, value: TensorMeta, _bias: Any, with_sums: bool, *_options: Any
) -> _Results:
    """Describe attention, the sums where asked for, then a seed and an offset of random numbers."""
    out, sums = attention_and_sums(query, key, value)
    kept = sums if with_sums else sums.with_shape((*sums.shape[:-1], 0))
    return out, kept, TensorMeta(INT64, ()), TensorMeta(INT64, ())


# factorizations


def _real(x: TensorMeta, shape: MetaShape) -> TensorMeta:
    """Return real numbers of the precision of x."""
    return TensorMeta(np.dtype(x.dtype.char.lower()) if x.dtype.kind == "c" else x.dtype, tuple(shape))


@meta
def condition(x: TensorMeta, *_options: Any) -> TensorMeta:
    """Describe a real number for each matrix."""
    return _real(x, x.shape[:-2])


@meta
def sign_and_logarithm(x: TensorMeta) -> _Results:
    """Describe the signs and the logarithms of determinants."""
    return x.with_shape(x.shape[:-2]), condition(x)


@meta
def inverse_and_status(x: TensorMeta, *_options: Any) -> _Results:
    """Describe inverses, and a number of an error for each."""
    return x, TensorMeta(INT32, x.shape[:-2])


@meta
def eigenvectors(x: TensorMeta, *_options: Any) -> _Results:
    """Describe the eigenvalues and the eigenvectors."""
    return _real(x, x.shape[:-1]), x


@meta
def matrix_norm(x: TensorMeta, _order: Any, dim: Any, keepdim: bool, dtype: TypeName) -> TensorMeta:
    """Describe real numbers over some dimensions, or over all."""
    wanted = TensorMeta(dtype_of(dtype, x.dtype), x.shape)
    dims = range(len(x.shape)) if dim is None else [dim] if isinstance(dim, int) else dim
    return _real(wanted, without(x.shape, dims, keepdim))


@meta
def pseudo_inverse(x: TensorMeta, *_options: Any) -> TensorMeta:
    """Describe matrices with rows and columns swapped."""
    return x.with_shape((*x.shape[:-2], x.shape[-1], x.shape[-2]))


@meta
def orthogonal_triangular(x: TensorMeta, mode: str) -> _Results:
    """Describe Q and R; with mode "r" the first is empty."""
    *lead, rows, columns = x.shape
    inner = rows if mode == "complete" else smallest_size(rows, columns)
    first = (0,) if mode == "r" else (*lead, rows, inner)
    return x.with_shape(first), x.with_shape((*lead, inner, columns))


@meta
def singular_vectors(x: TensorMeta, full: bool, _driver: Any) -> _Results:
    """Describe U, the singular values, and V transposed."""
    *lead, rows, columns = x.shape
    least = smallest_size(rows, columns)
    left, right = (rows, columns) if full else (least, least)
    return x.with_shape((*lead, rows, left)), _real(x, (*lead, least)), x.with_shape((*lead, right, columns))


@meta
def solution(matrices: TensorMeta, right: TensorMeta, *_options: Any) -> TensorMeta:
    """Describe the solutions of stacks of equations, with one right side each or several."""
    if len(right.shape) == 1 or right.shape == matrices.shape[:-1]:
        return right.with_shape((*broadcast_shape([matrices.shape[:-2], right.shape[:-1]]), right.shape[-1]))
    if len(right.shape) == len(matrices.shape) - 1 and not any(map(differ, right.shape, matrices.shape)):
        raise MetaError("sizes decide if the right side has a vector for each matrix, or a matrix for all")
    return right.with_shape((*broadcast_shape([matrices.shape[:-2], right.shape[:-2]]), *right.shape[-2:]))
