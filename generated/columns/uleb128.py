# Generated from schemas/uleb128.ksy (sha256 533ed7fa132d0fc98f40f751a2673d47a06f324b044d1f58bdbda90503252712) by `nacformats generate`. Do not edit.
"""Columns of Unsigned LEB128 integer of at most 64 bits: each repeated record as arrays. See nacformats.columns."""

from __future__ import annotations


__all__ = []
