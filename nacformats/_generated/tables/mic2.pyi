# Generated from schemas/mic2.ksy (sha256 d3ccddff2284fc7ea29448ad0980d4f3c0f72130e486f8eb11711a2345ef830a) by `nacformats generate`. Do not edit.
"""Fields, rules, enums and representations of mic@2, text form of Mind IR graphs, lines and tokens."""

from nacformats.codec.tables import SchemaTable

SCHEMA: SchemaTable
