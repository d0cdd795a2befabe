# Generated from schemas/micb.ksy (sha256 f4326500d38132646592376238beaedec8a37f512a18acea434fe42b5eff32f6) by `nacformats generate`. Do not edit.
# It imports schemas/uleb128.ksy (sha256 533ed7fa132d0fc98f40f751a2673d47a06f324b044d1f58bdbda90503252712).
"""NumPy dtypes of the records of fixed size of MIC-B v2, binary form of Mind IR graphs."""

from __future__ import annotations

__all__ = []
