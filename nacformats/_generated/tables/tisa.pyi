# Generated from schemas/tisa.ksy (sha256 6c031895c5d17ed76870336cb88b8513374c2770222afde705725fb6acf0b29b) by `nacformats generate`. Do not edit.
"""Fields, rules, enums and representations of TISA v1 (tokenizer manifest)."""

from nacformats.codec.tables import SchemaTable

SCHEMA: SchemaTable
