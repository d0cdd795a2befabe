"""Special functions of one number, and functions of two that work on integers or on the bits of floats.

The error function is by minimax approximations in powers, float64 and float32 to the last digits.
erf(x) = tanh(x P(x²)) for float32: NumPy's tanh takes less time than the division by a polynomial. P is positive and
grows beyond the interval that it was fitted to: nothing needs to be bounded. In float64, with other polynomials,
erf(x) = x P(x²) below SPLIT, and above it erfc(x) = exp(-x²) Q(u) / (1 + 2x) with u = (x - 3) / (x + 3), which keeps
its relative accuracy down to the smallest number.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import numpy as np

from nacformats.ops.dtypes import FLOAT32, FLOAT64, INT32, Array, category
from nacformats.ops.kernels._pointwise import aten_blockwise, pairwise, unary
from nacformats.ops.kernels._schemas import aten
from nacformats.ops.promotion import narrowed, promote_types, widened

# fmt: off
#: Coefficients, from the constant term up.
_TANH = (
    1.128379247187753, 0.10276986411217781, -0.0001952881353810441, -0.0006148382618123551, 8.459658898521127e-05,
    -4.794605619099166e-06, 2.757607435680879e-08, 5.421604468792229e-09,
)
_SMALL = (
    1.1283791670955126, -0.37612638903183476, 0.11283791670925353, -0.026866170632887928, 0.00522397737302147,
    -0.0008548297753674966, 0.00012053335124353741, -1.4845849259707869e-05, 1.4725865480556744e-06,
)
_LARGE = (
    1.2530080582697296, -0.1356211061245831, -0.04756229435343694, 0.12964515870297358, -0.1192736634162853,
    0.06830802733713379, -0.023770514892203762, 0.0025293919147550996, 0.0018886899983302063, -0.0007798330236049605,
    -0.00010515698112692154, 0.00012510254545345452, 4.936075316000915e-06, -2.0107811355483456e-05,
    -6.917695554786741e-07, 3.478449670457004e-06, 2.8431347863426404e-07, -6.089400580767206e-07,
    -6.447080371990066e-08, 8.130676945991406e-08,
)
# fmt: on

#: Where erf and erfc change from one approximation to the other.
SPLIT = 0.5
#: Above this erfc is 0 in float64.
_ZERO_ERFC = 27.3


def fill_polynomial(coefficients: Sequence[float], x: Array, out: Array) -> Array:
    """Put the value of a polynomial at x into `out`, by Horner's rule."""
    np.multiply(x, coefficients[-1], out=out)
    for coefficient in coefficients[-2:0:-1]:
        np.add(out, coefficient, out=out)
        np.multiply(out, x, out=out)
    return np.add(out, coefficients[0], out=out)


def _polynomial(coefficients: Sequence[float], x: Array) -> Array:
    return fill_polynomial(coefficients, x, np.empty_like(x))


def _erfc_large(x: Array) -> Array:
    """Return erfc for float64 x of at least SPLIT."""
    x = np.minimum(x, _ZERO_ERFC)
    result = _polynomial(_LARGE, (x - 3.0) / (x + 3.0))
    result /= 1.0 + 2.0 * x
    short = x.astype(np.float32).astype(FLOAT64)  # its square is exact, so that exp(-x²) keeps its last digits
    result *= np.exp(-short * short)
    result *= np.exp((short - x) * (short + x))
    return result


def fill_erf(x: Array, out: Array) -> None:
    """Put erf(x) into `out`, both float32 or both float64."""
    if x.dtype == FLOAT32:
        argument = _polynomial(_TANH, np.square(x))
        np.multiply(argument, x, out=argument)
        np.tanh(argument, out=out)
        return
    small = x * _polynomial(_SMALL, np.minimum(x * x, SPLIT))
    large = np.copysign(1.0 - _erfc_large(np.abs(x)), x)
    np.copyto(out, np.where(np.abs(x) < SPLIT, small, large))


def fill_erfc(x: Array, out: Array) -> None:
    """Put 1 - erf(x) into `out`, both float32 or both float64, without cancellation."""
    wide = x.astype(FLOAT64, copy=False)
    small = 1.0 - wide * _polynomial(_SMALL, np.minimum(wide * wide, SPLIT))
    large = _erfc_large(np.abs(wide))
    large = np.where(wide < 0, 2.0 - large, large)
    np.copyto(out, np.where(np.abs(wide) < SPLIT, small, large), casting="same_kind")


@aten_blockwise("erf")
def _erf(x: Array, out: Array) -> None:
    """Compute the error function."""
    fill_erf(x, out)


@aten_blockwise("erfc")
def _erfc(x: Array, out: Array) -> None:
    """Compute the complementary error function, 1 - erf(x) without cancellation."""
    fill_erfc(x, out)


#: From here on the asymptotic series of the gamma function's kin are exact to the last digits of float64.
_ASYMPTOTIC = 10
#: B(2k) / (2k (2k - 1)) with the Bernoulli numbers B, from k = 1: the series of the logarithm of the gamma function.
_LOG_GAMMA = (1 / 12, -1 / 360, 1 / 1260, -1 / 1680, 1 / 1188, -691 / 360360, 1 / 156)


def _in_float64(function: Callable[[Array], Array]) -> Callable[[Array], Array]:
    """Return the function of float64 for both float types; TypeError for complex numbers."""
    return lambda x: narrowed(function(x.astype(FLOAT64, casting="same_kind", copy=False)), x.dtype)


def _log_gamma(x: Array) -> Array:
    """Return log |gamma(x)| by the asymptotic series, moved up by the recurrence and to negative x by
    the reflection.
    """
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
    """Return the derivative of log gamma(x), in the same way; NaN at the negative integers, infinite at 0."""
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
    """Return the y with erf(y) = x: an elementary approximation, and Newton's steps of second order on erfc."""
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


aten("lgamma")(unary(_in_float64(_log_gamma)))
aten("digamma")(unary(_in_float64(_digamma)))
aten("erfinv")(unary(_in_float64(_erf_inverse)))
aten("i0")(unary(_in_float64(np.i0)))
aten("gcd")(pairwise(np.gcd))
aten("lcm")(pairwise(np.lcm))


@aten("nextafter")
def _nextafter(x: Array, y: Array) -> Array:
    """Return the number of the type after x on the way to y; TypeError for integers."""
    dtype = promote_types(x.dtype, y.dtype)
    if category(dtype) != 2:
        raise TypeError(f"the number of type {dtype} after another: expected a float type")
    return np.asarray(np.nextafter(x.astype(dtype, copy=False), y.astype(dtype, copy=False)))


@aten("frexp.Tensor")
def _frexp(x: Array) -> tuple[Array, Array]:
    """Return a fraction of magnitude 0.5 to 1 and an exponent of 2 (int32) for each number; TypeError for integers."""
    if category(x.dtype) != 2:
        raise TypeError(f"fraction and exponent of type {x.dtype}: expected a float type")
    fraction, exponent = np.frexp(widened(x))
    return narrowed(fraction, x.dtype), narrowed(exponent, INT32)
