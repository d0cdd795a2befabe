"""Norms, powers, inverses and decompositions of matrices and of stacks of them, by LAPACK; half precision has none."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from nacformats.ops.dtypes import HALVES, INT32, Array, Ints, Real, TypeName, normalize_dims
from nacformats.ops.kernels._arguments import check_float, check_same_type
from nacformats.ops.kernels._schemas import aten
from nacformats.ops.kernels.reduction import vector_norm
from nacformats.ops.promotion import dtype_of

#: Halvings of a matrix before its exponential is taken are bounded by the exponents of float64.
_MOST_HALVINGS = 1100


def _check(operation: str, matrices: Array, square: bool = False) -> None:
    check_float(operation, matrices)
    if matrices.dtype in HALVES:
        raise ValueError(f"{operation}: not defined for {matrices.dtype}")
    if matrices.ndim < 2 or (square and matrices.shape[-1] != matrices.shape[-2]):
        wanted = "square matrices" if square else "at least 2 dimensions"
        raise ValueError(f"{operation}: expected {wanted}, got shape {list(matrices.shape)}")


def _conjugate(matrices: Array) -> Array:
    """Return the conjugate transposes."""
    return np.asarray(matrices.swapaxes(-1, -2).conj())


@aten("linalg_matrix_norm", "linalg_matrix_norm.str_ord")
def _matrix_norm(x: Array, order: Real | str, dim: Ints, keepdim: bool, dtype: TypeName) -> Array:
    """Return the norm of matrices over two dimensions: "fro", "nuc", or of order 1, 2, inf or their negatives."""
    check_float("linalg_matrix_norm", x)
    axes = normalize_dims(dim, x.ndim)
    if len(axes) != 2:
        raise ValueError(f"linalg_matrix_norm: expected two dimensions, got {list(dim)} of shape {list(x.shape)}")
    wanted = dtype_of(dtype, x.dtype)
    if order == "fro":
        return vector_norm(x, 2, axes, keepdim, wanted)
    _check("linalg_matrix_norm", x.astype(wanted, copy=False))
    kind: Any = order
    norms = np.linalg.norm(x.astype(wanted, copy=False), kind, axes, keepdim)
    return np.asarray(norms).astype(np.dtype(wanted.char.lower()) if wanted.kind == "c" else wanted, copy=False)


@aten("linalg_cond", "linalg_cond.p_str")
def _condition(x: Array, p: Real | str | None) -> Array:
    """Return the norm of matrices times that of their inverses; None is order 2, by the singular values."""
    _check("linalg_cond", x, square=p not in (None, 2, -2))
    order: Any = p
    return np.asarray(np.linalg.cond(x, order))


@aten("linalg_matrix_power", "matrix_power")
def _matrix_power(x: Array, n: int) -> Array:
    """Return square matrices multiplied n times; their inverses for a negative n."""
    _check("linalg_matrix_power", x, square=True)
    return np.array(np.linalg.matrix_power(x, n))


@aten("linalg_matrix_exp", "matrix_exp")
def _matrix_exp(x: Array) -> Array:
    """Return the exponential of square matrices: the series of the matrix halved until it is small,
    squared as often.
    """
    _check("linalg_matrix_exp", x, square=True)
    size = np.abs(x).sum(axis=-1).max(initial=0)
    halvings = min(max(0, math.frexp(size)[1] + 1), _MOST_HALVINGS) if np.isfinite(size) else 0
    part = x / 2.0**halvings
    term = np.broadcast_to(np.eye(x.shape[-1], dtype=x.dtype), x.shape)
    result = np.array(term)
    for number in range(1, 16):
        term = np.matmul(term, part) / number
        result += term
    for _ in range(halvings):
        result = np.matmul(result, result)
    return result


def _pseudo_inverse(x: Array, atol: float, rtol: float, hermitian: bool) -> Array:
    """Return the pseudo-inverses by singular values above both tolerances; of the lower triangle when hermitian."""
    _check("linalg_pinv", x, square=hermitian)
    if hermitian:
        x = np.tril(x) + _conjugate(np.tril(x, -1))
    left, values, right = np.linalg.svd(x, full_matrices=False)
    least = np.maximum(atol, rtol * values.max(axis=-1, initial=0, keepdims=True))
    inverses = np.where(values > least, 1 / np.where(values > least, values, 1), 0).astype(values.dtype)
    return np.asarray(np.matmul(_conjugate(right) * inverses[..., None, :], _conjugate(left)))


@aten("linalg_pinv.atol_rtol_float")
def _pseudo_inverse_within(x: Array, atol: float | None, rtol: float | None, hermitian: bool) -> Array:
    """Return the pseudo-inverses; without tolerances, what is below the resolution of the type counts as 0."""
    _check("linalg_pinv", x)
    if rtol is None:
        rtol = 0.0 if atol else float(np.finfo(x.dtype).eps) * max(x.shape[-2:])
    return _pseudo_inverse(x, atol or 0.0, rtol, hermitian)


@aten("linalg_qr")
def _qr(x: Array, mode: str) -> tuple[Array, Array]:
    """Return an orthogonal and an upper triangular factor; with mode "r" the second one only."""
    _check("linalg_qr", x)
    if mode == "r":
        return np.empty(0, x.dtype), np.asarray(np.linalg.qr(x, "r"))
    if mode not in {"reduced", "complete"}:
        raise ValueError(f"linalg_qr: mode {mode!r} is none of 'reduced', 'complete' and 'r'")
    first, second = np.linalg.qr(x, "reduced" if mode == "reduced" else "complete")
    return first, second


@aten("linalg_svd")
def _svd(x: Array, full_matrices: bool, _driver: str | None) -> tuple[Array, Array, Array]:
    """Return orthogonal U, the singular values in falling order, orthogonal V transposed."""
    _check("linalg_svd", x)
    left, values, right = np.linalg.svd(x, full_matrices=full_matrices)
    return left, values, right


@aten("linalg_eigh")
def _eigh(x: Array, triangle: str) -> tuple[Array, Array]:
    """Return the eigenvalues of symmetric matrices in rising order, and the eigenvectors as columns."""
    _check("linalg_eigh", x, square=True)
    values, vectors = np.linalg.eigh(x, _triangle(triangle))
    return values, vectors


def _triangle(name: str) -> Any:
    if name.upper() not in {"L", "U"}:
        raise ValueError(f"the triangle {name!r} of a symmetric matrix is neither 'L' nor 'U'")
    return name.upper()


@aten("linalg_slogdet", "slogdet")
def _slogdet(x: Array) -> tuple[Array, Array]:
    """Return the sign of the determinants and the logarithm of their magnitude."""
    _check("linalg_slogdet", x, square=True)
    sign, logarithm = np.linalg.slogdet(x)
    return np.asarray(sign), np.asarray(logarithm)


@aten("linalg_inv_ex")
def _inverse_ex(matrices: Array, _check_errors: bool) -> tuple[Array, Array]:
    """Return the inverse of each matrix, and a 0; ValueError when one is singular."""
    _check("linalg_inv", matrices, square=True)
    return np.asarray(np.linalg.inv(matrices)), np.zeros(matrices.shape[:-2], INT32)


@aten("linalg_det", "det")
def _determinant(matrices: Array) -> Array:
    """Return the determinant of each matrix."""
    _check("linalg_det", matrices, square=True)
    return np.asarray(np.linalg.det(matrices))


@aten("linalg_solve")
def _solve(matrices: Array, right: Array, left: bool) -> Array:
    """Return X with A @ X = B, or X @ A = B when not left; B may be one vector for each matrix."""
    _check("linalg_solve", matrices, square=True)
    check_same_type("linalg_solve", A=matrices, B=right)
    if right.ndim == 1 or right.shape == matrices.shape[:-1]:
        return np.asarray(np.linalg.solve(matrices, right[..., None])[..., 0])
    return _solved(matrices, right, left)


def _solved(matrices: Array, right: Array, left: bool) -> Array:
    """Return X with A @ X = B, or X @ A = B when not left."""
    if left:
        return np.asarray(np.linalg.solve(matrices, right))
    return np.asarray(np.linalg.solve(matrices.swapaxes(-1, -2), right.swapaxes(-1, -2)).swapaxes(-1, -2))


@aten("linalg_cholesky")
def _linalg_cholesky(x: Array, upper: bool) -> Array:
    """Return the triangular factor of symmetric positive definite matrices; ValueError for others."""
    _check("linalg_cholesky", x, square=True)
    lower = np.asarray(np.linalg.cholesky(x))
    return np.ascontiguousarray(_conjugate(lower)) if upper else lower


@aten("linalg_solve_triangular")
def _solve_triangular(x: Array, right: Array, upper: bool, left: bool, unitriangular: bool) -> Array:
    """Return the y with x y = right (y x = right when not `left`), from one triangle of x; its diagonal
    may count as 1.
    """
    _check("linalg_solve_triangular", x, square=True)
    _check("linalg_solve_triangular", right)
    check_same_type("linalg_solve_triangular", A=x, B=right)
    triangle = np.triu(x, int(unitriangular)) if upper else np.tril(x, -int(unitriangular))
    if unitriangular:
        triangle = triangle + np.eye(x.shape[-1], dtype=x.dtype)
    return np.ascontiguousarray(_solved(triangle, right, left))


aten("linalg_pinv", "pinverse")(lambda x, rcond=1e-15, hermitian=False: _pseudo_inverse(x, 0.0, rcond, hermitian))
