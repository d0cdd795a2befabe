# Generated from schemas/vidx.ksy (sha256 b6212ead37d799475a7e1b2fbd32859b25dc6c31616175e41fa8fc75132db898) by `nacformats generate`. Do not edit.
"""Construct structs of Index of a vocabulary by id (vidx.b) of NAC v1.6."""

from nacformats.codec.constructs import Record

entry_offset: Record
vidx: Record
