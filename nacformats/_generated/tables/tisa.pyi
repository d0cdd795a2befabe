# Generated from schemas/tisa.ksy (sha256 1f5ad2c85503ff265a4c707b3a5a2dd8a1b777fa53213ee2813644bd181cdaca) by `nacformats generate`. Do not edit.
"""Fields, rules, enums and representations of TISA v1 (tokenizer manifest)."""

from nacformats.codec.tables import Schema

SCHEMA: Schema
