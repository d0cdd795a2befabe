# Generated from schemas/gguf.ksy (sha256 38dabc5551d68f0e5b3b9834d67b2fa928640da223d51328417700ce475b67eb) by `nacformats generate`. Do not edit.
"""Fields, rules, enums and representations of GGUF v2 and v3."""

from nacformats.codec.tables import SchemaTable

SCHEMA: SchemaTable
