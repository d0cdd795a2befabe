# Generated from schemas/mic2.ksy (sha256 a0e142892a70e0f898fdb9486eb9cba28f260f8161eeccca3612e5b80fa2e82d) by `nacformats generate`. Do not edit.
"""NumPy dtypes of the records of fixed size of mic@2, text form of Mind IR graphs, lines and tokens."""

from __future__ import annotations

__all__ = []
