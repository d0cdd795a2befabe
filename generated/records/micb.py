# Generated from schemas/micb.ksy (sha256 d381f209107131e78ccf06f2b96f818ae4c363ce237aa490e31643cf7e0ec804) by `nacformats generate`. Do not edit.
# It imports schemas/uleb128.ksy (sha256 533ed7fa132d0fc98f40f751a2673d47a06f324b044d1f58bdbda90503252712).
"""NumPy dtypes of the records of fixed size of MIC-B v2, binary form of Mind IR graphs."""

from __future__ import annotations

__all__ = []
