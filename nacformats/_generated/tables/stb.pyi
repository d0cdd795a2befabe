# Generated from schemas/stb.ksy (sha256 0345ed56f9b45f3379da906e1e825d701fcda049dcced3694875ac7626347a8d) by `nacformats generate`. Do not edit.
"""Fields, rules, enums and representations of SVG-Tensor Binary Format (STB) v0.1."""

from nacformats.codec.tables import SchemaTable

SCHEMA: SchemaTable
