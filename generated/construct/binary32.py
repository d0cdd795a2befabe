# Generated from schemas/binary32.ksy (sha256 72cc69472cbf2b8b3cc4d591e8bfb8f2c932db52630b2c2aa8c91e29f1e3800b) by `nacformats generate`. Do not edit.
"""Construct structs of A number of IEEE 754 binary32: they parse and they build."""

from __future__ import annotations

from nacformats.codec.constructs.numbers import Integer
from nacformats.codec.constructs.records import Computed, Record

__all__ = ["binary32"]


# A floating point number of 32 bits. Its bits count; `number` shows them.
#
# See https://en.wikipedia.org/wiki/Single-precision_floating-point_format.
binary32 = Record(
    "bits" / Integer("<", "L"),
    # As it is stored, biased by 127; 0 and 255 are special.
    "exponent" / Computed(lambda this: this.bits // 8388608 % 256),
    # 2 to the power of `exponent`.
    "scale" / Computed(
        lambda this: (
            (1.0 if this.exponent % 2 == 0 else 2.0) * (1.0 if this.exponent // 2 % 2 == 0 else 4.0) * (1.0 if
            this.exponent // 4 % 2 == 0 else 16.0) * (1.0 if this.exponent // 8 % 2 == 0 else 256.0) * (1.0 if
            this.exponent // 16 % 2 == 0 else 65536.0) * (1.0 if this.exponent // 32 % 2 == 0 else 4294967296.0) * (1.0
            if this.exponent // 64 % 2 == 0 else 1.8446744073709552e+19) * (1.0 if this.exponent // 128 % 2 == 0 else
            3.402823669209385e+38)
        ),
    ),
    # The number; exact, but all NaNs look the same.
    "number" / Computed(
        lambda this: (
            (1.0 if this.bits < 2147483648 else -1.0) * ((this.bits % 8388608 * 2 if this.exponent == 0 else this.bits %
            8388608 + 8388608) * this.scale / 1.42724769270596e+45 if this.exponent < 255 else this.exponent * 1e+308 if
            this.bits % 8388608 == 0 else this.exponent * 1e+308 - this.exponent * 1e+308)
        ),
    ),
    is_root=True,
)
