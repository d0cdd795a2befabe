# Generated from schemas/nac.ksy (sha256 22ec6e6a8385f20003b8c5abea71d8a6245bc0b57e78dc7b949c37b44066bd07) by `nacformats generate`. Do not edit.
"""Layout of Neural Architecture Code (NAC) v1.6: in which order numbers and tables come.

There is none: /seq/2 is not an unsigned number.
"""

from __future__ import annotations

from nacformats.codec.layouts import Layout

__all__ = ["LAYOUT"]

LAYOUT: Layout | None = None
