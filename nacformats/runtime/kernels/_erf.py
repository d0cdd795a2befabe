"""The error function by minimax approximations in powers, float64 and float32 to the last digits.

erf(x) = tanh(x P(x²)) for float32: NumPy's tanh takes less time than the division by a polynomial. P is positive and
grows beyond the interval that it was fitted to: nothing needs to be bounded. In float64, with other polynomials,
erf(x) = x P(x²) below SPLIT, and above it erfc(x) = exp(-x²) Q(u) / (1 + 2x) with u = (x - 3) / (x + 3), which keeps
its relative accuracy down to the smallest number.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from nacformats.runtime.kernels._types import FLOAT32, FLOAT64, Array

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


def _polynomial(coefficients: Sequence[float], x: Array) -> Array:
    """The value of a polynomial at x by Horner's rule, in a new array."""
    result = np.multiply(x, coefficients[-1], out=np.empty_like(x))
    for coefficient in coefficients[-2:0:-1]:
        np.add(result, coefficient, out=result)
        np.multiply(result, x, out=result)
    return np.add(result, coefficients[0], out=result)


def _erfc_large(x: Array) -> Array:
    """erfc for float64 x of at least SPLIT."""
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
