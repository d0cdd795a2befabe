"""Special functions of one number, and functions of two that work on integers or on the bits of floats."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from nacformats.runtime.kernels._erf import fill_erfc
from nacformats.runtime.kernels._pointwise import aten_and_in_place, like_self, pairwise, unary
from nacformats.runtime.kernels._promotion import float_type, narrowed, promote_types, result_type, widened
from nacformats.runtime.kernels._schemas import aten
from nacformats.runtime.kernels._types import FLOAT64, INT32, Array, category
from nacformats.runtime.kernels.arithmetic import mul, pow_tensor

#: From here on the asymptotic series of the gamma function's kin are exact to the last digits of float64.
_ASYMPTOTIC = 10
#: B(2k) / (2k (2k - 1)) with the Bernoulli numbers B, from k = 1: the series of the logarithm of the gamma function.
_LOG_GAMMA = (1 / 12, -1 / 360, 1 / 1260, -1 / 1680, 1 / 1188, -691 / 360360, 1 / 156)


def _in_float64(function: Callable[[Array], Array]) -> Callable[[Array], Array]:
    """The function of float64 for both float types."""
    return lambda x: narrowed(function(x.astype(FLOAT64, copy=False)), x.dtype)


def _log_gamma(x: Array) -> Array:
    """log |gamma(x)| by the asymptotic series, moved up by the recurrence and to negative x by the reflection."""
    positive = np.where(x < 0.5, 1 - x, x)
    product = np.ones_like(positive)
    for step in range(_ASYMPTOTIC):
        product *= np.where(positive < _ASYMPTOTIC, positive + step, 1)
    large = np.where(positive < _ASYMPTOTIC, positive + _ASYMPTOTIC, positive)
    series = sum(c / large ** (2 * k + 1) for k, c in enumerate(_LOG_GAMMA))
    result = (large - 0.5) * np.log(large) - large + 0.5 * math.log(2 * math.pi) + series - np.log(product)
    result = np.where(np.isinf(x), np.inf, result)
    reflected = math.log(math.pi) - np.log(np.abs(np.sin(np.pi * (x - np.rint(x))))) - result
    return np.where((x < 0.5) & np.isfinite(x), reflected, result)


def _digamma(x: Array) -> Array:
    """The derivative of log gamma(x), in the same way; NaN at the negative integers, infinite at 0."""
    positive = np.where(x < 0, 1 - x, x)
    steps = sum(1 / (positive + step) for step in range(_ASYMPTOTIC))
    large = positive + _ASYMPTOTIC
    series = sum(c * (2 * k + 1) / large ** (2 * k + 2) for k, c in enumerate(_LOG_GAMMA))
    result = np.log(large) - 0.5 / large - series - steps
    part = np.pi * (x - np.rint(x))
    reflected = np.where(part == 0, np.nan, result - np.pi / np.tan(part))
    result = np.where(x == 0, np.copysign(np.inf, -x), result)
    return np.where(x < 0, reflected, result)


def _erf_inverse(x: Array) -> Array:
    """The y with erf(y) = x: an elementary approximation, and Newton's steps of second order on erfc."""
    size = np.abs(x)
    logarithm = np.log1p(-size) + np.log1p(size)
    middle = 2 / (math.pi * 0.147) + logarithm / 2
    y = np.sqrt(np.sqrt(middle * middle - logarithm / 0.147) - middle)
    outside = np.empty_like(y)
    for _ in range(3):
        fill_erfc(y, outside)
        step = (outside - (1 - size)) * np.exp(y * y) * (math.sqrt(math.pi) / 2)
        y = y + step / (1 + y * step)
    y = np.where(size == 1, np.inf, y)
    return np.copysign(np.where(size > 1, np.nan, y), x)


aten_and_in_place("lgamma")(aten("special_gammaln")(unary(_in_float64(_log_gamma))))
aten_and_in_place("digamma")(aten("special_digamma", "special_psi")(unary(_in_float64(_digamma))))
aten_and_in_place("erfinv")(aten("special_erfinv")(unary(_in_float64(_erf_inverse))))
aten_and_in_place("i0")(aten("special_i0")(unary(_in_float64(np.i0))))
aten_and_in_place("gcd")(pairwise(np.gcd))
aten_and_in_place("lcm")(pairwise(np.lcm))


@aten_and_in_place("nextafter")
def _nextafter(x: Array, y: Array) -> Array:
    """The number of the type after x on the way to y; TypeError for integers."""
    dtype = promote_types(x.dtype, y.dtype)
    if category(dtype) != 2:
        raise TypeError(f"the number of type {dtype} after another: expected a float type")
    return np.asarray(np.nextafter(x.astype(dtype, copy=False), y.astype(dtype, copy=False)))


@aten("ldexp.Tensor")
def _ldexp(x: Array, exponent: Array) -> Array:
    """x * 2 ** exponent; two integers give float32."""
    dtype = float_type(result_type(x, exponent))
    return mul(x.astype(dtype, copy=False), pow_tensor(2.0, exponent.astype(dtype, copy=False)))


aten("ldexp_")(like_self(_ldexp))


@aten("frexp.Tensor")
def _frexp(x: Array) -> tuple[Array, Array]:
    """A fraction of magnitude 0.5 to 1 and an exponent of 2 (int32) for each number; TypeError for integers."""
    if category(x.dtype) != 2:
        raise TypeError(f"fraction and exponent of type {x.dtype}: expected a float type")
    fraction, exponent = np.frexp(widened(x))
    return narrowed(fraction, x.dtype), narrowed(exponent, INT32)
