"""Complex numbers inside of a graph: two tensors each, since ONNX has no arithmetic on complex ones.

Fourier transforms are products with matrices of cosines and sines, which is exact and quick for the sizes of models.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np

from nacformats.runtime.kernels._promotion import INT64, DType
from nacformats.runtime.to_onnx.arithmetic import atan2, hypot
from nacformats.runtime.to_onnx.convolution import pad as pad_real
from nacformats.runtime.to_onnx.emitter import Emitter, Inexpressible, Size, Tensor
from nacformats.runtime.to_onnx.table import RULES

#: Longer transforms are not done by products.
MAX_LENGTH = 2048


@dataclass(frozen=True, slots=True)
class Complex:
    """A tensor of complex numbers."""

    real: Tensor
    imag: Tensor

    @property
    def parts(self) -> tuple[Tensor, Tensor]:
        return self.real, self.imag


Rule = Callable[..., Any]
#: Operations on or into complex numbers, by canonical name.
COMPLEX_RULES: dict[str, Rule] = {}


def _rule(*names: str) -> Callable[[Rule], Rule]:
    def register(function: Rule) -> Rule:
        for name in names:
            COMPLEX_RULES[f"aten.{name}" if "." in name else f"aten.{name}.default"] = function
        return function

    return register


#: Operations that do the same to both parts.
_ON_PARTS = frozenset(
    f"aten.{name}" if "." in name else f"aten.{name}.default"
    for line in (
        "view reshape _unsafe_view ravel flatten.using_ints unflatten.int squeeze squeeze.dim squeeze.dims unsqueeze",
        "permute transpose.int t numpy_T mT movedim.int movedim.intlist flip roll expand repeat tile cat stack",
        "slice.Tensor narrow select.int split_with_sizes split.Tensor chunk unbind.int index.Tensor index_select",
        "gather clone alias detach contiguous lift_fresh_copy sum sum.dim_IntList mean mean.dim neg select_scatter",
        "slice_scatter constant_pad_nd pad diagonal tril triu expand_as view_as copy",
    )
    for name in line.split()
)
#: Operations that make a tensor of one real number.
_CREATION = frozenset(
    f"aten.{kind}{form}.default" for kind in ("zeros", "ones", "full") for form in ("", "_like")
) | frozenset(f"aten.new_{kind}.default" for kind in ("zeros", "ones", "full"))


def is_complex(values: Any) -> bool:
    """Whether there are complex numbers among arguments or results."""
    if isinstance(values, list | tuple):
        return any(is_complex(each) for each in values)
    if isinstance(values, Tensor):
        return values.dtype.kind == "c"
    return isinstance(values, Complex | complex)


def emit_complex(e: Emitter, operator: str, arguments: Sequence[Any], keywords: dict[str, Any]) -> Any:
    """The form of an operation on or into complex numbers."""
    if any(isinstance(each, Tensor) and each.dtype.kind == "c" for each in arguments):
        raise Inexpressible("an operand of complex numbers has no form in ONNX")
    if operator in COMPLEX_RULES:
        return COMPLEX_RULES[operator](e, *arguments, **keywords)
    if operator in _CREATION:
        real = _with_result(e, _float_of(e.result.dtype), RULES[operator], arguments, keywords)
        return Complex(real, _zeros(e, real))
    if operator not in _ON_PARTS:
        raise Inexpressible("the operation has no form for complex numbers")
    mixed = operator in {"aten.cat.default", "aten.stack.default"}
    chosen = [[_part(e, each, place, mixed) for each in arguments] for place in (0, 1)]
    dtype = _float_of(e.result[0].dtype if isinstance(e.result, tuple) else e.result.dtype)
    real, imag = (_with_result(e, dtype, RULES[operator], each, keywords) for each in chosen)
    if isinstance(real, tuple):
        return tuple(Complex(a, b) for a, b in zip(real, imag, strict=True))
    return Complex(real, imag)


def _float_of(dtype: DType) -> DType:
    return np.dtype(np.float64 if dtype == np.complex128 else np.float32)


def _with_result(e: Emitter, dtype: DType, rule: Rule, arguments: Sequence[Any], keywords: dict[str, Any]) -> Any:
    """What a rule gives when the result is to be of a type."""
    before = e.result
    if isinstance(before, tuple):
        e.result = tuple(replace(each, dtype=dtype) for each in before)
    else:
        e.result = replace(before, dtype=dtype)
    try:
        return rule(e, *arguments, **keywords)
    finally:
        e.result = before


def _part(e: Emitter, value: Any, place: int, mixed: bool) -> Any:
    if isinstance(value, Complex):
        return value.parts[place]
    if isinstance(value, list | tuple):
        return [_part(e, each, place, mixed) for each in value]
    if mixed and isinstance(value, Tensor) and place:
        return _zeros(e, value)
    return value


def _zeros(e: Emitter, x: Tensor) -> Tensor:
    """The imaginary part of real numbers."""
    return e.expand(e.const(0, x.dtype), e.shape(x), e.rank(x))


def _split(e: Emitter, value: Any, dtype: DType | None = None) -> Complex:
    """A complex number of whatever is given."""
    if isinstance(value, Complex):
        return value
    dtype = dtype or np.dtype(np.float32)
    if isinstance(value, Tensor):
        value = e.cast(value, dtype)
        return Complex(value, _zeros(e, value))
    return Complex(e.const(complex(value).real, dtype), e.const(complex(value).imag, dtype))


def _type(*values: Any) -> DType:
    return next((value.real.dtype for value in values if isinstance(value, Complex)), np.dtype(np.float32))


# into complex numbers and out of them


@_rule("complex")
def _complex(e: Emitter, real: Tensor, imag: Tensor) -> Complex:
    if real.seen == imag.seen:
        return Complex(real, imag)
    rank = max(e.rank(real), e.rank(imag))
    return Complex(e.expand(real, e.shape(imag), rank), e.expand(imag, e.shape(real), rank))


@_rule("polar")
def _polar(e: Emitter, size: Tensor, angle: Tensor) -> Complex:
    return Complex(e.op("Mul", size, e.op("Cos", angle)), e.op("Mul", size, e.op("Sin", angle)))


@_rule("view_as_complex")
def _view_as_complex(e: Emitter, x: Tensor) -> Complex:
    axis = e.rank(x) - 1
    parts = (replace(e.op("Gather", x, e.const(place, INT64), axis=axis), rank=axis) for place in (0, 1))
    return Complex(*parts)


@_rule("view_as_real")
def _view_as_real(e: Emitter, x: Complex) -> Tensor:
    rank = e.rank(x.real)
    return e.concat([e.unsqueeze(part, [rank]) for part in x.parts], rank)


@_rule("real")
def _real(_e: Emitter, x: Complex | Tensor) -> Tensor:
    return x.real if isinstance(x, Complex) else x


@_rule("imag")
def _imag(_e: Emitter, x: Complex) -> Tensor:
    return x.imag


@_rule("abs")
def _absolute(e: Emitter, x: Complex) -> Tensor:
    return hypot(e, *x.parts)


@_rule("angle")
def _angle(e: Emitter, x: Complex | Tensor) -> Tensor:
    if isinstance(x, Tensor):
        (x,) = e.floats(x)
        half = e.where(e.truth("Less", x, e.const(0, x.dtype)), e.const(math.pi, x.dtype), e.const(0, x.dtype))
        return e.where(e.truth("IsNaN", x), x, half)
    return atan2(e, x.imag, x.real)


@_rule("_to_copy", "to.dtype")
def _to(e: Emitter, x: Any, *_rest: Any, **_keywords: Any) -> Any:
    if e.result.dtype.kind != "c":
        return x.real
    dtype = _float_of(e.result.dtype)
    found = _split(e, x, dtype)
    return Complex(e.cast(found.real, dtype), e.cast(found.imag, dtype))


# arithmetic


def _sum(kind: str, e: Emitter, x: Any, y: Any, alpha: Any = 1) -> Complex:
    dtype = _type(x, y)
    first, second = _split(e, x, dtype), _split(e, y, dtype)
    if alpha != 1:
        second = _product(e, second, alpha)
    return Complex(e.op(kind, first.real, second.real), e.op(kind, first.imag, second.imag))


for _overload in ("Tensor", "Scalar"):
    COMPLEX_RULES[f"aten.add.{_overload}"] = partial(_sum, "Add")
    COMPLEX_RULES[f"aten.sub.{_overload}"] = partial(_sum, "Sub")


def _bilinear(e: Emitter, x: Any, y: Any, product: Callable[[Tensor, Tensor], Tensor]) -> Complex:
    """A product of which either operand may be real."""
    dtype = _type(x, y)
    if not isinstance(y, Complex | complex):
        factor = _split(e, y, dtype).real
        return Complex(*(product(part, factor) for part in _split(e, x, dtype).parts))
    if not isinstance(x, Complex | complex):
        factor = _split(e, x, dtype).real
        return Complex(*(product(factor, part) for part in _split(e, y, dtype).parts))
    (a, b), (c, d) = _split(e, x, dtype).parts, _split(e, y, dtype).parts
    return Complex(
        e.op("Sub", product(a, c), product(b, d)),
        e.op("Add", product(a, d), product(b, c)),
    )


@_rule("mul.Tensor", "mul.Scalar")
def _product(e: Emitter, x: Any, y: Any) -> Complex:
    return _bilinear(e, x, y, lambda a, b: e.op("Mul", a, b))


@_rule("matmul", "mm", "bmm")
def _matmul(e: Emitter, x: Any, y: Any) -> Complex:
    return _bilinear(e, x, y, lambda a, b: e.op("MatMul", a, b))


@_rule("einsum")
def _einsum(e: Emitter, equation: str, tensors: Sequence[Any], *, path: Any = None) -> Complex:
    if len(tensors) != 2:
        raise Inexpressible("a sum of products of other than two complex tensors")
    rule = RULES["aten.einsum.default"]
    x, y = tensors
    return _bilinear(e, x, y, lambda a, b: rule(e, equation, [a, b], path=path))


@_rule("div.Tensor", "div.Scalar")
def _quotient(e: Emitter, x: Any, y: Any) -> Complex:
    dtype = _type(x, y)
    if not isinstance(y, Complex | complex):
        divisor = _split(e, y, dtype).real
        return Complex(*(e.op("Div", part, divisor) for part in _split(e, x, dtype).parts))
    lower = _split(e, y, dtype)
    upper = _product(e, x, Complex(lower.real, e.op("Neg", lower.imag)))
    squares = e.op("Add", e.op("Mul", lower.real, lower.real), e.op("Mul", lower.imag, lower.imag))
    return Complex(e.op("Div", upper.real, squares), e.op("Div", upper.imag, squares))


@_rule("_conj", "conj", "conj_physical", "resolve_conj")
def _conjugate(e: Emitter, x: Complex | Tensor) -> Complex | Tensor:
    if isinstance(x, Tensor):
        return x
    return Complex(x.real, e.op("Neg", x.imag))


COMPLEX_RULES["aten.resolve_conj.default"] = lambda _e, x: x
COMPLEX_RULES["aten.resolve_neg.default"] = lambda _e, x: x


@_rule("exp")
def _exp(e: Emitter, x: Complex) -> Complex:
    size = e.op("Exp", x.real)
    return Complex(e.op("Mul", size, e.op("Cos", x.imag)), e.op("Mul", size, e.op("Sin", x.imag)))


# Fourier transforms


def _waves(e: Emitter, length: Size, count: Size, dtype: DType) -> tuple[Tensor, Tensor]:
    """Cosines and sines of 2 pi j k / length for j below length (rows) and k below count (columns)."""
    if not isinstance(length, Tensor) and not isinstance(count, Tensor):
        steps = np.outer(np.arange(length), np.arange(count)) % length
        angles = steps * (2 * math.pi / length)
        return e.const(np.cos(angles).astype(dtype)), e.const(np.sin(angles).astype(dtype))
    zero, one = e.const(0, INT64), e.const(1, INT64)
    rows = e.op("Range", zero, e.scalar(length), one, dtype=INT64)
    columns = e.op("Range", zero, e.scalar(count), one, dtype=INT64)
    steps_ = e.op("Mod", e.op("Mul", e.op("Unsqueeze", rows, e.indices(1)), columns), e.scalar(length))
    turn = e.op("Div", e.const(2 * math.pi, dtype), e.cast(length, dtype))
    angles_ = e.op("Mul", e.cast(steps_, dtype), turn)
    return replace(e.op("Cos", angles_), rank=2), replace(e.op("Sin", angles_), rank=2)


def _fitted(e: Emitter, x: Tensor, axis: int, length: Size | None) -> Tensor:
    """A dimension cut or filled with zeros."""
    if length is None or e.size(x, axis) == length:
        return x
    missing = e.minus(length, e.size(x, axis))
    rank = e.rank(x)
    return pad_real(e, x, [0, 0] * (rank - axis - 1) + [0, missing])


def _scale(e: Emitter, norm: str | None, inverse: bool, length: Size, dtype: DType) -> Tensor | None:
    """What a transform is divided by."""
    if norm == "ortho":
        return e.op("Sqrt", e.cast(length, dtype))
    return e.cast(length, dtype) if inverse == (norm in (None, "backward")) else None


def _check_length(e: Emitter, x: Tensor, axis: int, length: Size | None) -> None:
    seen = length if isinstance(length, int) else e.observed_size(x, axis)
    if seen > MAX_LENGTH:
        raise Inexpressible(f"a Fourier transform of {seen} elements")


def _last(e: Emitter, x: Tensor, axis: int) -> Tensor:
    return e.permute(x, [*(dim for dim in range(e.rank(x)) if dim != axis), axis])


def _back(e: Emitter, x: Tensor, rank: int, axis: int) -> Tensor:
    """The last dimension where it was."""
    return e.permute(replace(x, rank=rank, sizes=None), [*range(axis), rank - 1, *range(axis, rank - 1)])


def _transform(
    e: Emitter, x: Any, n: Size | None, dim: int, norm: str | None, *, inverse: bool, half: bool = False
) -> Complex:
    """Of real or complex numbers; half: only the frequencies that those of real numbers do not repeat."""
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


def _to_real(e: Emitter, x: Any, n: Size | None, dim: int, norm: str | None) -> Tensor:
    """The inverse for frequencies of real numbers: all but the first, and the last of an even length, count twice."""
    found = _split(e, x, _type(x))
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


def _weights(e: Emitter, length: Size, count: Size, dtype: DType) -> Tensor:
    """A column: 2 for each frequency that stands for two."""
    places = e.op("Range", e.const(0, INT64), e.scalar(count), e.const(1, INT64), dtype=INT64)
    doubled = e.op("Mul", places, e.const(2, INT64))
    alone = e.truth("Equal", e.op("Mod", doubled, e.scalar(length)), e.const(0, INT64))
    column = e.where(alone, e.const(1, dtype), e.const(2, dtype))
    return e.op("Unsqueeze", column, e.indices(1))


def _register_transforms() -> None:
    for name, inverse, half in (("fft", False, False), ("ifft", True, False), ("rfft", False, True)):
        COMPLEX_RULES[f"aten.fft_{name}.default"] = partial(_along_one, inverse, half)
        COMPLEX_RULES[f"aten.fft_{name}2.default"] = partial(_along_many, inverse, half, (-2, -1))
        COMPLEX_RULES[f"aten.fft_{name}n.default"] = partial(_along_many, inverse, half, None)
    COMPLEX_RULES["aten.fft_irfft.default"] = lambda e, x, n=None, dim=-1, norm=None: _to_real(e, x, n, dim, norm)
    COMPLEX_RULES["aten.fft_irfft2.default"] = partial(_many_to_real, (-2, -1))
    COMPLEX_RULES["aten.fft_irfftn.default"] = partial(_many_to_real, None)


def _along_one(
    inverse: bool, half: bool, e: Emitter, x: Any, n: Size | None = None, dim: int = -1, norm: str | None = None
) -> Complex:
    return _transform(e, x, n, dim, norm, inverse=inverse, half=half)


def _axes(e: Emitter, x: Any, sizes: Sequence[Size] | None, dims: Sequence[int] | None) -> list[int]:
    first = x.real if isinstance(x, Complex) else x
    if dims is None:
        return list(range(e.rank(first) - (len(sizes) if sizes is not None else e.rank(first)), e.rank(first)))
    return [e.axis(first, dim) for dim in dims]


def _along_many(
    inverse: bool,
    half: bool,
    default: tuple[int, ...] | None,
    e: Emitter,
    x: Any,
    sizes: Sequence[Size] | None = None,
    dims: Sequence[int] | None = None,
    norm: str | None = None,
) -> Complex:
    """One dimension after the other, the last one first."""
    axes = _axes(e, x, sizes, default if dims is None else dims)
    lengths = [None if size == -1 else size for size in sizes or [-1] * len(axes)]
    for place in reversed(range(len(axes))):
        last = place == len(axes) - 1
        x = _transform(e, x, lengths[place], axes[place], norm, inverse=inverse, half=half and last)
        x = Complex(*(replace(part, seen=_seen(e, x, part)) for part in x.parts))
    found: Complex = x
    return found


def _seen(e: Emitter, _x: Complex, part: Tensor) -> tuple[int, ...] | None:
    """Between two dimensions: the shape of the result, which no later dimension is longer than."""
    return e.result.seen if isinstance(e.result, Tensor) else part.seen


def _many_to_real(
    default: tuple[int, ...] | None,
    e: Emitter,
    x: Any,
    sizes: Sequence[Size] | None = None,
    dims: Sequence[int] | None = None,
    norm: str | None = None,
) -> Tensor:
    axes = _axes(e, x, sizes, default if dims is None else dims)
    lengths = [None if size == -1 else size for size in sizes or [-1] * len(axes)]
    for place in range(len(axes) - 1):
        x = _transform(e, x, lengths[place], axes[place], norm, inverse=True)
        x = Complex(*(replace(part, seen=_seen(e, x, part)) for part in x.parts))
    return _to_real(e, x, lengths[-1], axes[-1], norm)


_register_transforms()


@_rule("stft")
def _stft(
    e: Emitter,
    x: Tensor,
    n_fft: int,
    hop_length: int | None = None,
    win_length: int | None = None,
    window: Tensor | None = None,
    normalized: bool = False,
    onesided: bool | None = None,
    return_complex: bool | None = None,
    _align: bool | None = None,
) -> Any:
    """Frames are rows; each is weighted and transformed."""
    if n_fft > MAX_LENGTH:
        raise Inexpressible(f"a Fourier transform of {n_fft} elements")
    (wide,) = e.floats(x)
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
    return found if return_complex else _view_as_real(e, found)


@_rule("stft.center")
def _stft_centred(
    e: Emitter,
    x: Tensor,
    n_fft: int,
    hop_length: int | None = None,
    win_length: int | None = None,
    window: Tensor | None = None,
    center: bool = True,
    pad_mode: str = "reflect",
    *options: Any,
) -> Any:
    padded = pad_real(e, x, [n_fft // 2, n_fft // 2], pad_mode) if center else x
    return _stft(e, padded, n_fft, hop_length, win_length, window, *options)
