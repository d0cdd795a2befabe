# Generated from schemas/gguf.ksy (sha256 14b79c3a1959e01c00550c972a954d7522d4c51fa35a7ad2f5211e13c5ab75d3) by `nacformats generate`. Do not edit.
"""Fields, rules, enums and representations of GGUF v2 and v3."""

from nacformats.codec.tables import SchemaTable

SCHEMA: SchemaTable
