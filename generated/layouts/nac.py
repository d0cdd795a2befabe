# Generated from schemas/nac.ksy (sha256 f4e2694ed63c49d1469ecb91743395274d3485deab2521279859c7fe8902b174) by `nacformats generate`. Do not edit.
"""Layout of Neural Architecture Code (NAC) v1.6: in which order numbers and tables come.

There is none: /seq/2 is not an unsigned number.
"""

from __future__ import annotations

from nacformats.codec.layouts import Layout

__all__ = ["LAYOUT"]

LAYOUT: Layout | None = None
