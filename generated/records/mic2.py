# Generated from schemas/mic2.ksy (sha256 c6d57015c3c2e02025f06b8837e70b3bf4e0cfebae374bd6c130eac27e768bfb) by `nacformats generate`. Do not edit.
"""NumPy dtypes of the records of fixed size of mic@2, text form of Mind IR graphs, lines and tokens."""

from __future__ import annotations

__all__ = []
