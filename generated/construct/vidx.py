# Generated from schemas/vidx.ksy (sha256 b6212ead37d799475a7e1b2fbd32859b25dc6c31616175e41fa8fc75132db898) by `nacformats generate`. Do not edit.
"""Construct structs of Index of a vocabulary by id (vidx.b) of NAC v1.6: they parse and they build."""

from __future__ import annotations

from nacformats.codec.constructs import Record as _Record
from nacformats._generated.python import vidx as _records

__all__ = ["entry_offset", "vidx"]

# Where the entry of each token id is in `vocab`.
vidx = _Record(_records.Vidx)
# Where an entry is.
entry_offset = _Record(_records.EntryOffset, 4)
