"""Fourier transforms, as products with matrices of cosines and sines: exact, and quick for the sizes of models."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import replace
from functools import partial
from itertools import repeat
from typing import Any

import numpy as np

from nacformats.ops.dtypes import INT64, DType
from nacformats.ops.onnx.complex_numbers import Complex, as_complex, complex_rule, part_type, view_as_real
from nacformats.ops.onnx.convolution import emit_padding as pad_real
from nacformats.ops.onnx.emitter import RULES, Emitter, Inexpressible, OnnxSize, Symbol

#: Longer transforms are not done by products.
MAX_LENGTH = 2048


def _waves(e: Emitter, length: OnnxSize, count: OnnxSize, dtype: DType) -> tuple[Symbol, Symbol]:
    """Emit cosines and sines of 2 pi j k / length for j below length (rows) and k below count (columns)."""
    if not isinstance(length, Symbol) and not isinstance(count, Symbol):
        steps = np.outer(np.arange(length), np.arange(count)) % length
        angles = steps * (2 * math.pi / length)
        return e.const(np.cos(angles).astype(dtype)), e.const(np.sin(angles).astype(dtype))
    rows, columns = e.integers(length), e.integers(count)
    steps_ = e.op("Mod", e.op("Mul", e.op("Unsqueeze", rows, e.indices(1)), columns), e.scalar(length))
    turn = e.op("Div", e.const(2 * math.pi, dtype), e.cast(length, dtype))
    angles_ = e.op("Mul", e.cast(steps_, dtype), turn)
    return replace(e.op("Cos", angles_), rank=2), replace(e.op("Sin", angles_), rank=2)


def _fitted(e: Emitter, x: Symbol, axis: int, length: OnnxSize | None) -> Symbol:
    """Emit x with a dimension cut or filled with zeros."""
    if length is None or e.size(x, axis) == length:
        return x
    missing = e.minus(length, e.size(x, axis))
    rank = e.rank(x)
    return pad_real(e, x, [0, 0] * (rank - axis - 1) + [0, missing])


def _scale(e: Emitter, norm: str | None, inverse: bool, length: OnnxSize, dtype: DType) -> Symbol | None:
    """Emit the divisor of a transform."""
    if norm == "ortho":
        return e.op("Sqrt", e.cast(length, dtype))
    return e.cast(length, dtype) if inverse == (norm in (None, "backward")) else None


def _check_length(e: Emitter, x: Symbol, axis: int, length: OnnxSize | None) -> None:
    seen = length if isinstance(length, int) else e.observed_size(x, axis)
    if seen > MAX_LENGTH:
        raise Inexpressible(f"a Fourier transform of {seen} elements")


def _last(e: Emitter, x: Symbol, axis: int) -> Symbol:
    return e.permute(x, [*(dim for dim in range(e.rank(x)) if dim != axis), axis])


def _back(e: Emitter, x: Symbol, rank: int, axis: int) -> Symbol:
    """Emit x with the last dimension where it was."""
    return e.permute(replace(x, rank=rank, sizes=None), [*range(axis), rank - 1, *range(axis, rank - 1)])


def _transform(
    e: Emitter, x: Any, n: OnnxSize | None = None, dim: int = -1, norm: Any = None, *, inverse: bool, half: bool = False
) -> Complex:
    """Emit the transform of real or complex numbers; half: only the frequencies that real numbers do not repeat."""
    parts = x.parts if isinstance(x, Complex) else e.floats(x)
    parts = [replace(part, rank=part.rank) for part in parts]
    axis, rank = e.axis(parts[0], dim), e.rank(parts[0])
    _check_length(e, parts[0], axis, n)
    parts = [_fitted(e, part, axis, n) for part in parts]
    length = e.size(parts[0], axis) if n is None else n
    count = e.plus(e.quotient(length, 2), 1) if half else length
    dtype = parts[0].dtype
    cos, sin = _waves(e, length, count, dtype)
    rows = [_last(e, part, axis) for part in parts]
    turned = [(e.op("MatMul", row, cos), e.op("MatMul", row, sin)) for row in rows]
    sign = "Sub" if inverse else "Add"
    if len(parts) == 1:
        real, imag = turned[0][0], turned[0][1] if inverse else e.op("Neg", turned[0][1])
    else:
        (a_cos, a_sin), (b_cos, b_sin) = turned
        real = e.op(sign, a_cos, b_sin)
        imag = e.op("Add" if inverse else "Sub", b_cos, a_sin)
    divisor = _scale(e, norm, inverse, length, dtype)
    found = (each if divisor is None else e.op("Div", each, divisor) for each in (real, imag))
    return Complex(*(_back(e, each, rank, axis) for each in found))


def _to_real(e: Emitter, x: Any, n: OnnxSize | None = None, dim: int = -1, norm: str | None = None) -> Symbol:
    """Emit the inverse for frequencies of real numbers: all but the first, and the last of an even
    length, count twice.
    """
    found = as_complex(e, x, part_type(x))
    axis, rank = e.axis(found.real, dim), e.rank(found.real)
    _check_length(e, found.real, axis, n)
    length = e.times(e.minus(e.size(found.real, axis), 1), 2) if n is None else n
    count = e.plus(e.quotient(length, 2), 1)
    dtype = found.real.dtype
    rows = [_last(e, _fitted(e, part, axis, count), axis) for part in found.parts]
    cos, sin = (e.op("Transpose", wave, perm=[1, 0]) for wave in _waves(e, length, count, dtype))
    weights = _weights(e, length, count, dtype)
    cos, sin = e.op("Mul", cos, weights), e.op("Mul", sin, weights)
    result = e.op("Sub", e.op("MatMul", rows[0], cos), e.op("MatMul", rows[1], sin))
    divisor = _scale(e, norm, True, length, dtype)
    return _back(e, result if divisor is None else e.op("Div", result, divisor), rank, axis)


def _weights(e: Emitter, length: OnnxSize, count: OnnxSize, dtype: DType) -> Symbol:
    """Emit a column: 2 for each frequency that stands for two."""
    places = e.integers(count)
    doubled = e.op("Mul", places, e.const(2, INT64))
    alone = e.truth("Equal", e.op("Mod", doubled, e.scalar(length)), e.const(0, INT64))
    column = e.where(alone, e.const(1, dtype), e.const(2, dtype))
    return e.op("Unsqueeze", column, e.indices(1))


def _dimensions(
    e: Emitter, x: Any, sizes: Any, dims: Any, norm: str | None
) -> tuple[list[tuple[int, OnnxSize | None]], str | None]:
    """Return the dimensions of a transform along several, with their lengths where these are given; and its norm."""
    first = x.real if isinstance(x, Complex) else x
    rank = e.rank(first)
    axes: Iterable[int] = range(rank - (rank if sizes is None else len(sizes)), rank)
    if dims is not None:
        axes = [e.axis(first, dim) for dim in dims]
    lengths = repeat(None) if not sizes else [None if size == -1 else size for size in sizes]
    return list(zip(axes, lengths, strict=False)), norm


def _along_many(inverse: bool, half: bool, e: Emitter, x: Any, *rest: Any) -> Complex:
    """Emit transforms along one dimension after the other, the last one first."""
    (*others, (last, size)), norm = _dimensions(e, x, *rest)
    found = _between_dimensions(e, _transform(e, x, size, last, norm, inverse=inverse, half=half))
    for axis, length in reversed(others):
        found = _between_dimensions(e, _transform(e, found, length, axis, norm, inverse=inverse))
    return found


def _between_dimensions(e: Emitter, x: Complex) -> Complex:
    """Emit x with the shape of the result, which no later dimension is longer than."""
    if not isinstance(e.result, Symbol):
        return x
    seen = e.result.seen
    return Complex(*(replace(part, seen=seen) for part in x.parts))


def _many_to_real(e: Emitter, x: Any, *rest: Any) -> Symbol:
    (*others, (last, length)), norm = _dimensions(e, x, *rest)
    for axis, size in others:
        x = _between_dimensions(e, _transform(e, x, size, axis, norm, inverse=True))
    return _to_real(e, x, length, last, norm)


for _name, _inverse, _half in (("fft", False, False), ("ifft", True, False), ("rfft", False, True)):
    complex_rule(f"fft_{_name}")(partial(_transform, inverse=_inverse, half=_half))
    complex_rule(f"fft_{_name}2 fft_{_name}n")(partial(_along_many, _inverse, _half))
complex_rule("fft_irfft")(_to_real)
complex_rule("fft_irfft2 fft_irfftn")(_many_to_real)


@complex_rule("stft.center")
def _stft(e: Emitter, x: Symbol, n_fft: int, hop_length: int | None, win_length: int | None, *rest: Any) -> Any:
    """Emit the transforms of frames: rows that are weighted."""
    window, center, pad_mode, normalized, onesided, return_complex, _align = rest
    if n_fft > MAX_LENGTH:
        raise Inexpressible(f"a Fourier transform of {n_fft} elements")
    (wide,) = e.floats(pad_real(e, x, [n_fft // 2, n_fft // 2], pad_mode) if center else x)
    rank = e.rank(wide)
    length = n_fft if win_length is None else win_length
    frames = RULES["aten.unfold.default"](e, wide, rank - 1, n_fft, n_fft // 4 if hop_length is None else hop_length)
    before = (n_fft - length) // 2
    weights = e.const(np.ones(length, wide.dtype)) if window is None else e.cast(window, wide.dtype)
    if length < n_fft:
        weights = e.op("Pad", weights, e.indices(before, n_fft - length - before))
    half = onesided is not False
    cos, sin = _waves(e, n_fft, n_fft // 2 + 1 if half else n_fft, wide.dtype)
    rows = e.op("Mul", replace(frames, rank=rank + 1), replace(weights, rank=1))
    parts = [e.op("MatMul", rows, cos), e.op("Neg", e.op("MatMul", rows, sin))]
    if normalized:
        parts = [e.op("Div", part, e.const(math.sqrt(n_fft), wide.dtype)) for part in parts]
    found = Complex(*(e.swap(replace(part, rank=rank + 1, sizes=None), -1, -2) for part in parts))
    return found if return_complex else view_as_real(e, found)
